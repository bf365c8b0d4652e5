"""What can be wrong with an envelope: the reason that a decision gives, and the layer where the fault lies."""

from __future__ import annotations

REASON_OF_LAYER = {
    "encoding": "malformed",
    "length": "malformed",
    "version": "unsupported-version",
    "key": "unknown-key",
    "encapsulation": "open-failed",
    "tag": "open-failed",
    "padding": "open-failed",
    "plaintext": "open-failed",
    "sender": "untrusted-sender",
    "signature": "untrusted-sender",
    "body": "open-failed",
    "policy": "untrusted-sender",
}
"""Every layer, in the order in which a reader looks, with the decision's reason for a fault there."""

EXIT_CODE_OF_REASON = {
    "malformed": 3,
    "unsupported-version": 3,
    "unknown-key": 4,
    "keys-unavailable": 4,
    "open-failed": 5,
    "untrusted-sender": 5,
}
"""How `callseal open` ends for each reason."""


class Fault(Exception):
    """The first fault of an envelope. Its text never holds a byte of the envelope, of a key or of a body."""

    def __init__(self, layer: str, detail: str, reason: str | None = None) -> None:
        super().__init__(f"{layer}: {detail}")
        self.layer = layer
        self.reason = REASON_OF_LAYER[layer] if reason is None else reason

    @property
    def exit_code(self) -> int:
        """The exit code of a command line that meets this fault."""
        return EXIT_CODE_OF_REASON[self.reason]
