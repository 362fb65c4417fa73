"""Does an agent's story with the tools of a service, in one era of the Model Context Protocol, and the
same by the API of another service: what a tool answers must be what its endpoint answers.

Usage: agent_story.py ORIGIN KEY TWIN_ORIGIN TWIN_KEY FILE MODE

MODE is `auto`, which finds the newest revision, or `legacy`, which begins with `initialize`. The story is
`../story/agents.json`, from the upload of FILE to the download of its export. Prints a line of JSON with
what came of it.
"""

import asyncio
import base64
import hashlib
import json
import re
import sys
import uuid
from pathlib import Path

import httpx
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

origin, key, twin_origin, twin_key, file, mode = sys.argv[1:]
data = Path(file).read_bytes()
story = json.loads((Path(__file__).parents[1] / "story/agents.json").read_text())
# Ids, times, and what is signed with them, which no two services have alike.
OWN = re.compile(r'"(\w*(?:_id|Id|_at|_url)|id|token|next_cursor|analysis_status)":"(?:[^"\\]|\\.)*"')


def bare(text):
    return OWN.sub(r'"\1":*', text)


def filled(value, known):
    if isinstance(value, dict):
        return {name: filled(it, known) for name, it in value.items()}
    if isinstance(value, list):
        return [filled(it, known) for it in value]
    if isinstance(value, str):
        return re.sub(r"\$(\w+)", lambda it: known[it[1]], value)
    return value


async def patiently(ask, until):
    """The first answer that is not refused for its rate, and has the status."""
    for _ in range(120):
        text, refused = await ask()
        answer = json.loads(text) if text else None
        if refused and answer["error"] == "rate_limited":
            await asyncio.sleep(1)
        elif not refused and until and answer["status"] not in (until, "error"):
            await asyncio.sleep(0.5)
        else:
            assert not refused, text
            return text
    raise TimeoutError(until)


async def main():
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {key}"}, timeout=60) as http:
        transport = streamable_http_client(f"{origin}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            print(json.dumps(await tell(client)))


async def tell(client):
    tools = [tool.name for tool in (await client.list_tools()).tools]
    longer = base64.b64encode(data + b"\n").decode()
    ours, theirs = {"longer": longer}, {"longer": longer}
    called, equal = [], 0
    for step in story:
        if "put" in step:
            for known in (ours, theirs):
                httpx.put(filled(step["put"], known), content=data).raise_for_status()
            continue
        called.append(step["tool"])

        async def by_tool():
            result = await client.call_tool(step["tool"], filled(step["arguments"], ours))
            structured = result.structured_content
            if not result.is_error:
                assert json.loads(result.content[0].text) == structured, step
                return result.content[0].text, False
            return json.dumps(structured), True

        async def by_endpoint():
            method, path = step["twin"]
            head = {"authorization": f"Bearer {twin_key}"}
            if method == "POST":
                head["idempotency-key"] = str(uuid.uuid4())
            body = filled(step["body"], theirs) if "body" in step else None
            answer = httpx.request(method, f"{twin_origin}/api/v1{filled(path, theirs)}",
                                   headers=head, json=body, timeout=60)
            return answer.text, answer.is_error

        text = await patiently(by_tool, step.get("until"))
        answer = json.loads(text)
        if step.get("file"):
            fetched = httpx.get(answer["url"]).raise_for_status().content
            head = {"authorization": f"Bearer {twin_key}"}
            path = filled(step["twin"][1], theirs)
            twin = httpx.get(f"{twin_origin}/api/v1{path}", headers=head).raise_for_status().content
            assert fetched == twin and hashlib.sha256(twin).hexdigest() == answer["sha256"]
            equal += 1
            continue
        twin = await patiently(by_endpoint, step.get("until"))
        beside = {name: answer.pop(name) for name in step.get("beside", [])}
        if beside:
            assert all(beside.values()), beside
            text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        assert "generated_code" not in answer
        assert bare(text) == bare(twin), (step, text, twin)
        equal += 1
        for name, field in step.get("take", {}).items():
            ours[name], theirs[name] = answer[field], json.loads(twin)[field]
        for name, value in step.get("expect", {}).items():
            assert answer[name] == value, (step, answer)
    unknown = await client.call_tool("svc_get_project", {"id": "prj_0"})
    return {
        "version": client.protocol_version, "tools": tools, "called": sorted(set(called)),
        "equal": equal, "refused": [unknown.is_error, unknown.structured_content["error"]],
    }


asyncio.run(main())
