"""Vectors that were changed, each of the published ones in turn, do not pass the Python verifier."""

from __future__ import annotations

from typing import Any

import pytest

from mutations import NAMES, OUTPUTS, changes, groups, passes, published, vectors
from support import make_event, to_body
from verifier.decision_vectors import DecisionsRunner, expected_of
from verifier.difference import compare
from verifier.envelope import seal
from verifier.envelope_vectors import EnvelopeRunner, read_key, read_keys
from verifier.fault import REASON_OF_LAYER
from verifier.keys import PrivateKey
from verifier.vectorfile import digest
from verifier.wire import encode_base64url


def counted(name: str) -> int:
    return published(name)["numberOfTests"]


@pytest.mark.parametrize("name", NAMES)
def test_the_digest_tells_every_change(name: str) -> None:
    """Inputs that decide nothing too: a `now` in the middle of a window, an unknown member of a key."""
    seen, count = 0, 0
    for group, runner, test in vectors(name):
        assert passes(group, runner, test, keeps_digest=True), test["tcId"]
        seen += 1
        for place, changed in changes(test):
            if place and place[0] != "digest":
                count += 1
                assert digest(group, changed) != test["digest"], (test["tcId"], place)
    assert seen == counted(name) and count > 10 * seen


@pytest.mark.parametrize("name", NAMES)
def test_the_digest_tells_every_change_of_what_a_group_shares(name: str) -> None:
    count = 0
    for group, _ in groups(name):
        shared = {member: value for member, value in group.items() if member != "tests"}
        for _, changed in changes(shared):
            count += 1
            assert all(digest(changed, test) != test["digest"] for test in group["tests"][:1])
    assert count > len(groups(name))


@pytest.mark.parametrize("name", NAMES)
def test_another_result_or_expect_fails(name: str) -> None:
    """With the digest made anew, so that the reader alone decides."""
    seen, count = 0, 0
    for group, runner, test in vectors(name):
        seen += 1
        flipped = {**test, "result": "invalid" if test["result"] == "valid" else "valid"}
        bare = {member: value for member, value in flipped.items() if member not in OUTPUTS | {"expect"}}
        others = [flipped, bare, {**test, "result": "acceptable"}, {**test, "expect": "elsewhere"}]
        layers = [layer for layer in REASON_OF_LAYER if layer != test.get("expect")]
        if group["type"] == "Decisions":
            layers = layers[:1]
        for layer in layers:
            others.append({**test, "result": "invalid", "expect": layer})
            others.append({**bare, "result": "invalid", "expect": layer})
        for other in others:
            count += 1
            assert not passes(group, runner, other), (test["tcId"], other.get("result"), other.get("expect"))
    assert seen == counted(name) and count >= 6 * seen


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("decisions.json", "pushes.json")])
def test_another_output_fails(name: str) -> None:
    seen, count = 0, 0
    for group, runner, test in vectors(name):
        if test["result"] == "invalid":
            continue
        seen += 1
        for place, changed in changes(test):
            if place and (place[0] in OUTPUTS or place == ("unknown",)):
                count += 1
                assert not passes(group, runner, changed), (test["tcId"], place)
    assert seen == sum(test["result"] == "valid" for _, _, test in vectors(name)) and count > 5 * seen


@pytest.mark.parametrize("name", ["decisions.json", "pushes.json"])
def test_another_decision_fails(name: str) -> None:
    seen, count = 0, 0
    for group, runner, test in vectors(name):
        assert isinstance(runner, DecisionsRunner)
        seen += 1
        # What comes does not depend on what is expected: it is computed once, and each change is held against it.
        answers = runner.answers(test["steps"])
        for index, (step, answer) in enumerate(zip(test["steps"], answers, strict=True)):
            expected = expected_of(step)
            assert compare(expected, answer) is None
            for place, changed in changes(expected):
                count += 1
                assert compare(changed, answer) is not None, (test["tcId"], index, place)
            if "ledger" in step:
                continue
            # One of them all the way.
            other: dict[str, Any] = {"content": {"title": "Hello"} if expected is None else None}
            if "decision" in step:
                other = {"decision": {**expected, "reason": "ended" if expected["reason"] == "data" else "data"}}
            steps = [*test["steps"][:index], {**step, **other}, *test["steps"][index + 1 :]]
            assert not passes(group, runner, {**test, "steps": steps}), (test["tcId"], index)
    assert seen == counted(name) and count > 5 * seen


@pytest.mark.parametrize("name", ["bodies.json", "envelopes.json"])
def test_another_envelope_fails(name: str) -> None:
    """Valid ones with a character changed."""
    seen = 0
    for group, runner, test in vectors(name):
        if test["result"] == "valid":
            seen += 1
            for place, changed in changes({"sealed": test["sealed"]}):
                if place == ("sealed",) and "sealed" in changed:
                    assert not passes(group, runner, {**test, **changed}), test["tcId"]
    assert seen > 40


def signers() -> dict[str, PrivateKey]:
    """The private halves of the senders that vectors trust, by thumbprint."""
    recipes = [test.get("seal", {}) for _, _, test in vectors("envelopes.json")]
    keys = [read_key(recipe["signer"]) for recipe in recipes if "signer" in recipe]
    return {key.public.thumbprint: key for key in keys if isinstance(key, PrivateKey)}


@pytest.mark.parametrize("name", ["bodies.json", "envelopes.json"])
def test_a_repaired_envelope_fails(name: str) -> None:
    """What must not open is put right: sealed to the group's phone, for its audience, by somebody it trusts."""
    known, seen = signers(), 0
    body = to_body(make_event("call"))
    for group, _ in groups(name):
        audience, keys, trust = read_keys(group)
        sender = next((known[key.thumbprint] for key in trust if key.thumbprint in known), None)
        sealed = encode_base64url(seal(body, keys[0].public, audience, sender, 512))
        accepting = {**group, "policyAccepts": True}
        opener = EnvelopeRunner(accepting)
        opener.open(sealed)
        for test in group["tests"]:
            if test["result"] == "valid":
                continue
            seen += 1
            # What the policy refuses is repaired by another policy.
            repaired = test if test["expect"] == "policy" else {**test, "sealed": sealed}
            assert not passes(accepting, opener, repaired), test["tcId"]
            if test["expect"] == "body":
                half = {member: value for member, value in test.items() if member != "bodyHex"}
                assert not passes(accepting, opener, {**half, "body": body.decode()}), test["tcId"]
    assert seen == sum(test["result"] == "invalid" for _, _, test in vectors(name)) > 0


def test_a_repaired_key_fails() -> None:
    seen = 0
    for group, runner, test in vectors("keys.json"):
        if test["result"] == "valid":
            continue
        member = {"Jwk": "jwk", "Pem": "pem", "JwkSet": "jwks"}[group["type"]]
        right = [
            other
            for _, _, other in vectors("keys.json")
            if other["result"] == "valid" and member in other and other.get("meant") == test.get("meant")
        ]
        assert right
        seen += 1
        assert not passes(group, runner, {**test, member: right[0][member]}), test["tcId"]
    assert seen == sum(test["result"] == "invalid" for _, _, test in vectors("keys.json")) > 0
