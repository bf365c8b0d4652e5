"""The published vectors through both verifiers, and files of vectors that are not as described."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mutations import NAMES, groups, published
from support import CallSeal
from verifier.vectorfile import FOLDER, NotAsDescribed, check_counts, check_file, check_schema, digest, parse_file

VERIFY = FOLDER.parent / "Tools" / "verify"


def verify(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([VERIFY, *map(str, arguments)], capture_output=True, timeout=120, check=False)


def write(path: Path, root: Any) -> Path:
    path.write_text(json.dumps(root, ensure_ascii=False), encoding="utf-8")
    return path


def small(name: str = "keys.json", group: int = 0, **changed: Any) -> dict[str, Any]:
    """A file of one group of a published one, with `changed` in its first vector, under a digest made anew."""
    root = published(name)
    first = root["testGroups"][group]
    tests = [{**first["tests"][0], **changed}, *first["tests"][1:]]
    tests[0]["digest"] = digest(first, tests[0])
    return whole(root, [{**first, "tests": tests}])


def whole(root: dict[str, Any], groups: list[dict[str, Any]]) -> dict[str, Any]:
    """A file of these groups that tells the truth about itself."""
    tests = [test for group in groups for test in group["tests"]]
    flags = {flag for test in tests for flag in test["flags"]}
    notes = {flag: root["notes"].get(flag, {"meaning": "", "effect": ""}) for flag in flags}
    return {**root, "numberOfTests": len(tests), "notes": notes, "testGroups": groups}


def test_both_verifiers_pass_and_their_counts_are_equal(callseal: CallSeal) -> None:
    theirs = json.loads(callseal.output("vectors", "verify", FOLDER, "--json"))
    done = verify("--json", FOLDER)
    assert done.returncode == 0, done.stderr
    mine = json.loads(done.stdout)
    assert mine == theirs
    assert mine["ran"] == mine["passed"] == sum(published(name)["numberOfTests"] for name in NAMES) >= 1231
    assert len(mine["groups"]) == sum(len(groups(name)) for name in NAMES)


def test_tables_are_equal(callseal: CallSeal, tmp_path: Path) -> None:
    good = write(tmp_path / "good.json", small())
    assert verify("--part", good).stdout == callseal.output("vectors", "verify", "--part", good)


@pytest.mark.parametrize("change", ["vector", "group", "file", "extra", "name"])
def test_what_is_missing_is_told_unless_a_part_is_meant(callseal: CallSeal, tmp_path: Path, change: str) -> None:
    """A file that lost some of its vectors, or a folder some of its files, is right in itself."""
    for name in NAMES:
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    root = published("keys.json")
    total = sum(published(name)["numberOfTests"] for name in NAMES)
    gone = 0
    match change:
        case "vector":
            first, *rest = root["testGroups"]
            write(tmp_path / "keys.json", whole(root, [{**first, "tests": first["tests"][1:]}, *rest]))
            gone = 1
        case "group":
            write(tmp_path / "keys.json", whole(root, root["testGroups"][1:]))
            gone = len(root["testGroups"][0]["tests"])
        case "file":
            (tmp_path / "keys.json").unlink()
            gone = root["numberOfTests"]
        case "extra":
            write(tmp_path / "more.json", root)
        case "name":
            (tmp_path / "keys.json").rename(tmp_path / "kays.json")
            gone = root["numberOfTests"]
    files = 4 if change in ("file", "name") else 5
    says = f"not what is published, but {files} of 5 files, {total - gone} of {total} vectors; --part if"
    for run in (verify, lambda *arguments: callseal.run("vectors", "verify", *arguments)):
        done = run(tmp_path)
        assert done.returncode == 6 and says.encode() in done.stderr
        assert run("--part", tmp_path).returncode == 0


def test_a_failure_is_told_and_exits_with_6(callseal: CallSeal, tmp_path: Path) -> None:
    root = small(group=1, expect="encoding")
    number = root["testGroups"][0]["tests"][0]["tcId"]
    bad = write(tmp_path / "bad.json", root)
    done = verify(bad)
    assert (done.returncode, callseal.run("vectors", "verify", bad).returncode) == (6, 6)
    assert f"bad.json {number}: ".encode() in done.stdout and b"expected encoding\n  got      key" in done.stdout
    assert b"1 failed" in done.stdout and b"1 of " in done.stderr
    failures = json.loads(verify("--json", bad).stdout)["failures"]
    assert [(failure["tcId"], failure["expected"]) for failure in failures] == [(number, "encoding")]
    root["testGroups"][0]["tests"][0] |= {"expect": "key", "digest": "0" * 64}
    assert verify(write(bad, root)).returncode == 6


@pytest.mark.parametrize("name", NAMES)
def test_an_altered_file_exits_with_6_or_3(callseal: CallSeal, tmp_path: Path, name: str) -> None:
    root = small(name, comment="another")
    assert verify("--part", write(tmp_path / name, root)).returncode == 0
    root["testGroups"][0]["tests"].pop()
    for command in (verify, lambda path: callseal.run("vectors", "verify", path)):
        assert command(write(tmp_path / name, root)).returncode == 3
    root = small(name)
    root["testGroups"][0]["comment"] += "?"
    assert verify(write(tmp_path / name, root)).returncode == 6


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"", 3), (b"{}", 3), (b"[]", 3), (b"{", 3), (b"\xff", 3), (b'{"a":1,"a":1}', 3)],
    ids=["empty", "object", "array", "cut", "utf-8", "twice"],
)
def test_files_that_are_none(tmp_path: Path, text: bytes, code: int) -> None:
    (tmp_path / "none.json").write_bytes(text)
    for path in (tmp_path, tmp_path / "none.json"):
        assert verify(path).returncode == code


def test_nothing_to_run(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_bytes((FOLDER / "schema.json").read_bytes())
    assert verify(tmp_path).returncode == 6
    assert verify(tmp_path / "absent.json").returncode == 1
    good = write(tmp_path / "good.json", small())
    assert verify(good, tmp_path).returncode == 3
    for empty in ({"testGroups": []}, {"testGroups": [], "numberOfTests": 0}):
        assert verify(write(good, {**small(), **empty})).returncode == 3


@pytest.mark.parametrize("name", NAMES)
def test_removing_a_vector_fails(name: str) -> None:
    root, count = published(name), 0
    for at, group in enumerate(root["testGroups"]):
        for index in range(len(group["tests"])):
            tests = group["tests"][:index] + group["tests"][index + 1 :]
            count += 1
            left = [*root["testGroups"][:at], {**group, "tests": tests}, *root["testGroups"][at + 1 :]]
            with pytest.raises(NotAsDescribed, match="numberOfTests"):
                check_counts({**root, "testGroups": left}, name)
    assert count == root["numberOfTests"]


@pytest.mark.parametrize("name", NAMES)
def test_emptying_a_group_fails(name: str) -> None:
    """Even where the count is put right."""
    root, count = published(name), 0
    for group, _ in groups(name):
        count += 1
        part = group["type"][0].lower() + group["type"][1:] + "Group"
        with pytest.raises(NotAsDescribed, match="tests"):
            check_schema({**group, "tests": []}, name, part)
        with pytest.raises(NotAsDescribed):
            check_file(whole(root, [{**group, "tests": []}]), name)
    assert count == len(root["testGroups"])


def alterations() -> dict[str, Callable[[dict[str, Any]], object]]:
    """What is not as described, each put into a good file."""

    def first(root: dict[str, Any]) -> dict[str, Any]:
        return root["testGroups"][0]["tests"][0]

    return {
        "count": lambda root: root.update(numberOfTests=root["numberOfTests"] + 1),
        "count-is-no-integer": lambda root: root.update(numberOfTests=float(root["numberOfTests"]) + 0.5),
        "id-twice": lambda root: first(root).update(tcId=root["testGroups"][0]["tests"][1]["tcId"]),
        "id-absent": lambda root: first(root).pop("tcId"),
        "member-of-the-file": lambda root: root.update(unknown=1),
        "member-of-a-group": lambda root: root["testGroups"][0].update(unknown=1),
        "member-of-a-vector": lambda root: first(root).update(unknown=1),
        "type": lambda root: root["testGroups"][0].update(type="Key"),
        "flag": lambda root: first(root).update(flags=["Unknown-flag"]),
        "flag-twice": lambda root: first(root).update(flags=first(root)["flags"] * 2),
        "no-flags": lambda root: first(root).update(flags=[]),
        "result": lambda root: first(root).update(result="acceptable"),
        "expect": lambda root: first(root).update(expect="elsewhere"),
        "no-expect": lambda root: first(root).pop("expect"),
        "flag-without-legend": lambda root: root.update(notes={"Normal": root["notes"]["KeyFile"]}),
        "legend-without-vector": lambda root: root["notes"].update(Normal=root["notes"]["KeyFile"]),
        "legend-of-an-unknown-flag": lambda root: root["notes"].update(Unknown_=root["notes"]["KeyFile"]),
        "legend-cut": lambda root: root["notes"]["KeyFile"].pop("effect"),
        "algorithm": lambda root: root.update(algorithm="CallSeal/2"),
        "schema": lambda root: root.update(schema="another.json"),
        "no-header": lambda root: root.pop("header"),
        "no-digest": lambda root: first(root).pop("digest"),
    }


@pytest.mark.parametrize("name", alterations())
def test_files_that_are_not_as_described(callseal: CallSeal, tmp_path: Path, name: str) -> None:
    root = json.loads(json.dumps(small(group=1)))
    text = json.dumps(root).encode()
    assert parse_file(text, "good").groups
    alterations()[name](root)
    with pytest.raises(NotAsDescribed):
        parse_file(json.dumps(root).encode(), name)
    callseal.refuses(3, arguments=("vectors", "verify", write(tmp_path / "bad.json", root)))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_group_shares_is_as_described(name: str) -> None:
    """Each member of a group, taken away or of another type."""
    count = 0
    for group, _ in groups(name):
        part = group["type"][0].lower() + group["type"][1:] + "Group"
        one = {**group, "tests": group["tests"][:1]}
        check_schema(one, name, part)
        for member in one:
            count += 1
            for wrong in ({other: one[other] for other in one if other != member}, {**one, member: 5}):
                with pytest.raises(NotAsDescribed):
                    check_schema(wrong, name, part)
    assert count >= 3 * len(groups(name))


def test_the_description_states_the_counts() -> None:
    lines = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    for name in NAMES:
        (row,) = [line for line in lines if line.startswith(f"| `{name}` |")]
        _, _, types, count, *_ = row.split("|")
        assert int(count) == published(name)["numberOfTests"]
        used = dict.fromkeys(group["type"] for group, _ in groups(name))
        assert [word.strip(" `") for word in types.split(",")] == list(used)
