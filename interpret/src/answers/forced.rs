//! The bits that one bit forces on or off, independently of all other values.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{
    Callee, Direction, Effect, How, Logic, NameId, PlaceId, Relation, Scope, StatementId, Step,
    UnitId, UseMode,
    expr::{Constant, Evaluation, Expr, ExprId, Scalar, Truth, Values},
    query::{EffectRow, Turned},
    types,
};
use tagbridge_project::BlockKind;

use super::overwritten::deciding;

/// Maximum number of forced bits.
const FORCED_MAX: usize = 80;
/// Deeper calls of blocks in blocks are not followed.
const CALLS_MAX: usize = 4;

/// A bit that is forced on or off.
#[derive(Debug, Clone)]
pub(super) struct Forced {
    /// The bit.
    pub(super) place: PlaceId,
    /// Whether it goes on.
    pub(super) on: bool,
    /// The statement; absent for the first bit.
    pub(super) statement: Option<StatementId>,
    /// The bit that forces it.
    pub(super) from: Option<usize>,
    /// Whether a time must be over first.
    pub(super) is_later: bool,
    /// Whether it is only set or reset: other code may change it again.
    pub(super) is_kept: bool,
}

/// The bits that a bit forces when it goes on or off, nearest first; the bit itself is the first.
/// A bit that the code forces both on and off is left out. For a variable of a block, the search is
/// in the code of the block.
pub(super) fn forced(logic: Logic<'_>, place: PlaceId, on: bool) -> Vec<Forced> {
    let calls = calls(logic);
    let within = own_block(logic, &calls, logic.index.canonical(place));
    let mut banned = HashSet::new();
    loop {
        let mut run = Run::new(logic, &calls, &banned, within);
        let first =
            Forced { place, on, statement: None, from: None, is_later: false, is_kept: false };
        run.put(first);
        run.follow();
        run.conflicts.remove(&logic.index.canonical(place));
        if run.conflicts.is_subset(&banned) {
            return run.rows;
        }
        let found = run.conflicts;
        banned.extend(found);
    }
}

/// The executed calls of each block, by its name.
fn calls(logic: Logic<'_>) -> HashMap<NameId, Vec<StatementId>> {
    let mut found: HashMap<NameId, Vec<StatementId>> = HashMap::new();
    for block in &logic.project.blocks {
        let is_code = block.kind != BlockKind::DataBlock;
        if let (true, Some(name)) = (is_code, logic.index.names.find(&block.name)) {
            found.entry(name).or_default();
        }
    }
    for (unit, _) in logic.index.units() {
        for (id, statement) in logic.index.statements_of(unit) {
            let Effect::Call { callee: Callee::Block(at), .. } = &statement.effect else {
                continue;
            };
            let name = &logic.project.blocks[*at as usize].name;
            if let (Some(name), false) = (logic.index.names.find(name), logic.is_idle(unit)) {
                found.entry(name).or_default().push(id);
            }
        }
    }
    found
}

/// The block whose own variable a place is.
fn own_block(
    logic: Logic<'_>,
    calls: &HashMap<NameId, Vec<StatementId>>,
    place: PlaceId,
) -> Option<NameId> {
    match logic.index.places.step(logic.index.places.root_of(place)) {
        Step::Root(Scope::AddOn(owner) | Scope::Block(owner) | Scope::Unit(owner), _) => {
            Some(owner).filter(|it| calls.contains_key(it))
        }
        _ => None,
    }
}

/// One search, in the whole program or within one call of a block.
struct Run<'a> {
    logic: Logic<'a>,
    calls: &'a HashMap<NameId, Vec<StatementId>>,
    banned: &'a HashSet<PlaceId>,
    within: Option<NameId>,
    depth: usize,
    known: HashMap<PlaceId, bool>,
    timers: HashMap<StatementId, bool>,
    conflicts: HashSet<PlaceId>,
    rows: Vec<Forced>,
}

impl Values for Run<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        self.known.get(&self.logic.index.canonical(place)).map(|on| Scalar::Bool(*on))
    }

    fn text(&self, name: NameId) -> &str {
        self.logic.index.names.text(name)
    }

    fn output(&self, of: StatementId, pin: NameId) -> Option<Scalar> {
        let is_done = ["Q", "DN"].contains(&self.logic.index.names.text(pin));
        self.timers.get(&of).filter(|_| is_done).map(|on| Scalar::Bool(*on))
    }
}

impl<'a> Run<'a> {
    fn new(
        logic: Logic<'a>,
        calls: &'a HashMap<NameId, Vec<StatementId>>,
        banned: &'a HashSet<PlaceId>,
        within: Option<NameId>,
    ) -> Self {
        Self {
            logic,
            calls,
            banned,
            within,
            depth: 0,
            known: HashMap::new(),
            timers: HashMap::new(),
            conflicts: HashSet::new(),
            rows: Vec::new(),
        }
    }

