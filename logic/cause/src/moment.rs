//! The values of one moment, between two neighbouring scans: of each tag that of the older or that
//! of the newer one.

mod recorded;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use jiff::Timestamp;
use tagbridge_logic::{
    Index, NameId, PlaceId,
    expr::{Edge, Evaluation, ExprId, Scalar, Truth, Values},
};

use crate::{
    Past,
    cell::{Cell, ContextId},
    slice::{conditions, places},
    value::same,
    value_sources::{Act, ActValue, Finder, Kind, Running, is_pulse},
};

/// Values that are computed from others, and those from others, so deep at most.
const DEPTH: usize = 24;
/// Scans of the controller between two scans of the bridge that are tried at most.
const PASSES: usize = 8;

/// What the code is made of and what is known of its values.
pub(crate) struct CauseContext<'s, 'a> {
    pub(crate) finder: Finder<'s, 'a>,
    pub(crate) past: &'s dyn Past,
    acts: RefCell<BTreeMap<Cell, std::rc::Rc<[Act]>>>,
    recorded: RefCell<BTreeMap<(Cell, Timestamp), Option<Scalar>>>,
}

/// A recorded tag that decides, with its values in the older and in the newer scan.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) cell: Cell,
    pub(crate) before: Scalar,
    pub(crate) after: Scalar,
}

/// Two neighbouring scans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) before: Timestamp,
    pub(crate) after: Timestamp,
}

/// What is read under conditions: recorded tags, and those that are not recorded, by their names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Read {
    pub(crate) leaves: BTreeMap<String, Leaf>,
    pub(crate) missing: BTreeMap<String, Cell>,
}

impl<'s, 'a> CauseContext<'s, 'a> {
    pub(crate) fn new(finder: Finder<'s, 'a>, past: &'s dyn Past) -> Self {
        Self { finder, past, acts: RefCell::default(), recorded: RefCell::default() }
    }

    pub(crate) fn index(&self) -> &'a Index {
        self.finder.logic.index
    }

    pub(crate) fn acts(&self, cell: Cell) -> std::rc::Rc<[Act]> {
        if let Some(acts) = self.acts.borrow().get(&cell) {
            return acts.clone();
        }
        let acts: std::rc::Rc<[Act]> = self.finder.acts(cell).into();
        self.acts.borrow_mut().insert(cell, acts.clone());
        acts
    }

    /// The key of a cell, by which it differs from others: its name, else by the call that it is in.
    pub(crate) fn key(&self, cell: Cell) -> String {
        let names = self.finder.cells.names(cell);
        match names.first() {
            Some(name) => name.to_lowercase(),
            None => format!("?{}/{:?}", cell.place.0, cell.context),
        }
    }

    /// All that decides what acts give, in both scans.
    pub(crate) fn read(&self, acts: &[Act], own: Option<&str>, pair: Pair) -> Read {
        let mut read = Read::default();
        let mut seen = BTreeSet::new();
        self.walk(acts, own, pair, &mut read, &mut seen);
        read
    }

    fn walk(
        &self,
        acts: &[Act],
        own: Option<&str>,
        pair: Pair,
        read: &mut Read,
        seen: &mut BTreeSet<Cell>,
    ) {
        let index = self.index();
        for act in acts {
            if let ActValue::Copy(cell) = act.gives {
                self.step(cell, own, pair, read, seen);
            }
            for (context, id) in conditions(index, act) {
                for place in places(index, id) {
                    let cell = self.finder.cells.cell(place, context);
                    self.step(cell, own, pair, read, seen);
                }
            }
        }
    }

    fn step(
        &self,
        cell: Cell,
        own: Option<&str>,
        pair: Pair,
        read: &mut Read,
        seen: &mut BTreeSet<Cell>,
    ) {
        let key = self.key(cell);
        if own == Some(&*key) || !seen.insert(cell) {
            return;
        }
        let acts = self.acts(cell);
        if !is_pulse(self.index(), &acts) {
            let values = (self.recorded(cell, pair.before), self.recorded(cell, pair.after));
            if let (Some(before), Some(after)) = values {
                read.leaves.insert(key, Leaf { cell, before, after });
                return;
            }
        }
        let computed = !acts.is_empty()
            && seen.len() < 4_000
            && acts.iter().all(|it| !matches!(it.gives, ActValue::Run(_) | ActValue::Unknown));
        if computed {
            self.walk(&acts, own, pair, read, seen);
        } else {
            read.missing.insert(key, cell);
        }
    }
}

