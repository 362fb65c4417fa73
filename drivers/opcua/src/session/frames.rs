//! Checks every frame before the library processes it (OPC UA Part 6 §7.1.2).
//!
//! The library reads a frame completely before it checks its maximum size, and assumes that a frame
//! is longer than its own headers: 20 bytes of `MSG` cause a panic. Here an invalid frame ends the
//! connection with a message.

use std::{
    io,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, ReadBuf};

/// Type, chunk kind and size.
const HEADER: usize = 8;
/// Version, two buffer sizes, message size and chunk count.
const ACKNOWLEDGE: usize = HEADER + 20;
/// Status and an empty reason.
const ERROR: usize = HEADER + 8;
/// Channel, token, sequence number and request id, and one byte of content.
const MESSAGE: usize = HEADER + 16 + 1;
/// Channel, three empty strings, sequence number and request id, and one byte of content.
const OPEN: usize = HEADER + 4 + 12 + 8 + 1;
/// The signature of all current policies: HMAC-SHA-256.
const SIGNATURE: usize = 32;
/// Maximum accepted length of an error text.
const ERROR_MAX: usize = 8 << 10;

/// The server's limits for requests, from its Acknowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AcknowledgedLimits {
    /// Maximum size of one chunk, in bytes.
    pub(crate) chunk: u32,
    /// Maximum size of one message, in bytes; 0: unlimited.
    pub(crate) message: u32,
    /// Maximum number of chunks in one message; 0: unlimited.
    pub(crate) chunks: u32,
}

/// The reading half of a socket, which checks received frames.
pub(super) struct Frames<R> {
    inner: R,
    look: FramePosition,
    /// The error, for callers that wait for a response.
    broken: Arc<OnceLock<String>>,
}

impl<R> Frames<R> {
    /// Maximum size of chunks is `max` bytes; `is_signed`: whether messages have a signature.
    pub(super) fn new(
        inner: R,
        max: usize,
        is_signed: bool,
        acknowledged: Arc<OnceLock<AcknowledgedLimits>>,
        broken: Arc<OnceLock<String>>,
    ) -> Self {
        let look = FramePosition { max, is_signed, acknowledged, head: Vec::new(), left: 0 };
        Self { inner, look, broken }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Frames<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        if let Poll::Ready(Ok(())) = polled
            && let Err(what) = self.look.over(&buffer.filled()[before..])
        {
            buffer.set_filled(before);
            let _ = self.broken.set(what.clone());
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, what)));
        }
        polled
    }
}

/// The position in the stream of frames.
struct FramePosition {
    max: usize,
    is_signed: bool,
    acknowledged: Arc<OnceLock<AcknowledgedLimits>>,
    /// The received part of a header, or of the whole Acknowledge.
    head: Vec<u8>,
    /// The remaining bytes of a frame with a valid header.
    left: usize,
}

impl FramePosition {
    fn over(&mut self, mut bytes: &[u8]) -> Result<(), String> {
        while !bytes.is_empty() {
            if self.left > 0 {
                let taken = self.left.min(bytes.len());
                self.left -= taken;
                bytes = &bytes[taken..];
                continue;
            }
            // After its header, only an Acknowledge is stored.
            let wanted = if self.head.len() < HEADER { HEADER } else { ACKNOWLEDGE };
            let taken = (wanted - self.head.len()).min(bytes.len());
            self.head.extend_from_slice(&bytes[..taken]);
            bytes = &bytes[taken..];
            if self.head.len() >= HEADER {
                self.header()?;
            }
        }
        Ok(())
    }

