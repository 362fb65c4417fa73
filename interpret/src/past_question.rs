//! Questions about recorded stops and starts: what they are about, and which time they mean.
//!
//! "When did the line stop last?", "Why was the line off at 10:25?", "How often did it stop in
//! the last 5 minutes?": a time, and a verb of stopping or starting, with a thing.

use crate::{
    Before, Facts, Language,
    asked::{Open, Trouble},
    common::is_one_of,
    language::language_of,
    mains::mains,
    understand,
};

const OFF: &str = "stop stops stopped stopping halt halts halted stood stand stands standing standstill idle \
    stehen steht stand standen gestanden stoppte stoppten gestoppt stoppen stoppt hielt angehalten anhalten \
    stillstand stillgestanden stehengeblieben ausgefallen ausgegangen abgeschaltet ausgeschaltet tripped";
const ON: &str = "start starts started starting restarted startete starteten gestartet starten startet angelaufen \
    eingeschaltet angegangen";
const ASKS: &str = "when why what how wann warum wieso weshalb was wie wodurch";
const WHEN: &str = "when wann";
const OFTEN: &str = "often oft häufig haeufig times";
const PAST: &str = "did was were has have had hat wurde wurden war waren blieb stand standen stoppte hielt \
    startete zuletzt last letzte letztes";
const LAST: &str = "last zuletzt letztes letzte";
/// Words that are no part of the name of a thing.
const FILLER: &str = "did do does was were has have had hat haben ist is are wurde wurden war waren blieb the der \
    die das den dem ein eine a an of in during within time times mal often oft häufig haeufig many zuletzt last \
    letzte letztes letzten at um gegen around about uhr o'clock today heute and und for how long lange viele \
    because caused ursache stop stopps stops";
/// Words for the plant as a whole.
const PLANT: &str =
    "it es sie everything alles line linie plant anlage machine maschine production produktion";

/// Maximum number of things that one question is about.
const NAMES_MAX: usize = 4;
/// The time of "how often" without a time: a day, in seconds.
const DAY: u64 = 86_400;

/// A question about recorded stops or starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastQuestion {
    /// The tags that it may be about, the likeliest first.
    pub names: Vec<String>,
    /// Whether it is about starts; otherwise about stops.
    pub is_start: bool,
    /// The time that it means.
    pub time: PastTime,
    /// The language of the question.
    pub language: Language,
}

/// The time in a question about the past. The reader's clock decides what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PastTime {
    /// The last time.
    Last,
    /// The latest moment with this time of day.
    At {
        /// 0 to 23.
        hour: i8,
        /// 0 to 59.
        minute: i8,
        /// 0 to 59, if it is given.
        second: Option<i8>,
    },
    /// The last seconds.
    Within(u64),
    /// Since midnight.
    Today,
}

/// A question about the past without its project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastWording {
    /// The words of the thing.
    thing: Vec<String>,
    is_start: bool,
    time: PastTime,
    language: Language,
}

impl PastWording {
    /// Finds the time and the verb; `None`: it is another question.
    pub fn of(question: &str) -> Option<Self> {
        let spelled: Vec<&str> = question.split_whitespace().map(bare).collect();
        let words: Vec<String> = spelled.iter().map(|it| it.to_lowercase()).collect();
        let has = |list: &'static str| words.iter().any(|word| is_one_of(word, list));
        if !has(ASKS) {
            return None;
        }
        let is_start = has(ON);
        if !is_start && !has(OFF) {
            return None;
        }
        let (time, used) = clock(&words)
            .or_else(|| window(&words))
            .or_else(|| day(&words))
            .or_else(|| has(OFTEN).then_some((PastTime::Within(DAY), Vec::new())))
            .or_else(|| {
                let is_last = (has(WHEN) && has(PAST)) || has(LAST);
                is_last.then_some((PastTime::Last, Vec::new()))
            })?;
        let is_thing = |at: usize, word: &str| {
            !used.contains(&at) && ![ASKS, ON, OFF, FILLER].iter().any(|it| is_one_of(word, it))
        };
        let thing = words.iter().enumerate().filter(|(at, word)| is_thing(*at, word));
        let thing = thing.map(|(at, _)| spelled[at].to_owned()).filter(|it| !it.is_empty());
        let thing = thing.collect();
        Some(Self { thing, is_start, time, language: language_of(&words) })
    }

    /// Finds the thing in a project; `None`: the project does not have it.
    pub fn find(self, facts: &Facts) -> Option<PastQuestion> {
        let Self { thing, is_start, time, language } = self;
        let is_plant = thing.iter().all(|it| is_one_of(&it.to_lowercase(), PLANT));
        let mut names: Vec<String> = if is_plant {
            mains(facts).into_iter().map(|it| it.0).take(1).collect()
        } else {
            named(facts, &thing.join(" "), language)
        };
        names.truncate(NAMES_MAX);
        (!names.is_empty()).then_some(PastQuestion { names, is_start, time, language })
    }
}

