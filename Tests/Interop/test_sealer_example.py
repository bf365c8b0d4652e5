"""`Tools/seal.py`, the sealer that other languages can start from, through `callseal filter` and `callseal open`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import seal as example
from support import AUDIENCE, NOW, CallSeal, World, make_event, read_output, to_body
from verifier.wire import BUCKETS, ENVELOPE_SIZES, decode_base64

ROOM = {"unsigned": (510, 1022, 2046, 2558), "signed": (438, 950, 1974, 2486)}


def sealed(world: World, body: bytes, form: str, floor: int = 512) -> str:
    signer = world.keys["sender"].secret if form == "signed" else None
    return example.seal(body, world.keys["device"].public.raw, AUDIENCE, signer, floor)


def padded(event: dict, size: int) -> bytes:
    """An event's body, made so long by a member that nobody knows."""
    missing = size - len(to_body({**event, "pad": ""}))
    body = to_body({**event, "pad": "x" * missing})
    assert len(body) == size
    return body


@pytest.mark.parametrize("bucket", BUCKETS)
@pytest.mark.parametrize("form", ROOM)
def test_every_bucket_at_both_ends(callseal: CallSeal, world: World, form: str, bucket: int) -> None:
    at = BUCKETS.index(bucket)
    event = make_event("call", name="Zoë 👩‍👧")
    smallest = max(len(to_body({**event, "pad": ""})), ROOM[form][at - 1] + 1 if at else 0)
    arguments = world.open_arguments(form == "unsigned")
    for size in (smallest, ROOM[form][at]):
        body = padded(event, size)
        text = sealed(world, body, form)
        assert len(decode_base64(text)) == ENVELOPE_SIZES[at]
        assert callseal.output("open", *arguments, stdin=text.encode()) == body
        push = to_body({"aps": example.ALERT, "sealed": text})
        decision = read_output(callseal.output("filter", *arguments, "--now", str(NOW), stdin=push))
        assert (decision["action"], decision["reason"]) == ("report", "call")
        assert decision["payload"]["name"] == "Zoë 👩‍👧" and decision["payload"]["sealed"] == text
        sender = world.keys["sender"].public.thumbprint if form == "signed" else None
        assert decision["event"].get("sender") == sender


@pytest.mark.parametrize("kind", ["call", "call-ended", "notification", "data"])
@pytest.mark.parametrize("form", ROOM)
def test_the_usual_floor_hides_the_kind(callseal: CallSeal, world: World, form: str, kind: str) -> None:
    text = sealed(world, to_body(make_event(kind)), form, floor=2560)
    assert len(text) == 3490
    push = to_body({"sealed": text})
    arguments = [*world.open_arguments(form == "unsigned"), "--now", str(NOW)]
    decision = read_output(callseal.output("filter", *arguments, stdin=push))
    assert decision["event"]["kind"] == kind


@pytest.mark.parametrize("form", ROOM)
def test_a_body_too_long_is_refused(world: World, form: str) -> None:
    with pytest.raises(ValueError, match="1 bytes too long"):
        sealed(world, bytes(ROOM[form][-1] + 1), form)


def test_another_audience_or_sender_does_not_pass(callseal: CallSeal, world: World) -> None:
    body, to = to_body(make_event("call")), world.keys["device"].public.raw
    for audience, signer, reason in (
        ("org.example.other", "sender", "open-failed"),
        (AUDIENCE, "stranger", "untrusted-sender"),
        (AUDIENCE, "sender", "call"),
    ):
        push = to_body({"sealed": example.seal(body, to, audience, world.keys[signer].secret)})
        arguments = [*world.open_arguments(False), "--now", str(NOW)]
        assert read_output(callseal.output("filter", *arguments, stdin=push))["reason"] == reason


@pytest.mark.parametrize("form", ROOM)
def test_as_a_program(callseal: CallSeal, world: World, form: str) -> None:
    """From the files that the command line writes, and with what it fills in."""
    script = Path(example.__file__)
    signer = ["--sign-with", str(world.private("sender"))] if form == "signed" else []
    command = [sys.executable, str(script), "--to", str(world.public("device")), "--audience", AUDIENCE, *signer]
    event = {"kind": "call", "call": {"handle": {"type": "phone", "value": "+14155550123"}}}
    push = subprocess.run(command, input=to_body(event), capture_output=True, timeout=20, check=True).stdout
    assert len(push) <= 4096
    arguments = world.open_arguments(form == "unsigned")
    body = json.loads(callseal.output("open", *arguments, stdin=push))
    assert list(body) == ["kind", "id", "sent", "expires", "call"] and body["expires"] == body["sent"] + 45_000
    assert abs(body["sent"] - time.time() * 1000) < 60_000
    assert read_output(callseal.output("filter", *arguments, stdin=push))["action"] == "report"
    assert len(script.read_text().splitlines()) < 80
