"""A Sparkplug host application on pysparkplug and paho, which other people wrote.

Usage: sparkplug_consumer.py PORT GROUP NODE

Prints each message of the group as a line of JSON: its topic's kind and device, how it was published, and
what pysparkplug decodes of it, by the birth before. Reads commands from stdin, one a line: `rebirth`,
`online MS`, `offline MS`.
"""

import json
import sys
import threading

import paho.mqtt.client as mqtt
import pysparkplug as psp
from pysparkplug import _protobuf as protobuf

port, group, node = int(sys.argv[1]), sys.argv[2], sys.argv[3]
births = {}
lock = threading.Lock()
PAYLOADS = {
    "NBIRTH": psp.NBirth,
    "DBIRTH": psp.DBirth,
    "DDATA": psp.DData,
    "NDATA": psp.NData,
}


def tell(what):
    with lock:
        print(json.dumps(what), flush=True)


def properties(raw):
    return {
        key: getattr(value, value.WhichOneof("value"))
        for key, value in zip(raw.properties.keys, raw.properties.values, strict=True)
    }


def decoded(kind, device, payload):
    raw = protobuf.Payload.FromString(payload)
    told = {"seq": raw.seq if raw.HasField("seq") else None, "metrics": []}
    metrics = [None] * len(raw.metrics)
    if kind in PAYLOADS:
        message = PAYLOADS[kind].decode(payload, birth=births.get(device))
        metrics = message.metrics
        if kind.endswith("BIRTH"):
            births[device] = message
        told["timestamp"] = message.timestamp
    elif kind == "NDEATH":
        metrics = [psp.NDeath.decode(payload).bd_seq_metric]
    for sent, metric in zip(raw.metrics, metrics, strict=True):
        value = None if metric is None else metric.value
        told["metrics"].append(
            {
                "sent_name": sent.name if sent.HasField("name") else None,
                "sent_type": sent.datatype if sent.HasField("datatype") else None,
                "alias": sent.alias if sent.HasField("alias") else None,
                "name": metric and metric.name,
                "type": metric and metric.datatype.name,
                "value": list(value) if isinstance(value, tuple) else value,
                "timestamp": metric and metric.timestamp,
                "is_null": sent.is_null,
                "is_historical": sent.is_historical,
                "properties": properties(sent),
            }
        )
    return told


def heard(_client, _userdata, message):
    kind, device = message.topic.split("/")[2], message.topic.split("/")[4:]
    device = device[0] if device else None
    about = {"kind": kind, "device": device, "topic": message.topic}
    about |= {"qos": message.qos, "retained": message.retain}
    try:
        if message.topic.split("/")[1] != "STATE":
            tell(about | decoded(kind, device, message.payload))
    except Exception as error:  # a message that cannot be decoded is what a test must see
        tell(about | {"error": repr(error)})


client = mqtt.Client(client_id="host")
client.on_message = heard
client.on_subscribe = lambda *_: tell({"kind": "ready"})
# Again after a restart of the broker.
client.on_connect = lambda client, *_: client.subscribe("spBv1.0/#", qos=1)
client.reconnect_delay_set(min_delay=1, max_delay=1)
client.connect("127.0.0.1", port)
client.loop_start()
for line in sys.stdin:
    command, *rest = line.split()
    if command == "rebirth":
        metric = psp.Metric(
            timestamp=psp.get_current_timestamp(),
            name="Node Control/Rebirth",
            datatype=psp.DataType.BOOLEAN,
            value=True,
        )
        request = psp.NCmd(timestamp=psp.get_current_timestamp(), metrics=(metric,))
        topic = f"spBv1.0/{group}/NCMD/{node}"
        client.publish(topic, request.encode(include_dtypes=True), qos=0)
    else:
        state = {"online": command == "online", "timestamp": int(rest[0])}
        client.publish("spBv1.0/STATE/scada", json.dumps(state), qos=1, retain=True)
