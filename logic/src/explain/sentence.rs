//! The rows of an explanation as sentences.

use tagbridge_project::Vendor;
use tagbridge_texts::Language;

use super::{Act, Row, phrase::Order};
use crate::{
    Effect, Logic, NameId, PlaceId, StatementId, Step,
    expr::{Evaluation, Expr, ExprId, Scalar, Truth, Values},
    types,
};

/// Longer conditions are shown as a list of lines.
const LITERALS: usize = 7;

/// The relation between an act and its condition.
#[derive(Clone, Copy)]
pub(super) enum Conjunction {
    /// As long as the condition holds.
    While,
    /// Whenever the condition holds: the effect stays.
    When,
}

impl Logic<'_> {
    /// Returns a row as a sentence: `Conveyor_Run is on while Auto is on and E_Stop is off, or
    /// while Jog is on.` Names of the unit's own program or block are written as in its code.
    pub fn sentence(&self, row: &Row, language: Language) -> String {
        self.sentence_at(row, true, &[], language)
    }

    /// Returns when a row turns its place off, as a sentence. For a coil, it negates the condition:
    /// `Conveyor_Run is off while Auto is off or E_Stop is on.`
    pub fn sentence_off(&self, row: &Row, language: Language) -> String {
        self.sentence_at(row, false, &[], language)
    }

    /// Returns a row of a block as a sentence about the operands of these calls, the innermost call
    /// first: `Y_Inlet is on while Request is on.`
    pub fn sentence_at(
        &self,
        row: &Row,
        holds: bool,
        calls: &[StatementId],
        language: Language,
    ) -> String {
        let said = match row.act {
            Act::Follows(place) if !holds => {
                let name = self.place(place);
                let act = match language {
                    Language::English => format!("{name} is off"),
                    Language::German => format!("{name} ist aus"),
                };
                self.whole(&act, Conjunction::While, row, false, language)
            }
            _ => {
                let (act, joint) = self.act(row, language);
                self.whole(&act, joint, row, true, language)
            }
        };
        let vendor = self.project.vendor;
        let mut owner = self.owner(row.citation.unit);
        let mut sentence = said;
        for call in calls {
            let operand = |name: &str| self.operand(*call, name);
            sentence = local(&sentence, owner, vendor, &operand);
            owner = self.owner(self.index.statement(*call).unit);
        }
        local(&sentence, owner, vendor, &|_| None)
    }

    /// The name of the program or block with a unit.
    fn owner(&self, unit: crate::UnitId) -> &str {
        &self.project.routines[self.index.unit(unit).routine.index()].owner
    }

    /// What the caller calls a parameter or a variable of the block in a call.
    fn operand(&self, call: StatementId, name: &str) -> Option<String> {
        let Effect::Call { instance, bindings, .. } = &self.index.statement(call).effect else {
            return None;
        };
        let is_it = |formal: PlaceId| match self.index.places.step(formal) {
            Step::Root(_, own) => self.index.names.text(own).eq_ignore_ascii_case(name),
            _ => false,
        };
        if let Some(binding) = self.index.bindings(bindings).iter().find(|it| is_it(it.formal)) {
            let text = self.expression(binding.actual);
            let is_one =
                matches!(self.index.exprs.get(binding.actual), Expr::Ref(_) | Expr::Const(_));
            return Some(if is_one { text } else { format!("({text})") });
        }
        instance.map(|at| format!("{}.{name}", self.place(self.index.reference(at).place)))
    }

    fn whole(
        &self,
        act: &str,
        joint: Conjunction,
        row: &Row,
        holds: bool,
        language: Language,
    ) -> String {
        let english = language == Language::English;
        let act = match (row.repeated, english) {
            (false, _) => act.to_owned(),
            (true, true) => format!("In a loop: {act}"),
            (true, false) => format!("In einer Schleife: {act}"),
        };
        let sentence = match &row.act {
            Act::Opaque(_) => act,
            _ => self.with_condition(&act, joint, row, holds, language),
        };
        let sentence = match row.executed {
            Some(executed) => self.add_call_conditions(&sentence, executed, &row.act, language),
            None => sentence,
        };
        let routine = self.index.unit(row.citation.unit).routine;
        self.with_execution(sentence, routine, language)
    }

    fn act(&self, row: &Row, language: Language) -> (String, Conjunction) {
        let text = |id| self.expression(id);
        let word = |id| self.index.names.text(id).to_owned();
        let english = language == Language::English;
        let say =
            |english_text: String, german: String| if english { english_text } else { german };
        match &row.act {
            Act::Follows(place) => {
                let name = self.place(*place);
                (say(format!("{name} is on"), format!("{name} ist ein")), Conjunction::While)
            }
            Act::Latches(place) => {
                let name = self.place(*place);
                let german = format!("{name} wird gesetzt und bleibt ein");
                (say(format!("{name} is set, and stays on,"), german), Conjunction::When)
            }
            Act::Unlatches(place) => {
                let name = self.place(*place);
                let german = format!("{name} wird zurückgesetzt und bleibt aus");
                (say(format!("{name} is reset, and stays off,"), german), Conjunction::When)
            }
            Act::Gets(place, value) => {
                let (name, value) = (self.place(*place), text(*value));
                (
                    say(format!("{name} becomes {value}"), format!("{name} erhält {value}")),
                    Conjunction::When,
                )
            }
            Act::GetsPart(place, value) => {
                let (name, value) = (self.place(*place), text(*value));
                let german = format!("Ein Teil von {name} erhält {value}");
                (say(format!("A part of {name} becomes {value}"), german), Conjunction::When)
            }
            Act::Runs(instruction, on) => {
                let name = on.map(|place| format!(" {}", self.place(place))).unwrap_or_default();
                // S7 texts call all blocks with CALL: the type shows the function of a block.
                let kind = on.filter(|_| word(*instruction) == "CALL");
                let kind = kind.and_then(|place| types::name_of(self.project, self.index, place));
                let known = kind.filter(|kind| IEC.iter().any(|it| kind.eq_ignore_ascii_case(it)));
                runs(&known.unwrap_or_else(|| word(*instruction)), &name, english)
            }
            Act::Calls(callee) => {
                let german = format!("{callee} wird aufgerufen");
                (say(format!("{callee} is called"), german), Conjunction::When)
            }
            Act::Jumps(Some(label)) => {
                let label = word(*label);
                let german = format!("Es geht weiter bei {label}");
                (say(format!("Execution goes on at {label}"), german), Conjunction::When)
            }
            Act::Jumps(None) => (
                say("The rest is left out".into(), "Der Rest wird ausgelassen".into()),
                Conjunction::When,
            ),
            Act::Returns => {
                (say("The routine ends".into(), "Die Routine endet".into()), Conjunction::When)
            }
            Act::Opaque(text) => {
                let german = format!("Das wurde nicht verstanden: {text}");
                (say(format!("This is not understood: {text}"), german), Conjunction::When)
            }
        }
    }

    /// The act with the condition, or with its negation.
    fn with_condition(
        &self,
        act: &str,
        joint: Conjunction,
        row: &Row,
        holds: bool,
        language: Language,
    ) -> String {
        let english = language == Language::English;
        let constant = self.fixed(row.condition).map(|it| it == holds);
        let act = if constant.is_some() { act.trim_end_matches(',') } else { act };
        match (constant, joint, english) {
            (Some(true), ..) => {
                let how_often = self.how_often(row, joint, english);
                return format!("{act}{how_often}.");
            }
            (Some(false), _, true) => return format!("{act}: this never happens."),
            (Some(false), _, false) => return format!("{act}: Das kommt nie vor."),
            (None, ..) => {}
        }
        let phrase = self.phrase(row.condition, holds, language);
        let (comma, joint) = match (joint, english) {
            (Conjunction::While, true) => ("", "while "),
            (Conjunction::When, true) => ("", "when "),
            (Conjunction::While, false) => (",", "solange "),
            (Conjunction::When, false) => (",", "wenn "),
        };
        if phrase.literals() <= LITERALS {
            return format!("{act}{comma} {joint}{}.", phrase.said(language, Order::Last, joint));
        }
        let (lines, all) = phrase.lines(language);
        let lines: Vec<String> = lines.iter().map(|line| format!("\n– {line}")).collect();
        format!("{act}{comma} {joint}{}{}", head(all, english), lines.concat())
    }

    /// Adds to a sentence what must hold so that its act is executed.
    fn add_call_conditions(
        &self,
        sentence: &str,
        executed: ExprId,
        act: &Act,
        language: Language,
    ) -> String {
        let english = language == Language::English;
        // A long condition ends with a list, so the addition begins on a new line.
        let (sentence, start) = match (sentence.contains('\n'), english) {
            (true, true) => (sentence, "\nOnly executed while "),
            (true, false) => (sentence, "\nNur ausgeführt, solange "),
            (false, true) => (sentence.trim_end_matches('.'), "; only executed while "),
            (false, false) => (sentence.trim_end_matches('.'), "; nur ausgeführt, solange "),
        };
        match (self.fixed(executed), english) {
            (Some(true), _) => return format!("{sentence}."),
            (Some(false), true) => return format!("{sentence}; never executed."),
            (Some(false), false) => return format!("{sentence}; nie ausgeführt."),
            (None, _) => {}
        }
        let kept = match (act, english) {
            (Act::Follows(_), true) => " (otherwise it keeps its value)",
            (Act::Follows(_), false) => " (sonst bleibt der Wert)",
            _ => "",
        };
        let phrase = self.phrase(executed, true, language);
        let link = if english { "while " } else { "solange " };
        if phrase.literals() <= LITERALS {
            let said = phrase.said(language, Order::Last, link);
            return format!("{sentence}{start}{said}{kept}.");
        }
        let (lines, all) = phrase.lines(language);
        let lines: Vec<String> = lines.iter().map(|line| format!("\n– {line}")).collect();
        format!("{sentence}{start}{}{}", head(all, english), lines.concat())
    }

    /// Whether a condition without variables holds, if it can be evaluated.
    pub(super) fn fixed(&self, id: ExprId) -> Option<bool> {
        if !self.index.exprs.places(id).is_empty() {
            return None;
        }
        match Evaluation::new(&self.index.exprs, &Nothing).truth(id) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        }
    }
}

