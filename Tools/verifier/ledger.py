"""What a phone remembers of calls and of other events (the format, "The decision", the ledger), in memory.

Nothing is forgotten by time, only by number: 1024 calls, and 1024 ids of other events kept apart from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

MOST_CALLS = 1024
MOST_IDS = 1024
CLAIM_LAPSES = 10_000
"""Milliseconds after which a claim that nobody settled has lapsed; exactly so many is lapsed."""

Key: TypeAlias = "tuple[str, str | None]"
"""An event's id in lower case, and the thumbprint of the sender that was verified, if any."""


@dataclass
class CallRecord:
    """What is known of a call.

    `state` is claimed, reported, refused, late, ended, or empty for one just made; `offered` says that a call or
    a settlement was seen, not only an end; `missed_shown` never goes back.
    """

    state: str = ""
    claimed_at: int = 0
    missed_shown: bool = False
    offered: bool = False

    def is_lapsed(self, now: int) -> bool:
        return self.state == "claimed" and abs(now - self.claimed_at) >= CLAIM_LAPSES


@dataclass
class Ledger:
    """Both memories, each in the order of first insertion."""

    calls: dict[Key, CallRecord] = field(default_factory=dict)
    ids: dict[Key, None] = field(default_factory=dict)

    def call(self, key: Key) -> CallRecord:
        """The record of a call, made if there is none; for it an end of a call never offered goes, else the oldest."""
        if key not in self.calls:
            if len(self.calls) >= MOST_CALLS:
                ends = (old for old, record in self.calls.items() if record.state == "ended" and not record.offered)
                del self.calls[next(ends, next(iter(self.calls)))]
            self.calls[key] = CallRecord()
        return self.calls[key]

    def sees_first(self, key: Key) -> bool:
        """Whether another event's id is new; it is remembered either way."""
        if key in self.ids:
            return False
        if len(self.ids) >= MOST_IDS:
            del self.ids[next(iter(self.ids))]
        self.ids[key] = None
        return True
