"""The plant of the table of foreign servers, by asyncua.

    asyncua_server.py PORT

Prints a line once it listens.
"""

import asyncio
import logging
import sys

from asyncua import Server, ua
from asyncua.common.structures104 import new_struct, new_struct_field


async def main(port):
    server = Server()
    await server.init()
    server.set_endpoint(f"opc.tcp://127.0.0.1:{port}")
    server.set_security_policy([ua.SecurityPolicyType.NoSecurity])
    index = await server.register_namespace("urn:plant")
    plant = await server.nodes.objects.add_object(ua.NodeId("Plant", index), f"{index}:Plant")

    kind = ua.VariantType
    field = new_struct_field
    point, _ = await new_struct(
        server, index, "Point", [field(it, kind.Float) for it in ("X", "Y", "Z")]
    )
    line, _ = await new_struct(
        server,
        index,
        "Line",
        [field("Name", kind.String), field("From", point), field("Points", point, array=True)],
    )
    option, _ = await new_struct(
        server, index, "Option", [field("Level", kind.Int32), field("Limit", kind.Double, optional=True)]
    )
    choice, _ = await new_struct(
        server, index, "Choice", [field("Number", kind.Int32), field("Text", kind.String)], is_union=True
    )
    await server.load_data_type_definitions()

    points = [ua.Point(1, 2, 3), ua.Point(4, 5, 6)]
    number, text = ua.Choice(), ua.Choice()
    number.Number, text.Text = 42, "on"
    structure = kind.ExtensionObject
    for name, value, variant, data_type in [
        ("Speed", 12.5, kind.Double, None),
        ("Count", list(range(0, 100, 10)), kind.Int32, None),
        ("Name", "Lager", kind.String, None),
        ("Status", 10, kind.Int32, None),
        ("Point", points[0], structure, point),
        ("Points", points, structure, point),
        ("Line", ua.Line("L1", ua.Point(0.5, 0, -1), points), structure, line),
        ("Options", [ua.Option(Level=7, Limit=None), ua.Option(Level=8, Limit=99.5)], structure, option),
        ("Choices", [number, text], structure, choice),
    ]:
        await plant.add_variable(
            ua.NodeId(f"Plant.{name}", index),
            f"{index}:{name}",
            value,
            varianttype=variant,
            datatype=data_type.nodeid if data_type else None,
        )
    async with server:
        print("ok", flush=True)
        await asyncio.sleep(3600)


logging.disable(logging.CRITICAL)
asyncio.run(main(int(sys.argv[1])))
