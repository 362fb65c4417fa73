"""What a generated client lacks: errors that are raised, keys of writes, another attempt where one is
worth it, pages, streams, files and waiting."""

import base64
import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from httpx_sse import EventSource

from .generated import models

INLINE_BYTES_MAX = 4_500_000
# So often is a request sent that may succeed when it is sent again.
ATTEMPTS = 6
Turn = (models.AnswerTurn | models.NeedsInputTurn | models.PlanTurn | models.CodeTurn
        | models.UnresolvedTurn)
TURNS = {
    "answer": models.AnswerTurn,
    "needs_input": models.NeedsInputTurn,
    "plan": models.PlanTurn,
    "code": models.CodeTurn,
    "unresolved": models.UnresolvedTurn,
}


class ApiError(Exception):
    """What the service refused. Act on `error` and `is_retryable`, never on text."""

    def __init__(self, status: int, envelope: dict[str, Any]):
        self.status = status
        self.error: str = envelope.get("error", "")
        self.message: str = envelope.get("message", "")
        self.user_message: str | None = envelope.get("userMessage")
        self.suggested_action: str | None = envelope.get("suggestedAction")
        self.is_retryable: bool = envelope.get("isRetryable", False)
        self.request_id: str | None = envelope.get("request_id")
        super().__init__(f"{self.error} ({status}): {self.message}")

    @classmethod
    def of(cls, response: httpx.Response) -> "ApiError":
        try:
            envelope = response.json()
        except ValueError:
            envelope = {"message": response.reason_phrase}
        return cls(response.status_code, envelope if isinstance(envelope, dict) else {})


