"""Running vectors of type Envelope: opening the text, and sealing what was in it once more."""

from __future__ import annotations

import json

from .body import Event, read_event
from .decision import describe
from .difference import Outcome, compare
from .envelope import Opened, check_keyring, open_envelope, seal
from .fault import Fault
from .ijson import Json
from .keys import DEVICE, BadKey, PrivateKey, PublicKey, read_jwk
from .vectorfile import NotAsDescribed, Object
from .wire import check_audience, decode_base64


def read_keys(group: Object) -> tuple[str, list[PrivateKey], list[PublicKey]]:
    """A phone: its audience, its keys, and the senders it trusts."""
    keys = [read_key(jwk) for jwk in group["keys"]]
    trust = [read_key(jwk) for jwk in group["trust"]]
    devices = [key for key in keys if isinstance(key, PrivateKey)]
    senders = [key for key in trust if isinstance(key, PublicKey)]
    try:
        check_audience(group["audience"])
        check_keyring(devices, senders)
    except ValueError as error:
        raise NotAsDescribed(f"{group['comment']}: {error}") from None
    return group["audience"], devices, senders


def read_key(jwk: Object) -> PrivateKey | PublicKey:
    """A key that a vector needs; one that is wrong is a fault of the file."""
    try:
        return read_jwk(json.dumps(jwk).encode("utf-8"))
    except BadKey as error:
        raise NotAsDescribed(f"a key of a vector: {error}") from None


class EnvelopeRunner:
    def __init__(self, group: Object) -> None:
        self._audience, self._keys, self._trust = read_keys(group)
        self._accept_unsigned: bool = group["acceptUnsigned"]
        self._policy_accepts: bool = group["policyAccepts"]

    def outcome(self, test: Object) -> Outcome:
        expected = test.get("expect", "opened")
        try:
            opened, event = self.open(test["sealed"])
        except Fault as fault:
            return _outcome_of_body(test) if fault.layer == expected else (expected, str(fault))
        if test["result"] == "invalid":
            return expected, "opened"
        if opened.body != test["body"].encode("utf-8"):
            return "the body", "another body"
        sender = None if opened.sender is None else opened.sender.thumbprint
        got = {**describe(event, sender, opened.recipient.thumbprint), **_content(event)}
        return compare(test["event"], got) or self._reseal(test, opened)

    def open(self, sealed: str) -> tuple[Opened, Event]:
        """Opens a text down to the event, or raises the first fault."""
        data = decode_base64(sealed)
        opened = open_envelope(data, self._keys, self._audience, self._trust, self._accept_unsigned)
        event = read_event(opened.body)
        if not self._policy_accepts:
            raise Fault("policy", "the policy's own check")
        return opened, event

    def _reseal(self, test: Object, opened: Opened) -> Outcome:
        """Whether sealing the body by the vector's recipe gives the same envelope, to the byte."""
        recipe = test["seal"]
        signer = read_key(recipe["signer"]) if "signer" in recipe else None
        assert not isinstance(signer, PublicKey), "by the schema it has a d"
        ephemeral = PrivateKey(DEVICE, bytes.fromhex(recipe["ephemeral"]))
        try:
            again = seal(opened.body, opened.recipient, self._audience, signer, recipe["floor"], ephemeral)
        except ValueError as error:
            return "an envelope", f"refused: {error}"
        if again != decode_base64(test["sealed"]):
            return "the same envelope when sealed again", "another"
        return None


def _outcome_of_body(test: Object) -> Outcome:
    """What an invalid vector tells of the body, where it tells it, has to be refused by itself."""
    if "body" not in test and "bodyHex" not in test:
        return None
    body = test["body"].encode("utf-8") if "body" in test else bytes.fromhex(test["bodyHex"])
    try:
        read_event(body)
    except Fault:
        return None
    return "a body that is refused", "one that is read"


def _content(event: Event) -> dict[str, Json]:
    """What the event says beside its head, as vectors tell it."""
    content: dict[str, Json] = {}
    own: dict[str, Json] = {}
    if event.handle is not None:
        own |= {"handle": event.handle.value, "handleType": event.handle.type}
    if event.name is not None:
        own["name"] = event.name
    if event.kind == "call":
        content["call"] = {**own, "video": event.video}
    elif event.kind == "call-ended":
        content["ended"] = {"reason": event.reason, **own}
    elif event.kind == "notification":
        content["notification"] = event.notification
    if event.data is not None:
        content["data"] = event.data
    return content
