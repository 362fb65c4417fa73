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

use super::{
    super::archive::Item,
    network::{call, joined},
};
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
    let rung = |(number, (element, text)): (u32, (Item<'_, '_>, String))| {
        let named = texts(element).pop().unwrap_or(element);
        let origins = Origins::drawn(lines.position(named.text_begin()));
        Rung { number, text, origins, ..Rung::default() }
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

    /// The statement of an executed element.
    fn statement(&self, element: Item<'a, 'input>) -> Option<String> {
        match element.type_key().as_deref() {
            Some(OUTPUT) => {
                let pin = element.field("Input")?;
                let sign = match pin.scalar("SetReset").as_deref() {
                    Some("Set") => "S=",
                    Some("Reset") => "R=",
                    _ => ":=",
                };
                let value = self.given(pin, 0).unwrap_or_else(|| "???".to_owned());
                Some(format!("{} {sign} {value};", said(element)?))
            }
            Some(BOX) if self.is_executed(element) => Some(format!("{};", self.called(element, 0))),
            Some(INPUT | BOX | MARK_OF_INPUT | MARK_OF_OUTPUT) => None,
            _ => {
                let words: Vec<_> = texts(element).iter().map(|it| it.text()).collect();
                let words = words.join(" ");
                let words = words.trim();
                // A jump, a label or any other element with a wire is not a comment.
                let is_remark =
                    pins(element, "Input").is_empty() && pins(element, "Output").is_empty();
                let text = if is_remark { "// " } else { "??? " };
                (!words.is_empty()).then(|| format!("{text}{}", words.replace('\n', "\n// ")))
            }
        }
    }

    /// Whether a box is executed on its own, and not only as a part of an expression.
    fn is_executed(&self, element: Item<'a, 'input>) -> bool {
        let outputs = pins(element, "Output");
        let mut numbers = outputs.iter().filter_map(|pin| pin.scalar("Id"));
        !is_value(element) || !numbers.any(|id| self.sources.contains(&id))
    }

    /// The expression at an input.
    fn given(&self, pin: Item<'a, 'input>, depth: usize) -> Option<String> {
        let from = self.wires.get(&pin.scalar("Id")?)?;
        let (element, at) = *self.outputs.get(from)?;
        let left = self.left.get();
        if depth > MAX_DEPTH || left == 0 {
            return Some("…".to_owned());
        }
        self.left.set(left - 1);
        let output = pins(element, "Output").into_iter().nth(at)?;
        let text = match element.type_key().as_deref() {
            Some(MARK_OF_INPUT) => {
                let mark = *self.marks.get(&said(element)?)?;
                self.given(mark.field("Input")?, depth + 1)?
            }
            Some(BOX) if is_value(element) => self.called(element, depth + 1),
            Some(BOX) => {
                let name = texts(element).into_iter().nth(pins(element, "Input").len() + at)?;
                format!("{}.{}", said(element)?, name.text().trim())
            }
            _ => said(element)?.into_owned(),
        };
        let negations = [output, pin].iter().filter(|pin| pin.flag("Negated")).count();
        Some(if negations == 1 { format!("NOT {text}") } else { text })
    }

    /// Formats a box: `(a AND b)`, `ADD(a, b)`, `Timer.TON(IN := a)`. Inputs without a wire are omitted.
    fn called(&self, element: Item<'a, 'input>, depth: usize) -> String {
        let (inputs, texts) = (pins(element, "Input"), texts(element));
        let names = texts.iter().map(|it| it.text().trim().to_owned());
        let given = inputs.iter().zip(names).filter_map(|(pin, name)| {
            let value = self.given(*pin, depth)?;
            Some((name, value))
        });
        let given: Vec<(String, String)> = given.collect();
        let own = texts.get(inputs.len() + pins(element, "Output").len()..).unwrap_or_default();
        let own = |at: usize| own.get(at).map(|it| it.text().trim().to_owned());
        let kind = own(0).unwrap_or_else(|| "???".to_owned());
        let plain = given.iter().all(|(name, _)| name.is_empty());
        let values = || given.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>();
        if let Some(joined) = plain.then(|| joined(&kind, &values())).flatten() {
            return joined;
        }
        let instance = own(1).filter(|name| !name.is_empty() && !is_value(element));
        // The name of a method contains its type, which the instance replaces.
        let kind = match &instance {
            Some(_) => kind.rsplit('.').next().unwrap_or(&kind),
            None => &kind,
        };
        call(instance.as_deref(), kind, given, Vec::new())
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
