"""Keyrings and exported keys as other tools see them: JOSE libraries, and a person at a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import termios
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from joserfc.jwk import KeySet, OKPKey
from jwcrypto.jwk import JWK, JWKSet

from support import CallSeal

PASSPHRASE = "correct horse é battery"


@pytest.fixture
def ring(callseal: CallSeal, tmp_path: Path) -> Path:
    """Every role: an own key of each kind, one of them rotated, a recipient, a trusted sender."""
    ring = tmp_path / "ring"
    callseal.output("keys", "add", "-k", ring, "phone")
    callseal.output("keys", "add", "-k", ring, "--signing", "backend")
    callseal.output("keys", "rotate", "-k", ring, "phone")
    for flags, command in (([], "import"), (["--signing"], "trust")):
        callseal.output("keygen", *flags, "-o", tmp_path / command)
        (tmp_path / f"{command}.pub").write_bytes(callseal.output("pubkey", tmp_path / command))
        callseal.output("keys", command, "-k", ring, "--label", "other", tmp_path / f"{command}.pub")
    return ring


def test_jose_libraries_read_a_keyring_and_agree_on_thumbprints(callseal: CallSeal, ring: Path) -> None:
    text = ring.read_text()
    listed = json.loads(callseal.output("keys", "list", "-k", ring, "--json"))["keys"]
    assert len(listed) == 5
    keys = json.loads(text)["keys"]
    for key, entry in zip(keys, listed, strict=True):
        assert key["kid"] == entry["kid"] == OKPKey.import_key(key).thumbprint() == JWK(**key).thumbprint()
        assert OKPKey.import_key(key).is_private == JWK(**key).has_private == ("d" in key) == (entry["role"] == "own")
    assert {key.thumbprint() for key in KeySet.import_key_set(json.loads(text)).keys} == {e["kid"] for e in listed}
    for entry in listed:
        assert JWKSet.from_json(text).get_key(entry["kid"]).thumbprint() == entry["kid"]


@pytest.mark.parametrize("flags", [[], ["--signing"]], ids=["x25519", "ed25519"])
def test_exported_keys_are_the_same_key_to_everyone(callseal: CallSeal, tmp_path: Path, flags: list[str]) -> None:
    ring = tmp_path / "ring"
    for number in range(5):
        label = f"key{number}"
        callseal.output("keys", "add", "-k", ring, *flags, label)
        jwk = json.loads(callseal.output("keys", "export", "-k", ring, "--private", label))
        pem = callseal.output("keys", "export", "-k", ring, "--private", "--format", "pem", label)
        public = callseal.output("keys", "export", "-k", ring, "--format", "pem", label)
        ours = JWK(**jwk)
        assert ours.thumbprint() == JWK.from_pem(pem).thumbprint() == jwk["kid"]
        assert serialization.load_pem_private_key(pem, None).public_key() == serialization.load_pem_public_key(public)
        assert OKPKey.import_key(pem).as_dict(private=True)["d"] == jwk["d"]
        assert not JWK.from_pem(public).has_private


@pytest.mark.parametrize("crv", ["X25519", "Ed25519"])
def test_their_keys_are_taken(callseal: CallSeal, tmp_path: Path, crv: str) -> None:
    ring = tmp_path / "ring"
    for number in range(5):
        theirs = OKPKey.generate_key(crv) if number % 2 else JWK.generate(kty="OKP", crv=crv)
        members = theirs.as_dict(private=True) if isinstance(theirs, OKPKey) else theirs.export(as_dict=True)
        path = tmp_path / f"{number}.jwk"
        path.write_text(json.dumps(members))
        path.chmod(0o600)
        callseal.output("keys", "import", "-k", ring, "--label", f"n{number}", path)
        back = json.loads(callseal.output("keys", "export", "-k", ring, "--private", f"n{number}"))
        assert back["kid"] == theirs.thumbprint() and back["d"] == members["d"]


def test_what_a_jose_library_adds_stays(callseal: CallSeal, ring: Path) -> None:
    """A library that reads the set, adds a key of its own and writes all of it back."""
    members = json.loads(ring.read_text())
    foreign = JWK.generate(kty="EC", crv="P-256", kid="theirs").export(as_dict=True)
    members["keys"].insert(1, foreign)
    members["keys"][0]["use"] = "enc"
    ring.write_text(json.dumps(members, indent=2))
    callseal.output("keys", "add", "-k", ring, "third")
    after = json.loads(ring.read_text())
    assert after["keys"][1] == foreign and after["keys"][0]["use"] == "enc" and len(after["keys"]) == 7
    assert {**after, "keys": after["keys"][:-1]} == members


class Terminal:
    """A run with a terminal of its own, on which somebody types."""

    def __init__(self, binary: str, *arguments: str | Path) -> None:
        self.shown = b""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execv(binary, [binary, *map(str, arguments)])

    def wait_for(self, text: bytes) -> None:
        end = time.monotonic() + 20
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.file], [], [], 0.1)[0]:
                self.shown += os.read(self.file, 4096)

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def end(self) -> int:
        try:
            while chunk := os.read(self.file, 4096):
                self.shown += chunk
        except OSError:  # Linux ends a terminal whose process is gone with an error.
            pass
        os.close(self.file)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def lock(callseal: CallSeal, ring: Path) -> None:
    terminal = Terminal(callseal.binary, "keys", "lock", "-k", ring, "--cost", "interactive")
    terminal.wait_for(b"new passphrase")
    terminal.type(PASSPHRASE + "\n")
    terminal.wait_for(b"the same again")
    terminal.type(PASSPHRASE + "\n")
    assert terminal.end() == 0
    assert PASSPHRASE.encode() not in terminal.shown and b"correct" not in terminal.shown


def test_a_passphrase_is_typed_unseen(callseal: CallSeal, ring: Path, tmp_path: Path) -> None:
    before = ring.read_text()
    lock(callseal, ring)
    assert all("d" not in key for key in json.loads(ring.read_text())["keys"])
    # What was typed is what a file says.
    path = tmp_path / "passphrase"
    path.write_text(PASSPHRASE)
    path.chmod(0o600)
    callseal.output("keys", "unlock", "-k", ring, "--passphrase-file", path)
    assert ring.read_text() == before


@pytest.mark.parametrize("typed", ["gibberish\n", "\n", "\x03", "halfway\x03", "x" * 2000 + "\n"], ids=repr)
def test_a_wrong_answer_changes_nothing(callseal: CallSeal, ring: Path, typed: str) -> None:
    lock(callseal, ring)
    before = ring.read_bytes()
    terminal = Terminal(callseal.binary, "keys", "unlock", "-k", ring)
    terminal.wait_for(b"passphrase of")
    terminal.type(typed)
    assert terminal.end() == (5 if typed == "gibberish\n" else 2)
    word = typed.strip("\n\x03").encode()
    assert not word or word not in terminal.shown
    assert ring.read_bytes() == before


def test_two_different_passphrases_lock_nothing(callseal: CallSeal, ring: Path) -> None:
    before = ring.read_bytes()
    terminal = Terminal(callseal.binary, "keys", "lock", "-k", ring)
    terminal.wait_for(b"new passphrase")
    terminal.type("one\n")
    terminal.wait_for(b"the same again")
    terminal.type("two\n")
    assert terminal.end() == 2
    assert ring.read_bytes() == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_terminal_gets_its_echo_back(callseal: CallSeal, ring: Path, number: signal.Signals) -> None:
    lock(callseal, ring)
    terminal = Terminal(callseal.binary, "keys", "unlock", "-k", ring)
    terminal.wait_for(b"passphrase of")
    assert not termios.tcgetattr(terminal.file)[3] & termios.ECHO
    terminal.type("half of it")
    # A second descriptor of the terminal, so that its settings outlive the process.
    other = os.open(os.readlink(f"/proc/{terminal.pid}/fd/0"), os.O_RDWR | os.O_NOCTTY)
    os.kill(terminal.pid, number)
    assert os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1]) == -number
    assert termios.tcgetattr(other)[3] & termios.ECHO
    # What was typed so far is not left to be read by the shell.
    assert not select.select([other], [], [], 0)[0]
    os.close(other)
    os.close(terminal.file)
