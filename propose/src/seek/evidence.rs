//! The names and places that the words of a request are about.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use tagbridge_logic::{Effect, Logic, UnitId, expr::ExprId};
use tagbridge_meaning::{Lexicon, MeantName, weighed};
use tagbridge_project::{Body, spelling};

use crate::{
    blocks::is_simulated,
    locate::Known,
    request::{self, KnownNames},
};

/// So many places in the code are looked at.
const ROWS_MAX: usize = 12;
/// A place with less of the best weight is unlikely.
const LIKELY: f32 = 0.6;
/// A word that matches less is not evidence.
const MATCH_MIN: f32 = 0.74;
/// A name that is written out counts so many times.
const EXACT: f32 = 2.0;
/// The name of the code says less than the names in it.
const CODE: f32 = 0.6;
/// The weight of a value of the request in code.
const CONSTANT: f32 = 2.5;
/// The weight of a word in the comment of code that no name has.
const SAID: f32 = 2.0;
/// The weight of a name that the whole request surely means.
const MEANT: f32 = 6.0;

/// A word of the request.
struct Word {
    text: String,
    /// How few names have it.
    rarity: f32,
    /// The names that it may mean, in lower case.
    names: BTreeMap<String, f32>,
}

/// A rung, a network, or a statement of a text.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) unit: UnitId,
    /// The bits that it writes.
    pub(super) outputs: Vec<String>,
    /// The bits that it reads.
    pub(super) reads: Vec<String>,
    pub(super) weight: f32,
}

pub(super) struct Evidence<'a> {
    known: &'a Known<'a>,
    words: Vec<Word>,
    values: Vec<String>,
    bits: OnceCell<Vec<(String, f32)>>,
    settings: OnceCell<Vec<(String, f32)>>,
    /// The names that words may mean, as the project spells them.
    all: BTreeMap<String, String>,
    /// The chance of each name that the whole request may mean, in lower case.
    likely: BTreeMap<String, f32>,
}

impl<'a> Evidence<'a> {
    #[expect(clippy::cast_precision_loss, reason = "a project has some thousand names")]
    pub(super) fn of(known: &'a Known<'a>, prompt: &str) -> Self {
        let texts = request::telling_words(prompt);
        let count = known.logic.project.tags.len().max(40) as f32;
        let mut all = BTreeMap::new();
        let texts = texts.into_iter().filter(|text| !request::is_time_unit(text));
        let words = texts.map(|text| {
            let found = known.meant(std::slice::from_ref(&text));
            let found: Vec<_> = found.into_iter().filter(|it| it.score >= MATCH_MIN).collect();
            let rarity = ((count + 1.0) / (found.len() as f32 + 1.0)).ln().max(0.3);
            let names = found.into_iter().map(|it| {
                let is_exact = spelling::last_name(&it.name).eq_ignore_ascii_case(&text)
                    || it.name.eq_ignore_ascii_case(&text);
                let score = if is_exact { it.score * EXACT } else { it.score };
                let lower = it.name.to_lowercase();
                if !it.is_code {
                    all.insert(lower.clone(), it.name);
                }
                (lower, score)
            });
            let names = names.collect();
            Word { text: text.to_lowercase(), rarity, names }
        });
        let words: Vec<Word> = words.collect();
        let values = request::values(prompt);
        let mut likely = BTreeMap::new();
        for it in known.likely(prompt).into_iter().filter(|it| !it.is_code) {
            let lower = it.name.to_lowercase();
            likely.insert(lower.clone(), it.score);
            all.entry(lower).or_insert(it.name);
        }
        let (bits, settings) = (OnceCell::new(), OnceCell::new());
        Self { known, words, values, bits, settings, all, likely }
    }

    /// How much a word says of a name, or of what it is a part of.
    fn of_word(word: &Word, lower: &str) -> f32 {
        let mut own = lower;
        let mut best = 0.0_f32;
        loop {
            best = best.max(word.names.get(own).copied().unwrap_or(0.0));
            match own.rsplit_once('.') {
                Some((before, _)) => own = before,
                None => return best,
            }
        }
    }

