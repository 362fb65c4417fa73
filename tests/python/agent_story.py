"""Does an agent's story with the tools of a service, in one era of the Model Context Protocol.

Usage: agent_story.py ORIGIN KEY FILE MODE

MODE is `auto`, which finds the newest revision, or `legacy`, which begins with `initialize`. Puts FILE in,
asks, analyzes, exports and fetches the export by its link. Prints a line of JSON with what came of it.
"""

import asyncio
import hashlib
import json
import sys
from pathlib import Path

import httpx
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

origin, key, file, mode = sys.argv[1:]


async def main():
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {key}"}, timeout=60) as http:
        transport = streamable_http_client(f"{origin}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            print(json.dumps(await story(client)))


async def story(client):
    async def call(tool, **arguments):
        result = await client.call_tool(tool, arguments)
        assert not result.is_error, (tool, result)
        return result.structured_content

    async def done(tool, **arguments):
        for _ in range(100):
            result = await client.call_tool(tool, arguments)
            state = result.structured_content
            if not result.is_error and state["status"] in ("complete", "error"):
                return state
            assert not result.is_error or state["error"] == "rate_limited", state
            await asyncio.sleep(1)
        raise TimeoutError(tool)

    tools = [tool.name for tool in (await client.list_tools()).tools]
    staged = await call("svc_stage_upload", filename="Line4.L5X")
    data = Path(file).read_bytes()
    httpx.put(staged["upload_url"], content=data).raise_for_status()
    project = await call("svc_ingest_project", originalFilename="Line4.L5X",
                         file_blob_url=staged["file_blob_url"])
    identity = {"id": project["project_id"]}
    turn = await call("svc_interpret", prompt="Why is Run_1 off?", **identity)
    run = await call("svc_start_analysis", **identity)
    analysis = await done("svc_get_analysis", analysis_id=run["analysis_id"])
    export = await call("svc_export_plc", **identity)
    exported = await done("svc_get_export", export_id=export["exportId"])
    link = await call("svc_download_export", export_id=exported["exportId"])
    fetched = httpx.get(link["url"]).raise_for_status().content
    unknown = await client.call_tool("svc_get_project", {"id": "prj_0"})
    return {
        "version": client.protocol_version, "tools": tools, "resolution": project["resolution"],
        "turn": turn["status"], "analysis": analysis["status"],
        "same": fetched == data and hashlib.sha256(data).hexdigest() == link["sha256"],
        "refused": [unknown.is_error, unknown.structured_content["error"]],
    }


asyncio.run(main())
