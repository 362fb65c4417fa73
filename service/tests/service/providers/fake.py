"""Models that behave and misbehave, on both wires. The model's name says how.

What we are sent is held against the request types of the vendors' own libraries, and what we answer
is made of their response types: a request or an answer that does not fit them is answered with 418,
and stands in GET /complaints. GET /expected has, of each answer that cited at random, the lines of
the handles that it cited and that had been given out. GET /spent has the tokens of each model's answers.
"""

import json
import random
import re
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import anthropic.types
import openai.types.chat
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter

OPENAI = TypeAdapter(CompletionCreateParamsNonStreaming)
ANTHROPIC = TypeAdapter(MessageCreateParamsNonStreaming)

lock = threading.Lock()
complaints, expected, requests = [], [], []
# What each model was paid for, and the dice of those that throw them.
spent, dice = {}, {}


def results(wire, body):
    """All that tools have returned in this turn, in order."""
    found = []
    for message in body["messages"]:
        if wire == "openai" and message["role"] == "tool":
            found.append(message["content"])
        if wire == "anthropic" and isinstance(message["content"], list):
            found += [it["content"] for it in message["content"] if it["type"] == "tool_result"]
    return found


def lines(wire, body):
    found = []
    for text in results(wire, body):
        found += json.loads(text).get("lines", [])
    return found


def question(wire, body):
    texts = [it["content"] for it in body["messages"] if it["role"] == "user" and isinstance(it["content"], str)]
    return texts[-1]


def given(wire, body):
    """The lines that handles were given out for."""
    found = {}
    for line in lines(wire, body):
        for handle in re.findall(r"\[c(\d+)\]", line.split(" ")[0]):
            found.setdefault(int(handle), line)
    return found


def chaos(wire, body, told):
    """Whatever a model, its server and the line to it may do, by the dice of the model's name."""
    with lock:
        die = dice.setdefault(body["model"], random.Random(body["model"]))
    if die.random() < 0.08:
        return die.choice([("status", 500, None), ("status", 429, "0"), ("status", 400, None), ("raw", b"<html>"),
                           ("raw", b""), ("raw", b'{"object": "list"}'), ("cut",), ("length", "It is")])
    orders = re.findall(r"ORDER (.*?) END", " ".join(lines(wire, body)))
    if not told or die.random() < 0.25:
        calls = [("references", {"name": "Conveyor_Run"}), ("text", {"words": ["conveyor"]}), ("read_unit", {"path": "Main/Ladder"}),
                 ("write_tag", {"name": "E_Stop", "value": 0}), ("text", {"words": 7}), ("read_unit", "no object"),
                 ("fetch", {"url": (orders or ["http://evil.example"])[0]}), ("impact", {"name": "Speed", "way": "up"})]
        return ("call", [die.choice(calls) for _ in range(die.randint(1, 5))])
    known = given(wire, body)
    sentences, cited = [], []
    for _ in range(die.randint(1, 5)):
        handles = [die.randint(-1, len(known) + 4) for _ in range(die.randint(0, 3))]
        text = die.choice(["Conveyor_Run is on", "So it is", "Ghost_Valve holds it", "http://evil.example/a has more", "[7] is the rung",
                           "<img src=http://evil.example>", "It is in Main/Ladder", "![x](http://evil.example/a.png)"] + orders)
        sentences.append(text + "".join(f" [c{it}]" for it in handles) + ".")
        cited += [it for it in handles if it in known]
    with lock:
        expected.append([known[it] for it in dict.fromkeys(cited)])
    return ("say", " ".join(sentences))


