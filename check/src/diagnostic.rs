//! What the checker reports.

use tagbridge_logic::{Citation, Logic, Span, UnitId};
use tagbridge_texts::{Coded, Message};

/// Something that a vendor's editor would report, or that cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The problem: a code with arguments.
    pub problem: Problem,
    /// Whether the project verifies in spite of it.
    pub level: DiagnosticLevel,
    /// Where it is.
    pub place: DiagnosticPlace,
}

/// Whether a project verifies in spite of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiagnosticLevel {
    /// The project verifies as far as the file shows: the name may be declared in a library.
    Unchecked,
    /// It verifies, and the vendor's editor warns.
    Warning,
    /// It does not verify.
    Error,
}

/// Where a diagnostic is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiagnosticPlace {
    /// In a unit's text.
    Code {
        /// The unit, the span of its text, its path, the quoted text and the place in the file.
        citation: Box<Citation>,
        /// The line in the unit's text, from 1.
        line: u32,
        /// The character in this line, from 1.
        column: u32,
    },
    /// At a declaration: a tag, a type, a block, a program or a task, by its name.
    Declared(String),
    /// At a routine or a block as a whole, by its path.
    Unit(String),
}

/// The problems that the checker reports. Texts are quoted from the file; types are shown by their
/// names.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "check")]
pub enum Problem {
    /// The text does not follow the grammar at this token.
    Syntax { found: String },
    /// The text ends before the statement does.
    SyntaxEnd,
    /// A word or a sign is missing before this token.
    Missing { missing: String, found: String },
    /// A word or a sign is missing at the end of the text.
    MissingEnd { missing: String },
    /// A comment or a text has no end.
    Unterminated { begin: String },
    /// A rung's branches or brackets are not balanced.
    Unbalanced { found: String },
    /// A rung ends before its branches and brackets are closed.
    UnbalancedEnd,
    /// A rung, or a leg of its last branch, ends with an input instruction.
    NoOutput { instruction: String },
    /// Neither an instruction of the platform nor a block of the project.
    UnknownInstruction { name: String },
    /// A name that is not declared.
    Undeclared { name: String },
    /// A name that is not declared, and one that is and is nearly the same.
    UndeclaredNear { name: String, near: String },
    /// A name that the file does not declare, but a library may.
    External { name: String },
    /// A routine that does not exist.
    UnknownRoutine { name: String },
    /// A label that a jump needs.
    UnknownLabel { name: String },
    /// Two labels of one name.
    LabelTwice { name: String },
    /// A type has no such member.
    NoMember { member: String, of: String },
    /// Something that is no array has an index.
    NoArray { of: String },
    /// An array has another number of dimensions.
    Dimensions { expected: usize, given: usize },
    /// A constant index is outside of the array's bounds.
    OutOfBounds { index: i64, low: i64, high: i64 },
    /// An index that is not a whole number.
    IndexType { of: String },
    /// A type has fewer bits.
    BitTooHigh { bit: u64, of: String },
    /// An instruction has another number of operands; `most` may be larger than `least`.
    OperandCount {
        instruction: String,
        least: usize,
        #[coded(skip)]
        most: usize,
        given: usize,
    },
    /// An operand that is empty or not chosen.
    OperandMissing { instruction: String, position: usize },
    /// An operand of another type than the instruction takes.
    OperandType { instruction: String, position: usize, of: String, expected: String },
    /// A pin of another type than the instruction takes.
    PinType { instruction: String, pin: String, of: String, expected: String },
    /// A part of a drawing without a connection to the power rail.
    NotConnected { name: String },
    /// A value of one type cannot be assigned to a variable of another.
    Assign { from: String, to: String },
    /// A value that may not fit into the variable.
    Narrowing { from: String, to: String },
    /// A constant that the type cannot hold.
    TooLarge { value: String, of: String },
    /// A condition that is neither on nor off.
    Condition { of: String },
    /// The selector of a `CASE`, or the counter of a `FOR`, that is not a whole number.
    WholeNumber { of: String },
    /// An operator does not take values of this type.
    Operator { operator: String, of: String },
    /// An operator does not take values of these two types together.
    Operators { operator: String, left: String, right: String },
    /// A block has no such parameter.
    NoParameter { parameter: String, block: String },
    /// A call must give this parameter.
    ParameterMissing { parameter: String, block: String },
    /// A call gives a parameter twice.
    ParameterTwice { parameter: String, block: String },
    /// A parameter gets a value of another type.
    ParameterType { parameter: String, block: String, from: String, to: String },
    /// An in-out parameter or an output needs a variable.
    ParameterVariable { parameter: String, block: String },
    /// `=>` at an input, or `:=` at an output.
    ParameterWay { parameter: String, block: String },
    /// A call has another number of arguments.
    ArgumentCount {
        block: String,
        least: usize,
        #[coded(skip)]
        most: usize,
        given: usize,
    },
    /// A name that is called and is neither a block nor an instance.
    NotCallable { name: String, of: String },
    /// A constant is written.
    ConstantWritten { name: String },
    /// Code outside of the safety task writes a safety tag.
    SafetyWritten { name: String },
    /// Two declarations of one name.
    DeclaredTwice { name: String },
    /// A name that the platform does not accept.
    NameInvalid { name: String },
    /// A declaration's type does not exist.
    UnknownType { name: String, of: String },
    /// A task executes a program that does not exist.
    UnknownProgram { program: String, task: String },
    /// A program is scheduled in two tasks.
    ScheduledTwice { program: String },
    /// A program has no routine of the name of its main or fault routine.
    NoStartRoutine { program: String, routine: String },
    /// A change of safety code, which Tagbridge does not change.
    SafetyChanged,
    /// A change of protected or sealed code.
    ProtectedChanged,
    /// A unit outside of the plan is different.
    OutsidePlan,
}

