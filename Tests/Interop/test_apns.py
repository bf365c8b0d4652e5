"""From an event to what the phone does, through real curl, HTTP/2 and a double of Apple's service with Apple's rules."""

from __future__ import annotations

import base64
import json
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from apns.rules import Reply, Service, starts_extension
from apns.server import Double
from support import AUDIENCE, CallSeal, World

TOKEN = "00ff" * 16
VOIP_TOKEN = "11aa" * 16
OTHER_APP_TOKEN = "22bb" * 16
GONE_TOKEN = "33cc" * 16
EXPIRED_TOKEN = "44dd" * 16
KEY = ec.generate_private_key(ec.SECP256R1())
HANDLE = {"type": "phone", "value": "+14155550123"}


def provider_token(**changes: object) -> str:
    """The provider's JWT, right unless it is changed."""
    header = {"alg": "ES256", "kid": "ABC123DEFG"} | {k: v for k, v in changes.items() if k in {"alg", "kid"}}
    claims = {"iss": "TEAM123456", "iat": int(time.time())} | {k: v for k, v in changes.items() if k in {"iss", "iat"}}

    def encode(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

    signed = f"{encode(json.dumps(header).encode())}.{encode(json.dumps(claims).encode())}"
    key = changes.get("key", KEY)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


@pytest.fixture
def double(tmp_path: Path) -> Iterator[Double]:
    """A service that knows one team, one app, and its tokens."""
    service = Service(
        keys={"ABC123DEFG": ("TEAM123456", KEY.public_key())}, topics={AUDIENCE},
        tokens={TOKEN: AUDIENCE, VOIP_TOKEN: f"{AUDIENCE}.voip", OTHER_APP_TOKEN: "org.example.other"},
        gone={GONE_TOKEN: ("Unregistered", 1_700_000_000_000), EXPIRED_TOKEN: ("ExpiredToken", 1_700_000_000_000)})
    with Double(service, tmp_path, seconds=120) as double:
        yield double


class Server:
    """A backend: callseal makes the request, curl sends it."""

    def __init__(self, callseal: CallSeal, world: World, double: Double) -> None:
        self.callseal, self.world, self.double = callseal, world, double
        # One for all: to renew it all the time is refused.
        self.authorization = f"bearer {provider_token()}"

    def configuration(self, event: dict, *options: str, token: str = TOKEN) -> str:
        """What `callseal seal --as curl` writes."""
        return self.callseal.output(
            "seal", "--as", "curl", "--token", token, "--to", self.world.folder / "device.pub.jwk", "--sign-with",
            self.world.folder / "sender.jwk", "--audience", AUDIENCE, *options, stdin=json.dumps(event).encode()).decode()

    def send(self, configuration: str, authorization: str | None = None) -> tuple[int, dict]:
        """Sends it with curl; the status, and the answer where there is one."""
        command = [
            "curl", "--silent", "--show-error", "--max-time", "20", "--cacert", str(self.double.certificate),
            "--connect-to", f"api.push.apple.com:443:127.0.0.1:{self.double.port}",
            "--connect-to", f"api.sandbox.push.apple.com:443:127.0.0.1:{self.double.port}",
            "--write-out", "\n%{http_version} %{http_code}", "--config", "-"]
        header = self.authorization if authorization is None else authorization
        text = configuration + (f'header = "authorization: {header}"\n' if header else "")
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=30, check=False)
        assert done.returncode == 0, done.stderr
        body, _, last = done.stdout.decode().rpartition("\n")
        version, status = last.split()
        assert version == "2"
        return int(status), json.loads(body) if body else {}

    def phone(self, payload: dict, *options: str) -> dict:
        """What the phone does with a payload."""
        return json.loads(self.callseal.output(
            "filter", "--key", self.world.folder / "device.jwk", "--trust", self.world.folder / "sender.pub.jwk",
            "--audience", AUDIENCE, *options, stdin=json.dumps(payload).encode()))


@pytest.fixture
def server(callseal: CallSeal, world: World, double: Double) -> Server:
    return Server(callseal, world, double)


