"""Browses and reads an OPC UA server with asyncua.

usage: asyncua_read.py ENDPOINT
Standard input is JSON:
  {"security": "Basic256Sha256,SignAndEncrypt" or null, "user": …, "password": …,
   "names": [node ids], "write": node id, "batch": how many nodes a read has}
Prints JSON:
  {"browsed": {node id: data type}, "values": [value or "BadXxx"], "namespaces": […],
   "too_many": "BadXxx", "written": "BadXxx", "notified": value, "enum": […], "sessions": number}
"""

import asyncio
import base64
import datetime
import json
import sys
import tempfile
from pathlib import Path

from asyncua import Client, ua
from asyncua.crypto.cert_gen import setup_self_signed_certificate
from cryptography.x509.oid import ExtendedKeyUsageOID

URI = "urn:tagbridge:tests:asyncua"


def plain(value):
    """A value as JSON has it: structures as pairs, in order."""
    if isinstance(value, (list, tuple)):
        return [plain(it) for it in value]
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=datetime.timezone.utc).timestamp()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, ua.LocalizedText):
        return value.Text or ""
    if isinstance(value, ua.QualifiedName):
        return value.Name
    if isinstance(value, ua.NodeId):
        return value.to_string()
    if isinstance(value, ua.XmlElement):
        return value.Value
    if isinstance(value, ua.StatusCode):
        return value.value
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if value is None or isinstance(value, (bool, float, str)):
        return value
    return str(value)


async def refusal(attempt):
    try:
        await attempt
    except ua.UaStatusCodeError as error:
        return ua.StatusCode(error.code).name
    return "nothing"


async def read(client, ids, batch):
    """Raw reads, so that one bad node harms no other."""
    found = []
    for start in range(0, len(ids), batch):
        parameters = ua.ReadParameters()
        for it in ids[start : start + batch]:
            wanted = ua.ReadValueId()
            wanted.NodeId = ua.NodeId.from_string(it)
            wanted.AttributeId = ua.AttributeIds.Value
            parameters.NodesToRead.append(wanted)
        for it in await client.uaclient.read(parameters):
            good = it.StatusCode is None or it.StatusCode.is_good()
            found.append(plain(it.Value.Value) if good else it.StatusCode.name)
    return found


async def browse(node, found):
    """All variables below a node, with the names of their types."""
    for it in await node.get_children():
        if await it.read_node_class() == ua.NodeClass.Variable:
            found[it.nodeid.to_string()] = (await it.read_data_type()).to_string()
        await browse(it, found)


class Handler:
    def __init__(self):
        self.first = asyncio.get_running_loop().create_future()

    def datachange_notification(self, _node, value, _data):
        if not self.first.done():
            self.first.set_result(value)


async def secure(client, security, folder):
    policy, mode = security.split(",")
    certificate, key = Path(folder, "cert.der"), Path(folder, "key.pem")
    await setup_self_signed_certificate(
        key, certificate, URI, "localhost", [ExtendedKeyUsageOID.CLIENT_AUTH], {}
    )
    client.application_uri = URI
    await client.set_security_string(f"{policy},{mode},{certificate},{key}")


async def main(endpoint, wanted, folder):
    client = Client(endpoint, timeout=20)
    if wanted.get("security"):
        await secure(client, wanted["security"], folder)
    if wanted.get("user"):
        client.set_user(wanted["user"])
        client.set_password(wanted["password"])
    names, answer = wanted["names"], {}
    async with client:
        answer["namespaces"] = await client.get_namespace_array()
        await client.load_data_type_definitions()
        answer["values"] = await read(client, names, wanted["batch"])
        answer["too_many"] = await refusal(read(client, names, wanted["batch"] + 1))
        node = client.get_node(wanted["write"])
        value = await node.read_data_value()
        answer["written"] = await refusal(node.write_value(ua.DataValue(value.Value)))
        found = {}
        await browse(client.get_node(wanted["root"]), found)
        answer["browsed"] = found
        handler = Handler()
        subscription = await client.create_subscription(100, handler)
        await subscription.subscribe_data_change(node)
        answer["notified"] = plain(await asyncio.wait_for(handler.first, 10))
        await subscription.delete()
        strings = client.get_node(wanted["enumeration"] + "|EnumStrings")
        answer["enumeration"] = plain(await strings.read_value())
        sessions = ua.ObjectIds.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount
        answer["sessions"] = await client.get_node(ua.NodeId(sessions)).read_value()
    json.dump(answer, sys.stdout)


with tempfile.TemporaryDirectory() as temporary:
    asyncio.run(main(sys.argv[1], json.load(sys.stdin), temporary))
