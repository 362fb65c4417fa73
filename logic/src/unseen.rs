//! Possible writers of a place that the code does not show: operands of unknown instructions, calls
//! of blocks, hidden code.

use tagbridge_project::{Block, BlockKind, Body, Vendor, spelling::has_word};

use crate::{
    Binding, Callee, Certainty, Citation, Direction, Effect, Index, Logic, OpaqueReason, PlaceId,
    RefId, Relation, Scope, StatementId, Step, UnitId, UseMode, index::Opaque, types,
};

/// Members that the system writes in the instance of a called add-on instruction.
const OF_EACH_CALL: [&str; 2] = ["EnableIn", "EnableOut"];

impl Index {
    /// Whether a place may be written at a read: it is an operand of an unknown instruction, or its
    /// address is used.
    pub fn may_write(&self, at: RefId) -> bool {
        let reference = self.reference(at);
        match reference.mode {
            UseMode::Read => reference.certainty != Certainty::Certain,
            UseMode::Address => self.statement_at(at).is_some_and(|id| {
                let effect = &self.statement(id).effect;
                let unknown = matches!(effect, Effect::Call { callee: Callee::Unknown(_), .. });
                unknown || matches!(effect, Effect::Run { .. } | Effect::Opaque(_))
            }),
            UseMode::Write | UseMode::Both => false,
        }
    }

    /// The statement of an occurrence: the one with this operand, otherwise the nearest one around
    /// it or before it.
    pub(crate) fn statement_at(&self, at: RefId) -> Option<StatementId> {
        let (unit, span) = (self.unit_of(at), self.reference(at).span());
        let has = |effect: &Effect| match effect {
            Effect::Assign { to, .. } => *to == at,
            Effect::Run { instance, operands, .. } => {
                *instance == Some(at) || operands.contains(&at.0)
            }
            Effect::Call { instance, bindings, .. } => {
                *instance == Some(at) || self.bindings(bindings).iter().any(|it| it.at == Some(at))
            }
            _ => false,
        };
        let own = self.statements_of(unit).find(|(_, it)| has(&it.effect));
        let around = || {
            let all = self.statements_of(unit);
            all.filter(|(_, it)| it.span.start <= span.start && span.end <= it.span.end)
                .min_by_key(|(_, it)| it.span.end - it.span.start)
        };
        let before = || {
            let all = self.statements_of(unit).filter(|(_, it)| it.span.start <= span.start);
            all.max_by_key(|(_, it)| it.span.start)
        };
        own.or_else(around).or_else(before).map(|(id, _)| id)
    }

    /// Whether any code writes a place, a part of it, or a place that contains it.
    fn is_changed(&self, place: PlaceId) -> bool {
        let related = self.related(place).into_iter();
        related
            .flat_map(|(other, _)| self.refs_to(other))
            .any(|at| self.reference(*at).mode.writes() || self.may_write(*at))
    }
}

