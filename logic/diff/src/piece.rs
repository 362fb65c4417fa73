//! The compared form of code: instructions and statements, without blanks and case.

use std::hash::{DefaultHasher, Hash, Hasher};

use tagbridge_code::{Element, Ladder, PinValue};
use tagbridge_logic::{
    RoutineId,
    text::{Dialect, TokenKind, tokens},
};
use tagbridge_project::{Body, Language, Project, Routine, Rung};

use crate::Spot;

/// A rung, a network, or a statement of a text: the unit of additions, removals, moves and changes.
pub(crate) struct Cell {
    pub(crate) spot: Spot,
    /// The displayed text.
    pub(crate) text: String,
    pub(crate) comment: Option<String>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) hash: u64,
}

/// An element of a series.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    /// An instruction with its operands; a statement with its tokens.
    Item(Item),
    /// Legs in parallel.
    Branch(Vec<Vec<Piece>>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    /// The instruction; empty for a statement.
    pub(crate) head: String,
    pub(crate) parts: Vec<Part>,
}

/// An operand, or a token of a statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    /// As written, without blanks.
    pub(crate) text: String,
    /// In lower case, for comparison.
    pub(crate) folded: String,
}

impl Item {
    pub(crate) fn is_statement(&self) -> bool {
        self.head.is_empty()
    }

    /// Whether it is only an operand at a gate.
    fn is_signal(&self) -> bool {
        self.is_statement() && self.parts.len() == 1
    }

    /// As written.
    pub(crate) fn text(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        if self.is_statement() {
            return parts.join(" ");
        }
        format!("{}({})", self.head, parts.join(","))
    }

    /// Whether it is only a condition: its order among other conditions does not matter.
    pub(crate) fn asks(&self) -> bool {
        const ASKING: [&str; 23] = [
            "XIC", "XIO", "EQU", "NEQ", "LES", "LEQ", "GRT", "GEQ", "EQ", "NE", "LT", "LE", "GT",
            "GE", "LIM", "LIMIT", "MEQ", "CMP", "AFI", "Contact", "Not", "InRange", "OutRange",
        ];
        self.is_signal() || ASKING.iter().any(|name| self.head.eq_ignore_ascii_case(name))
    }
}

impl Piece {
    pub(crate) fn asks(&self) -> bool {
        match self {
            Self::Item(item) => item.asks(),
            Self::Branch(legs) => legs.iter().flatten().all(Self::asks),
        }
    }

    /// Equal for equal pieces; legs with only conditions may have any order.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            Self::Item(item) => {
                item.head.to_ascii_uppercase().hash(&mut hasher);
                for part in &item.parts {
                    part.folded.hash(&mut hasher);
                }
            }
            Self::Branch(legs) => {
                let mut of_legs: Vec<u64> = legs.iter().map(|leg| hash(leg)).collect();
                if self.asks() {
                    of_legs.sort_unstable();
                }
                (1_u8, of_legs).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Item(item) => item.text(),
            Self::Branch(legs) => {
                let legs: Vec<String> = legs.iter().map(|leg| text(leg)).collect();
                format!("[{}]", legs.join(" ,"))
            }
        }
    }

    /// Every item in it.
    pub(crate) fn items<'a>(&'a self, found: &mut Vec<&'a Item>) {
        match self {
            Self::Item(item) => found.push(item),
            Self::Branch(legs) => legs.iter().flatten().for_each(|piece| piece.items(found)),
        }
    }

    /// Every part in it, to be replaced.
    pub(crate) fn parts_mut(&mut self, each: &mut dyn FnMut(&mut Part)) {
        match self {
            Self::Item(item) => item.parts.iter_mut().for_each(each),
            Self::Branch(legs) => {
                legs.iter_mut().flatten().for_each(|piece| piece.parts_mut(each));
            }
        }
    }
}

impl Part {
    pub(crate) fn new(text: &str) -> Self {
        let text = if text.starts_with('\'') { text.to_owned() } else { squeezed(text) };
        let folded = if text.starts_with('\'') { text.clone() } else { text.to_lowercase() };
        Self { text, folded }
    }

    /// The value at a pin of a network; `pin` is `IN := ` or empty.
    fn at_pin(pin: &str, is_negated: bool, value: &str) -> Self {
        let Self { text, folded } = Self::new(value);
        let before = format!("{pin}{}", if is_negated { "NOT " } else { "" });
        Self {
            text: format!("{before}{text}"),
            folded: format!("{}{folded}", before.to_lowercase()),
        }
    }

    /// The part without its negation, if it has one, for comparison.
    pub(crate) fn upright(&self) -> Option<String> {
        let (pin, value) = self.folded.split_once("not ")?;
        (pin.is_empty() || pin.ends_with(":=")).then(|| format!("{pin}{value}"))
    }

    /// Whether it is a literal.
    pub(crate) fn is_literal(&self) -> bool {
        let bare = self.folded.trim_start_matches('-');
        bare.starts_with(|c: char| c.is_ascii_digit() || c == '\'')
            || matches!(bare, "true" | "false")
            || (bare.contains('#') && !bare.starts_with('#'))
    }

    pub(crate) fn is_name(&self) -> bool {
        !self.is_literal()
            && self.folded.starts_with(|c: char| c.is_alphabetic() || "_\"#%".contains(c))
    }
}

/// Removes all blanks, except between two words.
fn squeezed(text: &str) -> String {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    for piece in text.split_whitespace() {
        if out.ends_with(word) && piece.starts_with(word) {
            out.push(' ');
        }
        out.push_str(piece);
    }
    out
}

