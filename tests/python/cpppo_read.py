"""Reads tags of a Logix controller with cpppo's own client and prints the values as JSON.

usage: cpppo_read.py HOST PORT [--connected] < names
Names come on standard input as a JSON list, in cpppo's notation (`Array[0-9]` reads ten elements).
Unconnected, each goes by itself along the route 1,0; with `--connected` over a connection. Prints
a list of lists of elements, null for what could not be read.
"""

import json
import sys

from cpppo.server.enip import client


def main():
    host, port, *options = sys.argv[1:]
    names = json.load(sys.stdin)
    if "--connected" in options:
        connection = client.implicit(host=host, port=int(port), timeout=5)
        way = {"route_path": False, "send_path": ""}
    else:
        connection = client.connector(host=host, port=int(port), timeout=5)
        way = {"route_path": [{"port": 1, "link": 0}], "send_path": "@6/1"}
    values = []
    with connection:
        operations = client.parse_operations(names, **way)
        for *_, status, value in connection.pipeline(operations=operations, depth=1, timeout=5):
            values.append(value if status == 0 else None)
    json.dump(values, sys.stdout)


if __name__ == "__main__":
    main()
