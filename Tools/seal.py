#!/usr/bin/env python3
"""Seals an event for CallSeal: the format's section 10, to start from in any language that has an HPKE library.

    seal.py --to device.pub.jwk --audience org.example.app [--sign-with sender.jwk] < event.json > push.json

Needs nothing but PyPI's `cryptography`. It trusts its caller: the event has to be one that the format's section 4 lets
a sealer write, and the keys have to come from where they were checked, as `callseal pubkey` does.
"""

import argparse
import base64
import hashlib
import json
import sys
import time
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
BUCKETS = (512, 1024, 2048, 2560)
ALERT = {"alert": {"title": "New activity"}, "mutable-content": 1}
"""One constant, whatever the event."""


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_id(curve: str, public_key: bytes) -> bytes:
    jwk = f'{{"crv":"{curve}","kty":"OKP","x":"{to_base64url(public_key)}"}}'
    return hashlib.sha256(jwk.encode()).digest()[:8]


def seal(body: bytes, recipient: bytes, audience: str, signer: bytes | None = None, floor: int = 2560) -> str:
    """The envelope's text; the recipient's public key and the signer's seed are 32 bytes each."""
    header = b"\x01" + key_id("X25519", recipient)
    plain = b"\x00" + body
    if signer is not None:
        key = Ed25519PrivateKey.from_private_bytes(signer)
        statement = b"callseal/v1 sender\x00" + recipient + audience.encode() + b"\x00" + body
        plain = b"\x01" + key_id("Ed25519", key.public_key().public_bytes_raw()) + key.sign(statement) + body
    plain += b"\x80"
    bucket = min((size for size in BUCKETS if size >= max(floor, len(plain))), default=0)
    if not bucket:
        raise ValueError(f"the event is {len(plain) - BUCKETS[-1]} bytes too long")
    info = b"callseal/v1\x00" + header + audience.encode()
    # enc, ciphertext and tag in one; `info` and no `aad`.
    sealed = SUITE.encrypt(plain.ljust(bucket, b"\x00"), X25519PublicKey.from_public_bytes(recipient), info)
    return to_base64url(header + sealed)


def complete(event: dict) -> bytes:
    """The body of an event, with what the caller left out: a random id, the time, and when it expires."""
    sent = event.get("sent", time.time_ns() // 1_000_000)
    lives = 45_000 if event["kind"] == "call" else 30 * 24 * 3_600_000
    head = {"kind": event["kind"], "id": event.get("id", str(uuid.uuid4())).lower()}
    times = {"sent": sent, "expires": event.get("expires", sent + lives)}
    return json.dumps({**head, **times, **event, **head}, ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Seals an event on standard input; prints the push.")
    for name, is_required in (("--to", True), ("--audience", True), ("--sign-with", False)):
        parser.add_argument(name, required=is_required)
    options = parser.parse_args()
    to = from_base64url(json.load(open(options.to))["x"])
    signer = from_base64url(json.load(open(options.sign_with))["d"]) if options.sign_with else None
    push = {"aps": ALERT, "sealed": seal(complete(json.load(sys.stdin)), to, options.audience, signer)}
    sys.stdout.write(json.dumps(push, separators=(",", ":")))
