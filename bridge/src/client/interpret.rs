//! Questions about a project. The answers are event streams.

use std::{convert::Infallible, time::Duration};

use bytes::Bytes;
use eventsource_stream::{Event, EventStreamError, Eventsource};
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

/// Maximum duration of one request for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(5);
/// Maximum pause between two parts of a stream. The service sends an event every 10 s; a longer
/// silence means that the connection is lost.
const SILENCE: Duration = Duration::from_secs(25);
/// Pause before an interrupted stream is continued.
const RETRY: Duration = Duration::from_secs(1);
/// Number of consecutive attempts without a new event after which the client stops.
const TRIES_MAX: u32 = 20;

/// A part of an answer that arrives while the answer is being made.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerPart {
    /// The progress.
    Status(StatusEvent),
    /// The next piece of the text.
    Token(String),
    /// The service lost the turn, for example in a restart. The turn and its text start again from
    /// the beginning.
    Again,
}

/// How much of an answer was received.
#[derive(Debug, Clone, Default, PartialEq)]
struct AnswerProgress {
    /// The service has accepted the question.
    is_begun: bool,
    /// The id of the last event.
    last: Option<String>,
}

/// How a stream ended.
enum StreamEnd {
    /// With the result.
    Whole(Box<Turned>),
    /// It was interrupted after the last received event.
    Cut,
    /// The turn failed; the question may be asked again.
    Failed(UplinkError),
}

impl Client {
    /// `POST interpret`: asks a question about a project, passes the parts of the answer to the
    /// callback while they arrive, and returns the result. An interrupted stream is continued after
    /// its last event. Dropping the future ends the reception.
    pub async fn ask(
        &self,
        project: &str,
        question: &Interpret,
        mut heard: impl FnMut(AnswerPart) + Send,
    ) -> Result<Turned, UplinkError> {
        let question = Interpret { mode: Some(Mode::Stream), ..question.clone() };
        let key = Uuid::new_v4().to_string();
        let (mut place, mut tries) = (AnswerProgress::default(), 0);
        loop {
            let mut request = self
                .request(Method::POST, self.url(&["projects", project, "interpret"]))
                .timeout(ANSWER_TIMEOUT)
                .header(IDEMPOTENCY_KEY_HEADER, &key)
                .json(&question);
            if let Some(last) = &place.last {
                request = request.header(LAST_EVENT_ID_HEADER, last);
            }
            let before = place.clone();
            let came = self.listen(request, &mut place, &mut heard).await;
            tries = if place == before { tries + 1 } else { 0 };
            match came {
                Ok(StreamEnd::Whole(turned)) => return Ok(*turned),
                Ok(StreamEnd::Cut) if tries < TRIES_MAX => {}
                Ok(StreamEnd::Cut) => return Err(self.incompatible(BadAnswer::NoEnd)),
                // The turn no longer exists: ask the same question once more.
                Ok(StreamEnd::Failed(error)) | Err(error @ UplinkError::Rejected(_))
                    if place.last.is_some() && tries < TRIES_MAX && !is_final(&error) =>
                {
                    place.last = None;
                    heard(AnswerPart::Again);
                }
                Err(error) if place.is_begun && error.passes() && tries < TRIES_MAX => {}
                Ok(StreamEnd::Failed(error)) | Err(error) => return Err(error),
            }
            sleep(RETRY).await;
        }
    }

    /// Receives events until the stream ends.
    async fn listen(
        &self,
        request: RequestBuilder,
        place: &mut AnswerProgress,
        heard: &mut (impl FnMut(AnswerPart) + Send),
    ) -> Result<StreamEnd, UplinkError> {
        let response = self.accepted(self.send(request).await?).await?;
        place.is_begun = true;
        let mut events = std::pin::pin!(pieces(response).eventsource());
        let wrong = |what| self.incompatible(what);
        while let Some(event) = events.next().await {
            let event = match event {
                Ok(event) => event,
                // The stream was interrupted within a character.
                Err(EventStreamError::Utf8(_)) => break,
                Err(error) => {
                    return Err(wrong(BadAnswer::Unreadable { error: error.to_string() }));
                }
            };
            match event.event.as_str() {
                "status" => heard(AnswerPart::Status(data(&event).map_err(wrong)?)),
                "token" => {
                    heard(AnswerPart::Token(data::<TokenEvent>(&event).map_err(wrong)?.text));
                }
                "outcome" => return Ok(StreamEnd::Whole(Box::new(data(&event).map_err(wrong)?))),
                "error" => {
                    let error: Error = data(&event).map_err(wrong)?;
                    let status = error.code().map_or(500, ErrorCode::status);
                    let error = UplinkError::refusal(self.base.as_str(), status, error, None);
                    return Ok(StreamEnd::Failed(error));
                }
                _ => continue,
            }
            place.last = Some(event.id);
        }
        Ok(StreamEnd::Cut)
    }
}

/// Parses the data of an event.
fn data<T: DeserializeOwned>(event: &Event) -> Result<T, BadAnswer> {
    serde_json::from_str(&event.data)
        .map_err(|error| BadAnswer::Event { event: event.event.clone(), error: error.to_string() })
}

/// Whether the same question would fail again.
fn is_final(error: &UplinkError) -> bool {
    !matches!(error, UplinkError::Rejected(_)) && !error.passes()
}

/// The pieces of a body, until it ends, is interrupted, or pauses for longer than [`SILENCE`].
fn pieces(response: Response) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(response, async |mut response| {
        let piece = timeout(SILENCE, response.chunk()).await.ok()?.ok()??;
        Some((Ok(piece), response))
    })
}

