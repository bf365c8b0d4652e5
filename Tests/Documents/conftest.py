"""Fixtures of the suite that looks at documents and examples: the modules that their code is compiled against.

Run with `CALLSEAL_MODULES` naming the folder of Swift modules that `swift build` has filled. Nothing here is run on a phone
or needs Xcode: what a target of the example consists of is read from its project file, and compiled against the same
declarations as the package's own glue.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from swift import MODES, Compiler, Verdict
from units import ROOT, Unit, units


@pytest.fixture(scope="session")
def compiler() -> Compiler:
    """The compiler with the package's modules; a run without them fails rather than passing on nothing."""
    modules = Path(os.environ.get("CALLSEAL_MODULES", ""))
    if not (modules / "FilterExtension.swiftmodule").exists():
        pytest.fail("CALLSEAL_MODULES does not name the folder of the package's modules", pytrace=False)
    return Compiler(modules, ROOT / "Sources" / "CSodiumSystem" / "module.modulemap")


@pytest.fixture(scope="session")
def verdicts(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Verdict]:
    """What the compiler says of each unit in each mode: some at once, since most of the time goes into reading modules."""
    folder = tmp_path_factory.mktemp("units")
    every = [(unit, mode) for unit in units() for mode in MODES]

    def check(pair: tuple[Unit, str]) -> Verdict:
        unit, mode = pair
        return compiler.check(unit.files(folder), mode, is_block=not unit.paths)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {(unit.name, mode): verdict for (unit, mode), verdict in zip(every, pool.map(check, every))}
