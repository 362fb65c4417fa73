//! Expressions as boxes.

use tagbridge_structured_text::{ArgumentHow, Expression, ExpressionKind, Operator, Sign};

use super::boxes::not;

/// An expression as a box.
pub(super) enum Wanted {
    Operand { name: String, negated: bool },
    Box { instance: String, kind: String, inputs: Vec<Wanted>, outputs: Vec<String>, negated: bool },
}

impl Wanted {
    pub(super) fn says(&self) -> String {
        match self {
            Self::Operand { name, negated } => not(name.to_lowercase(), *negated),
            Self::Box { instance, kind, inputs, negated, .. } => {
                let inputs: Vec<String> = inputs.iter().map(Self::says).collect();
                not(format!("{instance}.{kind}({})", inputs.join(",")), *negated)
            }
        }
    }

    /// The negation: for AND, OR and comparisons, it is another box, because not all boxes have a
    /// negation mark.
    fn negate(self) -> Self {
        match self {
            Self::Operand { name, negated } => Self::Operand { name, negated: !negated },
            Self::Box { instance, kind, inputs, outputs, negated: false } => {
                if let Some(other) = opposite(&kind) {
                    let is_junction = matches!(kind.as_str(), "AND" | "OR");
                    let inputs = inputs.into_iter();
                    let inputs = if is_junction {
                        inputs.map(Self::negate).collect()
                    } else {
                        inputs.collect()
                    };
                    let kind = other.to_owned();
                    return Self::Box { instance, kind, inputs, outputs, negated: false };
                }
                Self::Box { instance, kind, inputs, outputs, negated: true }
            }
            Self::Box { instance, kind, inputs, outputs, negated: true } => {
                Self::Box { instance, kind, inputs, outputs, negated: false }
            }
        }
    }

    pub(super) fn of(
        text: &str,
        value: &Expression,
        kind_of: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Self> {
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
                let inputs: Option<Vec<Self>> =
                    parts.map(|it| Self::of(text, it, kind_of)).collect();
                let (instance, outputs) = (String::new(), Vec::new());
                let kind = operator_box(operator)?.to_owned();
                Some(Self::Box { instance, kind, inputs: inputs?, outputs, negated: false })
            }
            ExpressionKind::Operand(operand) => match operand.call() {
                None => Some(Self::Operand { name: own(), negated: false }),
                Some(arguments) => {
                    let call = operand.parts.last()?;
                    let before =
                        text[operand.span.range().start..call.span.range().start].to_owned();
                    // `Timer.TON(…)` and `Timer(…)` are boxes with an instance, `GT(…)` is one
                    // without.
                    let (instance, kind) = match before.rsplit_once('.') {
                        Some((instance, kind)) if kind_of(instance).is_some() || is_block(kind) => {
                            (instance.to_owned(), kind.to_uppercase())
                        }
                        _ => match kind_of(&before) {
                            Some(kind) => (before, kind.to_uppercase()),
                            None => (String::new(), before.to_uppercase()),
                        },
                    };
                    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
                    for argument in arguments {
                        let value = argument.value.as_ref()?;
                        if argument.how == ArgumentHow::Take {
                            outputs.push(text[value.span.range()].to_owned());
                        } else {
                            inputs.push(Self::of(text, value, kind_of)?);
                        }
                    }
                    let negated = false;
                    Some(Self::Box { instance, kind, inputs, outputs, negated })
                }
            },
            _ => None,
        }
    }
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