    fn truth(&self, id: ExprId) -> Truth {
        Evaluation::new(&self.logic.index.exprs, self).truth(id)
    }

    /// Adds a forced bit, unless it is known.
    fn put(&mut self, mut row: Forced) {
        row.place = self.logic.index.canonical(row.place);
        if self.banned.contains(&row.place) {
            return;
        }
        match self.known.insert(row.place, row.on) {
            None => self.rows.push(row),
            Some(before) if before == row.on => {}
            Some(before) => {
                self.known.insert(row.place, before);
                self.conflicts.insert(row.place);
            }
        }
    }

    fn follow(&mut self) {
        let mut at = 0;
        while at < self.rows.len() && self.rows.len() < FORCED_MAX {
            let place = self.rows[at].place;
            for unit in self.readers(place) {
                for (id, statement) in self.logic.index.statements_of(unit) {
                    if self.reads(&statement.effect, statement.guard, place) {
                        self.step(at, id);
                    }
                }
            }
            self.give_back(at);
            at += 1;
        }
    }

    /// The executed code that reads a place.
    fn readers(&self, place: PlaceId) -> Vec<UnitId> {
        let index = self.logic.index;
        let same = index.related(place).into_iter().filter(|it| it.1 == Relation::Same);
        let mut units: Vec<UnitId> = same
            .flat_map(|(other, _)| index.refs_to(other))
            .filter(|at| index.reference(**at).mode.reads())
            .map(|at| index.unit_of(*at))
            .collect();
        units.sort_unstable();
        units.dedup();
        units.retain(|unit| match self.within {
            Some(owner) => self.owner(*unit) == Some(owner),
            None => !self.logic.is_idle(*unit),
        });
        units
    }

    fn owner(&self, unit: UnitId) -> Option<NameId> {
        let routine = &self.logic.project.routines[self.logic.index.unit(unit).routine.index()];
        self.logic.index.names.find(&routine.owner)
    }

    fn reads(&self, effect: &Effect, guard: ExprId, place: PlaceId) -> bool {
        let index = self.logic.index;
        let has =
            |id: ExprId| index.exprs.places(id).into_iter().any(|it| index.canonical(it) == place);
        has(guard)
            || match effect {
                Effect::Assign { value, .. } => has(*value),
                Effect::Run { inputs, .. } => inputs.iter().any(|it| has(it.1)),
                Effect::Call { bindings, .. } => {
                    index.bindings(bindings).iter().any(|it| has(it.actual))
                }
                _ => false,
            }
    }

    /// What a statement forces because of one forced bit.
    fn step(&mut self, from: usize, id: StatementId) {
        let index = self.logic.index;
        let statement = index.statement(id);
        if self.truth(statement.guard) != Truth::True {
            return;
        }
        let mut row = Forced {
            place: self.rows[from].place,
            on: false,
            statement: Some(id),
            from: Some(from),
            is_later: self.rows[from].is_later,
            is_kept: false,
        };
        match &statement.effect {
            Effect::Assign { to, value, how } => {
                row.place = index.canonical(index.reference(*to).place);
                let is_fixed = matches!(index.exprs.get(*value), Expr::Const(Constant::Bool(_)));
                let on = match how {
                    How::Latch => Truth::True,
                    How::Unlatch => Truth::False,
                    How::Store if is_fixed => self.truth(*value),
                    How::Follow | How::Store if self.is_sole(row.place, id) => self.truth(*value),
                    _ => Truth::Unknown,
                };
                let is_bit = types::is_bit(self.logic.project, index, row.place) != Some(false);
                // The memory of an edge is internal.
                let is_memory = index.reference(*to).mode == UseMode::Both;
                let is_meant = is_bit && !is_memory && self.is_here(row.place);
                if on != Truth::Unknown && is_meant {
                    row.on = on == Truth::True;
                    row.is_kept = *how != How::Follow && (*how != How::Store || is_fixed);
                    self.put(row);
                }
            }
            Effect::Run { .. } => self.time(row, id),
            Effect::Call { callee: Callee::Block(at), .. } => {
                let name = &self.logic.project.blocks[*at as usize].name;
                if let Some(owner) = index.names.find(name) {
                    self.call(&row, id, owner);
                }
            }
            _ => {}
        }
    }

