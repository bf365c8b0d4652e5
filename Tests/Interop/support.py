"""What the interop tests share: the command line, keys, events, and a phone that both sides play at once."""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from verifier import ijson
from verifier.decision import Configuration, Decision, Policy, decide, settle
from verifier.envelope import seal
from verifier.ijson import Json
from verifier.keys import DEVICE, SENDER, PrivateKey
from verifier.ledger import Ledger
from verifier.wire import encode_base64url

AUDIENCE = "org.example.App-1"
NOW = 1_760_000_000_000
"""The clock of most tests, milliseconds since 1970."""


class CallSeal:
    """Runs the binary; a call that takes 20 s has hung."""

    def __init__(self, binary: str) -> None:
        self.binary = binary

    def run(self, *arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [self.binary, *map(str, arguments)]
        return subprocess.run(command, input=stdin, capture_output=True, timeout=20, check=False)

    def output(self, *arguments: str | Path, stdin: bytes = b"") -> bytes:
        """The output of a run that must end well."""
        done = self.run(*arguments, stdin=stdin)
        assert done.returncode == 0, (arguments, done.returncode, done.stderr)
        return done.stdout

    def refuses(self, *codes: int, arguments: tuple[str | Path, ...], stdin: bytes = b"") -> None:
        """A run that must end with one of these codes, says why, and puts out nothing."""
        done = self.run(*arguments, stdin=stdin)
        assert done.returncode in codes, (arguments, done.returncode, done.stderr)
        assert done.stdout == b"" and done.stderr != b""


def write_private(path: Path, value: object) -> Path:
    """A JSON file that only its owner can read."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(value, file)
    return path


@dataclass(frozen=True)
class World:
    """Keys made by Python, each with its files: `NAME.jwk` (private) and `NAME.pub.jwk`."""

    folder: Path
    keys: dict[str, PrivateKey] = field(repr=False)

    @classmethod
    def make(cls, folder: Path) -> World:
        devices, senders = ("device", "other-device"), ("sender", "second-sender", "stranger")
        keys = {name: PrivateKey.generate(DEVICE) for name in devices}
        keys |= {name: PrivateKey.generate(SENDER) for name in senders}
        for name, key in keys.items():
            write_private(folder / f"{name}.jwk", key.jwk())
            (folder / f"{name}.pub.jwk").write_text(json.dumps(key.public.jwk()))
        return cls(folder, keys)

    def private(self, name: str) -> Path:
        return self.folder / f"{name}.jwk"

    def public(self, name: str) -> Path:
        return self.folder / f"{name}.pub.jwk"

    def open_arguments(self, accepts_unsigned: bool) -> list[str | Path]:
        """How `open` and `filter` are told of the device's key and of both trusted senders."""
        arguments: list[str | Path] = ["--key", self.private("device"), "--audience", AUDIENCE]
        for name in ("sender", "second-sender"):
            arguments += ["--trust", self.public(name)]
        return arguments + (["--accept-unsigned"] if accepts_unsigned else [])

    def configuration(self, accepts_unsigned: bool) -> Configuration:
        """The same for Python."""
        trust = [self.keys[name].public for name in ("sender", "second-sender")]
        return Configuration([self.keys["device"]], AUDIENCE, trust, Policy(accept_unsigned=accepts_unsigned))

    def seal(self, body: bytes, sender: str | None = "sender", floor: int = 512) -> str:
        """An envelope to the device, sealed by Python, as text."""
        key = None if sender is None else self.keys[sender]
        return encode_base64url(seal(body, self.keys["device"].public, AUDIENCE, key, floor))


class Raw(str):
    """A piece of JSON text that is written as it stands."""


def to_json(value: object) -> str:
    """JSON that can hold what Python's own writer cannot: `Raw` tokens such as 1e3 or a lone surrogate."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, dict):
        return "{" + ",".join(f"{to_json(name)}:{to_json(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(to_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def to_body(value: object) -> bytes:
    return to_json(value).encode("utf-8")


def make_event(kind: str, identity: str | None = None, sent: int = NOW, lives: int = 45_000, **own: object) -> dict:
    """An ordinary event of a kind; `own` goes into its own member."""
    members = {
        "call": {"handle": {"type": "phone", "value": "+14155550123"}, "name": "Ada Lovelace", "video": True},
        "call-ended": {
            "reason": "cancelled",
            "handle": {"type": "email", "value": "ada@example.org"},
            "name": "Ada Lovelace",
        },
        "notification": {"title": "Ada", "body": "Hello"},
        "data": {"topic": "sync"},
    }
    name = {"call-ended": "ended"}.get(kind, kind)
    event = {"kind": kind, "id": identity or str(uuid.uuid4()), "sent": sent, "expires": sent + lives}
    return {**event, name: {**members[kind], **own}}


def read_output(text: bytes) -> dict[str, Json]:
    """A decision as it was put out. Not by the strict reader: data of 31 levels is one or two deeper in a decision."""

    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        assert len(pairs) == len(dict(pairs)), pairs
        return dict(pairs)

    def constant(token: str) -> Json:
        raise AssertionError(token)

    decision = json.loads(text, object_pairs_hook=members, parse_constant=constant)
    assert isinstance(decision, dict)
    return decision


def is_same(left: Json, right: Json) -> bool:
    """Equality of JSON values: 1 and 1.0 are one number, true and 1 are not one value."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def shown(value: Json) -> Json:
    """What `otherwise` or `settled` shows: a content, wrapped or not, or nothing."""
    if isinstance(value, dict) and ("content" in value or "action" in value):
        value = value.get("content")
    return value if isinstance(value, dict) and value else None


@dataclass
class Phone:
    """One phone with one ledger file, played by the binary and by Python; each push is decided by both and compared."""

    callseal: CallSeal
    world: World
    ledger_file: Path | None = None
    accepts_unsigned: bool = False
    ledger: Ledger = field(default_factory=Ledger)
    fallbacks: list[Json] = field(default_factory=list)

    def pushes(self, user_info: object, now: int = NOW, settles: str | None = None) -> Decision:
        """Decides a push on both sides and gives Python's decision; without a ledger file nothing is remembered."""
        arguments = ["filter", *self.world.open_arguments(self.accepts_unsigned), "--now", str(now)]
        if self.ledger_file is not None:
            arguments += ["--ledger", self.ledger_file]
        if settles is not None:
            arguments += ["--settle", settles]
        text = to_body(user_info)
        theirs = read_output(self.callseal.output(*arguments, "-", stdin=text))
        to = self.world.configuration(self.accepts_unsigned)
        mine = decide(ijson.parse_object(text), now, to, self.ledger)
        outcome = settles or ("accepted" if self.ledger_file is not None else "none")
        settled = settle(mine, outcome, to.policy, self.ledger) if outcome != "none" else None
        if self.ledger_file is None:
            self.ledger = Ledger()
        self.compare(theirs, mine, settled)
        return mine

    def gets(self, event: dict, now: int = NOW, settles: str | None = None, sender: str | None = "sender") -> Decision:
        """Seals an event anew and pushes it."""
        return self.pushes({"aps": {}, "sealed": self.world.seal(to_body(event), sender)}, now, settles)

    def compare(self, theirs: dict[str, Json], mine: Decision, settled: Json) -> None:
        assert (theirs.get("action"), theirs.get("reason")) == (mine.action, mine.reason), (theirs, mine.fault)
        for name, expected in (("event", mine.event), ("payload", mine.payload), ("data", mine.data)):
            assert is_same(theirs.get(name), expected), (name, theirs.get(name), expected)
        assert theirs.get("withdraw", False) is mine.withdraw, theirs
        assert "ledger" not in theirs, theirs
        assert is_same(shown(theirs.get("otherwise")), mine.otherwise), (theirs.get("otherwise"), mine.otherwise)
        assert is_same(shown(theirs.get("settled")), settled), (theirs.get("settled"), settled)
        if mine.fault is None and mine.reason != "unknown-kind":
            assert is_same(theirs.get("content"), mine.content), (theirs.get("content"), mine.content)
            return
        # A fallback's wording is the extension's own, but it is one constant and makes no sound.
        content = theirs.get("content")
        assert isinstance(content, dict) and content and "sound" not in content, theirs
        self.fallbacks.append(content)
        assert is_same(content, self.fallbacks[0]), self.fallbacks
