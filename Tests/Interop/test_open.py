"""What Python seals, opened by the command line: every spelling, every fault with its exit code."""

from __future__ import annotations

import json

import pytest

from support import AUDIENCE, CallSeal, Phone, World, make_event, to_body
from test_verifier import small_order_signature
from verifier.curves import L, P
from verifier.envelope import make_plaintext, seal, seal_padded, sign, signature_message
from verifier.wire import BUCKETS, decode_base64, encode_base64url, pad

EVENT = make_event("notification")
BODY = to_body(EVENT)
TO_STANDARD = str.maketrans("-_", "+/")


def opens(callseal: CallSeal, world: World, text: bytes, accepts_unsigned: bool = False) -> bytes:
    return callseal.output("open", *world.open_arguments(accepts_unsigned), "-", stdin=text)


def refuses(callseal: CallSeal, world: World, code: int, text: bytes, accepts_unsigned: bool = False) -> None:
    callseal.refuses(code, arguments=("open", *world.open_arguments(accepts_unsigned), "-"), stdin=text)


def padded(text: str) -> str:
    return text + "=" * (-len(text) % 4)


@pytest.mark.parametrize("floor", BUCKETS)
@pytest.mark.parametrize("sender", [None, "sender", "second-sender"])
def test_opens_every_bucket(callseal: CallSeal, world: World, floor: int, sender: str | None) -> None:
    text = world.seal(BODY, sender, floor)
    standard = text.translate(TO_STANDARD)
    forms = [text, text + "\n", standard, padded(text), padded(standard) + "\n"]
    forms += [json.dumps({"aps": {"mutable-content": 1}, "sealed": form}) for form in (text, padded(standard))]
    for form in forms:
        assert opens(callseal, world, form.encode(), sender is None).removesuffix(b"\n") == BODY


@pytest.mark.parametrize("signed", [False, True], ids=["unsigned", "signed"])
@pytest.mark.parametrize("bucket", range(len(BUCKETS)))
def test_opens_full_buckets(callseal: CallSeal, world: World, bucket: int, signed: bool) -> None:
    room = BUCKETS[bucket] - (74 if signed else 2)
    event = make_event("data", pad="")
    event["data"]["pad"] = "x" * (room - len(to_body(event)))
    text = world.seal(to_body(event), "sender" if signed else None)
    assert len(decode_base64(text)) == BUCKETS[bucket] + 57
    assert opens(callseal, world, text.encode(), not signed).removesuffix(b"\n") == to_body(event)


def test_the_fixed_ephemeral_seal_opens(callseal: CallSeal, world: World) -> None:
    ephemeral = world.keys["other-device"]
    sealed = seal(BODY, world.keys["device"].public, AUDIENCE, world.keys["sender"], 512, ephemeral)
    assert opens(callseal, world, encode_base64url(sealed).encode()).removesuffix(b"\n") == BODY


def mixed_alphabets(world: World) -> str:
    """A spelling with both alphabets in it."""
    text = next(text for text in (world.seal(BODY) for _ in range(1000)) if "-" in text and "_" in text)
    return text.replace("-", "+")


def malformed_texts(world: World) -> dict[str, str]:
    text = world.seal(BODY, floor=512)  # 569 bytes: 759 characters, and one "=" when padded
    return {
        "mixed": mixed_alphabets(world),
        "space": text[:9] + " " + text[9:],
        "line-break": text[:76] + "\n" + text[76:],
        "two-newlines": text + "\n\n",
        "leading-space": " " + text,
        "double-padding": text + "==",
        "wrong-padding": text + "===",
        "padding-within": text[:8] + "=" + text[8:],
        "trailing-bits": text[:-1] + chr(ord(text[-1]) + 1),
        "foreign": text[:5] + "!" + text[6:],
        "cut": text[:-1],
        "empty": "",
        "newline": "\n",
        "padding-only": "====",
        "too-long": "A" * 5121,
        "longest-but-wrong": "AQ" + "A" * 5118,
        "one-byte": "AQ",
        "no-size": encode_base64url(decode_base64(text)[:-1]),
        "one-byte-more": encode_base64url(decode_base64(text) + b"\0"),
        "version-2": encode_base64url(b"\x02" + decode_base64(text)[1:]),
        "version-2-short": "Ag",
        "version-0": encode_base64url(b"\0" + decode_base64(text)[1:]),
    }


def test_malformed_texts(callseal: CallSeal, world: World) -> None:
    texts = malformed_texts(world)
    assert len(texts) == 22
    phone = Phone(callseal, world)
    for text in texts.values():
        refuses(callseal, world, 3, text.encode())
        assert phone.pushes({"sealed": text}).reason in ("malformed", "unsupported-version")
    for value in (None, 1, 1.5, True, [], {}, ["AQ"]):
        assert phone.pushes({"sealed": value}).reason == "malformed"


