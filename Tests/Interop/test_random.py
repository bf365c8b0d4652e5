"""Random bodies and random sequences of pushes: both sides decide alike. CALLSEAL_SEED repeats a run."""

from __future__ import annotations

import copy
import random
from pathlib import Path

from support import NOW, CallSeal, Phone, Raw, World, make_event, to_body
from test_body_members import FULL, paths_of, replaced

BODIES = 400
SEQUENCES = 40
STEPS = 14

LETTERS = (
    "aZ09 \t\n\r\x0b\x85\xa0\u2028\u3000\x00\x1f\x7f\u200b\u200d\u200e\u202e\u2066\u2060\ufeff\u3164"
    'é\u0301ß€😀-.()[]+"\\/'
)
TOKENS = ("1", "0", "-0", "-1", "1.0", "1e3", "0.5", "1E-2", "-0.0", "1e309", "9007199254740991",
          "9007199254740992", "1e400",
          "2147483647", "2147483648", "01", "1.", "NaN", "true", "false", "null", "[]", "{}", '"\\u0041"',
          '"\\ud83d\\ude00"',
          '"\\ud83d"', '"\\uffff"', '"\\u202e"', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', "[1,]", '"phone"', '"generic"',
          '"failed"', '"active"', '"call"', '"data"', '"answered-elsewhere"', '"+1 (2) 3"')  # fmt: skip


def random_value(rng: random.Random, depth: int = 0) -> object:
    choice = rng.randrange(6 if depth < 3 else 3)
    if choice < 2:
        return Raw(rng.choice(TOKENS))
    if choice == 2:
        return "".join(rng.choice(LETTERS) for _ in range(rng.randrange(12)))
    if choice == 3:
        return [random_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if choice == 4:
        return {
            rng.choice("abcdé") + rng.choice(("", "\u0301")): random_value(rng, depth + 1)
            for _ in range(rng.randrange(4))
        }
    return Raw("[" * (depth_left := rng.choice((5, 28, 29, 30, 31, 32))) + "]" * depth_left)


def random_body(rng: random.Random) -> bytes:
    """A good event with one or two members replaced or added, sometimes damaged as text."""
    event = copy.deepcopy(rng.choice(list(FULL.values())))
    for _ in range(rng.choice((1, 1, 1, 2))):
        path = rng.choice(paths_of(event))
        event = replaced(event, path, random_value(rng))
    if rng.random() < 0.5:
        event["data"] = {name: random_value(rng) for name in rng.sample("abcdef", 3)}
    body = bytearray(to_body(event))
    if rng.random() < 0.25:
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(body))
            body[at : at + rng.randrange(2)] = bytes(
                rng.choice(b'{}[],:"\\ \n0e.-ut\x00\x80\xc3\xef\xbb\xbf') for _ in range(rng.randrange(3))
            )
    return bytes(body[:2400])


def test_random_bodies(callseal: CallSeal, world: World, rng: random.Random) -> None:
    phone = Phone(callseal, world)
    reasons: list[str] = []
    for _ in range(BODIES):
        body = random_body(rng)
        print(body)
        reasons.append(phone.pushes({"sealed": world.seal(body)}, NOW + 1_000).reason)
    # Neither all good nor all bad, or the cases are not worth much.
    # Most random changes break a body: some nine of ten, so a run with fewer than one in twenty left whole is no accident.
    assert len(reasons) == BODIES and 0.2 < reasons.count("open-failed") / BODIES < 0.95, reasons


def random_event(rng: random.Random, identities: list[str], clock: int) -> dict:
    kind = rng.choice(("call", "call", "call", "call-ended", "call-ended", "notification", "data"))
    identity = rng.choice(identities)
    sent = (
        clock
        - rng.choice((0, 0, 0, 1, 40_000, 75_000, 75_001, 500_000))
        + rng.choice((0, 0, 0, 86_400_000, 86_400_001))
    )
    lives = rng.choice((45_000, 45_000, 1, 180_000, 10**6))
    if kind == "call-ended":
        reason = rng.choice(("cancelled", "failed", "answered-elsewhere", "declined-elsewhere", "?"))
        return make_event(
            kind, identity, sent, lives, reason=reason, handle=rng.choice((None, {"type": "phone", "value": "+1"}))
        )
    return make_event(kind, rng.choice((identity, identity.upper())), sent, lives)


def test_random_sequences(callseal: CallSeal, world: World, tmp_path: Path, rng: random.Random) -> None:
    reasons: set[str] = set()
    for sequence in range(SEQUENCES):
        phone = Phone(callseal, world, tmp_path / f"{sequence}.ledger", accepts_unsigned=rng.random() < 0.5)
        identities = [f"{rng.getrandbits(32):08x}-0000-4000-8000-00000000000{number}" for number in range(2)]
        clock = NOW
        for _ in range(STEPS):
            event = random_event(rng, identities, clock)
            settles = rng.choice((None, "accepted", "refused", "failed", "failed", "none", "none", "none"))
            sender = rng.choice(("sender", "sender", "sender", "second-sender", "stranger", None))
            print(sequence, clock, settles, sender, event)
            reasons.add(phone.gets(event, clock, settles, sender).reason)
            clock += rng.choice((0, 1, 5_000, 9_999, 10_000, 10_001, -5_000, -10_000, 60_000))
    assert reasons >= {"call", "duplicate", "expired", "missed", "ended", "notification", "data", "untrusted-sender"}
