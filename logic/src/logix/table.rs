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
    /// A word of a list (`Units per sec`), or a value that is read.
    Choice,
}

/// The choices of motion and safety instructions that are one word, without the signs between words
/// (1756-RM007 and 1756-RM095, tables "Operands").
const CHOICES: &[&str] = &[
    "absolute",
    "activehigh",
    "activelow",
    "actual",
    "all",
    "automatic",
    "backward",
    "bidirectional",
    "both",
    "bufferedvelocity",
    "command",
    "complementary",
    "continuous",
    "coordinatedmove",
    "coordinatedtransform",
    "current",
    "disabled",
    "enabled",
    "equivalent",
    "faststop",
    "forward",
    "forwardonly",
    "fraction",
    "gear",
    "home",
    "immediate",
    "immediateforwardonly",
    "immediatereverseonly",
    "incremental",
    "inverse",
    "jog",
    "lockedclockwise",
    "manual",
    "masterunits",
    "mergedisabled",
    "move",
    "negative",
    "negativeedge",
    "no",
    "none",
    "normal",
    "ofmaximum",
    "oftime",
    "once",
    "opposite",
    "pending",
    "persistent",
    "positioncam",
    "positive",
    "positiveedge",
    "programmed",
    "real",
    "relative",
    "reverse",
    "reverseonly",
    "same",
    "scurve",
    "seconds",
    "test",
    "timecam",
    "torque",
    "trapezoidal",
    "tune",
    "unitspermasterunit",
    "unitspersec",
    "unitspersec2",
    "unitspersec3",
    "yes",
];

/// Whether the text of an operand is a choice: a word of the list, or several words without an operator.
/// Structured text has the words without blanks: `Unitspersec`, `%ofMaximum`.
fn is_choice(text: &str) -> bool {
    let is_word =
        |it: &str| it == "%" || it == "-" || it.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_operator = |it: &str| {
        ["AND", "OR", "XOR", "MOD", "NOT"].iter().any(|word| it.eq_ignore_ascii_case(word))
    };
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_phrase = words.len() > 1
        && words.iter().all(|it| is_word(it) && !is_operator(it))
        && words.windows(2).any(|it| it.iter().all(|it| *it != "-"));
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    is_phrase || CHOICES.binary_search(&&*plain.to_ascii_lowercase()).is_ok()
}

impl Use {
    /// Whether the text of an operand may be a name or a choice, which no tag declares.
    pub fn may_be_name(self, text: &str) -> bool {
        match self {
            Self::Name | Self::NameOrTag => true,
            Self::Choice => is_choice(text),
            _ => false,
        }
    }
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
            b'k' => Use::Choice,
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
            assert!(letters.chars().all(|letter| "rwbncxgkRWB".contains(letter)), "{line}");
            assert!(row.source.starts_with("1756-RM0"), "{line}");
            assert_eq!(Instruction::find(row.name), Some(&row), "{line}");
        }
        assert!(rows.len() >= 160, "{}", rows.len());
    }

    #[test]
    fn choices_are_words_of_the_manuals_or_phrases() {
        assert!(CHOICES.is_sorted());
        for choice in [
            "Units per sec2",
            "% of Maximum",
            "Unitspersec",
            "%ofTime",
            "S-Curve",
            "None",
            "Immediate Forward Only",
            "Positive_Edge",
            "EQUIVALENT - ACTIVE HIGH",
            "SAFETY GATE",
        ] {
            assert!(is_choice(choice), "{choice}");
        }
        for value in ["Speed", "a - b", "a MOD b", "Speed[3]", "10", "-1", "a-b", ""] {
            assert!(!is_choice(value), "{value}");
        }
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
