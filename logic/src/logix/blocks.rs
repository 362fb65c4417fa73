//! The effects of the blocks of function block diagrams.

use std::{collections::HashMap, sync::LazyLock};

use crate::expr::{Arithmetic, Comparison};

/// A block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    /// The result of the block.
    pub(super) effect: Effect,
    /// The members of its backing tag that it writes, separated by commas.
    outputs: &'static str,
}

/// The result of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    And,
    Or,
    Xor,
    Not,
    Compare(Comparison),
    Compute(Arithmetic),
    /// A value that depends only on its inputs.
    Call,
    /// A value that depends on earlier scans.
    Run,
}

impl Block {
    /// The block with this type name, with or without a backing tag: `BAND`, `BAND__F`.
    pub(crate) fn find(name: &str) -> Option<Self> {
        static TABLE: LazyLock<HashMap<&'static str, Block>> =
            LazyLock::new(|| include_str!("blocks.tsv").lines().filter_map(row).collect());
        let name = name.to_ascii_uppercase();
        TABLE.get(name.strip_suffix("__F").unwrap_or(&name)).copied()
    }

    /// Whether it depends on earlier scans: in structured text, its first operand is its tag.
    pub(crate) fn has_memory(self) -> bool {
        self.effect == Effect::Run
    }

    /// Whether it writes a member of its backing tag.
    pub(crate) fn writes(self, member: &str) -> bool {
        let mut outputs = self.outputs.split(',').chain(["EnableOut"]);
        outputs.any(|output| output.eq_ignore_ascii_case(member))
    }
}

/// The output pin of a block without memory.
pub(super) fn output(name: &str) -> &'static str {
    Block::find(name).and_then(|block| block.outputs.split(',').next()).unwrap_or("Out")
}

/// Whether a block takes bits, and whether it gives one, of blocks whose inputs are of one sort.
pub fn sorts(name: &str) -> Option<(bool, bool)> {
    match Block::find(name)?.effect {
        Effect::And | Effect::Or | Effect::Xor | Effect::Not => Some((true, true)),
        Effect::Compare(_) => Some((false, true)),
        Effect::Compute(_) => Some((false, false)),
        Effect::Call | Effect::Run => None,
    }
}

fn row(line: &'static str) -> Option<(&'static str, Block)> {
    let mut fields = line.split('\t');
    let (name, effect, outputs) = (fields.next()?, fields.next()?, fields.next()?);
    let compare = Effect::Compare;
    let compute = Effect::Compute;
    let effect = match effect {
        "and" => Effect::And,
        "or" => Effect::Or,
        "xor" => Effect::Xor,
        "not" => Effect::Not,
        "eq" => compare(Comparison::Eq),
        "ne" => compare(Comparison::Ne),
        "gt" => compare(Comparison::Gt),
        "ge" => compare(Comparison::Ge),
        "lt" => compare(Comparison::Lt),
        "le" => compare(Comparison::Le),
        "add" => compute(Arithmetic::Add),
        "sub" => compute(Arithmetic::Sub),
        "mul" => compute(Arithmetic::Mul),
        "div" => compute(Arithmetic::Div),
        "mod" => compute(Arithmetic::Mod),
        "pow" => compute(Arithmetic::Pow),
        "sqr" => compute(Arithmetic::Sqrt),
        "neg" => compute(Arithmetic::Neg),
        "abs" => compute(Arithmetic::Abs),
        "band" => compute(Arithmetic::BitAnd),
        "bor" => compute(Arithmetic::BitOr),
        "bxor" => compute(Arithmetic::BitXor),
        "bnot" => compute(Arithmetic::BitNot),
        "call" => Effect::Call,
        "run" => Effect::Run,
        _ => return None,
    };
    Some((name, Block { effect, outputs }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_whole_and_stands_once() {
        let rows = || include_str!("blocks.tsv").lines().filter(|line| !line.starts_with('#'));
        for line in rows() {
            let (name, block) = row(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(Block::find(name), Some(block), "{line}");
            let source = line.split('\t').nth(3).unwrap_or_default();
            assert!(source.starts_with("1756-RM00"), "{line}");
        }
        assert!(rows().count() >= 90, "{}", rows().count());
        assert!(Block::find("BAND__F").is_some_and(|block| block.writes("out")));
        assert!(Block::find("TONR").is_some_and(|block| !block.writes("PRE")));
    }
}
