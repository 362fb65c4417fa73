//! Statements and expressions that own their names: what a network is to compute.

use tagbridge_structured_text::{
    ArgumentHow, Assignment, Expression, ExpressionKind, Operator, PartKind, Sign, Statement,
    StatementKind,
};

/// What the end of a network does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// A variable gets a value.
    Assign {
        /// The variable.
        to: String,
        /// Whether it is stored, set or reset.
        how: Assignment,
        /// Its value.
        value: Term,
    },
    /// A block is called.
    Call(Term),
}

/// An expression as boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A variable or a literal.
    Operand {
        /// As the file writes it.
        name: String,
        /// Whether it is inverted.
        negated: bool,
    },
    /// A box: `AND`, `GT`, a call of a block.
    Box(TermBox),
}

/// A box with its inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TermBox {
    /// The instance; empty for an operator or a function.
    pub instance: String,
    /// The type in upper case: `AND`, `TON`.
    pub kind: String,
    /// The names of the pins, which may be empty, and what leads into them.
    pub inputs: Vec<(String, Term)>,
    /// The variables at its outputs.
    pub outputs: Vec<String>,
    /// The output whose value is used; empty for the only one.
    pub pin: String,
    /// Whether the value is inverted.
    pub negated: bool,
}

/// The type of the variable with a name, in the notation of the file.
pub type KindOf<'k> = dyn Fn(&str) -> Option<String> + 'k;

impl Aim {
    /// A statement of a text; `None` if it is neither an assignment nor a call, or not understood.
    pub fn of(text: &str, statement: &Statement, kind_of: &KindOf<'_>) -> Option<Self> {
        match &statement.kind {
            StatementKind::Assign { to, value } => {
                let (target, how) = to.first()?;
                let to = text[target.span.range()].to_owned();
                Some(Self::Assign { to, how: *how, value: Term::of(text, value, kind_of)? })
            }
            StatementKind::Call(operand) => {
                let (span, kind) = (operand.span, ExpressionKind::Operand(operand.clone()));
                Term::of(text, &Expression { span, kind }, kind_of).map(Self::Call)
            }
            _ => None,
        }
    }
}

impl Aim {
    /// Whether both do the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Assign { to, how, value }, Self::Assign { to: other, how: with, value: by }) => {
                to.eq_ignore_ascii_case(other) && how == with && value.is_like(by)
            }
            (Self::Call(one), Self::Call(other)) => one.is_like(other),
            _ => false,
        }
    }
}

