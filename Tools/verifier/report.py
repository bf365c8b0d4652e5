"""What came of running vectors, as `callseal vectors verify` tells it: a table, or one object for a program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .vectorfile import VectorFile
from .vectors import make_runner, outcome_as_published


@dataclass
class Report:
    """Groups in order with their counts, and the vectors that failed."""

    groups: list[dict[str, Any]] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, files: Iterable[VectorFile]) -> Report:
        """Runs all vectors of the files."""
        report = cls()
        for file in files:
            for group in file.groups:
                before = len(report.failures)
                runner = make_runner(group)
                for test in group["tests"]:
                    if outcome := outcome_as_published(runner, group, test):
                        failure = {"file": file.name, "tcId": test["tcId"], "comment": test["comment"]}
                        report.failures.append({**failure, "expected": outcome[0], "got": outcome[1]})
                ran, failed = len(group["tests"]), len(report.failures) - before
                counts = {"ran": ran, "passed": ran - failed, "failed": failed}
                report.groups.append({"file": file.name, "type": group["type"], "comment": group["comment"], **counts})
        return report

    @property
    def ran(self) -> int:
        return sum(group["ran"] for group in self.groups)

    @property
    def failed(self) -> int:
        return len(self.failures)

    def json(self) -> dict[str, Any]:
        counts = {"ran": self.ran, "passed": self.ran - self.failed, "failed": self.failed}
        return {**counts, "groups": self.groups, "failures": self.failures}

    def table(self) -> str:
        width = max([4, *(len(group["file"]) for group in self.groups)]) + 2
        lines = ["file".ljust(width) + "    ran  passed  failed  group"]
        for group in self.groups:
            counts = f"{group['ran']:7}{group['passed']:8}{group['failed']:8}"
            lines.append(f"{group['file'].ljust(width)}{counts}  {group['comment']}")
        for failure in self.failures:
            lines += ["", f"{failure['file']} {failure['tcId']}: {failure['comment']}"]
            lines += [f"  expected {failure['expected']}", f"  got      {failure['got']}"]
        return "\n".join([*lines, "", f"{self.ran} ran, {self.ran - self.failed} passed, {self.failed} failed", ""])
