"""What a phone does with a push (the format, "The decision"): one decision for anything that arrives, and the payload.

`decide` depends on its inputs and the ledger alone, and never raises for any `user_info` made of JSON values.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from .body import Event, Handle, as_property_list, read_event
from .envelope import Opened, check_keyring, open_envelope
from .fault import Fault
from .ijson import Json
from .keys import PrivateKey, PublicKey
from .ledger import CallRecord, Key, Ledger
from .wire import check_audience, decode_base64, encode_base64url

FARTHEST_AHEAD = 24 * 3600 * 1000
"""Milliseconds that a call's `sent` may lie ahead of the clock."""
LARGEST_TIME = 2**63 - 1
"""Sums of times saturate here."""
FALLBACK: dict[str, Json] = {"title": "New notification"}
"""Stands for the constant fallback content; its wording is the extension's own."""


@dataclass(frozen=True)
class Policy:
    """How strict a filter is; `check` is the app's own word on who may say what, given the event and its sender."""

    accept_unsigned: bool = False
    require_sealed: bool = False
    tolerance: int = 30_000
    refusal_shows_call: bool = False
    hide_caller: bool = False
    check: Callable[[Event, str | None], bool] = lambda event, sender: True


@dataclass(frozen=True)
class Configuration:
    """What a filter is set up with; the last two hold ids of keys and trust entries that cannot be read now."""

    keys: Sequence[PrivateKey]
    audience: str
    trust: Sequence[PublicKey] = ()
    policy: Policy = Policy()
    unreadable: Container[bytes] = frozenset()
    unreadable_trust: Container[bytes] = frozenset()

    def __post_init__(self) -> None:
        check_audience(self.audience)
        check_keyring(self.keys, self.trust)


@dataclass
class Decision:
    """Exactly one of report, notify, suppress and pass-through, with its reason.

    `fault` says why an envelope did not open; `otherwise` is what a refusal shows; `key` is what `settle` needs.
    """

    action: str
    reason: str
    event: dict[str, Json] | None = None
    payload: dict[str, Json] | None = None
    otherwise: dict[str, Json] | None = None
    content: dict[str, Json] | None = None
    data: dict[str, Json] | None = None
    withdraw: bool = False
    fault: Fault | None = field(default=None, repr=False)
    key: Key | None = field(default=None, repr=False)


def decide(user_info: Mapping[str, Json], now: int, to: Configuration, ledger: Ledger) -> Decision:
    """The decision on one push, at `now` milliseconds since 1970."""
    if "sealed" not in user_info:
        if to.policy.require_sealed:
            return Decision("notify", "not-sealed", content=FALLBACK)
        return Decision("pass-through", "not-sealed")
    try:
        sealed, opened = _open(user_info["sealed"], to)
        event = read_event(opened.body)
        sender = None if opened.sender is None else opened.sender.thumbprint
    except Fault as fault:
        return Decision("notify", fault.reason, content=FALLBACK, fault=fault)
    if to.policy.check(event, sender):
        decision = _decide_opened(event, sender, sealed, opened, now, to.policy, ledger)
    else:
        refusal = Fault("policy", "the policy's own check")
        decision = Decision("notify", refusal.reason, content=FALLBACK, fault=refusal)
    decision.event = describe(event, sender, opened.recipient.thumbprint)
    return decision


def _open(sealed: Json, to: Configuration) -> tuple[str, Opened]:
    """The envelope in its canonical spelling, and what was in it."""
    if not isinstance(sealed, str):
        raise Fault("encoding", "sealed is not a string")
    data = decode_base64(sealed)
    opened = open_envelope(
        data, to.keys, to.audience, to.trust, to.policy.accept_unsigned, to.unreadable, to.unreadable_trust
    )
    return encode_base64url(data), opened


def _decide_opened(
    event: Event, sender: str | None, sealed: str, opened: Opened, now: int, policy: Policy, ledger: Ledger
) -> Decision:
    key = (event.id, sender)
    if not event.is_known:
        return Decision("notify", "unknown-kind", content=FALLBACK)
    if event.kind == "call":
        decision = _decide_call(event, key, now, policy, ledger)
        if decision.action == "report":
            decision.payload = make_payload(event, sender, opened.recipient.thumbprint, sealed)
        return decision
    if event.kind == "call-ended":
        return _decide_ended(event, ledger.call(key), policy)
    if now > event.expires:
        return Decision("suppress", "expired")
    if not ledger.sees_first(key):
        return Decision("suppress", "duplicate")
    if event.kind == "data":
        return Decision("suppress", "data", data=event.data)
    return Decision("notify", "notification", content=_notification_content(event))


