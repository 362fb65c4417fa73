//! Continuous function charts: boxes, and wires between pins.
//!
//! The archive contains elements in the order of execution, and wires by the numbers of pins. The
//! format is derived from other programs that write and read it, not from the file of a real
//! controller.

use std::{
    borrow::Cow,
    cell::Cell,
    collections::{HashMap, HashSet},
};

use tagbridge_code::Sentence;
use tagbridge_structured_text::{ArgumentHow, Assignment, Expression};

use super::super::archive::Item;
use crate::{
    line_index::LineIndex,
    model::{Origins, Rung},
};

/// Maximum length of a path through a chart.
const MAX_DEPTH: usize = 200;
/// Maximum number of elements in all statements of a chart: paths that join and part again double
/// with each diamond.
const MAX_SHOWN: usize = 20_000;

const INPUT: &str = "d51129f5";
const OUTPUT: &str = "8d9e2b78";
const BOX: &str = "f5becf35";
const MARK_OF_INPUT: &str = "9e94943e";
const MARK_OF_OUTPUT: &str = "cfa51168";

/// One rung for each executed element: `Run := (Start AND NOT Stop);`, `Timer.TON(IN := Start);`.
/// An element that only feeds others is shown in their rungs.
pub(super) fn read(lines: &LineIndex<'_>, implementation: Item<'_, '_>) -> Vec<Rung> {
    let chart = Chart::of(implementation);
    let elements = implementation.list("Items").into_iter();
    let statements = elements.filter_map(|it| Some((it, chart.statement(it)?)));
    let rung = |(number, (element, sentence)): (u32, (Item<'_, '_>, Sentence))| {
        let named = texts(element).pop().unwrap_or(element);
        let origins = Origins::drawn(lines.position(named.text_begin()));
        let (text, statements) = sentence.into_parts();
        Rung { number, text, statements: Some(statements), origins, ..Rung::default() }
    };
    (1..).zip(statements).map(rung).collect()
}

/// The wires of a chart.
struct Chart<'a, 'input> {
    /// Outputs by number: the element, and the index of its output.
    outputs: HashMap<Cow<'a, str>, (Item<'a, 'input>, usize)>,
    /// The number of the connected output, by the number of the input.
    wires: HashMap<Cow<'a, str>, Cow<'a, str>>,
    /// The numbers of all connected outputs.
    sources: HashSet<Cow<'a, str>>,
    /// Connection marks by name.
    marks: HashMap<Cow<'a, str>, Item<'a, 'input>>,
    /// Number of elements that may still be shown.
    left: Cell<usize>,
}

impl<'a, 'input> Chart<'a, 'input> {
    fn of(implementation: Item<'a, 'input>) -> Self {
        let (mut outputs, mut marks) = (HashMap::new(), HashMap::new());
        for element in implementation.list("Items") {
            for (at, pin) in pins(element, "Output").into_iter().enumerate() {
                outputs.extend(pin.scalar("Id").map(|id| (id, (element, at))));
            }
            if element.type_key().as_deref() == Some(MARK_OF_OUTPUT) {
                marks.extend(said(element).map(|name| (name, element)));
            }
        }
        let wires = implementation
            .descendants()
            .filter_map(|wire| Some((wire.scalar("DestPinId")?, wire.scalar("SourcePinId")?)));
        let wires: HashMap<Cow<'a, str>, Cow<'a, str>> = wires.collect();
        let sources = wires.values().cloned().collect();
        Self { outputs, wires, sources, marks, left: Cell::new(MAX_SHOWN) }
    }

    /// What an element says that is executed.
    fn statement(&self, element: Item<'a, 'input>) -> Option<Sentence> {
        let mut out = Sentence::default();
        match element.type_key().as_deref() {
            Some(OUTPUT) => {
                let pin = element.field("Input")?;
                let (sign, how) = match pin.scalar("SetReset").as_deref() {
                    Some("Set") => (" S= ", Assignment::Set),
                    Some("Reset") => (" R= ", Assignment::Reset),
                    _ => (" := ", Assignment::Store),
                };
                let target = out.term(&said(element)?);
                out.write(sign);
                let value = self.given(&mut out, pin, 0).unwrap_or_else(|| out.unclear("???"));
                out.assigned(0, vec![(target, how)], value);
            }
            Some(BOX) if self.is_executed(element) => {
                let value = self.called(&mut out, element, 0);
                out.called(0, value);
            }
            Some(INPUT | BOX | MARK_OF_INPUT | MARK_OF_OUTPUT) => return None,
            _ => {
                let words: Vec<_> = texts(element).iter().map(|it| it.text()).collect();
                let words = words.join(" ");
                let words = words.trim();
                if words.is_empty() {
                    return None;
                }
                // A jump, a label or whatever has a wire is no remark.
                let is_remark =
                    pins(element, "Input").is_empty() && pins(element, "Output").is_empty();
                out.write(if is_remark { "// " } else { "??? " });
                out.write(&words.replace('\n', "\n// "));
                if !is_remark {
                    out.unread();
                }
            }
        }
        Some(out)
    }

