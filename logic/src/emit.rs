//! How front ends write code to an index.

use std::collections::HashMap;

use tagbridge_project::{Body, Language, Project, Routine, Vendor};

use crate::{
    BindingId, NameId, PlaceId, RefId, RoutineId, Span, SpecId, StatementId, Step, UnitId,
    expr::ExprId,
    flow::Flow,
    index::{ByPlace, Index, NO_OPERAND, Opaque, PIN, Taken},
    logix::{self, Declared},
    named,
    order::Order,
    relate::Layout,
    s7,
    text::{self, Scopes},
    unit::{Binding, Certainty, Effect, OpaqueReason, Operand, Ref, Statement, Unit, UseMode},
};

/// An index that is being written. A front end begins a unit, then adds occurrences in the order of
/// the text and statements in the order of execution.
pub(crate) struct Emit<'p> {
    pub(crate) project: &'p Project,
    pub(crate) index: Index,
    /// Whether the emitted statements are in a loop.
    pub(crate) repeated: bool,
    /// The power flow of the parts of drawings, if it was requested.
    flows: Option<HashMap<(u32, Span), Flow>>,

    pins: HashMap<NameId, usize>,
}

impl<'p> Emit<'p> {
    pub(crate) fn new(project: &'p Project) -> Self {
        let (index, pins) = (Index::default(), HashMap::new());
        Self { project, index, repeated: false, flows: None, pins }
    }

    /// Reads every routine with the front end for its language.
    pub(crate) fn run(mut self) -> Index {
        let routines = (0..self.project.routines.len()).map(RoutineId::at);
        self.read(routines);
        self.finish()
    }

    /// Reads one routine, and records the power flow of the parts of its drawings.
    pub(crate) fn run_one(
        mut self,
        routine: RoutineId,
        flows: &mut HashMap<(u32, Span), Flow>,
    ) -> Index {
        self.flows = Some(HashMap::new());
        self.read(std::iter::once(routine));
        *flows = self.flows.take().unwrap_or_default();
        self.finish()
    }

    fn read(&mut self, routines: impl Iterator<Item = RoutineId>) {
        let declared = Declared::new(self);
        let scopes = Scopes::new(self.project);
        for routine in routines {
            self.routine(&declared, &scopes, routine);
        }
        if self.project.vendor == Vendor::AllenBradley {
            logix::aliases(self, &declared);
            logix::mentions(self, &declared);
        } else {
            self.mentions();
        }
    }

    /// Records the places that the file of an S7 or CODESYS project names outside code.
    fn mentions(&mut self) {
        let (project, index) = (self.project, &mut self.index);
        for (mention, at) in project.mentions.iter().zip(0..) {
            let (places, names) = (&mut index.places, &mut index.names);
            if let Some(place) = named::place(places, names, project, &mention.operand) {
                index.mentions.push((place, at));
            }
        }
    }

    fn finish(self) -> Index {
        let Self { mut index, project, .. } = self;
        let Index { places, names, aliases, .. } = &mut index;
        index.layout = Layout::new(project, places, names, aliases);
        index.note_bound();
        index.taken.sort_by_key(|it| it.before);
        index.order = Order::new(project, &index);
        index.by_place = ByPlace::new(&index.refs, index.places.len());
        index
    }