/// What the words are taken for in a question about the present.
fn named(facts: &Facts, thing: &str, language: Language) -> Vec<String> {
    let question = match language {
        Language::German => format!("Warum ist {thing} aus?"),
        Language::English => format!("Why is {thing} off?"),
    };
    let asked = understand(facts, &question, &Before::default());
    if asked.is_general {
        return Vec::new();
    }
    match &asked.open {
        Some(Open::Which(names)) => names.clone(),
        Some(Open::Trouble(Trouble { mains, .. })) => mains.iter().take(1).cloned().collect(),
        Some(_) => Vec::new(),
        None => asked.name().map(str::to_owned).into_iter().collect(),
    }
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|it: char| "?!,;\"'`„“”()".contains(it));
    word.strip_suffix(['.', ':']).unwrap_or(word)
}

/// `10:25` or `10:24:18`.
fn clock(words: &[String]) -> Option<(PastTime, Vec<usize>)> {
    words.iter().enumerate().find_map(|(at, word)| {
        let parts: Vec<Option<i8>> = word.split(':').map(|it| it.parse().ok()).collect();
        let (hour, minute, second) = match parts[..] {
            [Some(hour), Some(minute)] => (hour, minute, None),
            [Some(hour), Some(minute), Some(second)] => (hour, minute, Some(second)),
            _ => return None,
        };
        let is_time = (0..24).contains(&hour)
            && (0..60).contains(&minute)
            && second.is_none_or(|it| (0..60).contains(&it));
        is_time.then(|| (PastTime::At { hour, minute, second }, vec![at]))
    })
}

/// `last 5 minutes`, `letzten Stunde`.
fn window(words: &[String]) -> Option<(PastTime, Vec<usize>)> {
    let begins = |word: &String| is_one_of(word, "last past letzten letzte letzter vergangenen");
    let at = words.iter().position(begins)?;
    let number = words.get(at + 1).and_then(|it| it.parse::<u64>().ok());
    let unit_at = at + 1 + usize::from(number.is_some());
    let unit = words.get(unit_at)?;
    let seconds = if is_one_of(unit, "s sec second seconds sekunde sekunden") {
        1
    } else if is_one_of(unit, "min minute minutes minuten") {
        60
    } else if is_one_of(unit, "h hour hours stunde stunden") {
        3_600
    } else if is_one_of(unit, "day days tag tage tagen") {
        DAY
    } else {
        return None;
    };
    let time = PastTime::Within(number.unwrap_or(1).saturating_mul(seconds));
    Some((time, (at..=unit_at).collect()))
}

fn day(words: &[String]) -> Option<(PastTime, Vec<usize>)> {
    let at = words.iter().position(|it| is_one_of(it, "today heute"))?;
    Some((PastTime::Today, vec![at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(hour: i8, minute: i8, second: Option<i8>) -> PastTime {
        PastTime::At { hour, minute, second }
    }

    #[test]
    fn a_time_and_a_verb_make_a_question_about_the_past() {
        let check = |question: &str, is_start: bool, time: PastTime, thing: &str| {
            let found = PastWording::of(question).unwrap_or_else(|| panic!("{question}"));
            let PastWording { thing: of, is_start: start, time: at, .. } = found;
            let thing = thing.to_owned();
            assert_eq!((of.join(" "), start, at), (thing, is_start, time), "{question}");
        };
        check("When did the line stop last?", false, PastTime::Last, "line");
        check("When did the line stop last, and for how long?", false, PastTime::Last, "line");
        check("When did the belt stop last?", false, PastTime::Last, "belt");
        check("Wann hat der Motor zuletzt gestoppt?", false, PastTime::Last, "Motor");
        check("When was Line_Running last started?", true, PastTime::Last, "Line_Running");
        check("Why did the line stand at 10:25?", false, time(10, 25, None), "line");
        check("Warum stand die Linie um 10:25 Uhr?", false, time(10, 25, None), "Linie");
        let exact = time(10, 24, Some(18));
        check("Was hat die Linie um 10:24:18 gestoppt?", false, exact, "Linie");
        let minutes = PastTime::Within(300);
        check("How often did it stop in the last 5 minutes?", false, minutes, "it");
        check("Wie oft stand die Anlage in den letzten 5 Minuten?", false, minutes, "Anlage");
        check("How often did it stop in the last hour?", false, PastTime::Within(3_600), "it");
        check("Wie oft ist Förderer 2 heute gestartet?", true, PastTime::Today, "Förderer 2");
        check("How many times did the line stop?", false, PastTime::Within(86_400), "line");
    }

    #[test]
    fn a_question_about_the_present_or_the_code_is_another_question() {
        for question in [
            "Why is the line standing?",
            "What stops the line?",
            "When does the motor stop?",
            "What was the speed at 10:25?",
            "Stop the motor after the last box",
            "What is the last version?",
        ] {
            assert_eq!(PastWording::of(question), None, "{question}");
        }
    }
}
