"""RFC 9180's single-shot seal with an ephemeral key that is given, for vectors: libraries make their own.

Mode base, DHKEM(X25519, HKDF-SHA256) 0x0020, HKDF-SHA256 0x0001, ChaCha20Poly1305 0x0003, `aad` empty. No output of
HKDF is longer than SHA-256's, so each expansion is one HMAC.
"""

from __future__ import annotations

import hmac

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_KEM = b"KEM" + (0x0020).to_bytes(2)
_HPKE = b"HPKE" + b"".join(number.to_bytes(2) for number in (0x0020, 0x0001, 0x0003))
_MODE_BASE = b"\x00"


def seal_with_ephemeral(plaintext: bytes, recipient: bytes, info: bytes, ephemeral: bytes) -> bytes:
    """`enc`, ciphertext and tag; the keys are 32 bytes each, the recipient's public, the ephemeral one private."""
    secret = X25519PrivateKey.from_private_bytes(ephemeral)
    enc = secret.public_key().public_bytes_raw()
    # Encap, §4.1; exchange() refuses a secret of zeros.
    shared = secret.exchange(X25519PublicKey.from_public_bytes(recipient))
    shared = _expand(_KEM, _extract(_KEM, b"", b"eae_prk", shared), b"shared_secret", enc + recipient, 32)
    # KeySchedule, §5.1, without PSK; the nonce of sequence number 0 is the base nonce.
    context = _MODE_BASE + _extract(_HPKE, b"", b"psk_id_hash", b"") + _extract(_HPKE, b"", b"info_hash", info)
    secret_of_schedule = _extract(_HPKE, shared, b"secret", b"")
    key = _expand(_HPKE, secret_of_schedule, b"key", context, 32)
    nonce = _expand(_HPKE, secret_of_schedule, b"base_nonce", context, 12)
    return enc + ChaCha20Poly1305(key).encrypt(nonce, plaintext, b"")


def _extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + material, "sha256")


def _expand(suite: bytes, key: bytes, label: bytes, info: bytes, length: int) -> bytes:
    labeled = length.to_bytes(2) + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, labeled + b"\x01", "sha256")[:length]
