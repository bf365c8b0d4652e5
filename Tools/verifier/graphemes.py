"""Cutting text between graphemes (UAX #29, extended clusters), for a name's limit of 64 (the format, "The body").

Python has no such function. What the rules need of Unicode's data is taken from general categories, which is exact
for accents, variation selectors, keycaps, Hangul, flags, skin tones and joined emoji; the Indic conjunct rule (GB9c)
and the few prepended marks (GB9b) are left out, so a name of over 64 graphemes in such a script may be cut earlier.
"""

from __future__ import annotations

import unicodedata

_ZWJ = 0x200D

_PICTOGRAPHS = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2194, 0x2199), (0x21A9, 0x21AA), (0x231A, 0x231B), (0x2328, 0x2328), (0x2388, 0x2388), (0x23CF, 0x23CF),
    (0x23E9, 0x23F3), (0x23F8, 0x23FA), (0x24C2, 0x24C2), (0x25AA, 0x25AB), (0x25B6, 0x25B6), (0x25C0, 0x25C0),
    (0x25FB, 0x25FE), (0x2600, 0x2605), (0x2607, 0x2612), (0x2614, 0x2685), (0x2690, 0x2705), (0x2708, 0x2712),
    (0x2714, 0x2714), (0x2716, 0x2716), (0x271D, 0x271D), (0x2721, 0x2721), (0x2728, 0x2728), (0x2733, 0x2734),
    (0x2744, 0x2744), (0x2747, 0x2747), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757),
    (0x2763, 0x2767), (0x2795, 0x2797), (0x27A1, 0x27A1), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2934, 0x2935),
    (0x2B05, 0x2B07), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x3030, 0x3030), (0x303D, 0x303D),
    (0x3297, 0x3297), (0x3299, 0x3299), (0x1F000, 0x1F0FF), (0x1F10D, 0x1F10F), (0x1F12F, 0x1F12F),
    (0x1F16C, 0x1F171), (0x1F17E, 0x1F17F), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F1AD, 0x1F1E5),
    (0x1F201, 0x1F20F), (0x1F21A, 0x1F21A), (0x1F22F, 0x1F22F), (0x1F232, 0x1F23A), (0x1F23C, 0x1F23F),
    (0x1F249, 0x1F3FA), (0x1F400, 0x1F53D), (0x1F546, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F774, 0x1F77F),
    (0x1F7D5, 0x1F7FF), (0x1F80C, 0x1F80F), (0x1F848, 0x1F84F), (0x1F85A, 0x1F85F), (0x1F888, 0x1F88F),
    (0x1F8AE, 0x1F8FF), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1FAFF), (0x1FC00, 0x1FFFD),
)  # fmt: skip
"""Extended_Pictographic of emoji-data.txt, as inclusive ranges."""


def _is_pictograph(scalar: int) -> bool:
    return any(low <= scalar <= high for low, high in _PICTOGRAPHS)


def _extends(char: str) -> bool:
    """Extend or SpacingMark: never begins a grapheme (GB9, GB9a)."""
    scalar = ord(char)
    return (
        unicodedata.category(char) in ("Mn", "Me", "Mc")
        or scalar in (0x200C, _ZWJ, 0x0E33, 0x0EB3, 0xFF9E, 0xFF9F)
        or 0x1F3FB <= scalar <= 0x1F3FF
        or 0xE0020 <= scalar <= 0xE007F
    )


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and not _extends(char)


def _is_flag_letter(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


def _hangul(char: str) -> str:
    """The kind of Hangul syllable or jamo (L, V, T, LV, LVT), or nothing."""
    scalar = ord(char)
    if 0x1100 <= scalar <= 0x115F or 0xA960 <= scalar <= 0xA97C:
        return "L"
    if 0x1160 <= scalar <= 0x11A7 or 0xD7B0 <= scalar <= 0xD7C6:
        return "V"
    if 0x11A8 <= scalar <= 0x11FF or 0xD7CB <= scalar <= 0xD7FB:
        return "T"
    if 0xAC00 <= scalar <= 0xD7A3:
        return "LV" if (scalar - 0xAC00) % 28 == 0 else "LVT"
    return ""


_HANGUL_PAIRS = {("L", "L"), ("L", "V"), ("L", "LV"), ("L", "LVT"), ("LV", "V"), ("LV", "T"), ("V", "V"), ("V", "T"),
                 ("LVT", "T"), ("T", "T")}  # fmt: skip
"""What stays together (GB6 to GB8)."""


def _continues(cluster: str, char: str) -> bool:
    """Whether `char` belongs to the grapheme that `cluster` began."""
    last = cluster[-1]
    if _is_control(last) or _is_control(char):
        return False
    if _extends(char) or (_hangul(last), _hangul(char)) in _HANGUL_PAIRS:
        return True
    if ord(last) == _ZWJ and _is_pictograph(ord(char)):
        return _begins_with_pictograph(cluster)
    return _is_flag_letter(char) and _is_flag_letter(last) and len(cluster) == 1


def _begins_with_pictograph(cluster: str) -> bool:
    """Whether what the joiner at the end joins is a pictograph, extended or not (GB11)."""
    bases = [char for char in cluster if not _extends(char)]
    return bool(bases) and _is_pictograph(ord(bases[-1]))


def first_graphemes(text: str, count: int) -> str:
    """The beginning of `text`, at most `count` graphemes long."""
    cluster, seen = "", 0
    for index, char in enumerate(text):
        if cluster and _continues(cluster, char):
            cluster += char
            continue
        if seen == count:
            return text[:index]
        cluster, seen = char, seen + 1
    return text
