//! The details of a tag: its value, its source, its past, its uses.

use std::sync::Arc;

use tagbridge_api::hmi::{Reason, TagValue};
use tagbridge_logic::query::{Found, Wanted};
use tagbridge_texts::Coded;

use super::{Screen, past::DisplayedMoment};
use crate::{
    failures::not_found,
    last_minute::is_not_drawn,
    lock::lock,
    parsed_project::ParsedProject,
    parts::{Step, TagPath, kind, note},
    problem::{MissingThing, Remedy},
    projects::blocking,
    rates::interval_of,
    table::quality,
    tag_address::address,
    time::{count, millis, small},
    view::{
        CodeUse, Failure, InspectTag, Inspection, LastGoodValue, OneTag, TagChanges, Uses, UsesOf,
        Word,
    },
};

/// Maximum number of listed uses of a name.
const USES_MAX: usize = 500;
/// Maximum number of listed changes of a tag.
const CHANGES_MAX: usize = 600;

impl Screen {
    pub(crate) fn inspect(&self, of: InspectTag) -> Result<Inspection, Failure> {
        let InspectTag { session, tag, language } = of;
        let none = || not_found(MissingThing::Tag, &tag, &Remedy::ChooseTag);
        let past = self.past();
        self.desk.room(&session, |room| {
            let (view, unread) = DisplayedMoment::shown(past.as_ref(), &session, room);
            let view = view.ok_or_else(none)?;
            let names = room.feed.names();
            let symbols = names.as_deref().map(|it| it.symbols.as_ref());
            let way = TagPath::to(&tag, &view.tags, symbols).ok_or_else(none)?;
            let value = way.value(&view.tags).ok_or_else(none)?;
            let symbol = symbols.and_then(|it| it.find_without_hint(&tag).ok());
            let about = symbols.zip(symbol.as_ref()).map(|(symbols, it)| note(symbols, it));
            let about = about.unwrap_or_default();
            let was = lock(&room.feed.recorder).was();
            let was = way.of_last(&was).filter(|it| !it.value.is_null());
            let type_name = way.type_name(&value, symbol.as_ref());
            let value = TagValue { type_name, ..value.into_owned() };
            let word = word(&tag, &way, &view.tags, symbols);
            let delivered = room.view().delivery.stored_through;
            let scan = lock(&room.feed.scans).of(&way.tag, value.timestamp);
            Ok(Inspection {
                part_of: (way.tag != tag).then(|| way.tag.clone()),
                is_not_drawn: is_not_drawn(&value),
                kind: kind(symbols, &tag, &value).0,
                comment: about.comment.in_language(language).to_owned(),
                translations: about.comment.in_others(language),
                unit: about.unit,
                quality: unread.is_none().then(|| quality(value.quality)),
                reason: unread.or(value.reason.map(Reason::as_str)).map(str::to_owned),
                at: millis(value.timestamp),
                scan_at: scan.map(|it| millis(it.began)),
                last_good: was
                    .map(|it| LastGoodValue { at: millis(it.timestamp), value: it.value }),
                word,
                address: names
                    .as_deref()
                    .zip(symbol.as_ref())
                    .and_then(|(names, it)| address(names, it)),
                endpoint: room.start.endpoint.clone(),
                every_ms: interval_of(&way.tag, &view.tags, &room.last.groups, &room.start),
                requested: room.feed.requested().contains(&tag),
                stored_in: scan.and_then(|it| it.stored_in).map(count),
                delivered_through: delivered,
                project: room.start.project.clone(),
                value: value.value,
                type_name: value.type_name.to_string(),
                name: tag.clone(),
            })
        })?
    }

    pub(crate) async fn changes(&self, tag: OneTag) -> Result<TagChanges, Failure> {
        self.record(&tag.session, &tag.tag).await?;
        let recorder = self.desk.room(&tag.session, |room| Arc::clone(&room.feed.recorder))?;
        let recorder = lock(&recorder);
        let (mut points, _) = recorder.since(&tag.tag, None);
        let more = points.times.len().saturating_sub(CHANGES_MAX);
        let (times, values) = (points.times.split_off(more), points.values.split_off(more));
        Ok(TagChanges { times, values, until: recorder.until(), is_cut: more > 0 })
    }

    pub(crate) async fn uses(&self, of: UsesOf) -> Result<Uses, Failure> {
        let book = self.desk.book_in_use(&of.project).await?;
        blocking(move || Ok(uses(&book, &of.name))).await
    }
}

/// For a bit, the integer that it belongs to.
fn word(
    tag: &str,
    way: &TagPath,
    tags: &tagbridge_api::hmi::GroupedTags,
    symbols: Option<&tagbridge_project::Symbols>,
) -> Option<Word> {
    let Some(Step::Bit(bit)) = way.steps.last() else { return None };
    let name = tag.rsplit_once('.')?.0;
    let of = TagPath::to(name, tags, symbols)?.value(tags)?;
    let symbol = symbols.and_then(|it| it.find_without_hint(name).ok());
    let type_name = match symbol {
        Some(symbol) if of.type_name.is_empty() => symbol.type_name().to_owned(),
        _ => of.type_name.to_string(),
    };
    Some(Word { name: name.to_owned(), value: of.value.clone(), type_name, bit: *bit })
}

fn uses(book: &ParsedProject, name: &str) -> Uses {
    let logic = book.logic();
    let place = match logic.find(name) {
        Found::One(place) => place,
        Found::Several(places) => {
            let options = places.into_iter().map(|place| logic.place(place)).collect();
            return Uses { options, ..Uses::default() };
        }
        Found::Unused(_) | Found::None => return Uses::default(),
    };
    let answer = logic.uses(place, Wanted::Used);
    let of = small(answer.rows.len());
    let row = |it: tagbridge_logic::query::UseRow| CodeUse {
        reads: it.mode.reads(),
        writes: it.mode.writes(),
        certain: it.certainty == tagbridge_logic::Certainty::Certain,
        instruction: it.instruction,
        place: it.place,
        relation: it.relation.message(),
        path: it.citation.path,
        rung: it.citation.rung,
        line: it.citation.line,
        quote: it.citation.quote,
    };
    Uses {
        place: Some(logic.place(place)),
        options: Vec::new(),
        rows: answer.rows.into_iter().take(USES_MAX).map(row).collect(),
        of,
        gaps: answer.gaps.iter().map(Coded::message).collect(),
    }
}
