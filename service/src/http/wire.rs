//! The bytes of a connection: the HTTP library's own responses get the envelope, stalled clients
//! are disconnected, and a client that is still sending can read why it is refused.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::http::StatusCode;
use tagbridge_api::{ErrorCode, REQUEST_ID_HEADER};
use tagbridge_texts::{Language, Message};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{self, Sleep},
};
use tokio_rustls::server::TlsStream;

use super::{activity::Activity, envelope::request_id};
use crate::core::{Advice, Refusal, TechnicalReason, UserMessage};

/// How long a client may continue sending after the response.
const LINGER: Duration = Duration::from_secs(2);

/// A client's connection.
#[derive(Debug)]
pub(super) struct Wire<S> {
    stream: S,
    /// Replaces a response of the library.
    instead: Vec<u8>,
    stalled: Duration,
    /// The time-out while nothing can be sent, or while the connection lingers.
    patience: Option<Pin<Box<Sleep>>>,
    is_shut: bool,
    activity: Arc<Activity>,
}

/// A stream that can be aborted so that its peer detects it.
pub(super) trait Reset {
    /// Resets the connection instead of closing it.
    fn reset(self);
}

impl Reset for TcpStream {
    fn reset(self) {
        if let Err(error) = self.set_zero_linger() {
            tracing::debug!(error = ?Message::system(&error), "a connection is closed, not reset");
        }
    }
}

/// TLS detects the abort because its own end of the stream is missing.
impl Reset for TlsStream<TcpStream> {
    fn reset(self) {
        self.into_inner().0.reset();
    }
}

impl<S: Reset> Wire<S> {
    pub(super) fn reset(self) {
        self.stream.reset();
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub(super) fn new(stream: S, stalled: Duration, activity: Arc<Activity>) -> Self {
        Self { stream, instead: Vec::new(), stalled, patience: None, is_shut: false, activity }
    }

    /// Returns the error of the stream, or a time-out if the client received nothing for too long.
    fn patiently<T>(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.patience = None;
            return polled;
        }
        let stalled = self.stalled;
        let patience = self.patience.get_or_insert_with(|| Box::pin(time::sleep(stalled)));
        ready!(patience.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing")))
    }

    fn send_instead(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.instead.is_empty() {
            let polled = Pin::new(&mut self.stream).poll_write(context, &self.instead);
            let sent = ready!(self.patiently(context, polled))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.instead.drain(..sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        ready!(wire.send_instead(context))?;
        if let Some(status) = library_status(bytes) {
            wire.instead = in_place_of(status);
            return Poll::Ready(Ok(bytes.len()));
        }
        let polled = Pin::new(&mut wire.stream).poll_write(context, bytes);
        if matches!(polled, Poll::Ready(Ok(_))) {
            wire.activity.moved();
        }
        wire.patiently(context, polled)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        ready!(wire.send_instead(context))?;
        let polled = Pin::new(&mut wire.stream).poll_flush(context);
        if matches!(polled, Poll::Ready(Ok(()))) {
            wire.activity.record_flush();
        }
        polled
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        if !wire.is_shut {
            ready!(wire.send_instead(context))?;
            ready!(Pin::new(&mut wire.stream).poll_shutdown(context))?;
            wire.is_shut = true;
            wire.patience = None;
        }
        // Closing with unread bytes would reset the connection, and the client would not see the
        // response.
        let mut scrap = [0; 4096];
        loop {
            let mut scrap = ReadBuf::new(&mut scrap);
            let polled = Pin::new(&mut wire.stream).poll_read(context, &mut scrap);
            if matches!(polled, Poll::Ready(Err(_)))
                || (polled.is_ready() && scrap.filled().is_empty())
            {
                return Poll::Ready(Ok(()));
            }
            let patience = wire.patience.get_or_insert_with(|| Box::pin(time::sleep(LINGER)));
            let is_over = patience.as_mut().poll(context).is_ready();
            if is_over || polled.is_pending() {
                return if is_over { Poll::Ready(Ok(())) } else { Poll::Pending };
            }
        }
    }
}

/// The status, if these bytes are a response of the library: an error without a body and without
/// the header that all our responses have.
fn library_status(bytes: &[u8]) -> Option<StatusCode> {
    let status = bytes.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    let status = StatusCode::from_bytes(status).ok()?;
    let is_error = status.is_client_error() || status.is_server_error();
    let head = bytes.strip_suffix(b"\r\n\r\n").filter(|_| is_error)?;
    let head = str::from_utf8(head).ok()?;
    (!head.contains(REQUEST_ID_HEADER)).then_some(status)
}

fn in_place_of(status: StatusCode) -> Vec<u8> {
    let message = match status {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => TechnicalReason::HeadersTooLarge,
        StatusCode::URI_TOO_LONG => TechnicalReason::PathTooLong,
        _ => TechnicalReason::NoHttp,
    };
    let status = if status.is_client_error() { status } else { StatusCode::BAD_REQUEST };
    whole(status, &Refusal::bad_request(&message), "")
}

/// The response if the connection limit is reached.
pub(super) fn turned_away() -> Vec<u8> {
    let refusal = Refusal::new(ErrorCode::Unavailable, &TechnicalReason::NoRoom)
        .for_user(&UserMessage::Busy)
        .with_remedy(&Advice::InAMoment);
    whole(StatusCode::SERVICE_UNAVAILABLE, &refusal, "retry-after: 1\r\n")
}

/// A response as bytes, after which the connection is closed.
fn whole(status: StatusCode, refusal: &Refusal, header: &str) -> Vec<u8> {
    let id = request_id();
    // The protocol of the connection is not known yet.
    let mut error = refusal.error(Language::English);
    tracing::debug!(request_id = id, %status, message = error.message, "refused before a request");
    error.request_id = Some(id.clone());
    let body = serde_json::to_string(&error).unwrap_or_default();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         {header}connection: close\r\n{REQUEST_ID_HEADER}: {id}\r\n\r\n{body}",
        length = body.len()
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_of_the_library_are_taken_for_such() {
        let library = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        assert_eq!(library_status(library), Some(StatusCode::BAD_REQUEST));
        for other in [
            &b"HTTP/1.1 400 Bad Request\r\nrequest-id: req_1\r\ncontent-length: 0\r\n\r\n"[..],
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            b"HTTP/1.1 100 Continue\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n\r\n",
            b"{\"value\": 1}",
            b"",
        ] {
            assert_eq!(library_status(other), None);
        }
    }
}
