"""Each member of the body as each JSON type: both sides' verdicts, payloads and contents are the same."""

from __future__ import annotations

import copy

import pytest

from support import NOW, CallSeal, Phone, Raw, World, make_event, to_body

ABSENT = object()
VALUES: dict[str, object] = {
    "string": "x", "empty": "", "one": 1, "1.0": Raw("1.0"), "1e3": Raw("1e3"), "0.5": Raw("0.5"), "zero": 0,
    "minus-zero": Raw("-0"), "-0.0": Raw("-0.0"), "minus-one": -1, "true": True, "false": False, "null": None,
    "array": [],
    "array-of-string": ["x"], "object": {}, "object-of-null": {"x": None}, "string-of-one": "1", "string-null": "null",
    "largest": 2**53 - 1, "too-large": 2**53, "31-bits": 2**31 - 1, "32-bits": 2**31, "tiny": Raw("1e-400"),
    "minus-tiny": Raw("-1e-400"), "over-one": Raw("1.0000000000000002"), "overflow": Raw("1e309"), "absent": ABSENT,
}  # fmt: skip

HANDLE = {"type": "phone", "value": "+14155550123"}
FULL = {
    "call": make_event("call", handle=HANDLE),
    "call-ended": make_event("call-ended", handle=HANDLE),
    "notification": make_event(
        "notification", subtitle="S", sound="ping", thread="T", category="C", badge=3, interruption="passive",
        relevance=Raw("0.25"),
    ),
    "data": make_event("data"),
}  # fmt: skip
for _event in FULL.values():
    _event.setdefault("data", {"topic": "sync"})


