"""Sealing and opening (the format, "The envelope").

HPKE (RFC 9180), mode base, single shot: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305, `aad` empty.
The plaintext, before padding:

    unsigned:  0x00 | body
    signed:    0x01 | sender key id (8) | Ed25519 signature (64) | body
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from .curves import is_canonical_x25519, is_sound_ed25519, is_sound_signature, is_sound_x25519
from .fault import Fault
from .hpke import seal_with_ephemeral
from .keys import DEVICE, SENDER, PrivateKey, PublicKey
from .wire import (
    DEFAULT_FLOOR,
    HEADER_SIZE,
    KEY_ID_SIZE,
    check_audience,
    make_header,
    make_info,
    pad,
    parse_envelope,
    pick_bucket,
    unpad,
)

SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
SIGNATURE_SIZE = 64
UNSIGNED = 0
SIGNED = 1
MOST_KEYS_PER_ID = 4


class _EveryId:
    def __contains__(self, key_id: object) -> bool:
        return True


EVERY_ID: Container[bytes] = _EveryId()
"""For keys or trust entries none of which can be read now."""


@dataclass(frozen=True)
class Opened:
    """What came out: the body's bytes, the key that opened it, and the sender if the signature verified."""

    body: bytes
    recipient: PublicKey
    sender: PublicKey | None


def signature_message(body: bytes, recipient: PublicKey, audience: str) -> bytes:
    """What the sender signs: the recipient and the audience too, so that a body cannot be passed on as new."""
    return b"callseal/v1 sender\x00" + recipient.raw + check_audience(audience) + b"\x00" + body


def sign(body: bytes, recipient: PublicKey, audience: str, sender: PrivateKey) -> bytes:
    """A PureEdDSA signature, 64 bytes."""
    key = Ed25519PrivateKey.from_private_bytes(sender.secret)
    return key.sign(signature_message(body, recipient, audience))


def verifies(signature: bytes, message: bytes, sender: bytes) -> bool:
    """Whether the signature is sound by our own list and then by the library; `sender` is the public key's 32 bytes."""
    if not is_sound_signature(signature) or not is_sound_ed25519(sender):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(sender).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def make_plaintext(body: bytes, recipient: PublicKey, audience: str, sender: PrivateKey | None = None) -> bytes:
    """The plaintext before padding."""
    if sender is None:
        return bytes([UNSIGNED]) + body
    return bytes([SIGNED]) + sender.public.key_id + sign(body, recipient, audience, sender) + body


def seal(
    body: bytes,
    recipient: PublicKey,
    audience: str,
    sender: PrivateKey | None = None,
    floor: int = DEFAULT_FLOOR,
    ephemeral: PrivateKey | None = None,
) -> bytes:
    """An envelope in the smallest bucket from `floor` up; signed if there is a sender.

    `ephemeral` is for vectors only: the same key twice shows that two bodies are equal, and worse.
    """
    plaintext = make_plaintext(body, recipient, audience, sender)
    return seal_padded(pad(plaintext, pick_bucket(len(plaintext), floor)), recipient, audience, ephemeral)


def seal_padded(padded: bytes, recipient: PublicKey, audience: str, ephemeral: PrivateKey | None = None) -> bytes:
    """An envelope around a padded plaintext that is taken as it is, so that a test can seal a wrong one."""
    header = make_header(recipient.key_id)
    info = make_info(header, audience)
    if ephemeral is None:
        return header + SUITE.encrypt(padded, X25519PublicKey.from_public_bytes(recipient.raw), info)
    return header + seal_with_ephemeral(padded, recipient.raw, info, ephemeral.secret)


def check_keyring(keys: Sequence[PrivateKey], trust: Sequence[PublicKey]) -> None:
    """Refuses keys of the wrong kind and a fifth key of one id."""
    if any(key.crv != DEVICE for key in keys) or any(key.crv != SENDER for key in trust):
        raise ValueError("device keys are X25519, trusted senders Ed25519")
    for ids in ([key.public.key_id for key in keys], [key.key_id for key in trust]):
        if any(ids.count(key_id) > MOST_KEYS_PER_ID for key_id in ids):
            raise ValueError("more than 4 keys of one id")


def open_envelope(
    data: bytes,
    keys: Sequence[PrivateKey],
    audience: str,
    trust: Sequence[PublicKey] = (),
    accept_unsigned: bool = False,
    unreadable: Container[bytes] = frozenset(),
    unreadable_trust: Container[bytes] = frozenset(),
) -> Opened:
    """Opens an envelope of at least one byte, or raises the first fault; the body is not looked at.

    `unreadable` and `unreadable_trust` hold the ids of keys and trust entries that may exist but cannot be read now:
    needing one of them is `keys-unavailable`, never `unknown-key`. `EVERY_ID` stands for a store that is locked.
    """
    envelope = parse_envelope(data)
    candidates = [key for key in keys if key.public.key_id == envelope.key_id]
    locked = Fault("key", "a key cannot be read now", reason="keys-unavailable")
    if not candidates:
        raise locked if envelope.key_id in unreadable else Fault("key", "no key with that id")
    if not is_canonical_x25519(envelope.enc):
        raise Fault("encapsulation", "enc is not canonical")
    if not is_sound_x25519(envelope.enc):
        raise Fault("encapsulation", "the shared secret is zero")
    info = make_info(envelope.header, audience)
    for key in candidates:
        try:
            secret = X25519PrivateKey.from_private_bytes(key.secret)
            padded = SUITE.decrypt(data[HEADER_SIZE:], secret, info)
        except InvalidTag:
            continue
        return _read_plaintext(unpad(padded), key.public, audience, trust, accept_unsigned, unreadable_trust)
    if envelope.key_id in unreadable:
        raise locked
    raise Fault("tag", "no key with that id opens it")


def _read_plaintext(
    plaintext: bytes,
    recipient: PublicKey,
    audience: str,
    trust: Sequence[PublicKey],
    accept_unsigned: bool,
    unreadable: Container[bytes],
) -> Opened:
    if not plaintext or plaintext[0] not in (UNSIGNED, SIGNED):
        raise Fault("plaintext", "the first byte")
    if plaintext[0] == UNSIGNED:
        if not accept_unsigned:
            raise Fault("sender", "unsigned")
        return Opened(plaintext[1:], recipient, None)
    fields = 1 + KEY_ID_SIZE + SIGNATURE_SIZE
    if len(plaintext) < fields:
        raise Fault("plaintext", "fields cut short")
    key_id, signature, body = plaintext[1 : 1 + KEY_ID_SIZE], plaintext[1 + KEY_ID_SIZE : fields], plaintext[fields:]
    known = [sender for sender in trust if sender.key_id == key_id]
    message = signature_message(body, recipient, audience)
    for sender in known:
        if verifies(signature, message, sender.raw):
            return Opened(body, recipient, sender)
    if key_id in unreadable:
        raise Fault("sender", "a trust entry cannot be read now", reason="keys-unavailable")
    if known:
        raise Fault("signature", "does not verify")
    if not accept_unsigned:
        raise Fault("sender", "unknown sender")
    return Opened(body, recipient, None)
