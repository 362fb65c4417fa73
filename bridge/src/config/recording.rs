//! The settings of recordings and of triggers of incidents, as in the file.

use std::time::Duration;

use serde::Deserialize;
use tagbridge_recording::{RecordingLimits, Trigger};
use toml::Spanned;

use super::{
    CauseSet, ConfigError,
    error::{Advice, Mistake},
    file::Source,
    session::SessionReader,
};

/// The default time before and after an incident that is kept.
const BEFORE: Duration = Duration::from_mins(1);
const AFTER: Duration = Duration::from_secs(30);
/// The maximum of both.
const AROUND_MAX: Duration = Duration::from_hours(1);

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordingSection {
    enabled: Option<bool>,
    max_size: Option<Spanned<String>>,
    max_age: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenTrigger {
    name: Option<Spanned<String>>,
    tag: Spanned<String>,
    when: Spanned<String>,
    before: Option<Spanned<String>>,
    after: Option<Spanned<String>>,
}

impl Source<'_> {
    pub(super) fn recording(
        &self,
        section: &RecordingSection,
    ) -> Result<Option<RecordingLimits>, ConfigError> {
        let default = RecordingLimits::default();
        let (size, age) = (section.max_size.as_ref(), section.max_age.as_ref());
        let range = Duration::from_hours(1)..Duration::from_hours(24 * 366 * 10);
        let retention = RecordingLimits {
            max_bytes: self.size("recording.max_size", size, default.max_bytes)?,
            max_age: self.duration("recording.max_age", age, default.max_age, range)?,
        };
        Ok(section.enabled.unwrap_or(true).then_some(retention))
    }
}

impl SessionReader<'_> {
    pub(super) fn cause_set(
        &self,
        written: Option<Spanned<toml::Value>>,
    ) -> Result<CauseSet, ConfigError> {
        let Some(written) = written else { return Ok(CauseSet::Off) };
        let span = written.span();
        let names = match written.into_inner() {
            toml::Value::String(word) if word == "off" => return Ok(CauseSet::Off),
            toml::Value::String(word) if word == "alarms" => return Ok(CauseSet::Alarms),
            toml::Value::Array(names) => names
                .into_iter()
                .map(|name| match name {
                    toml::Value::String(name) => Some(Spanned::new(span.clone(), name)),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>(),
            _ => None,
        };
        match names {
            Some(names) => Ok(CauseSet::Of(self.tags("cause_set", names)?)),
            None => self.wrong(span, "cause_set", &Mistake::NoCauseSet, &Advice::CauseSet),
        }
    }

    pub(super) fn triggers(
        &self,
        written: Vec<WrittenTrigger>,
    ) -> Result<Vec<Trigger>, ConfigError> {
        written.into_iter().enumerate().map(|(at, it)| self.trigger(at, it)).collect()
    }

    fn trigger(&self, at: usize, written: WrittenTrigger) -> Result<Trigger, ConfigError> {
        let key = |name: &str| format!("trigger[{at}].{name}");
        let tags = self.tags(&key("tag"), vec![written.tag])?;
        let tag = tags.into_iter().next().unwrap_or_default();
        let Ok(when) = written.when.as_ref().parse() else {
            let what = Mistake::NoCondition { text: written.when.as_ref() };
            return self.wrong(written.when.span(), &key("when"), &what, &Advice::WriteCondition);
        };
        let around = |name: &str, text: Option<&Spanned<String>>, default| {
            self.duration(&key(name), text, default, Duration::ZERO..AROUND_MAX)
        };
        let (before, after) = (
            around("before", written.before.as_ref(), BEFORE)?,
            around("after", written.after.as_ref(), AFTER)?,
        );
        let usual = format!("{tag} {}", written.when.as_ref());
        let name = written.name.map_or(usual, Spanned::into_inner);
        Ok(Trigger { name, tag, when, before, after })
    }
}
