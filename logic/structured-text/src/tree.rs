//! What a text says: statements, expressions, operands. All places are spans of the text.

use crate::Span;

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// From its first token to its last, the semicolon included.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `a := b := x;`, `a += x;`, `a REF= x;`.
    Assign {
        /// What is written, in the order of the text; several in CODESYS alone.
        to: Vec<(Operand, Assignment)>,
        /// What is assigned.
        value: Expression,
    },
    /// `IF … THEN … ELSIF … THEN … ELSE … END_IF;`
    If {
        /// The conditions in order, each with what it guards.
        branches: Vec<Branch>,
        /// What stands behind `ELSE`.
        otherwise: Vec<Statement>,
    },
    /// `CASE x OF 1, 2..5: … ELSE … END_CASE;`
    Case {
        /// What is looked at.
        selector: Expression,
        /// The cases in order.
        arms: Vec<Arm>,
        /// What stands behind `ELSE`.
        otherwise: Vec<Statement>,
    },
    /// `FOR i := a TO b BY c DO … END_FOR;`
    For {
        /// What counts.
        variable: Operand,
        /// Where it begins.
        from: Expression,
        /// Where it ends.
        to: Expression,
        /// By how much it counts; 1 where there is none.
        by: Option<Expression>,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// `WHILE x DO … END_WHILE;`
    While(Branch),
    /// `REPEAT … UNTIL x END_REPEAT;`
    Repeat(Branch),
    /// `Timer(IN := x);`, `F(a);`, `p^.Method();`
    Call(Operand),
    /// Leaves the innermost loop.
    Exit,
    /// Goes on with the innermost loop's next turn.
    Continue,
    /// Leaves the routine.
    Return,
    /// `GOTO label;`, `JMP label;`: the label.
    Goto(Span),
    /// `label:`
    Label(Span),
    /// `;`, and what only frames others: `__TRY`, `__FINALLY`.
    Empty,
    /// What was not understood.
    Opaque(Why),
}

/// Why something was not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// The grammar has no such thing.
    Syntax,
    /// It nests deeper than 256.
    Depth,
}

/// A condition and what it guards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// When.
    pub condition: Expression,
    /// What.
    pub body: Vec<Statement>,
}

/// One case of a `CASE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// The values, each alone or from one to another.
    pub labels: Vec<(Expression, Option<Expression>)>,
    /// What is done there.
    pub body: Vec<Statement>,
}

/// How something is assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assignment {
    /// `:=`
    Store,
    /// `[:=]`: reset when a step or a prescan says so (Logix).
    NotRetained,
    /// `?=`: only when types agree (SCL).
    Attempt,
    /// `+=` and its like: what is written is read too.
    Update,
    /// `REF=`: what a reference refers to.
    Reference,
    /// `S=`: becomes true, or stays.
    Set,
    /// `R=`: becomes false, or stays.
    Reset,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// From its first token to its last.
    pub span: Span,
    /// What it says.
    pub kind: ExpressionKind,
}

/// What an expression says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A value, `TRUE` and `FALSE` among them.
    Literal,
    /// A variable, a call, a name.
    Operand(Operand),
    /// `NOT x`, `-x`, `+x`.
    Unary(Sign, Box<Expression>),
    /// `a + b - c`: operators of one rank, from left to right.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    /// `(x)`
    Group(Box<Expression>),
    /// `[1, 2(0), 3]`, `(a := 1, b := 2)`: values of an array or a structure.
    Values(Vec<Expression>),
    /// What was not understood.
    Opaque(Why),
}

/// What stands before one expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `NOT`
    Not,
    /// `-`
    Minus,
    /// `+`
    Plus,
}

/// What stands between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `OR`, `||`
    Or,
    /// `OR_ELSE`: the right side only where the left is false.
    OrElse,
    /// `XOR`
    Xor,
    /// `AND`, `&`
    And,
    /// `AND_THEN`, `&&`: the right side only where the left is true.
    AndThen,
    /// `=`
    Equal,
    /// `<>`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `DIV`
    IntegerDivide,
    /// `MOD`
    Modulo,
    /// `**`
    Power,
}

/// A way to a variable, and calls on the way: `"DB".a[i].b`, `THIS^.Method(x).y`, `Tag.3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// From its first token to its last.
    pub span: Span,
    /// Where the way begins.
    pub root: Root,
    /// The root's own span.
    pub root_span: Span,
    /// The steps.
    pub parts: Vec<Part>,
}

/// Where the way to a variable begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Root {
    /// A name without quotes.
    Name,
    /// `"name"`: the span holds the quotes.
    Quoted,
    /// `#name` or `#"name"`: of the block itself (Siemens).
    Local,
    /// `%I0.0`
    Direct,
    /// `.name`: global, whatever the block calls so (CODESYS); the first part says which.
    Global,
    /// `\Program.name` (Logix); the root is the program's name.
    Program,
}

/// One step of the way to a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// From the dot or the bracket on.
    pub span: Span,
    /// What it steps into.
    pub kind: PartKind,
}

/// What a step goes into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    /// `.name`: the name's span, of a quoted one with its quotes.
    Member(Span),
    /// `[i, j]`
    Index(Vec<Expression>),
    /// `.3`: the digits' span.
    Bit(Span),
    /// `.[i]`: the bit that a variable says (Logix).
    BitIndex(Box<Expression>),
    /// `.%X3`, `.%DBX0.0`: the span from the `%` on.
    Slice(Span),
    /// `^`
    Pointer,
    /// `:P`: past the process image (Siemens).
    Peripheral,
    /// `(…)`
    Call(Vec<Argument>),
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// From its first token to its last.
    pub span: Span,
    /// The parameter's name, where it is told.
    pub name: Option<Span>,
    /// Which way it goes.
    pub how: ArgumentHow,
    /// What is given, or where the answer goes to; `None` where the place is left empty.
    pub value: Option<Expression>,
}

/// Which way an argument goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentHow {
    /// By its position.
    Position,
    /// `name := value`
    Give,
    /// `name => variable`
    Take,
}

impl Operand {
    /// The arguments, where its last step is a call.
    pub fn call(&self) -> Option<&[Argument]> {
        match &self.parts.last()?.kind {
            PartKind::Call(arguments) => Some(arguments),
            _ => None,
        }
    }
}
