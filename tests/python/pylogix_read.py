"""Reads a Logix controller with pylogix and prints what it found as JSON.

Usage: pylogix_read.py HOST PORT [--size BYTES] < requests

Requests come on standard input as a JSON list of [name, count] and are read one by one, then,
those with a count of 1, all at once. Prints {"list": [{"name", "type", "array", "size"}],
"values": [{"value", "status"}], "together": [{"value", "status"}]}.
"""

import json
import sys

from pylogix import PLC


def plain(value):
    """JSON has no bytes."""
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, list):
        return [plain(element) for element in value]
    return value


def answered(response):
    return {"value": plain(response.Value), "status": response.Status}


def main():
    host, port, *options = sys.argv[1:]
    requests = json.load(sys.stdin)
    with PLC(host, port=int(port)) as plc:
        if "--size" in options:
            plc.ConnectionSize = int(options[options.index("--size") + 1])
        tags = plc.GetTagList()
        scalars = [name for name, count in requests if count == 1]
        json.dump(
            {
                "list": [
                    {"name": t.TagName, "type": t.DataType, "array": t.Array, "size": t.Size}
                    for t in tags.Value or []
                ],
                "values": [answered(plc.Read(name, count)) for name, count in requests],
                "together": [answered(it) for it in plc.Read(scalars)] if scalars else [],
            },
            sys.stdout,
        )


if __name__ == "__main__":
    main()
