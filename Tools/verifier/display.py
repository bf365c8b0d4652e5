"""How names, handles and notification text are made fit to show (the format, "The body", "For display").

White space becomes one space first, then C0, C1 and bidi controls go; a run of white space is one space also where
removed controls stood in it, and none is left at the ends.
"""

from __future__ import annotations

from .graphemes import first_graphemes

LONGEST_NAME = 64
"""Graphemes."""

_WHITE_SPACE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space."""
_REMOVED = frozenset(
    map(chr, [*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
"""C0, DELETE, C1 and the bidi controls."""
_LINE_BREAKS = frozenset("\n\r\x85\u2028\u2029")
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\u3164\ufeff")
"""Kept within a text, but nothing visible by themselves."""
_PHONE_PUNCTUATION = frozenset(" -.()[]{}\u2010\u2011")


def clean(text: str) -> str:
    """One line of text, for titles, names and handles."""
    words: list[str] = []
    word = ""
    for char in text + " ":
        if char not in _WHITE_SPACE:
            word += "" if char in _REMOVED else char
        elif word:
            words.append(word)
            word = ""
    return " ".join(words)


def clean_lines(text: str) -> str:
    """The text of a notification's body: each line cleaned by itself, line breaks written as LF, and none at the ends."""
    text = text.replace("\r\n", "\n")
    return "\n".join(clean(line) for line in _split_lines(text)).strip("\n")


def _split_lines(text: str) -> list[str]:
    lines = [""]
    for char in text:
        if char in _LINE_BREAKS:
            lines.append("")
        else:
            lines[-1] += char
    return lines


def is_blank(cleaned: str) -> bool:
    """Whether nothing visible is left of a cleaned text."""
    return all(char in _INVISIBLE or char in _WHITE_SPACE for char in cleaned)


def clean_name(text: str | None) -> str | None:
    """A name of at most 64 graphemes, or none."""
    cleaned = first_graphemes(clean(text or ""), LONGEST_NAME).rstrip(" ")
    return None if is_blank(cleaned) else cleaned


def clean_handle(kind: str, value: str) -> str:
    """A handle's value; a phone number loses its punctuation, unless nothing else is in it. Empty if it is blank."""
    cleaned = clean(value)
    if is_blank(cleaned):
        return ""
    if kind == "phone":
        digits = "".join(char for char in cleaned if char not in _PHONE_PUNCTUATION)
        return cleaned if is_blank(digits) else digits
    return cleaned
