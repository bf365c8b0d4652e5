"""Whether two JSON values are the same, and where they are not; the order of members is none of JSON's business."""

from __future__ import annotations

import json
from typing import TypeAlias

from .ijson import Json

Outcome: TypeAlias = "tuple[str, str] | None"
"""What was expected and what came, where they differ."""


def compare(expected: Json, got: Json, at: str = "") -> Outcome:
    """The first difference. 1 and 1.0 are one number; 1 and true are not one value."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for name in [*expected, *(name for name in got if name not in expected)]:
            place = f"{at}.{name}" if at else name
            if name not in expected or name not in got:
                return _words(place, expected.get(name), name in expected), _words(place, got.get(name), name in got)
            if difference := compare(expected[name], got[name], place):
                return difference
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for index, pair in enumerate(zip(expected, got, strict=True)):
            if difference := compare(*pair, f"{at}[{index}]"):
                return difference
        return None
    if isinstance(expected, bool) is isinstance(got, bool) and expected == got:
        return None
    return _words(at, expected), _words(at, got)


def _words(place: str, value: Json, is_there: bool = True) -> str:
    text = json.dumps(value, ensure_ascii=False) if is_there else "absent"
    return (f"{place} " if place else "") + (text if len(text) <= 100 else text[:100] + "…")
