//! The operations of statement lists with English and German mnemonics (S7-300/400 Statement List
//! Reference, A5E00706960; the STL chapters of the help of TIA Portal).

use std::{collections::HashMap, sync::LazyLock};

use crate::expr::{Arithmetic, Comparison};

/// The effect of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::s7) enum Operation {
    /// Joins a bit, or a bracket, to the result; whether the bit is inverted.
    Bit(Join, bool),
    /// Opens a bracket.
    Open(Join, bool),
    /// Closes a bracket.
    Close,
    /// `=`
    Assign,
    /// `S`
    Set,
    /// `R`
    Reset,
    /// `NOT`, `SET`, `CLR`
    Not,
    Yes,
    No,
    /// `FP`, `FN`
    Rising,
    Falling,
    /// `L`, `T`
    Load,
    Transfer,
    /// Starts a timer.
    Timer,
    /// Counts with a counter, at this pin.
    Counter(&'static str),
    /// Exchanges the accumulators, and similar operations.
    Swap,
    Push,
    Pop,
    Compare(Comparison),
    /// On both accumulators.
    Compute(Arithmetic),
    /// On both accumulators, or on the first one and a constant.
    Word(Arithmetic),
    /// On the first accumulator, by an operand or the second accumulator.
    Shift,
    /// On the first accumulator.
    One(Option<Arithmetic>),
    /// `+ 5`, `INC 1`, `DEC 1`: on the first accumulator and a constant.
    With(Arithmetic),
    Jump(OperationCondition),
    /// `JL`: the accumulator is the number of one of the following jumps, up to its label.
    JumpList,
    Call,
    /// `UC`, or `CC` with the result as its condition.
    CallAlone(bool),
    End(OperationCondition),
    /// `OPN`
    OpenBlock,
    /// Writes an address register: addresses that use it are computed.
    Register,
    /// A zone of the master control relay: `MCR(`, `)MCR`, `MCRA`, `MCRD`.
    Zone,
    ZoneEnd,
    Zones(bool),
    Nothing,
}

/// How a bit is joined to the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::s7) enum Join {
    And,
    Or,
    Xor,
}

/// The condition of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::s7) enum OperationCondition {
    Always,
    /// If the result has this value.
    Result(bool),
    /// If the last number has this relation to 0.
    Number(Comparison),
    /// If a status bit is set; its value is not tracked.
    Status,
}

/// The operation with this mnemonic, in any case.
pub(in crate::s7) fn find(name: &str) -> Option<Operation> {
    static TABLE: LazyLock<HashMap<&'static str, Operation>> = LazyLock::new(|| {
        ROWS.iter().flat_map(|(names, it)| names.split(' ').map(|n| (n, *it))).collect()
    });
    TABLE.get(name).or_else(|| TABLE.get(&*name.to_ascii_uppercase())).copied()
}

use Arithmetic::{Abs, Add, BitAnd, BitNot, BitOr, BitXor, Div, Mod, Mul, Neg, Sqrt, Sub};
use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
use Join::{And, Or, Xor};
use Operation::{
    Assign, Bit, Call, CallAlone, Close, Compare, Compute, Counter, End, Falling, Jump, JumpList,
    Load, No, Not, Nothing, One, Open, OpenBlock, Pop, Push, Register, Reset, Rising, Set, Shift,
    Swap, Timer, Transfer, With, Word, Yes, Zone, ZoneEnd, Zones,
};

