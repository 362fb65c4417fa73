//! The lines of a chart as it is shown: steps, their actions, transitions, branches, links.

use crate::Span;

/// A line, or more where code goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) span: Span,
    pub(super) item: Item,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// `STEP Fill`: its name.
    Step(Span),
    /// `PRESET := 5000`: the word and the expression.
    Limit(Span, Span),
    Action(Action),
    /// `TRANSITION Full := Level > 9`: its name and its condition.
    Transition(Span, Span),
    Stop(Span),
    /// Its name, and whether it parts ways.
    Branch(Span, bool),
    Link(Span, Span),
    Remark,
    Unknown,
}

/// `N Open:`, `N Lamp BOOLEAN INDICATOR x PRESET 500:`, and the code below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) qualifier: Span,
    pub(super) name: Span,
    pub(super) indicator: Option<Span>,
    pub(super) preset: Option<Span>,
    pub(super) body: Option<Span>,
}

const WORDS: [&str; 7] =
    ["STEP ", "INITIAL_STEP ", "TRANSITION ", "STOP ", "BRANCH ", "LINK ", "// "];

/// The lines of a chart.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let span = Span::new(start, start + line.len());
        start += line.len() + 1;
        let begins = line.starts_with("//") || WORDS.iter().any(|word| line.starts_with(word));
        let indent = line.len() - line.trim_start_matches(' ').len();
        match all.last_mut() {
            Some(Line { item: Item::Action(action), span: whole }) if indent >= 8 => {
                let body = action.body.get_or_insert(span);
                body.end = span.end;
                whole.end = span.end;
            }
            // A condition of several lines.
            Some(Line { item: Item::Transition(_, condition), span: whole }) if !begins => {
                condition.end = span.end;
                whole.end = span.end;
            }
            _ if line.trim().is_empty() => {}
            _ => all.push(Line { span, item: item(line, span, indent) }),
        }
    }
    all
}

fn item(line: &str, span: Span, indent: usize) -> Item {
    let at = |part: &str| {
        let start = span.start as usize + (part.as_ptr() as usize - line.as_ptr() as usize);
        Span::new(start, start + part.len())
    };
    let whole = line.trim();
    let (word, rest) = whole.split_once(' ').unwrap_or((whole, ""));
    match word {
        _ if indent > 0 => {
            if let Some((word, expression)) = whole.split_once(" := ")
                && ["PRESET", "LIMIT_HIGH", "LIMIT_LOW"].contains(&word)
            {
                return Item::Limit(at(word), at(expression));
            }
            action(whole.strip_suffix(':').unwrap_or(whole), at).map_or(Item::Unknown, Item::Action)
        }
        _ if whole.starts_with("//") => Item::Remark,
        "STEP" | "INITIAL_STEP" => Item::Step(at(rest)),
        "STOP" => Item::Stop(at(rest)),
        "TRANSITION" => match rest.split_once(" :=") {
            Some((name, condition)) => Item::Transition(at(name), at(condition.trim_start())),
            None => Item::Unknown,
        },
        "BRANCH" => {
            let name = rest.split(' ').next().unwrap_or(rest);
            Item::Branch(at(name), rest.ends_with("Diverge"))
        }
        "LINK" => match rest.split_once(" -> ") {
            Some((from, to)) => Item::Link(at(from), at(to)),
            None => Item::Unknown,
        },
        _ => Item::Unknown,
    }
}

fn action(text: &str, at: impl Fn(&str) -> Span) -> Option<Action> {
    let (head, preset) = match text.split_once(" PRESET ") {
        Some((head, preset)) => (head, Some(at(preset))),
        None => (text, None),
    };
    let (head, indicator) = match head.split_once(" INDICATOR ") {
        Some((head, tag)) => (head, Some(at(tag))),
        None => (head, None),
    };
    let head = head.strip_suffix(" BOOLEAN").unwrap_or(head);
    let (qualifier, name) = head.split_once(' ')?;
    let (qualifier, name) = (at(qualifier), at(name));
    Some(Action { qualifier, name, indicator, preset, body: None })
}
