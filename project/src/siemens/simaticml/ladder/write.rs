//! Paths as text.

use std::{ops::Range, rc::Rc};

use super::{
    net::{Net, Part, Source},
    path::{self, Element, Path, Step, steps},
};
use crate::declaration::MAX_DEPTH;

/// Longer texts are cut: branches that cross can multiply without end.
const MAX_CHARS: usize = 200_000;

/// A text, and where each part of the network stands in it.
pub(super) type Written = (String, Vec<Vec<Range<u32>>>);

/// Paths that part ways at the rail stand on lines of their own.
pub(super) fn paths(net: &Net) -> Written {
    let all = path::paths(net);
    let ends: Vec<Vec<Rc<Step>>> =
        path::ends(net, &all).iter().map(|end| steps(end, &None)).collect();
    let ends: Vec<&[Rc<Step>]> = ends.iter().map(Vec::as_slice).collect();
    let mut writer = Writer::new(net, &all);
    let mut rest = &ends[..];
    while let Some((first, _)) = rest.split_first() {
        let count = rest.iter().take_while(|path| begins_alike(first, path)).count().max(1);
        if !writer.out.is_empty() {
            writer.out.push('\n');
        }
        writer.group(&rest[..count], 0);
        writer.out.push(';');
        rest = &rest[count..];
    }
    (writer.out, writer.spans)
}

/// All parts, one per line, without the way of the current.
pub(super) fn listing(net: &Net) -> Written {
    let mut writer = Writer::new(net, &[]);
    for at in 0..net.parts.len() {
        writer.part(at, 0);
        writer.out.push_str(";\n");
        if writer.is_full() {
            break;
        }
    }
    (writer.out, writer.spans)
}

struct Writer<'a> {
    net: &'a Net,
    paths: &'a [Path],
    out: String,
    spans: Vec<Vec<Range<u32>>>,
}

impl<'a> Writer<'a> {
    fn new(net: &'a Net, paths: &'a [Path]) -> Self {
        Self { net, paths, out: String::new(), spans: vec![Vec::new(); net.parts.len()] }
    }

    /// Paths with a common beginning: that, then their ways in brackets.
    fn group(&mut self, paths: &[&[Rc<Step>]], depth: usize) {
        let Some(first) = paths.first() else { return };
        let shared = (0..first.len())
            .take_while(|&at| {
                paths
                    .iter()
                    .all(|path| begins_alike(&first[at..], path.get(at..).unwrap_or_default()))
            })
            .count();
        for step in &first[..shared] {
            self.element(&step.element, depth);
        }
        if paths.len() == 1 || self.is_cut(depth) {
            return;
        }
        let rests: Vec<&[Rc<Step>]> = paths.iter().map(|path| &path[shared..]).collect();
        let mut rest = &rests[..];
        self.out.push('[');
        let mut separator = "";
        while let Some((first, _)) = rest.split_first() {
            let count = rest.iter().take_while(|path| begins_alike(first, path)).count().max(1);
            self.out.push_str(separator);
            self.group(&rest[..count], depth + 1);
            separator = " ,";
            rest = &rest[count..];
        }
        self.out.push_str(" ]");
    }

    fn element(&mut self, element: &Element, depth: usize) {
        if self.is_cut(depth) {
            return;
        }
        match element {
            Element::Part(at) => self.part(*at, depth),
            Element::Operand(text) => self.out.push_str(text),
            Element::Not => self.out.push_str("Not()"),
            Element::Parallel { from, branches } => {
                self.out.push('[');
                for (at, branch) in branches.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(" ,");
                    }
                    for step in steps(branch, from) {
                        self.element(&step.element, depth + 1);
                    }
                }
                self.out.push_str(" ]");
            }
        }
    }

    /// `Contact(NOT #a)`, `TON(#timer, PT := T#5s, ET => #t)`.
    fn part(&mut self, at: usize, depth: usize) {
        let start = self.out.len();
        let part: &'a Part = &self.net.parts[at];
        self.out.push_str(&part.name);
        self.out.push('(');
        let mut separator = "";
        for subject in &part.subjects {
            self.out.push_str(separator);
            self.out.push_str(subject);
            separator = ", ";
        }
        let main = part.main_pin();
        let (operand, others): (Vec<_>, Vec<_>) =
            part.inputs.iter().partition(|(pin, _)| pin == "operand");
        for (pin, source) in operand.into_iter().chain(others) {
            if Some(pin.as_str()) == main && !matches!(source, Source::Operand(_)) {
                continue;
            }
            self.out.push_str(separator);
            separator = ", ";
            if pin != "operand" {
                self.out.push_str(pin);
                self.out.push_str(" := ");
            }
            if part.is_negated(pin) {
                self.out.push_str("NOT ");
            }
            self.source(source, depth);
        }
        for (pin, target) in &part.outputs {
            self.out.push_str(separator);
            separator = ", ";
            self.out.push_str(pin);
            self.out.push_str(" => ");
            self.out.push_str(target);
        }
        self.out.push(')');
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.spans[at].push(byte(start)..byte(self.out.len()));
    }

    /// A signal at a pin beside the current.
    fn source(&mut self, source: &Source, depth: usize) {
        match source {
            Source::Rail => self.out.push_str("TRUE"),
            Source::Operand(text) => self.out.push_str(text),
            Source::Part(from, _) if self.is_cut(depth) || self.paths.is_empty() => {
                self.out.push_str(&self.net.parts[*from].name);
            }
            Source::Part(from, _) => {
                let steps = steps(&self.paths[*from], &None);
                for step in steps {
                    self.element(&step.element, depth + 1);
                }
            }
        }
    }

    fn is_full(&self) -> bool {
        self.out.len() > MAX_CHARS
    }

    /// Whether nothing more is to be written here; says so in the text once.
    fn is_cut(&mut self, depth: usize) -> bool {
        let cut = depth > MAX_DEPTH || self.is_full();
        if cut && !self.out.ends_with('…') {
            self.out.push('…');
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
