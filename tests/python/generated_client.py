"""Generates a client from a service's own OpenAPI document, and lists projects with it.

Usage: generated_client.py URL KEY

Prints a line of JSON: {"projects": the list as the client reads it, "unknown": one of an export
whose kind nobody knows yet, "turns": the types of turns that were told apart, "refused": the type
and the code of an error, "left_out": what the generator could not do, "surface": what it offers}.
"""

import json
import sys
import tempfile
from pathlib import Path

import httpx
from openapi_spec_validator import validate

sys.path[:0] = [str(Path(__file__).parents[2] / "clients" / it) for it in ("", "python")]
from generate import generate  # noqa: E402
from surface import surface  # noqa: E402

url, key = sys.argv[1:]
document = httpx.get(f"{url}/openapi.json").raise_for_status().json()
validate(document)
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "openapi.json"
    file.write_text(json.dumps(document))
    left_out = generate(file, Path(folder) / "generated")
    sys.path.insert(0, folder)
    from generated import AuthenticatedClient
    from generated.api.health import read_health
    from generated.api.projects import list_projects
    from generated.models import (AnswerTurn, ApiError, Export, NeedsInputTurn, ProjectList,
                                  UnresolvedTurn)

    with AuthenticatedClient(base_url=url, token=key) as client:
        projects = list_projects.sync(client=client)
        assert isinstance(projects, ProjectList), projects
    with AuthenticatedClient(base_url=url, token="tb_0_0") as client:
        refused = read_health.sync(client=client)
        assert isinstance(refused, ApiError), refused
    export = Export.from_dict({"exportId": "e", "kind": "unheard_of", "status": "pending"})
    usage = {"input_tokens": 0, "output_tokens": 0}
    turns = [
        AnswerTurn.from_dict({"status": "answer", "answer": "a", "citations": [], "usage": usage}),
        NeedsInputTurn.from_dict({"status": "needs_input", "questions": [], "usage": usage}),
        UnresolvedTurn.from_dict({"status": "unresolved", "reason": "r", "usage": usage}),
    ]
    print(json.dumps({
        "projects": projects.to_dict(), "unknown": export.kind,
        "turns": [type(turn).__name__ for turn in turns],
        "refused": [type(refused).__name__, refused.error], "left_out": left_out,
        "surface": surface(Path(folder) / "generated"),
    }))
