//! The places of declared names.

use tagbridge_project::{
    Project, Tag, Vendor,
    spelling::{DeclaredName, PathPart, declared, first_name, path_parts},
};

use crate::{NameId, Names, PlaceId, Places, Scope, Step};

/// The place of something that the project declares, by its full name.
pub(crate) fn place(
    places: &mut Places,
    names: &mut Names,
    project: &Project,
    name: &str,
) -> Option<PlaceId> {
    let (declared, rest) = declared(project, name)?;
    let root = match declared {
        DeclaredName::Tag(tag) => root(places, names, project, tag)?,
        DeclaredName::Variable { owner, name } => {
            let (owner, name) = (names.name(owner), names.name(name));
            places.root(scope(project.vendor, owner), name)
        }
    };
    follow(places, names, root, rest)
}

/// The root of a tag.
pub(crate) fn root(
    places: &mut Places,
    names: &mut Names,
    project: &Project,
    tag: &Tag,
) -> Option<PlaceId> {
    let own = tag.name.rsplit_once('.').map_or(tag.name.as_str(), |(_, own)| own);
    let (scope, own) = match project.vendor {
        Vendor::Siemens => {
            let (first, behind) = first_name(&tag.name)?;
            let root = places.root(Scope::Global, names.name(first));
            return follow(places, names, root, behind);
        }
        Vendor::AllenBradley if tag.scope.is_empty() => (Scope::Controller, tag.name.as_str()),
        Vendor::AllenBradley => (Scope::Program(names.name(&tag.scope)), own),
        Vendor::Codesys => (Scope::Unit(names.name(&tag.scope)), own),
    };
    Some(places.root(scope, names.name(own)))
}

/// The scope of the variables of a block.
pub(crate) fn scope(vendor: Vendor, owner: NameId) -> Scope {
    match vendor {
        Vendor::AllenBradley => Scope::AddOn(owner),
        Vendor::Siemens => Scope::Block(owner),
        Vendor::Codesys => Scope::Unit(owner),
    }
}

/// Follows the rest of a name from a place.
fn follow(places: &mut Places, names: &mut Names, from: PlaceId, rest: &str) -> Option<PlaceId> {
    let mut at = from;
    for part in path_parts(rest)? {
        let step = match part {
            PathPart::Elements(indexes) => {
                at = places.element(at, indexes, names);
                continue;
            }
            PathPart::Member(name) => Step::Member(names.name(name)),
            PathPart::Bit(bit) => Step::Bit(bit),
            PathPart::Slice(width, number) => Step::Slice(width, number),
        };
        at = places.part(at, step);
    }
    Some(at)
}
