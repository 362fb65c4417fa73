//! Types as they are declared, and their members.

use tagbridge_logic::kinds::Kind;
use tagbridge_project::{Block, BlockKind, DataTypeKind, Member, Section, Vendor};

use crate::{
    checker::Checker,
    standard,
    types::{Class, Type, elementary},
};

/// The result of the search for a member.
pub(crate) enum MemberLookup<'a> {
    /// It is one, of this type.
    Found(Type<'a>),
    /// The type has no member of this name.
    Missing,
    /// The file does not show the type.
    Unknown,
}

/// More names for one type than these are a circle.
const MAXIMUM_ALIASES: usize = 16;

impl<'a> Checker<'a> {
    /// The type of a declaration.
    pub(crate) fn type_of(&self, kind: Kind<'a>) -> Type<'a> {
        let mut kind = kind;
        for _ in 0..MAXIMUM_ALIASES {
            kind.name = single(kind.name);
            if kind.name.is_empty() && kind.members.is_empty() {
                return Type::Unknown;
            }
            if !kind.dimensions.is_empty() {
                return Type::Declared(kind);
            }
            let Some(defined) = self.data_type(kind.name) else { break };
            match (&defined.base, defined.kind) {
                (Some(base), DataTypeKind::Alias) => kind = Kind::of(base),
                (_, DataTypeKind::Enumeration) => return Type::Enumeration(&defined.name),
                _ => break,
            }
        }
        match elementary(kind.name) {
            Some(of) if kind.members.is_empty() => Type::Elementary(of),
            _ if self.is_elsewhere(kind) => Type::Unknown,
            _ => Type::Declared(kind),
        }
    }

    /// Whether a type belongs to a library or to the platform, so that the file does not define it.
    fn is_elsewhere(&self, kind: Kind<'a>) -> bool {
        let is_defined = self.data_type(kind.name).is_some() || self.block(kind.name).is_some();
        let is_name = kind.members.is_empty() && !kind.name.contains([' ', '[']);
        let is_of_system = |name: &str| {
            let name = name.to_ascii_uppercase();
            ["HW_", "OB_", "EVENT_", "CONN_", "AOM_"].iter().any(|it| name.starts_with(it))
        };
        match self.vendor() {
            Vendor::Codesys => is_name && !is_defined && !kind.name.starts_with("__"),
            // Identifiers of hardware and of organization blocks are words.
            Vendor::Siemens => is_name && is_of_system(kind.name),
            Vendor::AllenBradley => false,
        }
    }

    pub(crate) fn type_of_member(&self, member: &'a Member) -> Type<'a> {
        self.type_of(Kind::of(&member.type_use))
    }

    /// A member of a type.
    pub(crate) fn member(&self, of: &Type<'a>, name: &str) -> MemberLookup<'a> {
        let kind = match of {
            Type::Unknown | Type::Enumeration(_) => return MemberLookup::Unknown,
            Type::Elementary(it)
                if self.vendor() == Vendor::AllenBradley && it.class == Class::Text =>
            {
                return string_member(name);
            }
            // A constant may name a bit.
            Type::Elementary(it) if it.is_whole() && self.vendor() == Vendor::Codesys => {
                return MemberLookup::Unknown;
            }
            Type::Declared(kind) => kind,
            _ => return MemberLookup::Missing,
        };
        if !kind.dimensions.is_empty() {
            return MemberLookup::Missing;
        }
        let find = |members: &'a [Member]| {
            let found = members.iter().find(|it| it.name.eq_ignore_ascii_case(name));
            found.map(|it| MemberLookup::Found(self.type_of_member(it)))
        };
        if !kind.members.is_empty() {
            return find(kind.members).unwrap_or(MemberLookup::Missing);
        }
        if let Some(defined) = self.data_type(kind.name) {
            if defined.kind == DataTypeKind::String {
                return string_member(name);
            }
            let whole = defined.extends.as_ref().is_none_or(|it| self.data_type(it).is_some());
            let absent = if whole && !defined.members.is_empty() {
                MemberLookup::Missing
            } else {
                MemberLookup::Unknown
            };
            return find(&defined.members).unwrap_or(absent);
        }
        match self.block(kind.name) {
            Some(block) => self.block_member(block, name),
            None => match standard::member(self.vendor(), kind.name, name) {
                standard::PlatformMember::Member(of) => {
                    MemberLookup::Found(self.type_of(Kind::named(of)))
                }
                standard::PlatformMember::Missing => MemberLookup::Missing,
                standard::PlatformMember::Unknown => MemberLookup::Unknown,
            },
        }
    }

    fn block_member(&self, block: &'a Block, name: &str) -> MemberLookup<'a> {
        let (found, is_whole) = self.variable(block, name);
        if let Some(member) = found {
            return MemberLookup::Found(self.type_of_member(member));
        }
        if let (BlockKind::DataBlock, Some(of)) = (block.kind, &block.instance_of) {
            let kind = match self.block(of).map(|it| it.name.as_str()) {
                Some(name) => Kind::named(name),
                None => match self.data_type(of) {
                    Some(of) => Kind::named(&of.name),
                    None => Kind::named(of),
                },
            };
            return self.member(&Type::Declared(kind), name);
        }
        if let Some(part) = self.part_of(block, name) {
            let of = part.members.iter().find(|it| it.section == Some(Section::Return));
            return MemberLookup::Found(of.map_or(Type::Unknown, |it| self.type_of_member(it)));
        }
        let implied = block.kind == BlockKind::AddOnInstruction
            && ["EnableIn", "EnableOut"].iter().any(|it| it.eq_ignore_ascii_case(name));
        match is_whole && !block.members.is_empty() {
            _ if implied => MemberLookup::Found(self.type_of(Kind::named("BOOL"))),
            true if block.kind != BlockKind::Interface => MemberLookup::Missing,
            _ => MemberLookup::Unknown,
        }
    }
}

/// `STRING` of Logix is a structure.
fn string_member<'a>(name: &str) -> MemberLookup<'a> {
    match name.to_ascii_uppercase().as_str() {
        "LEN" => MemberLookup::Found(elementary("DINT").map_or(Type::Unknown, Type::Elementary)),
        "DATA" => MemberLookup::Found(Type::Unknown),
        _ => MemberLookup::Missing,
    }
}

/// A type's name without what makes a reference or a subrange of it.
fn single(name: &str) -> &str {
    let name = name.trim().trim_matches('"');
    let upper = name.to_ascii_uppercase();
    if upper.starts_with("REFERENCE TO ") {
        return single(&name["REFERENCE TO ".len()..]);
    }
    match name.find('(') {
        Some(at) if !upper.starts_with("POINTER") && !upper.starts_with("ARRAY") => {
            name[..at].trim_end()
        }
        _ => name,
    }
}
