"""The Python verifier against other people's figures; CALLSEAL_PUBLIC_VECTORS names the folder that holds them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from verifier.curves import is_sound_x25519
from verifier.envelope import verifies

FOLDER = os.environ.get("CALLSEAL_PUBLIC_VECTORS")
pytestmark = pytest.mark.skipif(FOLDER is None, reason="CALLSEAL_PUBLIC_VECTORS is not set")


def load(name: str) -> dict:
    return json.loads((Path(FOLDER or "") / name).read_text())


def test_rfc9180_single_shot() -> None:
    """RFC 9180 Appendix A.2, sequence 0; its `aad` is not empty, so the context of the second library opens it."""
    from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyPair

    vectors = [
        vector for vector in load("rfc9180-x25519-sha256-chachapoly-base.json")["vectors"] if vector["mode"] == 0
    ]
    assert vectors
    for vector in vectors:
        figures = {name: bytes.fromhex(value) for name, value in vector.items() if isinstance(value, str)}
        first = {name: bytes.fromhex(vector["encryptions"][0][name]) for name in ("pt", "aad", "ct")}
        ephemeral = X25519PrivateKey.from_private_bytes(figures["skEm"])
        pair = KEMKeyPair(*map(KEMKey.from_pyca_cryptography_key, (ephemeral, ephemeral.public_key())))
        suite = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
        to = KEMKey.from_pyca_cryptography_key(X25519PublicKey.from_public_bytes(figures["pkRm"]))
        enc, context = suite.create_sender_context(to, info=figures["info"], eks=pair)
        assert enc == figures["enc"] and context.seal(first["pt"], first["aad"]) == first["ct"]


def test_wycheproof_x25519() -> None:
    """A key that we refuse is one that Wycheproof calls low-order, non-canonical or a zero secret."""
    cases = [case for group in load("wycheproof/x25519_test.json")["testGroups"] for case in group["tests"]]
    refused = 0
    for case in cases:
        public = bytes.fromhex(case["public"])
        value = int.from_bytes(public, "little")
        if is_sound_x25519(public):
            secret = X25519PrivateKey.from_private_bytes(bytes.fromhex(case["private"]))
            assert secret.exchange(X25519PublicKey.from_public_bytes(public)).hex() == case["shared"]
        else:
            refused += 1
            assert value >= 2**255 - 19 or "ZeroSharedSecret" in case["flags"], case["tcId"]
    assert len(cases) == 518 and refused >= 29


def test_wycheproof_ed25519() -> None:
    count = 0
    for group in load("wycheproof/ed25519_test.json")["testGroups"]:
        public = bytes.fromhex(group["publicKey"]["pk"])
        for case in group["tests"]:
            count += 1
            taken = verifies(bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"]), public)
            assert taken == (case["result"] == "valid"), case["tcId"]
    assert count == 151
