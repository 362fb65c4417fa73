//! Questions about a project, whose answers come as streams.

use std::{convert::Infallible, time::Duration};

use bytes::Bytes;
use eventsource_stream::{Event, Eventsource};
use futures::{Stream, StreamExt, stream};
use reqwest::{Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use tagbridge_api::{
    Error, ErrorCode, IDEMPOTENCY_KEY_HEADER, LAST_EVENT_ID_HEADER,
    turn::{Interpret, Mode, StatusEvent, TokenEvent, Turned},
};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{BadAnswer, Client, UplinkError};

/// No answer takes longer.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(5);
/// A stream says something every 10 s; one that is silent for so long has died without a word.
const SILENCE: Duration = Duration::from_secs(25);
/// A stream that is cut goes on after that …
const RETRY: Duration = Duration::from_secs(1);
/// … until so many tries in a row brought nothing.
const TRIES_MAX: u32 = 10;

/// What is heard of an answer while it is made.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// How far it is.
    Status(StatusEvent),
    /// The next piece of its text.
    Token(String),
    /// The service did not survive the turn: it begins again, and its text, too.
    Again,
}

/// What of a stream came through.
enum Came {
    /// What came of it.
    Whole(Box<Turned>),
    /// Up to the last event that was heard.
    Cut,
    /// The turn failed; it may be asked again.
    Failed(UplinkError),
}

impl Client {
    /// `POST interpret`: asks a question about a project, tells what is heard of the answer while it
    /// is made, and returns what came of it. A stream that is cut goes on where it was. Whoever drops
    /// this listens no more.
    pub async fn ask(
        &self,
        project: &str,
        question: &Interpret,
        mut heard: impl FnMut(Heard) + Send,
    ) -> Result<Turned, UplinkError> {
        let question = Interpret { mode: Some(Mode::Stream), ..question.clone() };
        let key = Uuid::new_v4().to_string();
        let (mut last, mut tries) = (None, 0);
        loop {
            let mut request = self
                .request(Method::POST, self.url(&["projects", project, "interpret"]))
                .timeout(ANSWER_TIMEOUT)
                .header(IDEMPOTENCY_KEY_HEADER, &key)
                .json(&question);
            if let Some(last) = &last {
                request = request.header(LAST_EVENT_ID_HEADER, last);
            }
            let before = last.clone();
            let came = self.listen(request, &mut last, &mut heard).await;
            tries = if last == before { tries + 1 } else { 0 };
            match came {
                Ok(Came::Whole(turned)) => return Ok(*turned),
                Ok(Came::Cut) if tries < TRIES_MAX => {}
                Ok(Came::Cut) => return Err(self.incompatible(BadAnswer::NoEnd)),
                // Its turn is gone: the same is asked once more.
                Ok(Came::Failed(error)) | Err(error @ UplinkError::Rejected(_))
                    if last.is_some() && tries < TRIES_MAX && !is_final(&error) =>
                {
                    last = None;
                    heard(Heard::Again);
                }
                Err(error) if last.is_some() && error.passes() && tries < TRIES_MAX => {}
                Ok(Came::Failed(error)) | Err(error) => return Err(error),
            }
            sleep(RETRY).await;
        }
    }

    /// Listens until the stream ends.
    async fn listen(
        &self,
        request: RequestBuilder,
        last: &mut Option<String>,
        heard: &mut (impl FnMut(Heard) + Send),
    ) -> Result<Came, UplinkError> {
        let response = self.accepted(self.send(request).await?).await?;
        let mut events = std::pin::pin!(pieces(response).eventsource());
        let wrong = |what| self.incompatible(what);
        while let Some(event) = events.next().await {
            let event =
                event.map_err(|error| wrong(BadAnswer::Unreadable { error: error.to_string() }))?;
            match event.event.as_str() {
                "status" => heard(Heard::Status(data(&event).map_err(wrong)?)),
                "token" => heard(Heard::Token(data::<TokenEvent>(&event).map_err(wrong)?.text)),
                "outcome" => return Ok(Came::Whole(Box::new(data(&event).map_err(wrong)?))),
                "error" => {
                    let error: Error = data(&event).map_err(wrong)?;
                    let status = error.code().map_or(500, ErrorCode::status);
                    let error = UplinkError::refusal(self.base.as_str(), status, error, None);
                    return Ok(Came::Failed(error));
                }
                _ => continue,
            }
            *last = Some(event.id);
        }
        Ok(Came::Cut)
    }
}

/// What an event says; else what is wrong with it.
fn data<T: DeserializeOwned>(event: &Event) -> Result<T, BadAnswer> {
    serde_json::from_str(&event.data)
        .map_err(|error| BadAnswer::Event { event: event.event.clone(), error: error.to_string() })
}

/// Whether to ask the same again would bring the same.
fn is_final(error: &UplinkError) -> bool {
    !matches!(error, UplinkError::Rejected(_)) && !error.passes()
}

/// What comes, until it ends, breaks off or falls silent.
fn pieces(response: Response) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(response, async |mut response| {
        let piece = timeout(SILENCE, response.chunk()).await.ok()?.ok()??;
        Some((Ok(piece), response))
    })
}
