"""Running vectors, by type (the format, "The vectors"). It knows the vectors' files and nothing of how they are made.

A runner is made of what a group shares. Its `outcome` of a vector is None where the vector holds, else what was
expected and what came.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .decision_vectors import DecisionsRunner
from .difference import Outcome, compare
from .envelope_vectors import EnvelopeRunner
from .ijson import Json
from .keys import DEVICE, BadKey, PrivateKey, PublicKey, read_jwk, read_jwk_set
from .pem import read_pem
from .vectorfile import Object, digest


class Runner(Protocol):
    """Runs the vectors of one group."""

    def outcome(self, test: Object) -> Outcome: ...


class KeyRunner:
    """Runs vectors of types Jwk and Pem, which are texts of one key, and JwkSet."""

    def __init__(self, group: Object) -> None:
        self._read: Callable[[Object], Json] = {"Jwk": _read_jwk, "Pem": _read_pem, "JwkSet": _read_set}[group["type"]]

    def outcome(self, test: Object) -> Outcome:
        expected = test.get("expect", "read")
        try:
            got = self._read(test)
        except BadKey as error:
            return None if expected == error.layer else (expected, f"{error.layer}: {error}")
        if test["result"] == "invalid":
            return expected, "read"
        names = ("keys",) if "keys" in test else ("thumbprint", "keyId", "publicKey")
        return compare({name: test[name] for name in names}, got)


def _read_jwk(test: Object) -> Json:
    return _as_meant(read_jwk(test["jwk"].encode("utf-8")), test)


def _read_pem(test: Object) -> Json:
    return _as_meant(read_pem(test["pem"]), test)


def _read_set(test: Object) -> Json:
    return {"keys": [{**_answer(key), "kind": _kind(key)} for key in read_jwk_set(test["jwks"].encode("utf-8"))]}


def _as_meant(key: PrivateKey | PublicKey, test: Object) -> Json:
    if _kind(key) != test["meant"]:
        raise BadKey("a key of another sort")
    return _answer(key)


def _kind(key: PrivateKey | PublicKey) -> str:
    return ("device" if key.crv == DEVICE else "sender") + ("-private" if isinstance(key, PrivateKey) else "-public")


def _answer(key: PrivateKey | PublicKey) -> dict[str, Json]:
    public = key.public if isinstance(key, PrivateKey) else key
    return {"thumbprint": public.thumbprint, "keyId": public.key_id.hex(), "publicKey": public.raw.hex()}


_RUNNERS: dict[str, Callable[[Object], Runner]] = {
    "Envelope": EnvelopeRunner,
    "Decisions": DecisionsRunner,
    "Jwk": KeyRunner,
    "JwkSet": KeyRunner,
    "Pem": KeyRunner,
}


def make_runner(group: Object) -> Runner:
    """The runner of a group."""
    return _RUNNERS[group["type"]](group)


def outcome_as_published(runner: Runner, group: Object, test: Object) -> Outcome:
    """Runs a vector. One that holds, but is not the one that was published, fails too."""
    outcome = runner.outcome(test)
    if outcome is None and digest(group, test) != test["digest"]:
        return "the vector as it was published", "an altered one, by its digest"
    return outcome
