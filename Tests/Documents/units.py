"""The pieces of Swift that people copy: each target of the example's project, and each block of the documents."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Tools" / "Example"
DOCUMENTS = [
    ROOT / "README.md",
    EXAMPLE / "README.md",
    *sorted((ROOT / "Tools" / "Documentation" / "CallSeal.docc").glob("*.md")),
]

# What a block takes as given, for it is about something else. A block may define a name of these itself.
GIVEN = {
    "bytes": "[UInt8]",
    "jwk": "[UInt8]",
    "text": "String",
    "userInfo": "[AnyHashable: Any]",
    "signingKey": "SenderPrivateKey",
    "device": "RecipientPublicKey",
    "devices": "[RecipientPublicKey]",
    "envelope": "Envelope",
    "sealer": "Sealer",
    "template": "PushTemplate",
    "id": "EventID",
    "newSender": "SenderPublicKey",
    "oldSender": "SenderPublicKey",
    "keys": "DeviceKeyStore",
    "upload": "@Sendable (String) -> Void",
    "provider": "CXProvider",
    "calls": "any CXProviderDelegate & CallPushDelegate",
    "decision": "Decision",
    "accounts": "[Account]",
}
MUTABLE = {"configuration": "inout FilterConfiguration"}
IMPORTS = ["CallKit", "FilterApp", "FilterExtension", "Foundation", "Seal", "UserNotifications", "os"]
# What a block calls that another one, or the example, declares.
PRELUDE = """
nonisolated extension FilterConfiguration {
  static func example() throws -> FilterConfiguration { throw CancellationError() }
}
nonisolated struct Account: Sendable {
  let keys: DeviceKeyStore
  let server: SenderPublicKey
  func owns(_ event: OpenedEvent) -> Bool { false }
}
"""


@dataclass(frozen=True)
class Unit:
    """What is compiled together: files as they are, or text."""

    name: str
    paths: list[Path] = field(default_factory=list)
    text: str = ""

    def files(self, folder: Path) -> list[Path]:
        if self.paths:
            return self.paths
        file = folder / (re.sub(r"\W+", "_", self.name) + ".swift")
        if not file.exists():
            file.write_text(self.text, encoding="utf-8")
        return [file]


def project() -> dict:
    return yaml.safe_load((EXAMPLE / "project.yml").read_text(encoding="utf-8"))


def sources(target: dict) -> list[Path]:
    """The Swift files of a target of the project."""
    return sorted(file for folder in target["sources"] for file in (EXAMPLE / folder).rglob("*.swift"))


def blocks(document: str) -> list[str]:
    """The blocks of Swift in a document."""
    return re.findall(r"^```swift\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)


def unit(name: str, block: str) -> Unit:
    """A block as a file: declarations stand as they are, an overridden method stands in a service, and anything else is
    what a function does with the given names."""
    lines = block.splitlines(keepends=True)
    own = [line for line in lines if re.match(r"import \w", line)]
    rest = "".join(line for line in lines if line not in own).lstrip("\n")
    # What shows its imports shows all of them.
    imports = "".join(own or [f"import {module}\n" for module in IMPORTS])
    if rest.startswith("override "):
        rest = f"nonisolated final class Service: FilterService {{\n{rest}}}\n"
    elif not re.match(r"(///.*\n)*(nonisolated |@MainActor |@main )?(final class|struct|extension|let serverKey)", rest):
        given = {**GIVEN, **MUTABLE} if not own else used(rest)
        parameters = ", ".join(f"{a}: {b}" for a, b in given.items())
        imports += "" if own else PRELUDE
        rest = f"@MainActor func block({parameters}) async throws {{\n{rest}}}\n"
    return Unit(name, text=imports + rest)


def used(code: str) -> dict[str, str]:
    """The given names that stand in the code."""
    return {a: b for a, b in {**GIVEN, **MUTABLE}.items() if re.search(rf"\b{a}\b", code)}


def document_units(path: Path, text: str) -> list[Unit]:
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return [unit(f"{name}, block {index + 1}", block) for index, block in enumerate(blocks(text))]


def units() -> list[Unit]:
    """All of them."""
    targets = [Unit(f"the example's {name}", sources(target)) for name, target in project()["targets"].items()]
    texts = [(path, path.read_text(encoding="utf-8")) for path in DOCUMENTS]
    return targets + [one for path, text in texts for one in document_units(path, text)]