/// English mnemonics, then the different German ones.
const ROWS: &[(&str, Operation)] = &[
    ("A U", Bit(And, false)),
    ("AN UN", Bit(And, true)),
    ("O", Bit(Or, false)),
    ("ON", Bit(Or, true)),
    ("X", Bit(Xor, false)),
    ("XN", Bit(Xor, true)),
    ("A( U(", Open(And, false)),
    ("AN( UN(", Open(And, true)),
    ("O(", Open(Or, false)),
    ("ON(", Open(Or, true)),
    ("X(", Open(Xor, false)),
    ("XN(", Open(Xor, true)),
    (")", Close),
    ("=", Assign),
    ("S", Set),
    ("R", Reset),
    ("NOT", Not),
    ("SET", Yes),
    ("CLR", No),
    ("FP", Rising),
    ("FN", Falling),
    ("L LC", Load),
    ("T", Transfer),
    ("SP SE SD SS SF SI SV SA", Timer),
    ("CU ZV", Counter("CU")),
    ("CD ZR", Counter("CD")),
    ("FR", Nothing),
    ("TAK", Swap),
    ("PUSH ENT", Push),
    ("POP LEAVE", Pop),
    ("==I ==D ==R", Compare(Eq)),
    ("<>I <>D <>R", Compare(Ne)),
    (">I >D >R", Compare(Gt)),
    ("<I <D <R", Compare(Lt)),
    (">=I >=D >=R", Compare(Ge)),
    ("<=I <=D <=R", Compare(Le)),
    ("+I +D +R", Compute(Add)),
    ("-I -D -R", Compute(Sub)),
    ("*I *D *R", Compute(Mul)),
    ("/I /D /R", Compute(Div)),
    ("MOD", Compute(Mod)),
    ("AW AD UW UD", Word(BitAnd)),
    ("OW OD", Word(BitOr)),
    ("XOW XOD", Word(BitXor)),
    ("SLW SLD SRW SRD SSI SSD RLD RRD", Shift),
    ("NEGI NEGD NEGR", One(Some(Neg))),
    ("INVI INVD", One(Some(BitNot))),
    ("ABS", One(Some(Abs))),
    ("SQRT", One(Some(Sqrt))),
    (
        "ITD DTR BTI ITB DTB BTD RND TRUNC RND+ RND- CAW CAD TAW TAD SQR EXP LN SIN COS TAN ASIN \
         ACOS ATAN RLDA RRDA",
        One(None),
    ),
    ("+", With(Add)),
    ("INC", With(Add)),
    ("DEC", With(Sub)),
    ("JU SPA", Jump(OperationCondition::Always)),
    ("JC JCB SPB SPBB", Jump(OperationCondition::Result(true))),
    ("JCN JNB SPBN SPBNB", Jump(OperationCondition::Result(false))),
    ("JZ SPZ", Jump(OperationCondition::Number(Eq))),
    ("JN SPN", Jump(OperationCondition::Number(Ne))),
    ("JP SPP", Jump(OperationCondition::Number(Gt))),
    ("JM SPM", Jump(OperationCondition::Number(Lt))),
    ("JPZ SPPZ", Jump(OperationCondition::Number(Ge))),
    ("JMZ SPMZ", Jump(OperationCondition::Number(Le))),
    ("JO JOS JUO JBI JNBI LOOP SPO SPS SPU SPBI SPBIN", Jump(OperationCondition::Status)),
    ("JL SPL", JumpList),
    ("CALL", Call),
    ("UC", CallAlone(false)),
    ("CC", CallAlone(true)),
    ("BE BEU BEA", End(OperationCondition::Always)),
    ("BEC BEB", End(OperationCondition::Result(true))),
    ("OPN AUF", OpenBlock),
    ("LAR1 LAR2 +AR1 +AR2 CAR TAR1 TAR2 TAR CDB TDB", Register),
    ("MCR(", Zone),
    (")MCR", ZoneEnd),
    ("MCRA", Zones(true)),
    ("MCRD", Zones(false)),
    ("NOP BLD SAVE", Nothing),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mnemonic_stands_once_and_in_both_languages() {
        let names: Vec<&str> = ROWS.iter().flat_map(|(names, _)| names.split(' ')).collect();
        let distinct: std::collections::HashSet<&&str> = names.iter().collect();
        assert_eq!(names.len(), distinct.len());
        assert_eq!(find("u("), find("A("));
        assert_eq!(find("SPBN"), find("JCN"));
        assert_eq!(find("nosuch"), None);
    }
}
