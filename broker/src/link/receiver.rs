//! The session of a client that only receives: it has no messages to send again.
//!
//! A client that resumes a session must know which of its own messages are unanswered. This client
//! sends only subscriptions, and sends them again on each connection. So it can resume a session
//! that another run of the program started.

use std::{future, pin::Pin};

use rumqttc_v5::{
    PersistedAckMode, PersistedSession, SessionStore, SessionStoreError, SessionStoreKey,
};

type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, SessionStoreError>> + Send + 'a>>;

/// The stored state of a client that only receives.
#[derive(Debug)]
pub(super) struct Receiver;

impl SessionStore for Receiver {
    fn load<'a>(&'a self, key: &'a SessionStoreKey) -> StoreFuture<'a, Option<PersistedSession>> {
        let nothing_sent = PersistedSession {
            format_version: 1,
            client_id: key.client_id().to_owned(),
            clean_start: false,
            session_expiry_interval: None,
            outgoing_inflight_upper_limit: None,
            ack_mode: PersistedAckMode::Manual,
            last_pkid: 0,
            last_puback: 0,
            replay: Vec::new(),
            incoming_qos2: Vec::new(),
        };
        Box::pin(future::ready(Ok(Some(nothing_sent))))
    }

    fn save<'a>(&'a self, _: &'a SessionStoreKey, _: &'a PersistedSession) -> StoreFuture<'a, ()> {
        Box::pin(future::ready(Ok(())))
    }

    fn clear<'a>(&'a self, _: &'a SessionStoreKey) -> StoreFuture<'a, ()> {
        Box::pin(future::ready(Ok(())))
    }
}