    fn header(&mut self) -> Result<(), String> {
        let word = |at: usize| {
            let bytes = self.head.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let size = word(4).and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
        let signature = if self.is_signed { SIGNATURE } else { 0 };
        let is_greeted = self.acknowledged.get().is_some();
        let (least, most) = match (&self.head[..4], is_greeted) {
            (b"ACKF", false) => (ACKNOWLEDGE, ACKNOWLEDGE),
            (b"ERRF", _) => (ERROR, ERROR_MAX),
            (b"OPNF" | b"OPNC" | b"OPNA", true) => (OPEN, self.max),
            (b"MSGF" | b"MSGC" | b"MSGA" | b"CLOF", true) => (MESSAGE + signature, self.max),
            (other, _) => return Err(format!("a frame begins with `{}`", other.escape_ascii())),
        };
        if !(least..=most).contains(&size) {
            let kind = String::from_utf8_lossy(&self.head[..3]).into_owned();
            return Err(format!("a frame {kind} of {size} bytes, instead of {least} to {most}"));
        }
        if self.head.starts_with(b"ACKF") {
            let (Some(chunk), Some(message), Some(chunks)) = (word(12), word(20), word(24)) else {
                // More bytes are needed.
                return Ok(());
            };
            // A second one is an error, because this is already set.
            let _ = self.acknowledged.set(AcknowledgedLimits { chunk, message, chunks });
        }
        self.left = size.saturating_sub(self.head.len());
        self.head.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACK: &[u8] = b"ACKF\x1c\0\0\0\0\0\0\0\0\x40\0\0\0\x20\0\0\0\0\x01\0\x05\0\0\0";

    fn message(kind: &str, size: usize) -> Vec<u8> {
        let mut bytes = kind.as_bytes().to_vec();
        bytes.extend(u32::try_from(size).unwrap().to_le_bytes());
        bytes.resize(size.clamp(HEADER, 1 << 16), 0);
        bytes
    }

    /// In one piece and byte by byte, since a socket may divide the stream anywhere.
    fn check(frames: &[&[u8]], is_signed: bool, expected: Result<(), &str>) {
        for step in [1, 3, 1 << 20] {
            let acknowledged = Arc::new(OnceLock::new());
            let mut look =
                FramePosition { max: 1 << 16, is_signed, acknowledged, head: Vec::new(), left: 0 };
            let all = frames.concat();
            let outcome = all.chunks(step).try_for_each(|it| look.over(it));
            match (&outcome, expected) {
                (Ok(()), Ok(())) => {}
                (Err(what), Err(says)) => assert!(what.contains(says), "{what}"),
                _ => panic!("{outcome:?} instead of {expected:?} in steps of {step}"),
            }
        }
    }

    #[test]
    fn frames_in_order_pass() {
        check(&[ACK, &message("OPNF", 132), &message("MSGF", 25)], false, Ok(()));
        check(&[ACK, &message("MSGC", 1 << 16), &message("MSGF", 100)], true, Ok(()));
        check(&[&message("ERRF", 16)], false, Ok(()));
    }

    #[test]
    fn frames_that_cannot_be_right_end_the_connection() {
        for (frames, is_signed, says) in [
            (vec![message("MSGF", 100)], false, "begins with `MSGF`"),
            (vec![b"HTTP/1.1 400 Bad".to_vec()], false, "begins with `HTTP`"),
            (vec![ACK.to_vec(), ACK.to_vec()], false, "begins with `ACKF`"),
            (vec![ACK.to_vec(), message("MSGF", 20)], false, "MSG of 20 bytes, instead of 25"),
            (vec![ACK.to_vec(), message("MSGF", 0)], false, "MSG of 0 bytes"),
            (vec![ACK.to_vec(), message("MSGF", 56)], true, "instead of 57"),
            (vec![ACK.to_vec(), message("MSGF", 0x7fff_ffff)], false, "2147483647 bytes"),
            (vec![message("ACKF", 29)], false, "ACK of 29 bytes"),
            (vec![message("ERRF", 1 << 20)], false, "ERR of 1048576 bytes"),
        ] {
            let frames: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
            check(&frames, is_signed, Err(says));
        }
    }

    #[test]
    fn the_acknowledge_is_kept() {
        let acknowledged = Arc::new(OnceLock::new());
        let mut look = FramePosition {
            max: 1 << 16,
            is_signed: false,
            acknowledged: Arc::clone(&acknowledged),
            head: Vec::new(),
            left: 0,
        };
        look.over(ACK).unwrap();
        let expected = AcknowledgedLimits { chunk: 0x4000, message: 0x1_0000, chunks: 5 };
        assert_eq!(acknowledged.get(), Some(&expected));
    }
}