CALL = {"kind": "call", "call": {"handle": HANDLE, "name": "Ada “Countess” \\ Lovelace", "video": True}}
EVENTS = {
    "call": (CALL, "report", "call"),
    "cancelled": ({"kind": "call-ended", "id": str(uuid.uuid4()), "ended": {"reason": "cancelled", "handle": HANDLE}},
                  "notify", "missed"),
    "failed": ({"kind": "call-ended", "id": str(uuid.uuid4()), "ended": {"reason": "failed"}}, "notify", "missed"),
    "answered": ({"kind": "call-ended", "id": str(uuid.uuid4()), "ended": {"reason": "answered-elsewhere"}},
                 "suppress", "ended"),
    "declined": ({"kind": "call-ended", "id": str(uuid.uuid4()), "ended": {"reason": "declined-elsewhere"}},
                 "suppress", "ended"),
    "notification": ({"kind": "notification", "notification": {"title": "Ada", "body": "At eight?\nOr nine 😀"}},
                     "notify", "notification"),
    "data": ({"kind": "data", "data": {"a": [1, None, "é"]}}, "suppress", "data"),
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_kind_arrives(server: Server, name: str) -> None:
    event, action, reason = EVENTS[name]
    status, _ = server.send(server.configuration(event))
    assert status == 200
    (delivery,) = server.double.delivered
    assert delivery.token == TOKEN
    assert starts_extension(delivery.payload)
    decision = server.phone(delivery.payload)
    assert (decision["action"], decision["reason"]) == (action, reason)
    if name == "call":
        assert decision["payload"]["name"] == CALL["call"]["name"]
    if name == "notification":
        assert decision["content"]["body"] == "At eight?\nOr nine 😀"


def test_nothing_outside_tells_them_apart(server: Server) -> None:
    for event, _, _ in EVENTS.values():
        assert server.send(server.configuration(event))[0] == 200
    assert len(server.double.delivered) == len(EVENTS)
    looks = {
        (len(delivery.body), json.dumps(delivery.payload["aps"]), tuple(delivery.payload), tuple(delivery.headers),
         delivery.headers["apns-push-type"], delivery.headers["apns-priority"], delivery.headers["apns-topic"])
        for delivery in server.double.delivered}
    assert len(looks) == 1
    assert len({delivery.headers["apns-id"] for delivery in server.double.delivered}) == len(EVENTS)


def test_a_voip_push_arrives(server: Server) -> None:
    status, _ = server.send(server.configuration(CALL, "--voip", token=VOIP_TOKEN))
    assert status == 200
    (delivery,) = server.double.delivered
    assert delivery.headers["apns-topic"] == f"{AUDIENCE}.voip"
    assert delivery.headers["apns-expiration"] == "0"
    assert delivery.payload["aps"] == {} and delivery.payload["callseal"] == 1
    assert server.phone(delivery.payload)["action"] == "report"


def test_the_sandbox_is_another_host(server: Server) -> None:
    configuration = server.configuration(CALL, "--sandbox")
    assert "https://api.sandbox.push.apple.com/3/device/" in configuration
    assert server.send(configuration)[0] == 200


def test_text_is_cut_to_fit(server: Server) -> None:
    event = {"kind": "notification", "notification": {"title": "Ada", "body": "👩‍👩‍👧‍👦" * 400}}
    assert server.send(server.configuration(event, "--fit"))[0] == 200
    body = server.phone(server.double.delivered[0].payload)["content"]["body"]
    assert body.endswith("…") and set(body[:-1].split("👩‍👩‍👧‍👦")) == {""} and len(body) > 300


def test_a_call_sent_twice_rings_once(server: Server, tmp_path: Path) -> None:
    event = CALL | {"id": str(uuid.uuid4())}
    for _ in range(2):
        assert server.send(server.configuration(event))[0] == 200
    ledger = str(tmp_path / "ledger")
    reasons = [server.phone(delivery.payload, "--ledger", ledger)["reason"] for delivery in server.double.delivered]
    assert reasons == ["call", "duplicate"]


def change(old: str, new: str) -> Callable[[str], str]:
    """Puts one line of a configuration in another's place."""

    def apply(configuration: str) -> str:
        lines = [line for line in configuration.splitlines() if line.startswith(old)]
        assert len(lines) == 1, old
        return configuration.replace(lines[0], new)

    return apply


def to(token: str) -> Callable[[str], str]:
    return change("url", f'url = "https://api.push.apple.com/3/device/{token}"')


def header(name: str, value: str) -> Callable[[str], str]:
    return change(f'header = "{name}:', f'header = "{name}: {value}"')


REFUSALS: dict[str, tuple[int, str, Callable[[str], str]]] = {
    "id": (400, "BadMessageId", header("apns-id", str(uuid.uuid4()).upper())),
    "expiration": (400, "BadExpirationDate", header("apns-expiration", "soon")),
    "priority": (400, "BadPriority", header("apns-priority", "7")),
    "type": (400, "InvalidPushType", header("apns-push-type", "call")),
    "no type": (400, "InvalidPushType", change('header = "apns-push-type:', "")),
    "background": (400, "BadPriority", header("apns-push-type", "background")),
    "no topic": (400, "MissingTopic", change('header = "apns-topic:', "")),
    "topic": (400, "BadTopic", header("apns-topic", "org_example")),
    "topic of another type": (400, "BadTopic", header("apns-topic", f"{AUDIENCE}.voip")),
    "another team's topic": (400, "TopicDisallowed", header("apns-topic", "org.example.unknown")),
    "collapse id": (400, "BadCollapseId", lambda text: text + f'header = "apns-collapse-id: {"x" * 65}"\n'),
    "twice": (400, "DuplicateHeaders", lambda text: text + 'header = "apns-priority: 10"\n'),
    "no token": (400, "MissingDeviceToken", to("")),
    "token": (400, "BadDeviceToken", to("xyz")),
    "unknown token": (400, "BadDeviceToken", to("99" * 32)),
    "another app's token": (400, "DeviceTokenNotForTopic", to(OTHER_APP_TOKEN)),
    "voip token": (400, "DeviceTokenNotForTopic", to(VOIP_TOKEN)),
    "unregistered": (410, "Unregistered", to(GONE_TOKEN)),
    "expired token": (410, "ExpiredToken", to(EXPIRED_TOKEN)),
    "path": (404, "BadPath", change("url", 'url = "https://api.push.apple.com/3/devices/00"')),
    "method": (405, "MethodNotAllowed", lambda text: text + 'request = "PUT"\n'),
    "empty": (400, "PayloadEmpty", change("data-binary", 'data-binary = ""')),
    "too large": (413, "PayloadTooLarge", change("data-binary", f'data-binary = "{"x" * 4097}"')),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_changed_is_refused(server: Server, name: str) -> None:
    """That the double enforces the rules at all: each of them, by what callseal never sends."""
    status, reason, apply = REFUSALS[name]
    answer = server.send(apply(server.configuration(CALL)))
    assert answer[0] == status and answer[1]["reason"] == reason
    assert ("timestamp" in answer[1]) == (status == 410)
    assert server.double.delivered == []


OLD = 3700
PROVIDERS = {
    "missing": (403, "MissingProviderToken", lambda: ""),
    "no bearer": (403, "InvalidProviderToken", lambda: f"basic {provider_token()}"),
    "no JWT": (403, "InvalidProviderToken", lambda: "bearer x.y"),
    "algorithm": (403, "InvalidProviderToken", lambda: f"bearer {provider_token(alg='HS256')}"),
    "key id": (403, "InvalidProviderToken", lambda: f"bearer {provider_token(kid='ABC123DEFH')}"),
    "team": (403, "InvalidProviderToken", lambda: f"bearer {provider_token(iss='TEAM123457')}"),
    "signature": (403, "InvalidProviderToken",
                  lambda: f"bearer {provider_token(key=ec.generate_private_key(ec.SECP256R1()))}"),
    "old": (403, "ExpiredProviderToken", lambda: f"bearer {provider_token(iat=int(time.time()) - OLD)}"),
}


@pytest.mark.parametrize("name", PROVIDERS)
def test_the_provider_has_to_be_known(server: Server, name: str) -> None:
    status, reason, authorization = PROVIDERS[name]
    assert server.send(server.configuration(CALL), authorization()) == (status, {"reason": reason})


def test_provider_tokens_are_not_renewed_all_the_time(server: Server) -> None:
    now = int(time.time())
    answers = [server.send(server.configuration(CALL), f"bearer {provider_token(iat=iat)}")
               for iat in (now - 1800, now - 1799, now - 60)]
    assert [status for status, _ in answers] == [200, 429, 200]
    assert answers[1][1] == {"reason": "TooManyProviderTokenUpdates"}


@pytest.mark.parametrize("reply", [
    Reply(429, "TooManyRequests"), Reply(500, "InternalServerError"), Reply(503, "ServiceUnavailable"),
    Reply(503, "Shutdown"), Reply(403, "Forbidden"), Reply(400, "IdleTimeout")], ids=lambda reply: reply.reason)
def test_a_push_refused_for_now_is_sent_again(server: Server, reply: Reply, tmp_path: Path) -> None:
    """Sealed anew or not, it is one call."""
    server.double.injected.append(reply)
    configuration = server.configuration(CALL | {"id": str(uuid.uuid4())})
    assert server.send(configuration) == (reply.status, {"reason": reply.reason})
    assert server.send(configuration)[0] == 200
    assert server.send(configuration)[0] == 200
    ledger = str(tmp_path / "ledger")
    assert [server.phone(each.payload, "--ledger", ledger)["action"] for each in server.double.delivered] == [
        "report", "suppress"]


@pytest.mark.parametrize("arguments", [
    ("--token", "xyz"), ("--token", "0"), ("--token", ""), ("--token", "AAECAw=="), ()], ids=str)
def test_a_wrong_token_is_refused_before_it_is_sent(callseal: CallSeal, world: World, arguments: tuple[str, ...]) -> None:
    callseal.refuses(2, arguments=(
        "seal", "--as", "curl", "--to", world.folder / "device.pub.jwk", "--audience", AUDIENCE, *arguments),
        stdin=json.dumps(CALL).encode())


def test_a_push_for_the_wrong_topic_is_refused_before_it_is_sent(callseal: CallSeal, world: World) -> None:
    callseal.refuses(3, arguments=(
        "seal", "--as", "request", "--token", TOKEN, "--to", world.folder / "device.pub.jwk", "--audience",
        f"{AUDIENCE}.voip"), stdin=json.dumps(CALL).encode())


def test_only_a_call_is_a_voip_push(callseal: CallSeal, world: World) -> None:
    callseal.refuses(3, arguments=(
        "seal", "--as", "curl", "--voip", "--token", TOKEN, "--to", world.folder / "device.pub.jwk", "--audience",
        AUDIENCE), stdin=b'{"kind":"data"}')
