//! The writing half of a socket, which records the sent bytes.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use tagbridge_driver::{Traffic, WireEnds};
use tokio::{
    io::AsyncWrite,
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

pub(super) struct TracedWriter<W> {
    inner: W,
    traffic: Arc<Traffic>,
    wire: Option<WireEnds>,
}

/// Splits a socket; the writing half records the traffic of both.
pub(super) fn split(
    stream: TcpStream,
    traffic: &Arc<Traffic>,
) -> (OwnedReadHalf, TracedWriter<OwnedWriteHalf>) {
    let wire = tagbridge_client::ends(&stream, traffic);
    let (reader, inner) = stream.into_split();
    (reader, TracedWriter { inner, traffic: Arc::clone(traffic), wire })
}

impl<W> TracedWriter<W> {
    /// Records sent or received bytes.
    pub(super) fn note(&self, is_ours: bool, bytes: &[u8]) {
        if let Some(wire) = self.wire {
            self.traffic.note(wire, is_ours, bytes);
        }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for TracedWriter<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(cx, bytes);
        if let Poll::Ready(Ok(written)) = polled {
            self.note(true, &bytes[..written]);
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
