"""A server of asyncua with a space like that of a CODESYS controller, whose values stand still.

    asyncua_server.py PORT PKI

Prints one JSON line once it listens, and then one for each line that it is told:
{"drop": ID}, {"add": [ID, NUMBER]}, {"set": [ID, NUMBER]}, {"sessions": true}.
"""

import asyncio
import datetime
import json
import logging
import sys
import uuid
from pathlib import Path

from asyncua import Server, ua
from asyncua.crypto.cert_gen import setup_self_signed_certificate
from asyncua.crypto.permission_rules import User, UserRole
from asyncua.server.user_managers import UserManager
from cryptography.x509.oid import ExtendedKeyUsageOID

NAMESPACE = "CODESYSSPV3/3S/IecVarAccess"
DEVICE = "PLC x64"
PREFIX = f"|var|{DEVICE}.Application."
MOMENT = datetime.datetime(2026, 11, 21, 6, 47, 29, tzinfo=datetime.timezone.utc)

SCALARS = [
    ("Boolean", True, ua.VariantType.Boolean),
    ("SByte", -128, ua.VariantType.SByte),
    ("Byte", 255, ua.VariantType.Byte),
    ("Int16", -32768, ua.VariantType.Int16),
    ("UInt16", 65535, ua.VariantType.UInt16),
    ("Int32", -2147483648, ua.VariantType.Int32),
    ("UInt32", 4294967295, ua.VariantType.UInt32),
    ("Int64", -9223372036854775808, ua.VariantType.Int64),
    ("UInt64", 18446744073709551615, ua.VariantType.UInt64),
    ("Float", 0.5, ua.VariantType.Float),
    ("Double", 0.1, ua.VariantType.Double),
    ("String", "Grüße | an alle", ua.VariantType.String),
    ("DateTime", MOMENT, ua.VariantType.DateTime),
    ("Guid", uuid.UUID("72962b91-fa75-4ae6-8d28-b404dc7daf63"), ua.VariantType.Guid),
    ("ByteString", b"\x00\xff", ua.VariantType.ByteString),
    ("XmlElement", ua.XmlElement("<a/>"), ua.VariantType.XmlElement),
    ("NodeId", ua.NodeId("a b", 2), ua.VariantType.NodeId),
    ("StatusCode", ua.StatusCode(0x800A0000), ua.VariantType.StatusCode),
    ("QualifiedName", ua.QualifiedName("name", 2), ua.VariantType.QualifiedName),
    ("LocalizedText", ua.LocalizedText("text", "en"), ua.VariantType.LocalizedText),
]


class Users(UserManager):
    def get_user(self, iserver, username=None, password=None, certificate=None):
        if username is None:
            return User(role=UserRole.User)
        if username == "joe" and password == "hunter2":
            return User(role=UserRole.User, name="joe")
        return None


