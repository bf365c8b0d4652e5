"""README, documentation and example compile in every mode that Xcode has, without a warning."""

from __future__ import annotations

import pytest

from swift import MODES
from units import EXAMPLE, ROOT, Unit, blocks, document_units, sources, project, units

EVERY = [unit.name for unit in units()]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("mode", MODES)
def test_compiles(name, mode, verdicts):
    verdict = verdicts[name, mode]
    assert verdict.is_fine, verdict.said


def test_looks_at_all_there_is():
    assert len(EVERY) == len(set(EVERY)) and len(EVERY) > 20
    for target in project()["targets"].values():
        assert sources(target)
    every = {file for target in project()["targets"].values() for file in sources(target)}
    assert every == set(EXAMPLE.rglob("*.swift"))


def test_the_whole_extension_stands_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [block for block in blocks(readme) if "import FilterExtension" in block and "makeConfiguration" in block]


@pytest.mark.parametrize(
    "block, fails",
    [
        # What README once showed: fine, until the target's default isolation is the main actor.
        ("import FilterExtension\nfinal class S: FilterService {\n"
         "  override func makeConfiguration() throws -> FilterConfiguration { throw CancellationError() }\n}\n",
         {mode for mode in MODES if "MainActor" in mode or "Xcode" in mode}),
        ("let filter = PushFilter(configurations)\n", set(MODES)),
        ("func run() {}\nfunc wait() async { await run() }\n", set(MODES)),  # a warning
        ("override func decide(_ decision: Decision) {}\n", set(MODES)),
        ("_ = PushFilter(configuration)\n", set()),
    ],
)
def test_finds_what_does_not_compile(block, fails, compiler, tmp_path):
    [one] = document_units(tmp_path / "page.md", f"Words.\n\n```swift\n{block}```\n\nWords.\n")
    assert isinstance(one, Unit)
    assert {mode for mode in MODES if not compiler.check(one.files(tmp_path), mode, is_block=True).is_fine} == fails
