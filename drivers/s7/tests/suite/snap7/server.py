"""Serves memory with python-snap7's own server, written by its own functions.

usage: snap7_server.py PORT
Works with python-snap7 3 (pure Python) and 2 (the C library). Each line of standard input is JSON:
  {"area": "DB", "number": 1, "size": 200}                      makes an area
  {"drop": "DB", "number": 1}                                   takes it away
  {"set": "real", "area": "DB", "number": 1, "at": 4, "args": [12.5]}
                                                                calls snap7.util.set_real
  {"cpu": 4}                                                    sets the CPU's state
Answers each with a line: `ok`, or `missing` where this version has no such function.
"""

import ctypes
import datetime
import json
import logging
import sys

import snap7.util
from snap7.server import Server
from snap7.type import SrvArea

CONVERT = {
    "date": datetime.date.fromisoformat,
    "dt": datetime.datetime.fromisoformat,
    "dtl": datetime.datetime.fromisoformat,
    "ldt": datetime.datetime.fromisoformat,
    "tod": lambda it: datetime.timedelta(seconds=it),
    "ltod": lambda it: datetime.timedelta(seconds=it),
    "ltime": lambda it: datetime.timedelta(seconds=it),
}


def main():
    logging.disable(logging.CRITICAL)
    server = Server(log=False)
    server.start_to("127.0.0.1", int(sys.argv[1]))
    memory = {}
    print("ok", flush=True)
    for line in sys.stdin:
        print(obey(server, memory, json.loads(line)), flush=True)


def obey(server, memory, order):
    if "cpu" in order:
        server.set_cpu_status(order["cpu"])
    elif "set" in order:
        setter = getattr(snap7.util, "set_" + order["set"], None)
        if setter is None:
            return "missing"
        value, *rest = order["args"]
        value = CONVERT.get(order["set"], lambda it: it)(value)
        data = memory[order["area"], order["number"]]
        if order["set"] == "bool":
            setter(data, order["at"], *order["args"])
        else:
            setter(data, order["at"], value, *rest)
    elif "drop" in order:
        server.unregister_area(getattr(SrvArea, order["drop"]), order["number"])
    else:
        data = bytearray(order["size"])
        memory[order["area"], order["number"]] = data
        shared = data
        if not hasattr(server, "memory_areas"):
            # The C library keeps a pointer to the same bytes.
            shared = (ctypes.c_ubyte * len(data)).from_buffer(data)
            memory[order["area"], order["number"], "shared"] = shared
        server.register_area(getattr(SrvArea, order["area"]), order["number"], shared)
    return "ok"


if __name__ == "__main__":
    main()