/// The group of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemGroup {
    /// The grammar.
    Syntax,
    /// Instructions and their operands.
    Instructions,
    /// Names and members.
    Names,
    /// Types of values.
    Types,
    /// Indexes and bits.
    Bounds,
    /// Calls and their interfaces.
    Calls,
    /// The target of an assignment.
    Writes,
    /// Declarations, programs and tasks.
    Declarations,
    /// A change of a protected part.
    Changes,
}

impl Problem {
    /// Returns the group of the problem.
    pub fn group(&self) -> ProblemGroup {
        match self {
            Self::Syntax { .. }
            | Self::SyntaxEnd
            | Self::Missing { .. }
            | Self::MissingEnd { .. }
            | Self::Unterminated { .. }
            | Self::Unbalanced { .. }
            | Self::UnbalancedEnd => ProblemGroup::Syntax,
            Self::NoOutput { .. }
            | Self::UnknownInstruction { .. }
            | Self::OperandCount { .. }
            | Self::OperandMissing { .. }
            | Self::OperandType { .. }
            | Self::PinType { .. }
            | Self::NotConnected { .. } => ProblemGroup::Instructions,
            Self::Undeclared { .. }
            | Self::UndeclaredNear { .. }
            | Self::External { .. }
            | Self::UnknownRoutine { .. }
            | Self::UnknownLabel { .. }
            | Self::LabelTwice { .. }
            | Self::NoMember { .. }
            | Self::UnknownType { .. } => ProblemGroup::Names,
            Self::Assign { .. }
            | Self::Narrowing { .. }
            | Self::TooLarge { .. }
            | Self::Condition { .. }
            | Self::WholeNumber { .. }
            | Self::Operator { .. }
            | Self::Operators { .. }
            | Self::IndexType { .. } => ProblemGroup::Types,
            Self::NoArray { .. }
            | Self::Dimensions { .. }
            | Self::OutOfBounds { .. }
            | Self::BitTooHigh { .. } => ProblemGroup::Bounds,
            Self::NoParameter { .. }
            | Self::ParameterMissing { .. }
            | Self::ParameterTwice { .. }
            | Self::ParameterType { .. }
            | Self::ParameterVariable { .. }
            | Self::ParameterWay { .. }
            | Self::ArgumentCount { .. }
            | Self::NotCallable { .. } => ProblemGroup::Calls,
            Self::ConstantWritten { .. } | Self::SafetyWritten { .. } => ProblemGroup::Writes,
            Self::DeclaredTwice { .. }
            | Self::NameInvalid { .. }
            | Self::UnknownProgram { .. }
            | Self::ScheduledTwice { .. }
            | Self::NoStartRoutine { .. } => ProblemGroup::Declarations,
            Self::SafetyChanged | Self::ProtectedChanged | Self::OutsidePlan => {
                ProblemGroup::Changes
            }
        }
    }
}

impl Diagnostic {
    /// Its stable code, for example `check-assign`.
    pub fn code(&self) -> String {
        self.problem.message().code().to_owned()
    }

    /// The message that interfaces translate.
    pub fn message(&self) -> Message {
        self.problem.message()
    }

    /// Whether the project does not verify.
    pub fn is_error(&self) -> bool {
        self.level == DiagnosticLevel::Error
    }

    /// Returns the identity of the problem in a project, without its exact place: the path, the
    /// code and the arguments.
    pub(crate) fn key(&self) -> (String, String) {
        (self.place.path().to_lowercase(), format!("{:?}", self.problem))
    }
}

impl DiagnosticPlace {
    pub(crate) fn code(logic: Logic<'_>, unit: UnitId, span: Span) -> Self {
        let citation = logic.cite(unit, span);
        let before = logic.text(unit).get(..span.start as usize).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Self::Code { citation: Box::new(citation), line: number(line), column: number(column) }
    }

    /// The routine, the block or the declaration.
    pub fn path(&self) -> &str {
        match self {
            Self::Code { citation, .. } => &citation.path,
            Self::Declared(name) | Self::Unit(name) => name,
        }
    }

    /// The unit and the span, where it is in code.
    pub fn code_span(&self) -> Option<(UnitId, Span)> {
        match self {
            Self::Code { citation, .. } => Some((citation.unit, citation.span)),
            Self::Declared(_) | Self::Unit(_) => None,
        }
    }
}
