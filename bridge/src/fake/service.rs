//! A service on a loopback port that fails in every possible way on request.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    io::{self, Read},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use flate2::read::GzDecoder;
use serde_json::json;
use tagbridge_api::hmi::push::{Push, Receipt, Rejected, RequestedTags, Snapshot};
use tokio::{sync::Notify, task::AbortHandle};
use url::Url;
use uuid::Uuid;

/// The response to a push.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// Store the push and confirm it.
    Well,
    /// Respond with a status, an error code, a message and maybe a header `Retry-After`.
    Refuse(u16, &'static str, &'static str, Option<&'static str>),
    /// Store the push, and close the connection before the response ends.
    CutAfterCommit,
    /// Do not respond.
    Hang,
    /// Store the push, but reject this sequence in the receipt.
    Except(u64),
    /// Respond with 413 to more than this number of snapshots.
    AtMost(usize),
    /// Respond with 413 of a proxy, without an envelope, to more than this number of bytes of JSON.
    Proxy(usize),
    /// Respond with 400 to this sequence; `named`: the message contains its index.
    Offended { sequence: u64, named: bool },
    /// Store the push and this sequence, which arrives over a broker at the same time: `there`
    /// reports the arrival of the push, and `answer` starts the response.
    Brought { sequence: u64, there: Arc<Notify>, answer: Arc<Notify> },
    /// Respond with a redirect.
    Redirect,
    /// Respond with the page of another server.
    Html,
    /// Respond with a status and a body that are not the service's own.
    Foreign(u16, String),
    /// Store nothing, and respond with the receipt of the last stored push.
    EarlierReceipt,
    /// Store nothing, and respond with a receipt up to this sequence, as an older service does.
    Covers { through: u64, newest: u64 },
    /// Store the push after this delay for each snapshot.
    Slow(Duration),
}

/// A received push.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) at: Instant,
    pub(crate) idempotency_key: String,
    pub(crate) push: Push,
    pub(crate) status: u16,
}

#[derive(Clone)]
pub(crate) struct Service {
    state: Arc<Mutex<FakeState>>,
    pub(crate) url: Url,
    server: Arc<Server>,
}

struct Server(AbortHandle);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[derive(Default)]
struct FakeState {
    replies: VecDeque<Reply>,
    always: Option<Reply>,
    requests: Vec<Request>,
    stored: HashMap<Uuid, BTreeMap<u64, Snapshot>>,
    /// `None`: the test key.
    key: Option<String>,
    requested: Vec<String>,
    groups: BTreeMap<String, String>,
    revision: u64,
    looks: Vec<u16>,
    last_receipt: Option<Receipt>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

type Shared = Arc<Mutex<FakeState>>;

impl Service {
    pub(crate) async fn start() -> Self {
        let state = Shared::default();
        let router = Router::new()
            .route("/api/v1/projects/{id}/hmi/values", post(push))
            .route("/api/v1/projects/{id}/hmi/request-tags", axum::routing::get(requested))
            .layer(DefaultBodyLimit::disable())
            .with_state(Arc::clone(&state));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api/v1", listener.local_addr().unwrap());
        let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let server = Arc::new(Server(server.abort_handle()));
        Self { state, url: url.parse().unwrap(), server }
    }

    /// Sets the responses to the next pushes; further pushes succeed.
    pub(crate) fn replies(&self, replies: impl IntoIterator<Item = Reply>) {
        self.world().replies.extend(replies);
    }

    /// Further pushes succeed.
    pub(crate) fn forget_replies(&self) {
        self.world().replies.clear();
    }

    /// Sets the default response.
    pub(crate) fn always(&self, reply: Option<Reply>) {
        self.world().always = reply;
    }

    pub(crate) fn request(&self, names: &[&str]) {
        let mut world = self.world();
        world.requested = names.iter().map(ToString::to_string).collect();
        world.revision += 1;
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.world().requests.clone()
    }

    /// The stored snapshots of the only stream.
    pub(crate) fn stored(&self) -> BTreeMap<u64, Snapshot> {
        let streams = self.streams();
        assert!(streams.len() <= 1, "there are several streams");
        streams.into_values().next().unwrap_or_default()
    }

