"""The Swift compiler, as Xcode calls it for a target that uses the package."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

# What Xcode 26 sets for a new target: isolation to the main actor, and what it calls approachable concurrency.
APPROACHABLE_5 = [
    "DisableOutwardActorInference",
    "GlobalActorIsolatedTypesUsability",
    "InferIsolatedConformances",
    "InferSendableFromCaptures",
    "NonisolatedNonsendingByDefault",
]
# Swift 6 has the others anyway.
APPROACHABLE_6 = ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"]


def features(names: list[str]) -> list[str]:
    return [part for name in names for part in ("-enable-upcoming-feature", name)]


MAIN_ACTOR = ["-default-isolation", "MainActor"]
MODES: dict[str, list[str]] = {
    "Swift 5": ["-swift-version", "5"],
    "Swift 6": ["-swift-version", "6"],
    "Swift 5, MainActor": ["-swift-version", "5", *MAIN_ACTOR],
    "Swift 6, MainActor": ["-swift-version", "6", *MAIN_ACTOR],
    "Swift 5, as Xcode 26 has it": ["-swift-version", "5", *MAIN_ACTOR, *features(APPROACHABLE_5)],
    "Swift 6, as Xcode 26 has it": ["-swift-version", "6", *MAIN_ACTOR, *features(APPROACHABLE_6)],
}


@dataclass(frozen=True)
class Verdict:
    """What the compiler said: nothing, if all is well."""

    said: str
    is_fine: bool


@dataclass(frozen=True)
class Compiler:
    modules: Path
    sodium: Path

    def check(self, files: list[Path], mode: str, is_block: bool = False) -> Verdict:
        """Checks the files as one module. A warning counts, but for a block's value that is left to the reader to use."""
        command = [
            "swiftc", "-typecheck", "-module-name", "Checked", "-parse-as-library",
            "-D", "DEBUG", "-I", str(self.modules), "-Xcc", f"-fmodule-map-file={self.sodium}",
            *features(["MemberImportVisibility"]), *MODES[mode], *map(str, files),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        said = done.stdout + done.stderr
        warnings = [line for line in said.splitlines() if ": warning: " in line and line.startswith("/")]
        counted = [line for line in warnings if not (is_block and "[#no-usage]" in line)]
        return Verdict(said, done.returncode == 0 and not counted)
