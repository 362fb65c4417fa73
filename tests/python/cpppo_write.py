"""Changes values in a cpppo server with cpppo's own client.

usage: cpppo_write.py HOST PORT
Each line of standard input is an operation in cpppo's notation, such as `Speed=(REAL)12.5`.
Answers each with a line: `ok`, or `failed: STATUS`.
"""

import sys

from cpppo.server.enip import client


def main():
    host, port = sys.argv[1], int(sys.argv[2])
    with client.connector(host=host, port=port, timeout=5) as connection:
        for line in sys.stdin:
            operations = client.parse_operations([line.strip()], route_path=[], send_path="")
            for *_, status, value in connection.pipeline(operations=operations, depth=1, timeout=5):
                print("ok" if status == 0 and value else f"failed: {status}", flush=True)


if __name__ == "__main__":
    main()
