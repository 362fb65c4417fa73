//! Negation normal form: tests of variables, joined only by `and`, `or` and `xor`.

use std::collections::HashMap;

use super::{
    Comparison, Constant, Evaluation, Expr, ExprId, Exprs, Truth, Values, Variable, VariableId,
    VariableKind, regions::Regions, variable::Test,
};
use crate::ids::PlaceId;

/// A part of a formula. Parts precede the parts that contain them.
#[derive(Debug, Clone)]
pub(super) enum Part {
    Const(bool),
    Atom(VariableId, Test),
    And(Vec<usize>),
    Or(Vec<usize>),
    Xor(usize, usize),
}

/// Conditions over the same variables.
#[derive(Debug)]
pub(super) struct Formula {
    pub(super) parts: Vec<Part>,
    pub(super) variables: Vec<Variable>,
    /// The parts for the given conditions.
    pub(super) roots: Vec<usize>,
}

impl Formula {
    /// Creates a formula from conditions, each with whether it is wanted to hold. `whole` returns
    /// whether a place contains only whole numbers.
    pub(super) fn new(
        exprs: &Exprs,
        wanted: &[(ExprId, bool)],
        values: &dyn Values,
        whole: &dyn Fn(PlaceId) -> bool,
    ) -> Self {
        let mut builder = Builder {
            exprs,
            parts: Vec::new(),
            made: HashMap::new(),
            numbers: HashMap::new(),
            kinds: Vec::new(),
            tests: Vec::new(),
        };
        let roots = wanted.iter().map(|(id, holds)| builder.part(*id, *holds)).collect();
        let Builder { parts, kinds, tests, .. } = builder;
        let mut evaluation = Evaluation::new(exprs, values);
        let variables = kinds
            .into_iter()
            .zip(tests)
            .map(|(kind, tests)| {
                let now = now(kind, &mut evaluation);
                let compared = tests.iter().any(|test| matches!(test, Test::Than(..)));
                let regions = Regions::of(&tests, compared && is_whole(kind, exprs, whole));
                let state = now.as_ref().and_then(|value| regions.find(value));
                Variable { kind, now, regions, state }
            })
            .collect();
        Self { parts, variables, roots }
    }

    /// The truth of each part if `state` returns the region of each variable.
    pub(super) fn kleene(&self, state: &dyn Fn(VariableId) -> Option<usize>) -> Vec<Truth> {
        let mut truths: Vec<Truth> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let of = |parts: &[usize]| parts.iter().map(|part| truths[*part]).collect::<Vec<_>>();
            truths.push(match part {
                Part::Const(value) => (*value).into(),
                Part::Atom(variable, test) => {
                    let holds = self.variables[variable.0 as usize].regions.holds(*test);
                    atom_truth(&holds, state(*variable))
                }
                Part::And(parts) => of(parts).into_iter().fold(Truth::True, Truth::and),
                Part::Or(parts) => of(parts).into_iter().fold(Truth::False, Truth::or),
                Part::Xor(left, right) => {
                    let (left, right) = (truths[*left], truths[*right]);
                    left.and(!right).or((!left).and(right))
                }
            });
        }
        truths
    }
}

/// Whether a test that holds in these regions holds for a variable in this region.
pub(super) fn atom_truth(holds: &[bool], state: Option<usize>) -> Truth {
    match state {
        Some(state) => holds[state].into(),
        None if holds.iter().all(|holds| *holds) => Truth::True,
        None if holds.iter().any(|holds| *holds) => Truth::Unknown,
        None => Truth::False,
    }
}

struct Builder<'a> {
    exprs: &'a Exprs,
    parts: Vec<Part>,
    made: HashMap<(ExprId, bool), usize>,
    numbers: HashMap<(ExprId, Option<ExprId>), VariableId>,
    kinds: Vec<VariableKind>,
    tests: Vec<Vec<Test>>,
}