/// Which tags have the value of the newer scan.
#[derive(Debug, Clone)]
pub(crate) enum NewerTags {
    All,
    None,
    These(BTreeSet<String>),
}

/// The values of one moment.
pub(crate) struct Moment<'m, 's, 'a> {
    study: &'m CauseContext<'s, 'a>,
    pair: Pair,
    newer: NewerTags,
    /// What the cell is whose acts are executed.
    own: RefCell<Option<(String, Option<Scalar>)>>,
    /// What is being computed.
    open: RefCell<Vec<Cell>>,
}

impl<'m, 's, 'a> Moment<'m, 's, 'a> {
    pub(crate) fn new(study: &'m CauseContext<'s, 'a>, pair: Pair, newer: NewerTags) -> Self {
        Self { study, pair, newer, own: RefCell::default(), open: RefCell::default() }
    }

    /// Whether acts make `wanted` of a cell that was something else; none where that is not known.
    pub(crate) fn makes(
        &self,
        acts: &[Act],
        own: Option<&str>,
        was: &Scalar,
        wanted: &Scalar,
    ) -> Option<bool> {
        let mut is = Some(was.clone());
        for _ in 0..PASSES {
            let before = is.clone();
            is = self.pass(acts, own, is);
            match &is {
                Some(is) if same(is, wanted) => return Some(true),
                None => return None,
                _ => {}
            }
            if is == before {
                break;
            }
        }
        Some(false)
    }

    /// What a cell is after its acts.
    fn pass(&self, acts: &[Act], own: Option<&str>, was: Option<Scalar>) -> Option<Scalar> {
        let mut is = was;
        for act in acts.iter().filter(|act| !matches!(act.gives, ActValue::Unknown)) {
            if let Some(own) = own {
                *self.own.borrow_mut() = Some((own.to_owned(), is.clone()));
            }
            match self.acts(act) {
                Truth::False => {}
                Truth::True => is = self.given(act, is.as_ref()),
                Truth::Unknown => {
                    let given = self.given(act, is.as_ref());
                    let same = matches!((&given, &is), (Some(given), Some(is)) if same(given, is));
                    is = is.filter(|_| same);
                }
            }
        }
        *self.own.borrow_mut() = None;
        is
    }

    /// Whether an act has its effect.
    pub(crate) fn acts(&self, act: &Act) -> Truth {
        let index = self.study.index();
        let mut all = Truth::True;
        for (context, id) in &act.guards {
            all = all.and(self.truth(*context, *id));
        }
        let way = |way: &Vec<_>| {
            let calls = way.iter().map(|call| index.statement(*call).guard);
            calls.fold(Truth::True, |all, guard| all.and(self.truth(None, guard)))
        };
        let called =
            act.ways.iter().fold(Truth::from(act.ways.is_empty()), |any, it| any.or(way(it)));
        all.and(called)
    }

    pub(crate) fn truth(&self, context: Option<ContextId>, id: ExprId) -> Truth {
        let view = View { moment: self, context };
        Evaluation::new(&self.study.index().exprs, &view).truth(id)
    }

    pub(crate) fn value(&self, context: Option<ContextId>, id: ExprId) -> Option<Scalar> {
        let view = View { moment: self, context };
        Evaluation::new(&self.study.index().exprs, &view).value(id)
    }