/// The introduction before the lines of a long condition.
fn head(all: bool, english: bool) -> &'static str {
    match (all, english) {
        (true, true) => "all of these hold:",
        (false, true) => "any of these holds:",
        (true, false) => "all dies gilt:",
        (false, false) => "eines davon gilt:",
    }
}

/// Without values.
struct Nothing;

impl Values for Nothing {
    fn value(&self, _: PlaceId) -> Option<Scalar> {
        None
    }

    fn text(&self, _: NameId) -> &'static str {
        ""
    }
}

/// S7 types whose instances are called in text.
const IEC: [&str; 8] =
    ["TON_TIME", "TON_LTIME", "TOF_TIME", "TOF_LTIME", "TP_TIME", "CTU", "CTD", "CTUD"];

/// The function of a timer, a counter or another instruction.
fn runs(instruction: &str, name: &str, english: bool) -> (String, Conjunction) {
    let upper = instruction.to_ascii_uppercase();
    let (act, joint) = match upper.as_str() {
        "TON" | "TONR" | "RTO" | "RTOR" | "TP" | "TON_TIME" | "TON_LTIME" | "TP_TIME"
            if english =>
        {
            (format!("Timer{name} ({instruction}) runs"), Conjunction::While)
        }
        "TON" | "TONR" | "RTO" | "RTOR" | "TP" | "TON_TIME" | "TON_LTIME" | "TP_TIME" => {
            (format!("Der Timer{name} ({instruction}) läuft"), Conjunction::While)
        }
        "TOF" | "TOFR" | "TOF_TIME" | "TOF_LTIME" if english => (
            format!("Timer{name} ({instruction}) runs out as soon as this ends; it is held"),
            Conjunction::While,
        ),
        "TOF" | "TOFR" | "TOF_TIME" | "TOF_LTIME" => (
            format!(
                "Der Timer{name} ({instruction}) läuft ab, sobald dies endet; er wird gehalten"
            ),
            Conjunction::While,
        ),
        "CTU" | "CTD" | "CTUD" if english => {
            (format!("Counter{name} ({instruction}) counts one each time"), Conjunction::When)
        }
        "CTU" | "CTD" | "CTUD" => {
            (format!("Der Zähler{name} ({instruction}) zählt jedes Mal um eins"), Conjunction::When)
        }
        "CALL" if english && !name.is_empty() => {
            (format!("{} is called", name.trim_start()), Conjunction::When)
        }
        "CALL" if !name.is_empty() => {
            (format!("{} wird aufgerufen", name.trim_start()), Conjunction::When)
        }
        _ if english => (format!("{instruction}{name} is executed"), Conjunction::When),
        _ => (format!("{instruction}{name} wird ausgeführt"), Conjunction::When),
    };
    (act, joint)
}