    /// Whether a box is executed on its own, and not only as a part of an expression.
    fn is_executed(&self, element: Item<'a, 'input>) -> bool {
        let outputs = pins(element, "Output");
        let mut numbers = outputs.iter().filter_map(|pin| pin.scalar("Id"));
        !is_value(element) || !numbers.any(|id| self.sources.contains(&id))
    }

    /// Writes what leads into a pin; nothing where nothing does.
    fn given(&self, out: &mut Sentence, pin: Item<'a, 'input>, depth: usize) -> Option<Expression> {
        let from = self.wires.get(&pin.scalar("Id")?)?;
        let (element, at) = *self.outputs.get(from)?;
        let left = self.left.get();
        if depth > MAX_DEPTH || left == 0 {
            return Some(out.unclear("…"));
        }
        self.left.set(left - 1);
        let output = pins(element, "Output").into_iter().nth(at)?;
        let begin = out.begin();
        let is_negated = [output, pin].iter().filter(|pin| pin.flag("Negated")).count() == 1;
        if is_negated {
            out.write("NOT ");
        }
        let Some(value) = self.value(out, (element, at), depth) else {
            out.truncate(begin);
            return None;
        };
        Some(if is_negated { out.not(begin, value) } else { value })
    }

    /// Writes what an element gives at one of its outputs.
    fn value(
        &self,
        out: &mut Sentence,
        (element, at): (Item<'a, 'input>, usize),
        depth: usize,
    ) -> Option<Expression> {
        Some(match element.type_key().as_deref() {
            Some(MARK_OF_INPUT) => {
                let mark = *self.marks.get(&said(element)?)?;
                self.given(out, mark.field("Input")?, depth + 1)?
            }
            Some(BOX) if is_value(element) => self.called(out, element, depth + 1),
            Some(BOX) => {
                let name = texts(element).into_iter().nth(pins(element, "Input").len() + at)?;
                out.term(&format!("{}.{}", said(element)?, name.text().trim()))
            }
            _ => out.term(&said(element)?),
        })
    }

    /// Writes `(a AND b)`, `ADD(a, b)`, `Timer.TON(IN := a)`. Inputs without a wire are left out.
    fn called(&self, out: &mut Sentence, element: Item<'a, 'input>, depth: usize) -> Expression {
        let (inputs, texts) = (pins(element, "Input"), texts(element));
        let names = texts.iter().map(|it| it.text().trim().to_owned());
        let is_wired = |pin: &Item<'_, '_>| {
            pin.scalar("Id").and_then(|id| self.outputs.get(self.wires.get(&id)?)).is_some()
        };
        let wired: Vec<_> =
            inputs.iter().copied().zip(names).filter(|it| is_wired(&it.0)).collect();
        let own = texts.get(inputs.len() + pins(element, "Output").len()..).unwrap_or_default();
        let own = |at: usize| own.get(at).map(|it| it.text().trim().to_owned());
        let kind = own(0).unwrap_or_else(|| "???".to_owned());
        let is_plain = wired.len() > 1 && wired.iter().all(|(_, name)| name.is_empty());
        let joins = Sentence::operator(&kind).filter(|_| is_plain);
        let instance = own(1).filter(|name| !name.is_empty() && !is_value(element));
        let instance = instance.filter(|_| joins.is_none());
        // A method is told with its type; here it is its instance's.
        let kind = match &instance {
            Some(_) => kind.rsplit('.').next().unwrap_or(&kind),
            None => &kind,
        };
        let opened = out.open((instance.as_deref(), kind), joins);
        let mut all = Vec::new();
        for (pin, name) in wired {
            let begin = out.begin();
            let argument = out.argue(&opened, all.is_empty(), (&name, ArgumentHow::Give));
            match self.given(out, pin, depth) {
                Some(value) => all.push(out.argued(argument, value)),
                None => out.truncate(begin),
            }
        }
        out.close(opened, all)
    }
}

/// Whether a box is an operator or a function: it returns a value and has no state.
fn is_value(element: Item<'_, '_>) -> bool {
    matches!(element.scalar("KindOfCall").as_deref(), Some("Operator" | "Function"))
}

/// One pin, or a list of pins.
fn pins<'a, 'input: 'a>(element: Item<'a, 'input>, name: &str) -> Vec<Item<'a, 'input>> {
    let several = element.list(&format!("{name}s"));
    if several.is_empty() { element.field(name).into_iter().collect() } else { several }
}

/// The texts of an element. For a box these are the names of its inputs and outputs, its type and
/// its instance.
fn texts<'a, 'input: 'a>(element: Item<'a, 'input>) -> Vec<Item<'a, 'input>> {
    let several = element.list("Texts").into_iter();
    several.chain(element.field("Text")).filter_map(|it| it.field("Text").or(Some(it))).collect()
}

/// The name of an element: an operand, an instance or a mark.
fn said<'a, 'input: 'a>(element: Item<'a, 'input>) -> Option<Cow<'a, str>> {
    let text = texts(element).pop()?.text();
    let trimmed = text.trim();
    (!trimmed.is_empty()).then(|| Cow::Owned(trimmed.to_owned()))
}
