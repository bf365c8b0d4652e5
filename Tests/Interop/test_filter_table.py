"""The decision's table: every row for every state that a ledger can be brought to, both sides compared.

`Phone.pushes` compares action, reason, event, payload, content, data, `otherwise`, `settled` and `withdraw`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support import NOW, CallSeal, Phone, World, make_event

ID = "0f9a4e0e-1111-4222-8333-444455556666"
CALL = make_event("call", ID)
OLD_CALL = make_event("call", ID, sent=NOW - 200_000)
FUTURE_CALL = make_event("call", ID, sent=NOW + 48 * 3600 * 1000)
REASONS = ("cancelled", "failed", "answered-elsewhere", "declined-elsewhere", "busy")
ENDS = {reason: make_event("call-ended", ID, reason=reason) for reason in REASONS}

STATES: dict[str, tuple[list[tuple[dict, str | None]], int]] = {
    "nothing": ([], 0),
    "claimed": ([(CALL, "none")], 9_999),
    "lapsed": ([(CALL, "none")], 10_000),
    "lapsed-by-a-clock-set-back": ([(CALL, "none")], -10_000),
    "claimed-and-the-clock-set-back": ([(CALL, "none")], -9_999),
    "reported": ([(CALL, "accepted")], 20_000),
    "reported-by-default": ([(CALL, None)], 20_000),
    "refused": ([(CALL, "refused")], 20_000),
    "failed": ([(CALL, "failed")], 20_000),
    "late": ([(OLD_CALL, None)], 0),
    "claimed-after-failed": ([(CALL, "failed"), (CALL, "none")], 0),
    "lapsed-after-failed": ([(CALL, "failed"), (CALL, "none")], 10_000),
    "reported-after-failed": ([(CALL, "failed"), (CALL, "accepted")], 0),
    "refused-after-failed": ([(CALL, "failed"), (CALL, "refused")], 0),
    "failed-after-failed": ([(CALL, "failed"), (CALL, "failed")], 0),
    "reported-after-late": ([(OLD_CALL, None), (CALL, "accepted")], 0),
    "ended-unseen": ([(ENDS["answered-elsewhere"], None)], 0),
    "ended-missed": ([(ENDS["cancelled"], None)], 0),
    "ended-after-report": ([(CALL, "accepted"), (ENDS["cancelled"], None)], 0),
    "ended-after-refusal": ([(CALL, "refused"), (ENDS["cancelled"], None)], 0),
}
"""What brings a ledger there (event and settlement, all at NOW), and how much later the next push arrives."""

ARRIVALS = {"call": CALL, "old-call": OLD_CALL, "future-call": FUTURE_CALL, **ENDS}


@pytest.mark.parametrize("state", STATES)
def test_every_row(callseal: CallSeal, world: World, tmp_path: Path, state: str) -> None:
    before, later = STATES[state]
    for name, event in ARRIVALS.items():
        phone = Phone(callseal, world, tmp_path / f"{name}.ledger")
        for earlier, settles in before:
            phone.gets(earlier, NOW, settles)
        phone.gets(event, NOW + later, "none")
        assert len(phone.ledger.calls) == 1
        # What is remembered afterwards shows in what comes next.
        phone.gets(CALL, NOW + later + 5_000, "failed")
        phone.gets(ENDS["declined-elsewhere"], NOW + later + 5_000)


def test_the_rows_are_the_ones_meant(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    """The table again, in the figures of the format rather than against the other side."""
    phone = Phone(callseal, world, tmp_path / "ledger")

    def reason(event: dict, later: int = 0, settles: str | None = None) -> tuple[str, str]:
        decision = phone.gets(event, NOW + later, settles)
        return decision.action, decision.reason

    assert reason(CALL, 0, "none") == ("report", "call")
    assert reason(CALL, 9_999, "none") == ("suppress", "duplicate")
    assert reason(CALL, 10_000, "failed") == ("report", "call")
    assert reason(OLD_CALL, 10_000) == ("suppress", "duplicate")
    assert reason(CALL, 11_000, "accepted") == ("report", "call")
    assert reason(CALL, 30_000) == ("suppress", "duplicate")
    assert reason(ENDS["cancelled"], 31_000) == ("suppress", "ended")
    assert reason(CALL, 32_000) == ("suppress", "ended")
    assert phone.gets(ENDS["answered-elsewhere"], NOW + 33_000).withdraw


@pytest.mark.parametrize(
    ("lives", "later", "reason"),
    [(45_000, 75_000, "call"), (45_000, 75_001, "expired"), (180_000, 210_000, "call"), (180_000, 210_001, "expired"),
     (900_000, 210_000, "call"), (900_000, 210_001, "expired"), (1, 30_001, "call"), (1, 30_002, "expired"),
     (45_000, -24 * 3600 * 1000, "call"), (45_000, -24 * 3600 * 1000 - 1, "expired")],
)  # fmt: skip
def test_when_a_call_is_in_time(callseal: CallSeal, world: World, lives: int, later: int, reason: str) -> None:
    assert Phone(callseal, world).gets(make_event("call", lives=lives), NOW + later).reason == reason


@pytest.mark.parametrize("kind", ["notification", "data"])
def test_when_other_events_are_in_time(callseal: CallSeal, world: World, kind: str) -> None:
    phone = Phone(callseal, world)
    event = make_event(kind)
    assert [phone.gets(event, NOW + later).reason for later in (-(10**9), 45_000, 45_001)] == [kind, kind, "expired"]


@pytest.mark.parametrize("now", [0, 1, 2**53 - 1, 2**63 - 1])
def test_the_ends_of_time(callseal: CallSeal, world: World, now: int) -> None:
    phone = Phone(callseal, world)
    largest = 2**53 - 1
    events = [make_event(kind, sent=0, lives=1) for kind in ("call", "call-ended", "notification", "data")]
    events += [make_event(kind, sent=largest - 1, lives=1) for kind in ("call", "call-ended", "notification", "data")]
    events += [make_event("call", sent=0, lives=largest)]
    for event in events:
        phone.gets(event, now)


def test_what_needs_no_ledger(callseal: CallSeal, world: World) -> None:
    phone = Phone(callseal, world)
    for user_info in ({}, {"aps": {"alert": "x"}}, {"callseal": 1}, {"Sealed": "AQ"}):
        assert phone.pushes(user_info).action == "pass-through"
    for kind in ("call2", "", "Call", "ended", "call "):
        assert phone.gets({"kind": kind, "id": 5}).reason == "unknown-kind"


def test_other_events_are_shown_once_for_a_sender(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    phone = Phone(callseal, world, tmp_path / "ledger", accepts_unsigned=True)
    message, data = make_event("notification", ID), make_event("data", ID.upper())
    for sender in ("sender", "second-sender", None):
        assert phone.gets(message, sender=sender).reason == "notification"
        assert phone.gets(message, sender=sender).reason == "duplicate"
        assert phone.gets(data, sender=sender).reason == "duplicate"
    # Unknown senders count as none, and calls are kept apart.
    assert phone.gets(message, sender="stranger").reason == "duplicate"
    assert phone.gets(CALL).reason == "call"
    assert phone.gets(make_event("data", ID, lives=1), NOW + 2).reason == "expired"
    other = make_event("data", "0f9a4e0e-1111-4222-8333-444455556667", lives=10)
    assert [phone.gets(other, NOW + later).reason for later in (11, 10, 10)] == ["expired", "data", "duplicate"]
