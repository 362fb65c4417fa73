//! Random conditions over bits, whole numbers, numbers with fractions and pairs of numbers.
#![expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "a few numbers that are exact in every type"
)]

use tagbridge_logic::{
    NameId, PlaceId,
    expr::{Comparison, Constant, ExprId, Exprs, Need, Scalar, Values, Variable, VariableKind},
};

use crate::random::Random;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Domain {
    Bit,
    Whole,
    Real,
    /// Two numbers of which only the order is tested.
    Pair,
}

const WHOLE: [f64; 6] = [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0];
const REAL: [f64; 7] = [-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0];
const PAIR: [f64; 3] = [-1.0, 0.0, 1.0];

#[derive(Debug)]
pub(crate) enum Tree {
    Bit(usize),
    Compare(usize, Comparison, f64),
    Constant(bool),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Xor(Box<Tree>, Box<Tree>),
    Same(Box<Tree>, Box<Tree>),
}

pub(crate) struct Subject {
    pub(crate) tree: Tree,
    pub(crate) domains: Vec<Domain>,
    pub(crate) state: Vec<Option<usize>>,
    pub(crate) wanted: bool,
    pub(crate) exprs: Exprs,
    pub(crate) root: ExprId,
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:?} of {:?} at {:?}, wanted {}",
            self.tree, self.domains, self.state, self.wanted
        )
    }
}

impl Subject {
    pub(crate) fn random(random: &mut Random) -> Self {
        let most = if random.below(100) == 0 { 12 } else { 7 };
        let count = 1 + random.below(most);
        let (mut domains, mut assignments) = (Vec::new(), 1);
        for _ in 0..count {
            let domain = match random.below(8) {
                0 => Domain::Whole,
                1 => Domain::Real,
                2 => Domain::Pair,
                _ => Domain::Bit,
            };
            if assignments * values(domain).len() <= 4_096 {
                assignments *= values(domain).len();
                domains.push(domain);
            }
        }
        let unknown = [0, 0, 4, 8][random.below(4)];
        let state = domains
            .iter()
            .map(|it| (random.below(16) >= unknown).then(|| random.below(values(*it).len())))
            .collect();
        let once = random.below(3) == 0;
        let mut left: Vec<usize> = (0..domains.len()).collect();
        let tree = grow(random, &domains, &mut left, once, 0);
        let mut exprs = Exprs::new();
        let root = lower(&tree, &domains, &mut exprs);
        Self { tree, domains, state, wanted: random.below(3) > 0, exprs, root }
    }

    pub(crate) fn radix(&self, variable: usize) -> usize {
        values(self.domains[variable]).len()
    }

    pub(crate) fn is_whole(&self, place: PlaceId) -> bool {
        self.domains[place.0 as usize / 2] == Domain::Whole
    }

    /// Whether the result is as wanted.
    pub(crate) fn holds(&self, assignment: &[usize]) -> bool {
        evaluate(&self.tree, &self.domains, assignment) == self.wanted
    }

    /// The index of a variable in this tree.
    pub(crate) fn variable(&self, variable: &Variable) -> usize {
        let (VariableKind::Value(id) | VariableKind::Order(id, _)) = variable.kind else {
            panic!("{variable:?}")
        };
        self.exprs.places(id)[0].0 as usize / 2
    }

    pub(crate) fn accepts(&self, variable: usize, value: usize, need: &Need) -> bool {
        let value = values(self.domains[variable])[value];
        match need {
            Need::On => value != 0.0,
            Need::Off => value == 0.0,
            Need::Within(intervals) => intervals.iter().any(|it| it.contains(value)),
        }
    }
}

impl Values for Subject {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let (variable, second) = (place.0 as usize / 2, place.0 % 2 == 1);
        let domain = self.domains[variable];
        let value = values(domain)[self.state[variable]?];
        Some(match domain {
            Domain::Bit => Scalar::Bool(value != 0.0),
            Domain::Whole => Scalar::Int(value as i64),
            Domain::Real => Scalar::Real(value),
            Domain::Pair => Scalar::Real(if second { 10.0 } else { 10.0 + value }),
        })
    }

    fn text(&self, _name: NameId) -> &'static str {
        ""
    }
}

fn values(domain: Domain) -> &'static [f64] {
    match domain {
        Domain::Bit => &[0.0, 1.0],
        Domain::Whole => &WHOLE,
        Domain::Real => &REAL,
        Domain::Pair => &PAIR,
    }
}