async def build(server):
    index = await server.register_namespace(NAMESPACE)
    objects = server.nodes.objects
    device = await objects.add_object(ua.NodeId(f"|plc|{DEVICE}", index), f"{index}:{DEVICE}")
    application = await device.add_object(
        ua.NodeId(f"|appo|{DEVICE}.Application", index), f"{index}:Application"
    )

    async def variable(parent, name, value, kind=None, data_type=None):
        node = ua.NodeId(PREFIX + name, index)
        return await parent.add_variable(
            node, f"{index}:{name.rsplit('.', 1)[-1]}", value, varianttype=kind, datatype=data_type
        )

    async def folder(name):
        node = ua.NodeId(f"|pou|{DEVICE}.Application.{name}", index)
        return await application.add_object(node, f"{index}:{name}")

    program = await folder("PLC_PRG")
    for name, value, kind in SCALARS:
        await variable(program, f"PLC_PRG.{name}", value, kind)
        if name not in ("XmlElement",):
            await variable(program, f"PLC_PRG.{name}s", [value] * 3, kind)
    await variable(program, "PLC_PRG.a name with spaces", 7, ua.VariantType.Int32)
    await variable(program, "PLC_PRG.numbers", list(range(100, 200)), ua.VariantType.Int32)
    matrix = ua.Variant([[1, 2, 3], [4, 5, 6]], ua.VariantType.Int32)
    await variable(program, "PLC_PRG.matrix", matrix)
    bad = await variable(program, "PLC_PRG.failed", 1, ua.VariantType.Int32)
    await bad.write_value(
        ua.DataValue(ua.Variant(1, ua.VariantType.Int32), StatusCode=ua.StatusCode(0x808C0000))
    )
    doubtful = await variable(program, "PLC_PRG.doubtful", 1, ua.VariantType.Int32)
    await doubtful.write_value(
        ua.DataValue(ua.Variant(1, ua.VariantType.Int32), StatusCode=ua.StatusCode(0x40940000))
    )

    from asyncua.common.structures104 import new_enum, new_struct, new_struct_field

    state = await new_enum(server, index, "State", ["Off", "On", "Failed"])
    axis, _ = await new_struct(
        server,
        index,
        "Axis",
        [
            new_struct_field("Position", ua.VariantType.Double),
            new_struct_field("Steps", ua.VariantType.Int16, array=True),
        ],
    )
    motor, _ = await new_struct(
        server,
        index,
        "Motor",
        [
            new_struct_field("Name", ua.VariantType.String),
            new_struct_field("Speed", ua.VariantType.Float),
            new_struct_field("State", state),
            new_struct_field("Axis", axis),
            new_struct_field("Hint", ua.VariantType.String, optional=True),
        ],
    )
    await server.load_data_type_definitions()
    value = ua.Motor(Name="M1", Speed=12.5, State=ua.State.On, Axis=ua.Axis(1.5, [1, 2, 3]))
    motors = [value, ua.Motor(Name="M2", Speed=0.5, State=ua.State.Off, Axis=ua.Axis(2.5, []), Hint="hot")]
    await variable(program, "PLC_PRG.motor", value, ua.VariantType.ExtensionObject, motor.nodeid)
    await variable(program, "PLC_PRG.motors", motors, ua.VariantType.ExtensionObject, motor.nodeid)
    await variable(program, "PLC_PRG.state", 2, ua.VariantType.Int32, state.nodeid)
    await program.add_variable(ua.NodeId(4711, index), f"{index}:numbered", 4711, ua.VariantType.UInt16)

    plenty = await folder("GVL")
    for number in range(1000):
        await variable(plenty, f"GVL.Tag{number}", number * 3, ua.VariantType.Int32)
    return index, plenty, variable


async def main(port, pki):
    pki.mkdir(parents=True, exist_ok=True)
    server = Server(user_manager=Users())
    await server.init()
    server.set_endpoint(f"opc.tcp://127.0.0.1:{port}")
    server.set_server_name("asyncua")
    uri = "urn:tagbridge:test:asyncua"
    await server.set_application_uri(uri)
    await setup_self_signed_certificate(
        pki / "key.pem",
        pki / "cert.der",
        uri,
        "127.0.0.1",
        [ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH],
        {"commonName": "asyncua"},
    )
    await server.load_certificate(str(pki / "cert.der"))
    await server.load_private_key(str(pki / "key.pem"))
    policies = ua.SecurityPolicyType
    server.set_security_policy(
        [
            policies.NoSecurity,
            policies.Basic256Sha256_Sign,
            policies.Basic256Sha256_SignAndEncrypt,
            policies.Aes128Sha256RsaOaep_SignAndEncrypt,
            policies.Aes256Sha256RsaPss_SignAndEncrypt,
        ]
    )
    index, plenty, variable = await build(server)
    async with server:
        print(json.dumps({"ready": index}), flush=True)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            order = json.loads(line)
            answer = "ok"
            if "drop" in order:
                await server.delete_nodes([server.get_node(ua.NodeId(PREFIX + order["drop"], index))])
            elif "add" in order:
                name, value = order["add"]
                await variable(plenty, name, value, ua.VariantType.Int32)
            elif "set" in order:
                name, value = order["set"]
                node = server.get_node(ua.NodeId(PREFIX + name, index))
                await node.write_value(ua.Variant(value, ua.VariantType.Int32))
            elif "sessions" in order:
                answer = len(server.iserver._external_sessions)
            print(json.dumps(answer), flush=True)


logging.basicConfig(level=logging.ERROR)
asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
