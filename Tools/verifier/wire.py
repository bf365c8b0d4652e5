"""The envelope's outside: base64url, header, buckets, padding, audience and HPKE `info` (the format, "The envelope").

offset  size        field
0       1           version = 0x01
1       8           recipient key id
9       32          enc, the KEM's encapsulated key
41      bucket+16   ciphertext and tag
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

from .fault import Fault

VERSION = 1
KEY_ID_SIZE = 8
HEADER_SIZE = 1 + KEY_ID_SIZE
ENC_SIZE = 32
TAG_SIZE = 16
BUCKETS = (512, 1024, 2048, 2560)
"""Sizes of padded plaintext."""
DEFAULT_FLOOR = 2560
ENVELOPE_SIZES = tuple(HEADER_SIZE + ENC_SIZE + bucket + TAG_SIZE for bucket in BUCKETS)
"""569, 1081, 2105 and 2617 bytes, and nothing else."""
LONGEST_TEXT = 5120
"""Characters of base64 that a reader decodes at most."""

_ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_URL_SAFE = {char: index for index, char in enumerate(_ALPHANUMERIC + "-_")}
_STANDARD = {char: index for index, char in enumerate(_ALPHANUMERIC + "+/")}
_AUDIENCE = re.compile(r"[A-Za-z0-9.-]{1,155}")


def encode_base64url(data: bytes) -> str:
    """The one spelling that a writer uses: URL-safe alphabet, no padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode_base64(text: str) -> bytes:
    """Reads an envelope's text: either alphabet but not both, no padding or exact padding, no stray bits."""
    if len(text) > LONGEST_TEXT:
        raise Fault("length", f"more than {LONGEST_TEXT} characters")
    if not text:
        raise Fault("encoding", "no bytes")
    digits = text.rstrip("=")
    padding = len(text) - len(digits)
    if padding and padding != -len(digits) % 4:
        raise Fault("encoding", "wrong padding")
    if not digits or len(digits) % 4 == 1:
        raise Fault("encoding", "not a whole number of bytes")
    for table in (_URL_SAFE, _STANDARD):
        if all(char in table for char in digits):
            break
    else:
        raise Fault("encoding", "a character of neither alphabet, or of both")
    bits = 0
    for char in digits:
        bits = bits << 6 | table[char]
    stray = len(digits) * 6 % 8
    if bits & ((1 << stray) - 1):
        raise Fault("encoding", "trailing bits are not zero")
    return (bits >> stray).to_bytes(len(digits) * 6 // 8, "big")


@dataclass(frozen=True)
class Envelope:
    """An envelope taken apart; `header` is what HPKE's `info` binds."""

    header: bytes
    key_id: bytes
    enc: bytes
    ciphertext: bytes


def parse_envelope(data: bytes) -> Envelope:
    """Looks at the version first, then at the length, so that a later version is told from a damaged envelope."""
    if data[0] != VERSION:
        raise Fault("version", f"version {data[0]}")
    if len(data) not in ENVELOPE_SIZES:
        raise Fault("length", f"an envelope of {len(data)} bytes")
    body = HEADER_SIZE + ENC_SIZE
    return Envelope(data[:HEADER_SIZE], data[1:HEADER_SIZE], data[HEADER_SIZE:body], data[body:])


def make_header(key_id: bytes) -> bytes:
    """The 9 header bytes for a recipient's key id of 8 bytes."""
    if len(key_id) != KEY_ID_SIZE:
        raise ValueError("a key id has 8 bytes")
    return bytes([VERSION]) + key_id


def check_audience(audience: str) -> bytes:
    """The audience's bytes: an app's bundle identifier, 1 to 155 of `A-Z a-z 0-9 . -`."""
    if not _AUDIENCE.fullmatch(audience):
        raise ValueError("an audience is 1 to 155 of A-Z a-z 0-9 . -")
    return audience.encode("ascii")


def make_info(header: bytes, audience: str) -> bytes:
    """HPKE's `info`; the `aad` is empty."""
    return b"callseal/v1\x00" + header + check_audience(audience)


def pick_bucket(size: int, floor: int = DEFAULT_FLOOR) -> int:
    """The smallest bucket from `floor` up that `size` bytes of plaintext and the byte 0x80 fit in."""
    if floor not in BUCKETS:
        raise ValueError("the floor is a bucket: 512, 1024, 2048 or 2560")
    for bucket in BUCKETS:
        if bucket >= floor and size + 1 <= bucket:
            return bucket
    raise ValueError(f"{size + 1 - BUCKETS[-1]} bytes over the largest bucket")


def pad(plaintext: bytes, bucket: int) -> bytes:
    """ISO/IEC 7816-4: 0x80, then zeros up to the bucket."""
    if len(plaintext) + 1 > bucket:
        raise ValueError("does not fit in the bucket")
    return plaintext + b"\x80" + bytes(bucket - len(plaintext) - 1)


def unpad(padded: bytes) -> bytes:
    """What stands before the last 0x80, after which only zeros may follow."""
    content = padded.rstrip(b"\x00")
    if not content.endswith(b"\x80"):
        raise Fault("padding", "no end mark")
    return content[:-1]