/// The hash of a series.
pub(crate) fn hash(pieces: &[Piece]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for piece in pieces {
        piece.hash().hash(&mut hasher);
    }
    hasher.finish()
}

pub(crate) fn text(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::text).collect()
}

/// The cells of a routine.
pub(crate) fn cells(project: &Project, id: RoutineId) -> Vec<Cell> {
    let dialect = project.dialect();
    let spot = Spot { routine: id, rung: None, line: None };
    match &project.routines[id.index()].body {
        Body::Text(text) => statements(text, dialect)
            .into_iter()
            .map(|statement| Cell {
                spot: Spot { line: Some(statement.line), ..spot },
                text: statement.item.text(),
                comment: None,
                hash: Piece::Item(statement.item.clone()).hash(),
                pieces: vec![Piece::Item(statement.item)],
            })
            .collect(),
        Body::Rungs(rungs) => (0..)
            .zip(rungs)
            .map(|(position, rung)| {
                let pieces = of_rung(project, &project.routines[id.index()], rung);
                Cell {
                    spot: Spot { rung: Some(position), ..spot },
                    text: rung.text.clone(),
                    comment: rung.comment.clone().or_else(|| rung.title.clone()),
                    hash: hash(&pieces),
                    pieces,
                }
            })
            .collect(),
        Body::Protected | Body::Absent => Vec::new(),
    }
}

/// What a rung or a network is made of.
fn of_rung(project: &Project, routine: &Routine, rung: &Rung) -> Vec<Piece> {
    let language = rung.language.unwrap_or(routine.language);
    let is_drawn = matches!(language, Language::Ld | Language::Fbd);
    match rung.ladder(project.vendor).filter(|_| is_drawn) {
        Some(ladder) => network(&ladder, &rung.text, project.dialect()),
        None => items(&rung.text, project.dialect()),
    }
}

/// The statements of a text.
fn items(text: &str, dialect: Dialect) -> Vec<Piece> {
    statements(text, dialect).into_iter().map(|it| Piece::Item(it.item)).collect()
}

/// A network: the branches at the power rail are parallel, in one rung or in several.
fn network(ladder: &Ladder, text: &str, dialect: Dialect) -> Vec<Piece> {
    let rungs: Vec<Vec<Piece>> =
        ladder.rungs.iter().map(|rung| drawn(&rung.elements, text, dialect)).collect();
    if dialect == Dialect::Logix { rungs.concat() } else { vec![Piece::Branch(rungs)] }
}

fn drawn(elements: &[Element], shown: &str, dialect: Dialect) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(elements.len());
    for element in elements {
        match element {
            Element::Part(part) => {
                let pins = part.pins.iter().map(|pin| {
                    let sign = if pin.is_output { "=>" } else { ":=" };
                    let name = pin.name.map_or("", |name| &shown[name.range()]);
                    let name =
                        if name.is_empty() { String::new() } else { format!("{name}{sign}") };
                    match &pin.value {
                        PinValue::Operand(span) => {
                            Part::at_pin(&name, pin.is_negated, &shown[span.range()])
                        }
                        PinValue::Flow(flow) => {
                            let flow = text(&drawn(flow, shown, dialect));
                            Part::at_pin(&name, pin.is_negated, &flow)
                        }
                    }
                });
                let (head, parts) = (part.kind_in(shown).to_owned(), pins.collect());
                pieces.push(Piece::Item(Item { head, parts }));
            }
            Element::Branch(legs) => {
                let legs = legs.iter().map(|leg| drawn(leg, shown, dialect));
                pieces.push(Piece::Branch(legs.collect()));
            }
            Element::Signal(span) => {
                let parts = vec![Part::new(&shown[span.range()])];
                pieces.push(Piece::Item(Item { head: String::new(), parts }));
            }
            Element::Opaque(span, _) => pieces.extend(items(&shown[span.range()], dialect)),
        }
    }
    pieces
}

struct Statement {
    line: u32,
    item: Item,
}

/// Splits a text after each semicolon and after each keyword that begins a block.
fn statements(text: &str, dialect: Dialect) -> Vec<Statement> {
    const ENDS: [&str; 6] = [";", "THEN", "DO", "OF", "ELSE", "REPEAT"];
    let mut statements = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let (mut line, mut begin, mut glued) = (1, 1, false);
    for token in tokens(text, dialect) {
        let piece = &text[token.span.range()];
        let here = line;
        line += u32::try_from(piece.matches('\n').count()).unwrap_or(0);
        if token.kind.is_trivia() {
            continue;
        }
        if parts.is_empty() {
            begin = here;
        }
        let ends = ENDS.iter().any(|end| piece.eq_ignore_ascii_case(end));
        let path = matches!(token.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Literal);
        match parts.last_mut() {
            // An access path is one part: `a.b`, `#a`, `"DB".x`.
            Some(last) if glued && (path || piece == ".") => {
                *last = Part::new(&format!("{}{piece}", last.text));
                glued = piece == ".";
            }
            Some(last) if piece == "." && last.is_name() => {
                *last = Part::new(&format!("{}.", last.text));
                glued = true;
            }
            _ => {
                parts.push(Part::new(piece));
                glued = piece == "#";
            }
        }
        if ends && !glued {
            let parts = std::mem::take(&mut parts);
            statements.push(Statement { line: begin, item: Item { head: String::new(), parts } });
        }
    }
    if !parts.is_empty() {
        statements.push(Statement { line: begin, item: Item { head: String::new(), parts } });
    }
    statements
}