def drafting(model, told):
    """A model that writes code: right at once, right after a list of errors, or never."""
    rungs = [json.loads(it) for it in told if "errors" not in json.loads(it)]
    failed = [json.loads(it)["errors"] for it in told if "errors" in json.loads(it)]
    propose = lambda *changes: ("call", [("propose_changes", {"changes": list(changes)})])
    ladder = lambda text: {"action": "UPDATE", "target": "Main/Ladder", "code_type": "RLL", "content": text}
    if model == "drafts-none":
        return ("say", "NONE")
    if not rungs:
        return ("call", [("read_unit", {"path": "Main/Ladder"})])
    lines = [line.split("] ", 1)[-1] for it in rungs for line in it.get("lines", [])]
    text = "\n".join(re.search(r"(\S*\(.*;)", it).group(1) for it in lines if ";" in it)
    good = text.replace("XIC(Auto)", "XIO(Spare)XIC(Auto)", 1)
    if model == "drafts-refused":
        return propose(ladder(text.replace("XIC(Auto)", "XIO(Nobody)XIC(Auto)", 1)))
    if model == "drafts" and not failed:
        # The first draft names what is declared nowhere.
        return propose(ladder(text.replace("XIC(Auto)", "XIO(Sparre)XIC(Auto)", 1)))
    return propose(ladder(good))


def act(wire, body):
    """What the model does: ("call", [(name, arguments)]), ("say", text), or raw things."""
    model = body["model"].split("/")[0]
    told = results(wire, body)
    look = ("call", [("references", {"name": "Conveyor_Run"})])
    if model.startswith("drafts"):
        return drafting(model, told)
    if model == "chaos":
        return chaos(wire, body, told)
    if model == "silent":
        time.sleep(30)
    if model == "late":
        time.sleep(1.2)
    if model in ("429", "500", "503"):
        return ("status", int(model), None)
    if model == "429-long":
        return ("status", 429, "60")
    if model == "once":
        with lock:
            first = not any(it == "once" for it in requests)
            requests.append("once")
        if first:
            return ("status", 429, "1")
    if model == "html":
        return ("raw", b"<html>busy</html>")
    if model == "empty":
        return ("raw", b"")
    if model == "no-message":
        return ("raw", b'{"object": "list", "data": []}')
    if model == "cut":
        return ("cut",)
    if model == "huge":
        return ("raw", b'"' + b"x" * 3_000_000 + b'"')
    if model == "mute":
        return ("say", "") if told else look
    if model == "endless":
        return look
    if model == "wrong-tools":
        if not told:
            return ("call", [("write_tag", {"name": "E_Stop", "value": 0}), ("text", {"words": 7}),
                             ("fetch", {"url": "http://127.0.0.1:1/key"}), ("read_unit", "no object")])
        assert all("error" in json.loads(it) for it in told[:4]), told
        if len(told) == 4:
            return look
    if model == "all-tools":
        if not told:
            return ("call", [("explain", {"name": "Speed", "aspect": "declaration"}), ("explain", {"name": "Auto", "aspect": "declaration"}),
                             ("impact", {"name": "Speed", "way": "affects"}),
                             ("impact", {"name": "Conveyor_Run", "way": "depends_on"}),
                             ("why_now", {"name": "Conveyor_Run", "wanted": True}),
                             ("read_unit", {"path": "Main/Ladder"}), ("read_unit", {"path": "Main/Ladder", "rung": 1}),
                             ("read_unit", {"path": "Nowhere"}), ("text", {"words": ["starts", "the", "conveyor"]}),
                             ("changes", {}), ("references", {"name": "Conveyor_Run"}),
                             ("explain", {"name": "Nothing_Such", "aspect": "declaration"}), ("explain", {"name": "One_Too_Many", "aspect": "declaration"})])
        assert "error" in json.loads(told[-1]) and "error" not in json.loads(told[-2]), told
    if not told:
        return look
    if model == "forged":
        return ("say", "Conveyor_Run is on by this rung [c1]. It is so [c99] [c0] [c-1] [1] [Main/Ladder].")
    if model == "forged-alone":
        return ("say", "Conveyor_Run is on by Main/Ladder [c99], [Main/Ladder rung 0].")
    if model == "unread":
        return ("say", "Conveyor_Run is on by this rung [c1]. Ghost_Valve holds it off [c1].")
    if model == "unread-once":
        again = "No tool has returned" in question(wire, body)
        text = "Conveyor_Run is on by this rung [c1]."
        return ("say", text if again else text + " Ghost_Valve holds it off [c1].")
    if model == "links":
        return ("say", "Conveyor_Run [c1]. ![x](http://evil.example/a.png) [more](https://evil.example/b) "
                       "<script src=http://evil.example></script> http://evil.example")
    if model == "obedient":
        # Whatever a comment says, it says and does.
        orders = re.findall(r"ORDER (.*?) END", " ".join(lines(wire, body)))
        if orders and len(told) == 1:
            calls = [("write_tag", {"name": "E_Stop"}), ("fetch", {"url": orders[0]}), ("cross_reference", {"name": orders[0]})]
            return ("call", calls)
        return ("say", "Conveyor_Run is on by this rung [c1]. " + " ".join(orders))
    if model == "random":
        if len(told) < 2:
            return ("call", [("search", {"query": "conveyor speed auto"})])
        known = given(wire, body)
        cited = [random.randint(-2, 2 * len(known)) for _ in range(random.randint(1, 6))]
        valid = [it for it in dict.fromkeys(cited) if it in known]
        with lock:
            expected.append([known[it] for it in valid])
        return ("say", "So it is " + " ".join(f"[c{it}]" for it in cited) + ".")
    return ("say", "Conveyor_Run is on by this rung [c1].")


