"""Running vectors of type Decisions: pushes and CallKit's answers, in order, on one ledger."""

from __future__ import annotations

from .decision import FALLBACK, Configuration, Decision, Policy, decide, settle
from .difference import Outcome, compare
from .envelope import EVERY_ID
from .envelope_vectors import read_keys
from .ijson import Json
from .ledger import Ledger
from .vectorfile import NotAsDescribed, Object

NO_REPORT = "no report at that step"


class DecisionsRunner:
    def __init__(self, group: Object) -> None:
        audience, keys, trust = read_keys(group)
        policy = group["policy"]
        accepts: bool = policy["accepts"]
        self._configuration = Configuration(
            keys if group["keysReadable"] else (),
            audience,
            trust if group["trustReadable"] else (),
            Policy(
                accept_unsigned=policy["acceptUnsigned"],
                require_sealed=policy["requireSealed"],
                hide_caller=policy["hideCaller"],
                refusal_shows_call=policy["refusal"] == "incoming-call",
                tolerance=policy["tolerance"],
                check=lambda event, sender: accepts,
            ),
            frozenset() if group["keysReadable"] else EVERY_ID,
            frozenset() if group["trustReadable"] else EVERY_ID,
        )

    def outcome(self, test: Object) -> Outcome:
        for number, (step, got) in enumerate(zip(test["steps"], self.answers(test["steps"]), strict=True), start=1):
            if difference := compare(expected_of(step), got):
                return f"step {number}: {difference[0]}", difference[1]
        return None

    def answers(self, steps: list[Object]) -> list[Json]:
        """What each step gives."""
        ledger, policy = Ledger(), self._configuration.policy
        decisions: list[Decision | None] = []
        answers: list[Json] = []
        for number, step in enumerate(steps, start=1):
            decision = None
            if "ledger" in step:
                ledger = Ledger()
                answers.append(None)
            elif "settle" in step:
                if step["of"] >= number:
                    raise NotAsDescribed(f'step {number}: "of" is no earlier step')
                report = decisions[step["of"] - 1]
                is_report = report is not None and report.action == "report"
                answers.append(settle(report, step["settle"], policy, ledger) if report and is_report else NO_REPORT)
            else:
                decision = decide(step["userInfo"], step["now"], self._configuration, ledger)
                answers.append(describe_decision(decision))
            decisions.append(decision)
        return answers


def expected_of(step: Object) -> Json:
    """What a step has to give: a decision, a content or nothing."""
    expected: Json = step.get("decision", step.get("content"))
    return expected


def describe_decision(decision: Decision) -> dict[str, Json]:
    """A decision as vectors tell it."""
    members: dict[str, Json] = {"action": decision.action, "reason": decision.reason}
    # The words of the fallback are the extension's own: it counts that they are the constant ones.
    content: Json = "fallback" if decision.content is FALLBACK else decision.content
    for name, value in (
        ("event", decision.event),
        ("payload", decision.payload),
        ("otherwise", decision.otherwise),
        ("content", content),
        ("data", decision.data),
    ):
        if value is not None:
            members[name] = value
    if decision.withdraw:
        members["withdraw"] = True
    return members
