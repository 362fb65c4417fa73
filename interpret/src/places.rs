//! The places of a project by their words: rungs, lines of text, and names.

mod terms;

use std::collections::HashMap;

use tagbridge_logic::{Logic, Span, UnitId};
use tagbridge_project::Body;

pub(crate) use self::terms::telling;
use self::terms::{Term, terms};
use crate::{Lexicon, lines::apart, words::words};

/// How much a word counts in a title or a comment, in the comment of a variable, in the path of the code,
/// and in the lines around.
const COMMENT: f32 = 1.3;
const CODE: f32 = 1.0;
const SAID: f32 = 0.7;
const PATH: f32 = 0.5;
const AROUND: f32 = 0.6;
/// How much the rest of a block counts for a place in it.
const GROUP: f32 = 0.3;
/// How much a name counts, where a place in code has as many words.
const NAME: f32 = 0.8;
/// How much code counts that only simulates the plant.
const SIMULATION: f32 = 0.7;
/// Number of lines of a comment above a line that belong to it.
const ABOVE_MAX: usize = 3;
/// Number of enclosing statements whose words belong to a line.
const ENCLOSING_MAX: usize = 2;
/// Minimum length of a name that is compared as a whole.
const WHOLE_CHARS_MIN: usize = 3;

/// What a place is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    /// A rung, a network, a sheet, an element of a chart.
    Rung(UnitId),
    /// A line of a text, by its bytes, and its comment.
    Line(UnitId, Span, String),
    /// A name, by its position in the lexicon.
    Name(usize),
}

/// A place with the weights of its words.
#[derive(Debug)]
struct Place {
    at: At,
    stems: Vec<(usize, f32)>,
    /// The program or block.
    group: Option<usize>,
    /// Whether it only simulates the plant.
    is_simulation: bool,
}

/// A place that has words of a question.
#[derive(Debug, Clone)]
pub(crate) struct Hit<'a> {
    pub(crate) at: &'a At,
    /// How much of the question it has.
    pub(crate) score: f32,
}

/// All places.
#[derive(Debug, Default)]
pub(crate) struct Places {
    stems: Vec<String>,
    all: Vec<Place>,
    groups: usize,
    mean: f32,
}

impl Places {
    pub(crate) fn of(logic: Logic<'_>, lexicon: &Lexicon) -> Self {
        let mut builder = Builder::default();
        let said: HashMap<String, usize> = lexicon
            .entries()
            .iter()
            .enumerate()
            .filter(|(_, it)| lexicon.said(it).next().is_some())
            .map(|(at, it)| (plain(&it.name), at))
            .collect();
        for (id, _) in logic.index.units() {
            builder.unit(logic, lexicon, &said, id);
        }
        for (at, entry) in lexicon.entries().iter().enumerate().filter(|(_, it)| !it.is_code) {
            let mut own = Words::default();
            builder.stems(&mut own, lexicon.own(entry), CODE);
            builder.stems(&mut own, lexicon.said(entry), CODE);
            let owner =
                entry.name.split(['.', '#']).next().filter(|it| it.len() < entry.name.len());
            if let Some(owner) = owner {
                builder.text(&mut own, owner, PATH);
            }
            builder.whole(&mut own, &entry.name, CODE);
            let group = owner.map(|it| builder.group(it));
            builder.is_simulation = owner.is_some_and(is_simulation);
            builder.place(At::Name(at), own, group);
        }
        let mut places = builder.places;
        places.groups = builder.groups.len();
        let lengths: usize = places.all.iter().map(|it| it.stems.len()).sum();
        places.mean = ratio(lengths, places.all.len().max(1));
        places
    }

