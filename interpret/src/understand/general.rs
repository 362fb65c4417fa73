//! Questions about the plant as a whole, which name nothing: "why is the line not running", "was ist los".

use tagbridge_api::query::{CodeFault, Query, Turn};

use super::Sentence;
use crate::{
    Asked, Language,
    asked::{Open, Trouble},
    common::is_one_of,
    constraints::Constraints,
    mains::mains,
};

/// All words that such a question may be made of.
const WORDS: &str = "why what whats is isnt s are arent was were not no running run runs stopped stop stops standing \
    stand stands still down dead going go on off up wrong anything something everything there theres any problem \
    problems issue issues trouble the a an our my this that does doesnt do did didnt it its has have had hasnt been \
    now right currently at moment today you tell me can could please hey so just again reason for line machine plant system \
    production process cell station to start starting started starts wont move moving happened happening matter \
    with here running and but \
    warum wieso weshalb weswegen wer was wo steht stehen stand stehengeblieben geblieben läuft laeuft lief nicht nix \
    die der das den unsere meine anlage linie maschine produktion station zelle automatik los kaputt stillstand \
    gestoppt angehalten hält haelt hat ist denn gerade jetzt hier schon wieder eigentlich mal bloß bloss nur an geht \
    gehts startet anläuft anlaeuft los stimmt stimmts irgendwas etwas irgendein irgendeine falsch problem probleme \
    fehler störung störungen stoerung klemmt klemmts hakt hakts es sie ich du sag mir bitte da grad eben ganze \
    gesamte passiert losgehts nichts zum stehen gekommen gebracht fehlt fehlen missing noch dem programm need needed required conditions condition \
    brauche braucht nötig bedingungen must muss which be i um zu damit starten anlaufen laufen anhält stoppt man";
const STANDS: &str = "running run runs stopped stop stops standing stand stands down dead start starting started \
    starts move moving off go going steht stehen stehengeblieben stillstand läuft laeuft lief gestoppt angehalten \
    hält haelt startet anläuft anlaeuft geht gehts stand gebracht gekommen";
const ASKS_WHY: &str = "why reason warum wieso weshalb weswegen";
const STOPPED: &str = "stopped gestoppt angehalten gebracht stoppt";
const WRONG: &str = "wrong problem problems issue issues trouble matter happened happening falsch probleme fehler \
    störung störungen stoerung kaputt klemmt klemmts hakt hakts stimmt los passiert";
const PLANT: &str = "line machine plant system production process cell station anlage linie maschine produktion \
    zelle";

/// What a question about the plant as a whole asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum General {
    /// Why it does not run now.
    Standstill,
    /// What stopped it at an earlier time.
    Stopped,
    /// What turns it on, or off.
    Turned(Turn),
    /// Whether anything is wrong.
    Wrong,
}

/// Whether the words ask about the plant as a whole, and what. Those of a time are left out. With a
/// subject of the conversation, "it" is that.
pub(super) fn general(words: &[String], has_subject: bool) -> Option<General> {
    let has = |any: &'static str| words.iter().any(|word| is_one_of(word, any));
    if words.len() < 2 || !words.iter().all(|word| is_one_of(word, WORDS)) {
        return None;
    }
    let names_plant = has(PLANT);
    if has_subject && !names_plant && !has("anything irgendwas los") {
        return None;
    }
    let why = has(ASKS_WHY);
    if why && has(STANDS) {
        let stood = has("stand") && has("warum wieso weshalb weswegen");
        let past = stood
            || has("did didnt was were had hat lief stehengeblieben geblieben gestoppt angehalten");
        let is_past = past && !has("now jetzt gerade grad still isnt running");
        return Some(if is_past { General::Stopped } else { General::Standstill });
    }
    let needs = has(
        "need needed required conditions condition brauche braucht nötig bedingungen must muss fehlt fehlen missing",
    );
    if needs && has("start run running starts läuft starten startet anlaufen laufen") {
        return Some(General::Turned(Turn::On));
    }
    if has("stops stoppt anhält") && has("what wer was which") && !why {
        return Some(General::Turned(Turn::Off));
    }
    if has(STOPPED) && has("what wer was") {
        return Some(General::Stopped);
    }
    if has("what was wo whats") && has("nicht not isnt wont doesnt") && has(STANDS) {
        return Some(General::Standstill);
    }
    let asks = has(
        "what whats is are any anything there theres was wo ist irgendwas etwas gibt hat stimmt",
    );
    (asks && has(WRONG)).then_some(General::Wrong)
}

