"""What APNs takes, and how it refuses: a request in, a status and a reason out."""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

PUSH_TYPES = {
    "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm", "pushtotalk",
    "voip", "widgets",
}
SUFFIXES = {
    "voip": ".voip", "pushtotalk": ".voip-ptt", "location": ".location-query", "fileprovider": ".pushkit.fileprovider",
    "liveactivity": ".push-type.liveactivity", "controls": ".push-type.controls", "widgets": ".push-type.widgets",
    "complication": ".complication",
}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


@dataclass
class Request:
    """An HTTP/2 request; names in lower case, in order."""

    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """A status, and the reason where it is not 200; milliseconds where a token went away."""

    status: int
    reason: str | None = None
    timestamp: int | None = None


class Refusal(Exception):
    """Ends the look at a request."""

    def __init__(self, status: int, reason: str, timestamp: int | None = None) -> None:
        super().__init__(reason)
        self.reply = Reply(status, reason, timestamp)


@dataclass
class Service:
    """What the service knows: teams' keys by key id, tokens by topic, and tokens that are gone."""

    keys: dict[str, tuple[str, ec.EllipticCurvePublicKey]] = field(default_factory=dict)
    topics: set[str] = field(default_factory=set)
    tokens: dict[str, str] = field(default_factory=dict)
    """The topic that a device token is for."""
    gone: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Why and since when a token is no more: Unregistered or ExpiredToken, and milliseconds."""
    provider_tokens: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The last provider token of a key, and its `iat`."""

    def check(self, request: Request, now: float | None = None) -> None:
        """Raises a `Refusal` for what Apple would refuse."""
        now = time.time() if now is None else now
        if request.method != "POST":
            raise Refusal(405, "MethodNotAllowed")
        if not request.path.startswith("/3/device/"):
            raise Refusal(404, "BadPath")
        names = [name for name, _ in request.headers]
        if len(set(names)) != len(names):
            raise Refusal(400, "DuplicateHeaders")
        headers = dict(request.headers)
        self.check_provider(headers.get("authorization"), now)
        token = request.path.removeprefix("/3/device/")
        if not token:
            raise Refusal(400, "MissingDeviceToken")
        if not re.fullmatch(r"(?:[0-9a-fA-F]{2})+", token):
            raise Refusal(400, "BadDeviceToken")
        check_headers(headers)
        self.check_topic(headers, token)
        check_body(request.body, headers["apns-push-type"])

    def check_topic(self, headers: dict[str, str], token: str) -> None:
        """The topic against the push type, the team and the device."""
        topic = headers.get("apns-topic")
        if topic is None:
            raise Refusal(400, "MissingTopic")
        if not re.fullmatch(r"[A-Za-z0-9.-]{1,255}", topic):
            raise Refusal(400, "BadTopic")
        suffix = SUFFIXES.get(headers["apns-push-type"], "")
        others = [other for other in SUFFIXES.values() if topic.endswith(other) and other != suffix]
        if not topic.endswith(suffix) or others:
            raise Refusal(400, "BadTopic")
        if topic.removesuffix(suffix) not in self.topics:
            raise Refusal(400, "TopicDisallowed")
        if token in self.gone:
            reason, since = self.gone[token]
            raise Refusal(410, reason, since)
        if token not in self.tokens:
            raise Refusal(400, "BadDeviceToken")
        if self.tokens[token] != topic:
            raise Refusal(400, "DeviceTokenNotForTopic")

    def check_provider(self, authorization: str | None, now: float) -> None:
        """The provider's own token: a JWT, ES256, no older than an hour, renewed no more often than in 20 minutes."""
        if authorization is None:
            raise Refusal(403, "MissingProviderToken")
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise Refusal(403, "InvalidProviderToken")
        try:
            head, claims, signature = (decode(part) for part in token.split("."))
            header, payload = json.loads(head), json.loads(claims)
            team, key = self.keys[header["kid"]]
            issued = payload["iat"]
            if header["alg"] != "ES256" or payload["iss"] != team or type(issued) is not int or len(signature) != 64:
                raise ValueError
            pair = (int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
            signed = token.rpartition(".")[0].encode()
            key.verify(encode_dss_signature(*pair), signed, ec.ECDSA(hashes.SHA256()))
        except (ValueError, KeyError, TypeError, InvalidSignature, binascii.Error):
            raise Refusal(403, "InvalidProviderToken") from None
        if abs(now - issued) > 3600:
            raise Refusal(403, "ExpiredProviderToken")
        last = self.provider_tokens.get(header["kid"])
        if last and last[0] != token and issued - last[1] < 20 * 60:
            raise Refusal(429, "TooManyProviderTokenUpdates")
        self.provider_tokens[header["kid"]] = (token, issued)


def check_headers(headers: dict[str, str]) -> None:
    """Every header by itself."""
    if "apns-id" in headers and not UUID.fullmatch(headers["apns-id"]):
        raise Refusal(400, "BadMessageId")
    if not re.fullmatch(r"[0-9]{1,12}", headers.get("apns-expiration", "0")):
        raise Refusal(400, "BadExpirationDate")
    if headers.get("apns-priority", "10") not in {"1", "5", "10"}:
        raise Refusal(400, "BadPriority")
    if headers.get("apns-push-type") not in PUSH_TYPES:
        raise Refusal(400, "InvalidPushType")
    if headers["apns-push-type"] == "background" and headers.get("apns-priority") != "5":
        raise Refusal(400, "BadPriority")
    if len(headers.get("apns-collapse-id", "").encode()) > 64:
        raise Refusal(400, "BadCollapseId")


def check_body(body: bytes, push_type: str) -> None:
    """The size, and that there is something."""
    if not body:
        raise Refusal(400, "PayloadEmpty")
    if len(body) > (5120 if push_type == "voip" else 4096):
        raise Refusal(413, "PayloadTooLarge")


def decode(part: str) -> bytes:
    """Base64url without padding."""
    return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)


def starts_extension(payload: dict) -> bool:
    """Whether the phone would run a notification service extension for an alert push."""
    aps = payload.get("aps")
    if not isinstance(aps, dict) or aps.get("mutable-content") != 1:
        return False
    alert = aps.get("alert")
    if isinstance(alert, str):
        return bool(alert)
    keys = ("title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key")
    return isinstance(alert, dict) and any(alert.get(key) for key in keys)
