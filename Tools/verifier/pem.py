"""Keys as PEM (RFC 7468) of PKCS#8 or SubjectPublicKeyInfo (RFC 8410) (the format, "PEM").

DER has one encoding of each of these structures, in which nothing varies but the key: reading is comparing.
"""

from __future__ import annotations

import base64
import binascii

from .keys import DEVICE, SENDER, BadKey, PrivateKey, PublicKey

_WHITE = " \t\n\v\f\r"
_OBJECT_IDENTIFIERS = {DEVICE: "06032b656e", SENDER: "06032b6570"}
"""1.3.101.110 and 1.3.101.112."""


def read_pem(text: str) -> PrivateKey | PublicKey:
    """The key in one block with nothing but white space around it."""
    lines = [line.strip(_WHITE) for line in text.strip(_WHITE).split("\n")]
    for label, read in (("PRIVATE KEY", _read_private), ("PUBLIC KEY", _read_public)):
        if lines[0] == f"-----BEGIN {label}-----" and lines[-1] == f"-----END {label}-----":
            return read(_decode("".join(lines[1:-1])))
    raise BadKey("not PEM of one private or public key", layer="encoding")


def _decode(text: str) -> bytes:
    """The standard alphabet with exact padding and no stray bits; Python's reader alone takes the latter."""
    try:
        der = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadKey("PEM whose base64 is damaged", layer="encoding") from None
    if not der or base64.b64encode(der).decode("ascii") != text:
        raise BadKey("PEM whose base64 is damaged", layer="encoding")
    return der


def _read_private(der: bytes) -> PrivateKey:
    for crv, identifier in _OBJECT_IDENTIFIERS.items():
        tail = bytes.fromhex(f"3005{identifier}04220420")
        if der.startswith(bytes.fromhex("302e020100") + tail) and len(der) == 48:
            return PrivateKey(crv, der[16:])
        # RFC 5958 also has a version 2, which tells the public half as well.
        if der.startswith(bytes.fromhex("3051020101") + tail) and der[48:51].hex() == "812100" and len(der) == 83:
            key = PrivateKey(crv, der[16:48])
            if key.public.raw != der[51:]:
                raise BadKey("a private key with another one's public half")
            return key
    raise BadKey("DER of another kind of key, or damaged")


def _read_public(der: bytes) -> PublicKey:
    for crv, identifier in _OBJECT_IDENTIFIERS.items():
        if der.startswith(bytes.fromhex(f"302a3005{identifier}032100")) and len(der) == 44:
            return PublicKey(crv, der[12:])
    raise BadKey("DER of another kind of key, or damaged")