impl Sentence<'_> {
    /// What a question about the plant as a whole asks of its main outputs.
    pub(super) fn general(&self) -> Option<Asked> {
        let words = &self.reader.words;
        let time = Constraints(words).time();
        let is_time =
            |word: &String| time.as_ref().is_some_and(|it| it.split(' ').any(|it| it == word));
        let others: Vec<String> = words.iter().filter(|word| !is_time(word)).cloned().collect();
        let asks = general(&others, self.before.subject().is_some())?;
        let is_tag = |word: &&String| self.facts.used_place(word).is_some();
        let is_named =
            others.iter().filter(|word| is_one_of(word, PLANT)).any(|word| is_tag(&word));
        if is_named || self.before.chosen.is_some() {
            return None;
        }
        let mains: Vec<String> = mains(self.facts).into_iter().map(|it| it.0).collect();
        let asked = self.asked.clone();
        let earlier = if asked.language == Language::German { "vorhin" } else { "earlier" };
        let (one, is_now) = match (mains.as_slice(), asks) {
            ([], General::Standstill | General::Stopped | General::Turned(_)) => return None,
            ([one], General::Turned(change)) => {
                let query = Query::Condition { name: one.clone(), change, latched: false };
                return Some(Asked { queries: vec![query], is_general: true, ..asked });
            }
            (_, General::Turned(_)) => return Some(asked.open(Open::Which(mains))),
            (_, General::Wrong) => {
                let asked = asked.open(Open::Trouble(Trouble { mains, asks_why: false }));
                let queries = vec![Query::Findings { fault: CodeFault::Any }];
                return Some(Asked { queries, ..asked });
            }
            ([one], _) => (one.clone(), time.is_none() && asks == General::Standstill),
            (_, General::Standstill) if time.is_none() => {
                return Some(asked.open(Open::Trouble(Trouble { mains, asks_why: true })));
            }
            _ => return Some(asked.open(Open::Which(mains))),
        };
        let query = if is_now {
            Query::WhyNow { name: one, wanted: true }
        } else {
            Query::WhyThen {
                name: one,
                wanted: true,
                time: time.unwrap_or_else(|| earlier.to_owned()),
            }
        };
        Some(Asked { queries: vec![query], is_general: true, ..asked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_the_plant_as_a_whole_names_nothing() {
        let check = |text: &str, expected: Option<General>| {
            let words: Vec<String> = text.to_lowercase().split(' ').map(str::to_owned).collect();
            assert_eq!(general(&words, false), expected, "{text}");
        };
        for text in [
            "why does the line stand",
            "wieso steht die Anlage",
            "warum läuft die Maschine nicht",
            "why is it not running",
            "why isnt the plant running",
            "why wont it start",
        ] {
            check(text, Some(General::Standstill));
        }
        for text in ["what stopped it", "what stopped the line", "was hat die Linie angehalten"] {
            check(text, Some(General::Stopped));
        }
        for text in
            ["was ist los", "is anything wrong", "whats wrong with the machine", "stimmt was nicht"]
        {
            check(text, Some(General::Wrong));
        }
        for text in [
            "why is Line_Run off",
            "is anything wrong with this code",
            "what stopped pump 3",
            "los",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn it_is_the_subject_of_the_conversation_where_there_is_one() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        assert_eq!(general(&words("what stopped it"), true), None);
        assert_eq!(general(&words("what stopped the line"), true), Some(General::Stopped));
    }
}
