//! The operands of ladder instructions.

use std::{collections::HashMap, sync::LazyLock};

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Its mnemonic.
    pub name: &'static str,
    /// The use of its operands, one letter each.
    operands: &'static str,
    /// Its effect.
    pub(super) effect: &'static str,
    /// The manual and chapter with this information.
    pub source: &'static str,
}

/// How an instruction uses an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Reads and writes it.
    Both,
    /// A name: of a routine, a label, a class.
    Name,
    /// Shows a value of another operand.
    Shown,
    /// An expression, whose values are read.
    Expression,
    /// A name, or a tag that is read.
    NameOrTag,
}

impl Instruction {
    /// The instruction with this mnemonic, in any case.
    pub fn find(name: &str) -> Option<&'static Self> {
        static TABLE: LazyLock<HashMap<&'static str, Instruction>> = LazyLock::new(|| {
            let rows = include_str!("instructions.tsv").lines();
            rows.filter_map(row).map(|row| (row.name, row)).collect()
        });
        TABLE.get(name).or_else(|| TABLE.get(&*name.to_ascii_uppercase()))
    }

    /// How it uses the operand at a position; absent if it has no operand there.
    pub fn operand(&self, position: usize) -> Option<Use> {
        Some(match self.letter(position)?.to_ascii_lowercase() {
            b'w' => Use::Write,
            b'b' => Use::Both,
            b'n' => Use::Name,
            b'c' => Use::Shown,
            b'x' => Use::Expression,
            b'g' => Use::NameOrTag,
            _ => Use::Read,
        })
    }

    /// The minimum and maximum number of operands.
    pub fn count(&self) -> (usize, usize) {
        match (self.operands.strip_suffix('+'), self.name) {
            // The name of the routine is followed by the number of parameters and the parameters.
            (_, "JSR") => (1, usize::MAX),
            (Some(letters), _) => (letters.len().saturating_sub(1), usize::MAX),
            (None, _) => (self.operands.len(), self.operands.len()),
        }
    }

    /// Whether the operand at a position is the first of several elements of an array.
    pub fn is_first(&self, position: usize) -> bool {
        self.letter(position).is_some_and(|letter| letter.is_ascii_uppercase())
    }

    fn letter(&self, position: usize) -> Option<u8> {
        let (letters, repeats) = match self.operands.strip_suffix('+') {
            Some(letters) => (letters, true),
            None => (self.operands, false),
        };
        let last = letters.len().checked_sub(1)?;
        let at = if repeats { position.min(last) } else { position };
        letters.as_bytes().get(at).copied()
    }
}

fn row(line: &'static str) -> Option<Instruction> {
    let mut fields = line.split('\t');
    match (fields.next()?, fields.next(), fields.next(), fields.next()) {
        (name, Some(operands), Some(effect), Some(source)) => {
            Some(Instruction { name, operands, effect, source })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_whole_and_stands_once() {
        let rows: Vec<&str> = include_str!("instructions.tsv")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        for line in &rows {
            let row = row(line).expect("four fields");
            let letters = row.operands.strip_suffix('+').unwrap_or(row.operands);
            assert!(letters.chars().all(|letter| "rwbncxgRWB".contains(letter)), "{line}");
            assert!(row.source.starts_with("1756-RM0"), "{line}");
            assert_eq!(Instruction::find(row.name), Some(&row), "{line}");
        }
        assert!(rows.len() >= 160, "{}", rows.len());
    }

    #[test]
    fn operands_are_found_by_position() {
        let cop = Instruction::find("cop").expect("known");
        assert_eq!(cop.operand(1), Some(Use::Write));
        assert_eq!(cop.operand(3), None);
        let load = Instruction::find("FFL").expect("known");
        assert_eq!((load.operand(1), load.is_first(1)), (Some(Use::Both), true));
        assert!(!load.is_first(2));
        let ret = Instruction::find("RET").expect("known");
        assert_eq!(ret.operand(7), Some(Use::Read));
        assert_eq!(Instruction::find("AFI").expect("known").operand(0), None);
        assert_eq!(Instruction::find("NOSUCH"), None);
    }
}
