"""What the command line seals, opened by Python: buckets, floors, bodies, pushes."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from support import AUDIENCE, CallSeal, World, make_event, to_body
from verifier import ijson
from verifier.body import read_event
from verifier.envelope import open_envelope
from verifier.wire import BUCKETS, ENVELOPE_SIZES, decode_base64

SIZE_OF_BUCKET = dict(zip(BUCKETS, ENVELOPE_SIZES, strict=True))
ROOM = {False: (510, 1022, 2046, 2558), True: (438, 950, 1974, 2486)}
"""The largest body in each bucket, unsigned and signed."""


def seal(
    callseal: CallSeal, world: World, event: dict, signed: bool = True, form: str = "envelope", floor: int | None = None,
    headers: Path | None = None,
) -> bytes:
    arguments = ["--to", world.public("device"), "--audience", AUDIENCE, "--as", form]
    arguments += ["--sign-with", world.private("sender")] if signed else []
    arguments += [] if floor is None else ["--floor", str(floor)]
    arguments += [] if headers is None else ["--headers", str(headers)]
    return callseal.output("seal", *arguments, "-", stdin=to_body(event))


def text_of(output: bytes, form: str) -> str:
    """The envelope's text, in the canonical spelling."""
    if form == "envelope":
        assert output.endswith(b"\n")
        text = output[:-1].decode("ascii")
    else:
        text = json.loads(output)["sealed"]
    assert re.fullmatch(r"[A-Za-z0-9_-]+", text)
    return text


def body_of(world: World, text: str, signed: bool) -> bytes:
    opened = open_envelope(
        decode_base64(text), [world.keys["device"]], AUDIENCE, [world.keys["sender"].public], not signed
    )
    assert (opened.sender == world.keys["sender"].public) is signed
    return opened.body


def event_of_size(size: int) -> dict:
    """A data event whose compact body, members in the format's order, has so many bytes."""
    event = make_event("data", pad="")
    event["data"]["pad"] = "x" * (size - len(to_body(event)))
    assert len(to_body(event)) == size
    return event


@pytest.mark.parametrize("form", ["envelope", "push"])
@pytest.mark.parametrize("signed", [False, True], ids=["unsigned", "signed"])
@pytest.mark.parametrize("bucket", BUCKETS)
def test_python_opens_every_bucket(callseal: CallSeal, world: World, bucket: int, signed: bool, form: str) -> None:
    event = event_of_size(ROOM[signed][BUCKETS.index(bucket)])
    text = text_of(seal(callseal, world, event, signed, form, floor=512), form)
    assert len(decode_base64(text)) == SIZE_OF_BUCKET[bucket]
    assert ijson.parse(body_of(world, text, signed)) == event


@pytest.mark.parametrize("signed", [False, True], ids=["unsigned", "signed"])
def test_one_byte_more_is_the_next_bucket(callseal: CallSeal, world: World, signed: bool) -> None:
    for room, bucket in zip(ROOM[signed][:-1], BUCKETS[1:], strict=True):
        text = text_of(seal(callseal, world, event_of_size(room + 1), signed, floor=512), "envelope")
        assert len(decode_base64(text)) == SIZE_OF_BUCKET[bucket]
    arguments = ["seal", "--to", world.public("device"), "--audience", AUDIENCE]
    arguments += ["--sign-with", world.private("sender")] if signed else []
    callseal.refuses(3, 7, arguments=(*arguments, "-"), stdin=to_body(event_of_size(ROOM[signed][-1] + 1)))


@pytest.mark.parametrize("floor", [*BUCKETS, None])
def test_the_floor_decides_for_small_bodies(callseal: CallSeal, world: World, floor: int | None) -> None:
    text = text_of(seal(callseal, world, make_event("call"), floor=floor), "envelope")
    assert len(decode_base64(text)) == SIZE_OF_BUCKET[floor or 2560]


def test_a_floor_that_is_no_bucket_is_refused(callseal: CallSeal, world: World) -> None:
    for floor in ("0", "511", "513", "4096", "-512", "x"):
        arguments = ("seal", "--to", world.public("device"), "--audience", AUDIENCE, f"--floor={floor}", "-")
        callseal.refuses(2, arguments=arguments, stdin=to_body(make_event("data")))


