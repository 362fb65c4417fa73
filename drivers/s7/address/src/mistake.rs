//! The errors in an entered address, with corrections, as codes: `texts/en/s7-address.ftl` has the
//! sentences. `at` counts characters from 1.

use tagbridge_texts::Coded;

/// An error at a position.
#[derive(Coded)]
#[coded(prefix = "s7-address")]
pub(crate) enum AddressMistake<'a> {
    Analog { at: usize, text: &'a str },
    Beyond { at: usize, last: u32 },
    BitMissing { at: usize },
    BitOfWhole { at: usize, kind: String, bit: u32 },
    BracketOpen { at: usize, close: &'a str },
    Empty { at: usize },
    Forced { at: usize, forced: &'a str, kind: String, sample: &'a str },
    ForcedCounted { at: usize, forced: &'a str, area: &'a str },
    ForcedOf { at: usize, forced: &'a str, area: &'a str, sample: &'a str },
    Local { at: usize, text: &'a str },
    NoArea { at: usize, text: &'a str },
    NoBit { at: usize, bit: u32 },
    NoBlock { at: usize, number: u32, most: u32 },
    NoPlace { at: usize, number: u16 },
    NoRoom { at: usize, room: u32, most: u16 },
    NoSize { at: usize, number: u16 },
    NoType { at: usize, name: &'a str },
    NumberMissing { at: usize, of: Number },
    Periphery { at: usize, text: &'a str, image: &'a str },
    Symbolic { at: usize },
    TooLarge { at: usize, digits: &'a str, last: u32 },
    TooLong { at: usize, type_name: String, most: u32 },
    TooMuch { at: usize, rest: &'a str },
    TypeMissing { at: usize },
    TypeNameMissing { at: usize },
    UnknownSize { at: usize, name: &'a str },
    Unnamed { at: usize, text: &'a str },
}

/// The kind of the missing number.
#[derive(Clone, Copy, Coded)]
#[coded(prefix = "s7-address-number")]
pub(crate) enum Number {
    Bit,
    Block,
    Brackets,
    Byte,
    Counted,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("s7-address", &[AddressMistake::CODES, Number::CODES]);
    }
}
