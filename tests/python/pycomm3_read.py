"""Reads a Logix controller with pycomm3 and prints what it found as JSON.

Usage: pycomm3_read.py HOST PORT [--slot N] [--small] < names

Names come on standard input as a JSON list, in pycomm3's notation (`Array{10}` reads ten
elements); without any, every tag of the uploaded list is read whole. Prints
{"info": …, "tags": {name: {"type", "dimensions", "structure"?}}, "values": {name: {"value", "type", "error"}}}.
"""

import json
import sys

from pycomm3 import LogixDriver


def whole(tag):
    """A tag with as many elements as it has, in pycomm3's notation."""
    name = tag["tag_name"]
    if not tag["dim"]:
        return name
    count = 1
    for size in tag["dimensions"][: tag["dim"]]:
        count *= size
    if tag["data_type_name"] == "DWORD":
        count *= 32
    return f"{name}{{{count}}}"


def described(tag):
    it = {"type": tag["data_type_name"], "dimensions": tag["dimensions"][: tag["dim"]]}
    if tag["tag_type"] == "struct":
        it["structure"] = tag["data_type"]["attributes"]
    return it


def plain(value):
    """JSON has no bytes, and its numbers are enough for the rest."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(element) for element in value]
    return value


def main():
    host, port, *options = sys.argv[1:]
    names = json.load(sys.stdin)
    driver = LogixDriver(f"{host}:{port}/0")
    if "--small" in options:
        driver._cfg["extended forward open"] = False
        driver._cfg["connection_size"] = 500
    driver.open()
    try:
        tags = driver.tags
        wanted = names or [whole(tag) for tag in tags.values()]
        answers = driver.read(*wanted)
        if len(wanted) == 1:
            answers = [answers]
        json.dump(
            {
                "info": {key: driver.info[key] for key in ("name", "keyswitch", "product_name")},
                "tags": {name: described(tag) for name, tag in tags.items()},
                "values": {
                    name: {"value": plain(it.value), "type": it.type, "error": it.error}
                    for name, it in zip(wanted, answers)
                },
            },
            sys.stdout,
        )
    finally:
        driver.close()


if __name__ == "__main__":
    main()