    fn routine(&mut self, declared: &Declared, scopes: &Scopes<'p>, id: RoutineId) {
        let routine = self.routine_of(id);
        match (self.project.vendor, routine.language, &routine.body) {
            (_, _, Body::Absent) => {}
            (Vendor::AllenBradley, Language::Ld, Body::Rungs(rungs)) => {
                logix::ladder(self, declared, id, rungs);
            }
            (Vendor::AllenBradley, Language::Sfc, Body::Text(text)) => {
                logix::chart(self, declared, scopes, id, text);
            }
            (Vendor::AllenBradley, Language::Fbd, Body::Rungs(sheets)) => {
                logix::diagram(self, declared, id, sheets);
            }
            (Vendor::Codesys, Language::Sfc, Body::Rungs(rungs)) => {
                text::chart(self, scopes, id, rungs);
            }
            (Vendor::Codesys, Language::Il, body @ (Body::Text(_) | Body::Rungs(_))) => {
                text::list(self, scopes, id, body);
            }
            (Vendor::Siemens, Language::Sfc, Body::Rungs(rungs)) => {
                s7::chart(self, scopes, id, rungs);
            }
            (Vendor::Siemens, Language::Il, Body::Rungs(rungs)) => {
                s7::list::lower(self, scopes, id, rungs);
            }
            // Networks of CODESYS are displayed as statements.
            (_, Language::St, body @ (Body::Text(_) | Body::Rungs(_)))
            | (
                Vendor::Codesys,
                Language::Ld | Language::Fbd | Language::Cfc,
                body @ Body::Rungs(_),
            ) => {
                text::routine(self, declared, scopes, id, body);
            }
            (_, _, Body::Protected) => {
                self.begin(id, None);
                self.opaque(Span::new(0, 0), OpaqueReason::Protected);
            }
            (_, _, Body::Text(text)) => {
                self.begin(id, None);
                self.opaque(Span::new(0, text.len()), OpaqueReason::Language);
            }
            (_, _, Body::Rungs(rungs)) => {
                let mut jumps = s7::Jumps::of(self, rungs);
                for (at, rung) in rungs.iter().enumerate() {
                    self.begin(id, Some(at));
                    match (self.project.vendor, rung.language.unwrap_or(routine.language)) {
                        _ if rung.language == Some(Language::St) => {
                            text::network(self, scopes, id, &rung.text);
                        }
                        (Vendor::Siemens, Language::Ld | Language::Fbd) => {
                            s7::ladder(self, scopes, id, rung);
                        }
                        (Vendor::Siemens, Language::Il) => {
                            s7::list::lower_one(self, scopes, id, rung);
                        }
                        _ => self.opaque(Span::new(0, rung.text.len()), OpaqueReason::Language),
                    }
                    jumps.add_jump_conditions(self, routine, at, rung);
                }
            }
        }
    }

