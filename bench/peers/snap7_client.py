"""python-snap7 in a contest: version 3, which is Python throughout, or 2, which is the C library.

usage: snap7_client.py python | loop | multi
All of them read the ranges that the job names, as one would write them down by hand, and leave the
bytes as they came: what is measured of the C library is little more than the library.
"""

import ctypes
import importlib.metadata
import logging
import struct
import sys
from ctypes import byref

import snap7.type
from snap7.client import Client
from snap7.type import Area, Parameter

from client import take_part

FORMATS = {"int": ">h", "word": ">H", "dword": ">I", "dint": ">i", "time": ">i", "real": ">f"}
# In C and in Python alike.
MAX_ITEMS = 20


def connect(job):
    client = Client()
    if sys.argv[1] != "python":
        client.set_param(Parameter.PDURequest, 960)
    client.connect("127.0.0.1", 0, 1, job["port"])
    read = {"python": in_python, "loop": in_a_loop, "multi": in_multiple_reads}[sys.argv[1]]
    ranges = job["ranges"]
    snapshot = read(client, ranges)
    return lambda: (job["tags"], ranges, snapshot()), client.disconnect


def items_at_most(client):
    """What is taken in a request, and has room in it."""
    return min(MAX_ITEMS, (client.get_pdu_length() - 12) // 12)


def in_python(client, ranges):
    """Small ranges together, as its optimizer packs them; large ones alone."""
    # It asks for one job, and would then send several.
    client.max_parallel = 1
    most, at_a_time = client.get_pdu_length() - 18, items_at_most(client)
    large = [it for it in ranges if it[2] > most]
    small = [it for it in ranges if it[2] <= most]
    calls = [small[at : at + at_a_time] for at in range(0, len(small), at_a_time)]

    def items(call):
        keys = ("area", "db_number", "start", "size")
        return [dict(zip(keys, (Area.DB, *one))) for one in call]

    calls = [items(call) for call in calls]

    def snapshot():
        found = {tuple(it): client.db_read(*it) for it in large}
        for call in calls:
            result, data = client.read_multi_vars(call)
            check(result)
            found.update(
                ((one["db_number"], one["start"], one["size"]), it) for one, it in zip(call, data)
            )
        return [found[tuple(it)] for it in ranges]

    return snapshot


def in_a_loop(client, ranges):
    """A DBRead for each range, which the library splits where a PDU is too small for it."""
    read, handle = client._lib.Cli_DBRead, client._s7_client
    calls = [(*it, ctypes.create_string_buffer(it[2])) for it in ranges]

    def snapshot():
        for block, start, size, buffer in calls:
            check(read(handle, block, start, size, byref(buffer)))
        return [it[3] for it in calls]

    return snapshot


def in_multiple_reads(client, ranges):
    """ReadMultiVars for as many items as fit, of ranges cut to what fits."""
    room, at_a_time = client.get_pdu_length() - 14, items_at_most(client)
    buffers = [ctypes.create_string_buffer(it[2]) for it in ranges]
    items = []
    for (block, start, size), buffer in zip(ranges, buffers):
        for at in range(0, size, room - 4):
            length = min(room - 4, size - at)
            address = ctypes.addressof(buffer) + at
            items.append((block, start + at, length, address))
    calls, left = [], 0
    for item in items:
        cost = 4 + item[2] + item[2] % 2
        if left < cost or len(calls[-1]) == at_a_time:
            calls.append([])
            left = room
        calls[-1].append(item)
        left -= cost
    calls = [multiple(call) for call in calls]
    read, handle = client._lib.Cli_ReadMultiVars, client._s7_client

    def snapshot():
        for call in calls:
            check(read(handle, byref(call), len(call)))
            if any(one.Result for one in call):
                raise RuntimeError("an item failed")
        return buffers

    return snapshot


def multiple(call):
    asked = (snap7.type.S7DataItem * len(call))()
    for one, (block, start, length, address) in zip(asked, call):
        one.Area, one.WordLen = Area.DB.value, snap7.type.WordLen.Byte.value
        one.DBNumber, one.Start, one.Amount = block, start, length
        one.pData = ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8))
    return asked


def check(result):
    if result:
        raise RuntimeError(f"error {result:#x}")


def total(snapshot):
    """The sum of all tags, taken out of the bytes."""
    tags, ranges, data = snapshot
    return sum(number(tag, ranges, data) for tag in tags)


def number(tag, ranges, data):
    for (block, start, size), found in zip(ranges, data):
        if block == tag["block"] and start <= tag["byte"] < start + size:
            at = tag["byte"] - start
            found = bytes(found)[at : at + tag["size"]]
            break
    if tag["kind"] == "bool":
        return found[0] & 1
    if tag["kind"] == "bytes":
        return sum(found)
    if tag["kind"] == "string":
        return sum(found[2 : 2 + found[1]])
    return struct.unpack(FORMATS[tag["kind"]], found)[0]


logging.disable(logging.CRITICAL)
take_part(importlib.metadata.version("python-snap7"), connect, total)
