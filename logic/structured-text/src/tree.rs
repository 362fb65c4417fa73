//! The syntax tree: statements, expressions, operands. All locations are spans of the text.

use crate::Span;

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// From its first token to its last, with the semicolon.
    pub span: Span,
    /// Its kind.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `a := b := x;`, `a += x;`, `a REF= x;`.
    Assign {
        /// The targets, in the order of the text; several only in CODESYS.
        to: Vec<(Operand, Assignment)>,
        /// The assigned value.
        value: Expression,
    },
    /// `IF … THEN … ELSIF … THEN … ELSE … END_IF;`
    If {
        /// The conditions in order, each with its body.
        branches: Vec<Branch>,
        /// The body after `ELSE`.
        otherwise: Vec<Statement>,
    },
    /// `CASE x OF 1, 2..5: … ELSE … END_CASE;`
    Case {
        /// The selector.
        selector: Expression,
        /// The cases in order.
        arms: Vec<Arm>,
        /// The body after `ELSE`.
        otherwise: Vec<Statement>,
    },
    /// `FOR i := a TO b BY c DO … END_FOR;`
    For {
        /// The loop variable.
        variable: Operand,
        /// The initial value.
        from: Expression,
        /// The final value.
        to: Expression,
        /// The increment; 1 if it is missing.
        by: Option<Expression>,
        /// The body.
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
    /// Continues with the next iteration of the innermost loop.
    Continue,
    /// Leaves the routine.
    Return,
    /// `GOTO label;`, `JMP label;`: the label.
    Goto(Span),
    /// `label:`
    Label(Span),
    /// `;`, or a keyword that only frames others: `__TRY`, `__FINALLY`.
    Empty,
    /// Text that cannot be parsed.
    Opaque(Why),
}

/// Why a text cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// It violates the grammar.
    Syntax,
    /// It is nested deeper than 256 levels.
    Depth,
}

/// A condition and what it guards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The condition.
    pub condition: Expression,
    /// The body.
    pub body: Vec<Statement>,
}

/// One case of a `CASE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// The values: single ones or ranges.
    pub labels: Vec<(Expression, Option<Expression>)>,
    /// The body.
    pub body: Vec<Statement>,
}

/// The kind of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assignment {
    /// `:=`
    Store,
    /// `[:=]`: reset by a step or a prescan (Logix).
    NotRetained,
    /// `?=`: only if the types match (SCL).
    Attempt,
    /// `+=` and similar: the target is read, too.
    Update,
    /// `REF=`: the target of a reference.
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
    /// Its kind.
    pub kind: ExpressionKind,
}

/// What an expression says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A value, also `TRUE` and `FALSE`.
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
    /// Text that cannot be parsed.
    Opaque(Why),
}

/// A prefix operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `NOT`
    Not,
    /// `-`
    Minus,
    /// `+`
    Plus,
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `OR`, `||`
    Or,
    /// `OR_ELSE`: evaluates the right side only if the left side is false.
    OrElse,
    /// `XOR`
    Xor,
    /// `AND`, `&`
    And,
    /// `AND_THEN`, `&&`: evaluates the right side only if the left side is true.
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
    /// The beginning of the path.
    pub root: Root,
    /// The span of the root.
    pub root_span: Span,
    /// The steps.
    pub parts: Vec<Part>,
}

/// The beginning of an access path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Root {
    /// A name without quotes.
    Name,
    /// `"name"`: the span includes the quotes.
    Quoted,
    /// `#name` or `#"name"`: a name of the block itself (Siemens).
    Local,
    /// `%I0.0`
    Direct,
    /// `.name`: a global name, even if the block declares the same one (CODESYS); the first part
    /// has the name.
    Global,
    /// `\Program.name` (Logix); the root is the name of the program.
    Program,
}

/// One step of the way to a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its span, with the dot or the bracket.
    pub span: Span,
    /// Its kind.
    pub kind: PartKind,
}

/// What a step goes into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    /// `.name`: the span of the name, with its quotes.
    Member(Span),
    /// `[i, j]`
    Index(Vec<Expression>),
    /// `.3`: the span of the digits.
    Bit(Span),
    /// `.[i]`: the bit whose number is in a variable (Logix).
    BitIndex(Box<Expression>),
    /// `.%X3`, `.%DBX0.0`: the span with the `%`.
    Slice(Span),
    /// `^`
    Pointer,
    /// `:P`: bypasses the process image (Siemens).
    Peripheral,
    /// `(…)`
    Call(Vec<Argument>),
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// From its first token to its last.
    pub span: Span,
    /// The name of the parameter, if it is given.
    pub name: Option<Span>,
    /// The direction.
    pub how: ArgumentHow,
    /// The passed value, or the target of an output; `None` if it is empty.
    pub value: Option<Expression>,
}

/// The direction of an argument.
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
    /// The arguments, if its last step is a call.
    pub fn call(&self) -> Option<&[Argument]> {
        match &self.parts.last()?.kind {
            PartKind::Call(arguments) => Some(arguments),
            _ => None,
        }
    }
}
