//! Conditions and values as a directed acyclic graph: equal expressions exist once.

mod condition;
mod constant;
mod evaluate;
mod exact;
mod formula;
mod import;
mod print;
mod regions;
mod sets;
mod solve;
mod table;
mod truth;
mod variable;

use hashbrown::HashTable;

pub use self::{condition::equivalent, import::Meaning};
pub use self::{
    condition::{Change, ConditionFinding, Need, SearchLimits, ValuedCondition},
    constant::Constant,
    evaluate::{Evaluation, Values},
    regions::Interval,
    truth::{Scalar, Truth},
    variable::{Variable, VariableId, VariableKind},
};
use crate::ids::{NameId, PlaceId, StatementId};

/// An expression in an [`Exprs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// An expression. Children are created before their parents, so ids only refer to smaller ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A literal.
    Const(Constant),
    /// The value of a place at this point of the scan.
    Ref(PlaceId),
    /// Negation.
    Not(ExprId),
    /// Conjunction (a series).
    And(List),
    /// Disjunction (a branch).
    Or(List),
    /// Exclusive or.
    Xor(ExprId, ExprId),
    /// A comparison of two values.
    Compare(Comparison, ExprId, ExprId),
    /// A computed number.
    Arith(Arithmetic, List),
    /// True in the scan in which `of` changes; `memory` contains its value in the previous scan.
    Edge(Edge, ExprId, Option<PlaceId>),
    /// A value that a statement outputs at one of its pins.
    Output(StatementId, NameId),
    /// The value of a function.
    Call(NameId, List),
    /// An unknown expression, and the reason.
    Unknown(Unclear),
}

/// Why an expression is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unclear {
    /// It is nested deeper than [`MAXIMUM_DEPTH`].
    TooDeep,
    /// The text in the file.
    Named(NameId),
}

/// The children of an expression, stored in its [`Exprs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct List {
    start: u32,
    length: u32,
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Greater than.
    Gt,
    /// Greater than or equal.
    Ge,
}

/// An arithmetic operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder.
    Mod,
    /// Power.
    Pow,
    /// Opposite sign.
    Neg,
    /// Absolute value.
    Abs,
    /// Square root.
    Sqrt,
    /// The smaller.
    Min,
    /// The greater.
    Max,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// Bitwise exclusive or.
    BitXor,
    /// Bitwise complement.
    BitNot,
    /// Shift left.
    Shl,
    /// Shift right.
    Shr,
}

/// The direction of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// From false to true.
    Rising,
    /// From true to false.
    Falling,
}

/// Deeper expressions become [`Expr::Unknown`], so that recursion needs a bounded stack.
pub const MAXIMUM_DEPTH: u16 = 1_000;

/// Expressions that share common parts.
#[derive(Debug, Clone, Default)]
pub struct Exprs {
    nodes: Vec<Expr>,
    depths: Vec<u16>,
    children: Vec<ExprId>,
    known: HashTable<u32>,
    lists: HashTable<List>,
}

impl Exprs {
    /// Creates an empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of different expressions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no expressions.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns an expression.
    pub fn get(&self, id: ExprId) -> Expr {
        self.nodes[id.0 as usize]
    }

    /// Returns the children in a list.
    pub fn list(&self, list: List) -> &[ExprId] {
        &self.children[list.start as usize..(list.start + list.length) as usize]
    }

    /// The children of an expression, in order.
    pub fn children(&self, id: ExprId) -> Vec<ExprId> {
        match self.get(id) {
            Expr::Const(_) | Expr::Ref(_) | Expr::Output(..) | Expr::Unknown(_) => Vec::new(),
            Expr::Not(of) | Expr::Edge(_, of, _) => vec![of],
            Expr::Xor(left, right) | Expr::Compare(_, left, right) => vec![left, right],
            Expr::And(list) | Expr::Or(list) | Expr::Arith(_, list) | Expr::Call(_, list) => {
                self.list(list).to_vec()
            }
        }
    }

    /// A literal.
    pub fn constant(&mut self, constant: Constant) -> ExprId {
        self.intern(Expr::Const(constant))
    }

    /// The literal TRUE, with which a rung begins.
    pub fn yes(&mut self) -> ExprId {
        self.constant(Constant::Bool(true))
    }

    /// The literal FALSE.
    pub fn no(&mut self) -> ExprId {
        self.constant(Constant::Bool(false))
    }

    /// The value of a place.
    pub fn read(&mut self, place: PlaceId) -> ExprId {
        self.intern(Expr::Ref(place))
    }

    /// Negation; a double negation cancels out.
    pub fn not(&mut self, of: ExprId) -> ExprId {
        match self.get(of) {
            Expr::Not(inner) => inner,
            Expr::Const(Constant::Bool(value)) => self.constant(Constant::Bool(!value)),
            _ => self.intern(Expr::Not(of)),
        }
    }

    /// Conjunction; TRUE if there are no children. Only literal TRUEs are removed: a condition
    /// keeps the form that its author wrote.
    pub fn and(&mut self, of: &[ExprId]) -> ExprId {
        let yes = self.yes();
        let of: Vec<ExprId> = of.iter().copied().filter(|id| *id != yes).collect();
        match of[..] {
            [] => yes,
            [only] => only,
            _ => {
                let list = self.intern_list(&of);
                self.intern(Expr::And(list))
            }
        }
    }

