"""A strict reader of I-JSON (RFC 7493), by hand over bytes (the format, "The body").

Python's own `json` takes what the format refuses: equal names, lone surrogates, NaN, numbers that overflow. Refused
here: anything that is not UTF-8, a BOM, equal member names, surrogates and noncharacters (escaped too), numbers that
overflow a double, integers outside ±(2^53 - 1), a container at level 33, anything but white space around the value.

A number without fraction and exponent is read as `int` (-0 as 0), any other as `float`, so that 1, 1.0 and 1e0 differ.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

DEEPEST_LEVEL = 32
"""The outermost container is level 1."""
LARGEST_INTEGER = 2**53 - 1

_WHITE = b" \t\n\r"
_NUMBER = re.compile(rb"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_LITERALS: tuple[tuple[bytes, bool | None], ...] = ((b"true", True), (b"false", False), (b"null", None))
_ESCAPES = {
    ord('"'): '"', ord("\\"): "\\", ord("/"): "/", ord("b"): "\b",
    ord("f"): "\f", ord("n"): "\n", ord("r"): "\r", ord("t"): "\t",
}  # fmt: skip
_HEX4 = re.compile(rb"[0-9A-Fa-f]{4}")
_PLAIN = re.compile(rb'[^"\\\x00-\x1f]*')
"""What stands in a string as it is: up to its end, an escape or a control character."""
_NONCHARACTERS = re.compile(
    "[\ufdd0-\ufdef" + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF)) + "]"
)


class NotIJson(ValueError):
    """Bytes that are not I-JSON; the text names the rule and the offset, never the bytes."""


def parse(data: bytes) -> Json:
    """Reads one value and the white space around it."""
    reader = _Reader(data)
    reader.skip_white()
    value = reader.value(level=1)
    reader.skip_white()
    if reader.at != len(data):
        raise reader.fault("something after the value")
    return value


def parse_object(data: bytes) -> dict[str, Json]:
    """Reads one object and the white space around it."""
    value = parse(data)
    if not isinstance(value, dict):
        raise NotIJson("not an object")
    return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def fault(self, rule: str) -> NotIJson:
        return NotIJson(f"{rule}, at byte {self.at}")

    def peek(self) -> int:
        """The next byte, or -1 at the end."""
        return self.data[self.at] if self.at < len(self.data) else -1

    def skip_white(self) -> None:
        while self.at < len(self.data) and self.data[self.at] in _WHITE:
            self.at += 1

    def takes(self, token: bytes) -> bool:
        """Steps over `token`, if it is next."""
        found = self.data.startswith(token, self.at)
        if found:
            self.at += len(token)
        return found

    def value(self, level: int) -> Json:
        byte = self.peek()
        if byte == ord("{"):
            return self.object(level)
        if byte == ord("["):
            return self.array(level)
        if byte == ord('"'):
            return self.string()
        for token, literal in _LITERALS:
            if self.takes(token):
                return literal
        return self.number()

    def object(self, level: int) -> dict[str, Json]:
        self.enter(level)
        members: dict[str, Json] = {}
        if self.closes(b"}"):
            return members
        while True:
            if self.peek() != ord('"'):
                raise self.fault("a member's name is missing")
            name = self.string()
            # Python compares strings by code point, which is comparing the bytes of their UTF-8.
            if name in members:
                raise self.fault("two members of one name")
            self.skip_white()
            if not self.takes(b":"):
                raise self.fault("a colon is missing")
            self.skip_white()
            members[name] = self.value(level + 1)
            if self.ends(b"}"):
                return members

    def array(self, level: int) -> list[Json]:
        self.enter(level)
        elements: list[Json] = []
        if self.closes(b"]"):
            return elements
        while True:
            elements.append(self.value(level + 1))
            if self.ends(b"]"):
                return elements

    def enter(self, level: int) -> None:
        if level > DEEPEST_LEVEL:
            raise self.fault(f"deeper than {DEEPEST_LEVEL} levels")
        self.at += 1

    def closes(self, bracket: bytes) -> bool:
        """Whether the container just entered is empty."""
        self.skip_white()
        return self.takes(bracket)

    def ends(self, bracket: bytes) -> bool:
        """Steps over the bracket (true) or over a comma and the white space after it (false)."""
        self.skip_white()
        if self.takes(bracket):
            return True
        if not self.takes(b","):
            raise self.fault("a comma is missing")
        self.skip_white()
        return False

    def number(self) -> int | float:
        match = _NUMBER.match(self.data, self.at)
        if match is None:
            raise self.fault("no value")
        whole, fraction, exponent = match.groups()
        if fraction is None and exponent is None:
            # 17 bytes hold every integer in range and its sign; longer ones are not converted at all.
            if len(whole) > 17 or abs(int(whole)) > LARGEST_INTEGER:
                raise self.fault("an integer out of range")
            self.at = match.end()
            return int(whole)
        number = float(match.group())
        if math.isinf(number):
            raise self.fault("a number that overflows")
        self.at = match.end()
        return number

    def string(self) -> str:
        self.at += 1
        parts: list[str] = []
        while True:
            start = self.at
            plain = _PLAIN.match(self.data, self.at)
            assert plain is not None, "it matches nothing at all as well"
            self.at = plain.end()
            parts.append(self.text(start))
            if self.takes(b'"'):
                break
            if not self.takes(b"\\"):
                raise self.fault("a control character in a string, or no end of it")
            parts.append(self.escape())
        text = "".join(parts)
        if _NONCHARACTERS.search(text):
            raise self.fault("a noncharacter")
        return text

    def text(self, start: int) -> str:
        # The run ends at an ASCII byte, so no character is cut. Strict decoding refuses surrogates and overlong forms.
        try:
            return self.data[start : self.at].decode("utf-8", "strict")
        except UnicodeDecodeError:
            raise self.fault("not UTF-8") from None

    def escape(self) -> str:
        byte = self.peek()
        self.at += 1
        if byte in _ESCAPES:
            return _ESCAPES[byte]
        if byte != ord("u"):
            raise self.fault("an unknown escape")
        unit = self.hex4()
        if 0xDC00 <= unit <= 0xDFFF:
            raise self.fault("a surrogate")
        if 0xD800 <= unit <= 0xDBFF:
            low = self.hex4() if self.takes(b"\\u") else 0
            if not 0xDC00 <= low <= 0xDFFF:
                raise self.fault("a surrogate")
            return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        return chr(unit)

    def hex4(self) -> int:
        match = _HEX4.match(self.data, self.at)
        if match is None:
            raise self.fault("four hexadecimal digits are missing")
        self.at = match.end()
        return int(match.group(), 16)