impl Builder<'_> {
    fn part(&mut self, id: ExprId, wanted: bool) -> usize {
        if let Some(part) = self.made.get(&(id, wanted)) {
            return *part;
        }
        let part = match self.exprs.get(id) {
            // A named constant whose value is not in the file may be true or false.
            Expr::Const(constant) => match constant.scalar().and_then(|value| value.bit()) {
                Some(value) => Part::Const(value == wanted),
                None => {
                    self.atom(VariableKind::Value(id), if wanted { Test::On } else { Test::Off })
                }
            },
            Expr::Not(of) => {
                let part = self.part(of, !wanted);
                self.made.insert((id, wanted), part);
                return part;
            }
            Expr::And(list) => self.parts_of(self.exprs.list(list), wanted, wanted),
            Expr::Or(list) => self.parts_of(self.exprs.list(list), !wanted, wanted),
            Expr::Xor(left, right) => Part::Xor(self.part(left, wanted), self.part(right, true)),
            Expr::Compare(how, left, right) => self.compare(id, how, left, right, wanted),
            _ => {
                let test = if wanted { Test::On } else { Test::Off };
                self.atom(VariableKind::Value(id), test)
            }
        };
        self.parts.push(part);
        let part = self.parts.len() - 1;
        self.made.insert((id, wanted), part);
        part
    }

    fn parts_of(&mut self, list: &[ExprId], all: bool, wanted: bool) -> Part {
        let parts = list.iter().map(|id| self.part(*id, wanted)).collect();
        if all { Part::And(parts) } else { Part::Or(parts) }
    }

    fn compare(
        &mut self,
        id: ExprId,
        how: Comparison,
        left: ExprId,
        right: ExprId,
        wanted: bool,
    ) -> Part {
        let (first, second) = (self.exprs.get(left), self.exprs.get(right));
        let equality = matches!(how, Comparison::Eq | Comparison::Ne);
        if equality && (is_bit(first) || is_bit(second)) {
            let same = (how == Comparison::Eq) == wanted;
            return Part::Xor(self.part(left, same), self.part(right, false));
        }
        let how = if wanted { how } else { how.opposite() };
        let number = |expr| match expr {
            Expr::Const(constant) => constant.scalar().and_then(|value| value.number()),
            _ => None,
        };
        let is_text = |expr| matches!(expr, Expr::Const(Constant::Text(_)));
        match (number(first), number(second)) {
            (Some(first), Some(second)) => {
                Part::Const(first.partial_cmp(&second).is_some_and(|order| how.holds(order)))
            }
            (None, None) if is_text(first) || is_text(second) => {
                let test = if wanted { Test::On } else { Test::Off };
                self.atom(VariableKind::Texts(id), test)
            }
            (None, Some(number)) => self.atom(VariableKind::Value(left), Test::Than(how, number)),
            (Some(number), None) => {
                self.atom(VariableKind::Value(right), Test::Than(how.mirrored(), number))
            }
            (None, None) if left <= right => {
                self.atom(VariableKind::Order(left, right), Test::Than(how, 0.0))
            }
            (None, None) => {
                self.atom(VariableKind::Order(right, left), Test::Than(how.mirrored(), 0.0))
            }
        }
    }

    fn atom(&mut self, kind: VariableKind, test: Test) -> Part {
        let key = match kind {
            VariableKind::Value(id) | VariableKind::Texts(id) => (id, None),
            VariableKind::Order(left, right) => (left, Some(right)),
        };
        let next = VariableId(u32::try_from(self.kinds.len()).unwrap_or(u32::MAX));
        let variable = *self.numbers.entry(key).or_insert(next);
        if variable == next {
            self.kinds.push(kind);
            self.tests.push(Vec::new());
        }
        let tests = &mut self.tests[variable.0 as usize];
        if !tests.contains(&test) && !tests.contains(&test.opposite()) {
            tests.push(test);
        }
        Part::Atom(variable, test)
    }
}

fn is_bit(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::Const(Constant::Bool(_))
            | Expr::Not(_)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Xor(..)
            | Expr::Compare(..)
            | Expr::Edge(..)
    )
}

fn now(kind: VariableKind, evaluation: &mut Evaluation<'_>) -> Option<super::Scalar> {
    match kind {
        VariableKind::Value(id) | VariableKind::Texts(id) => evaluation.value(id),
        VariableKind::Order(left, right) => {
            let (left, right) = (evaluation.value(left)?, evaluation.value(right)?);
            Some(super::Scalar::Real(left.number()? - right.number()?))
        }
    }
}

fn is_whole(kind: VariableKind, exprs: &Exprs, whole: &dyn Fn(PlaceId) -> bool) -> bool {
    let of = |id| matches!(exprs.get(id), Expr::Ref(place) if whole(place));
    match kind {
        VariableKind::Value(id) => of(id),
        VariableKind::Order(left, right) => of(left) && of(right),
        VariableKind::Texts(_) => false,
    }
}
