"""JSON that is changed in one place, and the published vectors to change."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, TypeAlias

from verifier import ijson
from verifier.vectorfile import FOLDER, SCHEMA, NotAsDescribed, check_schema, digest
from verifier.vectors import Runner, make_runner

Path: TypeAlias = "tuple[str | int, ...]"

NAMES = sorted(path.name for path in FOLDER.glob("*.json") if path.name != SCHEMA)
OUTPUTS = {"body", "bodyHex", "event", "seal", "thumbprint", "keyId", "publicKey", "keys"}
"""What a vector that is no sequence is told to give."""


@functools.cache
def published(name: str) -> dict[str, Any]:
    """A published file; nobody may change it in place."""
    return ijson.parse_object((FOLDER / name).read_bytes())


@functools.cache
def groups(name: str) -> list[tuple[dict[str, Any], Runner]]:
    return [(group, make_runner(group)) for group in published(name)["testGroups"]]


def vectors(name: str) -> Iterator[tuple[dict[str, Any], Runner, dict[str, Any]]]:
    for group, runner in groups(name):
        for test in group["tests"]:
            yield group, runner, test


def changes(value: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every way to change one leaf, to take one member or element away, or to put one in, with its place."""
    if isinstance(value, dict):
        yield (*at, "unknown"), {**value, "unknown": 1}
        for name, item in value.items():
            yield (*at, name), {other: value[other] for other in value if other != name}
            for place, changed in changes(item, (*at, name)):
                yield place, {**value, name: changed}
    elif isinstance(value, list):
        yield at, [*value, None]
        for index, item in enumerate(value):
            yield (*at, index), value[:index] + value[index + 1 :]
            for place, changed in changes(item, (*at, index)):
                yield place, [*value[:index], changed, *value[index + 1 :]]
    elif isinstance(value, bool):
        yield at, not value
    elif isinstance(value, int):
        yield at, value ^ 1
    elif isinstance(value, float):
        yield at, value + 0.25
    elif isinstance(value, str):
        middle = len(value) // 2
        yield at, value[:middle] + ("C" if value[middle : middle + 1] == "B" else "B") + value[middle + 1 :]
    else:
        yield at, "null"


def part_of(group: dict[str, Any], test: dict[str, Any]) -> str:
    """The schema's definition for a vector."""
    if group["type"] == "Decisions":
        return "decisions"
    start = {"Envelope": "envelope", "Jwk": "jwk", "JwkSet": "jwkSet", "Pem": "pem"}[group["type"]]
    return start + ("Invalid" if test.get("result") == "invalid" else "Valid")


def passes(group: dict[str, Any], runner: Runner, test: dict[str, Any], keeps_digest: bool = False) -> bool:
    """Whether a vector passes, its digest computed anew unless it is to be kept.

    The schema comes first in a real run; here it is asked last, since it is slow.
    """
    try:
        if runner.outcome(test) is not None:
            return False
    except NotAsDescribed:
        return False
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, IndexError):
        pass  # A runner may trip over what the schema refuses: so it has to.
    else:
        if keeps_digest and digest(group, test) != test["digest"]:
            return False
    try:
        check_schema(test, "vector", part_of(group, test))
    except NotAsDescribed:
        return False
    return True
