"""The plant of the table of foreign servers, by python-opcua: it tells its structures by a dictionary.

    python_opcua_server.py PORT

Prints a line once it listens.
"""

import logging
import sys
import time

from opcua import Server, ua
from opcua.common.type_dictionary_buider import DataTypeDictionaryBuilder, get_ua_class


def main(port):
    server = Server()
    server.set_endpoint(f"opc.tcp://127.0.0.1:{port}")
    server.set_security_policy([ua.SecurityPolicyType.NoSecurity])
    index = server.register_namespace("urn:plant")
    plant = server.nodes.objects.add_object(ua.NodeId("Plant", index), f"{index}:Plant")

    builder = DataTypeDictionaryBuilder(server, index, "urn:plant", "Plant")
    point = builder.create_data_type("Point")
    for name in ("X", "Y", "Z"):
        point.add_field(name, ua.VariantType.Float)
    line = builder.create_data_type("Line")
    line.add_field("Name", ua.VariantType.String)
    line.add_field("From", point)
    line.add_field("Points", point, is_array=True)
    builder.set_dict_byte_string()
    server.load_type_definitions()

    def made_of(name, **members):
        value = get_ua_class(name)()
        for member, it in members.items():
            setattr(value, member, it)
        return value

    points = [made_of("Point", X=1, Y=2, Z=3), made_of("Point", X=4, Y=5, Z=6)]
    whole = made_of("Line", Name="L1", From=made_of("Point", X=0.5, Y=0, Z=-1), Points=points)
    structure = ua.VariantType.ExtensionObject
    for name, value, variant, data_type in [
        ("Speed", 12.5, ua.VariantType.Double, None),
        ("Count", list(range(0, 100, 10)), ua.VariantType.Int32, None),
        ("Name", "Lager", ua.VariantType.String, None),
        ("Status", 10, ua.VariantType.Int32, None),
        ("Point", points[0], structure, point.data_type),
        ("Points", points, structure, point.data_type),
        ("Line", whole, structure, line.data_type),
    ]:
        plant.add_variable(
            ua.NodeId(f"Plant.{name}", index), f"{index}:{name}", value, variant, data_type
        )
    server.start()
    print("ok", flush=True)
    time.sleep(3600)


logging.disable(logging.CRITICAL)
main(int(sys.argv[1]))
