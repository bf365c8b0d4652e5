"""What is shown and handed on: names, handles, notification text and data, compared member by member."""

from __future__ import annotations

import pytest

from support import CallSeal, Phone, World, make_event
from verifier.decision import Decision

TEXTS = {
    "empty": "",
    "space": " ",
    "white-space": "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000",
    "inner-white-space": "a\t\n\x0b\x0c\r b\x85c\xa0d\u1680e\u2000f\u200ag\u2028h\u2029i\u202fj\u205fk\u3000l",
    "around": "\u3000 a b \t",
    "controls": "a\x00b\x01c\x1fd\x7fe\x80f\x9fg\x84h\x86i",
    "controls-in-white-space": "a \x00 \x1f\u202e b",
    "only-controls": "\x00\x1f\x7f\x9f\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
    "bidi": "\u202eabc\u202c\u2066d\u2069\u200ee\u200ff\u061cg",
    "invisible": "\u200b\u200c\u200d\u2060\u3164\ufeff",
    "invisible-and-space": "\u200b \u2060\x00 \ufeff",
    "invisible-within": "a\u200b\u200c\u200d\u2060\u3164\ufeffb",
    "neighbours": "\u200a\u200b\u2010\u2027\u202f\u2065\u206a\u061b\u061d\u180e\u2061\u00ad\ufe0f",
    "lines": "one\ntwo\r\nthree\rfour\x85five\u2028six\u2029seven",
    "lines-and-space": "one \n two\t\n\n  three",
    "lines-around": "\n\none\n",
    "vertical-tab": "one\x0btwo\x0cthree",
    "emoji": "👩\u200d👩\u200d👧 🇩🇪 👍🏽",
    "composed": "e\u0301 \u00e9",
    "quotes": '"\\/\b\f',
    "astral": "𝄞 \U0010fffd",
    "markup": "<b>&amp;</b> %@ %s",
}

GRAPHEMES = (
    "a",
    "\u00e9",
    "e\u0301",
    "👩\u200d👩\u200d👧\u200d👦",
    "🇩🇪",
    "👍🏽",
    "각",
    "\u1100\u1161\u11a8",
    "1\ufe0f\u20e3",
    "\u200b",
)

NUMBERS = ("+14155550123", "+1 (234) 456-7890", "0049.30.123", "[1] 2", "\u202d+1\u202c 2", "+1\xa02", "()- .",
           "\u200b", "-",
           "(\u200b)", "", " ", "1\u20102", "1\u20112", "1\u20132", "1\u00ad2", "{1}", "<1>", "1/2",
           "+1;ext=5", "00 49 30",
           "1\u200b2", "tel:+1", "\uff08\uff11\uff09", "1\uff0e2", "1\u20122")  # fmt: skip


@pytest.fixture
def phone(callseal: CallSeal, world: World) -> Phone:
    return Phone(callseal, world)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_texts(phone: Phone, text: str) -> None:
    decisions: list[Decision] = []
    for kind in ("phone", "email", "generic", "other"):
        decisions.append(phone.gets(make_event("call", name=text, handle={"type": kind, "value": "x" + text})))
        decisions.append(phone.gets(make_event("call", handle={"type": kind, "value": text})))
        decisions.append(phone.gets(make_event("call-ended", name=text, handle={"type": kind, "value": text})))
    for member in ("title", "subtitle", "body", "sound", "thread", "category", "interruption"):
        for other in ({"title": "T", "body": None}, {"title": None, "body": "B"}, {"title": None, "body": None}):
            decisions.append(phone.gets(make_event("notification", **{**other, member: text})))
    assert {decision.reason for decision in decisions} <= {"call", "missed", "notification", "open-failed"}
    assert decisions[0].reason == "call"


@pytest.mark.parametrize("value", NUMBERS, ids=ascii)
def test_handles(phone: Phone, value: str) -> None:
    for kind in ("phone", "email", "generic"):
        handle = {"type": kind, "value": value}
        assert phone.gets(make_event("call", handle=handle, name=None)).reason in ("call", "open-failed")
        assert phone.gets(make_event("call-ended", handle=handle, name=None)).reason == "missed"


@pytest.mark.parametrize("grapheme", GRAPHEMES, ids=ascii)
def test_names_are_cut_between_graphemes(phone: Phone, grapheme: str) -> None:
    assert phone.gets(make_event("call", name=grapheme * 63 + "xy")).reason == "call"
    for name in (grapheme * 64, grapheme * 65, "a" + grapheme * 64):
        if len(name.encode()) < 2000:
            assert phone.gets(make_event("call", name=name)).reason == "call"
    assert phone.gets(make_event("call", name="a" * 63 + " b")).reason == "call"


DATA = {
    "empty": {},
    "nulls": {"a": None, "b": [None, 1, [None]], "c": {"d": None}},
    "numbers": {"a": 1, "b": 1.0, "c": 1e3, "d": -0.0, "e": 2**53 - 1, "f": [0.5, 1, -1], "g": {"h": 2.5}},
    "booleans": {"a": True, "b": [False, 0, 1]},
    "texts": {"": "", "\u202e": "\u202e\x00", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"): "😀"},
    "equal-names": {"e\u0301": 1, "\u00e9": 2, "x": {"\u00c5": 1, "\u212b": 2, "A\u030a": 3}},
    "equal-names-null-first": {"e\u0301": None, "\u00e9": 2},
    "equal-names-number-first": {"e\u0301": 1.5, "\u00e9": 2},
    "compatible-names": {"\ufb01": 1, "fi": 2},
    "names-of-ours": {"aps": 1, "callseal": 2, "sealed": 3, "id": 4, "__proto__": 5},
    "array": {"a": [[], {}, [{}]]},
}


@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
def test_data(phone: Phone, data: dict) -> None:
    reasons = [phone.gets({**make_event(kind), "data": data}).reason for kind in ("call", "call-ended", "notification")]
    assert reasons == ["call", "missed", "notification"]
    decision = phone.gets({**make_event("data"), "data": data})
    assert decision.reason == "data" and decision.data is not None


def test_a_data_event_without_data(phone: Phone) -> None:
    for data in ({"data": None}, {}):
        event = {name: value for name, value in make_event("data").items() if name != "data"}
        assert phone.gets({**event, **data}).reason == "data"


def test_missed_calls_with_less(phone: Phone) -> None:
    for handle in (
        None,
        {},
        {"value": "x"},
        {"type": "phone"},
        {"type": None, "value": "+1-2"},
        {"type": "phone", "value": " "},
    ):
        for name in (None, "", "N"):
            assert phone.gets(make_event("call-ended", handle=handle, name=name)).reason == "missed"


def test_an_unknown_sender_is_not_named(callseal: CallSeal, world: World) -> None:
    phone = Phone(callseal, world, accepts_unsigned=True)
    for sender in (None, "stranger", "sender"):
        decision = phone.gets(make_event("call"), sender=sender)
        assert decision.payload is not None and ("sender" in decision.payload) is (sender == "sender")
