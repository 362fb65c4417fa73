//! Changes of a network: adds parts in series and in parallel, and removes or changes parts.

use super::{COMPARISONS, FlgNet, NetworkFragment, NetworkOperand, Wire, WireEnd, card, pin};

impl FlgNet {
    /// Adds a fragment in series before a part.
    pub fn before(&mut self, part: &str, entry: &str, fragment: NetworkFragment) -> Option<()> {
        let wire = self.feeding(part, entry)?;
        let end = pin(part, entry);
        let ends = self.change(wire);
        let at = ends.iter().position(|it| *it == end)?;
        ends.splice(at..=at, fragment.ins);
        self.wire(vec![fragment.out, end]);
        Some(())
    }

    /// Adds a fragment in series at an input of a call: behind the contacts there, or behind a contact of
    /// the operand there.
    pub fn at_input(&mut self, call: &str, input: &str, fragment: NetworkFragment) -> Option<()> {
        let is_negated = self.item(call)?.negated.iter().any(|it| it == input);
        let wire = self.feeding(call, input).filter(|_| !is_negated)?;
        let [WireEnd::Operand(_), WireEnd::Pin(..)] = self.wires[wire].ends.as_slice() else {
            return self.before(call, input, fragment);
        };
        let contact = self.part("Contact", "", &[]);
        let end = pin(call, input);
        self.change(wire)[1] = pin(&contact, "operand");
        let rail = self.wires.iter().position(|it| it.ends.first() == Some(&WireEnd::Rail))?;
        self.change(rail).push(pin(&contact, "in"));
        let ends = std::iter::once(pin(&contact, "out")).chain(fragment.ins).collect();
        self.wire(ends);
        self.wire(vec![fragment.out, end]);
        Some(())
    }

    /// Adds a fragment from the rail in parallel to the whole input of a part.
    pub fn beside(&mut self, part: &str, entry: &str, fragment: NetworkFragment) -> Option<()> {
        let wire = self.feeding(part, entry)?;
        let end = pin(part, entry);
        let join = self.part("O", "", &[card(2)]);
        let ends = self.change(wire);
        let at = ends.iter().position(|it| *it == end)?;
        ends[at] = pin(&join, "in1");
        self.wire(vec![fragment.out, pin(&join, "in2")]);
        self.wire(vec![pin(&join, "out"), end]);
        let rail = self.wires.iter().position(|it| it.ends.first() == Some(&WireEnd::Rail))?;
        self.change(rail).extend(fragment.ins);
        Some(())
    }

    /// Adds a fragment in parallel to one contact.
    pub fn around(&mut self, part: &str, fragment: NetworkFragment) -> Option<()> {
        let (into, out) = (self.feeding(part, "in")?, self.leaving(part, "out")?);
        self.change(into).extend(fragment.ins);
        let join = self.part("O", "", &[card(2)]);
        self.change(out)[0] = pin(&join, "out");
        self.wire(vec![pin(part, "out"), pin(&join, "in1")]);
        self.wire(vec![fragment.out, pin(&join, "in2")]);
        Some(())
    }

    /// Removes a contact, or its leg if it is the only one in it.
    pub fn take(&mut self, part: &str) -> Option<()> {
        let (into, out) = (self.feeding(part, "in")?, self.leaving(part, "out")?);
        let targets: Vec<WireEnd> = self.wires[out].ends[1..].to_vec();
        let join = match targets.as_slice() {
            [WireEnd::Pin(join, entry)] if self.item(join).is_some_and(|it| it.name == "O") => {
                Some((join.clone(), entry.clone()))
            }
            _ => None,
        };
        let from_rail = self.wires[into].ends.first() == Some(&WireEnd::Rail);
        let is_leg = from_rail || self.wires[into].ends.len() > 2;
        let end = pin(part, "in");
        let at = self.wires[into].ends.iter().position(|it| *it == end)?;
        match join {
            Some((join, entry)) if is_leg => {
                self.change(into).remove(at);
                self.wires[out].ends.clear();
                self.without_leg(&join, &entry)?;
            }
            // The only condition between the rail and an output: without it, the output would
            // always be on.
            _ if from_rail && !self.decide(&targets) => return None,
            _ => {
                self.change(into).splice(at..=at, targets);
                self.wires[out].ends.clear();
            }
        }
        self.forget(part);
        Some(())
    }

