"""Keys and how they are written: JWK (RFC 8037), JWK Set (RFC 7517), thumbprint (RFC 7638) (the format, "Keys").

    {"kty":"OKP","crv":"X25519"|"Ed25519","x":…,"d":…,"kid":…}

`x` and `d` are 32 bytes in base64url without padding (for Ed25519 `d` is the seed), `kid` is the SHA-256 thumbprint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from . import ijson
from .curves import is_sound_ed25519, is_sound_x25519
from .fault import Fault
from .wire import KEY_ID_SIZE, decode_base64, encode_base64url

DEVICE = "X25519"
SENDER = "Ed25519"


class BadKey(ValueError):
    """A key that is refused; the text never holds a byte of it.

    `layer` is `encoding` for what is no text of a key at all, and `key` for a key that must not be used.
    """

    def __init__(self, detail: str, layer: str = "key") -> None:
        super().__init__(detail)
        self.layer = layer


@dataclass(frozen=True)
class PublicKey:
    """The public half of a device key (`crv` X25519) or of a sender key (Ed25519), 32 bytes."""

    crv: str
    raw: bytes

    def __post_init__(self) -> None:
        sound = {DEVICE: is_sound_x25519, SENDER: is_sound_ed25519}[self.crv]
        if not sound(self.raw):
            raise BadKey("a public key that is non-canonical, of low order or no point")

    @property
    def digest(self) -> bytes:
        """The 32 bytes of the RFC 7638 thumbprint."""
        text = f'{{"crv":"{self.crv}","kty":"OKP","x":"{encode_base64url(self.raw)}"}}'
        return hashlib.sha256(text.encode("ascii")).digest()

    @property
    def thumbprint(self) -> str:
        """The thumbprint as 43 characters of base64url: the `kid`."""
        return encode_base64url(self.digest)

    @property
    def key_id(self) -> bytes:
        """The 8 bytes on the wire: the beginning of the digest, not of its text."""
        return self.digest[:KEY_ID_SIZE]

    def jwk(self) -> dict[str, str]:
        return {"kty": "OKP", "crv": self.crv, "x": encode_base64url(self.raw), "kid": self.thumbprint}


@dataclass(frozen=True)
class PrivateKey:
    """A device key or a sender key, 32 bytes of secret, with its public half."""

    crv: str
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != 32:
            raise BadKey("a secret has 32 bytes")
        _ = self.public  # refuses what has no sound public half

    @classmethod
    def generate(cls, crv: str) -> PrivateKey:
        """A new key, made by the library's generator."""
        maker = X25519PrivateKey if crv == DEVICE else Ed25519PrivateKey
        return cls(crv, maker.generate().private_bytes_raw())

    @property
    def public(self) -> PublicKey:
        maker = X25519PrivateKey if self.crv == DEVICE else Ed25519PrivateKey
        return PublicKey(self.crv, maker.from_private_bytes(self.secret).public_key().public_bytes_raw())

    def jwk(self) -> dict[str, str]:
        public = self.public
        return {
            "kty": "OKP",
            "crv": self.crv,
            "x": encode_base64url(public.raw),
            "d": encode_base64url(self.secret),
            "kid": public.thumbprint,
        }


def read_jwk(text: bytes) -> PublicKey | PrivateKey:
    """One JWK, of whichever of the four kinds of key."""
    jwk = _object(text)
    crv = _curve(jwk)
    if crv is None:
        raise BadKey("a key of another kind")
    return _read(jwk, crv)


def read_jwk_set(text: bytes) -> list[PublicKey | PrivateKey]:
    """The keys of a JWK Set, or of a JWK alone, in order; those of other kinds are passed over."""
    members = _members(_object(text))
    keys = [_read(jwk, crv) for jwk in members if (crv := _curve(jwk)) is not None]
    if not keys:
        raise BadKey("no key of ours")
    return keys


def parse_public(text: bytes, crv: str) -> list[PublicKey]:
    """The public keys of one kind in a JWK or a JWK Set; a private key of that kind is refused, not stripped."""
    keys = [_read(jwk, crv) for jwk in _jwks(text, crv)]
    public = [key for key in keys if isinstance(key, PublicKey)]
    if len(public) != len(keys):
        raise BadKey("a private key where a public one is meant")
    return public


def parse_private(text: bytes, crv: str) -> list[PrivateKey]:
    """The private keys of one kind in a JWK or a JWK Set."""
    keys = [_read(jwk, crv) for jwk in _jwks(text, crv)]
    private = [key for key in keys if isinstance(key, PrivateKey)]
    if len(private) != len(keys):
        raise BadKey("a public key where a private one is meant")
    return private


def _jwks(text: bytes, crv: str) -> list[Mapping[str, ijson.Json]]:
    """The JWKs of the kind wanted: others in a set are passed over; one alone, or none left, is an error."""
    wanted = [jwk for jwk in _members(_object(text)) if _curve(jwk) == crv]
    if not wanted:
        raise BadKey(f"no {crv} key")
    return wanted


def _object(text: bytes) -> Mapping[str, ijson.Json]:
    try:
        return ijson.parse_object(text)
    except ijson.NotIJson as error:
        raise BadKey(f"not I-JSON: {error}", layer="encoding") from None


def _members(top: Mapping[str, ijson.Json]) -> list[Mapping[str, ijson.Json]]:
    """The JWKs of a set; what has no `keys` is one itself."""
    if "keys" not in top:
        return [top]
    listed = top["keys"]
    members: list[Mapping[str, ijson.Json]] = []
    for jwk in listed if isinstance(listed, list) else [None]:
        if not isinstance(jwk, dict):
            raise BadKey("a JWK Set whose keys is no array of objects", layer="encoding")
        members.append(jwk)
    return members


def _curve(jwk: Mapping[str, ijson.Json]) -> str | None:
    """The curve of a key of ours, None for one of another kind."""
    kty, crv = (jwk.get(name, "") for name in ("kty", "crv"))
    if not isinstance(kty, str) or not isinstance(crv, str):
        raise BadKey("kty or crv is no string")
    return crv if kty == "OKP" and crv in (DEVICE, SENDER) else None


def _read(jwk: Mapping[str, ijson.Json], crv: str) -> PublicKey | PrivateKey:
    public = PublicKey(crv, _bytes32(jwk.get("x")))
    if "kid" in jwk and jwk["kid"] != public.thumbprint:
        raise BadKey("kid does not match")
    if "d" not in jwk:
        return public
    private = PrivateKey(crv, _bytes32(jwk["d"]))
    if private.public != public:
        raise BadKey("x does not match d")
    return private


def _bytes32(value: ijson.Json) -> bytes:
    try:
        raw = decode_base64(value) if isinstance(value, str) else b""
    except Fault:
        raw = b""
    # Written back: a key has one spelling, unlike an envelope.
    if len(raw) != 32 or encode_base64url(raw) != value:
        raise BadKey("x and d are 32 bytes in base64url without padding")
    return raw