    fn given(&self, act: &Act, is: Option<&Scalar>) -> Option<Scalar> {
        match &act.gives {
            ActValue::Value(id) => self.value(act.context, *id),
            ActValue::Constant(constant) => constant.scalar(),
            ActValue::BitOf(id, bit) => match self.value(act.context, *id)? {
                Scalar::Int(word) => {
                    Some(Scalar::Bool(word.checked_shr(u32::from(*bit))? & 1 == 1))
                }
                _ => None,
            },
            ActValue::SetBit(id, bit) => {
                let on = self.value(act.context, *id)?.bit()?;
                let Scalar::Int(word) = is? else { return None };
                let mask = 1_i64.checked_shl(u32::from(*bit))?;
                Some(Scalar::Int(if on { word | mask } else { word & !mask }))
            }
            ActValue::Copy(cell) => self.of(*cell),
            ActValue::Pulse(edge, id) => {
                let older = Moment::new(self.study, self.pair, NewerTags::None);
                let now = self.truth(act.context, *id);
                let before = older.truth(act.context, *id);
                let is = match edge {
                    Edge::Rising => now.and(!before),
                    Edge::Falling => before.and(!now),
                };
                match is {
                    Truth::True => Some(Scalar::Bool(true)),
                    Truth::False => Some(Scalar::Bool(false)),
                    Truth::Unknown => None,
                }
            }
            ActValue::Run(running) => self.run(act.context, running),
            ActValue::Unknown => None,
        }
    }

    /// What is sure of a timer that is not recorded: one whose input is off has not run.
    fn run(&self, context: Option<ContextId>, running: &Running) -> Option<Scalar> {
        let input = running.inputs.iter().find(|(pin, _)| pin == "IN" || pin == "EN")?;
        let input = self.truth(context, input.1);
        match (running.kind, running.member.as_str(), input) {
            (Kind::On, "DN" | "Q" | "TT", Truth::False) | (_, "EN", Truth::False) => {
                Some(Scalar::Bool(false))
            }
            (Kind::Off, "DN" | "Q", Truth::True) | (_, "EN", Truth::True) => {
                Some(Scalar::Bool(true))
            }
            _ => None,
        }
    }

    /// The value of a cell.
    pub(crate) fn of(&self, cell: Cell) -> Option<Scalar> {
        let key = self.study.key(cell);
        if let Some((own, is)) = &*self.own.borrow()
            && *own == key
        {
            return is.clone();
        }
        let acts = self.study.acts(cell);
        if !is_pulse(self.study.index(), &acts) {
            let before = self.study.recorded(cell, self.pair.before);
            let after = self.study.recorded(cell, self.pair.after);
            if let (Some(before), Some(after)) = (before, after) {
                let newer = match &self.newer {
                    NewerTags::All => true,
                    NewerTags::None => false,
                    NewerTags::These(keys) => keys.contains(&key),
                };
                return Some(if newer { after } else { before });
            }
        }
        if acts.is_empty() || self.open.borrow().len() > DEPTH || self.open.borrow().contains(&cell)
        {
            return None;
        }
        self.open.borrow_mut().push(cell);
        let own = self.own.take();
        let known = acts.iter().all(|act| !matches!(act.gives, ActValue::Unknown));
        let value = self.pass(&acts, None, None).filter(|_| known);
        self.own.replace(own);
        self.open.borrow_mut().pop();
        value
    }
}

/// The values of a moment as the code of one context names them.
struct View<'v, 'm, 's, 'a> {
    moment: &'v Moment<'m, 's, 'a>,
    context: Option<ContextId>,
}

impl Values for View<'_, '_, '_, '_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        self.moment.of(self.moment.study.finder.cells.cell(place, self.context))
    }

    fn text(&self, name: NameId) -> &str {
        self.moment.study.index().names.text(name)
    }

    fn before(&self, memory: PlaceId) -> Option<bool> {
        let older = Moment::new(self.moment.study, self.moment.pair, NewerTags::None);
        older.open.replace(self.moment.open.borrow().clone());
        older.of(self.moment.study.finder.cells.cell(memory, self.context))?.bit()
    }

    fn call(&self, callee: NameId, arguments: &[Scalar]) -> Option<Scalar> {
        tagbridge_scan::standard_function(self.moment.study.index().names.text(callee), arguments)
    }
}
