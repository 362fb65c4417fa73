"""Reads an S7 controller with python-snap7's client, version 3 (pure Python) or 2 (the C library).

usage: snap7_read.py HOST PORT
Standard input is JSON: {"single": [[area, block, start, size], ...], "multiple": [[...], ...]},
areas by snap7's names (DB, MK, PE, PA, TM, CT), starts and sizes in bytes (timers and counters: in
elements). Prints JSON: the bytes of each as hex, or the error; who the controller is; its state;
and what became of attempts to write, to stop and to set the clock.
"""

import ctypes
import datetime
import json
import logging
import sys

import snap7.type
from snap7.client import Client
from snap7.type import Area


def main():
    logging.disable(logging.CRITICAL)
    host, port = sys.argv[1], int(sys.argv[2])
    asked = json.load(sys.stdin)
    client = Client()
    client.connect(host, 0, 1, port)
    found = {
        "single": [attempt(lambda it=it: single(client, *it)) for it in asked["single"]],
        "multiple": attempt(lambda: multiple(client, asked["multiple"])),
        "pdu": client.get_pdu_length(),
        "order_number": text(client.get_order_code().OrderCode),
        "module_type": text(client.get_cpu_info().ModuleTypeName),
        "name": text(client.get_cpu_info().ASName),
        "serial": text(client.get_cpu_info().SerialNumber),
        "protection": attempt(lambda: protection(client)),
        "checksums": attempt(lambda: checksums(client)),
        "clock": attempt(lambda: client.get_plc_datetime().isoformat()),
        "write": attempt(lambda: client.db_write(1, 0, bytearray(4))),
        "stop": attempt(client.plc_stop),
        "start": attempt(client.plc_hot_start),
        "set_clock": attempt(lambda: client.set_plc_datetime(datetime.datetime(2020, 1, 1))),
    }
    client.disconnect()
    json.dump(found, sys.stdout)


def single(client, area, block, start, size):
    return client.read_area(Area[area], block, start, size).hex()


def multiple(client, items):
    if not hasattr(client, "use_optimizer"):
        return multiple_in_c(client, items)
    keys = ("area", "db_number", "start", "size")
    items = [dict(zip(keys, [Area[item[0]], *item[1:]])) for item in items]
    result, data = client.read_multi_vars(items)
    assert result == 0, result
    return [it.hex() for it in data]


def multiple_in_c(client, items):
    asked = (snap7.type.S7DataItem * len(items))()
    buffers = [ctypes.create_string_buffer(item[3]) for item in items]
    for one, (area, block, start, size), buffer in zip(asked, items, buffers):
        one.Area, one.WordLen = Area[area].value, snap7.type.WordLen.Byte.value
        one.DBNumber, one.Start, one.Amount = block, start, size
        one.pData = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_uint8))
    result, answered = client.read_multi_vars(asked)
    assert result == 0 and all(one.Result == 0 for one in answered)
    return [buffer.raw.hex() for buffer in buffers]


def protection(client):
    found = client.get_protection()
    return [found.sch_schal, found.sch_par, found.sch_rel, found.bart_sch, found.anl_sch]


def checksums(client):
    """The word that says that they are valid, two of the hardware and two of the program."""
    data = bytes(client.read_szl(0x0232, 4).Data)
    # Before the record, version 3 has its length and number.
    start = data.index(bytes([0, 4, 0, 1])) + 14
    return data[start : start + 10].hex()


def attempt(act):
    try:
        return act()
    except Exception as error:
        return f"failed: {error}"


def text(field):
    return bytes(field).split(b"\0")[0].decode("latin-1").strip()


if __name__ == "__main__":
    main()
