//! Converts conditions to parts and wires.

use super::{FlgNet, NetworkFragment, NetworkOperand, WireEnd, card, pin};
use crate::condition::SwitchCondition;

impl FlgNet {
    /// Adds the parts of a condition; `name` returns the operand of a name.
    pub fn build<E>(
        &mut self,
        when: &SwitchCondition,
        name: &mut impl FnMut(&str) -> Result<NetworkOperand, E>,
    ) -> Result<NetworkFragment, E> {
        match when {
            SwitchCondition::Bit { name: bit, on } => {
                let known = self.again(bit);
                let negated =
                    if *on { vec![] } else { vec!["<Negated Name=\"operand\" />".to_owned()] };
                let operand = match known {
                    Some(operand) => operand,
                    None => self.access(&name(bit)?),
                };
                let part = self.part("Contact", "", &negated);
                self.wire(vec![operand, pin(&part, "operand")]);
                Ok(NetworkFragment { ins: vec![pin(&part, "in")], out: pin(&part, "out") })
            }
            SwitchCondition::Compare { name: left, how, value } => {
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
                Ok(NetworkFragment { ins: vec![pin(&part, "pre")], out: pin(&part, "out") })
            }
            SwitchCondition::All(of) => {
                let mut whole: Option<NetworkFragment> = None;
                for it in of {
                    let next = self.build(it, name)?;
                    whole = Some(match whole {
                        None => next,
                        Some(before) => {
                            let ends = std::iter::once(before.out).chain(next.ins).collect();
                            self.wire(ends);
                            NetworkFragment { ins: before.ins, out: next.out }
                        }
                    });
                }
                Ok(whole.unwrap_or(NetworkFragment { ins: Vec::new(), out: WireEnd::Rail }))
            }
            SwitchCondition::Any(of) => {
                let legs: Vec<NetworkFragment> =
                    of.iter().map(|it| self.build(it, name)).collect::<Result<_, _>>()?;
                let (ins, outs): (Vec<_>, Vec<_>) =
                    legs.into_iter().map(|it| (it.ins, it.out)).unzip();
                let out = self.joined(outs);
                Ok(NetworkFragment { ins: ins.concat(), out })
            }
        }
    }

    /// Adds a timer; its entry is `IN`.
    pub fn timer(&mut self, kind: &str, timer: &NetworkOperand, preset: &str) -> String {
        let time = self.constant("Time", preset);
        let instance = self.id();
        let mut inside = vec![format!("<Instance Scope=\"{}\" UId=\"{instance}\">", timer.scope)];
        inside.extend(timer.parts.iter().map(|it| format!("  <Component Name=\"{it}\" />")));
        inside.push("</Instance>".to_owned());
        let of_time = "<TemplateValue Name=\"time_type\" Type=\"Type\">Time</TemplateValue>";
        inside.push(of_time.to_owned());
        let part = self.part(kind, " Version=\"1.0\"", &inside);
        self.wire(vec![time, pin(&part, "PT")]);
        part
    }

    /// Adds a box that makes a number of two; its entry.
    pub fn calculated(
        &mut self,
        kind: &str,
        (left, right): (&NetworkOperand, &str),
        to: &NetworkOperand,
    ) -> WireEnd {
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

    /// Adds a box that gives a number a value; its entry.
    pub fn moved(&mut self, value: &str, to: &NetworkOperand) -> WireEnd {
        let (value, result) = (self.constant(&to.kind, value), self.access(to));
        let part = self.part("Move", "", &[card(1)]);
        self.wire(vec![value, pin(&part, "in")]);
        self.wire(vec![pin(&part, "out1"), result]);
        pin(&part, "en")
    }

    /// Joins ways by a part; its output.
    pub fn joined(&mut self, outs: Vec<WireEnd>) -> WireEnd {
        let part = self.part("O", "", &[card(outs.len())]);
        for (at, out) in outs.into_iter().enumerate() {
            self.wire(vec![out, pin(&part, &format!("in{}", at + 1))]);
        }
        pin(&part, "out")
    }
}
