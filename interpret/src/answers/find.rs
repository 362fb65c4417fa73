//! Objects with a similar name or comment, and alarms.

use tagbridge_api::turn::LocationKind;
use tagbridge_cause::says_alarm;
use tagbridge_logic::{
    Citation, RoutineId, Scope, Span, Step,
    explain::Row,
    query::{Found, Turned},
};
use tagbridge_project::{BlockKind, Body};

use super::sentences::in_words;
use crate::{
    WrittenWord,
    book::Book,
    say::{one_line, shortened, with},
    search,
};

/// Maximum number of alarms that are described with the code that raises them.
const FOUND_MAX: usize = 20;
/// Maximum number of locations of one alarm.
const PLACES_MAX: usize = 3;
/// Maximum length of the text of a hit.
const TEXT_MAX: usize = 160;

/// Finds words in names, in comments, and in code; names come first.
pub(super) fn find(book: &mut Book<'_>, words: &[String]) {
    let looked_for = words.join(" ");
    let wanted = Wanted::of(words);
    if wanted.0.is_empty() {
        let text = book.word("find-what");
        return book.line(text);
    }
    let hits = Hits::of(book, &wanted);
    let count = hits.count();
    let text = match book.page.question.as_str() {
        "" => looked_for.clone(),
        question => question.to_owned(),
    };
    if count == 0 && words.len() > 1 && super::nearby::nearby(book, &text) {
        return;
    }
    let key = if count == 0 { "found-nothing" } else { "found" };
    book.say(key, &with!["words" => looked_for, "count" => count]);
    // A whole text is written in code, its single words are in names.
    hits.tell(book, words.iter().any(|it| it.contains(' ')));
}

/// The hits: names and comments, and locations in code.
struct Hits {
    named: Vec<(LocationKind, String, String)>,
    /// Comments of code.
    rungs: Vec<(Citation, String)>,
    /// Code.
    code: Vec<Citation>,
}

impl Hits {
    fn of(book: &Book<'_>, wanted: &Wanted) -> Self {
        let project = book.facts.project();
        let logic = book.logic();
        let mut named: Vec<(LocationKind, String, String)> = Vec::new();
        for tag in &project.tags {
            let parts = tag.comments.iter().map(|(part, said)| format!("{part} {said}"));
            let shown = tag.comment.as_deref().unwrap_or_default();
            let others = project.translations.of(shown).map(|(_, said)| said.to_owned());
            let said = tag.comment.iter().cloned().chain(parts).chain(others);
            let said: Vec<String> = said.collect();
            named.push((LocationKind::Tag, tag.name.clone(), said.join("; ")));
        }
        for block in &project.blocks {
            let said = block
                .members
                .iter()
                .filter_map(|it| it.comment.as_ref().map(|said| format!("{} {said}", it.name)));
            let said: Vec<String> = block.comment.iter().cloned().chain(said).collect();
            let kind = match block.kind {
                BlockKind::DataBlock => LocationKind::DataBlock,
                _ => LocationKind::Definition,
            };
            named.push((kind, block.name.clone(), said.join("; ")));
        }
        let definitions = project
            .data_types
            .iter()
            .map(|it| (&it.name, &it.comment))
            .chain(project.programs.iter().map(|it| (&it.name, &it.comment)))
            .chain(project.tasks.iter().map(|it| (&it.name, &it.comment)))
            .chain(project.modules.iter().map(|it| (&it.name, &it.comment)));
        for (name, comment) in definitions {
            let comment = comment.clone().unwrap_or_default();
            named.push((LocationKind::Definition, name.clone(), comment));
        }
        for (at, routine) in project.routines.iter().enumerate() {
            let comment = routine.comment.clone().unwrap_or_default();
            named.push((LocationKind::Routine, logic.path(RoutineId::at(at)), comment));
        }
        named.retain(|(_, name, said)| wanted.are_in(&format!("{name} {said}")));
        named.sort_by_key(|(_, name, _)| !wanted.are_in(name));
        named.dedup();
        let (mut rungs, mut code) = (Vec::new(), Vec::new());
        for (id, unit) in logic.index.units() {
            let said = match (&project.routines[unit.routine.index()].body, unit.rung) {
                (Body::Rungs(all), Some(at)) => all.get(at as usize).map(|rung| {
                    let said = [rung.title.as_deref(), rung.comment.as_deref()];
                    said.into_iter().flatten().collect::<Vec<_>>().join(" ")
                }),
                _ => None,
            };
            let said = said.unwrap_or_default();
            if wanted.are_in(&said) {
                rungs.push((logic.cite(id, super::sentences::whole()), said));
            } else if let Some(at) = wanted.written_in(logic.text(id)) {
                code.push(logic.cite(id, Span::new(at, at)));
            }
        }
        Self { named, rungs, code }
    }