def is_in_time(event: Event, now: int, policy: Policy) -> bool:
    """Whether a call may ring: not expired by more than the tolerance, and not from far ahead."""
    latest = min(event.expires + policy.tolerance, LARGEST_TIME)
    return now <= latest and event.sent <= min(now + FARTHEST_AHEAD, LARGEST_TIME)


def _decide_call(event: Event, key: Key, now: int, policy: Policy, ledger: Ledger) -> Decision:
    record = ledger.call(key)
    record.offered = True
    if record.state == "ended":
        return Decision("suppress", "ended")
    is_unsettled = record.state == "" or record.is_lapsed(now)
    if is_in_time(event, now, policy):
        if not is_unsettled and record.state != "late":
            return Decision("suppress", "duplicate")
        record.state, record.claimed_at = "claimed", now
        return Decision("report", "call", otherwise=_refusal_content(event, policy), key=key)
    if not is_unsettled or record.missed_shown:
        return Decision("suppress", "duplicate")
    record.state, record.missed_shown = "late", True
    return Decision("notify", "expired", content=missed_content(event, policy.hide_caller))


def _decide_ended(event: Event, record: CallRecord, policy: Policy) -> Decision:
    before, record.state = record.state, "ended"
    if event.reason in ("cancelled", "failed"):
        # Late without a missed call is a report that failed where a refusal shows the call itself: as if refused.
        if before in ("", "claimed", "refused", "late") and not record.missed_shown:
            record.missed_shown = True
            return Decision("notify", "missed", content=missed_content(event, policy.hide_caller))
        return Decision("suppress", "ended")
    return Decision("suppress", "ended", withdraw=record.missed_shown)


def settle(report: Decision, outcome: str, policy: Policy, ledger: Ledger) -> dict[str, Json] | None:
    """How a report ended (accepted, refused, failed), and the content to show then, if any; never fails."""
    if report.key is None:
        return None
    record = ledger.call(report.key)
    record.offered = True
    before = record.state
    after = {"accepted": "reported", "refused": "refused", "failed": "late"}[outcome]
    if before == "ended" or (before == "reported" and outcome != "accepted"):
        return None
    record.state = after
    if outcome == "accepted" or record.missed_shown:
        return None
    record.missed_shown = not policy.refusal_shows_call
    return report.otherwise


def make_payload(event: Event, sender: str | None, recipient: str, sealed: str) -> dict[str, Json]:
    """What CallKit is given for a call: always a valid property list."""
    assert event.handle is not None, "a call has a handle"
    payload: dict[str, Json] = {
        "callseal": 1,
        "id": event.id,
        "handle": event.handle.value,
        "handleType": event.handle.type,
        "video": event.video,
        "sent": event.sent,
        "expires": event.expires,
        "recipient": recipient,
        "sealed": sealed,
    }
    if event.name is not None:
        payload["name"] = event.name
    if sender is not None:
        payload["sender"] = sender
    if event.data is not None:
        payload["data"] = as_property_list(event.data)
    return payload


def missed_content(event: Event, hide_caller: bool = False) -> dict[str, Json]:
    """The notice of a missed call, with as much of the caller as the event has and the policy shows."""
    info: dict[str, Json] = {"id": event.id}
    content: dict[str, Json] = {"title": "Missed call", "category": "callseal.missed-call", "userInfo": info}
    handle: Handle | None = event.handle
    if handle is not None:
        info |= {"handle": handle.value, "handleType": handle.type}
    if hide_caller:
        return content
    if handle is not None:
        content["thread"] = f"missed-call:{handle.type}:{handle.value}"
    caller = event.name if event.name is not None else handle.value if handle is not None else None
    if caller is not None:
        content["body"] = caller
    return content


def _refusal_content(event: Event, policy: Policy) -> dict[str, Json]:
    missed = missed_content(event, policy.hide_caller)
    if not policy.refusal_shows_call:
        return missed
    changed: dict[str, Json] = {
        "title": "Incoming call",
        "category": "callseal.incoming-call",
        "sound": "ringtone",
        "interruption": "time-sensitive",
    }
    return {**missed, **changed}


def _notification_content(event: Event) -> dict[str, Json]:
    info: dict[str, Json] = {"id": event.id}
    if event.data is not None:
        info["data"] = as_property_list(event.data)
    return {**event.notification, "userInfo": info}


def describe(event: Event, sender: str | None, recipient: str) -> dict[str, Json]:
    """The event as a decision carries it; of an unknown kind no member but the kind was looked at."""
    described: dict[str, Json] = {"kind": event.kind, "recipient": recipient}
    if event.is_known:
        described |= {"id": event.id, "sent": event.sent, "expires": event.expires}
    if sender is not None:
        described["sender"] = sender
    return described
