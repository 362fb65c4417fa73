//! A session as a Sparkplug device. Its birth lists the metrics.

use std::{collections::HashMap, sync::Arc};

use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};

use super::{
    payload::{Metric, Property, PropertySet, PropertyValue},
    value::{DataType, typed},
};
use crate::{queue::NumberedUpdate, update::View};

/// The property name of a metric's quality (§6.4.21).
const QUALITY: &str = "Quality";
/// Why it is not good, as this project's own codes have it.
const REASON: &str = "reason";
/// The controller's own name of the type.
const TYPE: &str = "type";

/// A device that has a birth.
pub(crate) struct Device {
    /// The number of the update of its birth.
    born: u64,
    /// Its metrics by name, with their aliases after the birth and their types.
    metrics: HashMap<String, (u64, DataType)>,
    /// The last published current values; `None`: on another connection, where they may not have
    /// been received.
    told: Option<Arc<dyn View>>,
    /// And of what was before the birth.
    past: Option<Arc<dyn View>>,
}

/// The messages of an update.
pub(crate) enum Data {
    /// The changes; empty if there are none.
    Metrics(Vec<Metric>),
    /// The birth did not contain all of its metrics.
    NewBirth,
}

/// Aliases for the metrics of an edge node: a name of a device keeps its own while the program runs.
#[derive(Default)]
pub(crate) struct Aliases {
    by_name: HashMap<(Arc<str>, String), u64>,
}

impl Aliases {
    fn of(&mut self, device: &Arc<str>, name: &str) -> u64 {
        let next = self.by_name.len() as u64 + 1;
        *self.by_name.entry((device.clone(), name.to_owned())).or_insert(next)
    }
}

impl Device {
    /// Its birth, with all metrics of an update as they are in it.
    pub(crate) fn birth(
        it: &NumberedUpdate,
        before: Option<&Self>,
        aliases: &mut Aliases,
    ) -> (Self, Vec<Metric>) {
        let tags = it.update.view.tags();
        let mut names = HashMap::with_capacity(tags.len());
        let mut metrics = Vec::with_capacity(tags.len());
        for (name, tag) in tags.iter() {
            let alias = aliases.of(&it.update.session, name);
            let found = typed(tag);
            // A tag without a value keeps its previous type.
            let known = before.and_then(|it| Some(it.metrics.get(name)?.1));
            let kind = found.as_ref().map(|it| it.0).or(known).unwrap_or(DataType::Text);
            names.insert(name.clone(), (alias, kind));
            let properties = vec![
                (QUALITY, quality(tag.quality)),
                (TYPE, text(&tag.type_name)),
                (REASON, text(tag.reason.map_or("", |it| it.as_str()))),
            ];
            metrics.push(Metric {
                name: Some(name.clone()),
                alias: Some(alias),
                timestamp: Some(millis(tag.timestamp)),
                datatype: Some(kind.code()),
                is_historical: None,
                is_null: found.is_none().then_some(true),
                properties: Some(set(properties)),
                value: found.map(|it| it.1),
            });
        }
        metrics.sort_by_key(|it| it.timestamp);
        let told = Some(it.update.view.clone());
        let past = before.and_then(|it| it.told.clone());
        (Self { born: it.number, metrics: names, told, past }, metrics)
    }

    /// There is a new connection: published values may not have been received.
    pub(crate) fn forget(&mut self) {
        (self.told, self.past) = (None, None);
    }

    /// Whether an update is from before its birth.
    pub(crate) fn is_past(&self, it: &NumberedUpdate) -> bool {
        it.number < self.born
    }

    /// The part of an update that its birth and later messages do not contain yet.
    pub(crate) fn data(&mut self, it: &NumberedUpdate) -> Data {
        let view = &it.update.view;
        if it.number == self.born {
            return Data::Metrics(Vec::new());
        }
        let is_past = self.is_past(it);
        let before = if is_past { self.past.as_ref() } else { self.told.as_ref() };
        let tags = view.tags();
        let places = match before {
            Some(before) => tags.changed_since(before.tags()),
            None => (0..tags.len()).collect(),
        };
        if !is_past && before.is_some_and(|it| it.tags().len() != tags.len()) {
            return Data::NewBirth;
        }
        let mut metrics = Vec::with_capacity(places.len());
        for (name, tag) in places.into_iter().filter_map(|place| tags.get_index(place)) {
            let was = before.and_then(|it| it.tags().get(name));
            match self.metric(name, tag, was, is_past) {
                Some(metric) => metrics.push(metric),
                // Values from before its birth can only be published for metrics that the birth
                // contains.
                None if is_past => {}
                None => return Data::NewBirth,
            }
        }
        metrics.sort_by_key(|it| it.timestamp);
        let last = Some(view.clone());
        if is_past {
            self.past = last;
        } else {
            (self.told, self.past) = (last, None);
        }
        Data::Metrics(metrics)
    }

    /// The metric of a tag; `None`: the birth does not list it, or lists it with another type.
    fn metric(
        &self,
        name: &str,
        tag: &TagValue,
        was: Option<&TagValue>,
        is_past: bool,
    ) -> Option<Metric> {
        let (alias, kind) = *self.metrics.get(name)?;
        let found = typed(tag);
        if found.as_ref().is_some_and(|it| it.0 != kind) {
            return None;
        }
        let same = was.is_some_and(|was| (was.quality, was.reason) == (tag.quality, tag.reason));
        let properties = (!same).then(|| {
            set(vec![
                (QUALITY, quality(tag.quality)),
                (REASON, text(tag.reason.map_or("", |it| it.as_str()))),
            ])
        });
        Some(Metric {
            name: None,
            alias: Some(alias),
            timestamp: Some(millis(tag.timestamp)),
            datatype: None,
            is_historical: is_past.then_some(true),
            is_null: found.is_none().then_some(true),
            properties,
            value: found.map(|it| it.1),
        })
    }
}

/// A time in milliseconds since 1970 (UTC). Earlier times do not occur.
pub(crate) fn millis(moment: Timestamp) -> u64 {
    u64::try_from(moment.as_millis()).unwrap_or_default()
}

/// §6.4.21 knows three: good, stale, bad.
fn quality(quality: Quality) -> PropertyValue {
    let code = match quality {
        Quality::Good => 192,
        Quality::Uncertain => 500,
        Quality::Bad => 0,
    };
    PropertyValue { datatype: Some(DataType::Int32.code()), value: Some(Property::Int(code)) }
}

fn text(text: &str) -> PropertyValue {
    let value = Some(Property::Text(text.to_owned()));
    PropertyValue { datatype: Some(DataType::Text.code()), value }
}

fn set(properties: Vec<(&str, PropertyValue)>) -> PropertySet {
    let (keys, values) = properties.into_iter().map(|(key, it)| (key.to_owned(), it)).unzip();
    PropertySet { keys, values }
}