#[cfg(test)]
mod tests {
    use std::{
        collections::VecDeque,
        sync::{Arc, Mutex},
    };

    use axum::{
        Router,
        extract::{Request, State},
        response::IntoResponse,
    };
    use tagbridge_api::turn::Outcome;

    use super::*;
    use crate::Key;

    /// The responses of the fake service, one for each request; the idempotency key and the last
    /// event id of each received request.
    type Script = Arc<Mutex<(VecDeque<Answer>, Vec<(String, String)>)>>;
    /// A status and a body.
    type Answer = (u16, Vec<u8>);

    async fn play(State(script): State<Script>, request: Request) -> impl IntoResponse {
        let header = |name: &str| {
            let value = request.headers().get(name).map(|it| it.to_str().unwrap().to_owned());
            value.unwrap_or_default()
        };
        let mut script = script.lock().unwrap();
        script.1.push((header(IDEMPOTENCY_KEY_HEADER), header(LAST_EVENT_ID_HEADER)));
        let (status, body) = script.0.pop_front().expect("it is asked no more");
        let status = axum::http::StatusCode::from_u16(status).unwrap();
        let kind = if status == 200 { "text/event-stream" } else { "application/json" };
        (status, [("content-type", kind)], body)
    }

    fn event(number: u32, name: &str, data: &str) -> String {
        format!("id: trn_1:{number}\nevent: {name}\ndata: {data}\n\n")
    }

    fn refusal(status: u16, code: &str, retryable: bool) -> Answer {
        let body =
            format!("{{\"error\":\"{code}\",\"message\":\"no\",\"isRetryable\":{retryable}}}");
        (status, body.into_bytes())
    }

    /// The result of a question, the received text, and the last event id of each request.
    async fn asked(answers: Vec<Answer>) -> (Result<Turned, UplinkError>, String, Vec<String>) {
        let script: Script = Arc::new(Mutex::new((answers.into(), Vec::new())));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/api/v1", listener.local_addr().unwrap());
        let router = Router::new().fallback(play).with_state(script.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = Client::new(&base.parse().unwrap(), &Key::new("tb_1").unwrap(), None).unwrap();
        let mut text = String::new();
        let heard = |heard| match heard {
            AnswerPart::Token(token) => text += &token,
            AnswerPart::Again => text.clear(),
            AnswerPart::Status(_) => {}
        };
        let turned = client.ask("prj_1", &Interpret::default(), heard).await;
        let script = script.lock().unwrap();
        assert!(script.0.is_empty(), "{} answers nobody asked for", script.0.len());
        assert!(script.1.iter().all(|it| it.0 == script.1[0].0), "one write: {:?}", script.1);
        (turned, text, script.1.iter().map(|it| it.1.clone()).collect())
    }

    #[tokio::test]
    async fn an_answer_that_is_cut_goes_on_wherever_that_was() {
        let status = event(
            1,
            "status",
            "{\"turn_id\":\"trn_1\",\"conversation_id\":\"cnv_1\",\"phase\":\"accepted\",\"message\":\"\"}",
        );
        let [one, two] = [(2, "– it is "), (3, "on.")]
            .map(|(at, text)| event(at, "token", &format!("{{\"text\":\"{text}\"}}")));
        let end = event(
            4,
            "outcome",
            "{\"status\":\"answer\",\"answer\":\"– it is on.\",\"citations\":[],\
             \"usage\":{\"input_tokens\":0,\"output_tokens\":0}}",
        );
        let whole = format!("{status}{one}{two}{end}");
        let pieces = |from: usize, to: usize| {
            [&status, &one, &two, &end].map(String::as_str)[from..to].concat()
        };
        let good = |answers| async {
            let (turned, text, after) = asked(answers).await;
            assert!(matches!(turned.unwrap().outcome, Outcome::Answer { .. }));
            assert_eq!(text, "– it is on.");
            after
        };
        assert_eq!(good(vec![(200, whole.clone().into_bytes())]).await, [""]);
        let cut = vec![
            (200, pieces(0, 2).into_bytes()),
            refusal(503, "unavailable", true),
            (200, pieces(2, 4).into_bytes()),
        ];
        assert_eq!(good(cut).await, ["", "trn_1:2", "trn_1:2"]);
        // Within a character.
        let middle = whole.find('–').unwrap() + 1;
        let cut =
            vec![(200, whole.as_bytes()[..middle].to_vec()), (200, pieces(1, 4).into_bytes())];
        assert_eq!(good(cut).await, ["", "trn_1:1"]);
        // Before the first event: the turn runs, and its events are repeated when it is over.
        let cut = vec![
            (200, Vec::new()),
            refusal(409, "idempotency_in_progress", true),
            (200, whole.clone().into_bytes()),
        ];
        assert_eq!(good(cut).await, ["", "", ""]);
        // The service lost the turn: the turn begins again, and so does its text.
        let lost = vec![
            (200, pieces(0, 2).into_bytes()),
            refusal(400, "bad_request", false),
            (200, whole.clone().into_bytes()),
        ];
        assert_eq!(good(lost).await, ["", "trn_1:2", ""]);

        for refused in [
            vec![refusal(409, "idempotency_in_progress", true)],
            vec![refusal(403, "permission_denied", false)],
            vec![(200, pieces(0, 2).into_bytes()), refusal(401, "unauthorized", false)],
            vec![(200, b"event: outcome\ndata: 7\n\n".to_vec())],
        ] {
            let (turned, ..) = asked(refused).await;
            turned.unwrap_err();
        }
    }
}
