use std::{cmp::Ordering, collections::HashMap};

use super::{Arithmetic, Comparison, Constant, Edge, Expr, ExprId, Exprs, Scalar, Truth};
use crate::ids::{NameId, PlaceId, StatementId};

/// The known values during an evaluation.
pub trait Values {
    /// The value of a place; `None` if it is missing, bad or too old.
    fn value(&self, place: PlaceId) -> Option<Scalar>;

    /// The text of a name.
    fn text(&self, name: NameId) -> &str;

    /// The result of a computation of these expressions with these values as the controller stores it:
    /// with the width of its type, or what it stores where there is no result.
    fn computed(
        &self,
        _how: Arithmetic,
        _of: &[ExprId],
        _with: &[Scalar],
        value: Option<Scalar>,
    ) -> Option<Scalar> {
        value
    }

    /// The value of a memory bit before this scan. A snapshot between scans does not contain it.
    fn before(&self, _memory: PlaceId) -> Option<bool> {
        None
    }

    /// The output of a statement at a pin in this scan.
    fn output(&self, _of: StatementId, _pin: NameId) -> Option<Scalar> {
        None
    }

    /// The value of a function for these arguments.
    fn call(&self, _callee: NameId, _arguments: &[Scalar]) -> Option<Scalar> {
        None
    }
}

/// Evaluates expressions with the same values; shared parts are evaluated once.
pub struct Evaluation<'a> {
    exprs: &'a Exprs,
    values: &'a dyn Values,
    known: HashMap<ExprId, Option<Scalar>>,
}

impl<'a> Evaluation<'a> {
    /// Creates an evaluation of these expressions with these values.
    pub fn new(exprs: &'a Exprs, values: &'a dyn Values) -> Self {
        Self { exprs, values, known: HashMap::new() }
    }

    /// Whether a condition holds.
    pub fn truth(&mut self, id: ExprId) -> Truth {
        self.value(id).and_then(|value| value.bit()).into()
    }

    /// The value of an expression, if the known values determine it.
    pub fn value(&mut self, id: ExprId) -> Option<Scalar> {
        if let Some(value) = self.known.get(&id) {
            return value.clone();
        }
        let value = self.compute(id);
        self.known.insert(id, value.clone());
        value
    }

    fn compute(&mut self, id: ExprId) -> Option<Scalar> {
        match self.exprs.get(id) {
            Expr::Const(Constant::Text(name)) => Some(Scalar::Text(self.values.text(name).into())),
            Expr::Const(constant) => constant.scalar(),
            Expr::Ref(place) => self.values.value(place),
            Expr::Not(of) => bit(!self.truth(of)),
            Expr::And(list) => {
                let of = self.exprs.list(list);
                bit(of.iter().fold(Truth::True, |all, id| all.and(self.truth(*id))))
            }
            Expr::Or(list) => {
                let of = self.exprs.list(list);
                bit(of.iter().fold(Truth::False, |any, id| any.or(self.truth(*id))))
            }
            Expr::Xor(left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                bit(left.and(!right).or((!left).and(right)))
            }
            Expr::Compare(how, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                // Times and dates are also texts, but have another order.
                let are_texts = matches!((&left, &right), (Scalar::Text(_), Scalar::Text(_)));
                if are_texts && !matches!(how, Comparison::Eq | Comparison::Ne) {
                    return None;
                }
                Some(Scalar::Bool(how.holds(order(&left, &right)?)))
            }
            Expr::Arith(how, list) => {
                let ids = self.exprs.list(list);
                let of = ids.iter().map(|id| self.value(*id)).collect::<Option<Vec<_>>>()?;
                self.values.computed(how, ids, &of, arithmetic(how, &of))
            }
            Expr::Edge(edge, of, memory) => {
                let quiet = match edge {
                    Edge::Rising => Truth::False,
                    Edge::Falling => Truth::True,
                };
                let now = self.truth(of);
                if now == quiet {
                    return Some(Scalar::Bool(false));
                }
                let before = memory.and_then(|memory| self.values.before(memory))?;
                (now != Truth::Unknown).then_some(Scalar::Bool(Truth::from(before) == quiet))
            }
            Expr::Output(of, pin) => self.values.output(of, pin),
            Expr::Call(callee, list) => {
                let of = self.exprs.list(list);
                let of = of.iter().map(|id| self.value(*id)).collect::<Option<Vec<_>>>()?;
                self.values.call(callee, &of)
            }
            Expr::Unknown(_) => None,
        }
    }
}

