//! The writing half of a socket, whose bytes are noted as they leave.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use tagbridge_driver::{Traffic, WireEnds};
use tokio::io::AsyncWrite;

pub(super) struct Noted<W> {
    inner: W,
    traffic: Arc<Traffic>,
    wire: Option<WireEnds>,
}

impl<W> Noted<W> {
    pub(super) fn new(inner: W, traffic: Arc<Traffic>, wire: Option<WireEnds>) -> Self {
        Self { inner, traffic, wire }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Noted<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(cx, bytes);
        if let (Poll::Ready(Ok(written)), Some(wire)) = (&polled, self.wire) {
            self.traffic.note(wire, true, &bytes[..*written]);
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
