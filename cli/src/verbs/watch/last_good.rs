//! The last good values of tags.

use std::collections::HashMap;

use serde_json::Value;
use tagbridge_api::{Timestamp, hmi::Quality};
use tagbridge_bridge::ScanReport;
use tagbridge_texts::{Coded, Message};

use crate::{messages::TableWord, verbs::shortened_value::ValueStyle};

/// The last good value of each tag, and its time. It is shown to a user with its age, and is never
/// part of a result.
#[derive(Default)]
pub(super) struct LastGood(HashMap<String, (Value, Timestamp)>);

impl LastGood {
    pub(super) fn keep(&mut self, report: &ScanReport) {
        for (name, it) in report.tags.iter().filter(|it| it.1.quality == Quality::Good) {
            self.0.insert(name.clone(), (it.value.clone(), it.timestamp));
        }
    }

    /// A tag's last good value and its age, if it had one.
    pub(super) fn word(&self, name: &str, shown: ValueStyle) -> Option<Message> {
        let (value, at) = self.0.get(name)?;
        let age = Timestamp::now().as_millis().saturating_sub(at.as_millis());
        let seconds = u64::try_from(age).unwrap_or(0) / 1000;
        Some(TableWord::Was { value: &shown.text(value), seconds }.message())
    }
}