    pub(super) fn of_name(&self, name: &str) -> f32 {
        let lower = name.to_lowercase();
        let of_words: f32 = self.words.iter().map(|it| Self::of_word(it, &lower) * it.rarity).sum();
        of_words + self.chance(&lower) * MEANT
    }

    /// The chance that the whole request means a name in lower case.
    fn chance(&self, lower: &str) -> f32 {
        self.likely.get(lower).copied().unwrap_or(0.0)
    }

    /// The same, of words that say less of another name.
    pub(super) fn of_name_beside(&self, name: &str, other: &str) -> f32 {
        let (own, other) = (name.to_lowercase(), other.to_lowercase());
        let words = self.words.iter().filter_map(|it| {
            let score = Self::of_word(it, &own);
            (score > Self::of_word(it, &other)).then_some(score * it.rarity)
        });
        words.sum()
    }

    pub(super) fn times(&self) -> Vec<String> {
        self.values.iter().filter(|it| it.contains(' ')).cloned().collect()
    }

    pub(super) fn numbers(&self) -> Vec<String> {
        self.values.iter().filter(|it| !it.contains(' ')).cloned().collect()
    }

    /// The names of a kind, the likeliest first.
    fn named(&self, is: impl Fn(&str) -> bool) -> Vec<(String, f32)> {
        let mut found: Vec<(String, f32)> = self
            .all
            .values()
            .map(|it| (it.clone(), self.of_name(it)))
            .filter(|it| is(&it.0))
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        found
    }

    pub(super) fn bits(&self) -> &[(String, f32)] {
        self.bits
            .get_or_init(|| self.named(|it| self.known.type_of(it).is_some_and(|it| it == "BOOL")))
    }

    /// Numbers, times, timers and counters.
    pub(super) fn settings(&self) -> &[(String, f32)] {
        self.settings
            .get_or_init(|| self.named(|it| self.known.type_of(it).is_some_and(|it| it != "BOOL")))
    }

    /// The type that a number has, and the one that it gets: "UDINT, not UINT".
    pub(super) fn types(&self) -> (Option<String>, Option<String>) {
        const TYPES: [&str; 13] = [
            "SINT", "INT", "DINT", "LINT", "USINT", "UINT", "UDINT", "ULINT", "REAL", "LREAL",
            "BYTE", "WORD", "DWORD",
        ];
        let all = self.words.iter().map(|it| it.text.to_uppercase());
        let mut all: Vec<String> = all.filter(|it| TYPES.contains(&it.as_str())).collect();
        let of_number = |kind: &String| {
            self.settings().first().and_then(|it| self.known.type_of(&it.0)).as_ref() == Some(kind)
        };
        // "From UINT to UDINT": the new one is last.
        if all.len() == 2 && of_number(&all[0]) {
            all.reverse();
        }
        let mut all = all.into_iter();
        let new = all.next();
        (all.next(), new)
    }

    /// Bits that no code writes, the likeliest first.
    pub(super) fn unwritten(&self) -> Vec<(String, f32)> {
        let all = self.bits().iter().filter(|it| !self.known.is_driven(&it.0));
        all.cloned().collect()
    }

    /// The places of the code, the likeliest first.
    pub(super) fn rows(&self) -> Vec<Row> {
        let logic = self.known.logic;
        let mut all: Vec<Row> = Vec::new();
        for (unit, of) in logic.index.units() {
            let path = logic.path(of.routine).to_lowercase();
            if is_simulated(logic, unit) {
                continue;
            }
            let said = said(logic, unit);
            if of.rung.is_some() {
                all.extend(self.row(unit, None, (&path, &said)));
            } else {
                let statements = logic.index.statements_of(unit).map(|it| it.1);
                all.extend(statements.filter_map(|it| self.row(unit, Some(it), (&path, &said))));
            }
        }
        all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        all.truncate(ROWS_MAX);
        let most = all.first().map_or(0.0, |it| it.weight);
        all.retain(|it| it.weight >= most * LIKELY);
        let is_bit = |it: &String| self.known.type_of(it).is_some_and(|it| it == "BOOL");
        for row in &mut all {
            row.outputs.retain(is_bit);
            row.reads.retain(is_bit);
            row.reads.sort();
            row.reads.dedup();
            row.outputs.dedup();
        }
        all
    }

