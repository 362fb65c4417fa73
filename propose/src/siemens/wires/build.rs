//! Converts conditions to parts and wires.

use super::{End, Flow, Fragment, Named, card, pin};
use crate::condition::Condition;

impl Flow {
    /// Adds the parts of a condition; `name` returns the operand of a name.
    pub(in crate::siemens) fn build<E>(
        &mut self,
        when: &Condition,
        name: &mut impl FnMut(&str) -> Result<Named, E>,
    ) -> Result<Fragment, E> {
        match when {
            Condition::Bit { name: bit, on } => {
                let known = self.again(bit);
                let negated =
                    if *on { vec![] } else { vec!["<Negated Name=\"operand\" />".to_owned()] };
                let operand = match known {
                    Some(operand) => operand,
                    None => self.access(&name(bit)?),
                };
                let part = self.part("Contact", "", &negated);
                self.wire(vec![operand, pin(&part, "operand")]);
                Ok(Fragment { ins: vec![pin(&part, "in")], out: pin(&part, "out") })
            }
            Condition::Compare { name: left, how, value } => {
                let left = name(left)?;
                let kind = left.kind.clone();
                let template =
                    format!("<TemplateValue Name=\"SrcType\" Type=\"Type\">{kind}</TemplateValue>");
                let left = self.access(&left);
                let right = if value.parse::<f64>().is_ok() {
                    let is_real = kind.ends_with("Real") && !value.contains('.');
                    let value = if is_real { format!("{value}.0") } else { value.clone() };
                    self.constant(&kind, &value)
                } else {
                    let right = name(value)?;
                    self.access(&right)
                };
                let part = self.part(how.simatic(), "", &[template]);
                self.wire(vec![left, pin(&part, "in1")]);
                self.wire(vec![right, pin(&part, "in2")]);
                Ok(Fragment { ins: vec![pin(&part, "pre")], out: pin(&part, "out") })
            }
            Condition::All(of) => {
                let mut whole: Option<Fragment> = None;
                for it in of {
                    let next = self.build(it, name)?;
                    whole = Some(match whole {
                        None => next,
                        Some(before) => {
                            let ends = std::iter::once(before.out).chain(next.ins).collect();
                            self.wire(ends);
                            Fragment { ins: before.ins, out: next.out }
                        }
                    });
                }
                Ok(whole.unwrap_or(Fragment { ins: Vec::new(), out: End::Rail }))
            }
            Condition::Any(of) => {
                let legs: Vec<Fragment> =
                    of.iter().map(|it| self.build(it, name)).collect::<Result<_, _>>()?;
                let (ins, outs): (Vec<_>, Vec<_>) =
                    legs.into_iter().map(|it| (it.ins, it.out)).unzip();
                let out = self.joined(outs);
                Ok(Fragment { ins: ins.concat(), out })
            }
        }
    }

    /// Adds a timer that the block keeps; its entry is `IN`.
    pub(in crate::siemens) fn timer(&mut self, kind: &str, timer: &str, preset: &str) -> String {
        let time = self.constant("Time", preset);
        let instance = self.id();
        let part = self.part(
            kind,
            " Version=\"1.0\"",
            &[
                format!("<Instance Scope=\"LocalVariable\" UId=\"{instance}\">"),
                format!("  <Component Name=\"{timer}\" />"),
                "</Instance>".to_owned(),
                "<TemplateValue Name=\"time_type\" Type=\"Type\">Time</TemplateValue>".to_owned(),
            ],
        );
        self.wire(vec![time, pin(&part, "PT")]);
        part
    }

    /// Adds a box that makes a number of two; its entry.
    pub(in crate::siemens) fn calculated(
        &mut self,
        kind: &str,
        (left, right): (&Named, &str),
        to: &Named,
    ) -> End {
        let number = |name: &str| {
            format!("<TemplateValue Name=\"{name}\" Type=\"Type\">{}</TemplateValue>", left.kind)
        };
        let cardinality = (kind == "Add").then(|| card(2));
        let inside: Vec<String> = cardinality.into_iter().chain([number("SrcType")]).collect();
        let (one, two) = (self.access(left), self.constant(&left.kind, right));
        let result = self.access(to);
        let part = self.part(kind, "", &inside);
        self.wire(vec![one, pin(&part, "in1")]);
        self.wire(vec![two, pin(&part, "in2")]);
        self.wire(vec![pin(&part, "out"), result]);
        pin(&part, "en")
    }

    /// Joins ways by a part; its output.
    pub(in crate::siemens) fn joined(&mut self, outs: Vec<End>) -> End {
        let part = self.part("O", "", &[card(outs.len())]);
        for (at, out) in outs.into_iter().enumerate() {
            self.wire(vec![out, pin(&part, &format!("in{}", at + 1))]);
        }
        pin(&part, "out")
    }
}