    pub(crate) fn streams(&self) -> HashMap<Uuid, BTreeMap<u64, Snapshot>> {
        self.world().stored.clone()
    }

    /// Whether one of the next responses is missing.
    pub(crate) fn will_hang(&self) -> bool {
        let world = self.world();
        world.replies.iter().chain(&world.always).any(|it| matches!(it, Reply::Hang))
    }

    /// Accepts only this key from now on.
    pub(crate) fn replace_key(&self, key: &str) {
        self.world().key = Some(key.to_owned());
    }

    /// The statuses of the responses to requests for the requested tags.
    pub(crate) fn looks(&self) -> Vec<u16> {
        self.world().looks.clone()
    }

    /// Closes the listening socket.
    pub(crate) fn go_away(&self) {
        self.server.0.abort();
    }

    fn world(&self) -> MutexGuard<'_, FakeState> {
        self.state.lock().unwrap()
    }
}

async fn push(
    State(state): State<Shared>,
    Path(project): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let body = decoded(&headers, &body);
    let push: Push = serde_json::from_slice(&body).expect("it is a push");
    let key = state.lock().unwrap().key.clone();
    let good =
        headers["authorization"] == format!("Bearer {}", key.as_deref().unwrap_or("tb_test"));
    assert!(good || key.is_some(), "another key came");
    let (reply, index) = {
        let mut world = state.lock().unwrap();
        let reply = world.replies.pop_front();
        let reply = reply.or_else(|| world.always.clone()).unwrap_or(Reply::Well);
        let refusal = Reply::Refuse(401, "unauthorized", "not this key", None);
        let reply = match reply {
            _ if !good => refusal,
            Reply::Proxy(most) if body.len() <= most => Reply::Well,
            reply => reply,
        };
        world.requests.push(Request {
            at: Instant::now(),
            idempotency_key: headers["idempotency-key"].to_str().unwrap().into(),
            push: push.clone(),
            status: 0,
        });
        (reply, world.requests.len() - 1)
    };
    let key = headers["idempotency-key"].to_str().unwrap().to_owned();
    let response = answer(&state, (project, key), &push, reply).await;
    state.lock().unwrap().requests[index].status = response.status().as_u16();
    response
}

async fn answer(state: &Shared, project: (String, String), push: &Push, reply: Reply) -> Response {
    let sent: Vec<u64> = push.snapshots.iter().map(|it| it.sequence).collect();
    match reply {
        Reply::Except(sequence) => store(state, project, push, Some(sequence)),
        Reply::Foreign(status, body) => {
            (StatusCode::from_u16(status).unwrap(), body).into_response()
        }
        Reply::EarlierReceipt => {
            let earlier = state.lock().unwrap().last_receipt.clone().expect("a push before");
            Json(earlier).into_response()
        }
        Reply::Covers { through, newest } => {
            let receipt = state.lock().unwrap().last_receipt.clone().expect("a push before");
            Json(Receipt { stored_through: through, newest, idempotency_key: None, ..receipt })
                .into_response()
        }
        Reply::Slow(each) => {
            // One push after the other, as a service with limited capacity does.
            let turn = Arc::clone(&state.lock().unwrap().turn);
            let _turn = turn.lock().await;
            tokio::time::sleep(each * u32::try_from(sent.len()).unwrap()).await;
            store(state, project, push, None)
        }
        Reply::Refuse(status, code, message, retry_after) => {
            let mut response = refusal(status, code, message);
            if let Some(it) = retry_after {
                response.headers_mut().insert("retry-after", it.parse().unwrap());
            }
            response
        }
        Reply::CutAfterCommit => {
            let _lost = store(state, project, push, None);
            let cut = futures::stream::once(async { Err::<Bytes, _>(io::Error::other("cut")) });
            Response::new(Body::from_stream(cut))
        }
        Reply::Hang => std::future::pending().await,
        Reply::AtMost(most) if sent.len() > most => refusal(413, "payload_too_large", "large"),
        Reply::Offended { sequence, named } if sent.contains(&sequence) => {
            let index = sent.iter().position(|it| *it == sequence).unwrap();
            let message = format!("snapshots[{index}].tags.A.value must not be null");
            refusal(400, "bad_request", if named { &message } else { "malformed" })
        }
        Reply::Well | Reply::AtMost(_) | Reply::Offended { .. } => {
            store(state, project, push, None)
        }
        Reply::Brought { sequence, there, answer } => {
            there.notify_one();
            answer.notified().await;
            if let Some(first) = push.snapshots.first() {
                let brought = Snapshot { sequence, ..first.clone() };
                let mut world = state.lock().unwrap();
                world.stored.entry(push.stream_id).or_default().insert(sequence, brought);
            }
            store(state, project, push, None)
        }
        Reply::Proxy(_) => {
            (StatusCode::PAYLOAD_TOO_LARGE, "<html>413 Request Entity Too Large</html>")
                .into_response()
        }
        Reply::Redirect => {
            (StatusCode::FOUND, [("location", "https://login.example.com/")]).into_response()
        }
        Reply::Html => {
            (StatusCode::OK, "<html>Welcome to the guest network</html>").into_response()
        }
    }
}

