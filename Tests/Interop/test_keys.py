"""Keys made on one side and used on the other."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from support import AUDIENCE, CallSeal, World, make_event, to_body, write_private
from verifier.curves import P
from verifier.envelope import open_envelope, seal
from verifier.keys import DEVICE, SENDER, parse_private, parse_public
from verifier.wire import decode_base64, encode_base64url

BODY = to_body(make_event("data"))


@pytest.mark.parametrize("crv", [DEVICE, SENDER])
def test_python_reads_new_keys(callseal: CallSeal, tmp_path: Path, crv: str) -> None:
    path = tmp_path / "key.jwk"
    callseal.output("keygen", *(["--signing"] if crv == SENDER else []), "-o", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (key,) = parse_private(path.read_bytes(), crv)
    assert json.loads(path.read_bytes())["kid"] == key.public.thumbprint
    public = callseal.output("pubkey", path)
    assert parse_public(public, crv) == [key.public]
    assert json.loads(public) == key.public.jwk()


def test_never_over_an_existing_file(callseal: CallSeal, tmp_path: Path) -> None:
    path = tmp_path / "key.jwk"
    path.write_bytes(b"kept")
    callseal.refuses(7, arguments=("keygen", "-o", path))
    assert path.read_bytes() == b"kept"


def test_new_keys_work_both_ways(callseal: CallSeal, tmp_path: Path) -> None:
    for number in range(10):
        device, sender = tmp_path / f"device{number}", tmp_path / f"sender{number}"
        callseal.output("keygen", "-o", device)
        callseal.output("keygen", "--signing", "-o", sender)
        (device_key,) = parse_private(device.read_bytes(), DEVICE)
        (sender_key,) = parse_private(sender.read_bytes(), SENDER)
        for path, key in ((device, device_key), (sender, sender_key)):
            path.with_suffix(".pub").write_bytes(to_body(key.public.jwk()))
        to_device = ("--to", device.with_suffix(".pub"), "--sign-with", sender, "--audience", AUDIENCE)
        text = callseal.output("seal", *to_device, "--as", "envelope", "-", stdin=BODY).decode().removesuffix("\n")
        opened = open_envelope(decode_base64(text), [device_key], AUDIENCE, [sender_key.public])
        assert opened.sender == sender_key.public
        sealed = encode_base64url(seal(BODY, device_key.public, AUDIENCE, sender_key))
        arguments = ("--key", device, "--audience", AUDIENCE, "--trust", sender.with_suffix(".pub"))
        assert callseal.output("open", *arguments, "-", stdin=sealed.encode()).strip() == BODY


def test_a_set_of_keys_is_taken(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    foreign = {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}
    devices = [world.keys["other-device"].jwk(), {**world.keys["device"].jwk(), "use": "enc"}]
    del devices[1]["kid"]
    keys = write_private(tmp_path / "keys.jwks", {"keys": [foreign, *devices, world.keys["sender"].jwk()]})
    senders = [world.keys[name].public.jwk() for name in ("stranger", "sender")]
    trust = write_private(tmp_path / "trust.jwks", {"keys": [world.keys["device"].public.jwk(), foreign, *senders]})
    arguments = ("--key", keys, "--audience", AUDIENCE, "--trust", trust)
    for sender in ("stranger", "sender"):
        sealed = world.seal(BODY, sender).encode()
        assert callseal.output("open", *arguments, "-", stdin=sealed).strip() == BODY
    callseal.refuses(5, arguments=("open", *arguments, "-"), stdin=world.seal(BODY, "second-sender").encode())


def x_of(number: int) -> str:
    return encode_base64url(number.to_bytes(32, "little"))


def bad_public_keys(world: World) -> dict[str, object]:
    good = world.keys["device"].public.jwk()
    bare = {"kty": "OKP", "crv": "X25519"}
    return {
        "private": world.keys["device"].jwk(),
        "other-kind": world.keys["sender"].public.jwk(),
        "foreign": {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"},
        "kid-of-another": {**good, "kid": world.keys["other-device"].public.thumbprint},
        "kid-no-text": {**good, "kid": 1},
        "padded": {**good, "x": good["x"] + "="},
        "short": {**bare, "x": encode_base64url(bytes([9]) * 31)},
        "long": {**bare, "x": encode_base64url(bytes([9]) * 33)},
        "no-x": bare,
        "no-text": {**bare, "x": 5},
        "zero": {**bare, "x": x_of(0)},
        "one": {**bare, "x": x_of(1)},
        "order-eight": {
            **bare,
            "x": x_of(325606250916557431795983626356110631294008115727848805560023387167927233504),
        },
        "minus-one": {**bare, "x": x_of(P - 1)},
        "p": {**bare, "x": x_of(P)},
        "p-plus-nine": {**bare, "x": x_of(P + 9)},
        "bit-255": {**bare, "x": x_of(2**255 + 9)},
        "empty-set": {"keys": []},
        "set-without": {"keys": [world.keys["sender"].public.jwk()]},
        "no-object": [good],
    }


def test_bad_public_keys_are_refused(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    for name, jwk in bad_public_keys(world).items():
        path = tmp_path / f"{name}.jwk"
        path.write_bytes(to_body(jwk))
        arguments = ("seal", "--to", path, "--audience", AUDIENCE, "-")
        callseal.refuses(2, 3, 4, 7, arguments=arguments, stdin=BODY)


def test_bad_trust_and_private_keys_are_refused(callseal: CallSeal, world: World, tmp_path: Path) -> None:
    device, sender = world.keys["device"].jwk(), world.keys["sender"]
    other_d = {**device, "d": world.keys["other-device"].jwk()["d"]}
    bare = {"kty": "OKP", "crv": "Ed25519"}
    trusts = [sender.jwk(), *({**bare, "x": x_of(y)} for y in (0, 1, P - 1, P, P + 1, 2**255 + 1))]
    trusts.append({**sender.public.jwk(), "kid": world.keys["device"].public.thumbprint})
    cases = [("--trust", trust) for trust in trusts]
    keys = (other_d, world.keys["device"].public.jwk(), sender.jwk(), {**device, "d": "AA"})
    cases += [("--key", key) for key in keys]
    sealed = world.seal(BODY).encode()
    for number, (option, jwk) in enumerate(cases):
        path = write_private(tmp_path / f"{number}.jwk", jwk)
        arguments = ["--key", world.private("device"), "--audience", AUDIENCE, "--trust", world.public("sender")]
        arguments[arguments.index(option) + 1] = path
        callseal.refuses(2, 3, 4, 7, arguments=("open", *arguments, "-"), stdin=sealed)