    pub(crate) fn routine_of(&self, id: RoutineId) -> &'p Routine {
        &self.project.routines[id.index()]
    }

    /// Begins a unit: a rung of a routine by its position, or a whole routine.
    pub(crate) fn begin(&mut self, routine: RoutineId, rung: Option<usize>) -> UnitId {
        let id = UnitId::at(self.index.units.len());
        let statements = next(self.index.statements.len());
        let refs = next(self.index.refs.len());
        self.index.units.push(Unit {
            routine,
            rung: rung.map(next),
            statements: statements..statements,
            refs: refs..refs,
        });
        self.repeated = false;
        id
    }

    /// The current unit.
    pub(crate) fn unit(&self) -> UnitId {
        UnitId::at(self.index.units.len() - 1)
    }

    /// Returns the id of a name.
    pub(crate) fn name(&mut self, name: &str) -> NameId {
        self.index.names.name(name)
    }

    /// Returns the id of an instruction or a construct.
    pub(crate) fn spec(&mut self, name: &str) -> SpecId {
        // With exact spelling, so that a tag with the same name in another case does not change it.
        let name = self.index.names.exact(name);
        self.index.specs.of(name)
    }

    /// Adds an occurrence of a place in the unit's text.
    pub(crate) fn reference(
        &mut self,
        place: PlaceId,
        span: Span,
        mode: UseMode,
        spec: SpecId,
        operand: Operand,
    ) -> RefId {
        let operand = self.operand(operand);
        let length = u16::try_from(span.end - span.start).unwrap_or(u16::MAX);
        let certainty = Certainty::Certain;
        let id = RefId::at(self.index.refs.len());
        self.index.refs.push(Ref {
            place,
            start: span.start,
            length,
            spec,
            operand,
            mode,
            certainty,
        });
        self.close();
        id
    }

    /// Records the power flow of a part of the unit's drawing.
    pub(crate) fn hands_on(&mut self, part: Span, flow: Flow) {
        if let Some(flows) = &mut self.flows
            && let Some(rung) = self.index.units.last().and_then(|unit| unit.rung)
        {
            flows.insert((rung, part), flow);
        }
    }

    /// Adds parts of a place that the code uses without naming them.
    pub(crate) fn parts(&mut self, of: PlaceId, members: &[&str]) {
        for member in members {
            let name = self.index.names.name(member);
            self.index.places.part(of, Step::Member(name));
        }
    }

    /// Sets how certain it is what an occurrence does.
    pub(crate) fn doubt(&mut self, id: RefId, certainty: Certainty) {
        self.index.refs[id.index()].certainty = certainty;
    }

    /// Extends an occurrence of an array element to `count` elements; [`u32::MAX`] if the number is
    /// unknown.
    pub(crate) fn widen(&mut self, at: RefId, count: u32) {
        let place = self.elements(self.index.refs[at.index()].place, count);
        self.index.refs[at.index()].place = place;
    }

    /// Returns `count` elements from an array element; the place itself if it is not an element.
    pub(crate) fn elements(&mut self, place: PlaceId, count: u32) -> PlaceId {
        let places = &mut self.index.places;
        match (places.step(place), places.parent(place)) {
            (Step::Index(index), Some(parent))
                if count > 1 && places.indexes(index).iter().all(Option::is_some) =>
            {
                places.part(parent, Step::Elements(index, count))
            }
            _ => place,
        }
    }

    /// Sets the construct of all occurrences from `from`.
    pub(crate) fn set_construct(&mut self, from: u32, spec: SpecId) {
        for reference in &mut self.index.refs[from as usize..] {
            reference.spec = spec;
        }
    }

    /// Moves all occurrences from `from` to this location; their text is not shown.
    pub(crate) fn move_to(&mut self, from: u32, span: Span) {
        for reference in &mut self.index.refs[from as usize..] {
            (reference.start, reference.length) = (span.start, 0);
        }
    }

    /// Adds a statement.
    pub(crate) fn statement(&mut self, span: Span, guard: ExprId, effect: Effect) -> StatementId {
        let id = self.next_statement();
        let (unit, repeated) = (self.unit(), self.repeated);
        self.index.statements.push(Statement { unit, span, guard, effect, repeated });
        self.close();
        id
    }

    /// The id of the next statement.
    pub(crate) fn next_statement(&self) -> StatementId {
        StatementId::at(self.index.statements.len())
    }

    /// Records that the condition of a branch is evaluated before a statement.
    pub(crate) fn taken(&mut self, before: StatementId, outer: ExprId, guard: ExprId) {
        self.index.taken.push(Taken { before, outer, guard });
    }

    /// Adds a binding of the next call.
    pub(crate) fn binding(&mut self, binding: Binding) -> BindingId {
        let id = BindingId::at(self.index.bindings.len());
        self.index.bindings.push(binding);
        id
    }

    /// The id of the next binding.
    pub(crate) fn next_binding(&self) -> u32 {
        next(self.index.bindings.len())
    }

    /// The id of the next occurrence.
    pub(crate) fn next_ref(&self) -> u32 {
        next(self.index.refs.len())
    }

    /// Records that a place is an alias of another place, if the target is known.
    pub(crate) fn alias(&mut self, alias: PlaceId, target: Option<PlaceId>) {
        if let Some(target) = target.filter(|target| *target != alias) {
            self.index.aliases.insert(alias, target);
        }
    }

    /// Adds unknown code: recorded for answers, and as a separate statement.
    pub(crate) fn opaque(&mut self, span: Span, reason: OpaqueReason) {
        let guard = self.index.exprs.yes();
        self.statement(span, guard, Effect::Opaque(reason));
        self.unclear(span, reason);
    }

    /// Records an unknown part of a statement for answers.
    pub(crate) fn unclear(&mut self, span: Span, reason: OpaqueReason) {
        let unit = self.unit();
        self.index.opaque.push(Opaque { unit, span, reason });
    }

    /// Removes the occurrences from an id, because the text was parsed wrongly.
    pub(crate) fn forget(&mut self, from: u32) {
        self.index.refs.truncate(from as usize);
        self.close();
    }

    fn operand(&mut self, operand: Operand) -> u16 {
        match operand {
            Operand::None => NO_OPERAND,
            Operand::Position(position) => position.min(PIN - 1),
            Operand::Pin(name) => {
                let pins = &mut self.index.pins;
                let at = *self.pins.entry(name).or_insert_with(|| {
                    pins.push(name);
                    pins.len() - 1
                });
                u16::try_from(at).ok().filter(|at| *at < PIN - 1).map_or(NO_OPERAND, |at| at | PIN)
            }
        }
    }

    fn close(&mut self) {
        let (statements, refs) = (self.index.statements.len(), self.index.refs.len());
        if let Some(unit) = self.index.units.last_mut() {
            unit.statements.end = next(statements);
            unit.refs.end = next(refs);
        }
    }
}

fn next(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