    fn count(&self) -> usize {
        self.named.len() + self.rungs.len() + self.code.len()
    }

    fn tell(self, book: &mut Book<'_>, code_first: bool) {
        if code_first {
            Self::tell_code(book, &self.code);
        }
        for (kind, name, said) in &self.named {
            let said = one_line(said);
            let number = book.cite(*kind, name, None);
            let text = if said.is_empty() { name.clone() } else { format!("{name}: {said}") };
            book.numbered(number, &shortened(&text, TEXT_MAX));
        }
        for (citation, said) in &self.rungs {
            let said = one_line(said);
            book.item(citation, &shortened(&said, TEXT_MAX));
        }
        if !code_first {
            Self::tell_code(book, &self.code);
        }
    }

    /// The code, and when it is executed.
    fn tell_code(book: &mut Book<'_>, code: &[Citation]) {
        for citation in code {
            let quote = book.quote(citation);
            book.item(citation, &quote);
            let rows = book.logic().explain(citation.unit).rows;
            let is_it = |row: &&Row| citation.line.is_some() && row.citation.line == citation.line;
            if let Some(row) = rows.iter().find(is_it) {
                let said = in_words(book, row);
                book.detail(said);
            }
        }
    }
}

/// The searched words, as written and by their stems.
struct Wanted(Vec<(String, WrittenWord)>);

impl Wanted {
    fn of(words: &[String]) -> Self {
        Self(words.iter().map(|word| (word.to_lowercase(), WrittenWord::of(word))).collect())
    }

    /// Whether a text contains all of them.
    fn are_in(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        let mut known: Option<Vec<String>> = None;
        self.0.iter().all(|(word, written)| {
            lower.contains(word.as_str()) || {
                let has = known.get_or_insert_with(|| search::words(text));
                written.is_in(has)
            }
        })
    }

    /// The position of the first word, if code contains all of them as written.
    fn written_in(&self, code: &str) -> Option<usize> {
        let lower = code.to_lowercase();
        let first = lower.find(self.0.first()?.0.as_str())?;
        let is_place = lower.len() == code.len() && code.is_char_boundary(first);
        let has_all = self.0.iter().all(|(word, _)| lower.contains(word.as_str()));
        (is_place && has_all).then_some(first)
    }
}

pub(super) fn alarms(book: &mut Book<'_>) {
    let (logic, project) = (book.logic(), book.facts.project());
    let mut found: Vec<(String, String)> = project
        .tags
        .iter()
        .map(|tag| (tag.name.clone(), tag.comment.clone().unwrap_or_default()))
        .filter(|(name, comment)| says_alarm(name) || says_alarm(comment))
        .collect();
    // The local variables of blocks are not tags.
    for place in logic.index.places.ids() {
        let Step::Root(scope, name) = logic.index.places.step(place) else { continue };
        let is_own = matches!(scope, Scope::AddOn(_) | Scope::Block(_));
        if is_own && says_alarm(logic.index.names.text(name)) {
            found.push((logic.place(place), String::new()));
        }
    }
    let key = if found.is_empty() { "no-alarms" } else { "alarms" };
    book.say(key, &with!["count" => found.len()]);
    for (name, comment) in found.iter().take(FOUND_MAX) {
        let mut text = if comment.is_empty() { String::new() } else { format!(": {comment}") };
        let rows = match book.facts.place_called(name) {
            Some(Found::One(place)) => logic.turned(place, Turned::On).rows,
            _ => Vec::new(),
        };
        let mut places: Vec<String> = Vec::new();
        for row in rows.iter().filter(|row| !row.bound) {
            let place = book.label(&row.citation);
            if !places.contains(&place) {
                if places.len() < PLACES_MAX {
                    book.cite_code(&row.citation);
                }
                places.push(place);
            }
        }
        if !places.is_empty() {
            let more = places.len().saturating_sub(PLACES_MAX);
            places.truncate(PLACES_MAX);
            text += &book.words("alarm-by", &with!["places" => places.join(", ")]);
            if more > 0 {
                text += &book.words("alarm-by-more", &with!["count" => more]);
            }
        }
        book.tag(name, &text);
    }
    if let more @ 1.. = found.len().saturating_sub(FOUND_MAX) {
        book.leave_out(more);
    }
}
