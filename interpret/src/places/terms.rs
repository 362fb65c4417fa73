//! The words of a question, by which places are found.

use crate::{
    WrittenWord,
    common::{is_common, is_one_of},
    items::milliseconds,
    mention::{Mention, mentions},
    words::{split, tables::STOP_WORDS},
};

/// How much a common word counts, one that names often have, and a number.
const COMMON: f32 = 0.3;
const NOUN: f32 = 0.7;
const NUMBER: f32 = 0.5;
/// How much a word counts that something else explains.
const EXPLAINED: f32 = 0.35;
const EXPLAINED_NAME: f32 = 0.7;
/// How much of a name its parts are.
const OF_PARTS: f32 = 0.8;
/// Common words that names and comments of a plant often have.
const NOUNS: &str = "alarm alarms fault faults reset resets start starts stop stops time times limit limits step state \
    counter count delay high low open opens closed close full empty hot cold warm fast slow hold initial default \
    threshold setpoint sequence cycle scan bypass bypassed override force jump direction wait simulation lights sound \
    disable disabled enable enabled blocked drop trip \
    störung störungen fehler zeit zeiten zähler grenze grenzwert zustand zustände schritt sollwert voll leer heiß kalt \
    warm schnell langsam auf zu öffnet schließt dreht hupt leuchtet blinkt überbrückt simuliert forciert zyklus \
    vorgabe anlaufen alarme betriebsart";

/// Words of a conversation that name nothing of a plant.
const TALK: &str = "normal normally same really nobody ever wonder look looks looked guy pressing pressed presses press \
    picked pick together first seconds enough instead misunderstood hoping reason popup colleague maintenance yesterday \
    night ago sits sitting climbs idea person shouldnt should wouldnt thinks think nicht wirklich bloß normal gleich \
    anlage schutz kollegin meister jemanden erst erste sekunden gewinnt wins win drücken direkt festgelegt beide beiden \
    denen deren dessen add-on-instruction take takes taken gives give up dauern brauchen dauernd komisch gefallen verstanden anliegen anstehen steh";

/// A word of a question.
#[derive(Debug)]
pub(super) struct Term {
    /// The whole name, for one that looks like it.
    whole: Option<String>,
    parts: Vec<WrittenWord>,
    /// The numbers that it means: `3 s` are 3000 ms.
    numbers: Vec<String>,
    pub(super) weight: f32,
}

impl Term {
    /// The number of its parts, with the whole name.
    pub(super) fn count(&self) -> usize {
        self.parts.len() + 1
    }

    /// How much a stem is each of its parts.
    pub(super) fn likeness(&self, stem: &str) -> Vec<(usize, f32)> {
        if let Some(name) = stem.strip_prefix('=') {
            let is_it = self.whole.as_ref().is_some_and(|it| it == name);
            return if is_it { vec![(0, 1.0)] } else { Vec::new() };
        }
        if self.numbers.iter().any(|it| it == stem) {
            return vec![(0, 1.0)];
        }
        let parts = self.parts.iter().enumerate().map(|(at, part)| (at + 1, part.likeness(stem)));
        parts.filter(|it| it.1 > 0.0).collect()
    }

    /// How much of it a place has whose shares of the whole and of the parts are these.
    pub(super) fn share(parts: &[f32]) -> f32 {
        let [whole, parts @ ..] = parts else { return 0.0 };
        let share = match parts {
            [] => 0.0,
            [one] => *one,
            _ => {
                let known = parts.iter().filter(|it| **it > 0.0).count();
                let least = parts.iter().copied().fold(1.0, f32::min);
                if known == parts.len() { OF_PARTS * least } else { 0.0 }
            }
        };
        share.max(1.3 * whole)
    }
}

/// The words of a question that say what it is about.
pub(crate) fn telling(question: &str) -> Vec<String> {
    let mentions = mentions(question).into_iter();
    let words = mentions.filter(|it| weight(it) >= NOUN && !is_number(&it.text));
    words.map(|it| it.text).collect()
}

fn is_number(word: &str) -> bool {
    word.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | ','))
}

/// How much a word counts; 0 for one that every text has.
fn weight(mention: &Mention) -> f32 {
    let word = mention.word();
    match word.as_str() {
        word if STOP_WORDS.contains(&word) => 0.0,
        word if is_number(word) => NUMBER,
        _ if mention.is_path => 1.0,
        word if is_one_of(word, NOUNS) => NOUN,
        word if is_common(word) || is_one_of(word, TALK) || word.chars().count() < 3 => COMMON,
        _ => 1.0,
    }
}

/// The words of a question with their weights; those in `known` count less.
pub(super) fn terms(question: &str, known: &dyn Fn(&str) -> bool) -> Vec<Term> {
    let mentions = mentions(question);
    let mut found: Vec<(String, Term)> = Vec::new();
    for (at, mention) in mentions.iter().enumerate() {
        let word = mention.word();
        let next = mentions.get(at + 1).map(Mention::word);
        let (weight, is_number) = (weight(mention), is_number(&word));
        if weight == 0.0 || found.iter().any(|it| it.0 == word) {
            continue;
        }
        let is_name = mention.is_path && !is_number;
        let explained = match known(&word) {
            true if is_name => EXPLAINED_NAME,
            true => EXPLAINED,
            false => 1.0,
        };
        let last = mention.text.rsplit(['.', '#', '/']).next().unwrap_or(&mention.text);
        let whole = (word.contains(char::is_alphabetic)).then(|| last.to_lowercase());
        let whole = whole.map(|it| it.trim_matches('"').to_owned());
        let mut numbers = Vec::new();
        if let (true, Ok(number)) = (is_number, word.replace(',', ".").parse::<f64>()) {
            numbers.push(word.trim_start_matches('0').to_owned());
            numbers.extend(
                next.and_then(|it| milliseconds(&it)).map(|it| (number * it).round().to_string()),
            );
        }
        let parts = match (is_number, is_name) {
            (true, _) => Vec::new(),
            (_, true) => split(&mention.text).iter().map(|it| WrittenWord::of(it)).collect(),
            _ => vec![WrittenWord::of(&mention.text)],
        };
        found.push((word, Term { whole, parts, numbers, weight: weight * explained }));
    }
    found.into_iter().map(|it| it.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_its_milliseconds_and_a_name_is_whole_or_all_of_its_parts() {
        let found = terms("After 3 s FB_LOSS", &|_| false);
        let number = found.iter().find(|it| !it.numbers.is_empty()).expect("a number");
        assert_eq!(number.numbers, ["3", "3000"]);
        let name = found.last().expect("a name");
        assert_eq!(name.likeness("=fb_loss"), [(0, 1.0)]);
        assert!(Term::share(&[1.0, 0.0, 0.0]) > Term::share(&[0.0, 1.0, 1.0]));
        assert!(Term::share(&[0.0, 1.0, 0.0]) == 0.0, "a part of a name is another name");
    }

    #[test]
    fn words_that_every_question_has_do_not_tell() {
        assert_eq!(telling("Why is the horn still on, and is that normal?"), ["horn"]);
    }
}
