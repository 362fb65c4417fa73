"""The side of a Python client in a contest; bench/src/client.rs says what is asked and answered."""

import json
import struct
import sys
import time

# Eight BOOLs in a byte, six DINTs, six REALs.
STRUCTURE = struct.Struct("<B3x6i6f")


def members(data):
    """A structure's 20 members, from its bytes."""
    bools, *numbers = STRUCTURE.unpack(data)
    return [bool(bools >> bit & 1) for bit in range(8)] + numbers


def total(value):
    """The sum of all numbers in a value."""
    if isinstance(value, dict):
        return sum(map(total, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(map(total, value))
    return value


def say(answer):
    print(json.dumps(answer), flush=True)


def turn(snapshot, seconds):
    latencies = []
    cpu = time.process_time()
    began = last = time.perf_counter()
    while last - began < seconds:
        snapshot()
        now = time.perf_counter()
        latencies.append(now - last)
        last = now
    return {"seconds": last - began, "cpu": time.process_time() - cpu, "latencies": latencies}


def take_part(version, connect, sum_of=total):
    """Takes part until the input ends.

    `connect` gets the job; returns a function that reads a snapshot of all values, and one that
    takes leave. `sum_of` makes a number of a snapshot.
    """
    try:
        snapshot, close = connect(json.loads(sys.stdin.readline()))
        say({"version": version, "sum": float(sum_of(snapshot()))})
        for line in sys.stdin:
            verb, number = line.split()
            if verb == "warm":
                for _ in range(int(number)):
                    snapshot()
                say({})
            elif verb == "run":
                say(turn(snapshot, int(number) / 1000))
            else:
                raise ValueError(f"`{line.strip()}` is no command")
        close()
    except Exception as error:
        say({"error": f"{type(error).__name__}: {error}"})
        sys.exit(1)