    /// The places with words of a question, those with the most and the rarest first; words in `known`
    /// count less.
    pub(crate) fn best(&self, question: &str, known: &dyn Fn(&str) -> bool) -> Vec<Hit<'_>> {
        let terms = terms(question, known);
        let is_about_simulation = is_simulation(question);
        // Each stem is compared with each word once.
        let alike: Vec<Vec<(usize, usize, f32)>> = self
            .stems
            .iter()
            .map(|stem| {
                let of_term = |(at, term): (usize, &Term)| {
                    let parts = term.likeness(stem);
                    parts.into_iter().map(move |(part, share)| (at, part, share))
                };
                terms.iter().enumerate().flat_map(of_term).collect()
            })
            .collect();
        let found: Vec<Vec<f32>> =
            self.all.iter().map(|place| shares(&terms, place, &alike)).collect();
        let rarity: Vec<f32> = (0..terms.len())
            .map(|at| {
                let count = found.iter().filter(|it| it[at] > 0.3).count();
                let share = ratio(self.all.len() + 1, count + 1).ln();
                share * terms[at].weight
            })
            .collect();
        let mut of_groups = vec![vec![0.0_f32; terms.len()]; self.groups];
        for (place, shares) in self.all.iter().zip(&found) {
            let Some(group) = place.group else { continue };
            for (best, share) in of_groups[group].iter_mut().zip(shares) {
                *best = best.max(*share);
            }
        }
        let evidence = |shares: &[f32]| -> f32 {
            shares.iter().zip(&rarity).map(|(share, rarity)| saturated(*share) * rarity).sum()
        };
        let of_groups: Vec<f32> = of_groups.iter().map(|it| evidence(it)).collect();
        let mut hits: Vec<Hit<'_>> = self
            .all
            .iter()
            .zip(&found)
            .filter_map(|(place, shares)| {
                let own = evidence(shares);
                if own <= 0.0 {
                    return None;
                }
                let length = ratio(place.stems.len(), 1) / self.mean;
                let own = own / (0.85 + 0.15 * length.min(4.0));
                let group = place.group.map_or(0.0, |it| of_groups[it]);
                let mut kind = if matches!(place.at, At::Name(_)) { NAME } else { 1.0 };
                if place.is_simulation && !is_about_simulation {
                    kind *= SIMULATION;
                }
                Some(Hit { at: &place.at, score: (own + GROUP * group) * kind })
            })
            .collect();
        hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        hits
    }
}

/// How much of each word a place has.
fn shares(terms: &[Term], place: &Place, alike: &[Vec<(usize, usize, f32)>]) -> Vec<f32> {
    let mut parts: Vec<Vec<f32>> = terms.iter().map(|it| vec![0.0; it.count()]).collect();
    for (stem, weight) in &place.stems {
        for (term, part, share) in &alike[*stem] {
            let best = &mut parts[*term][*part];
            *best = best.max(share * weight);
        }
    }
    parts.iter().map(|parts| Term::share(parts)).collect()
}

/// Whether a text or the name of a block says that it simulates the plant.
fn is_simulation(text: &str) -> bool {
    text.to_lowercase().contains("simul")
}

fn saturated(share: f32) -> f32 {
    share * 1.5 / (share + 0.5)
}

#[expect(clippy::cast_precision_loss, reason = "a project has some thousand places")]
fn ratio(one: usize, other: usize) -> f32 {
    one as f32 / other as f32
}

/// Without case, quotes and the mark of an add-on instruction.
fn plain(name: &str) -> String {
    name.replace('"', "").trim_start_matches("AOI:").to_lowercase()
}

type Words = HashMap<usize, f32>;

#[derive(Default)]
struct Builder {
    known: HashMap<String, usize>,
    groups: HashMap<String, usize>,
    /// Whether the next places only simulate the plant.
    is_simulation: bool,
    places: Places,
}

