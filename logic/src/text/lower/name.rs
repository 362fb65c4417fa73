//! The declaration of the first name of an access path.

use tagbridge_project::{BlockKind, Section, Tag, Vendor};
use tagbridge_structured_text::{absolute_address, absolute_area};

use super::{Declarations, Lowering, Type, access_path::AccessTarget, scopes};
use crate::{
    NameId, PlaceId, Scope, Step,
    expr::Constant,
    text::{Operand, Part, PartKind, Root},
    unit::OpaqueReason,
};

impl<'p> Lowering<'_, 'p> {
    /// The declaration of a name in a block and the blocks that it extends.
    pub(super) fn in_block(&mut self, block: &'p str, text: &str) -> Option<AccessTarget<'p>> {
        let Declarations::Scopes(scopes) = self.declarations else { return None };
        let name = self.emit.name(text);
        if let Some(member) = scopes.member_of(block, text) {
            return match member.section {
                Some(Section::Constant) => {
                    Some(self.fixed(text, member.initial.as_ref(), &member.type_use))
                }
                Some(Section::External) => None,
                // The accessors of a property use its name as a variable.
                Some(Section::Return) if scopes.is_property(block) => {
                    let owner = block.rsplit_once('.').map_or(block, |(owner, _)| owner);
                    let scope = self.unit_scope(owner);
                    Some(AccessTarget::Place(self.place(scope, name), Type::of(&member.type_use)))
                }
                _ => {
                    let owner =
                        scopes.declaring_block(block, text).unwrap_or_else(|| block.to_owned());
                    let scope = self.unit_scope(&owner);
                    let place = self.emit.index.places.root(scope, name);
                    Some(AccessTarget::Place(place, Type::of(&member.type_use)))
                }
            };
        }
        let block = scopes.part_of(block, text)?;
        Some(AccessTarget::Part { instance: None, name, block: Some(block) })
    }

    /// The scope of a block's or a list's own names.
    pub(super) fn unit_scope(&mut self, owner: &str) -> Scope {
        let name = self.emit.name(owner);
        match self.declarations {
            Declarations::Scopes(scopes) if scopes.vendor == Vendor::Siemens => Scope::Block(name),
            _ => Scope::Unit(name),
        }
    }

    /// The declaration of the first name of an access path, and its number of steps.
    pub(super) fn begin(&mut self, operand: &Operand) -> (AccessTarget<'p>, usize) {
        let text = self.slice(operand.root_span).trim_matches('"');
        let name = self.emit.name(text);
        if operand.root == Root::Direct {
            return (AccessTarget::Place(self.place(Scope::Address, name), Type::default()), 0);
        }
        match self.declarations {
            Declarations::Logix(declared, home, scopes) => {
                if operand.root == Root::Program
                    && let Some(Part { kind: PartKind::Member(tag), .. }) = operand.parts.first()
                {
                    let tag = self.slice(*tag);
                    let tag = self.emit.name(tag);
                    let of = scopes.type_in(Scope::Program(name), tag, &self.emit.index.names);
                    return (AccessTarget::Place(self.place(Scope::Program(name), tag), of), 1);
                }
                let calls =
                    matches!(operand.parts.first().map(|part| &part.kind), Some(PartKind::Call(_)));
                if calls {
                    return (AccessTarget::Unknown(name), 0);
                }
                let place = declared.root(self.emit, home, text);
                let Step::Root(scope, name) = self.emit.index.places.step(place) else {
                    return (AccessTarget::Place(place, Type::default()), 0);
                };
                let of = scopes.type_in(scope, name, &self.emit.index.names);
                (AccessTarget::Place(place, of), 0)
            }
            Declarations::Scopes(scopes) if scopes.vendor == Vendor::Siemens => {
                let found = match self.siemens(scopes, operand, text, name) {
                    AccessTarget::Unknown(_) if operand.root == Root::Name => {
                        self.classic(operand, text)
                    }
                    AccessTarget::Place(place, of) if operand.root == Root::Name => self
                        .in_data_block(scopes, operand, text, of)
                        .or(Some((AccessTarget::Place(place, of), 0))),
                    AccessTarget::Block(at, block) => {
                        self.instance(scopes, operand).or(Some((AccessTarget::Block(at, block), 0)))
                    }
                    at => Some((at, 0)),
                };
                found.unwrap_or((AccessTarget::Unknown(name), 0))
            }
            Declarations::Scopes(scopes) => self.codesys(scopes, operand, text, name),
        }
    }

    pub(super) fn place(&mut self, scope: Scope, name: NameId) -> PlaceId {
        self.emit.index.places.root(scope, name)
    }

    fn siemens(
        &mut self,
        scopes: &scopes::Scopes<'p>,
        operand: &Operand,
        text: &str,
        name: NameId,
    ) -> AccessTarget<'p> {
        let owner = self.owner;
        if operand.root == Root::Name
            && ["EN", "ENO", "OK"].iter().any(|it| it.eq_ignore_ascii_case(text))
        {
            return AccessTarget::Fixed(None);
        }
        if operand.root != Root::Quoted {
            if let Some(member) = scopes.member_of(owner, text) {
                if member.section == Some(Section::Constant) {
                    return self.fixed(text, member.initial.as_ref(), &member.type_use);
                }
                let scope = self.unit_scope(owner);
                return AccessTarget::Place(self.place(scope, name), Type::of(&member.type_use));
            }
            if operand.root == Root::Local {
                let scope = self.unit_scope(owner);
                if !text.eq_ignore_ascii_case(owner) {
                    self.unclear(operand.span, OpaqueReason::Undeclared(name));
                }
                return AccessTarget::Place(self.place(scope, name), Type::default());
            }
        }
        if let Some(tag) = scopes.tag_named(text) {
            return if tag.constant {
                self.fixed(text, tag.initial.as_ref(), &tag.type_use)
            } else {
                AccessTarget::Place(self.place(Scope::Global, name), Type::of(&tag.type_use))
            };
        }
        match scopes.block(text) {
            Some((_, block)) if block.kind == BlockKind::DataBlock => {
                let of = Type::named(&block.name);
                AccessTarget::Place(self.place(Scope::Global, name), of)
            }
            Some((at, block)) => AccessTarget::Block(at, block),
            // The type in `TypeOf(#x) = Int`.
            None if is_of_the_system(text) || Type::named(text).is_number().is_some() => {
                AccessTarget::Fixed(None)
            }
            None => AccessTarget::Unknown(name),
        }
    }

    /// An address as STEP 7 classic has it, without `%`, and the number of its steps: `M0.0`,
    /// `EW4`, `DB20.DW4`. That of `MW[i]` is computed.
    fn classic(&mut self, operand: &Operand, text: &str) -> Option<(AccessTarget<'p>, usize)> {
        let steps = operand.parts.iter().take(2).map_while(|part| match part.kind {
            PartKind::Member(span) | PartKind::Bit(span) => Some(self.slice(span)),
            _ => None,
        });
        let mut spelled = vec![text.to_owned()];
        for step in steps {
            spelled.push(format!("{}.{step}", spelled[spelled.len() - 1]));
        }
        let found = spelled.iter().enumerate().rev().find_map(|(taken, it)| {
            let is_computed =
                matches!(operand.parts.get(taken).map(|it| &it.kind), Some(PartKind::Index(_)));
            let address = if is_computed { absolute_area(it) } else { absolute_address(it) };
            Some((address?, taken, is_computed))
        });
        let (address, taken, is_computed) = found?;
        if is_computed {
            self.unclear(operand.span, OpaqueReason::ComputedAddress);
        }
        let name = self.emit.name(&address);
        Some((AccessTarget::Place(self.place(Scope::Address, name), Type::default()), taken))
    }

    /// An address in a data block that does not declare such a member: `Motors.DW4`.
    fn in_data_block(
        &mut self,
        scopes: &scopes::Scopes<'p>,
        operand: &Operand,
        text: &str,
        of: Type<'p>,
    ) -> Option<(AccessTarget<'p>, usize)> {
        let PartKind::Member(span) = operand.parts.first()?.kind else { return None };
        let number = scopes.block(text)?.1.number?;
        let is_declared = scopes.member(of, self.slice(span)).is_some();
        let found = self.classic(operand, &format!("DB{number}")).filter(|_| !is_declared);
        found.filter(|(_, taken)| *taken > 0)
    }

    /// The instance in a call of STEP 7 classic: `FB10.DB20(…)`.
    fn instance(
        &mut self,
        scopes: &scopes::Scopes<'p>,
        operand: &Operand,
    ) -> Option<(AccessTarget<'p>, usize)> {
        let PartKind::Member(span) = operand.parts.first()?.kind else { return None };
        let (_, block) = scopes.block(self.slice(span).trim_matches('"'))?;
        let name = self.emit.name(&block.name);
        let at = AccessTarget::Place(self.place(Scope::Global, name), Type::named(&block.name));
        (block.kind == BlockKind::DataBlock).then_some((at, 1))
    }

    fn codesys(
        &mut self,
        scopes: &scopes::Scopes<'p>,
        operand: &Operand,
        text: &str,
        name: NameId,
    ) -> (AccessTarget<'p>, usize) {
        let parts = &operand.parts;
        let unit = self.owner;
        let block = unit.split('.').next().unwrap_or(unit);
        let pointer = matches!(parts.first().map(|part| &part.kind), Some(PartKind::Pointer));
        if operand.root == Root::Global {
            if let Some(Part { kind: PartKind::Member(span), .. }) = parts.first() {
                let text = self.slice(*span);
                let name = self.emit.name(text);
                return match self.global(scopes, text, name, &parts[1..]) {
                    Some((at, taken)) => (at, taken + 1),
                    None => (AccessTarget::Unknown(name), 1),
                };
            }
            return (AccessTarget::Unknown(name), 0);
        }
        if text.eq_ignore_ascii_case("THIS") {
            return (AccessTarget::Own(block), usize::from(pointer));
        }
        if text.eq_ignore_ascii_case("SUPER") {
            let parent = scopes.block(block).and_then(|(_, block)| block.extends.first());
            return match parent {
                Some(parent) => (AccessTarget::Own(parent.as_str()), usize::from(pointer)),
                None => (AccessTarget::Unknown(name), usize::from(pointer)),
            };
        }
        // From the innermost scope: the method, its function block, the global scope.
        let mut scope = Some(unit);
        while let Some(owner) = scope {
            if let Some(at) = self.in_block(owner, text) {
                return (at, 0);
            }
            if scopes.is_program(owner)
                && let Some(tag) = scopes.tag_named(&format!("{owner}.{text}"))
            {
                return (self.variable(owner, tag, name), 0);
            }
            if let Some(value) = scopes.inline_value(owner, text) {
                return (AccessTarget::Fixed(scopes.number_of(&value).map(Constant::Int)), 0);
            }
            scope = owner.rsplit_once('.').map(|(outer, _)| outer);
        }
        self.global(scopes, text, name, parts).unwrap_or((AccessTarget::Unknown(name), 0))
    }

    /// Global names: lists and programs, their variables, enumerations, blocks.
    fn global(
        &mut self,
        scopes: &scopes::Scopes<'p>,
        text: &str,
        name: NameId,
        parts: &[Part],
    ) -> Option<(AccessTarget<'p>, usize)> {
        let next = match parts.first().map(|part| &part.kind) {
            Some(PartKind::Member(span)) => Some(self.slice(*span)),
            _ => None,
        };
        if let Some(next) = &next {
            if scopes.is_list(text) {
                let own = self.emit.name(next);
                if let Some(tag) = scopes.tag_named(&format!("{text}.{next}")) {
                    return Some((self.variable(&tag.scope, tag, own), 1));
                }
                if let Some(member) = scopes.member_of(text, next) {
                    let scope = self.unit_scope(text);
                    let place = self.place(scope, own);
                    return Some((AccessTarget::Place(place, Type::of(&member.type_use)), 1));
                }
            }
            let value = format!("{text}.{next}");
            if scopes.is_value(&value) {
                return Some((AccessTarget::Fixed(scopes.number_of(&value).map(Constant::Int)), 1));
            }
            if let Some(block) = scopes.part_of(text, next) {
                let own = self.emit.name(next);
                return Some((
                    AccessTarget::Part { instance: None, name: own, block: Some(block) },
                    1,
                ));
            }
        }
        if let Some(tag) = scopes.global(text) {
            return Some((self.variable(&tag.scope, tag, name), 0));
        }
        if scopes.is_value(text) {
            return Some((AccessTarget::Fixed(scopes.number_of(text).map(Constant::Int)), 0));
        }
        if let Some((at, block)) = scopes.block(text) {
            return Some((AccessTarget::Block(at, block), 0));
        }
        scopes.is_type(text).then_some((AccessTarget::Fixed(None), 0))
    }

    fn variable(&mut self, list: &str, tag: &'p Tag, name: NameId) -> AccessTarget<'p> {
        if tag.constant {
            return self.fixed(&tag.name, tag.initial.as_ref(), &tag.type_use);
        }
        let scope = self.unit_scope(list);
        AccessTarget::Place(self.place(scope, name), Type::of(&tag.type_use))
    }
}

/// Whether TIA Portal creates a constant with this name, for hardware (`Local~Common`) or for an
/// organization block (`OB_Main`): exports do not contain these.
fn is_of_the_system(name: &str) -> bool {
    name.contains('~') || name.starts_with("OB_")
}
