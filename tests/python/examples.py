"""Runs what stands in `examples/` against a service, as people would.

Usage: examples.py URL KEY PROJECT TAG WEBHOOK

The project has a file with something to find, and a tag with a history. Prints a line of JSON with what came of it.
"""

import ast
import contextlib
import io
import json
import os
import runpy
import sys
import tempfile
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "clients/python"))
from generate import package  # noqa: E402

url, key, project, tag, webhook = sys.argv[1:]
os.environ |= {"TAGBRIDGE_URL": url, "TAGBRIDGE_KEY": key, "TAGBRIDGE_PROJECT": project, "TAGBRIDGE_TAG": tag,
               "CHAT_WEBHOOK": webhook, "MPLBACKEND": "Agg"}


def notebook(path: Path) -> dict:
    """Its cells one after the other in one room, as a kernel does; the names that they leave behind."""
    names: dict = {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, "it is kept without what it printed"
            exec(compile(ast.parse("".join(cell["source"])), cell["id"], "exec"), names)
    return names


def panel(path: Path) -> list[list]:
    """The rows that Infinity's backend parser makes of the panel's query."""
    text = path.read_text().replace("${project}", project).replace("${tag}", tag)
    [drawn] = json.loads(text)["panels"]
    [query] = drawn["targets"]
    params = {it["key"]: it["value"] for it in query["url_options"]["params"]}
    headers = {"authorization": f"Bearer {key}"}
    answer = httpx.get(f"{url}/api/v1{query['url']}", params=params, headers=headers).raise_for_status().json()
    name, wanted = query["filterExpression"].split(" == ")
    kept = [row for row in answer[query["root_selector"]] if row[name] == wanted.strip("'")]
    return [[row[column["selector"]] for column in query["columns"]] for row in kept]


with tempfile.TemporaryDirectory() as folder:
    document = Path(folder) / "openapi.json"
    document.write_text(httpx.get(f"{url}/api/v1/openapi.json").raise_for_status().text)
    package(document, Path(folder))
    sys.path.insert(0, folder)
    values = notebook(ROOT / "examples/history.ipynb")["values"]
    drawn = notebook(ROOT / "examples/history.ipynb")["axes"].get_lines()[0]
    sys.argv = ["findings_to_chat.py", project]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(str(ROOT / "examples/findings_to_chat.py"), run_name="__main__")
    rows = panel(ROOT / "examples/grafana/history.json")
    print(json.dumps({
        "values": [None if value != value else value for value in values.tolist()],
        "drawn": len(drawn.get_xdata()), "said": said.getvalue().strip(),
        "panel": [row[1] for row in rows], "times": all(isinstance(row[0], str) for row in rows),
    }))
