//! What code is made of, as all languages are brought to it.

use std::ops::Range;

use tagbridge_texts::Coded;

use crate::{
    Span,
    expr::ExprId,
    ids::{NameId, PlaceId, RefId, RoutineId, SpecId, UnitId},
};

/// What a citation names: a rung, a network, a sheet; of a text the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The routine that it stands in.
    pub routine: RoutineId,
    /// Its position among the routine's rungs; absent where the routine is one text.
    pub rung: Option<u32>,
    /// Its statements, by id.
    pub statements: Range<u32>,
    /// What it refers to, by id.
    pub refs: Range<u32>,
}

/// One effect, and when it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Where it stands.
    pub unit: UnitId,
    /// Its text in the unit.
    pub span: Span,
    /// The condition under which it has its effect. An output that follows its rung (OTE, coil)
    /// is executed whatever the rung's condition is: that is its value, and the guard has only
    /// what jumps over it.
    pub guard: ExprId,
    /// What it does.
    pub effect: Effect,
    /// Whether it stands in a loop.
    pub repeated: bool,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A place gets a value.
    Assign {
        /// Where it is named.
        to: RefId,
        /// The value.
        value: ExprId,
        /// How.
        how: How,
    },
    /// An instruction with memory or more than one result: what it writes is among its operands,
    /// and members of its instance are defined by the instruction.
    Run {
        /// The instruction.
        spec: SpecId,
        /// What it works on: the instance of a timer, a counter or a function block.
        instance: Option<RefId>,
        /// Its operands, by id.
        operands: Range<u32>,
        /// What it is given, by pin: a timer's `IN` and `PT`.
        inputs: Box<[(NameId, ExprId)]>,
    },
    /// Another routine or block is executed.
    Call {
        /// Which.
        callee: Callee,
        /// How.
        how: CallHow,
        /// What it works on, where it has memory.
        instance: Option<RefId>,
        /// What is given and taken, by id.
        bindings: Range<u32>,
    },
    /// Execution goes on at a label, or at the end (`TND`, `EXIT`).
    Jump(Option<NameId>),
    /// The label that jumps name.
    Label(NameId),
    /// The routine ends.
    Return,
    /// Not understood.
    Opaque(OpaqueReason),
}

/// How a place gets its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-how")]
pub enum How {
    /// It follows the value, on or off (OTE, coil).
    Follow,
    /// It is set to the value TRUE, and stays (OTL, `S`): the guard is the rung.
    Latch,
    /// It is reset to the value FALSE, and stays (OTU, `R`): the guard is the rung.
    Unlatch,
    /// It gets the value where the guard is true (MOV, `:=`).
    Store,
    /// A part of it gets the value (MVM, BTD).
    Partial,
}

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A routine of the project.
    Routine(RoutineId),
    /// A block of the project, by its position among the blocks.
    Block(u32),
    /// Nothing that the file has.
    Unknown(NameId),
}

/// How something is called.
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
    /// The file does not say.
    Unknown,
}

/// What a formal parameter is bound to at a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The parameter, as its block knows it: `AOI:Motor.Start`, `Block#in`. Of what a subroutine
    /// gives back where its code does not name it, or not always, the place that gets it.
    pub formal: PlaceId,
    /// Which way the value goes.
    pub direction: Direction,
    /// What is given; of an output, what is written there as a reading of it.
    pub actual: ExprId,
    /// Where the actual parameter is named, when it is a place.
    pub at: Option<RefId>,
}

/// Which way a parameter's value goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the callee.
    In,
    /// To the caller.
    Out,
    /// Both: the callee works on the caller's.
    InOut,
}

/// An occurrence of a place in a unit's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ref {
    /// What occurs.
    pub place: PlaceId,
    /// The first byte in the unit's text.
    pub start: u32,
    /// How many bytes; 65,535 or more are said as that.
    pub length: u16,
    /// In which instruction, or in which construct of a text.
    pub spec: SpecId,
    /// Which operand: see [`Operand`].
    pub(crate) operand: u16,
    /// What is done with it.
    pub mode: UseMode,
    /// How sure that is.
    pub certainty: Certainty,
}

impl Ref {
    /// Its text in the unit.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start + u32::from(self.length) }
    }
}

const _: () = assert!(size_of::<Ref>() == 16, "a reference is kept small");

/// Which operand of an instruction something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// None in particular: an index, an operand of an expression in a text.
    None,
    /// Counted from 0.
    Position(u16),
    /// By the name of its parameter or pin.
    Pin(NameId),
}

/// What is done with a place where it occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-use")]
pub enum UseMode {
    /// Its value is used.
    Read,
    /// It gets a value.
    Write,
    /// Both.
    Both,
    /// Its address is taken: what happens behind it is not seen.
    Address,
}

impl UseMode {
    /// Whether the value is used.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Both)
    }

    /// Whether it gets a value.
    pub fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Both)
    }
}

/// How sure it is what is done with a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-certainty")]
pub enum Certainty {
    /// The instruction says so.
    Certain,
    /// The callee is not in the file: an in-out parameter would be written too.
    MayWrite,
    /// The instruction is not known, nor what it does with its operands.
    Unknown,
}

/// Why something is not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpaqueReason {
    /// It does not follow the grammar.
    Unparsed,
    /// It is nested too deeply.
    TooDeep,
    /// An instruction that no table has.
    UnknownInstruction(NameId),
    /// A call of something that is not in the file.
    UnknownCallee(NameId),
    /// A name that is declared nowhere in the file.
    Undeclared(NameId),
    /// What lies behind a pointer is read or written.
    Pointer,
    /// An address is taken: the place may be read and written from elsewhere.
    AddressTaken,
    /// The address is computed.
    ComputedAddress,
    /// An operand is not chosen.
    NotChosen,
    /// The file does not tell what is meant.
    Ambiguous,
    /// The file does not show the code.
    Protected,
    /// A language that is not read.
    Language,
}