    fn row(
        &self,
        unit: UnitId,
        only: Option<&tagbridge_logic::Statement>,
        (path, said): (&str, &str),
    ) -> Option<Row> {
        let logic = self.known.logic;
        let index = logic.index;
        let name = |at| logic.place(index.canonical(at));
        let mut outputs: Vec<String> = Vec::new();
        let mut reads: Vec<String> = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut add = |statement: &tagbridge_logic::Statement| {
            let mut exprs: Vec<ExprId> = vec![statement.guard];
            match &statement.effect {
                Effect::Assign { to, value, .. } => {
                    outputs.push(name(index.reference(*to).place));
                    exprs.push(*value);
                }
                Effect::Run { instance, inputs, .. } => {
                    names.extend(instance.map(|it| name(index.reference(it).place)));
                    exprs.extend(inputs.iter().map(|it| it.1));
                }
                _ => {}
            }
            let places = exprs.into_iter().flat_map(|it| index.exprs.places(it));
            reads.extend(places.map(name));
        };
        match only {
            Some(statement) => add(statement),
            None => index.statements_of(unit).for_each(|it| add(it.1)),
        }
        names.extend(outputs.iter().chain(&reads).map(|it| it.to_lowercase()));
        if only.is_none() {
            names.extend(index.refs_of(unit).iter().map(|it| name(it.place).to_lowercase()));
        }
        let text = logic.text(unit);
        let text = only.map_or(text, |it| text.get(it.span.range()).unwrap_or_default());
        let weight: f32 = self
            .words
            .iter()
            .map(|word| {
                let of_names =
                    names.iter().map(|it| Self::of_word(word, it)).fold(0.0_f32, f32::max);
                let owner = path.split('/').next().unwrap_or(path);
                let of_code = [path, owner].map(|it| word.names.get(it).copied().unwrap_or(0.0));
                let of_code = of_code[0].max(of_code[1]) * CODE;
                let is_said = only.is_none() && said.contains(word.text.as_str());
                let of_comment = if is_said { SAID / word.rarity.max(1.0) } else { 0.0 };
                of_names.max(of_code).max(of_comment) * word.rarity
            })
            .sum();
        let meant = names.iter().map(|it| self.chance(it)).fold(0.0_f32, f32::max);
        let weight = weight + meant * MEANT;
        if weight <= 0.0 {
            return None;
        }
        let has = |value: &&String| {
            let number = value.split(' ').next().unwrap_or_default();
            number != "0" && number != "1" && request::has_number(text, number)
        };
        #[expect(clippy::cast_precision_loss, reason = "a request has a few values")]
        let constants = self.values.iter().filter(has).count() as f32 * CONSTANT;
        let weight = weight + constants;
        Some(Row { unit, outputs, reads, weight })
    }
}

impl Known<'_> {
    /// The names that a whole text may mean, by the trained ranking; the score is the chance.
    pub(crate) fn likely(&self, text: &str) -> Vec<MeantName> {
        self.lexicon.get_or_init(|| Lexicon::of(self.logic)).likely(&weighed(text))
    }
}

/// The title and the comment of a rung, in lower case.
fn said(logic: Logic<'_>, unit: UnitId) -> String {
    let of = logic.index.unit(unit);
    match (&logic.project.routines[of.routine.index()].body, of.rung) {
        (Body::Rungs(rungs), Some(at)) => {
            let rung = &rungs[at as usize];
            let all = rung.title.iter().chain(&rung.comment);
            all.map(|it| it.to_lowercase()).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}