/// Names of a program or block as in its own code: `AOI:Motor.Run` becomes `Run`, `Motor#run`
/// becomes `#run`; or as `operand` says.
fn local(
    text: &str,
    owner: &str,
    vendor: Vendor,
    operand: &dyn Fn(&str) -> Option<String>,
) -> String {
    let scopes = match vendor {
        Vendor::AllenBradley => {
            vec![(format!("AOI:{owner}."), ""), (format!("Program:{owner}."), "")]
        }
        Vendor::Siemens => vec![(format!("{owner}#"), "#")],
        // A method sees the variables of its block.
        Vendor::Codesys => {
            let block = owner.rsplit_once('.').map_or(owner, |(block, _)| block);
            vec![(format!("{owner}."), ""), (format!("{block}."), "")]
        }
    };
    // A parameter of a method can have the name of a variable of its block: then the latter is not
    // shortened.
    let own = format!("{owner}.").to_lowercase();
    let lower = text.to_lowercase();
    let hidden: Vec<&str> =
        lower.match_indices(&own).map(|(at, _)| word(&lower[at + own.len()..])).collect();
    let is_hidden = |scope: &str, rest: &str| {
        scope.len() < own.len() && hidden.contains(&&*word(&rest[scope.len()..]).to_lowercase())
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let begins = !before.is_alphanumeric() && !matches!(before, '_' | '.' | '#' | ':');
        let scope = scopes.iter().find(|(scope, _)| {
            begins && rest.starts_with(scope.as_str()) && !is_hidden(scope, rest)
        });
        if let Some((scope, short)) = scope {
            rest = &rest[scope.len()..];
            let name = word(rest);
            match operand(name) {
                Some(operand) => {
                    out.push_str(&operand);
                    rest = &rest[name.len()..];
                }
                None => out.push_str(short),
            }
            before = '.';
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
            before = next;
        }
    }
    out
}

/// The name at the beginning of a text.
fn word(text: &str) -> &str {
    let end = text.find(|char: char| !char.is_alphanumeric() && char != '_');
    &text[..end.unwrap_or(text.len())]
}
