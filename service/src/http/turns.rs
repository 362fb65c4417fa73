//! `POST /projects/{id}/interpret`, `POST /projects/{id}/generate`, `POST /projects/{id}/conversations` and
//! `POST /conversations/{cid}/messages`.

use std::{collections::VecDeque, convert::Infallible, time::Duration};

use axum::{
    body::Bytes,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures::{Stream, StreamExt, stream};
use tagbridge_api::{
    IDEMPOTENT_REPLAYED_HEADER, LAST_EVENT_ID_HEADER,
    generate::Generate,
    turn::{Conversation, Interpret, Message, NewConversation, Turned},
};
use tagbridge_store::{ProjectRef, TurnEvent};

use super::{authorization, body, envelope::Failure, once};
use crate::core::{
    Caller, Core, Refusal, TechnicalReason,
    once::Answer,
    turns::{self, Follower, RequestedTurn, TurnRequest},
};

/// How long a client waits before it reconnects.
const RETRY: Duration = Duration::from_secs(1);
/// The interval of comments in a silent stream.
const SILENCE: Duration = Duration::from_secs(10);

/// Ask a question about a project
///
/// Permission `ai_explain`. With `hmi_view` the answer can use current values; with `hmi_edit`
/// missing values are requested. Questions and answers are in English or German. With `mode`
/// `stream` the answer is a stream of events: `status`, `token`, `outcome`, `done`, or `error`. To
/// continue a stream, send the same request with the id of the last event in `Last-Event-ID`.
#[utoipa::path(
    post, path = "/projects/{id}/interpret", tag = "turns",
    params(
        ("id" = String, Path, description = "The project's id."),
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last received event."),
    ),
    request_body = Interpret,
    responses((status = 200, description = "The outcome.",
        content((Turned = "application/json"), (String = "text/event-stream"))))
)]
pub(super) async fn interpret(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), turns::NEEDS).await?;
    let (name, last_event) = (once::Name::of(&request)?, last_event(&request)?);
    let body = body::read(&core, request).await?;
    let asked = TurnRequest::of_interpret(body::parse(&core, &body)?)?;
    Ok(ask(&core, caller, project, name, &body, asked, last_event).await?)
}

/// Request a change of a project
///
/// Permission `ai_generate`. The first response is a plan: its steps, and points to check before
/// the approval. With `approve`, the pending plan of the conversation is applied to a copy of the
/// file. The copy is parsed again, and differs by exactly this plan. No version is created.
#[utoipa::path(
    post, path = "/projects/{id}/generate", tag = "turns",
    params(
        ("id" = String, Path, description = "The project's id."),
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last received event."),
    ),
    request_body = Generate,
    responses((status = 200, description = "The outcome.",
        content((Turned = "application/json"), (String = "text/event-stream"))))
)]
pub(super) async fn generate(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), turns::CHANGE_NEEDS).await?;
    let (name, last_event) = (once::Name::of(&request)?, last_event(&request)?);
    let body = body::read(&core, request).await?;
    let asked = TurnRequest::of_generate(body::parse(&core, &body)?)?;
    Ok(ask(&core, caller, project, name, &body, asked, last_event).await?)
}

/// Ask in a conversation
///
/// Permission `ai_explain`. The conversation's earlier questions are known: a question may omit its
/// subject.
#[utoipa::path(
    post, path = "/conversations/{cid}/messages", tag = "turns",
    params(
        ("cid" = String, Path, description = "The conversation's id."),
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last received event."),
    ),
    request_body = Message,
    responses((status = 200, description = "The outcome.",
        content((Turned = "application/json"), (String = "text/event-stream"))))
)]
pub(super) async fn add_message(
    State(core): State<Core>,
    Path(cid): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let caller = authorization::admit(&core, request.headers(), turns::NEEDS).await?;
    let project = {
        let (caller, cid) = (caller.clone(), cid.clone());
        core.blocking(move |core| turns::project_of(core, &caller, &cid)).await?
    };
    let (name, last_event) = (once::Name::of(&request)?, last_event(&request)?);
    let body = body::read(&core, request).await?;
    let asked = TurnRequest::of_message(cid, body::parse(&core, &body)?)?;
    Ok(ask(&core, caller, project, name, &body, asked, last_event).await?)
}