fn store(
    state: &Shared,
    (project_id, key): (String, String),
    push: &Push,
    except: Option<u64>,
) -> Response {
    let mut world = state.lock().unwrap();
    let stored = world.stored.entry(push.stream_id).or_default();
    for it in push.snapshots.iter().filter(|it| Some(it.sequence) != except) {
        // A stored snapshot never changes, even if it arrives again.
        let whole = || Snapshot { part: None, parts: None, ..it.clone() };
        let known = stored.entry(it.sequence).or_insert_with(whole);
        if it.part.is_some_and(|part| part > 1) {
            known.tags.extend(it.tags.clone());
        }
    }
    let newest = stored.keys().last().copied().unwrap_or(0);
    let through = stored.keys().zip(1..).take_while(|(has, wanted)| *has == wanted).count();
    let rejected = except.map(|sequence| Rejected {
        sequence,
        error: "bad_request".into(),
        message: "not that one".into(),
    });
    let receipt = Receipt {
        awaited: Vec::new(),
        idempotency_key: Some(key),
        copied_at: None,
        project_id,
        stream_id: push.stream_id,
        stored_through: through as u64,
        newest,
        rejected: rejected.into_iter().collect(),
        requests_revision: world.revision,
        skew_ms: push
            .sent_at
            .map(|it| tagbridge_api::Timestamp::now().as_millis() - it.as_millis()),
    };
    world.last_receipt = Some(receipt.clone());
    Json(receipt).into_response()
}

async fn requested(
    State(state): State<Shared>,
    Path(project_id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let mut world = state.lock().unwrap();
    let tag = format!("\"{}\"", world.revision);
    if headers.get("if-none-match").is_some_and(|it| *it == *tag) {
        world.looks.push(304);
        return StatusCode::NOT_MODIFIED.into_response();
    }
    world.looks.push(200);
    let list = RequestedTags {
        project_id,
        live: true,
        revision: world.revision,
        requested: world.requested.clone(),
        groups: world.groups.clone(),
    };
    ([("etag", tag)], Json(list)).into_response()
}

fn refusal(status: u16, code: &str, message: &str) -> Response {
    let envelope = json!({
        "error": code,
        "message": message,
        "userMessage": format!("laptop-7 says: {message}"),
        "isRetryable": status == 429 || status >= 500,
        "request_id": format!("req_{}", Uuid::new_v4()),
    });
    let id = envelope["request_id"].as_str().unwrap().to_owned();
    (StatusCode::from_u16(status).unwrap(), [("request-id", id)], Json(envelope)).into_response()
}

fn decoded(headers: &HeaderMap, body: &Bytes) -> Vec<u8> {
    if headers.get("content-encoding").is_none() {
        assert!(body.len() < 1024, "a large body is compressed");
        return body.to_vec();
    }
    let mut plain = Vec::new();
    GzDecoder::new(&body[..]).read_to_end(&mut plain).expect("it is gzip");
    plain
}
