//! The updates of a session.

use std::sync::Arc;

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags},
};
use uuid::Uuid;

/// A snapshot's place in the stream that the service stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamPlace {
    /// The outbox file's stream.
    pub stream_id: Uuid,
    /// Counts from 1 in that stream.
    pub sequence: u64,
}

/// All values of a session as one scan left them.
pub trait View: Send + Sync {
    /// Its place in the outbox; `None` if it could not be stored.
    fn place(&self) -> Option<StreamPlace>;
    /// Start of the scan.
    fn timestamp(&self) -> Timestamp;
    /// How long the scan took, in milliseconds.
    fn duration_ms(&self) -> f64;
    /// The controller that was read.
    fn controller(&self) -> &Controller;
    /// All of the session's tags.
    fn tags(&self) -> &GroupedTags;
}

/// A view of a session, and what of it is in its snapshot.
#[derive(Clone)]
pub struct Update {
    /// The session's name.
    pub session: Arc<str>,
    /// The service's project that its values go to.
    pub project: Arc<str>,
    /// The run of the program, as in pushes; `None` if the service has not confirmed it yet.
    pub run: Option<Uuid>,
    /// All of its values.
    pub view: Arc<dyn View>,
    /// The places of the snapshot's tags in the view; `None` if the snapshot is complete and has
    /// all tags.
    pub changed: Option<Vec<usize>>,
    /// Whether the controller is not connected: no value is known.
    pub is_absent: bool,
}

#[cfg(test)]
pub(crate) mod fixture {
    use tagbridge_api::hmi::{Quality, TagValue};

    use super::*;

    /// A view as tests need one.
    #[derive(Clone)]
    pub(crate) struct TestView {
        pub(crate) place: Option<StreamPlace>,
        pub(crate) timestamp: Timestamp,
        pub(crate) controller: Controller,
        pub(crate) tags: GroupedTags,
    }

    impl View for TestView {
        fn place(&self) -> Option<StreamPlace> {
            self.place
        }
        fn timestamp(&self) -> Timestamp {
            self.timestamp
        }
        fn duration_ms(&self) -> f64 {
            1.5
        }
        fn controller(&self) -> &Controller {
            &self.controller
        }
        fn tags(&self) -> &GroupedTags {
            &self.tags
        }
    }

    pub(crate) fn at(ms: i64) -> Timestamp {
        Timestamp::from_millis(ms).expect("a time")
    }

    pub(crate) fn good(type_name: &str, value: serde_json::Value, ms: i64) -> TagValue {
        let type_name = type_name.into();
        TagValue { value, type_name, quality: Quality::Good, reason: None, timestamp: at(ms) }
    }

    pub(crate) fn seen(tags: GroupedTags, ms: i64) -> Arc<TestView> {
        let place = Some(StreamPlace { stream_id: Uuid::nil(), sequence: ms.unsigned_abs() });
        Arc::new(TestView { place, timestamp: at(ms), controller: Controller::default(), tags })
    }

    /// Integers by name.
    pub(crate) fn view(values: impl IntoIterator<Item = (String, i64)>) -> Arc<dyn View> {
        let tags = values.into_iter().map(|(name, it)| (name, good("DINT", it.into(), 1)));
        seen(tags.collect(), 1)
    }

    /// An update with one integer, `A`.
    pub(crate) fn update(session: &str, value: i64) -> Update {
        of(session, view([("A".to_owned(), value)]))
    }

    pub(crate) fn of(session: &str, view: Arc<dyn View>) -> Update {
        let (session, project) = (session.into(), "p".into());
        Update {
            session,
            project,
            run: Some(Uuid::from_u128(7)),
            view,
            changed: None,
            is_absent: false,
        }
    }
}