    /// Disjunction; FALSE if there are no children. Literal FALSEs are removed.
    pub fn or(&mut self, of: &[ExprId]) -> ExprId {
        let no = self.no();
        let of: Vec<ExprId> = of.iter().copied().filter(|id| *id != no).collect();
        match of[..] {
            [] => no,
            [only] => only,
            _ => {
                let list = self.intern_list(&of);
                self.intern(Expr::Or(list))
            }
        }
    }

    /// Exclusive or.
    pub fn xor(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.intern(Expr::Xor(left, right))
    }

    /// A comparison of two values.
    pub fn compare(&mut self, how: Comparison, left: ExprId, right: ExprId) -> ExprId {
        self.intern(Expr::Compare(how, left, right))
    }

    /// A computed number.
    pub fn arith(&mut self, how: Arithmetic, of: &[ExprId]) -> ExprId {
        let list = self.intern_list(of);
        self.intern(Expr::Arith(how, list))
    }

    /// True in the scan in which `of` changes.
    pub fn edge(&mut self, edge: Edge, of: ExprId, memory: Option<PlaceId>) -> ExprId {
        self.intern(Expr::Edge(edge, of, memory))
    }

    /// A value that a statement outputs at one of its pins.
    pub fn output(&mut self, of: StatementId, pin: NameId) -> ExprId {
        self.intern(Expr::Output(of, pin))
    }

    /// The value of a function.
    pub fn call(&mut self, callee: NameId, arguments: &[ExprId]) -> ExprId {
        let list = self.intern_list(arguments);
        self.intern(Expr::Call(callee, list))
    }

    /// An unknown expression, and the reason.
    pub fn unknown(&mut self, reason: NameId) -> ExprId {
        self.intern(Expr::Unknown(Unclear::Named(reason)))
    }

    /// The places that an expression reads, in order of appearance, without duplicates.
    pub fn places(&self, id: ExprId) -> Vec<PlaceId> {
        let places = self.within(id).filter_map(|id| match self.get(id) {
            Expr::Ref(place) => Some(place),
            _ => None,
        });
        places.collect()
    }

    /// An expression and everything in it, in order of appearance. Expressions share their parts, so a
    /// walk that visits a part each time it occurs can take exponential time: this one visits it once.
    pub fn within(&self, id: ExprId) -> impl Iterator<Item = ExprId> + '_ {
        let (mut seen, mut left) = (std::collections::HashSet::new(), vec![id]);
        std::iter::from_fn(move || {
            let id = std::iter::from_fn(|| left.pop()).find(|it| seen.insert(*it))?;
            left.extend(self.children(id).into_iter().rev());
            Some(id)
        })
    }

    fn intern_list(&mut self, of: &[ExprId]) -> List {
        let hash = hash(&of);
        let children = &self.children;
        let same =
            |list: &List| &children[list.start as usize..(list.start + list.length) as usize] == of;
        if let Some(list) = self.lists.find(hash, same) {
            return *list;
        }
        let list = List { start: number(self.children.len()), length: number(of.len()) };
        self.children.extend_from_slice(of);
        let children = &self.children;
        self.lists.insert_unique(hash, list, |list| {
            self::hash(&&children[list.start as usize..(list.start + list.length) as usize])
        });
        list
    }

    fn intern(&mut self, expr: Expr) -> ExprId {
        let hash = hash(&expr);
        if let Some(id) = self.known.find(hash, |id| self.nodes[*id as usize] == expr) {
            return ExprId(*id);
        }
        let depth = self.depth_of(expr);
        if depth > MAXIMUM_DEPTH {
            return self.intern(Expr::Unknown(Unclear::TooDeep));
        }
        let id = number(self.nodes.len());
        self.nodes.push(expr);
        self.depths.push(depth);
        let nodes = &self.nodes;
        self.known.insert_unique(hash, id, |id| self::hash(&nodes[*id as usize]));
        ExprId(id)
    }

    fn depth_of(&self, expr: Expr) -> u16 {
        let of = |ids: &[ExprId]| ids.iter().map(|id| self.depths[id.0 as usize]).max();
        let below = match expr {
            Expr::Const(_) | Expr::Ref(_) | Expr::Output(..) | Expr::Unknown(_) => None,
            Expr::Not(id) | Expr::Edge(_, id, _) => of(&[id]),
            Expr::Xor(left, right) | Expr::Compare(_, left, right) => of(&[left, right]),
            Expr::And(list) | Expr::Or(list) | Expr::Arith(_, list) | Expr::Call(_, list) => {
                of(self.list(list))
            }
        };
        below.map_or(0, |below| below.saturating_add(1))
    }
}

fn hash(value: &impl std::hash::Hash) -> u64 {
    use std::hash::BuildHasher;
    rustc_hash::FxBuildHasher.hash_one(value)
}

fn number(length: usize) -> u32 {
    u32::try_from(length).expect("fewer expressions than 2^32")
}