    /// Whether ends are only conditions: contacts, comparisons and joins.
    fn decide(&self, ends: &[WireEnd]) -> bool {
        ends.iter().all(|end| match end {
            WireEnd::Pin(part, _) => self.item(part).is_some_and(|it| {
                it.name.ends_with("Contact") || COMPARISONS.contains(&it.name.as_str())
            }),
            _ => false,
        })
    }

    /// A join with one leg less.
    pub(super) fn without_leg(&mut self, join: &str, entry: &str) -> Option<()> {
        let gone: usize = entry.strip_prefix("in")?.parse().ok()?;
        let mut count = 0;
        for wire in &mut self.wires {
            for end in wire.ends.iter_mut().skip(1) {
                let WireEnd::Pin(of, name) = end else { continue };
                let Some(number) = name.strip_prefix("in").and_then(|it| it.parse::<usize>().ok())
                else {
                    continue;
                };
                if of == join {
                    count += 1;
                    if number > gone {
                        *name = format!("in{}", number - 1);
                        wire.raw = None;
                    }
                }
            }
        }
        if count > 1 {
            let item = self.items.iter_mut().find(|it| it.id == join)?;
            item.raw = item.raw.replace(&format!(">{}<", count + 1), &format!(">{count}<"));
            return Some(());
        }
        // One leg needs no join.
        let out = self.leaving(join, "out")?;
        let targets: Vec<WireEnd> = self.wires[out].ends[1..].to_vec();
        let into = self.feeding(join, "in1")?;
        let at = self.wires[into].ends.iter().position(|it| *it == pin(join, "in1"))?;
        self.change(into).splice(at..=at, targets);
        self.wires[out].ends.clear();
        self.items.retain(|it| it.id != join);
        Some(())
    }

    /// Removes a part, and the operands that only it uses.
    fn forget(&mut self, part: &str) {
        let is_own = |wire: &Wire| {
            wire.ends.iter().any(|it| matches!(it, WireEnd::Pin(of, _) if of == part))
        };
        let mut operands = Vec::new();
        self.wires.retain(|wire| {
            if is_own(wire) {
                operands.extend(wire.ends.iter().filter_map(|it| match it {
                    WireEnd::Operand(id) => Some(id.clone()),
                    _ => None,
                }));
                return false;
            }
            !wire.ends.is_empty()
        });
        self.items.retain(|it| it.id != part && !operands.contains(&it.id));
    }

    /// Inverts what a pin is given: the operand of a contact, an input of a gate.
    pub fn invert(&mut self, part: &str, pin: &str) -> Option<()> {
        let blanks = self.blanks.clone();
        let mark = format!("<Negated Name=\"{pin}\"");
        let item = self.items.iter_mut().find(|it| it.id == part)?;
        item.raw = if let Some(at) = item.raw.find(&mark) {
            let end = at + item.raw[at..].find('>')? + 1;
            let begin = item.raw[..at].trim_end().len();
            let rest = format!("{}{}", &item.raw[..begin], &item.raw[end..]);
            match rest.split_once('>') {
                Some((head, tail)) if tail.trim() == "</Part>" => format!("{head} />"),
                _ => rest,
            }
        } else if let Some(head) = item.raw.strip_suffix("/>") {
            format!("{}>{blanks}  {mark} />{blanks}</Part>", head.trim_end())
        } else {
            let at = item.raw.rfind("</")?;
            let begin = item.raw[..at].trim_end().len();
            format!("{}{blanks}  {mark} />{}", &item.raw[..begin], &item.raw[begin..])
        };
        Some(())
    }

    /// Replaces an operand.
    pub fn rename(&mut self, operand: &str, named: &NetworkOperand) {
        let new = self.written(operand, named);
        if let Some(item) = self.items.iter_mut().find(|it| it.id == operand) {
            *item = new;
        }
    }

    /// Replaces a number.
    pub fn revalue(&mut self, operand: &str, to: &str) {
        if let Some(item) = self.items.iter_mut().find(|it| it.id == operand) {
            item.raw = item.raw.replace(&format!(">{}<", item.says), &format!(">{to}<"));
            to.clone_into(&mut item.says);
        }
    }
}
