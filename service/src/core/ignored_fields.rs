//! Unknown fields, which occur because bridges and services are never updated at the same time.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::Core;

use crate::log_message::{LogMessage, event};

/// Maximum number of different ignored fields that are logged.
const TOLD_APART: usize = 256;

/// The number of times that each field was ignored.
#[derive(Debug, Default)]
pub(super) struct IgnoredFields(Mutex<HashMap<String, u64>>);

impl Core {
    /// Counts an ignored field. The log reports it the first time, the tenth, the hundredth …
    pub(crate) fn ignore(&self, field: &str) {
        let mut counts = self.0.ignored.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !counts.contains_key(field) && counts.len() >= TOLD_APART {
            return;
        }
        let count = counts.entry(field.to_owned()).or_default();
        *count += 1;
        if *count == 10_u64.pow(count.ilog10()) {
            event!(info, LogMessage::FieldIgnored, field, count);
        }
    }
}
