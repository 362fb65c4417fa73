//! Resolves the access path of a variable to its place.

use tagbridge_project::{Block, Vendor};

use super::{Declarations, Lowering, Type, Value, call::standard};
use crate::{
    NameId, PlaceId, RefId, Scope, Span, Step,
    expr::Constant,
    text::{Operand, Part, PartKind, Root},
    unit::{OpaqueReason, Operand as Place, UseMode},
};

/// The target of an access path, or of its first steps.
#[derive(Debug, Clone, Copy)]
pub(super) enum AccessTarget<'p> {
    /// A place.
    Place(PlaceId, Type<'p>),
    /// A name of a fixed value or a type: nothing is read.
    Fixed(Option<Constant>),
    /// The block itself, or a block that it extends.
    Own(&'p str),
    /// A block of the project, which can be called.
    Block(u32, &'p Block),
    /// A method, a property or an action of the step before it.
    Part {
        /// The place that it belongs to, if it is one.
        instance: Option<(PlaceId, Type<'p>)>,
        /// Its name.
        name: NameId,
        /// The block that implements it, if the project has it.
        block: Option<(u32, &'p Block)>,
    },
    /// A name without a declaration.
    Unknown(NameId),
    /// The result of a call.
    Result(Value),
}

impl<'p> Lowering<'_, 'p> {
    /// A variable that is written, with its value before; `None` if it is not a variable.
    pub(super) fn target(&mut self, operand: &Operand, mode: UseMode) -> Option<(RefId, Value)> {
        let (value, at) = self.named_place(operand, mode);
        Some((at?, value))
    }

    /// A variable, a value or a call in an expression.
    pub(super) fn operand(&mut self, operand: &Operand, mode: UseMode) -> Value {
        self.named_place(operand, mode).0
    }

    /// The value of an operand, and its occurrence if it is a place.
    pub(super) fn named_place(
        &mut self,
        operand: &Operand,
        mode: UseMode,
    ) -> (Value, Option<RefId>) {
        let at = self.walk(operand, operand.parts.len());
        match at {
            AccessTarget::Fixed(value) => {
                let text = self.slice(operand.span);
                (self.named(text, value), None)
            }
            AccessTarget::Result(value) => (value, None),
            _ => match self.place_of(operand, at) {
                Some((place, of)) => {
                    if mode == UseMode::Address {
                        let name = self.emit.name(of.name);
                        self.emit.index.pointers.taken.push((place, name));
                    } else if of.is_reference() {
                        self.points(place, of.behind());
                    }
                    let at = self.occurrence(place, operand.span, mode);
                    (self.read(place, of), Some(at))
                }
                None => (self.unknown("a block"), None),
            },
        }
    }

    /// Records that a pointer may point to any place of its type whose address is used.
    fn points(&mut self, place: PlaceId, of: Type<'p>) {
        let name = self.emit.name(of.name);
        self.emit.index.pointers.behind.insert(place, name);
    }

    pub(super) fn occurrence(&mut self, place: PlaceId, span: Span, mode: UseMode) -> RefId {
        let (spec, operand) = (self.spec, self.operand);
        self.emit.reference(place, span, mode, spec, operand)
    }

    /// The place at the end of an access path. A name without a declaration is a place, too.
    fn place_of(&mut self, operand: &Operand, at: AccessTarget<'p>) -> Option<(PlaceId, Type<'p>)> {
        match at {
            AccessTarget::Place(place, of) => Some((place, of)),
            AccessTarget::Part { instance: Some((place, _)), name, .. } => {
                // A property is used like a member.
                Some((self.emit.index.places.part(place, Step::Member(name)), Type::default()))
            }
            AccessTarget::Part { instance: None, name, block } => {
                let scope = self.unit_scope(block.map_or(self.owner, |(_, it)| it.name.as_str()));
                Some((self.emit.index.places.root(scope, name), Type::default()))
            }
            AccessTarget::Unknown(name) if self.is_drawn => {
                // A drawing marks the local names.
                let scope = match operand.root {
                    Root::Local => self.unit_scope(self.owner),
                    _ => Scope::Global,
                };
                Some((self.emit.index.places.root(scope, name), Type::default()))
            }
            AccessTarget::Unknown(name) => {
                self.unclear(operand.span, OpaqueReason::Undeclared(name));
                let place = self.emit.index.places.root(Scope::Undeclared, name);
                Some((place, Type::default()))
            }
            AccessTarget::Block(_, block) => {
                // The name of a function is its result; the name of a data block is the whole
                // block.
                let name = self.emit.name(&block.name);
                let own = block.name.eq_ignore_ascii_case(self.owner);
                let scope = if own { self.unit_scope(self.owner) } else { Scope::Global };
                Some((self.emit.index.places.root(scope, name), Type::default()))
            }
            AccessTarget::Fixed(_) | AccessTarget::Own(_) | AccessTarget::Result(_) => None,
        }
    }

    /// The target of the first `parts` steps of an access path.
    pub(super) fn walk(&mut self, operand: &Operand, parts: usize) -> AccessTarget<'p> {
        let way = self.emit.next_ref();
        let (mut at, mut taken) = self.begin(operand);
        while taken < parts {
            let part = &operand.parts[taken];
            let calls = matches!(
                operand.parts.get(taken + 1).map(|next| &next.kind),
                Some(PartKind::Call(_))
            );
            at = self.step(operand, way, at, part, calls);
            taken += 1;
        }
        at
    }

    fn step(
        &mut self,
        operand: &Operand,
        way: u32,
        at: AccessTarget<'p>,
        part: &Part,
        calls: bool,
    ) -> AccessTarget<'p> {
        if let PartKind::Call(arguments) = &part.kind {
            let span = Span { start: operand.span.start, end: part.span.start };
            return AccessTarget::Result(self.call(span, way, at, arguments));
        }
        let (place, of) = match at {
            AccessTarget::Place(place, of) => (place, of),
            AccessTarget::Own(block) => return self.own(block, part, calls),
            AccessTarget::Fixed(_) => return AccessTarget::Fixed(None),
            AccessTarget::Result(value) => {
                // The result of a call has no known place.
                self.indexes(part);
                return AccessTarget::Result(value);
            }
            AccessTarget::Unknown(_) | AccessTarget::Part { .. } | AccessTarget::Block(..) => {
                let Some(place) = self.place_of(operand, at) else { return at };
                place
            }
        };
        let places = &mut self.emit.index.places;
        match &part.kind {
            PartKind::Member(span) => self.member(place, of, *span, calls),
            PartKind::Index(indexes) => {
                self.indexes(part);
                let inside = Span { start: part.span.start + 1, end: part.span.end - 1 };
                let text: String =
                    self.slice(inside).chars().filter(|c| *c != '#' && *c != '"').collect();
                let index = &mut self.emit.index;
                let element = index.places.element(place, &text, &mut index.names);
                AccessTarget::Place(element, of.element(indexes.len()))
            }
            PartKind::Bit(span) => {
                let number = self.text[span.range()].parse().unwrap_or(u16::MAX);
                AccessTarget::Place(places.part(place, Step::Bit(number)), Type::named("BOOL"))
            }
            PartKind::BitIndex(_) => {
                self.indexes(part);
                let inside = Span { start: part.span.start + 2, end: part.span.end - 1 };
                let text = self.slice(inside).trim().to_owned();
                let name = self.emit.name(&text);
                let bit = self.emit.index.places.part(place, Step::AnyBit(name));
                AccessTarget::Place(bit, Type::named("BOOL"))
            }
            PartKind::Slice(span) => {
                let text = self.slice(*span);
                let (step, of) = match slice(text) {
                    Some((width, at)) => (Step::Slice(width, at), Type::named(of_width(width))),
                    None => (Step::Member(self.emit.name(text)), Type::default()),
                };
                AccessTarget::Place(self.emit.index.places.part(place, step), of)
            }
            PartKind::Pointer => {
                self.unclear(operand.span, OpaqueReason::Pointer);
                let behind = self.emit.index.places.part(place, Step::Behind);
                self.points(behind, of.behind());
                AccessTarget::Place(behind, of.behind())
            }
            PartKind::Peripheral | PartKind::Call(_) => AccessTarget::Place(place, of),
        }
    }

    /// Reads the indexes between brackets.
    fn indexes(&mut self, part: &Part) {
        let spec = self.spec;
        self.within(spec, Place::None, |it| match &part.kind {
            PartKind::Index(indexes) => {
                for index in indexes {
                    it.value(index);
                }
            }
            PartKind::BitIndex(index) => {
                it.value(index);
            }
            _ => {}
        });
    }

    fn member(
        &mut self,
        place: PlaceId,
        of: Type<'p>,
        span: Span,
        calls: bool,
    ) -> AccessTarget<'p> {
        let text = self.slice(span).trim_matches('"');
        let name = self.emit.name(text);
        if let Declarations::Scopes(scopes) = self.declarations {
            if let Some(member) = scopes.member(of, text) {
                let part = self.emit.index.places.part(place, Step::Member(name));
                if of.single().is_some_and(|kind| scopes.is_union(kind)) {
                    self.emit.index.pointers.overlaid.insert(place);
                }
                return AccessTarget::Place(part, Type::of(&member.type_use));
            }
            let is_iec = scopes.vendor == Vendor::Siemens && standard::is_method(text);
            if calls && (scopes.vendor == Vendor::Codesys || is_iec) {
                let block = of.single().and_then(|owner| scopes.part_of(owner, text));
                return AccessTarget::Part { instance: Some((place, of)), name, block };
            }
        }
        let of = match self.declarations {
            Declarations::Logix(.., scopes) => scopes.type_of_member(of, text),
            Declarations::Scopes(_) => Type::default(),
        };
        AccessTarget::Place(self.emit.index.places.part(place, Step::Member(name)), of)
    }

    /// A member of the block itself: `THIS^.x`, `SUPER^.Method()`.
    fn own(&mut self, block: &'p str, part: &Part, calls: bool) -> AccessTarget<'p> {
        let PartKind::Member(span) = part.kind else { return AccessTarget::Own(block) };
        let text = self.slice(span);
        self.in_block(block, text).unwrap_or_else(|| {
            // Inherited from a block outside the file.
            let name = self.emit.name(text);
            if calls {
                return AccessTarget::Part { instance: None, name, block: None };
            }
            let own = self.owner.split('.').next().unwrap_or(block);
            let scope = self.unit_scope(own);
            AccessTarget::Place(self.place(scope, name), Type::default())
        })
    }
}

/// The type of a slice with this width in bits.
fn of_width(width: u16) -> &'static str {
    match width {
        1 => "BOOL",
        8 => "BYTE",
        16 => "WORD",
        _ => "DWORD",
    }
}

/// `%X3`, `%B1`, `%W0`: the width in bits, and the position.
fn slice(text: &str) -> Option<(u16, u16)> {
    let rest = text.strip_prefix('%')?;
    let width = match rest.chars().next()?.to_ascii_uppercase() {
        'X' => 1,
        'B' => 8,
        'W' => 16,
        'D' => 32,
        _ => return None,
    };
    Some((width, rest.get(1..)?.parse().ok()?))
}