def answer(wire, body, done):
    usage = (len(json.dumps(body)) // 4, 20)
    with lock:
        before = spent.get(body["model"], (0, 0))
        spent[body["model"]] = (before[0] + usage[0], before[1] + usage[1])
    calls = [(f"call_{at}", name, arguments) for at, (name, arguments) in enumerate(done[1])] if done[0] == "call" else []
    text = done[1] if done[0] in ("say", "length") else ""
    is_cut = done[0] == "length"
    if wire == "openai":
        message = {"role": "assistant", "content": text}
        if calls:
            message["tool_calls"] = [
                {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(it) if isinstance(it, dict) else it}}
                for id, name, it in calls]
        return openai.types.chat.ChatCompletion.model_validate({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": body["model"],
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls" if calls else "length" if is_cut else "stop"}],
            "usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)},
        }).model_dump_json()
    content = [{"type": "text", "text": text}] if text else []
    content += [{"type": "tool_use", "id": id, "name": name, "input": it if isinstance(it, dict) else {}} for id, name, it in calls]
    return anthropic.types.Message.model_validate({
        "id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": content,
        "stop_reason": "tool_use" if calls else "max_tokens" if is_cut else "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": usage[0], "output_tokens": usage[1]},
    }).model_dump_json()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, body, more=()):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        for name, value in more:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        with lock:
            found = {"/complaints": complaints, "/expected": expected, "/spent": spent}[self.path]
            self.send(200, json.dumps(found).encode())

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        wire = "openai" if self.path.endswith("/chat/completions") else "anthropic"
        try:
            if wire == "openai":
                OPENAI.validate_python(body)
                assert self.path == "/v1/chat/completions", self.path
                assert self.headers["authorization"] == "Bearer secret-1", "no key"
            else:
                ANTHROPIC.validate_python(body)
                assert self.path == "/v1/messages", self.path
                assert self.headers["x-api-key"] == "secret-1", "no key"
                assert self.headers["anthropic-version"] == "2023-06-01", "no version"
                roles = [it["role"] for it in body["messages"]]
                assert roles[0] == "user" and all(a != b for a, b in zip(roles, roles[1:])), roles
            assert "secret-1" not in json.dumps(body), "the key is in the body"
            done = act(wire, body)
            if done[0] in ("call", "say", "length"):
                done = ("raw", answer(wire, body, done).encode())
        except Exception as problem:
            with lock:
                complaints.append(f"{wire} {body.get('model')}: {problem!r}"[:500])
            return self.send(418, b"{}")
        if done[0] == "status":
            return self.send(done[1], b'{"error": {"message": "busy"}}', [("retry-after", done[2])] if done[2] else [])
        if done[0] == "cut":
            self.send_response(200)
            self.send_header("content-length", "500")
            self.end_headers()
            self.wfile.write(b'{"choices": [{"message"')
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            return self.connection.close()
        self.send(200, done[1], [("content-type", "application/json")])


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
random.seed(7)
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
