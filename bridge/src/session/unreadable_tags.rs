//! The configured tags that a connected controller does not return.

use tagbridge_api::hmi::{Quality, Reason, TagValue};
use tagbridge_texts::{Coded, Message};

use super::Session;
use crate::{
    log_message::{LogMessage, event},
    status::UnreadableTags,
};

/// Maximum number of named tags.
const NAMED: usize = 3;

impl Session {
    /// The warning about configured tags without a value, and an event when there are more of them.
    /// Requested tags do not count: a consumer may request any name.
    pub(super) fn unreadable_tags(&mut self) -> Option<Message> {
        let found = self.find_unreadable()?;
        let (bad, message) = (found.bad, found.message());
        if bad > self.unreadable_logged {
            self.unreadable_logged = bad;
            event!(warn, LogMessage::TagsUnreadable, what = ?message);
        }
        Some(message)
    }

    fn find_unreadable(&self) -> Option<UnreadableTags> {
        let view = self.values.borrow();
        let tags = &view.as_ref()?.tags;
        if tags.counts().bad == 0 {
            return None;
        }
        let configured = self.tags.configured();
        let unreadable = || {
            let bad = tags.iter().filter(|(_, it)| is_unreadable(it));
            bad.map(|(name, _)| name).filter(|name| configured.contains(*name))
        };
        let bad = unreadable().count();
        if bad == 0 {
            return None;
        }
        let names: Vec<&str> = unreadable().take(NAMED).map(String::as_str).collect();
        let more = if bad > NAMED { ", …" } else { "" };
        Some(UnreadableTags { bad, all: configured.len(), names: names.join(", ") + more })
    }
}

/// Whether the value is missing for a reason of the tag, not of the connection or of the moment.
fn is_unreadable(value: &TagValue) -> bool {
    let passes =
        |it: Reason| matches!(it, Reason::NotConnected | Reason::ControllerStopped | Reason::Stale);
    value.quality == Quality::Bad && !value.reason.is_some_and(passes)
}
