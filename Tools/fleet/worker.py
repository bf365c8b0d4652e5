"""A worker of a fleet: takes events from a Redis stream, seals them, and puts the requests on another.

  worker.py --redis redis://127.0.0.1:6379 -- callseal seal --stream --to devices.keyring … --as request

Sealing keeps no state, so a fleet is as many of these as there is work, on as many machines. An event is acknowledged
only when its request is on the other stream: a worker that is killed in between leaves it to another one, who seals it
again. So every event is sealed at least once, and the phone, which knows calls by their ids, rings once.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading

import redis

EVENTS, REQUESTS, GROUP = "callseal:events", "callseal:requests", "sealers"


def batches(store: redis.Redis, name: str, idle: int, stopped: threading.Event):
    """Events that nobody has, and then those whose worker has been silent for `idle` milliseconds."""
    while not stopped.is_set():
        read = store.xreadgroup(GROUP, name, {EVENTS: ">"}, count=64, block=idle)
        entries = read[0][1] if read else store.xautoclaim(EVENTS, GROUP, name, idle, count=64)[1]
        if entries:
            yield [(key, fields) for key, fields in entries if fields]


def main() -> None:
    """Runs until SIGTERM."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--redis", required=True)
    parser.add_argument("--idle", type=int, default=1000, help="milliseconds until a silent worker's events are taken over")
    parser.add_argument("command", nargs="+", help="callseal seal --stream and its options")
    arguments = parser.parse_args()
    store = redis.Redis.from_url(arguments.redis)
    try:
        store.xgroup_create(EVENTS, GROUP, id="0", mkstream=True)
    except redis.ResponseError as error:
        if not str(error).startswith("BUSYGROUP"):
            raise
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    # The sealer sees its input end when this process goes, however it goes.
    sealer = subprocess.Popen(arguments.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert sealer.stdin and sealer.stdout
    for batch in batches(store, f"{os.uname().nodename}-{os.getpid()}", arguments.idle, stopped):
        # The answers to 64 lines fit no pipe, so somebody reads while the lines are written.
        # JSON takes a space for a line break; an event without a line is an empty one, and answered as such.
        lines = b"".join(fields.get(b"line", b"").replace(b"\n", b" ") + b"\n" for _, fields in batch)
        writer = threading.Thread(target=lambda data=lines: (sealer.stdin.write(data), sealer.stdin.flush()))
        writer.start()
        for key, fields in batch:
            answer = sealer.stdout.readline()
            if not answer:
                sys.exit("the sealer has ended")
            together = store.pipeline(transaction=True)
            together.xadd(REQUESTS, {"answer": json.dumps(json.loads(answer)), "event": key})
            together.xack(EVENTS, GROUP, key)
            together.execute()
        writer.join()
    sealer.stdin.close()
    sealer.wait()


if __name__ == "__main__":
    main()
