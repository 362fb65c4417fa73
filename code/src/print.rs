//! Networks as neutral text, with the ladder of this text.

use std::rc::Rc;

use tagbridge_structured_text::{Span, Why};

use crate::{
    Drawn, DrawnPart, Element, Ladder, LadderRung, Network, Part, Pin, PinValue, Signal,
    path::{self, Path, Step, steps},
};

/// Maximum number of parts; larger networks are listed part by part.
const MAX_PARTS: usize = 2000;
/// Maximum length of the text in bytes: crossing branches can multiply without a limit.
const MAX_BYTES: usize = 200_000;
/// Maximum depth of branches.
const MAX_DEPTH: usize = 32;

impl Network {
    /// Follows the wires from the power rail.
    ///
    /// Consecutive elements are in series, `[a ,b ]` is parallel, and each path ends with `;`:
    /// `Contact("Start")[Contact(NOT #off) ,Contact(#on) ]Coil("Run");`. There is one line for each
    /// path that starts at the rail. A network with more than 2,000 parts is a list. Text of more
    /// than 200,000 bytes or 32 levels of branches is truncated.
    pub fn draw(&self) -> Drawn {
        draw(self)
    }
}

fn draw(net: &Network) -> Drawn {
    let all = if net.parts.len() > MAX_PARTS { Vec::new() } else { path::paths(net) };
    let mut writer = Writer {
        net,
        paths: &all,
        out: String::new(),
        labels: 0,
        spans: vec![Vec::new(); net.parts.len()],
    };
    let mut rungs: Vec<LadderRung> = net.labels.iter().map(|it| writer.label(it)).collect();
    writer.labels = writer.out.len();
    if net.parts.len() > MAX_PARTS {
        writer.listing(&mut rungs);
    } else {
        writer.ways(&mut rungs);
    }
    let drawn = net.parts.iter().map(|part| DrawnPart {
        source: Span::new(part.source.start, part.source.end),
        entry: part.entry().map(str::to_owned),
        exits: part.exits.clone(),
    });
    let ladder = Ladder { rungs, drawn: drawn.collect() };
    Drawn { text: writer.out, ladder, spans: writer.spans }
}

struct Writer<'a> {
    net: &'a Network,
    /// The path to each part; empty for a list.
    paths: &'a [Path],
    out: String,
    /// The position of the text after the labels.
    labels: usize,
    spans: Vec<Vec<Span>>,
}

