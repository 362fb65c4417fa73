"""Does a whole story with the Python client: puts files in, asks, streams, analyzes, exports.

Usage: client_story.py URL CUT KEY FILE

CUT is the service behind what cuts connections. The core is generated from the service's own document. Prints a line of JSON with what came of it.
"""

import json
import sys
import tempfile
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[2] / "clients/python"))
from generate import package  # noqa: E402

url, cut, key, file = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    document = Path(folder) / "openapi.json"
    document.write_text(httpx.get(f"{url}/api/v1/openapi.json").raise_for_status().text)
    package(document, Path(folder))
    sys.path.insert(0, folder)
    from tagbridge import ApiError, Client

    with Client(url, key) as client, Client(cut, key) as behind:
        before = len(list(client.projects()))
        small = client.upload(file, name="Small")
        # Too large to be sent inline: blanks behind the last element.
        large = Path(folder) / "large.L5X"
        large.write_bytes(Path(file).read_bytes() + b" " * 5_000_000)
        version = client.upload(large, project=small.project_id)
        answer = client.ask(small.project_id, "Why is Run_1 off?")
        events = list(behind.stream(small.project_id, "Why is Run_1 off?"))
        written = "".join(data["text"] for name, data in events if name == "token")
        plan = client.generate(small.project_id, "Add a tag Standby of type BOOL")
        code = client.generate(small.project_id, conversation=plan.conversation_id, approve=True)
        run = client.analyze(small.project_id)
        saved = client.export(small.project_id).wait().save(Path(folder) / "saved.L5X")
        try:
            client.project("prj_0")
            refused = None
        except ApiError as error:
            refused = [error.status, error.error, error.is_retryable, bool(error.suggested_action)]
        print(json.dumps({
            "health": client.health().actor_type,
            "projects": len(list(client.projects())) - before,
            "resolutions": [small.resolution, version.resolution],
            "answer": type(answer).__name__, "last": events[-1][0],
            "same_answer": written == answer.answer,
            "turns": [type(plan).__name__, type(code).__name__], "analysis": run.status,
            "same_file": saved.read_bytes() == large.read_bytes() == client.original(small.project_id),
            "found": client.search(small.project_id, "Run_1").count > 0,
            "parsed": client.source(small.project_id).format_,
            "live": client.values(small.project_id).live,
            "token": client.mint_embed_token(small.project_id).permissions.to_dict(),
            "refused": refused,
        }))
