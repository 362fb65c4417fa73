"""Asks a service by httpx and httpx-sse, a stream for each question, and goes on wherever one is cut.

Usage: httpx_ask.py URL < orders

Orders come on standard input as a JSON list of {"key", "secret", "prompt"}. Prints a line of JSON for
each: {"key", "events": [[id, name, data]], "resumed", "again"}. `resumed`: how often it went on after
an event; `again`: how often the service had not survived the turn, and it was begun once more.
"""

import asyncio
import json
import sys

import httpx
from httpx_sse import EventSource

AT_ONCE = 10
TRIES = 500


async def ask(client, url, order):
    events, resumed, again = [], 0, 0
    body = json.dumps({"prompt": order["prompt"], "mode": "stream"})
    for _ in range(TRIES):
        headers = {
            "authorization": f"Bearer {order['secret']}",
            "content-type": "application/json",
            "idempotency-key": order["key"],
        }
        last = events[-1][0] if events else None
        if last:
            headers["last-event-id"] = last
        try:
            async with client.stream("POST", url, headers=headers, content=body) as response:
                status = response.status_code
                if status == 400 and last:
                    events, again = [], again + 1
                elif status in (409, 429, 503):
                    await asyncio.sleep(int(response.headers.get("retry-after", "1")))
                else:
                    response.raise_for_status()
                    resumed += last is not None
                    async for event in EventSource(response).aiter_sse():
                        if not event.data:
                            continue
                        if event.event == "error":
                            events, again = [], again + 1
                            break
                        events.append([event.id, event.event, event.data])
                        if event.event == "done":
                            return {"key": order["key"], "events": events, "resumed": resumed, "again": again}
        except httpx.TransportError:
            await asyncio.sleep(0.05)
    raise SystemExit(f"{order}: no end of it in {TRIES} tries")


async def main():
    url = sys.argv[1]
    gate = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(timeout=30) as client:

        async def one(order):
            async with gate:
                print(json.dumps(await ask(client, url, order)), flush=True)

        await asyncio.gather(*(one(order) for order in json.load(sys.stdin)))


asyncio.run(main())