impl Writer<'_> {
    /// Writes `Label(again);` on a separate line.
    fn label(&mut self, label: &str) -> LadderRung {
        let start = self.out.len();
        let name = self.push("Label");
        self.out.push('(');
        let pins = vec![Pin::operand(self.push(label))];
        self.out.push(')');
        let span = self.since(start);
        self.out.push_str(";\n");
        let elements = vec![Element::Part(Part { span, name, kind: None, pins, drawn: None })];
        LadderRung { span, elements }
    }

    /// Writes each path that starts at the rail on a separate line.
    fn ways(&mut self, rungs: &mut Vec<LadderRung>) {
        let ends: Vec<Vec<Rc<Step>>> =
            path::ends(self.net, self.paths).iter().map(|end| steps(end, &None)).collect();
        let ends: Vec<&[Rc<Step>]> = ends.iter().map(Vec::as_slice).collect();
        let mut rest = &ends[..];
        while let Some((first, _)) = rest.split_first() {
            let count = rest.iter().take_while(|path| begins_alike(first, path)).count().max(1);
            if self.out.len() > self.labels {
                self.out.push('\n');
            }
            let start = self.out.len();
            let mut elements = Vec::new();
            self.group(&rest[..count], 0, &mut elements);
            rungs.push(LadderRung { span: self.since(start), elements });
            self.out.push(';');
            rest = &rest[count..];
        }
    }

    /// All parts, one per line, without the power flow.
    fn listing(&mut self, rungs: &mut Vec<LadderRung>) {
        for at in 0..self.net.parts.len() {
            let part = self.part(at, 0);
            rungs.push(LadderRung { span: part.span, elements: vec![Element::Part(part)] });
            self.out.push_str(";\n");
            if self.is_full() {
                break;
            }
        }
    }

    /// Paths with a common start: the start, then the different rests in brackets.
    fn group(&mut self, paths: &[&[Rc<Step>]], depth: usize, into: &mut Vec<Element>) {
        let Some(first) = paths.first() else { return };
        let shared = (0..first.len())
            .take_while(|&at| {
                paths
                    .iter()
                    .all(|path| begins_alike(&first[at..], path.get(at..).unwrap_or_default()))
            })
            .count();
        for step in &first[..shared] {
            self.element(&step.element, depth, into);
        }
        if paths.len() == 1 || self.is_cut(depth, into) {
            return;
        }
        let rests: Vec<&[Rc<Step>]> = paths.iter().map(|path| &path[shared..]).collect();
        let mut rest = &rests[..];
        let mut legs = Vec::new();
        self.out.push('[');
        while let Some((first, _)) = rest.split_first() {
            let count = rest.iter().take_while(|path| begins_alike(first, path)).count().max(1);
            self.out.push_str(if legs.is_empty() { "" } else { " ," });
            let mut leg = Vec::new();
            self.group(&rest[..count], depth + 1, &mut leg);
            legs.push(leg);
            rest = &rest[count..];
        }
        self.out.push_str(" ]");
        into.push(Element::Branch(legs));
    }

    fn element(&mut self, element: &path::Element, depth: usize, into: &mut Vec<Element>) {
        if self.is_cut(depth, into) {
            return;
        }
        let drawn = match element {
            path::Element::Part(at) => Element::Part(self.part(*at, depth)),
            path::Element::Operand(text) => Element::Signal(self.push(text)),
            path::Element::Not => {
                let start = self.out.len();
                let name = self.push("Not");
                self.out.push_str("()");
                let span = self.since(start);
                Element::Part(Part { span, name, kind: None, pins: Vec::new(), drawn: None })
            }
            path::Element::Parallel { from, branches } => {
                let mut legs = Vec::new();
                self.out.push('[');
                for branch in branches {
                    self.out.push_str(if legs.is_empty() { "" } else { " ," });
                    legs.push(self.series(&steps(branch, from), depth + 1));
                }
                self.out.push_str(" ]");
                Element::Branch(legs)
            }
        };
        into.push(drawn);
    }

    fn series(&mut self, steps: &[Rc<Step>], depth: usize) -> Vec<Element> {
        let mut series = Vec::new();
        for step in steps {
            self.element(&step.element, depth, &mut series);
        }
        series
    }

    /// Writes `Contact(NOT #a)`, `TON(#timer, PT := T#5s, ET => #t)`.
    fn part(&mut self, at: usize, depth: usize) -> Part {
        let start = self.out.len();
        let part = &self.net.parts[at];
        let name = self.push(&part.name);
        self.out.push('(');
        let mut pins = Vec::new();
        for subject in &part.subjects {
            self.separate(&pins);
            pins.push(Pin::operand(self.push(subject)));
        }
        let main = part.main_pin();
        let (operand, others): (Vec<_>, Vec<_>) =
            part.inputs.iter().partition(|(pin, _)| pin == "operand");
        for (pin, signal) in operand.into_iter().chain(others) {
            if Some(pin.as_str()) == main && !matches!(signal, Signal::Operand(_)) {
                continue;
            }
            self.separate(&pins);
            let name = (pin != "operand").then(|| self.push(pin));
            if name.is_some() {
                self.out.push_str(" := ");
            }
            let is_negated = part.is_negated(pin);
            if is_negated {
                self.out.push_str("NOT ");
            }
            let value = self.value(signal, depth);
            pins.push(Pin { name, is_output: false, is_negated, value });
        }
        for (pin, target) in &part.outputs {
            self.separate(&pins);
            let name = Some(self.push(pin));
            self.out.push_str(" => ");
            let value = PinValue::Operand(self.push(target));
            pins.push(Pin { name, is_output: true, is_negated: false, value });
        }
        self.out.push(')');
        let span = self.since(start);
        self.spans[at].push(span);
        Part { span, name, kind: None, pins, drawn: Some(at) }
    }

    /// Writes a signal at a pin other than the one with the power flow.
    fn value(&mut self, signal: &Signal, depth: usize) -> PinValue {
        match signal {
            Signal::Rail => PinValue::Operand(self.push("TRUE")),
            Signal::Operand(text) => PinValue::Operand(self.push(text)),
            Signal::Part(from, _) => {
                let mut flow = Vec::new();
                if self.is_cut(depth, &mut flow) || self.paths.is_empty() {
                    let name = self.push(&self.net.parts[*from].name);
                    return PinValue::Flow(vec![Element::Opaque(name, Why::Depth)]);
                }
                let flow = self.series(&steps(&self.paths[*from], &None), depth + 1);
                if flow.is_empty() {
                    // A cycle.
                    let here = self.since(self.out.len());
                    return PinValue::Flow(vec![Element::Opaque(here, Why::Syntax)]);
                }
                PinValue::Flow(flow)
            }
        }
    }

    /// Writes a separator between two pins.
    fn separate(&mut self, before: &[Pin]) {
        self.out.push_str(if before.is_empty() { "" } else { ", " });
    }

    fn push(&mut self, text: &str) -> Span {
        let start = self.out.len();
        self.out.push_str(text);
        self.since(start)
    }

    fn since(&self, start: usize) -> Span {
        Span::new(start, self.out.len())
    }

    fn is_full(&self) -> bool {
        self.out.len() - self.labels > MAX_BYTES
    }

    /// Whether no more elements are written here; then the text and the tree are marked as
    /// truncated.
    fn is_cut(&mut self, depth: usize, into: &mut Vec<Element>) -> bool {
        let cut = depth > MAX_DEPTH || self.is_full();
        if cut {
            let mark = if self.out.ends_with('…') { "" } else { "…" };
            let span = self.push(mark);
            into.push(Element::Opaque(span, Why::Depth));
        }
        cut
    }
}

fn begins_alike(one: &[Rc<Step>], two: &[Rc<Step>]) -> bool {
    match (one.first(), two.first()) {
        (Some(one), Some(two)) => Rc::ptr_eq(one, two),
        _ => false,
    }
}