@pytest.mark.parametrize("kind", ["call", "call-ended", "notification", "data"])
def test_what_is_absent_is_filled(callseal: CallSeal, world: World, kind: str) -> None:
    event = make_event(kind)
    given = {"data": event.pop("data", {}), **event, "x-unknown": [1, None]}
    del given["id"], given["sent"], given["expires"]
    before = time.time_ns() // 1_000_000
    body = body_of(world, text_of(seal(callseal, world, given), "envelope"), True)
    after = time.time_ns() // 1_000_000
    members = ijson.parse_object(body)
    read = read_event(body)
    assert before <= read.sent <= after
    assert read.expires - read.sent == (45_000 if kind == "call" else 30 * 24 * 3600 * 1000)
    assert members["id"] == read.id
    assert {name: members[name] for name in given} == given
    own = {"call-ended": "ended"}.get(kind, kind)
    expected = ["kind", "id", "sent", "expires", own] + (["data"] if own != "data" else [])
    assert [name for name in members if name != "x-unknown"] == expected


def test_ids_are_random_and_lower_case(callseal: CallSeal, world: World) -> None:
    event = make_event("data")
    upper = {**event, "id": event["id"].upper()}
    assert read_event(body_of(world, text_of(seal(callseal, world, upper), "envelope"), True)).id == event["id"]
    del event["id"]
    bodies = [body_of(world, text_of(seal(callseal, world, event), "envelope"), True) for _ in range(3)]
    assert len({ijson.parse_object(body)["id"] for body in bodies}) == 3


def refused_events() -> dict[str, object]:
    call = make_event("call")
    handle = {"type": "phone", "value": "4155550123"}
    return {
        "kind": {**make_event("data"), "kind": "call2"},
        "long": make_event("call", lives=180_001),
        "expired": make_event("data", lives=0),
        "handle": make_event("call", handle=handle),
        "no-handle": make_event("call", handle=None),
        "null-in-data": {**call, "data": {"a": [None]}},
        "float-in-data": {**call, "data": {"a": {"b": 1.5}}},
        "equal-names": {**call, "data": {"e\u0301": 1, "\u00e9": 2}},
        "id": {**call, "id": "1"},
        "array": [call],
    }


@pytest.mark.parametrize("name", refused_events())
def test_the_sealer_refuses(callseal: CallSeal, world: World, name: str) -> None:
    arguments = ("seal", "--to", world.public("device"), "--audience", AUDIENCE, "-")
    callseal.refuses(3, 7, arguments=arguments, stdin=to_body(refused_events()[name]))


def ordinary_events() -> list[dict]:
    return [make_event(kind) for kind in ("call", "call-ended", "notification", "data")] + [
        make_event("notification", title="x" * 300, body="é" * 300, badge=3, interruption="passive", thread="t"),
        {**make_event("call", name="N"), "data": {"n": [1, 2, 3]}},
    ]


def test_pushes_look_the_same_for_every_kind(callseal: CallSeal, world: World) -> None:
    for signed in (False, True):
        pushes = [seal(callseal, world, event, signed, "push") for event in ordinary_events()]
        assert len({len(push) for push in pushes}) == 1 and len(pushes[0]) <= 4096
        sealed = [text_of(push, "push") for push in pushes]
        rest = {push.replace(text.encode(), b"") for push, text in zip(pushes, sealed, strict=True)}
        assert len(rest) == 1, rest
        push = json.loads(pushes[0])
        assert list(push) == ["aps", "sealed"] and set(push["aps"]) == {"alert", "mutable-content"}
        assert push["aps"]["mutable-content"] == 1
        # The key id is the same from push to push; what follows it is not.
        assert len({text[:12] for text in sealed}) == 1 and len({text[12:] for text in sealed}) == len(sealed)


def test_a_voip_push_carries_the_same_envelope(callseal: CallSeal, world: World) -> None:
    event = make_event("call")
    push = seal(callseal, world, event, form="voip")
    members = json.loads(push)
    assert len(push) <= 5120 and {**members, "sealed": ""} == {"aps": {}, "callseal": 1, "sealed": ""}
    assert ijson.parse(body_of(world, members["sealed"], True)) == event


def test_headers_do_not_depend_on_the_event(callseal: CallSeal, world: World) -> None:
    """`--headers` gives the push's headers; `apns-id` and the time of sending alone may differ."""
    headers = []
    for event in ordinary_events():
        event["id"] = "0f9a4e0e-1111-4222-8333-444455556666"
        before = int(time.time())
        file = world.folder / f"headers-{event['kind']}.txt"
        seal(callseal, world, event, form="push", headers=file)
        found = dict(line.split(": ", 1) for line in file.read_text().splitlines())
        assert before + 86_399 <= int(found.pop("apns-expiration")) <= int(time.time()) + 86_401
        assert found.pop("apns-id") != event["id"]
        headers.append({name: str(value) for name, value in found.items() if name.startswith("apns-")})
    expected = {"apns-push-type": "alert", "apns-priority": "10", "apns-topic": AUDIENCE}
    assert headers == [expected] * len(ordinary_events())