/// Create a conversation
///
/// Permission `ai_explain`. A question without a conversation creates one, too.
#[utoipa::path(
    post, path = "/projects/{id}/conversations", tag = "turns",
    params(("id" = String, Path, description = "The project's id.")),
    request_body(content = NewConversation, description = "Optional."),
    responses((status = 201, description = "The conversation.", body = Conversation))
)]
pub(super) async fn open_conversation(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), turns::NEEDS).await?;
    let name = once::Name::of(&request)?;
    let body =
        if has_body(request.headers()) { body::read(&core, request).await? } else { Bytes::new() };
    // Some clients send the content type of an empty body.
    let body = if body.is_empty() { Bytes::from_static(b"{}") } else { body };
    let new: NewConversation = body::parse(&core, &body)?;
    let answer = core
        .blocking(move |core| {
            turns::open(core, &caller, &project, name.write(&caller, &body), &new)
        })
        .await?;
    Ok(answer.into_response())
}

/// Whether a body follows the headers (RFC 9112 §6).
fn has_body(headers: &HeaderMap) -> bool {
    let may_follow = [header::TRANSFER_ENCODING, header::CONTENT_TYPE];
    match headers.get(header::CONTENT_LENGTH) {
        Some(length) => length != "0",
        None => may_follow.iter().any(|name| headers.contains_key(name)),
    }
}

async fn ask(
    core: &Core,
    caller: Caller,
    project: ProjectRef,
    name: once::Name,
    body: &[u8],
    asked: TurnRequest,
    last_event: Option<String>,
) -> Result<Response, Refusal> {
    let is_stream = asked.is_stream();
    let write = name.write(&caller, body);
    let begun = turns::ask(core, caller, project, write, asked, last_event).await?;
    if is_stream {
        return Ok(stream_of(core, begun));
    }
    let response = turns::outcome(core, &begun).await?;
    Ok(Answer { created: false, response, replayed: begun.replayed }.into_response())
}

fn last_event(request: &Request) -> Result<Option<String>, Refusal> {
    let Some(value) = request.headers().get(LAST_EVENT_ID_HEADER) else { return Ok(None) };
    let text =
        value.to_str().map_err(|_| Refusal::bad_request(&TechnicalReason::LastEventNoAscii))?;
    Ok(Some(text.to_owned()))
}

fn stream_of(core: &Core, begun: RequestedTurn) -> Response {
    let replayed = begun.replayed;
    let first = stream::iter([Ok(Event::default().retry(RETRY))]);
    let silence = KeepAlive::new().interval(SILENCE);
    let mut response =
        Sse::new(first.chain(events(core, begun))).keep_alive(silence).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let buffering = HeaderName::from_static("x-accel-buffering");
    headers.insert(buffering, HeaderValue::from_static("no"));
    if replayed {
        let yes = HeaderValue::from_static("true");
        headers.insert(IDEMPOTENT_REPLAYED_HEADER, yes);
    }
    response
}

/// A listener of a turn.
struct Listener {
    turn: String,
    after: u32,
    follower: Follower,
    stored: VecDeque<TurnEvent>,
}

/// The stored events of the turn, up to the last one.
fn events(
    core: &Core,
    begun: RequestedTurn,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let follower = Follower::of(core, &begun);
    let RequestedTurn { turn, after, next, .. } = begun;
    let listener = Listener { turn, after, follower, stored: next.into() };
    stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        let id = format!("{}:{}", listener.turn, event.number);
        let sent = Event::default().id(id).event(event.event).data(event.data);
        Some((Ok(sent), listener))
    })
}

impl Listener {
    async fn next(&mut self) -> Option<TurnEvent> {
        loop {
            if let Some(event) = self.stored.pop_front() {
                self.after = event.number;
                return Some(event);
            }
            self.stored = self.follower.next(self.after).await?.into();
        }
    }
}
