//! Declared places that no code names directly: an element that is reached by an index, a bit of a
//! copied word, a tag whose address the code uses, a variable of an instance.

use std::sync::OnceLock;

use tagbridge_project::{
    Project, Tag, Vendor,
    spelling::{DeclaredName, PathPart, declared, first_name, path_parts},
};

use crate::{
    Logic, Relation, Scope, Step,
    ids::{NameId, PlaceId},
    index::{ByPlace, Index},
    query::Wanted,
    relate::Layout,
    types,
};

impl Index {
    /// Returns this index with a place for something that the project declares: a tag, a part of
    /// one, or a variable of a block, by its full name. `None` if its first name is not declared.
    /// The caller checks whether its parts are declared.
    ///
    /// Code that does not name it may still reach it; queries on the place return that code.
    pub fn naming(&self, project: &Project, name: &str) -> Option<(Self, PlaceId)> {
        let mut index = self.clone();
        let (declared, rest) = declared(project, name)?;
        let root = match declared {
            DeclaredName::Tag(tag) => root_of(&mut index, project, tag)?,
            DeclaredName::Variable { owner, name } => {
                let (owner, name) = (index.names.name(owner), index.names.name(name));
                index.places.root(scope_of(project.vendor, owner), name)
            }
        };
        let place = follow(&mut index, root, rest)?;
        // What lies over another variable of a block has its place by its own name.
        for (root, rest) in instances(project, &index, place) {
            let Step::Root(scope, name) = root else { continue };
            let root = index.places.root(scope, name);
            rest.into_iter().fold(root, |at, step| index.places.part(at, step));
        }
        Some((index.laid_out(project), place))
    }

    /// Returns this index with a place for each tag, and these places; `None` for a tag whose name
    /// cannot be parsed.
    pub fn naming_tags(&self, project: &Project) -> (Self, Vec<Option<PlaceId>>) {
        let mut index = self.clone();
        let places = project.tags.iter().map(|tag| root_of(&mut index, project, tag)).collect();
        (index.laid_out(project), places)
    }

    /// Computes the data that depends on the set of places.
    fn laid_out(mut self, project: &Project) -> Self {
        self.layout = Layout::new(project, &mut self.places, &mut self.names, &self.aliases);
        self.by_place = ByPlace::new(&self.refs, self.places.len());
        self.tags = OnceLock::new();
        self
    }
}

/// The root of a tag.
fn root_of(index: &mut Index, project: &Project, tag: &Tag) -> Option<PlaceId> {
    let own = tag.name.rsplit_once('.').map_or(tag.name.as_str(), |(_, own)| own);
    let (scope, own) = match project.vendor {
        Vendor::Siemens => {
            let (first, behind) = first_name(&tag.name)?;
            let name = index.names.name(first);
            let root = index.places.root(Scope::Global, name);
            return follow(index, root, behind);
        }
        Vendor::AllenBradley if tag.scope.is_empty() => (Scope::Controller, tag.name.as_str()),
        Vendor::AllenBradley => (Scope::Program(index.names.name(&tag.scope)), own),
        Vendor::Codesys => (Scope::Unit(index.names.name(&tag.scope)), own),
    };
    let name = index.names.name(own);
    Some(index.places.root(scope, name))
}

/// The scope of the variables of a block.
fn scope_of(vendor: Vendor, owner: NameId) -> Scope {
    match vendor {
        Vendor::AllenBradley => Scope::AddOn(owner),
        Vendor::Siemens => Scope::Block(owner),
        Vendor::Codesys => Scope::Unit(owner),
    }
}

/// Follows the rest of a name from a place.
fn follow(index: &mut Index, from: PlaceId, rest: &str) -> Option<PlaceId> {
    let mut at = from;
    for part in path_parts(rest)? {
        let step = match part {
            PathPart::Elements(indexes) => {
                at = index.places.element(at, indexes, &mut index.names);
                continue;
            }
            PathPart::Member(name) => Step::Member(index.names.name(name)),
            PathPart::Bit(bit) => Step::Bit(bit),
            PathPart::Slice(width, number) => Step::Slice(width, number),
        };
        at = index.places.part(at, step);
    }
    Some(at)
}

impl Logic<'_> {
    /// Whether code names a place itself, a part of it, or the same bits in another way.
    pub fn is_named(&self, place: PlaceId) -> bool {
        let related = self.index.related(place).into_iter();
        related
            .filter(|(_, how)| {
                matches!(how, Relation::Same | Relation::Within | Relation::Overlaps)
            })
            .any(|(other, _)| !self.index.refs_to(other).is_empty())
    }

    /// Whether any code reaches a place, by any name.
    pub fn is_in_code(&self, place: PlaceId) -> bool {
        let mut related = self.related(place).into_iter();
        related.any(|(other, _)| !self.index.refs_to(other).is_empty())
    }

    /// Whether any code reaches a place, or the file names it outside code.
    pub fn is_reached(&self, place: PlaceId) -> bool {
        self.is_in_code(place) || !self.mentions(place, Wanted::Used).is_empty()
    }

    /// The variables of blocks that a place is in their instances, the innermost first: the code of a
    /// block names them, and means each instance.
    pub(crate) fn variables_of(&self, place: PlaceId) -> Vec<PlaceId> {
        let index = self.index;
        let found = instances(self.project, index, place).into_iter().filter_map(|(root, rest)| {
            let root = index.places.find(None, root)?;
            // As far as the code of the block names parts of it.
            let parts = rest.into_iter().scan(root, |at, step| {
                *at = index.places.find(Some(*at), step)?;
                Some(*at)
            });
            parts.last().or(Some(root))
        });
        found.collect()
    }
}

/// For each instance of a block on the way to a place: the variable of the block, and the steps from
/// there on. The innermost instance comes first.
fn instances(project: &Project, index: &Index, place: PlaceId) -> Vec<(Step, Vec<Step>)> {
    let path = index.places.path(place);
    let within = (1..path.len()).rev().filter_map(|at| {
        let Step::Member(name) = index.places.step(path[at]) else { return None };
        let owner = index.names.find(&block_of(project, index, path[at - 1])?)?;
        let rest = path[at + 1..].iter().map(|part| index.places.step(*part)).collect();
        Some((Step::Root(scope_of(project.vendor, owner), name), rest))
    });
    within.collect()
}

/// The block that a place is an instance of.
fn block_of(project: &Project, index: &Index, place: PlaceId) -> Option<String> {
    let of_type = types::name_of(project, index, place);
    let name = of_type.filter(|it| !it.is_empty()).or_else(|| {
        let Step::Root(Scope::Global, name) = index.places.step(place) else { return None };
        let name = index.names.text(name);
        let block = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(name))?;
        block.instance_of.clone()
    })?;
    let name = name.trim_matches('"');
    let found = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(name))?;
    Some(found.name.clone())
}
