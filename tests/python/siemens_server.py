"""The OPC UA server of an S7-1500 as far as its manual shows it, by asyncua: nodes by the program's
names in quotes, in the third namespace (SIMATIC S7-1500 Communication, "OPC UA server").

usage: siemens_server.py HOST PORT
Standard input is JSON: {"blocks": {block: {member: value or {member: …} or [value, …]}}}. A member's name
has its type behind a colon, and an array's its first index behind another: "Target:Float",
"Steps:Int16:1", "Grid:Int16:1,-1". With "elements" they are numbered as the program does ("program",
where nothing is said), from 0 ("zero"), or have no nodes of their own ("none").
Prints one JSON line once it listens, and ends with its standard input.
"""

import asyncio
import json
import logging
import sys

from asyncua import Server, ua
from asyncua.common.structures104 import new_struct, new_struct_field

URI = "http://www.siemens.com/simatic-s7-opcua"


def cells(value, lows):
    """The elements of an array of any dimensions, each with its indexes."""
    if not lows:
        yield (), value
        return
    for at, inner in enumerate(value, lows[0]):
        for indexes, cell in cells(inner, lows[1:]):
            yield (at, *indexes), cell


async def whole(server, index, kind, value):
    """An array of structures as one value."""
    members = [it.split(":") + ["Boolean"] for it in value[0]]
    fields = [new_struct_field(it[0], getattr(ua.VariantType, it[1])) for it in members]
    data_type, _ = await new_struct(server, index, kind, fields)
    await server.load_data_type_definitions()
    made = getattr(ua, kind)
    return [made(*it.values()) for it in value], data_type.nodeid


async def add(server, parent, index, path, name, value, elements):
    """A variable with its members or elements below it."""
    name, kind, low, *_ = name.split(":") + ["", ""]
    path = f'{path}."{name}"'
    label = f"{index}:{name}"
    lows = [int(it) for it in low.split(",")] if low else [0] * isinstance(value, list)
    structured = isinstance(value, list) and isinstance(value[0], dict)
    if structured and elements == "none":
        value, data_type = await whole(server, index, kind, value)
        of = ua.VariantType.ExtensionObject
        await parent.add_variable(ua.NodeId(path, index), label, value, of, data_type)
        return
    if isinstance(value, dict) or structured:
        # A structure is a variable whose members are nodes of their own.
        node = await parent.add_variable(ua.NodeId(path, index), label, 0, ua.VariantType.UInt32)
        inside = [("", value)] if isinstance(value, dict) else None
        for place, members in inside or [(f"[{at}]", it) for at, it in enumerate(value, lows[0])]:
            for member, inner in members.items():
                await add(server, node, index, path + place, member, inner, elements)
        return
    kind = getattr(ua.VariantType, kind or "Boolean")
    node = await parent.add_variable(ua.NodeId(path, index), label, value, kind)
    if not lows or elements == "none":
        return
    for at, element in cells(value, lows if elements == "program" else [0] * len(lows)):
        place = "[" + ",".join(str(it) for it in at) + "]"
        await node.add_variable(ua.NodeId(path + place, index), f"{index}:{place}", element, kind)


async def main():
    logging.disable(logging.CRITICAL)
    told = json.loads(sys.stdin.readline())
    server = Server()
    await server.init()
    server.set_endpoint(f"opc.tcp://{sys.argv[1]}:{sys.argv[2]}")
    server.set_security_policy([ua.SecurityPolicyType.NoSecurity])
    server.set_server_name("SIMATIC.S7-1500.OPC-UA.Application:PLC_1")
    await server.register_namespace("http://opcfoundation.org/UA/DI/")
    index = await server.register_namespace(URI)
    plc = await server.nodes.objects.add_object(ua.NodeId("PLC", index), f"{index}:PLC_1")
    blocks = await plc.add_object(ua.NodeId("DataBlocksGlobal", index), f"{index}:DataBlocksGlobal")
    for block, members in told["blocks"].items():
        path = f'"{block}"'
        node = await blocks.add_object(ua.NodeId(path, index), f"{index}:{block}")
        for name, value in members.items():
            await add(server, node, index, path, name, value, told.get("elements", "program"))
    async with server:
        print(json.dumps({"namespace": index}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
