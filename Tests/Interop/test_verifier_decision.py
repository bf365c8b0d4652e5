"""The Python verifier by itself: cleaning, bodies, decisions and what only a library can set. Needs no binary."""

from __future__ import annotations

import pytest

from support import AUDIENCE, NOW, make_event, to_body
from verifier.body import as_property_list, read_event
from verifier.decision import Configuration, Decision, Policy, decide, settle
from verifier.display import clean, clean_handle, clean_lines, clean_name
from verifier.envelope import seal
from verifier.fault import Fault
from verifier.keys import DEVICE, PrivateKey
from verifier.ledger import MOST_CALLS, MOST_IDS, Ledger
from verifier.wire import encode_base64url

DEVICE_KEY = PrivateKey(DEVICE, bytes(range(32)))
CALL_ID = "0f9a4e0e-1111-4222-8333-444455556666"


OPEN_TO_ALL = Policy(accept_unsigned=True)


def run(event: dict, now: int, ledger: Ledger, policy: Policy = OPEN_TO_ALL) -> Decision:
    to = Configuration([DEVICE_KEY], AUDIENCE, policy=policy)
    sealed = encode_base64url(seal(to_body(event), DEVICE_KEY.public, AUDIENCE))
    return decide({"sealed": sealed}, now, to, ledger)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("  a\t\n b ", "a b"), ("a \x00 b", "a b"), ("a\x00b", "ab"), ("a\x85b", "a b"), ("\u202ea\u2069", "a"),
     ("a\u200bb", "a\u200bb"), ("a\u3000\u2028b", "a b"), ("a\x7fb", "ab"), ("\x1fa\x0bb", "a b"), ("", "")],
)  # fmt: skip
def test_cleans_one_line(text: str, expected: str) -> None:
    assert clean(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\r\nb\rc\x85d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"), ("a \n\t b\x0bc", "a\nb c"), ("a\n\nb", "a\n\nb")],
)
def test_keeps_line_breaks_of_a_body(text: str, expected: str) -> None:
    assert clean_lines(text) == expected


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [("phone", "+1 (234) 456-78.90", "+12344567890"), ("generic", "a-b (c).", "a-b (c)."), ("phone", " - ", "-"),
     ("phone", "\u200b", ""), ("email", "\u3164 ", ""), ("phone", "(\u200b)", "(\u200b)"), ("phone",
     "00\u200e49", "0049")],
)  # fmt: skip
def test_cleans_handles(kind: str, value: str, expected: str) -> None:
    assert clean_handle(kind, value) == expected


FAMILY = "👩\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "grapheme", ["a", "e\u0301", FAMILY, "🇩🇪", "👍🏽", "각", "\u1100\u1161\u11a8", "1\ufe0f\u20e3", "क्"]
)
def test_cuts_names_between_graphemes(grapheme: str) -> None:
    assert clean_name(grapheme * 64) == grapheme * 64
    assert clean_name(grapheme * 65) == grapheme * 64


def test_blank_names_are_none() -> None:
    assert [clean_name(text) for text in (None, "", " ", "\u200b\u2060", "\x00", "\u200b" * 64 + "a")] == [None] * 6
    assert clean_name("a" * 63 + " b") == "a" * 63


def test_data_loses_what_a_property_list_cannot_hold() -> None:
    data = {"a": None, "b": [1, None, 1.5, [None]], "e\u0301": 1, "\u00e9": 2, "c": {"d": 1.25, "f": True}}
    assert as_property_list({"e\u0301": None, "\u00e9": 2}) == {"\u00e9": 2}
    assert as_property_list(data) == {"b": [1, 1.5, []], "e\u0301": 1, "c": {"d": 1.25, "f": True}}
    call = {**make_event("call"), "data": data}
    assert read_event(to_body(call)).data == {"b": [1, []], "e\u0301": 1, "\u00e9": 2, "c": {"f": True}}
    other = {**make_event("call-ended"), "data": data}
    assert read_event(to_body(other)).data == data


def test_a_call_is_clamped_and_an_end_is_not() -> None:
    assert read_event(to_body(make_event("call", lives=180_001))).expires == NOW + 180_000
    assert read_event(to_body(make_event("call-ended", lives=180_001))).expires == NOW + 180_001


