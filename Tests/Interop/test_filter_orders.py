"""Orders in which pushes arrive, copies of them, and two processes at once on one ledger."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from support import NOW, CallSeal, Phone, World, make_event, to_body

ID = "0f9a4e0e-aaaa-4bbb-8ccc-ddddeeeeffff"


@pytest.fixture
def phone(callseal: CallSeal, world: World, tmp_path: Path) -> Phone:
    return Phone(callseal, world, tmp_path / "ledger", accepts_unsigned=True)


@pytest.mark.parametrize("reason", ["cancelled", "failed", "answered-elsewhere", "declined-elsewhere"])
def test_an_end_before_its_offer(phone: Phone, reason: str) -> None:
    end = phone.gets(make_event("call-ended", ID, reason=reason))
    assert end.action == ("notify" if reason in ("cancelled", "failed") else "suppress")
    assert phone.gets(make_event("call", ID), NOW + 1).reason == "ended"
    assert phone.gets(make_event("call-ended", ID, reason="cancelled"), NOW + 2).action == "suppress"


def test_an_end_between_two_copies(phone: Phone) -> None:
    assert phone.gets(make_event("call", ID)).reason == "call"
    assert phone.gets(make_event("call-ended", ID), NOW + 100).reason == "ended"
    assert phone.gets(make_event("call", ID, sent=NOW + 50), NOW + 200).reason == "ended"


def test_late_then_in_time(phone: Phone) -> None:
    late = phone.gets(make_event("call", ID), NOW + 100_000)
    assert (late.action, late.reason) == ("notify", "expired")
    assert phone.gets(make_event("call", ID), NOW + 100_001).reason == "duplicate"
    assert phone.gets(make_event("call", ID, sent=NOW + 100_000), NOW + 100_002).reason == "call"
    # One missed call is shown for an id, and it goes when someone answered elsewhere.
    end = make_event("call-ended", ID, sent=NOW + 110_000)
    assert phone.gets(end, NOW + 110_000).action == "suppress"
    answered = make_event("call-ended", ID, sent=NOW + 110_000, reason="answered-elsewhere")
    assert phone.gets(answered, NOW + 110_000).withdraw


def test_copies_ring_once(phone: Phone, world: World) -> None:
    user_info = {"sealed": world.seal(to_body(make_event("call", ID)))}
    assert [phone.pushes(user_info).reason for _ in range(3)] == ["call", "duplicate", "duplicate"]
    standard = user_info["sealed"].translate(str.maketrans("-_", "+/"))
    assert phone.pushes({"sealed": standard + "=" * (-len(standard) % 4)}).reason == "duplicate"
    assert phone.gets(make_event("call", ID, sent=NOW + 3)).reason == "duplicate"
    assert phone.gets(make_event("call", ID.upper(), sent=NOW + 4)).reason == "duplicate"


def test_an_unsettled_claim_lapses_at_ten_seconds(phone: Phone) -> None:
    times = (0, 1, 9_999, 10_000, 19_999, 20_000)
    reasons = [phone.gets(make_event("call", ID), NOW + later, "none").reason for later in times]
    assert reasons == ["call", "duplicate", "duplicate", "call", "duplicate", "call"]
    missed = phone.gets(make_event("call-ended", ID), NOW + 20_001)
    assert (missed.action, missed.reason) == ("notify", "missed")


def test_nobody_ends_the_call_of_another(phone: Phone) -> None:
    assert phone.gets(make_event("call", ID), settles="none").reason == "call"
    for sender in ("second-sender", "stranger", None):
        phone.gets(make_event("call-ended", ID, reason="answered-elsewhere"), sender=sender)
    assert phone.gets(make_event("call", ID), NOW + 10_000).reason == "call"
    assert phone.gets(make_event("call-ended", ID), NOW + 10_001).action == "suppress"


def test_a_refused_call_is_missed_once(phone: Phone) -> None:
    assert phone.gets(make_event("call", ID), settles="refused").reason == "call"
    assert phone.gets(make_event("call-ended", ID)).action == "suppress"
    assert phone.gets(make_event("call", ID)).reason == "ended"


@pytest.mark.parametrize("round_number", range(20))
def test_two_processes_report_once(callseal: CallSeal, world: World, tmp_path: Path, round_number: int) -> None:
    text = json.dumps({"sealed": world.seal(to_body(make_event("call")))}).encode()
    command = [
        callseal.binary,
        "filter",
        *world.open_arguments(False),
        "--now",
        str(NOW),
        "--ledger",
        tmp_path / "ledger",
    ]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    processes = [subprocess.Popen([*map(str, command), "-"], **pipes) for _ in range(2)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.flush()
    for process in processes:
        process.stdin.close()  # both have started and read; now both decide
    outputs = [process.stdout.read() for process in processes]
    errors = [process.stderr.read() for process in processes]
    assert [process.wait(20) for process in processes] == [0, 0], errors
    found = sorted((json.loads(output)["action"], json.loads(output)["reason"]) for output in outputs)
    assert found == [("report", "call"), ("suppress", "duplicate")]