    /// The output of a timer.
    fn time(&mut self, mut row: Forced, id: StatementId) {
        let index = self.logic.index;
        let statement = index.statement(id);
        let Effect::Run { spec, instance: Some(instance), inputs, .. } = &statement.effect else {
            return;
        };
        let instance = index.canonical(index.reference(*instance).place);
        let named = index.names.text(index.specs.name(*spec)).to_ascii_uppercase();
        let typed = || types::name_of(self.logic.project, index, instance).unwrap_or_default();
        let kind = if named == "CALL" { typed().to_ascii_uppercase() } else { named };
        let input =
            inputs.iter().find(|it| ["IN", "TimerEnable"].contains(&index.names.text(it.0)));
        let is_on = input.map_or(Truth::Unknown, |it| self.truth(it.1));
        let is_off_delay = kind.starts_with("TOF");
        let is_on_delay = kind.starts_with("TON");
        let (true, false) = (is_off_delay || is_on_delay, is_on == Truth::Unknown) else { return };
        row.on = is_on == Truth::True;
        row.is_later |= row.on == is_on_delay;
        for done in ["DN", "Q"] {
            let name = index.names.find(done);
            let member = name.and_then(|it| index.places.find(Some(instance), Step::Member(it)));
            if let Some(place) = member {
                self.put(Forced { place, ..row.clone() });
            }
        }
        if self.timers.insert(id, row.on).is_none() {
            let Some(from) = row.from else { return };
            for (other, _) in index.statements_of(statement.unit).filter(|it| it.0 > id) {
                self.step(from, other);
            }
        }
    }

    /// A call of a block: its parameters, and what its code gives back.
    fn call(&mut self, row: &Forced, id: StatementId, owner: NameId) {
        let index = self.logic.index;
        let Effect::Call { bindings, .. } = &index.statement(id).effect else { return };
        let given: Vec<(PlaceId, bool)> = index
            .bindings(bindings)
            .iter()
            .filter(|it| it.direction != Direction::Out)
            .filter_map(|it| {
                let truth = self.truth(it.actual);
                (truth != Truth::Unknown).then_some((it.formal, truth == Truth::True))
            })
            .collect();
        let seeds = given.into_iter().map(|(place, on)| Forced { place, on, ..row.clone() });
        if self.calls.get(&owner).is_some_and(|it| it.len() == 1) {
            seeds.for_each(|it| self.put(it));
            return;
        }
        if self.depth >= CALLS_MAX {
            return;
        }
        let mut inner = Run::new(self.logic, self.calls, self.banned, Some(owner));
        (inner.depth, inner.known) = (self.depth + 1, self.known.clone());
        seeds.for_each(|it| inner.put(it));
        inner.follow();
        let rows = std::mem::take(&mut inner.rows);
        for found in rows.into_iter().filter(|it| !inner.conflicts.contains(&it.place)) {
            let of_caller = self.of_caller(id, owner, found.place);
            for place in of_caller {
                self.put(Forced { place, from: row.from, ..found.clone() });
            }
        }
    }

    /// What a forced variable of a block with a single call gives to its caller.
    fn give_back(&mut self, at: usize) {
        let row = self.rows[at].clone();
        let Some(owner) = self.block_of(row.place) else { return };
        let Some([call]) = self.calls.get(&owner).map(Vec::as_slice) else { return };
        for place in self.of_caller(*call, owner, row.place) {
            self.put(Forced { place, statement: Some(*call), from: Some(at), ..row.clone() });
        }
    }

    /// The places outside of a block for a place in its code: the operand of an output, the member
    /// of the instance; a global place is itself.
    fn of_caller(&self, call: StatementId, owner: NameId, place: PlaceId) -> Vec<PlaceId> {
        let index = self.logic.index;
        if self.block_of(place) != Some(owner) {
            return vec![place];
        }
        let Effect::Call { bindings, instance, .. } = &index.statement(call).effect else {
            return Vec::new();
        };
        let given = index.bindings(bindings).iter();
        let given = given.filter(|it| it.direction != Direction::In);
        let given = given.filter(|it| index.canonical(it.formal) == place);
        let mut found: Vec<PlaceId> =
            given.filter_map(|it| Some(index.reference(it.at?).place)).collect();
        let Step::Root(_, name) = index.places.step(place) else { return found };
        let instance = instance.map(|at| index.canonical(index.reference(at).place));
        let member = instance.and_then(|it| index.places.find(Some(it), Step::Member(name)));
        found.extend(member);
        found
    }

    fn block_of(&self, place: PlaceId) -> Option<NameId> {
        own_block(self.logic, self.calls, place)
    }

    /// Whether a place has one value here: the variables of a block differ from call to call.
    fn is_here(&self, place: PlaceId) -> bool {
        self.block_of(place).is_none_or(|owner| {
            self.within == Some(owner) || self.calls.get(&owner).is_some_and(|it| it.len() == 1)
        })
    }

    /// Whether no other executed statement gives a place its value, or only earlier ones do.
    fn is_sole(&self, place: PlaceId, id: StatementId) -> bool {
        let logic = self.logic;
        let rows = [Turned::On, Turned::Off].map(|it| logic.turned(place, it).rows);
        let is_other = |row: &EffectRow| row.statement != id && !logic.is_idle(row.citation.unit);
        !rows.iter().flatten().any(is_other)
            || deciding(logic, place).is_some_and(|(last, _)| last == id)
    }
}