impl Logic<'_> {
    /// Whether a call of an instance may write a part of this instance: by the call itself, or in
    /// the code of the block.
    pub(crate) fn call_changes(
        &self,
        callee: Callee,
        bindings: &[Binding],
        instance: RefId,
        asked: PlaceId,
    ) -> bool {
        let index = self.index;
        let Callee::Block(block) = callee else { return true };
        let path = index.places.path(index.canonical(asked));
        let instance = index.canonical(index.reference(instance).place);
        let Some(depth) = path.iter().position(|part| *part == instance) else { return true };
        let mut rest = path[depth + 1..].iter().map(|part| index.places.step(*part));
        let Some(Step::Member(member)) = rest.next() else { return true };
        let given = bindings.iter().any(|it| {
            let formal = index.places.step(it.formal);
            it.direction != Direction::Out && matches!(formal, Step::Root(_, it) if it == member)
        });
        let name = index.names.text(member);
        let of_system = self.project.vendor == Vendor::AllenBradley
            && OF_EACH_CALL.iter().any(|it| it.eq_ignore_ascii_case(name));
        let Some(owners) = self.shown(&self.project.blocks[block as usize]) else { return true };
        let scopes = owners.iter().filter_map(|owner| index.names.find(owner));
        let scopes = scopes.flat_map(|it| [Scope::AddOn(it), Scope::Block(it), Scope::Unit(it)]);
        let rest: Vec<Step> = rest.collect();
        given
            || of_system
            || scopes.filter_map(|it| index.places.find(None, Step::Root(it, member))).any(|root| {
                // As far as the code of the block names parts of it.
                let parts = rest.iter().scan(root, |at, step| {
                    *at = index.places.find(Some(*at), *step)?;
                    Some(*at)
                });
                index.is_changed(parts.last().unwrap_or(root))
            })
    }

    /// The owners of the variables in the code of a block: the block, the block that contains it,
    /// and their ancestors. `None` if the file does not contain all of their code.
    fn shown(&self, block: &Block) -> Option<Vec<String>> {
        let mut owners = vec![block.name.clone()];
        if matches!(block.kind, BlockKind::Method | BlockKind::Property | BlockKind::Action)
            && let Some((owner, _)) = block.name.rsplit_once('.')
        {
            owners.push(owner.to_owned());
        }
        let mut at = 0;
        while let Some(owner) = owners.get(at) {
            for ancestor in &self.block(owner)?.extends {
                if !owners.iter().any(|it| it.eq_ignore_ascii_case(ancestor)) {
                    owners.push(ancestor.clone());
                }
            }
            at += 1;
        }
        let is_own = |owner: &str| {
            let whole = owners.iter().any(|it| it.eq_ignore_ascii_case(owner));
            let part = owner.rsplit_once('.').map(|(head, _)| head);
            whole || part.is_some_and(|it| owners.iter().any(|own| own.eq_ignore_ascii_case(it)))
        };
        let routines = || self.project.routines.iter().filter(|it| is_own(&it.owner));
        let has_code = routines().any(|it| matches!(it.body, Body::Text(_) | Body::Rungs(_)));
        let unread = self.index.opaque().iter().any(|it| {
            let routine = &self.project.routines[self.index.unit(it.unit).routine.index()];
            is_unread(it.reason) && is_own(&routine.owner)
        });
        (has_code && !unread && !block.protected).then_some(owners)
    }

    /// The locations of hidden or unknown code that could write a place.
    pub fn unseen_writers(&self, place: PlaceId) -> Vec<Citation> {
        let index = self.index;
        let place = index.canonical(place);
        let mut names: Vec<&str> = vec![self.root_name(place)];
        for (other, relation) in index.related(place) {
            let name = self.root_name(other);
            if relation != Relation::Disjoint && !names.contains(&name) {
                names.push(name);
            }
        }
        let could = |opaque: &&Opaque| match opaque.reason {
            OpaqueReason::Protected => self.reaches(opaque.unit, place),
            reason if is_unread(reason) => {
                let text = self.text(opaque.unit).get(opaque.span.range()).unwrap_or_default();
                names.iter().any(|name| has_word(text, name))
            }
            _ => false,
        };
        let found = index.opaque().iter().filter(could);
        found.map(|it| self.cite(it.unit, it.span)).collect()
    }

    fn block(&self, name: &str) -> Option<&Block> {
        self.project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }

    fn root_name(&self, place: PlaceId) -> &str {
        match self.index.places.step(self.index.places.root_of(place)) {
            Step::Root(_, name) => self.index.names.text(name),
            _ => "",
        }
    }

    /// Whether the code of a unit could name a place. An add-on instruction sees only its own
    /// variables, and a Logix program does not see those of other programs.
    fn reaches(&self, unit: UnitId, place: PlaceId) -> bool {
        let owner = &self.project.routines[self.index.unit(unit).routine.index()].owner;
        let is_own = |name| self.index.names.text(name).eq_ignore_ascii_case(owner);
        let add_on = self.block(owner).is_some_and(|it| it.kind == BlockKind::AddOnInstruction);
        let Step::Root(scope, _) = self.index.places.step(self.index.places.root_of(place)) else {
            return true;
        };
        match scope {
            Scope::AddOn(name) => add_on && is_own(name),
            _ if add_on => false,
            Scope::Program(name) | Scope::Block(name) => is_own(name),
            Scope::Unit(name) => {
                let unit = self.block(self.index.names.text(name));
                is_own(name) || unit.is_none_or(|it| it.kind != BlockKind::FunctionBlock)
            }
            Scope::Controller | Scope::Global | Scope::Address | Scope::Undeclared => true,
        }
    }

    /// The occurrences that write a variable of a block from outside, as a part of one of its
    /// instances.
    pub(crate) fn written_in_instances(&self, place: PlaceId) -> Vec<RefId> {
        let index = self.index;
        let root = index.places.root_of(index.canonical(place));
        let Step::Root(Scope::AddOn(owner) | Scope::Block(owner) | Scope::Unit(owner), name) =
            index.places.step(root)
        else {
            return Vec::new();
        };
        let owner = index.names.text(owner);
        let is_instance = |part: PlaceId| {
            let Some(of) = index.places.parent(part) else { return false };
            let kind = types::name_of(self.project, index, of);
            let of_block = || {
                let data =
                    self.block(self.root_name(of)).filter(|_| index.places.parent(of).is_none());
                data.and_then(|it| it.instance_of.clone())
            };
            kind.or_else(of_block).is_some_and(|kind| kind.eq_ignore_ascii_case(owner))
        };
        let parts = index.named(name).filter(|part| is_instance(*part));
        let inside = parts
            .flat_map(|part| index.related(part))
            .filter(|(_, relation)| matches!(relation, Relation::Same | Relation::Within));
        let refs = inside.flat_map(|(part, _)| index.refs_to(part)).copied();
        refs.filter(|at| index.reference(*at).mode.writes() || index.may_write(*at)).collect()
    }
}

/// Whether the code is not read at all.
fn is_unread(reason: OpaqueReason) -> bool {
    use OpaqueReason::{Language, Protected, TooDeep, Unparsed};
    matches!(reason, Unparsed | TooDeep | Language | Protected)
}
