"""The OPC UA server of an S7-1500 as far as its manual shows it, by asyncua: nodes by the program's
names in quotes, in the third namespace (SIMATIC S7-1500 Communication, "OPC UA server").

usage: siemens_server.py HOST PORT
Standard input is JSON: {"blocks": {block: {member: value or {member: …} or [value, …]}}}. A member's name
has its type behind a colon, and an array's its first index behind another: "Target:Float",
"Steps:Int16:1". With "bare", elements have no nodes of their own.
Prints one JSON line once it listens, and ends with its standard input.
"""

import asyncio
import json
import logging
import sys

from asyncua import Server, ua

URI = "http://www.siemens.com/simatic-s7-opcua"


async def add(parent, index, path, name, value, bare):
    """A variable with its members or elements below it."""
    name, kind, low, *_ = name.split(":") + ["", ""]
    path = f'{path}."{name}"'
    label = f"{index}:{name}"
    if isinstance(value, dict):
        # A structure is a variable whose members are nodes of their own.
        node = await parent.add_variable(ua.NodeId(path, index), label, 0, ua.VariantType.UInt32)
        for member, inner in value.items():
            await add(node, index, path, member, inner, bare)
        return
    kind = getattr(ua.VariantType, kind or "Boolean")
    node = await parent.add_variable(ua.NodeId(path, index), label, value, kind)
    if isinstance(value, list) and not bare:
        for at, element in enumerate(value, int(low or 0)):
            place = ua.NodeId(f"{path}[{at}]", index)
            await node.add_variable(place, f"{index}:[{at}]", element, kind)


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
            await add(node, index, path, name, value, told.get("bare", False))
    async with server:
        print(json.dumps({"namespace": index}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
