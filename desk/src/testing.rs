//! Scans for tests.

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Quality, Reason, TagValue},
};
use tagbridge_bridge::{LiveView, ViewValidity};

/// A scan that began in this second, with these values; `None`: bad.
pub(crate) fn scan(second: i64, values: &[(&str, Option<f64>)]) -> LiveView {
    let timestamp = Timestamp::from_millis(second * 1000).expect("a time");
    let tags = values.iter().map(|&(name, value)| (name.to_owned(), tag(value, timestamp)));
    LiveView {
        place: None,
        timestamp,
        duration_ms: 10.0,
        controller: Controller::default(),
        tags: tags.collect(),
        holds: ViewValidity::default(),
    }
}

fn tag(value: Option<f64>, timestamp: Timestamp) -> TagValue {
    TagValue {
        value: value.into(),
        type_name: "REAL".into(),
        quality: if value.is_some() { Quality::Good } else { Quality::Bad },
        reason: value.is_none().then_some(Reason::UnknownTag),
        timestamp,
    }
}
