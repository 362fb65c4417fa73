//! The activity of connections, which decides which one is closed first.

use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Instant,
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// The activity of a connection.
#[derive(Debug)]
pub(super) struct Activity {
    /// Number of requests that are being handled, up to the headers of the response.
    handling: AtomicUsize,
    /// Number of responses whose body has not ended.
    sending: AtomicUsize,
    /// Whether a part of a response waits to be sent.
    is_unsent: AtomicBool,
    /// When a request or response last began, ended or made progress.
    moved_at: Mutex<Instant>,
}

impl Activity {
    /// The activity of a new connection.
    pub(super) fn new() -> Self {
        let (handling, sending) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (is_unsent, moved_at) = (AtomicBool::new(false), Mutex::new(Instant::now()));
        Self { handling, sending, is_unsent, moved_at }
    }

    /// Records the start of a request.
    pub(super) fn begin(&self) {
        self.handling.fetch_add(1, Ordering::AcqRel);
    }

    /// Records the end of a request, whose response is then sent.
    pub(super) fn end(self: &Arc<Self>) -> Sending {
        self.sending.fetch_add(1, Ordering::AcqRel);
        self.is_unsent.store(true, Ordering::Release);
        self.moved();
        self.handling.fetch_sub(1, Ordering::AcqRel);
        Sending(self.clone())
    }

    /// Records progress in sending.
    pub(super) fn moved(&self) {
        *self.moved_at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(super) fn is_sending(&self) -> bool {
        self.sending.load(Ordering::Acquire) > 0 || self.is_unsent.load(Ordering::Acquire)
    }

    /// Records that all written data is sent.
    pub(super) fn record_flush(&self) {
        self.is_unsent.store(false, Ordering::Release);
    }

    /// The order in which connections are closed, lowest first; `None` while a request is handled.
    /// A response that its client does not read protects its connection only while there are idle
    /// ones.
    pub(super) fn gives_way(&self) -> Option<(bool, Instant)> {
        let is_handling = self.handling.load(Ordering::Acquire) > 0;
        let moved_at = *self.moved_at.lock().unwrap_or_else(PoisonError::into_inner);
        (!is_handling).then(|| (self.is_sending(), moved_at))
    }
}

/// Marks a response as being sent until it is dropped.
pub(super) struct Sending(Arc<Activity>);

impl Drop for Sending {
    fn drop(&mut self) {
        self.0.moved();
        self.0.sending.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The body of a response, which is being sent as long as this value exists.
pub(super) struct TrackedBody {
    body: Body,
    _sending: Sending,
}

impl TrackedBody {
    pub(super) fn new(body: Body, sending: Sending) -> Self {
        Self { body, _sending: sending }
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_idle_go_before_those_who_are_sent_something() {
        let activities: [Arc<Activity>; 4] = std::array::from_fn(|_| Arc::new(Activity::new()));
        let [handled, stalled, steady, idle] = &activities;
        let sending = [stalled, steady].map(|it| {
            it.begin();
            it.end()
        });
        handled.begin();
        idle.moved();
        steady.moved();
        let order = || {
            let mut order: Vec<_> = activities.iter().enumerate().collect();
            order.retain(|(_, it)| it.gives_way().is_some());
            order.sort_by_key(|(_, it)| it.gives_way());
            order.into_iter().map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!(order(), [3, 1, 2]);
        // A body that has ended may still wait to be sent.
        drop(sending);
        assert_eq!(order(), [3, 1, 2]);
        steady.record_flush();
        assert_eq!(order(), [3, 2, 1]);
    }
}
