//! How one thing gets to another, in other words than their names: "from the level sensor to the
//! inlet valve", "vom Analogeingang bis ans Ventil".

use tagbridge_api::query::{ImpactWay, Query};

use super::{
    Sentence,
    story::{Told, told},
};
use crate::{Asked, common::is_one_of};

const FROM: &str = "from von vom";
const TO: &str = "to bis into";
const WAY: &str =
    "path way route chain weg pfad kette signalweg signalpfad trace walk follow verfolge verfolgen";
/// Maximum number of words of a question that is only the two things.
const BARE_MAX: usize = 6;
const HOW: &str = "how wie gets kommt get";

const BACK: &str = "back backwards zurück rückwärts source sources origin inputs eingänge eingängen ursprung herkunft";

impl Sentence<'_> {
    /// A question about the way between two things.
    pub(super) fn path(&self) -> Option<Asked> {
        let reader = self.reader;
        let words = &reader.words;
        let has = |any: &'static str| words.iter().any(|word| is_one_of(word, any));
        // `AI_Level to alarm bit`.
        let is_bare =
            words.len() <= BARE_MAX && reader.mentions.first().is_some_and(|it| it.is_path);
        let asks = has(WAY) || (has(HOW) && has(FROM)) || is_bare;
        if self.before.chosen.is_some() || !asks {
            return None;
        }
        let cut = (1..words.len()).find(|at| {
            is_one_of(&words[*at], TO)
                && (0..*at).any(|it| self.is_telling(it))
                && (at + 1..words.len()).any(|it| self.is_telling(it))
        })?;
        let at = &reader.mentions[cut].at;
        let side = |text: &str, area| told(self.facts, text, &self.asked, Some(area));
        let from = side(&reader.question[..at.start], 'I');
        let to = side(&reader.question[at.end..], 'Q');
        let query = match (&from, &to) {
            (Some(from), Some(to)) if from.name != to.name => {
                Query::Path { from: from.name.clone(), to: to.name.clone() }
            }
            (Some(one), _) if self.goes_back(&one.name) => {
                Query::Impact { name: one.name.clone(), way: ImpactWay::DependsOn, outputs: false }
            }
            (Some(one), _) => {
                Query::Impact { name: one.name.clone(), way: ImpactWay::Affects, outputs: false }
            }
            (None, Some(one)) => {
                Query::Impact { name: one.name.clone(), way: ImpactWay::DependsOn, outputs: false }
            }
            (None, None) => return None,
        };
        let taken = |it: Told| (!it.is_exact).then_some((it.written, it.name));
        let taken_for = [from, to].into_iter().flatten().filter_map(taken).collect();
        Some(Asked { taken_for, ..self.asks(query) })
    }

    /// Whether words ask for a way between two things.
    pub(super) fn names_way(&self) -> bool {
        let has = |any: &'static str| self.reader.words.iter().any(|word| is_one_of(word, any));
        has(WAY)
            || has(HOW)
            || has(FROM)
            || has(TO)
            || has("between zwischen reach affect influence beeinflusst auf")
    }

    /// Whether the way is one back to where a value comes from: from an output, or in these words.
    fn goes_back(&self, from: &str) -> bool {
        let says = self.reader.words.iter().any(|word| is_one_of(word, BACK));
        says || self.is_io(from, &['Q'])
    }

    fn is_telling(&self, at: usize) -> bool {
        self.reader.content(&[]).contains(&at)
    }
}
