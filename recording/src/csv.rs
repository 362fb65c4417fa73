//! A recording as CSV (RFC 4180), for spreadsheets, pandas and `DuckDB`.

use std::io;

use serde_json::Value;
use tagbridge_api::{
    Timestamp,
    hmi::{Reason, TagValue},
};

use crate::{error::RecordingError, recorded_state::RecordedState, recording::Recording};

/// The columns. Only gaps have `until`; their quality is `gap` and their tag is empty.
const HEADER: [&str; 6] = ["time", "until", "tag", "value", "quality", "reason"];

impl Recording {
    /// Writes the values of these tags at `from`, their changes up to `until`, and the gaps, in the
    /// order of time. Returns the number of rows. The same time of an exported recording gives the
    /// same bytes.
    ///
    /// # Errors
    /// A file cannot be read, or `sink` returns an error.
    pub fn write_csv(
        &self,
        names: &[&str],
        (from, until): (Timestamp, Timestamp),
        sink: impl io::Write,
    ) -> Result<u64, RecordingError> {
        let at_first = names.iter().zip(self.values_at(names, from)?);
        let at_first = at_first.filter_map(|(name, it)| match it {
            RecordedState::Value { value, .. } => Some(row(from, name, &value)),
            RecordedState::Gap(_) | RecordedState::NotRead => None,
        });
        let mut rows: Vec<(Timestamp, [String; 6])> = at_first.map(|it| (from, it)).collect();
        for it in self.gaps(from, until)? {
            let reason = it.reason.as_str().to_owned();
            let (time, until) = (it.from.to_string(), it.until.to_string());
            let row = [time, until, String::new(), String::new(), "gap".to_owned(), reason];
            rows.push((it.from, row));
        }
        for (place, it) in self.all_changes(names, from, until)? {
            let name = names.get(place).copied().unwrap_or_default();
            rows.push((it.scan, row(it.scan, name, &it.value)));
        }
        rows.sort_by_key(|it| it.0);
        let failed = |error: csv::Error| RecordingError::File {
            path: self.path().to_owned(),
            source: error.into(),
        };
        let mut writer = csv::Writer::from_writer(sink);
        writer.write_record(HEADER).map_err(failed)?;
        for (_, row) in &rows {
            writer.write_record(row).map_err(failed)?;
        }
        writer.flush().map_err(|error| failed(error.into()))?;
        Ok(rows.len() as u64)
    }
}

fn row(time: Timestamp, tag: &str, value: &TagValue) -> [String; 6] {
    let text = match &value.value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let quality = value.quality.as_str();
    let reason = value.reason.map(Reason::as_str).unwrap_or_default();
    [time.to_string(), String::new(), tag.to_owned(), text, quality.to_owned(), reason.to_owned()]
}
