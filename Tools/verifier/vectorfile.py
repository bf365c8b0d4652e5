"""Files of vectors: what all of them have (the format, "The vectors"), before any vector is run.

The schema says which members there are and of which type; what is beyond a schema is looked at here: counts, numbers
that are there twice, flags and their legend, and the digest of each vector.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from . import ijson

Object = Mapping[str, Any]
"""A JSON object whose members a schema has vouched for."""

SCHEMA = "schema.json"
FOLDER = Path(__file__).resolve().parents[2] / "Vectors"


class NotAsDescribed(ValueError):
    """A file that is none of vectors, or that does not tell the truth about itself."""


@dataclass(frozen=True)
class VectorFile:
    """A file that is as described; its groups are as they stand in it."""

    name: str
    groups: list[Object]


def read_files(paths: Iterable[Path]) -> list[VectorFile]:
    """Every file that is named, and every `.json` but the schema of a folder."""
    files: list[Path] = []
    for path in paths:
        files += sorted(found for found in path.glob("*.json") if found.name != SCHEMA) if path.is_dir() else [path]
    if len(set(files)) != len(files):
        raise NotAsDescribed("a file is named twice")
    return [parse_file(path.read_bytes(), str(path)) for path in files]


def parse_file(text: bytes, name: str) -> VectorFile:
    """Reads a file by the format's own strict JSON."""
    try:
        root = ijson.parse_object(text)
    except ijson.NotIJson as error:
        raise NotAsDescribed(f"{name}: {error}") from None
    return check_file(root, name)


def published() -> dict[str, int]:
    """How many vectors each published file has, by the table of the format, "The vectors"."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    return {name: int(count) for name, count in re.findall(r"^\| `(\w+\.json)` \|[^|]*\| (\d+) \|", text, re.MULTILINE)}


def what_is_missing(files: Iterable[VectorFile]) -> str | None:
    """How much of what is published these files are; nothing where they are all of it."""
    whole = published()
    counts = [(Path(file.name).name, sum(len(group["tests"]) for group in file.groups)) for file in files]
    if len(counts) == len(whole) and all(whole.get(name) == count for name, count in counts):
        return None
    known = [(name, count) for name, count in counts if name in whole]
    here, there = sum(count for _, count in known), sum(whole.values())
    return f"{len({name for name, _ in known})} of {len(whole)} files, {here} of {there} vectors"


def check_file(root: Object, name: str) -> VectorFile:
    """What a whole file has to be, whatever its vectors come to."""
    check_schema(root, name)
    groups = root["testGroups"]
    check_counts(root, name)
    return VectorFile(name, groups)


def check_counts(root: Object, name: str) -> None:
    """What no schema can say of a file."""
    tests = [test for group in root["testGroups"] for test in group["tests"]]
    if root["numberOfTests"] != len(tests):
        raise NotAsDescribed(f"{name}: numberOfTests is {root['numberOfTests']}, and there are {len(tests)}")
    ids = [test["tcId"] for test in tests]
    if len(set(ids)) != len(ids):
        twice = next(number for number in ids if ids.count(number) > 1)
        raise NotAsDescribed(f"{name}: tcId {twice} is there twice")
    odd = {flag for test in tests for flag in test["flags"]} ^ set(root["notes"])
    if odd:
        raise NotAsDescribed(f"{name}: flags and their legend in notes differ in {', '.join(sorted(odd))}")


def check_schema(value: object, name: str, part: str = "") -> None:
    """Whether a value is as the schema has it: a whole file, or one of the schema's definitions."""
    error = jsonschema.exceptions.best_match(_validator(part).iter_errors(value))
    if error is not None:
        place = "".join(f"[{step!r}]" for step in error.absolute_path)
        raise NotAsDescribed(f"{name}{place}: {error.message[:200]}")


@functools.cache
def _validator(part: str) -> jsonschema.protocols.Validator:
    # Ours, not one that lies beside the files: who alters vectors could alter that too.
    schema = json.loads((FOLDER / SCHEMA).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    if part:
        schema = {"$schema": schema["$schema"], "$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    return jsonschema.Draft202012Validator(schema)


def digest(group: Object, test: Object) -> str:
    """What tells an altered vector from the published one; it proves nothing."""
    shared = {name: value for name, value in group.items() if name != "tests"}
    own = {name: value for name, value in test.items() if name != "digest"}
    text = "".join(json.dumps(value, separators=(",", ":"), ensure_ascii=False) for value in (shared, own))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