impl Term {
    /// Whether both say the same; a call may name its instance in the type, as in `Timer.TON`.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Operand { .. }, Self::Operand { .. }) => self.says() == other.says(),
            (Self::Box(one), Self::Box(two)) => {
                let inputs = one.inputs.iter().zip(&two.inputs);
                self.says() == other.says()
                    && one.outputs == two.outputs
                    && one.pin.eq_ignore_ascii_case(&two.pin)
                    && inputs.into_iter().all(|(a, b)| a.0 == b.0 && a.1.is_like(&b.1))
            }
            _ => false,
        }
    }

    /// An expression of a text.
    pub fn of(text: &str, value: &Expression, kind_of: &KindOf<'_>) -> Option<Self> {
        let own = || text[value.span.range()].to_owned();
        match &value.kind {
            ExpressionKind::Literal => Some(Self::Operand { name: own(), negated: false }),
            ExpressionKind::Group(inner) => Self::of(text, inner, kind_of),
            ExpressionKind::Unary(Sign::Not, inner) => {
                Self::of(text, inner, kind_of).map(Self::negate)
            }
            ExpressionKind::Unary(Sign::Minus, inner)
                if matches!(inner.kind, ExpressionKind::Literal) =>
            {
                Some(Self::Operand { name: own(), negated: false })
            }
            ExpressionKind::Chain(first, more) => {
                let operator = more.first()?.0;
                if !more.iter().all(|it| it.0 == operator) {
                    return None;
                }
                let parts = std::iter::once(&**first).chain(more.iter().map(|it| &it.1));
                let inputs: Option<Vec<(String, Self)>> =
                    parts.map(|it| Some((String::new(), Self::of(text, it, kind_of)?))).collect();
                let (kind, inputs) = (operator_box(operator)?.to_owned(), inputs?);
                Some(Self::Box(TermBox { kind, inputs, ..TermBox::default() }))
            }
            ExpressionKind::Operand(operand) => {
                // `Timer.TON(…).Q`: the call, and what is taken from it.
                let at = operand.parts.iter().rposition(|it| matches!(it.kind, PartKind::Call(_)));
                let Some(at) = at else {
                    return Some(Self::Operand { name: own(), negated: false });
                };
                let (call, rest) = (&operand.parts[at], &operand.parts[at + 1..]);
                let pin = match rest {
                    [] => String::new(),
                    [one] => match &one.kind {
                        PartKind::Member(name) => text[name.range()].to_owned(),
                        _ => return None,
                    },
                    _ => return None,
                };
                let PartKind::Call(arguments) = &call.kind else { return None };
                let before = &text[operand.span.range().start..call.span.range().start];
                // `Timer.TON(…)` and `Timer(…)` are boxes with an instance, `GT(…)` is one
                // without.
                let (instance, kind) = match before.rsplit_once('.') {
                    Some((instance, kind)) if kind_of(instance).is_some() || is_block(kind) => {
                        (instance.to_owned(), kind.to_uppercase())
                    }
                    _ => match kind_of(before) {
                        Some(kind) => (before.to_owned(), kind.to_uppercase()),
                        None => (String::new(), before.to_uppercase()),
                    },
                };
                let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
                for argument in arguments {
                    let value = argument.value.as_ref()?;
                    if argument.how == ArgumentHow::Take {
                        outputs.push(text[value.span.range()].to_owned());
                    } else {
                        let name = argument.name.map(|it| text[it.range()].to_owned());
                        inputs.push((name.unwrap_or_default(), Self::of(text, value, kind_of)?));
                    }
                }
                Some(Self::Box(TermBox { instance, kind, inputs, outputs, pin, negated: false }))
            }
            _ => None,
        }
    }

    /// As text without blanks, in lower case; equal terms have the same.
    pub(crate) fn says(&self) -> String {
        match self {
            Self::Operand { name, negated } => not(name, *negated),
            Self::Box(TermBox { instance, kind, inputs, negated, .. }) => {
                let inputs: Vec<String> = inputs.iter().map(|it| it.1.says()).collect();
                let dot = if instance.is_empty() { "" } else { "." };
                not(&format!("{instance}{dot}{kind}({})", inputs.join(",")), *negated)
            }
        }
    }

    /// The negation: for AND, OR and comparisons, it is another box, because not all boxes have a
    /// negation mark.
    fn negate(self) -> Self {
        match self {
            Self::Operand { name, negated } => Self::Operand { name, negated: !negated },
            Self::Box(TermBox { kind, inputs, negated: false, .. })
                if opposite(&kind).is_some() =>
            {
                let is_junction = matches!(kind.as_str(), "AND" | "OR");
                let inputs = inputs.into_iter();
                let inputs = if is_junction {
                    inputs.map(|(pin, it)| (pin, it.negate())).collect()
                } else {
                    inputs.collect()
                };
                let kind = opposite(&kind).unwrap_or_default().to_owned();
                Self::Box(TermBox { kind, inputs, ..TermBox::default() })
            }
            Self::Box(it) => Self::Box(TermBox { negated: !it.negated, ..it }),
        }
    }

    /// The names of its operands, in lower case.
    pub(crate) fn names(&self, found: &mut Vec<String>) {
        match self {
            Self::Operand { name, .. } => found.push(name.to_lowercase()),
            Self::Box(it) => it.inputs.iter().for_each(|it| it.1.names(found)),
        }
    }
}

fn not(text: &str, negated: bool) -> String {
    format!("{}{}", if negated { "!" } else { "" }, text.to_lowercase())
}

fn opposite(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "AND" => "OR",
        "OR" => "AND",
        "GT" => "LE",
        "LE" => "GT",
        "GE" => "LT",
        "LT" => "GE",
        "EQ" => "NE",
        "NE" => "EQ",
        _ => return None,
    })
}

fn is_block(kind: &str) -> bool {
    ["TON", "TOF", "TP", "CTU", "CTD", "CTUD", "R_TRIG", "F_TRIG", "SR", "RS"].contains(&kind)
}

fn operator_box(operator: Operator) -> Option<&'static str> {
    use Operator::{
        Add, And, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Modulo, Multiply, Or,
        Subtract, Unequal, Xor,
    };
    Some(match operator {
        And => "AND",
        Or => "OR",
        Xor => "XOR",
        Equal => "EQ",
        Unequal => "NE",
        Greater => "GT",
        GreaterEqual => "GE",
        Less => "LT",
        LessEqual => "LE",
        Add => "ADD",
        Subtract => "SUB",
        Multiply => "MUL",
        Divide => "DIV",
        Modulo => "MOD",
        _ => return None,
    })
}
