"""Writes the plant's values into a server over EtherNet/IP with pylogix.

    pylogix_write.py PORT
"""

import sys

from pylogix import PLC

with PLC("127.0.0.1", port=int(sys.argv[1])) as client:
    for name, value in (("Speed", 12.5), ("Count[0]", list(range(0, 100, 10))), ("Status", 10)):
        written = client.Write(name, value)
        if written.Status != "Success":
            sys.exit(f"{name}: {written.Status}")
