//! The tags of a `[[session]]`, their intervals and their deadbands.

use std::{
    collections::{BTreeMap, HashSet},
    time::Duration,
};

use serde::Deserialize;
use tagbridge_api::limits::{GROUP_CHARS_MAX, TAG_NAME_CHARS_MAX};
use toml::Spanned;

use super::{
    ConfigError, GroupConfig,
    error::{Advice, Mistake},
    quantity::duration,
    session::SessionReader,
};

/// Maximum number of groups. Each has its own connection, and controllers have few of them.
const GROUPS_MAX: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    interval: Option<Spanned<String>>,
    #[serde(default)]
    tags: Vec<Spanned<String>>,
}

impl SessionReader<'_> {
    pub(super) fn tags(
        &self,
        key: &str,
        tags: Vec<Spanned<String>>,
    ) -> Result<Vec<String>, ConfigError> {
        for (at, tag) in tags.iter().enumerate() {
            // The service would refuse every snapshot with this tag.
            if !(1..=TAG_NAME_CHARS_MAX).contains(&tag.as_ref().chars().count()) {
                let what = Mistake::TagLength { most: TAG_NAME_CHARS_MAX };
                let key = format!("{key}[{at}]");
                return self.wrong(tag.span(), &key, &what, &Advice::OwnTagName);
            }
        }
        Ok(tags.into_iter().map(Spanned::into_inner).collect())
    }

    pub(super) fn groups(
        &self,
        written: BTreeMap<String, Spanned<Group>>,
        normal: &[String],
    ) -> Result<Vec<GroupConfig>, ConfigError> {
        let mut groups = GroupConfig::usual();
        let mut placed: HashSet<String> = normal.iter().cloned().collect();
        for (name, group) in written {
            let key = format!("groups.{name}");
            let (span, group) = (group.span(), group.into_inner());
            if name == GroupConfig::NORMAL {
                return self.wrong(span, &key, &Mistake::OwnGroup, &Advice::SessionItself);
            }
            if !(1..=GROUP_CHARS_MAX).contains(&name.chars().count()) || duration(&name).is_some() {
                return self.wrong(span, &key, &Mistake::NoGroupName, &Advice::GroupWord);
            }
            let usual = groups.iter().position(|it| it.name == name);
            let interval = usual.and_then(|at| groups.get(at)).map(|it| it.interval);
            if interval.is_none() && group.interval.is_none() {
                return self.wrong(span, &key, &Mistake::NoInterval, &Advice::AddInterval);
            }
            let interval = interval.unwrap_or_default();
            let range = Duration::from_millis(10)..Duration::from_hours(1);
            let interval = self.duration(
                &format!("{key}.interval"),
                group.interval.as_ref(),
                interval,
                range,
            )?;
            let spans: Vec<_> = group.tags.iter().map(Spanned::span).collect();
            let tags = self.tags(&format!("{key}.tags"), group.tags)?;
            for ((at, tag), span) in tags.iter().enumerate().zip(spans) {
                if !placed.insert(tag.clone()) {
                    let key = format!("{key}.tags[{at}]");
                    let what = Mistake::TagPlacedTwice { tag };
                    return self.wrong(span, &key, &what, &Advice::OneGroup);
                }
            }
            let configured = GroupConfig { name, interval, tags };
            match usual.and_then(|at| groups.get_mut(at)) {
                Some(usual) => *usual = configured,
                None => groups.push(configured),
            }
            if groups.len() > GROUPS_MAX {
                let what = Mistake::TooManyGroups { most: GROUPS_MAX };
                return self.wrong(span, &key, &what, &Advice::AnotherGroup);
            }
        }
        Ok(groups)
    }

    pub(super) fn deadband(
        &self,
        written: BTreeMap<String, Spanned<f64>>,
    ) -> Result<BTreeMap<String, f64>, ConfigError> {
        let mut deadband = BTreeMap::new();
        for (name, width) in written {
            if !(width.as_ref().is_finite() && *width.as_ref() > 0.0) {
                let key = format!("deadband.{name}");
                return self.wrong(width.span(), &key, &Mistake::NoWidth, &Advice::Width);
            }
            deadband.insert(name, width.into_inner());
        }
        Ok(deadband)
    }
}
