//! What is recorded under a name: a place of the code, in one of the instances that execute it.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use tagbridge_logic::{
    Callee, Direction, Effect, Logic, PlaceId, Relation, Scope, StatementId, Step, why::is_named,
};
use tagbridge_project::{BlockKind, Vendor};

/// Whether each call of a block is executed on values of its own.
fn has_own_values(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::FunctionBlock | BlockKind::Function | BlockKind::AddOnInstruction)
}

/// A call that is executed on values of its own, by its position in [`Cells`].
pub(crate) type ContextId = usize;

/// A place, and the call whose values it has; without one, it is outside of all blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) place: PlaceId,
    pub(crate) context: Option<ContextId>,
}

/// A call of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Context {
    pub(crate) outer: Option<ContextId>,
    pub(crate) call: StatementId,
    scope: Scope,
    /// The name of the instance; none where the call has no memory that a client can see.
    name: Option<String>,
}

/// The cells that an analysis has met, and the names under which they may be recorded.
pub(crate) struct Cells<'a> {
    logic: Logic<'a>,
    contexts: RefCell<Vec<Context>>,
    names: RefCell<HashMap<Cell, Rc<[String]>>>,
    aliases: HashMap<PlaceId, Vec<PlaceId>>,
    /// The calls of each block by its name in lower case, of those that have variables of their own
    /// for a call.
    calls: HashMap<String, Vec<StatementId>>,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(logic: Logic<'a>) -> Self {
        let mut calls: HashMap<String, Vec<StatementId>> = HashMap::new();
        for (_, unit) in logic.index.units() {
            for id in unit.statements.clone().map(StatementId) {
                let Effect::Call { callee: Callee::Block(block), .. } =
                    &logic.index.statement(id).effect
                else {
                    continue;
                };
                let block = &logic.project.blocks[*block as usize];
                if has_own_values(block.kind) {
                    calls.entry(block.name.to_lowercase()).or_default().push(id);
                }
            }
        }
        let mut aliases: HashMap<PlaceId, Vec<PlaceId>> = HashMap::new();
        for place in logic.index.places.ids() {
            let canonical = logic.index.canonical(place);
            if canonical != place {
                aliases.entry(canonical).or_default().push(place);
            }
        }
        Self { logic, contexts: RefCell::default(), names: RefCell::default(), aliases, calls }
    }

    /// What a place is where it is named in the code that a call executes.
    pub(crate) fn cell(&self, place: PlaceId, context: Option<ContextId>) -> Cell {
        let index = self.logic.index;
        let place = index.canonical(place);
        let root = index.places.root_of(place);
        let Step::Root(scope, _) = index.places.step(root) else {
            return Cell { place, context: None };
        };
        let Some(at) = context else { return Cell { place, context: None } };
        let Context { outer, call, scope: own, .. } = self.contexts.borrow()[at].clone();
        if scope != own {
            return Cell { place, context: None };
        }
        // The callee works on the caller's place.
        if let Effect::Call { bindings, .. } = &index.statement(call).effect {
            let given = index
                .bindings(bindings)
                .iter()
                .find(|it| it.direction == Direction::InOut && index.canonical(it.formal) == root);
            let actual = given.and_then(|it| it.at).map(|at| index.reference(at).place);
            if let Some(part) = actual.and_then(|it| self.counterpart(place, 1, it)) {
                return self.cell(part, outer);
            }
        }
        Cell { place, context }
    }

    /// The calls that execute a statement, where its block has variables of its own for each.
    pub(crate) fn calls_of(&self, statement: StatementId) -> &[StatementId] {
        let routine = self.logic.index.unit(self.logic.index.statement(statement).unit).routine;
        let owner = &self.logic.project.routines[routine.index()].owner;
        self.calls.get(&owner.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// All calls of blocks that have variables of their own for each.
    pub(crate) fn calls(&self) -> Vec<StatementId> {
        let mut calls: Vec<StatementId> = self.calls.values().flatten().copied().collect();
        calls.sort_unstable();
        calls
    }

    /// The cell of a call that is recorded under a name.
    pub(crate) fn named_in(&self, context: ContextId, name: &str) -> Option<Cell> {
        let index = self.logic.index;
        let Context { scope, name: own, .. } = self.contexts.borrow()[context].clone();
        let own = own?;
        let starts = name.get(..own.len()).is_some_and(|it| it.eq_ignore_ascii_case(&own));
        let rest = name.get(own.len()..).filter(|_| starts)?;
        let is = |place: &PlaceId| {
            let root = index.places.step(index.places.root_of(*place));
            matches!(root, Step::Root(of, _) if of == scope)
                && self.part(*place, scope).is_some_and(|part| part.eq_ignore_ascii_case(rest))
        };
        let place = index.places.ids().find(is)?;
        Some(self.cell(place, Some(context)))
    }

    pub(crate) fn outer(&self, context: ContextId) -> (Option<ContextId>, StatementId) {
        let contexts = self.contexts.borrow();
        (contexts[context].outer, contexts[context].call)
    }

    /// The context of a call, and the scope of what it calls; none of what has no scope of its own.
    pub(crate) fn enter(
        &self,
        outer: Option<ContextId>,
        call: StatementId,
    ) -> Option<(ContextId, Scope)> {
        let Logic { project, index } = self.logic;
        let Effect::Call { callee: Callee::Block(block), instance, .. } =
            &index.statement(call).effect
        else {
            return None;
        };
        let block = &project.blocks[*block as usize];
        if !has_own_values(block.kind) {
            return None;
        }
        let owner = index.names.find(&block.name)?;
        let scope = match project.vendor {
            Vendor::AllenBradley => Scope::AddOn(owner),
            Vendor::Siemens => Scope::Block(owner),
            Vendor::Codesys => Scope::Unit(owner),
        };
        let name = instance.and_then(|at| {
            let instance = self.cell(index.reference(at).place, outer);
            self.names(instance).first().cloned()
        });
        let context = Context { outer, call, scope, name };
        let mut contexts = self.contexts.borrow_mut();
        let at = contexts.iter().position(|it| *it == context).unwrap_or_else(|| {
            contexts.push(context);
            contexts.len() - 1
        });
        Some((at, scope))
    }

    /// How many calls are around a context.
    pub(crate) fn depth(&self, context: Option<ContextId>) -> usize {
        let contexts = self.contexts.borrow();
        let mut depth = 0;
        let mut at = context;
        while let Some(inner) = at {
            depth += 1;
            at = contexts[inner].outer;
        }
        depth
    }

    /// The names under which it may be recorded, the usual one first; none of what a client cannot see.
    pub(crate) fn names(&self, cell: Cell) -> Rc<[String]> {
        if let Some(names) = self.names.borrow().get(&cell) {
            return names.clone();
        }
        let names: Rc<[String]> = self.find_names(cell).into();
        self.names.borrow_mut().insert(cell, names.clone());
        names
    }

    fn find_names(&self, cell: Cell) -> Vec<String> {
        let index = self.logic.index;
        if let Some(at) = cell.context {
            let context = self.contexts.borrow()[at].clone();
            let part = self.part(cell.place, context.scope);
            return context
                .name
                .zip(part)
                .map(|(name, part)| format!("{name}{part}"))
                .into_iter()
                .collect();
        }
        let named = self.same(cell).into_iter().filter(|place| is_named(index, *place));
        named.map(|place| index.places.text(place, &index.names)).collect()
    }

    /// All places that are the cell: itself first, its aliases, its address.
    pub(crate) fn same(&self, cell: Cell) -> Vec<PlaceId> {
        let related = self.logic.index.related(cell.place).into_iter();
        let same = related.filter(|(_, how)| *how == Relation::Same).map(|(place, _)| place);
        let aliases = self.aliases.get(&cell.place).into_iter().flatten().copied();
        let mut seen = HashSet::new();
        let all = std::iter::once(cell.place).chain(aliases).chain(same);
        all.filter(|place| seen.insert(*place)).collect()
    }

    /// Whether it is an input of the controller: of a module, or of the address area of inputs.
    pub(crate) fn is_input(&self, cell: Cell) -> bool {
        let index = self.logic.index;
        self.same(cell).into_iter().any(|place| {
            match index.places.step(index.places.root_of(place)) {
                Step::Root(Scope::Address, name) => {
                    let text = index.names.text(name).trim_start_matches('%');
                    text.starts_with(['I', 'E', 'i', 'e'])
                }
                Step::Root(Scope::Controller, name) => {
                    let part = index.names.text(name).rsplit_once(':');
                    // `Local:1:I`, `Rack:2:I1`, of safety modules `Rack:3:SI`.
                    part.is_some_and(|(_, part)| {
                        part.trim_start_matches(['S', 's']).starts_with(['I', 'i'])
                    })
                }
                _ => false,
            }
        })
    }

    /// What a path has behind the name of its block: `.Timer.DN`.
    fn part(&self, place: PlaceId, scope: Scope) -> Option<String> {
        let index = self.logic.index;
        let text = |owner| index.names.text(owner);
        let owner = match scope {
            Scope::AddOn(owner) => format!("AOI:{}.", text(owner)),
            Scope::Block(owner) => format!("{}#", text(owner)),
            Scope::Unit(owner) => format!("{}.", text(owner)),
            _ => return None,
        };
        Some(format!(".{}", index.places.text(place, &index.names).strip_prefix(&owner)?))
    }

    /// How it is written for a person: its name, else what the code calls it.
    pub(crate) fn text(&self, cell: Cell) -> String {
        let index = self.logic.index;
        let name = self.names(cell).first().cloned();
        name.unwrap_or_else(|| index.places.text(cell.place, &index.names))
    }

    /// The place in another one that is what a part is behind so many steps of its own path; none
    /// where no code names it.
    pub(crate) fn counterpart(&self, part: PlaceId, steps: usize, of: PlaceId) -> Option<PlaceId> {
        let places = &self.logic.index.places;
        let mut at = self.logic.index.canonical(of);
        for step in places.path(part).into_iter().skip(steps) {
            at = places.find(Some(at), places.step(step))?;
        }
        Some(at)
    }
}