def paths_of(value: dict, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every member, at every depth."""
    paths = []
    for name, item in value.items():
        paths.append((*before, name))
        if isinstance(item, dict):
            paths += paths_of(item, (*before, name))
    return paths


PATHS = [(kind, path) for kind, event in FULL.items() for path in paths_of(event)]


def replaced(event: dict, path: tuple[str, ...], value: object) -> dict:
    event = copy.deepcopy(event)
    parent = event
    for name in path[:-1]:
        parent = parent[name]
    if value is ABSENT:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return event


def test_the_cases_are_there() -> None:
    assert len(PATHS) == 46 and len(VALUES) == 28


@pytest.mark.parametrize(("kind", "path"), PATHS, ids=[f"{kind}:{'.'.join(path)}" for kind, path in PATHS])
def test_every_member_as_every_type(callseal: CallSeal, world: World, kind: str, path: tuple[str, ...]) -> None:
    phone = Phone(callseal, world)
    for value in VALUES.values():
        phone.gets(replaced(FULL[kind], path, value), NOW + 1_000)


def test_members_of_other_kinds_are_ignored(callseal: CallSeal, world: World) -> None:
    phone = Phone(callseal, world)
    for kind, event in FULL.items():
        others = {"call", "ended", "notification"} - set(event)
        for value in (1, "x", None, [], {}, {"handle": 1, "reason": 1, "title": 1}):
            decision = phone.gets({**event, **dict.fromkeys(others, value), "x": value}, NOW + 1_000)
            assert decision.reason == {"call-ended": "missed"}.get(kind, kind)


@pytest.mark.parametrize(
    "identity",
    ["0F9A4E0E-AAAA-4BBB-8CCC-DDDDEEEEFFFF", "0f9a4e0eaaaa4bbb8cccddddeeeeffff",
    "{0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeeffff}",
     "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeeffff ", "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeefff",
     "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeefffff",
     "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeefffg", "0f9a4e0e_aaaa-4bbb-8ccc-ddddeeeeffff",
     "00000000-0000-0000-0000-000000000000",
     "0f9a4e0-eaaaa-4bbb-8ccc-ddddeeeeffff", "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeeff\uff26\uff26",
     "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeefff\n",
     "٠f9a4e0e-aaaa-4bbb-8ccc-ddddeeeeffff", "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeefffé"],
)  # fmt: skip
def test_ids(callseal: CallSeal, world: World, identity: str) -> None:
    phone = Phone(callseal, world)
    for kind, event in FULL.items():
        is_good = identity[:2] in ("0F", "00")
        reason = phone.gets({**event, "id": identity}, NOW).reason
        assert (reason != "open-failed") is is_good, kind


GOOD = to_body(FULL["notification"]).decode()
TEXTS = {
    "bom": "\ufeff" + GOOD,
    "white-space": f" \t\r\n{GOOD}\n \t",
    "form-feed": "\x0c" + GOOD,
    "nbsp": "\xa0" + GOOD,
    "after": GOOD + "x",
    "nul-after": GOOD + "\0",
    "twice": GOOD + GOOD,
    "nothing": "",
    "array": f"[{GOOD}]",
    "string": '"x"',
    "null": "null",
    "trailing-comma": GOOD[:-1] + ",}",
    "comment": GOOD[:-1] + "/**/}",
    "equal-names": GOOD[:-1] + ',"kind":"notification"}',
    "equal-names-escaped": GOOD[:-1] + ',"\\u006bind":"call"}',
    "equal-names-deep": GOOD[:-1] + ',"x":{"a":[{"b":1,"b":1}]}}',
    "equivalent-names": GOOD[:-1] + ',"e\u0301":1,"\u00e9":1}',
    "lone-surrogate": GOOD[:-1] + ',"x":"\\ud800"}',
    "lone-surrogate-name": GOOD[:-1] + ',"\\udfff":1}',
    "reversed-surrogates": GOOD[:-1] + ',"x":"\\ude00\\ud83d"}',
    "surrogate-pair": GOOD[:-1] + ',"x":"\\ud83d\\ude00\\uD83D\\uDE00"}',
    "surrogate-then-letter": GOOD[:-1] + ',"x":"\\ud83dx"}',
    "surrogate-then-newline": GOOD[:-1] + ',"x":"\\ud83d\\n"}',
    "two-high-surrogates": GOOD[:-1] + ',"x":"\\ud83d\\ud83d\\ude00"}',
    "noncharacter": GOOD[:-1] + ',"x":"\uffff"}',
    "noncharacter-escaped": GOOD[:-1] + ',"x":"\\uFDEF"}',
    "noncharacter-astral": GOOD[:-1] + ',"x":"\U0010fffe"}',
    "noncharacter-pair": GOOD[:-1] + ',"x":"\\ud83f\\udfff"}',
    "beside-noncharacters": GOOD[:-1] + ',"x":"\ufdcf\ufdf0\ufffd\\ufffd"}',
    "nul-escaped": GOOD[:-1] + ',"x":"\\u0000"}',
    "control": GOOD[:-1] + ',"x":"\t"}',
    "delete": GOOD[:-1] + ',"x":"\x7f\u2028"}',
    "escapes": GOOD[:-1] + ',"x":"\\"\\\\\\/\\b\\f\\n\\r\\t"}',
    "bad-escape": GOOD[:-1] + ',"x":"\\a"}',
    "short-escape": GOOD[:-1] + ',"x":"\\u12"}',
    "level-32": GOOD[:-1] + ',"x":' + "[" * 31 + "]" * 31 + "}",
    "level-33": GOOD[:-1] + ',"x":' + "[" * 32 + "]" * 32 + "}",
    "level-33-object": GOOD[:-1] + ',"x":' + '{"a":' * 31 + "{}" + "}" * 31 + "}",
    "level-32-scalar": GOOD[:-1] + ',"x":' + "[" * 31 + "1" + "]" * 31 + "}",
    "deep": GOOD[:-1] + ',"x":' + "[" * 1000,
    "leading-zero": GOOD[:-1] + ',"x":01}',
    "minus-zero": GOOD[:-1] + ',"x":-0}',
    "bare-fraction": GOOD[:-1] + ',"x":.5}',
    "bare-exponent": GOOD[:-1] + ',"x":1e}',
    "bare-point": GOOD[:-1] + ',"x":1.}',
    "plus": GOOD[:-1] + ',"x":+1}',
    "nan": GOOD[:-1] + ',"x":NaN}',
    "infinity": GOOD[:-1] + ',"x":-Infinity}',
    "hexadecimal": GOOD[:-1] + ',"x":0x1}',
    "largest-double": GOOD[:-1] + ',"x":1.7976931348623157e308}',
    "rounds-to-largest": GOOD[:-1] + ',"x":1.7976931348623158e308}',
    "rounds-to-infinity": GOOD[:-1] + ',"x":1.7976931348623159e308}',
    "long-exponent": GOOD[:-1] + ',"x":1e-99999999999999999999}',
    "long-exponent-overflow": GOOD[:-1] + ',"x":1e99999999999999999999}',
    "zero-exponent": GOOD[:-1] + ',"x":0e99999999999999999999}',
    "long-integer": GOOD[:-1] + ',"x":' + "9" * 400 + "}",
    "long-fraction": GOOD[:-1] + ',"x":' + "9" * 300 + ".0}",
    "long-fraction-overflow": GOOD[:-1] + ',"x":' + "9" * 310 + ".0}",
    "smallest-integer": GOOD[:-1] + ',"x":[-9007199254740991,9007199254740991]}',
    "integer-below": GOOD[:-1] + ',"x":-9007199254740992}',
    "large-double": GOOD[:-1] + ',"x":[9007199254740993.0,1e30]}',
    "upper-case-literal": GOOD[:-1] + ',"x":True}',
    "single-quotes": "{'kind':'data'}",
    "no-colon": '{"kind" "data"}',
    "number-as-name": "{1:1}",
}
BYTES = {
    "utf-16": GOOD.encode("utf-16"),
    "overlong": GOOD[:-1].encode() + b',"x":"\xc0\xaf"}',
    "surrogate-in-utf-8": GOOD[:-1].encode() + b',"x":"\xed\xa0\xbd\xed\xb8\x80"}',
    "beyond-unicode": GOOD[:-1].encode() + b',"x":"\xf4\x90\x80\x80"}',
    "cut-sequence": GOOD[:-1].encode() + b',"x":"\xe2\x82"}',
    "cut-by-escape": GOOD[:-1].encode() + b',"x":"\xe2\\u0082"}',
    "latin-1": GOOD[:-1].encode() + b',"x":"\xe9"}',
    "bad-byte-outside": GOOD.encode() + b"\xff",
}


@pytest.mark.parametrize("name", [*TEXTS, *BYTES])
def test_json_texts(callseal: CallSeal, world: World, name: str) -> None:
    body = BYTES[name] if name in BYTES else TEXTS[name].encode()
    decision = Phone(callseal, world).pushes({"sealed": world.seal(body)}, NOW)
    assert decision.reason in ("notification", "open-failed")
