"""Analyzes a project, and posts what was found to a chat, by an incoming webhook (Slack, Mattermost, Teams'
workflows and others take {"text": …}).

Usage: findings_to_chat.py PROJECT

TAGBRIDGE_URL and TAGBRIDGE_KEY name the service and a key with `analysis_tab` and `code_read`; CHAT_WEBHOOK
is where the message goes. Ends with 0 whether there is something to tell or not.
"""

import os
import sys

import httpx
from tagbridge import Client

# How many findings a message names; the others are counted.
NAMED = 10


def findings(results: dict) -> list[dict]:
    """Those of all chapters, each once."""
    return [it for chapter in results["chapters"] for it in chapter["findings"]]


def message(name: str, found: list[dict]) -> str:
    lines = [f"Tagbridge found {len(found)} in {name}:"]
    lines += [f"• {it['title']} ({it['severity']}, {it['confidence']})" for it in found[:NAMED]]
    if len(found) > NAMED:
        lines.append(f"… and {len(found) - NAMED} more")
    return "\n".join(lines)


def main(project: str) -> None:
    with Client(os.environ["TAGBRIDGE_URL"], os.environ["TAGBRIDGE_KEY"]) as client:
        name = client.project(project).name
        run = client.analyze(project)
        found = findings(run.results.to_dict()) if run.status == "complete" else []
    if found:
        httpx.post(os.environ["CHAT_WEBHOOK"], json={"text": message(name, found)}).raise_for_status()
    print(f"{len(found)} findings in {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
