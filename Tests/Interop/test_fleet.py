"""A fleet over Redis Streams: workers are killed in the middle, and no event is lost, and no phone rings twice."""

from __future__ import annotations

import json
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from support import AUDIENCE, CallSeal, World

WORKER = Path(__file__).resolve().parents[2] / "Tools" / "fleet" / "worker.py"
EVENTS, REQUESTS, GROUP = "callseal:events", "callseal:requests", "sealers"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[redis.Redis]:
    """A Redis of the test's own, without a file."""
    server = shutil.which("redis-server")
    if not server:
        pytest.fail("there is no redis-server; Tools/setup --tests brings it", pytrace=False)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)],
        stdout=subprocess.DEVNULL)
    client = redis.Redis(port=port)
    try:
        for _ in range(100):
            try:
                client.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.1)
        yield client
    finally:
        process.kill()
        process.wait()


def test_workers_that_are_killed_lose_nothing(
    callseal: CallSeal, world: World, store: redis.Redis, tmp_path: Path, rng: random.Random
) -> None:
    public = json.loads((world.folder / "device.pub.jwk").read_text())
    handle = {"type": "phone", "value": "+14155550123"}
    ids = [str(uuid.uuid4()) for _ in range(200)]
    bad = {3, 77, 150}  # Events that cannot be sealed are answered too.
    store.xgroup_create(EVENTS, GROUP, id="0", mkstream=True)
    port = store.connection_pool.connection_kwargs["port"]

    def start() -> subprocess.Popen:
        return subprocess.Popen([
            sys.executable, WORKER, "--redis", f"redis://127.0.0.1:{port}", "--idle", "500", "--", callseal.binary,
            "seal", "--stream", "--sign-with", world.folder / "sender.jwk", "--audience", AUDIENCE, "--as", "request"])

    workers = [start() for _ in range(3)]
    killed = 0
    try:
        for number, call in enumerate(ids):
            event = {"kind": "nothing"} if number in bad else {"kind": "call", "id": call, "call": {"handle": handle}}
            line = {"to": public, "event": event, "token": "00ff", "context": call}
            store.xadd(EVENTS, {"line": json.dumps(line)})
            if number % 25 == 24:
                time.sleep(rng.uniform(0.05, 0.3))
                victim = rng.randrange(len(workers))
                workers[victim].send_signal(signal.SIGKILL)
                workers[victim].wait()
                killed += 1
                workers[victim] = start()
        end = time.monotonic() + 60
        while time.monotonic() < end:
            answered = {fields[b"event"] for _, fields in store.xrange(REQUESTS)}
            if len(answered) == len(ids) and store.xpending(EVENTS, GROUP)["pending"] == 0:
                break
            time.sleep(0.2)
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            try:
                worker.wait(timeout=20)
            except subprocess.TimeoutExpired:
                worker.kill()
    assert killed == 8
    answers = [json.loads(fields[b"answer"]) for _, fields in store.xrange(REQUESTS)]
    sealed = Counter(answer["context"] for answer in answers if "request" in answer)
    assert set(sealed) == {call for number, call in enumerate(ids) if number not in bad}
    failed = [answer for answer in answers if "error" in answer]
    assert {answer["context"] for answer in failed} == {ids[number] for number in bad}
    assert {answer["error"]["code"] for answer in failed} == {"unknown-kind"}
    # What is sealed twice, as a killed worker's events are, rings once.
    rung: Counter[str] = Counter()
    for answer in answers:
        if "request" in answer:
            decision = json.loads(callseal.output(
                "filter", "--key", world.folder / "device.jwk", "--trust", world.folder / "sender.pub.jwk", "--audience",
                AUDIENCE, "--ledger", tmp_path / "ledger", stdin=answer["request"]["body"].encode()))
            rung[decision["event"]["id"]] += decision["action"] == "report"
    assert set(rung.values()) == {1} and set(rung) == set(sealed)