class Client:
    """A service and a key for it. `base_url` is where it is, with or without `/api/v1`."""

    def __init__(self, base_url: str, key: str, *, timeout: float = 60):
        base_url = base_url.rstrip("/").removesuffix("/api/v1") + "/api/v1"
        headers = {"authorization": f"Bearer {key}"}
        self._http = httpx.Client(base_url=base_url, headers=headers, timeout=timeout)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def health(self) -> models.Health:
        return models.Health.from_dict(self._get("/health"))

    def projects(self) -> Iterator[models.ProjectListItem]:
        """All projects, most recently touched first, page by page."""
        params: dict[str, Any] = {}
        while True:
            page = models.ProjectList.from_dict(self._get("/projects", **params))
            yield from page.projects
            if not page.next_cursor:
                return
            params["cursor"] = page.next_cursor

    def project(self, project: str) -> models.Project:
        return models.Project.from_dict(self._get(f"/projects/{project}"))

    def source(self, project: str, format: str = "parsed") -> models.Source:
        return models.Source.from_dict(self._get(f"/projects/{project}/source", format=format))

    def original(self, project: str) -> bytes:
        """The file of the current version, as it came."""
        return self._send("GET", f"/projects/{project}/source", params={"format": "raw"}).content

    def values(self, project: str) -> models.LiveValues:
        return models.LiveValues.from_dict(self._get(f"/projects/{project}/hmi/values"))

    def history(self, project: str, tag: str, limit: int = 50) -> models.History:
        found = self._get(f"/projects/{project}/hmi/history", tag=tag, limit=limit)
        return models.History.from_dict(found)

    def search(self, project: str, query: str, limit: int = 8) -> models.SearchContext:
        found = self._get(f"/projects/{project}/search-context", query=query, limit=limit)
        return models.SearchContext.from_dict(found)

    def upload(self, path: str | Path, *, project: str | None = None,
               name: str | None = None) -> models.Uploaded:
        """Puts a file in: as the next version of a project, or of the one that it belongs to, or as a
        new one. A large one goes to a link of its own."""
        path = Path(path)
        if path.stat().st_size <= INLINE_BYTES_MAX:
            file = {"inline": base64.b64encode(path.read_bytes()).decode()}
        else:
            file = {"blob_url": self._stage(path)}
        body: dict[str, Any] = {"originalFilename": path.name, "file": file}
        if name is not None:
            body["name"] = name
        to = f"/projects/{project}/versions" if project else "/projects"
        return models.Uploaded.from_dict(self._post(to, body))

    def ask(self, project: str, prompt: str | None = None, *, conversation: str | None = None,
            answers: list[dict[str, Any]] | None = None) -> Turn:
        """Asks, and waits for what comes of it: an answer, questions, or why there is none."""
        return self._turn(project, "interpret", _question(prompt, conversation, answers))

    def generate(self, project: str, prompt: str | None = None, *, conversation: str | None = None,
                 answers: list[dict[str, Any]] | None = None, approve: bool = False,
                 amendment: str | None = None) -> Turn:
        """Asks for a change of the program, and waits for its plan; with `approve` for the plan that is
        pending in the conversation, carried out on a copy. No version is made."""
        body = _question(prompt, conversation, answers)
        if approve:
            body["approve"] = True
        if amendment is not None:
            body["amendment"] = amendment
        return self._turn(project, "generate", body)

    def stream(self, project: str, prompt: str | None = None, *, conversation: str | None = None,
               answers: list[dict[str, Any]] | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
        """Asks; the events of the turn as they come, each with its name: `status`, `token`, `outcome`,
        `done`. A stream that is cut goes on where it was."""
        body = _question(prompt, conversation, answers) | {"mode": "stream"}
        headers = {"idempotency-key": str(uuid.uuid4())}
        attempt = 0
        while True:
            is_last = attempt + 1 == ATTEMPTS
            told = None
            try:
                with self._http.stream("POST", f"/projects/{project}/interpret", json=body,
                                       headers=headers) as response:
                    if not response.is_success:
                        response.read()
                        refused = ApiError.of(response)
                        if not refused.is_retryable or is_last:
                            raise refused
                        told = response
                    for event in EventSource(response).iter_sse() if told is None else ():
                        if not event.data:
                            continue  # how long to wait before a new attempt
                        data = json.loads(event.data)
                        if event.event == "error":
                            raise ApiError(response.status_code, data)
                        headers["last-event-id"] = event.id
                        attempt, is_last = 0, False
                        yield event.event, data
                        if event.event == "done":
                            return
            except httpx.TransportError:
                if is_last:
                    raise
            if is_last:
                raise TimeoutError("the stream did not come to its end")
            _wait(attempt, told)
            attempt += 1

    def analyze(self, project: str, *, timeout: float = 600) -> models.AnalysisRun:
        """Analyzes the current version, and waits for the outcome."""
        run = self._post(f"/projects/{project}/analyses")["analysis_id"]
        return models.AnalysisRun.from_dict(self._wait_for(f"/analyses/{run}", timeout))

    def export(self, project: str, kind: str = "plc") -> "Export":
        """Starts an export: `plc`, the vendor's file, or `pdf`, a report."""
        return Export(self, self._post(f"/projects/{project}/exports/{kind}")["exportId"])

    def mint_embed_token(self, project: str) -> models.EmbedToken:
        return models.EmbedToken.from_dict(self._post("/embed-tokens", {"project_id": project}))

    def _turn(self, project: str, verb: str, body: dict[str, Any]) -> Turn:
        turn = self._post(f"/projects/{project}/{verb}", body)
        return TURNS[turn["status"]].from_dict(turn)

    def _stage(self, path: Path) -> str:
        staged = self._post("/uploads", {"filename": path.name})
        headers = {"content-length": str(path.stat().st_size)}
        for attempt in range(ATTEMPTS):
            try:
                with path.open("rb") as file:
                    # The link is the credential; the key goes nowhere else.
                    put = httpx.put(staged["upload_url"], content=file, headers=headers, timeout=600)
            except httpx.TransportError:
                if attempt + 1 == ATTEMPTS:
                    raise
                _wait(attempt)
                continue
            if put.is_success or put.status_code == 409:
                # It had come, though its answer had not.
                return staged["file_blob_url"]
            raise ApiError.of(put)
        raise AssertionError("unreachable")

    def _get(self, path: str, **params: Any) -> dict[str, Any]:
        return self._send("GET", path, params=params).json()

    def _post(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"idempotency-key": str(uuid.uuid4())}
        return self._send("POST", path, json=body, headers=headers).json()

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Sends a request, and once more under the same key where that may help."""
        for attempt in range(ATTEMPTS):
            is_last = attempt + 1 == ATTEMPTS
            try:
                response = self._http.request(method, path, **request)
            except httpx.TransportError:
                if is_last:
                    raise
                _wait(attempt)
                continue
            if response.is_success:
                return response
            refused = ApiError.of(response)
            if is_last or not refused.is_retryable:
                raise refused
            _wait(attempt, response)
        raise AssertionError("unreachable")

    def _wait_for(self, path: str, timeout: float) -> dict[str, Any]:
        deadline, wait = time.monotonic() + timeout, 1
        while True:
            state = self._get(path)
            if state["status"] not in ("pending", "queued", "running"):
                return state
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} is {state['status']}")
            # A key may ask 12 times a minute.
            time.sleep(wait)
            wait = min(wait * 2, 5)


class Export:
    """An export that was started."""

    def __init__(self, client: Client, id: str):
        self._client, self.id = client, id

    def wait(self, timeout: float = 600) -> "Export":
        """Waits until there is something to download; raises `ApiError` where there never will be."""
        state = self._client._wait_for(f"/exports/{self.id}", timeout)
        if state["status"] != "complete":
            raise ApiError(200, {"error": "export_failed", "message": state.get("error", "")})
        return self

    def save(self, path: str | Path) -> Path:
        """Downloads what was exported."""
        response = self._client._send("GET", f"/exports/{self.id}/download")
        path = Path(path)
        path.write_bytes(response.content)
        return path


def _question(prompt: str | None, conversation: str | None,
              answers: list[dict[str, Any]] | None) -> dict[str, Any]:
    fields = {"prompt": prompt, "conversation_id": conversation, "answers": answers}
    return {name: value for name, value in fields.items() if value is not None}


def _wait(attempt: int, response: httpx.Response | None = None) -> None:
    told = response.headers.get("retry-after") if response is not None else None
    time.sleep(float(told) if told else min(2.0**attempt / 4, 8))