def damaged(world: World) -> dict[str, bytes]:
    """Envelopes with a key id that matches and something wrong behind it."""
    device, sender = world.keys["device"].public, world.keys["sender"]
    good = seal(BODY, device, AUDIENCE, sender, 512)
    places = (9, 40, 41, 300, 552, 553, 568)
    cases = {f"bit-of-{at}": good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in places}
    for u in (0, 1, P - 1, P, P + 1, P + 18, 2**255 + 9):
        cases[f"enc-{u:x}"] = good[:9] + u.to_bytes(32, "little") + good[41:]
    bit255 = bytes([good[40] | 0x80])
    cases["enc-bit-255"] = good[:40] + bit255 + good[41:]
    cases["audience"] = seal(BODY, device, AUDIENCE.lower(), sender, 512)
    cases["other-key"] = good[:9] + seal(BODY, world.keys["other-device"].public, AUDIENCE, sender, 512)[9:]
    plaintexts = {
        "zeros": bytes(512),
        "no-mark": b"\x00" + BODY + bytes(511 - len(BODY)),
        "after-mark": pad(b"\x00" + BODY, 511) + b"\x01",
        "nothing": pad(b"", 512),
        "first-byte": pad(b"\x02" + BODY, 512),
        "first-byte-255": pad(b"\xff" + BODY, 512),
        "signed-nothing": pad(b"\x01", 512),
        "signed-short": pad(b"\x01" + bytes(71), 512),
        "signed-zeros": pad(b"\x01" + sender.public.key_id + bytes(64) + BODY, 512),
    }
    cases |= {name: seal_padded(padded, device, AUDIENCE) for name, padded in plaintexts.items()}
    return cases | {name: seal_padded(pad(text, 512), device, AUDIENCE) for name, text in badly_signed(world).items()}


def badly_signed(world: World) -> dict[str, bytes]:
    """Plaintexts of a known sender whose signature does not hold, though some libraries take a few of them."""
    device, sender = world.keys["device"].public, world.keys["sender"]
    head = b"\x01" + sender.public.key_id
    good = sign(BODY, device, AUDIENCE, sender)
    s = int.from_bytes(good[32:], "little")
    small = small_order_signature(sender, signature_message(BODY, device, AUDIENCE))
    signatures = {
        "small-order-r": small,
        "non-canonical-r": (P + 1).to_bytes(32, "little") + small[32:],
        "s-plus-l": good[:32] + (s + L).to_bytes(32, "little"),
        "s-is-l": good[:32] + L.to_bytes(32, "little"),
        "flipped": bytes([good[0] ^ 1]) + good[1:],
        "by-stranger": sign(BODY, device, AUDIENCE, world.keys["stranger"]),
        "to-another": sign(BODY, world.keys["other-device"].public, AUDIENCE, sender),
        "other-audience": sign(BODY, device, AUDIENCE + "x", sender),
        "other-body": sign(BODY + b" ", device, AUDIENCE, sender),
    }
    return {f"signature-{name}": head + signature + BODY for name, signature in signatures.items()}


@pytest.mark.parametrize("accepts_unsigned", [False, True])
def test_damaged_envelopes(callseal: CallSeal, world: World, accepts_unsigned: bool) -> None:
    cases = damaged(world)
    assert len(cases) == 35
    phone = Phone(callseal, world, accepts_unsigned=accepts_unsigned)
    for name, sealed in cases.items():
        refuses(callseal, world, 5, encode_base64url(sealed).encode(), accepts_unsigned)
        decision = phone.pushes({"sealed": encode_base64url(sealed)})
        is_signature = name.startswith("signature-") or name == "signed-zeros"
        assert decision.reason == ("untrusted-sender" if is_signature else "open-failed"), name


def test_no_key_with_that_id(callseal: CallSeal, world: World) -> None:
    other = encode_base64url(seal(BODY, world.keys["other-device"].public, AUDIENCE, world.keys["sender"]))
    refuses(callseal, world, 4, other.encode())
    assert Phone(callseal, world).pushes({"sealed": other}).reason == "unknown-key"


def test_who_is_trusted(callseal: CallSeal, world: World) -> None:
    for sender in (None, "stranger"):
        text = world.seal(BODY, sender)
        refuses(callseal, world, 5, text.encode())
        assert Phone(callseal, world).pushes({"sealed": text}).reason == "untrusted-sender"
        assert opens(callseal, world, text.encode(), True).removesuffix(b"\n") == BODY
        accepted = Phone(callseal, world, accepts_unsigned=True).pushes({"sealed": text}, now=EVENT["sent"])
        assert accepted.reason == "notification" and accepted.event is not None and "sender" not in accepted.event


def test_a_bad_signature_hides_a_bad_body(callseal: CallSeal, world: World) -> None:
    """The sender and the signature are looked at before the body."""
    device = world.keys["device"].public
    phone = Phone(callseal, world)
    for body in (b"{", b'{"kind":"call2"}'):
        assert phone.pushes({"sealed": world.seal(body, None)}).reason == "untrusted-sender"
        assert phone.pushes({"sealed": world.seal(body, "stranger")}).reason == "untrusted-sender"
        passed_on = make_plaintext(body, world.keys["other-device"].public, AUDIENCE, world.keys["sender"])
        sealed = encode_base64url(seal_padded(pad(passed_on, 512), device, AUDIENCE))
        assert phone.pushes({"sealed": sealed}).reason == "untrusted-sender"


def test_input_that_is_not_json(callseal: CallSeal, world: World) -> None:
    for text in (b"", b"{", b"{}x", b'{"sealed":', b"\xff"):
        callseal.refuses(3, arguments=("filter", *world.open_arguments(False), "-"), stdin=text)
    for text in (b"{", b"{}", b'{"sealed":1}'):
        refuses(callseal, world, 3, text)
