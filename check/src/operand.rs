//! Determines the type of a written variable, step by step.

use tagbridge_logic::{PlaceId, Scope, Span, Step, kinds::Kind};
use tagbridge_project::{BlockKind, DataTypeKind, Vendor};
use tagbridge_structured_text::{Expression, Operand, Part, PartKind, Root, parse_operand};

use crate::{
    checker::Unit,
    diagnostic::Problem,
    members::MemberLookup,
    standard,
    types::{Class, Type, elementary},
};

impl<'a> Unit<'_, 'a> {
    /// The expression that a part of the text is.
    pub(crate) fn expression_at(&self, span: Span) -> Option<Expression> {
        parse_operand(self.text, span, self.dialect)
    }

    /// The type of a variable or of what a call gives back. Reports members, indexes and bits that
    /// do not exist.
    pub(crate) fn operand(&mut self, operand: &Operand) -> Type<'a> {
        let call = operand.parts.iter().rposition(|it| matches!(it.kind, PartKind::Call(_)));
        let Some(call) = call else { return self.path(operand, operand.parts.len()) };
        let of = self.call(operand, call);
        self.steps(of, &operand.parts[call + 1..])
    }

    /// Returns the type of the first `parts` steps of a path without calls.
    pub(crate) fn path(&mut self, operand: &Operand, parts: usize) -> Type<'a> {
        let parts = &operand.parts[..parts];
        if parts.iter().any(|it| matches!(it.kind, PartKind::Call(_))) {
            return Type::Unknown;
        }
        let place = self.places.get(&operand.span.start).copied();
        let (of, left) = match place.map(|place| self.begin(place, parts)) {
            Some(found) => found,
            None => self.named(operand, parts),
        };
        self.steps(of, left)
    }

    /// Returns the type of the first element of a place, and the following steps of the path.
    fn begin<'p>(&self, place: PlaceId, parts: &'p [Part]) -> (Type<'a>, &'p [Part]) {
        let (checker, index) = (self.checker, self.checker.logic.index);
        let unknown = (Type::Unknown, &parts[parts.len()..]);
        let path = index.places.path(place);
        let (kind, taken) = if let Some((tag, taken)) = checker.kinds.tag(index, place) {
            (Kind::of(&tag.type_use), taken)
        } else if let Some(member) = checker.kinds.variable(index, place) {
            (Kind::of(&member.type_use), 1)
        } else {
            let Step::Root(scope, name) = index.places.step(path[0]) else { return unknown };
            match scope {
                Scope::Global => match checker.block(index.names.text(name)) {
                    Some(block) if block.kind == BlockKind::DataBlock => {
                        (Kind::named(&block.name), 1)
                    }
                    _ => return unknown,
                },
                Scope::Address => {
                    let of = standard::address(index.names.text(name));
                    (of.map_or_else(|| Kind::named("ANY"), Kind::named), 1)
                }
                _ => return unknown,
            }
        };
        // The last steps of the place are the last parts of the way.
        let mut at = parts.len();
        for step in path[taken..].iter().rev() {
            let step = index.places.step(*step);
            let is_pointer = at > 0 && matches!(parts[at - 1].kind, PartKind::Pointer);
            match (step, at) {
                (Step::Behind, _) if !is_pointer => {}
                (_, 0) => return unknown,
                _ => at -= 1,
            }
        }
        (checker.type_of(kind), &parts[at..])
    }

    /// Returns the type of a name that is not a variable: a constant, or a value of an enumeration.
    fn named<'p>(&self, operand: &Operand, parts: &'p [Part]) -> (Type<'a>, &'p [Part]) {
        let none = &parts[parts.len()..];
        let name = self.slice(operand.root_span).trim_matches('"');
        let member = |part: &Part| match part.kind {
            PartKind::Member(span) => Some(self.slice(span).trim_matches('"')),
            _ => None,
        };
        if matches!(operand.root, Root::Name | Root::Local)
            && let Some(own) = self.own(name)
        {
            return (self.checker.type_of_member(own), parts);
        }
        if let Some(first) = parts.first().and_then(member) {
            let second = parts.get(1).and_then(member).unwrap_or_default();
            for (whole, taken) in [(format!("{name}.{first}"), 1), (format!("{first}.{second}"), 2)]
            {
                if parts.len() == taken
                    && let Some(of) = self.checker.enumeration_of(&whole)
                {
                    return (Type::Enumeration(of), none);
                }
            }
            if let Some(tag) = self.checker.global(&format!("{name}.{first}")) {
                return (self.checker.type_of(Kind::of(&tag.type_use)), &parts[1..]);
            }
        }
        if let Some(of) = self.checker.enumeration_of(name).filter(|_| parts.is_empty()) {
            return (Type::Enumeration(of), none);
        }
        match self.checker.global(name).filter(|_| operand.root != Root::Local) {
            Some(tag) if tag.constant => (self.checker.type_of(Kind::of(&tag.type_use)), parts),
            _ => (Type::Unknown, none),
        }
    }

    /// The type behind further steps.
    fn steps(&mut self, of: Type<'a>, parts: &[Part]) -> Type<'a> {
        let mut of = of;
        for part in parts {
            of = self.part(of, part);
        }
        of
    }

    fn part(&mut self, of: Type<'a>, part: &Part) -> Type<'a> {
        match &part.kind {
            PartKind::Member(span) => {
                let name = self.slice(*span).trim_matches('"');
                match self.checker.member(&of, name) {
                    MemberLookup::Found(found) => found,
                    MemberLookup::Unknown => Type::Unknown,
                    MemberLookup::Missing => {
                        let member = name.to_owned();
                        self.error(*span, Problem::NoMember { member, of: of.shown() });
                        Type::Unknown
                    }
                }
            }
            PartKind::Index(indexes) => self.element(of, part, indexes),
            PartKind::Bit(span) => {
                let bit = self.slice(*span).parse().unwrap_or(u64::MAX);
                self.bit(&of, *span, bit);
                elementary("BOOL").map_or(Type::Unknown, Type::Elementary)
            }
            PartKind::BitIndex(index) => {
                self.index(index);
                elementary("BOOL").map_or(Type::Unknown, Type::Elementary)
            }
            PartKind::Slice(span) => self.slice_of(&of, *span),
            PartKind::Pointer => match of {
                Type::Declared(kind) => {
                    behind(kind).map_or(Type::Unknown, |it| self.checker.type_of(it))
                }
                _ => Type::Unknown,
            },
            PartKind::Peripheral => of,
            PartKind::Call(_) => Type::Unknown,
        }
    }

    fn bit(&mut self, of: &Type<'a>, span: Span, bit: u64) {
        let bits = match of {
            Type::Elementary(it) if it.is_whole() => u64::from(it.bits),
            Type::Elementary(_) => 0,
            _ => return,
        };
        if bit >= bits {
            self.error(span, Problem::BitTooHigh { bit, of: of.shown() });
        }
    }

    /// `%X3`, `%B1`, `%DBX0.0`
    fn slice_of(&mut self, of: &Type<'a>, span: Span) -> Type<'a> {
        let text = self.slice(span).trim_start_matches('%');
        let (letter, number) = text.split_at(text.len().min(1));
        let (name, width) = match letter.to_ascii_uppercase().as_str() {
            "X" => ("BOOL", 1),
            "B" => ("BYTE", 8),
            "W" => ("WORD", 16),
            "D" if !number.to_ascii_uppercase().starts_with('B') => ("DWORD", 32),
            _ => return Type::Unknown,
        };
        if let Ok(number) = number.parse::<u64>() {
            let last = (number + 1).saturating_mul(width) - 1;
            self.bit(of, span, last);
        }
        elementary(name).map_or(Type::Unknown, Type::Elementary)
    }

    fn index(&mut self, index: &Expression) {
        let of = self.value(index);
        if !of.may_be_whole() && !matches!(of, Type::Declared(_)) {
            self.error(index.span, Problem::IndexType { of: of.shown() });
        }
    }

    fn element(&mut self, of: Type<'a>, part: &Part, indexes: &[Expression]) -> Type<'a> {
        for index in indexes {
            self.index(index);
        }
        let kind = match of {
            Type::Declared(kind) => kind,
            // A character of a text.
            Type::Elementary(it)
                if it.class == Class::Text && self.vendor() != Vendor::AllenBradley =>
            {
                let name = if it.bits == 8 { "CHAR" } else { "WCHAR" };
                let name = if self.vendor() == Vendor::Codesys { "BYTE" } else { name };
                return elementary(name).map_or(Type::Unknown, Type::Elementary);
            }
            Type::Elementary(_) => {
                self.error(part.span, Problem::NoArray { of: of.shown() });
                return Type::Unknown;
            }
            _ => return Type::Unknown,
        };
        let upper = kind.name.to_ascii_uppercase();
        if kind.dimensions.is_empty() {
            let is_structure = self
                .checker
                .data_type(kind.name)
                .is_some_and(|it| matches!(it.kind, DataTypeKind::Structure | DataTypeKind::Union));
            if is_structure || !kind.members.is_empty() {
                self.error(part.span, Problem::NoArray { of: of.shown() });
            }
            return behind(kind).map_or(Type::Unknown, |it| self.checker.type_of(it));
        }
        if upper.starts_with("ARRAY") {
            return Type::Unknown;
        }
        if indexes.len() > kind.dimensions.len()
            || (self.vendor() == Vendor::AllenBradley && indexes.len() != kind.dimensions.len())
        {
            let (expected, given) = (kind.dimensions.len(), indexes.len());
            self.error(part.span, Problem::Dimensions { expected, given });
            return Type::Unknown;
        }
        for (index, bounds) in indexes.iter().zip(kind.dimensions) {
            let (low, high) = (i64::from(bounds.low), i64::from(bounds.high));
            let Some(number) = self.constant(index).and_then(|it| i64::try_from(it).ok()) else {
                continue;
            };
            if low < high && !(low..=high).contains(&number) {
                self.error(index.span, Problem::OutOfBounds { index: number, low, high });
            }
        }
        let left = Kind { dimensions: &kind.dimensions[indexes.len()..], ..kind };
        self.checker.type_of(left)
    }
}

/// Returns the target of a pointer, or the element of a type that is only known as text.
fn behind(kind: Kind<'_>) -> Option<Kind<'_>> {
    let upper = kind.name.to_ascii_uppercase();
    let rest = upper.strip_prefix("POINTER TO ")?;
    let name = &kind.name[kind.name.len() - rest.len()..];
    (kind.dimensions.is_empty() && !rest.trim_start().starts_with("ARRAY"))
        .then(|| Kind::named(name.trim()))
}
