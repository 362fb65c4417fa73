//! Ladder of Logix.

use std::{collections::HashMap, sync::LazyLock};

use tagbridge_code::Part;
use tagbridge_logic::logix::table::{self, Use};
use tagbridge_project::{Block as ProjectBlock, BlockKind, Initial, Project, Tag};

use super::{BoxedRow, InstructionBox, Mark, PinAnnotation, RungPiece, front::RungContext};

/// The project data for the operands of rungs: the parameters of add-on instructions, and the
/// initial values of timers and counters.
#[derive(Debug)]
pub struct Operands<'a> {
    add_ons: HashMap<String, &'a ProjectBlock>,
    initial: HashMap<String, &'a Tag>,
}

impl<'a> Operands<'a> {
    pub(super) fn of(project: &'a Project) -> Self {
        let add_ons = project.blocks.iter().filter(|it| it.kind == BlockKind::AddOnInstruction);
        let counts = |tag: &&Tag| ["TIMER", "COUNTER"].contains(&tag.type_use.name.as_str());
        let initial = project.tags.iter().filter(counts);
        Self {
            add_ons: add_ons.map(|block| (block.name.to_lowercase(), block)).collect(),
            initial: initial.map(|tag| (tag.name.to_lowercase(), tag)).collect(),
        }
    }

    /// The initial value of a member of a timer or a counter, from the program or the controller.
    fn initial(&self, owner: &str, tag: &str, member: &str) -> Option<&'a str> {
        let own = format!("program:{owner}.{tag}").to_lowercase();
        let found = self.initial.get(&own).or_else(|| self.initial.get(&tag.to_lowercase()))?;
        match found.initial.as_ref()? {
            Initial::Parts(parts) => parts.get(member).map(String::as_str),
            Initial::Scalar(_) => None,
        }
    }
}

impl RungContext<'_> {
    /// The piece of an instruction.
    pub(super) fn logix(&self, part: &Part) -> RungPiece {
        let (name, span) = (&self.text[part.name.range()], part.span);
        let operands: Vec<String> =
            part.operands().map(|span| self.text[span.range()].to_owned()).collect();
        let word = name.to_ascii_uppercase();
        let add_on = self.operands.add_ons.get(&name.to_lowercase());
        let letters = || Mark::Text(word.clone());
        if operands.len() == 1 && add_on.is_none() {
            let contact = match word.as_str() {
                "XIC" => Some(Mark::None),
                "XIO" => Some(Mark::Negated),
                "ONS" => Some(letters()),
                _ => None,
            };
            if let Some(mark) = contact {
                return RungPiece::Contact { mark, operands, span };
            }
            let coil = match word.as_str() {
                "OTE" => Some(Mark::None),
                "OTL" => Some(Mark::Text("L".to_owned())),
                "OTU" => Some(Mark::Text("U".to_owned())),
                "RES" | "JMP" => Some(letters()),
                _ => None,
            };
            if let Some(mark) = coil {
                return RungPiece::Coil { mark, operands };
            }
        }
        let labels: Vec<&str> = match add_on {
            Some(block) => std::iter::once("")
                .chain(block.members.iter().filter(|it| it.required).map(|it| it.name.as_str()))
                .collect(),
            None => labels(&word).to_vec(),
        };
        let value = |at: usize, operand: &String| self.value(&word, &operands, at, operand);
        let rows = operands.iter().enumerate().map(|(at, operand)| BoxedRow {
            label: (*labels.get(at).unwrap_or(&"")).to_owned(),
            value: PinAnnotation::Text(value(at, operand)),
        });
        RungPiece::Block(InstructionBox {
            rows: rows.collect(),
            title: name.to_owned(),
            instance: None,
            acts: is_output(&word),
            span,
        })
    }

    /// The displayed operand: if a rung only displays a value of its timer or counter, the initial
    /// value.
    fn value(&self, word: &str, operands: &[String], at: usize, operand: &str) -> String {
        let member = match (word, at) {
            ("TON" | "TOF" | "RTO" | "CTU" | "CTD", 1) => ".PRE",
            ("TON" | "TOF" | "RTO" | "CTU" | "CTD", 2) => ".ACC",
            _ => return operand.to_owned(),
        };
        let initial = || self.operands.initial(self.owner, operands.first()?, member);
        if operand == "?" { initial().unwrap_or(operand).to_owned() } else { operand.to_owned() }
    }
}

/// Whether an instruction is an output; otherwise, it is a condition for the following ones.
fn is_output(word: &str) -> bool {
    let Some(row) = table::Instruction::find(word) else { return true };
    let uses = (0..8).map_while(|at| row.operand(at));
    let only_reads = uses.clone().all(|it| matches!(it, Use::Read | Use::Expression));
    !(word == "AFI" || (only_reads && uses.count() > 0))
}

/// The names of the operands of an instruction (1756-RM003, 1756-RM006, 1756-RM007).
fn labels(word: &str) -> &'static [&'static str] {
    static TABLE: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
        let rows = include_str!("operands.tsv").lines();
        let row = |line: &'static str| {
            let mut fields = line.split('\t');
            (fields.next().unwrap_or_default(), fields.collect())
        };
        rows.map(row).collect()
    });
    TABLE.get(word).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_is_an_operand_that_the_logic_knows() {
        for line in include_str!("operands.tsv").lines() {
            let mut fields = line.split('\t');
            let name = fields.next().expect("a name");
            let row = table::Instruction::find(name).expect(name);
            for (at, label) in fields.enumerate() {
                assert!(row.operand(at).is_some(), "{name}: {label}");
            }
        }
    }

    #[test]
    fn what_compares_is_a_condition() {
        for word in ["EQU", "LIM", "CMP", "AFI"] {
            assert!(!is_output(word), "{word}");
        }
        for word in ["TON", "MOV", "JSR", "NOP", "MyAddOn", "MCR", "TND"] {
            assert!(is_output(word), "{word}");
        }
    }
}
