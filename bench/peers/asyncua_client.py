"""asyncua in a contest: requests of as many nodes as the job says, up to four under way."""

import asyncio
import importlib.metadata
import logging
import math
import tempfile
import time
from pathlib import Path

from asyncua import Client, ua
from asyncua.crypto.cert_gen import setup_self_signed_certificate
from cryptography.x509.oid import ExtendedKeyUsageOID

from client import take_part

URI = "urn:tagbridge:bench:asyncua"
UNDER_WAY = 4
# Snapshots after which a value must have changed.
PATIENCE = 20


async def secure(client, folder):
    certificate, key = Path(folder, "cert.der"), Path(folder, "key.pem")
    await setup_self_signed_certificate(
        key, certificate, URI, "localhost", [ExtendedKeyUsageOID.CLIENT_AUTH], {}
    )
    client.application_uri = URI
    await client.set_security_string(f"Basic256Sha256,SignAndEncrypt,{certificate},{key}")


def request(nodes):
    parameters = ua.ReadParameters()
    parameters.TimestampsToReturn = ua.TimestampsToReturn.Neither
    for it in nodes:
        wanted = ua.ReadValueId()
        wanted.NodeId = ua.NodeId.from_string(it)
        wanted.AttributeId = ua.AttributeIds.Value
        parameters.NodesToRead.append(wanted)
    return parameters


def polled(client, job):
    nodes, limit = job["nodes"], job["limit"]
    requests = [request(nodes[at : at + limit]) for at in range(0, len(nodes), limit)]

    async def snapshot():
        values = []
        for at in range(0, len(requests), UNDER_WAY):
            reads = map(client.uaclient.read, requests[at : at + UNDER_WAY])
            for found in await asyncio.gather(*reads):
                for it in found:
                    if it.StatusCode is not None and not it.StatusCode.is_good():
                        raise ValueError(it.StatusCode.name)
                    values.append(it.Value.Value)
        return values

    return snapshot


class Latest:
    """The latest value of each node."""

    def __init__(self):
        self.values = {}

    def datachange_notification(self, node, value, _data):
        self.values[node.nodeid] = value


async def subscribed(client, job):
    interval, latest = job["interval"], Latest()
    subscription = await client.create_subscription(interval, latest)
    nodes = [client.get_node(it) for it in job["nodes"]]
    await subscription.subscribe_data_change(nodes, queuesize=1, sampling_interval=interval)
    while len(latest.values) < len(nodes):
        await asyncio.sleep(0.01)
    due, seen, times = time.perf_counter(), None, 0

    async def snapshot():
        nonlocal due, seen, times
        await asyncio.sleep(max(0, due - time.perf_counter()))
        due = max(due + interval / 1000, time.perf_counter())
        values = list(latest.values.values())
        seen, times = values[0], times + 1 if values[0] == seen else 1
        if times >= PATIENCE:
            raise ValueError("the values stand still")
        return values

    return snapshot


async def opened(job, folder):
    client = Client(f"opc.tcp://127.0.0.1:{job['port']}", timeout=20)
    if job["is_secret"]:
        await secure(client, folder)
    await client.connect()
    snapshot = await subscribed(client, job) if job["interval"] else polled(client, job)
    return snapshot, client.disconnect


def main(folder):
    loop = asyncio.new_event_loop()

    def connect(job):
        snapshot, close = loop.run_until_complete(opened(job, folder))
        wait = loop.run_until_complete
        return lambda: wait(snapshot()), lambda: wait(close())

    version = importlib.metadata.version("asyncua")
    take_part(version, connect, lambda values: sum(map(math.floor, values)))


logging.disable(logging.CRITICAL)
with tempfile.TemporaryDirectory() as temporary:
    main(temporary)