impl Builder {
    /// The places of a unit: itself, or its lines.
    fn unit(
        &mut self,
        logic: Logic<'_>,
        lexicon: &Lexicon,
        said: &HashMap<String, usize>,
        id: UnitId,
    ) {
        let unit = logic.index.unit(id);
        let routine = &logic.project.routines[unit.routine.index()];
        let path = logic.path(unit.routine);
        self.is_simulation = is_simulation(&path);
        let group = Some(self.group(path.split(['/', '.']).next().unwrap_or_default()));
        let mut of_path = Words::default();
        self.text(&mut of_path, &path, PATH);
        self.text(&mut of_path, routine.comment.as_deref().unwrap_or_default(), PATH);
        let text = logic.text(id);
        let comments_of = |range: Span| {
            let refs = logic.index.refs_of(id).iter();
            let refs = refs.filter(move |it| range.start <= it.start && it.start < range.end);
            let places = refs.flat_map(|it| logic.index.places.path(it.place));
            places.filter_map(|it| said.get(&plain(&logic.place(it))).copied())
        };
        if let (Body::Rungs(rungs), Some(at)) = (&routine.body, unit.rung) {
            let Some(rung) = rungs.get(at as usize) else { return };
            let mut own = of_path;
            for comment in [&rung.title, &rung.comment].into_iter().flatten() {
                self.text(&mut own, comment, COMMENT);
            }
            self.code(&mut own, text);
            for entry in comments_of(Span::new(0, text.len())) {
                self.stems(&mut own, lexicon.said(&lexicon.entries()[entry]), SAID);
            }
            return self.place(At::Rung(id), own, group);
        }
        let lines = apart(text, logic.project.dialect());
        let mut start = 0;
        let mut above: Vec<&str> = Vec::new();
        // The statements around a line, by their indentation.
        let mut around: Vec<(usize, &str)> = Vec::new();
        for (line, raw) in lines.iter().zip(text.split_inclusive('\n')) {
            let span = Span::new(start, start + raw.len());
            start += raw.len();
            let code = line.code.trim();
            if code.is_empty() {
                above.push(line.comment.trim());
                continue;
            }
            let indent = raw.len() - raw.trim_start().len();
            around.retain(|it| it.0 < indent);
            let is_end = code.to_uppercase().starts_with("END_");
            if !is_end {
                let mut own = of_path.clone();
                self.code(&mut own, code);
                self.text(&mut own, &line.comment, COMMENT);
                for comment in above.iter().rev().take(ABOVE_MAX) {
                    self.text(&mut own, comment, COMMENT);
                }
                for (_, code) in around.iter().rev().take(ENCLOSING_MAX) {
                    self.text(&mut own, code, AROUND);
                }
                for entry in comments_of(span) {
                    self.stems(&mut own, lexicon.said(&lexicon.entries()[entry]), SAID);
                }
                let comment = match line.comment.trim() {
                    "" => above.last().copied().unwrap_or_default(),
                    own => own,
                };
                self.place(At::Line(id, span, comment.to_owned()), own, group);
            }
            around.push((indent, code));
            above.clear();
        }
    }

    fn place(&mut self, at: At, own: Words, group: Option<usize>) {
        let mut stems: Vec<(usize, f32)> = own.into_iter().collect();
        stems.sort_by_key(|it| it.0);
        self.places.all.push(Place { at, stems, group, is_simulation: self.is_simulation });
    }

    fn group(&mut self, name: &str) -> usize {
        let next = self.groups.len();
        *self.groups.entry(plain(name)).or_insert(next)
    }

    /// Code: its words, and its names as wholes.
    fn code(&mut self, own: &mut Words, text: &str) {
        self.text(own, text, CODE);
        for name in text.split(|it: char| !(it.is_alphanumeric() || it == '_')) {
            self.whole(own, name, CODE);
        }
    }

    fn whole(&mut self, own: &mut Words, name: &str, weight: f32) {
        let last = name.rsplit(['.', '#']).next().unwrap_or(name);
        if last.chars().count() >= WHOLE_CHARS_MIN && last.contains(char::is_alphabetic) {
            self.stem(own, &format!("={}", plain(last)), weight);
        }
    }

    fn text(&mut self, own: &mut Words, text: &str, weight: f32) {
        for stem in words(text) {
            self.stem(own, &stem, weight);
        }
    }

    fn stems<'s>(&mut self, own: &mut Words, stems: impl Iterator<Item = &'s str>, weight: f32) {
        for stem in stems {
            self.stem(own, stem, weight);
        }
    }

    fn stem(&mut self, own: &mut Words, stem: &str, weight: f32) {
        // `009` is 9.
        let stem = match stem.trim_start_matches('0') {
            number if !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()) => number,
            _ => stem,
        };
        let next = self.places.stems.len();
        let id = *self.known.entry(stem.to_owned()).or_insert(next);
        if id == next {
            self.places.stems.push(stem.to_owned());
        }
        let best = own.entry(id).or_default();
        *best = best.max(weight);
    }
}
