"""Which points and signatures are refused before a library sees them (the format, "Keys" and "The envelope").

Libraries differ here, so the checks are by list: X25519 keys that are not canonical or of low order (RFC 7748 §5,
§6.1), Ed25519 points that are not canonical or of small order, and S >= L (RFC 8032 §5.1.7).
"""

from __future__ import annotations

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the Ed25519 base point."""
_D = -121665 * pow(121666, -1, P) % P

_X25519_LOW_ORDER = frozenset(
    {
        0,
        1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
        P - 1,
    }
)
"""The u coordinates below p whose multiples by a clamped scalar are all zero."""

_ED25519_SMALL_ORDER = frozenset(
    {
        0,
        1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
        P - 1,
    }
)
"""The y coordinates of the eight points whose order divides 8; their sign bits do not matter."""


def is_sound_x25519(public: bytes) -> bool:
    """Whether 32 bytes are a canonical X25519 public key that is not of low order."""
    u = int.from_bytes(public, "little")
    return len(public) == 32 and u < P and u not in _X25519_LOW_ORDER


def is_canonical_x25519(public: bytes) -> bool:
    """Whether 32 bytes are below p, with bit 255 clear."""
    return len(public) == 32 and int.from_bytes(public, "little") < P


def is_sound_ed25519(point: bytes) -> bool:
    """Whether 32 bytes encode a point canonically and that point is not of small order.

    A y without a point is refused as well: no key and no signature has one.
    """
    y = int.from_bytes(point, "little") & (2**255 - 1)
    return len(point) == 32 and y < P and y not in _ED25519_SMALL_ORDER and _has_point(y)


def _has_point(y: int) -> bool:
    """Whether x² = (y² - 1) / (d y² + 1) has a solution (the denominator is never zero: -1/d is no square)."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    return square == 0 or pow(square, (P - 1) // 2, P) == 1


def is_sound_signature(signature: bytes) -> bool:
    """Whether 64 bytes are an Ed25519 signature with R canonical and not of small order, and S < L."""
    return len(signature) == 64 and is_sound_ed25519(signature[:32]) and int.from_bytes(signature[32:], "little") < L