/// Each variable at most once, or any number of times.
fn grow(
    random: &mut Random,
    domains: &[Domain],
    left: &mut Vec<usize>,
    once: bool,
    depth: usize,
) -> Tree {
    if depth > 4 || left.is_empty() || (depth > 0 && random.below(3) == 0) {
        return leaf(random, domains, left, once);
    }
    let mut children = |random: &mut Random| {
        let count = 2 + random.below(3);
        (0..count).map(|_| grow(random, domains, left, once, depth + 1)).collect::<Vec<_>>()
    };
    match random.below(10) {
        0..=3 => Tree::And(children(random)),
        4..=7 => Tree::Or(children(random)),
        8 => Tree::Not(Box::new(grow(random, domains, left, once, depth + 1))),
        _ => {
            let first = Box::new(grow(random, domains, left, once, depth + 2));
            let second = Box::new(grow(random, domains, left, once, depth + 2));
            if random.below(2) == 0 { Tree::Xor(first, second) } else { Tree::Same(first, second) }
        }
    }
}

fn leaf(random: &mut Random, domains: &[Domain], left: &mut Vec<usize>, once: bool) -> Tree {
    if random.below(40) == 0 || left.is_empty() {
        return Tree::Constant(random.below(2) == 0);
    }
    let index = random.below(left.len());
    let variable = if once { left.swap_remove(index) } else { left[index] };
    let leaf = match domains[variable] {
        Domain::Bit => Tree::Bit(variable),
        Domain::Whole | Domain::Real if random.below(6) == 0 => Tree::Bit(variable),
        domain => {
            use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
            let number =
                if domain == Domain::Pair { 0.0 } else { [0.0, 1.0, 2.0][random.below(3)] };
            Tree::Compare(variable, [Eq, Ne, Lt, Le, Gt, Ge][random.below(6)], number)
        }
    };
    if random.below(3) == 0 { Tree::Not(Box::new(leaf)) } else { leaf }
}

fn evaluate(tree: &Tree, domains: &[Domain], assignment: &[usize]) -> bool {
    let value = |variable: usize| values(domains[variable])[assignment[variable]];
    let of = |tree: &Tree| evaluate(tree, domains, assignment);
    match tree {
        Tree::Bit(variable) => value(*variable) != 0.0,
        Tree::Compare(variable, how, number) => {
            let (value, number) = (value(*variable), *number);
            match how {
                Comparison::Eq => value == number,
                Comparison::Ne => value != number,
                Comparison::Lt => value < number,
                Comparison::Le => value <= number,
                Comparison::Gt => value > number,
                Comparison::Ge => value >= number,
            }
        }
        Tree::Constant(value) => *value,
        Tree::Not(tree) => !of(tree),
        Tree::And(trees) => trees.iter().all(of),
        Tree::Or(trees) => trees.iter().any(of),
        Tree::Xor(first, second) => of(first) != of(second),
        Tree::Same(first, second) => of(first) == of(second),
    }
}

fn lower(tree: &Tree, domains: &[Domain], exprs: &mut Exprs) -> ExprId {
    let place = |variable: usize, second| PlaceId::at(variable * 2 + second);
    let mut all = |trees: &[Tree]| -> Vec<ExprId> {
        trees.iter().map(|tree| lower(tree, domains, exprs)).collect()
    };
    match tree {
        Tree::Bit(variable) => exprs.read(place(*variable, 0)),
        Tree::Compare(variable, how, number) => {
            let first = exprs.read(place(*variable, 0));
            let second = match domains[*variable] {
                Domain::Pair => exprs.read(place(*variable, 1)),
                Domain::Whole => exprs.constant(Constant::Int(*number as i64)),
                _ => exprs.constant(Constant::real(*number)),
            };
            // In both orders: a mirrored comparison is the same one.
            if variable % 2 == 0 {
                exprs.compare(*how, first, second)
            } else {
                exprs.compare(how.mirrored(), second, first)
            }
        }
        Tree::Constant(value) => exprs.constant(Constant::Bool(*value)),
        Tree::Not(tree) => {
            let of = lower(tree, domains, exprs);
            exprs.not(of)
        }
        Tree::And(trees) => {
            let of = all(trees);
            exprs.and(&of)
        }
        Tree::Or(trees) => {
            let of = all(trees);
            exprs.or(&of)
        }
        Tree::Xor(first, second) => {
            let (first, second) = (lower(first, domains, exprs), lower(second, domains, exprs));
            exprs.xor(first, second)
        }
        Tree::Same(first, second) => {
            let (first, second) = (lower(first, domains, exprs), lower(second, domains, exprs));
            let differ = exprs.xor(first, second);
            exprs.not(differ)
        }
    }
}