def test_an_unknown_kind_is_not_looked_into() -> None:
    assert read_event(b'{"kind":"call2","id":5}').kind == "call2"
    for body in (b'{"kind":null}', b'{"id":5}', b'{"kind":1}', b"[]", b""):
        with pytest.raises(Fault):
            read_event(body)


def test_report_settle_and_end() -> None:
    call, ledger, policy = make_event("call", CALL_ID.upper()), Ledger(), Policy(accept_unsigned=True)
    report = run(call, NOW, ledger)
    assert (report.action, report.reason) == ("report", "call")
    assert report.payload is not None and report.payload["id"] == CALL_ID
    assert run(call, NOW + 9_999, ledger).reason == "duplicate"
    assert run(call, NOW + 10_000, ledger).action == "report"
    assert settle(report, "failed", policy, ledger) == report.otherwise
    assert settle(report, "refused", policy, ledger) is None
    assert settle(report, "failed", policy, ledger) is None
    assert run(call, NOW, ledger).action == "report"
    assert settle(report, "accepted", policy, ledger) is None
    assert settle(report, "failed", policy, ledger) is None
    end = run(make_event("call-ended", CALL_ID, reason="answered-elsewhere"), NOW, ledger)
    assert (end.action, end.reason, end.withdraw) == ("suppress", "ended", True)
    assert settle(report, "accepted", policy, ledger) is None
    assert run(call, NOW, ledger).reason == "ended"


@pytest.mark.parametrize("outcome", ["refused", "failed"])
def test_an_incoming_call_notice_still_becomes_a_missed_call(outcome: str) -> None:
    ledger, policy = Ledger(), Policy(accept_unsigned=True, refusal_shows_call=True)
    report = run(make_event("call", CALL_ID), NOW, ledger, policy)
    content = settle(report, outcome, policy, ledger)
    assert content is not None and "sound" in content
    end = run(make_event("call-ended", CALL_ID), NOW, ledger, policy)
    assert (end.action, end.reason) == ("notify", "missed")
    assert run(make_event("call-ended", CALL_ID), NOW, ledger, policy).action == "suppress"


def test_policy_and_pass_through() -> None:
    to = Configuration([DEVICE_KEY], AUDIENCE)
    assert decide({"aps": {}}, NOW, to, Ledger()).action == "pass-through"
    strict = Configuration([DEVICE_KEY], AUDIENCE, policy=Policy(require_sealed=True))
    assert decide({}, NOW, strict, Ledger()).action == "notify"
    for sealed in (None, 1, True, 1.5, [], {}, "", "\ud800"):
        assert decide({"sealed": sealed}, NOW, to, Ledger()).reason == "malformed"
    ledger = Ledger()
    refused = run(make_event("call"), NOW, ledger, Policy(accept_unsigned=True, check=lambda event, sender: False))
    assert refused.reason == "untrusted-sender" and refused.event is not None and not ledger.calls
    assert refused.fault is not None and refused.fault.layer == "policy"


def test_unsettled_sums_saturate() -> None:
    last = make_event("call", sent=2**53 - 2, lives=1)
    assert run(last, 2**63 - 1, Ledger()).reason == "expired"
    patient = Policy(accept_unsigned=True, tolerance=2**63 - 1)
    assert run(last, 2**63 - 1, Ledger(), patient).reason == "call"


def test_the_ledger_forgets_ends_of_calls_never_offered_first() -> None:
    ledger = Ledger()
    ledger.call(("first", None)).offered = True
    for number in range(MOST_CALLS - 2):
        ledger.call((str(number), None)).offered = True
    ledger.call(("end", None)).state = "ended"
    ledger.call(("new", None)).offered = True
    assert ("end", None) not in ledger.calls and ("first", None) in ledger.calls
    ledger.call(("newer", None))
    assert ("first", None) not in ledger.calls and len(ledger.calls) == MOST_CALLS
    assert all(ledger.sees_first((str(number), None)) for number in range(MOST_IDS + 1))
    assert ledger.sees_first(("0", None)) and not ledger.sees_first(("2", None)) and len(ledger.calls) == MOST_CALLS
