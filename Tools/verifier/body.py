"""The event inside an envelope: reading it and what of it is kept (the format, "The body").

A reader is strict about JSON and about the members that the event's own kind lists, and ignores every other member.
`null` reads as absent. Times are integers, milliseconds since 1970.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TypeGuard

from . import ijson
from .display import clean, clean_handle, clean_lines, clean_name, is_blank
from .fault import Fault
from .ijson import Json

LONGEST_CALL = 180_000
"""Milliseconds that a call lives at most after it was sent."""
LARGEST_BADGE = 2**31 - 1
KINDS = {"call": "call", "call-ended": "ended", "notification": "notification", "data": "data"}
"""The member that belongs to each kind."""

_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_HANDLE_TYPES = ("phone", "email", "generic")
_END_REASONS = ("cancelled", "answered-elsewhere", "declined-elsewhere", "failed")
_INTERRUPTIONS = ("passive", "active", "time-sensitive")


@dataclass(frozen=True)
class Handle:
    """Who calls: `type` is phone, email or generic, `value` is fit to show and not blank."""

    type: str
    value: str


@dataclass(frozen=True)
class Event:
    """A body that was read. Of an unknown kind nothing but `kind` is kept."""

    kind: str
    id: str = ""
    sent: int = 0
    expires: int = 0
    handle: Handle | None = None
    name: str | None = None
    video: bool = False
    reason: str = ""
    notification: dict[str, Json] = field(default_factory=dict)
    data: dict[str, Json] | None = None

    @property
    def is_known(self) -> bool:
        return self.kind in KINDS


def read_event(body: bytes) -> Event:
    """Reads a body, or raises a fault of layer `body`."""
    try:
        members = ijson.parse_object(body)
    except ijson.NotIJson as error:
        raise Fault("body", f"not I-JSON: {error}") from None
    kind = _string(members, "kind")
    if kind is None:
        raise Fault("body", "no kind")
    if kind not in KINDS:
        return Event(kind)
    identity = _string(members, "id")
    if identity is None or not _UUID.fullmatch(identity):
        raise Fault("body", "id is not a UUID")
    sent, expires = _time(members, "sent"), _time(members, "expires")
    if expires <= sent:
        raise Fault("body", "expires before it is sent")
    if kind == "call":
        expires = min(expires, sent + LONGEST_CALL)
    data = _object(members, "data")
    if kind == "call" and data is not None:
        data = {name: _as_call_has_it(value) for name, value in data.items() if _stays_in_call(value)}
    event = Event(kind, identity.lower(), sent, expires, data=data)
    if kind == "data":
        return event
    own = _object(members, KINDS[kind])
    if own is None:
        raise Fault("body", f"no {KINDS[kind]}")
    return {"call": _read_call, "call-ended": _read_ended, "notification": _read_notification}[kind](event, own)


def _read_call(event: Event, call: dict[str, Json]) -> Event:
    handle = _object(call, "handle")
    if handle is None or _string(handle, "type") is None:
        raise Fault("body", "no handle")
    read = _read_handle(handle)
    if read is None:
        raise Fault("body", "a blank handle")
    name = clean_name(_string(call, "name"))
    video = call.get("video")
    if not isinstance(video, bool | None):
        raise Fault("body", "video is not a Boolean")
    return _extended(event, handle=read, name=name, video=bool(video))


def _read_ended(event: Event, ended: dict[str, Json]) -> Event:
    reason = _string(ended, "reason")
    if reason is None:
        raise Fault("body", "no reason")
    handle = _object(ended, "handle")
    return _extended(
        event,
        reason=reason if reason in _END_REASONS else "failed",
        handle=None if handle is None else _read_handle(handle),
        name=clean_name(_string(ended, "name")),
    )


def _read_handle(handle: dict[str, Json]) -> Handle | None:
    """None where the value is absent or blank; both members are checked first."""
    given, value = _string(handle, "type"), _string(handle, "value")
    kind = given if given in _HANDLE_TYPES else "generic"
    cleaned = clean_handle(kind, value or "")
    return Handle(kind, cleaned) if cleaned else None


def _read_notification(event: Event, notification: dict[str, Json]) -> Event:
    """The content in the order of the format: text that is blank is left out, the rest is as it was given."""
    content: dict[str, Json] = {}
    for name in ("title", "subtitle", "body"):
        cleaned = (clean_lines if name == "body" else clean)(_string(notification, name) or "")
        if not is_blank(cleaned):
            content[name] = cleaned
    for name in ("sound", "thread", "category"):
        text = _string(notification, name)
        if text is not None:
            content[name] = text
    badge = notification.get("badge")
    if badge is not None:
        if not _is_integer(badge) or not 0 <= badge <= LARGEST_BADGE:
            raise Fault("body", "badge is no integer, or out of range")
        content["badge"] = badge
    interruption = _string(notification, "interruption")
    if interruption is not None:
        content["interruption"] = interruption if interruption in _INTERRUPTIONS else "active"
    relevance = notification.get("relevance")
    if relevance is not None:
        if isinstance(relevance, bool) or not isinstance(relevance, int | float) or not 0 <= relevance <= 1:
            raise Fault("body", "relevance is no number, or out of range")
        content["relevance"] = relevance
    if "title" not in content and "body" not in content:
        raise Fault("body", "neither title nor body")
    return _extended(event, notification=content)


def _extended(event: Event, **fields: object) -> Event:
    return Event(**{**event.__dict__, **fields})


def _is_integer(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _string(members: dict[str, Json], name: str) -> str | None:
    value = members.get(name)
    if not isinstance(value, str | None):
        raise Fault("body", f"{name} is not a string")
    return value


def _object(members: dict[str, Json], name: str) -> dict[str, Json] | None:
    value = members.get(name)
    if not isinstance(value, dict | None):
        raise Fault("body", f"{name} is not an object")
    return value


def _time(members: dict[str, Json], name: str) -> int:
    value = members.get(name)
    if not _is_integer(value) or value < 0:
        raise Fault("body", f"{name} is no time")
    return value


def _stays_in_call(value: Json) -> bool:
    return value is not None and not isinstance(value, float)


def _as_call_has_it(value: Json) -> Json:
    """A call's data without what is null or a number that is no integer, at any depth."""
    if isinstance(value, list):
        return [_as_call_has_it(item) for item in value if _stays_in_call(item)]
    if isinstance(value, dict):
        return {name: _as_call_has_it(item) for name, item in value.items() if _stays_in_call(item)}
    return value


def as_property_list(value: Json) -> Json:
    """An app's data as a property list can hold it: nulls go, at any depth, and of names that Unicode holds equal
    all but the first of those that stay.
    """
    if isinstance(value, list):
        return [as_property_list(item) for item in value if item is not None]
    if not isinstance(value, dict):
        return value
    kept: dict[str, Json] = {}
    seen: set[str] = set()
    for name, item in value.items():
        canonical = unicodedata.normalize("NFD", name)
        if item is not None and canonical not in seen:
            seen.add(canonical)
            kept[name] = as_property_list(item)
    return kept
