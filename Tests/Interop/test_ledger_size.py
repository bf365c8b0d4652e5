"""What a full ledger forgets: more than a thousand pushes each, so these take a while."""

from __future__ import annotations

import uuid
from pathlib import Path

from support import CallSeal, Phone, World, make_event
from verifier.ledger import MOST_CALLS, MOST_IDS


def test_a_full_ledger(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    phone = Phone(callseal, world, tmp_path / "ledger")
    first, second, unseen_end, late_end = (str(uuid.uuid4()) for _ in range(4))
    assert phone.gets(make_event("call", first)).reason == "call"
    assert phone.gets(make_event("call", second)).reason == "call"
    assert phone.gets(make_event("call-ended", unseen_end, reason="answered-elsewhere")).reason == "ended"
    while len(phone.ledger.calls) < MOST_CALLS:
        phone.gets(make_event("call"))
    # The end of a call never offered goes first, so that call can ring; then the call that came first goes.
    assert phone.gets(make_event("call", first)).reason == "duplicate"
    assert phone.gets(make_event("call", late_end)).reason == "call"
    assert phone.gets(make_event("call", first)).reason == "duplicate"
    assert phone.gets(make_event("call", unseen_end)).reason == "call"
    assert phone.gets(make_event("call", second)).reason == "duplicate"
    assert phone.gets(make_event("call", first)).reason == "call"
    assert phone.gets(make_event("call", second)).reason == "call"


def test_no_flood_of_messages_pushes_a_call_out(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    phone = Phone(callseal, world, tmp_path / "ledger")
    call, first, second = make_event("call"), make_event("data"), make_event("data")
    assert [phone.gets(event).reason for event in (call, first, second)] == ["call", "data", "data"]
    while len(phone.ledger.ids) < MOST_IDS:
        phone.gets(make_event("data"))
    assert phone.gets(first).reason == "duplicate"
    assert phone.gets(make_event("data")).reason == "data"
    assert phone.gets(second).reason == "duplicate"
    assert phone.gets(first).reason == "data"
    assert phone.gets(call).reason == "duplicate"
