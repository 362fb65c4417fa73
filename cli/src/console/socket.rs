//! Commands and pushes over a web socket.
//!
//! A page sends `{id, command, args}` and receives `{id, answer}` or `{id, failure}`; pushes are
//! `{topic, data}`.

use std::sync::Arc;

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket},
    },
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use futures::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tagbridge_desk::{Screen, view::Failure};
use tokio::{sync::Semaphore, task::JoinSet};

use super::{Shared, authentication};

/// The sub-protocol.
const PROTOCOL: &str = "tagbridge";
/// The close code for a page with a wrong token.
const REFUSED: u16 = 4401;
/// Maximum number of concurrent commands of a page.
const COMMANDS: usize = 32;
/// Maximum size of a message in bytes; the largest one contains a project file in base64.
const MESSAGE_BYTES: usize = 128 << 20;

#[derive(Deserialize)]
struct Request {
    id: u64,
    command: String,
    #[serde(default)]
    args: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Answer(Value),
    Failure(Failure),
}

#[derive(Serialize)]
struct Reply {
    id: u64,
    #[serde(flatten)]
    outcome: Outcome,
}

pub(super) async fn open(
    State(shared): State<Shared>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !authentication::is_own_page(&headers) {
        let text = "Only the console's own page may open this.";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    // A browser sends a file as one frame, so a frame may be as large as a message.
    let upgrade = upgrade.protocols([PROTOCOL]);
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES).max_frame_size(MESSAGE_BYTES);
    if !authentication::knows(&shared.token, &headers) {
        // The refusal is sent over the socket, because a page cannot read the response to a refused
        // upgrade.
        return upgrade.on_upgrade(|mut socket| async move {
            let frame =
                CloseFrame { code: REFUSED, reason: "the token is missing or wrong".into() };
            let _gone = socket.send(Message::Close(Some(frame))).await;
        });
    }
    upgrade.on_upgrade(|socket| serve(socket, shared))
}

async fn serve(socket: WebSocket, shared: Shared) {
    let screen = Arc::new(shared.desk.screen());
    let room = Arc::new(Semaphore::new(COMMANDS));
    let (mut outgoing, mut incoming) = socket.split();
    let mut answers: JoinSet<String> = JoinSet::new();
    loop {
        let text = tokio::select! {
            () = shared.stop.cancelled() => return,
            Some(Ok(answer)) = answers.join_next() => answer,
            push = screen.next() => json(&push),
            message = incoming.next() => {
                match message {
                    Some(Ok(Message::Text(text))) => {
                        let (screen, room) = (Arc::clone(&screen), Arc::clone(&room));
                        answers.spawn(async move { answer(&screen, &room, text.as_str()).await });
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
                continue;
            }
        };
        if outgoing.send(Message::text(text)).await.is_err() {
            return;
        }
    }
}

async fn answer(screen: &Screen, room: &Semaphore, text: &str) -> String {
    let Ok(_place) = room.acquire().await else { return String::new() };
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            let failure = Failure::no_command(&error);
            return json(&Reply { id: 0, outcome: Outcome::Failure(failure) });
        }
    };
    let outcome = match screen.call(&request.command, request.args).await {
        Ok(answer) => Outcome::Answer(answer),
        Err(failure) => Outcome::Failure(failure),
    };
    json(&Reply { id: request.id, outcome })
}

/// Our own types always serialize.
fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).unwrap_or_default()
}
