//! The index of a project's code.

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use tagbridge_project::Project;

use crate::{
    BindingId, NameId, Names, PlaceId, Places, RefId, Span, StatementId, UnitId,
    emit::Emit,
    expr::{ExprId, Exprs},
    order::Order,
    relate::{Layout, Pointers},
    spec::Specs,
    unit::{Binding, Effect, OpaqueReason, Operand, Ref, Statement, Unit},
};

/// All occurrences and statements of a project's code. Texts stay in the project.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Names and other texts.
    pub names: Names,
    /// Places that the code names.
    pub places: Places,
    /// Conditions and values.
    pub exprs: Exprs,
    /// Instructions.
    pub specs: Specs,
    pub(crate) units: Vec<Unit>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) refs: Vec<Ref>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) pins: Vec<NameId>,
    pub(crate) taken: Vec<Taken>,
    pub(crate) opaque: Vec<Opaque>,
    pub(crate) aliases: HashMap<PlaceId, PlaceId>,
    pub(crate) by_place: ByPlace,
    pub(crate) layout: Layout,
    pub(crate) order: Order,
    pub(crate) bound: HashMap<PlaceId, Vec<(StatementId, BindingId)>>,
    pub(crate) pointers: Pointers,
    /// Places named in the file outside code, by position in the project's mentions.
    pub(crate) mentions: Vec<(PlaceId, u32)>,
    /// The tag of each place, computed on first use.
    pub(crate) tags: OnceLock<Box<[u32]>>,
}

/// Unknown code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opaque {
    /// The unit.
    pub unit: UnitId,
    /// Its text in the unit.
    pub span: Span,
    /// The reason.
    pub reason: OpaqueReason,
}

/// When the condition of a branch of a text is evaluated: before all statements of the branch, even
/// if they change its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The next statement.
    pub before: StatementId,
    /// The condition of the enclosing code, which was evaluated before.
    pub outer: ExprId,
    /// The whole condition.
    pub guard: ExprId,
}

impl Index {
    /// Reads all code of a project.
    pub fn build(project: &Project) -> Self {
        Emit::new(project).run()
    }

    /// All units, in the order of the project's routines.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitId::at(at), unit))
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// A statement.
    pub fn statement(&self, id: StatementId) -> &Statement {
        &self.statements[id.index()]
    }

    /// The statements of a unit, in order.
    pub fn statements_of(&self, unit: UnitId) -> impl Iterator<Item = (StatementId, &Statement)> {
        self.unit(unit).statements.clone().map(|at| {
            let id = StatementId(at);
            (id, self.statement(id))
        })
    }

    /// An occurrence.
    pub fn reference(&self, id: RefId) -> &Ref {
        &self.refs[id.index()]
    }

    /// The occurrences in a unit, in order.
    pub fn refs_of(&self, unit: UnitId) -> &[Ref] {
        &self.refs[range(&self.unit(unit).refs)]
    }

    /// The unit of an occurrence.
    pub fn unit_of(&self, id: RefId) -> UnitId {
        UnitId::at(self.units.partition_point(|unit| unit.refs.end <= id.0))
    }

    /// The bindings of a call.
    pub fn bindings(&self, ids: &Range<u32>) -> &[Binding] {
        &self.bindings[range(ids)]
    }

    /// Every occurrence of exactly this place, in order.
    pub fn refs_to(&self, place: PlaceId) -> &[RefId] {
        self.by_place.of(place)
    }

    /// Every occurrence of this place and of its parts, in order.
    pub fn refs_below(&self, place: PlaceId) -> Vec<RefId> {
        let (mut left, mut found) = (vec![place], Vec::new());
        while let Some(at) = left.pop() {
            found.extend(self.refs_to(at));
            left.extend(self.places.children(at));
        }
        found.sort_unstable();
        found
    }

    /// The operand at which an occurrence is.
    pub fn operand(&self, of: &Ref) -> Operand {
        match of.operand {
            NO_OPERAND => Operand::None,
            pin if pin & PIN != 0 => Operand::Pin(self.pins[usize::from(pin & !PIN)]),
            position => Operand::Position(position),
        }
    }

    /// The evaluations of branch conditions around these statements, in order.
    pub fn taken(&self, statements: &Range<u32>) -> &[Taken] {
        let at = |id: u32| self.taken.partition_point(|it| it.before.0 < id);
        &self.taken[at(statements.start)..at(statements.end)]
    }

    /// The unknown code, in order.
    pub fn opaque(&self) -> &[Opaque] {
        &self.opaque
    }

    /// The bindings of a formal parameter at calls: the call and the binding.
    pub fn bound_to(&self, formal: PlaceId) -> &[(StatementId, BindingId)] {
        self.bound.get(&formal).map_or(&[], Vec::as_slice)
    }

    /// Records the bindings of parameters, after all code is read.
    pub(crate) fn note_bound(&mut self) {
        for (at, statement) in self.statements.iter().enumerate() {
            let Effect::Call { bindings, .. } = &statement.effect else { continue };
            for id in bindings.clone().map(BindingId) {
                let formal = self.bindings[id.index()].formal;
                self.bound.entry(formal).or_default().push((StatementId::at(at), id));
            }
        }
    }

    /// The direct target of an alias, an alias parameter or an overlay.
    pub fn alias(&self, place: PlaceId) -> Option<PlaceId> {
        self.aliases.get(&place).copied()
    }
}

/// In [`Ref::operand`]: no operand.
pub(crate) const NO_OPERAND: u16 = u16::MAX;
/// In [`Ref::operand`]: this bit marks a position among the names of pins.
pub(crate) const PIN: u16 = 0x8000;

fn range(ids: &Range<u32>) -> Range<usize> {
    ids.start as usize..ids.end as usize
}

/// Occurrences, sorted by place.
#[derive(Debug, Clone, Default)]
pub(crate) struct ByPlace {
    starts: Vec<u32>,
    refs: Vec<RefId>,
}

impl ByPlace {
    /// Counting sort, in linear time.
    pub(crate) fn new(refs: &[Ref], places: usize) -> Self {
        let mut starts = vec![0_u32; places + 1];
        for reference in refs {
            starts[reference.place.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![RefId(0); refs.len()];
        for (at, reference) in refs.iter().enumerate() {
            let slot = &mut next[reference.place.index()];
            sorted[*slot as usize] = RefId::at(at);
            *slot += 1;
        }
        Self { starts, refs: sorted }
    }

    fn of(&self, place: PlaceId) -> &[RefId] {
        match (self.starts.get(place.index()), self.starts.get(place.index() + 1)) {
            (Some(start), Some(end)) => &self.refs[*start as usize..*end as usize],
            _ => &[],
        }
    }
}
