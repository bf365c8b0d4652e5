"""Fixtures of the interop suite: the binary under test, and the keys that both sides use.

Run from anywhere with `CALLSEAL_BIN` naming the binary; `test_verifier*.py` need no binary. `CALLSEAL_SEED` repeats
the random cases of a run. What is compared is the command line against the Python package in `Tools/verifier`.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tools"))

from support import CallSeal, World


@pytest.fixture(scope="session")
def callseal() -> CallSeal:
    """The command line; a run without one fails rather than passing on nothing."""
    binary = os.environ.get("CALLSEAL_BIN")
    if not binary or not os.access(binary, os.X_OK):
        pytest.fail("CALLSEAL_BIN does not name an executable", pytrace=False)
    return CallSeal(str(Path(binary).resolve()))


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A device, a trusted sender and a stranger, with key files that both sides read."""
    return World.make(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Random cases of one test; its seed is printed, and shown when the test fails."""
    seed = os.environ.get("CALLSEAL_SEED") or str(random.SystemRandom().randrange(2**32))
    print(f"CALLSEAL_SEED={seed}")
    return random.Random(f"{seed} {request.node.name}")