impl Comparison {
    /// Whether the comparison holds for two values with this order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order == Ordering::Equal,
            Self::Ne => order != Ordering::Equal,
            Self::Lt => order == Ordering::Less,
            Self::Le => order != Ordering::Greater,
            Self::Gt => order == Ordering::Greater,
            Self::Ge => order != Ordering::Less,
        }
    }

    /// The negated comparison.
    pub fn opposite(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
        }
    }

    /// The same comparison with its sides exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
        }
    }
}

fn bit(truth: Truth) -> Option<Scalar> {
    match truth {
        Truth::True => Some(Scalar::Bool(true)),
        Truth::False => Some(Scalar::Bool(false)),
        Truth::Unknown => None,
    }
}

pub(super) fn order(left: &Scalar, right: &Scalar) -> Option<Ordering> {
    match (left, right) {
        (Scalar::Int(left), Scalar::Int(right)) => Some(left.cmp(right)),
        (Scalar::Text(left), Scalar::Text(right)) => Some(left.cmp(right)),
        _ => left.number()?.partial_cmp(&right.number()?),
    }
}

fn arithmetic(how: Arithmetic, of: &[Scalar]) -> Option<Scalar> {
    match of {
        [Scalar::Int(one)] => whole_of_one(how, *one).or_else(|| real_of_one(how, of[0].number()?)),
        [one] => real_of_one(how, one.number()?),
        [first, rest @ ..] => rest.iter().try_fold(first.clone(), |left, right| {
            if let (Some(left), Some(right)) = (whole(&left), whole(right)) {
                return whole_of_two(how, left, right);
            }
            real_of_two(how, left.number()?, right.number()?)
        }),
        [] => None,
    }
}

fn whole(value: &Scalar) -> Option<i64> {
    match value {
        Scalar::Int(value) => Some(*value),
        Scalar::Bool(value) => Some(i64::from(*value)),
        Scalar::Real(_) | Scalar::Text(_) => None,
    }
}

fn whole_of_one(how: Arithmetic, one: i64) -> Option<Scalar> {
    match how {
        Arithmetic::Neg => Some(one.wrapping_neg()),
        Arithmetic::Abs => Some(one.wrapping_abs()),
        Arithmetic::BitNot => Some(!one),
        _ => None,
    }
    .map(Scalar::Int)
}

fn real_of_one(how: Arithmetic, one: f64) -> Option<Scalar> {
    match how {
        Arithmetic::Neg => Some(-one),
        Arithmetic::Abs => Some(one.abs()),
        Arithmetic::Sqrt => (one >= 0.0).then(|| one.sqrt()),
        _ => None,
    }
    .map(Scalar::Real)
}

fn whole_of_two(how: Arithmetic, left: i64, right: i64) -> Option<Scalar> {
    match how {
        Arithmetic::Add => Some(left.wrapping_add(right)),
        Arithmetic::Sub => Some(left.wrapping_sub(right)),
        Arithmetic::Mul => Some(left.wrapping_mul(right)),
        Arithmetic::Div => (right != 0).then(|| left.wrapping_div(right)),
        Arithmetic::Mod => (right != 0).then(|| left.wrapping_rem(right)),
        Arithmetic::Pow => left.checked_pow(u32::try_from(right).ok()?),
        Arithmetic::Min => Some(left.min(right)),
        Arithmetic::Max => Some(left.max(right)),
        Arithmetic::BitAnd => Some(left & right),
        Arithmetic::BitOr => Some(left | right),
        Arithmetic::BitXor => Some(left ^ right),
        // A shift by the width or more leaves only copies of the sign bit.
        Arithmetic::Shl => Some(left.checked_shl(u32::try_from(right).ok()?).unwrap_or(0)),
        Arithmetic::Shr => Some(left >> u32::try_from(right).ok()?.min(63)),
        Arithmetic::Neg | Arithmetic::Abs | Arithmetic::Sqrt | Arithmetic::BitNot => None,
    }
    .map(Scalar::Int)
}

fn real_of_two(how: Arithmetic, left: f64, right: f64) -> Option<Scalar> {
    match how {
        Arithmetic::Add => Some(left + right),
        Arithmetic::Sub => Some(left - right),
        Arithmetic::Mul => Some(left * right),
        Arithmetic::Div => (right != 0.0).then(|| left / right),
        Arithmetic::Mod => (right != 0.0).then(|| left % right),
        Arithmetic::Pow => Some(left.powf(right)),
        Arithmetic::Min => Some(left.min(right)),
        Arithmetic::Max => Some(left.max(right)),
        _ => None,
    }
    .filter(|value| value.is_finite())
    .map(Scalar::Real)
}
