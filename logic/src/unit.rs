//! The common form of code in all languages.

use std::ops::Range;

use tagbridge_texts::Coded;

use crate::{NameId, PlaceId, RefId, RoutineId, Span, SpecId, UnitId, expr::ExprId};

/// The unit of a citation: a rung, a network, a sheet, or a whole text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its routine.
    pub routine: RoutineId,
    /// Its position among the routine's rungs; absent if the routine is one text.
    pub rung: Option<u32>,
    /// Its statements, by id.
    pub statements: Range<u32>,
    /// Its occurrences, by id.
    pub refs: Range<u32>,
}

/// An effect and its condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its unit.
    pub unit: UnitId,
    /// Its text in the unit.
    pub span: Span,
    /// The condition of its effect. An output that follows its rung (OTE, coil) is executed on a
    /// true and on a false rung: the rung condition is its value, and the guard contains only the
    /// jumps over it.
    pub guard: ExprId,
    /// Its effect.
    pub effect: Effect,
    /// Whether it is in a loop.
    pub repeated: bool,
}

/// The effect of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A place gets a value.
    Assign {
        /// The occurrence of the place.
        to: RefId,
        /// The value.
        value: ExprId,
        /// The kind of assignment.
        how: How,
    },
    /// An instruction with memory or several results: its operands include those that it writes,
    /// and it writes members of its instance.
    Run {
        /// The instruction.
        spec: SpecId,
        /// The instance of a timer, a counter or a function block.
        instance: Option<RefId>,
        /// Its operands, by id.
        operands: Range<u32>,
        /// Its inputs by pin: `IN` and `PT` of a timer.
        inputs: Box<[(NameId, ExprId)]>,
    },
    /// Another routine or block is executed.
    Call {
        /// The callee.
        callee: Callee,
        /// The kind of call.
        how: CallHow,
        /// The instance of a callee with memory.
        instance: Option<RefId>,
        /// The arguments, by id.
        bindings: Range<u32>,
    },
    /// Execution continues at a label, or at the end (`TND`, `EXIT`).
    Jump(Option<NameId>),
    /// A target of jumps.
    Label(NameId),
    /// The routine ends.
    Return,
    /// Unknown code.
    Opaque(OpaqueReason),
}

/// The kind of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-how")]
pub enum How {
    /// The place follows the value, on or off (OTE, coil).
    Follow,
    /// The place is set to TRUE and stays (OTL, `S`): the guard is the rung.
    Latch,
    /// The place is reset to FALSE and stays (OTU, `R`): the guard is the rung.
    Unlatch,
    /// The place gets the value if the guard is true (MOV, `:=`).
    Store,
    /// A part of the place gets the value (MVM, BTD).
    Partial,
}

/// The target of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A routine of the project.
    Routine(RoutineId),
    /// A block of the project, by its position among the blocks.
    Block(u32),
    /// A name that is not in the file.
    Unknown(NameId),
}

/// The kind of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-call")]
pub enum CallHow {
    /// As a subroutine (JSR), or as the body of a loop (FOR).
    Subroutine,
    /// As an add-on instruction.
    AddOn,
    /// As a function block with memory.
    FunctionBlock,
    /// As a function.
    Function,
    /// As a method.
    Method,
    /// As an action.
    Action,
    /// The file does not show it.
    Unknown,
}

/// The binding of a formal parameter at a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The parameter in the scope of its block: `AOI:Motor.Start`, `Block#in`. For the return value
    /// of a subroutine without a unique name in its code, the place that gets it.
    pub formal: PlaceId,
    /// The direction of the value.
    pub direction: Direction,
    /// The argument; for an output, a read of the written place.
    pub actual: ExprId,
    /// The occurrence of the argument, if it is a place.
    pub at: Option<RefId>,
}

/// The direction of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the callee.
    In,
    /// To the caller.
    Out,
    /// Both: the callee uses the place of the caller.
    InOut,
}

/// An occurrence of a place in a unit's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ref {
    /// The place.
    pub place: PlaceId,
    /// The first byte in the unit's text.
    pub start: u32,
    /// The length in bytes, at most 65,535.
    pub length: u16,
    /// The instruction, or the construct of a text.
    pub spec: SpecId,
    /// The operand: see [`Operand`].
    pub(crate) operand: u16,
    /// The use of the place.
    pub mode: UseMode,
    /// The certainty of the use.
    pub certainty: Certainty,
}

impl Ref {
    /// Its text in the unit.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start + u32::from(self.length) }
    }
}

const _: () = assert!(size_of::<Ref>() == 16, "a reference is kept small");

/// The operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// No specific operand: an index, or an operand of an expression in a text.
    None,
    /// The position from 0.
    Position(u16),
    /// The name of the parameter or pin.
    Pin(NameId),
}

/// The use of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-use")]
pub enum UseMode {
    /// Its value is used.
    Read,
    /// It gets a value.
    Write,
    /// Both.
    Both,
    /// Its address is used: the access through it is unknown.
    Address,
}

impl UseMode {
    /// Whether the value is read.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Both)
    }

    /// Whether it is written.
    pub fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Both)
    }
}

/// The certainty of a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-certainty")]
pub enum Certainty {
    /// The instruction defines it.
    Certain,
    /// The callee is not in the file: an in-out parameter would be written, too.
    MayWrite,
    /// The instruction and its effect on its operands are unknown.
    Unknown,
}

/// Why code is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpaqueReason {
    /// It violates the grammar.
    Unparsed,
    /// It is nested too deeply.
    TooDeep,
    /// The instruction is in no table.
    UnknownInstruction(NameId),
    /// The callee is not in the file.
    UnknownCallee(NameId),
    /// A name is not declared in the file.
    Undeclared(NameId),
    /// The target of a pointer is read or written.
    Pointer,
    /// An address is used: the place may be read and written through it.
    AddressTaken,
    /// The address is computed.
    ComputedAddress,
    /// An operand is missing.
    NotChosen,
    /// The file is ambiguous.
    Ambiguous,
    /// The file does not contain the code.
    Protected,
    /// The language is not supported.
    Language,
}
