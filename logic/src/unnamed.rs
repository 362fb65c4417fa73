//! Declared places that no code names directly: an element that is reached by an index, a bit of a
//! copied word, a tag whose address the code uses, a variable of an instance.

use std::sync::OnceLock;

use tagbridge_project::Project;

use crate::{
    Logic, PlaceId, Relation, Scope, Step,
    index::{ByPlace, Index},
    named,
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
        let place = named::place(&mut index.places, &mut index.names, project, name)?;
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
        let (places, names) = (&mut index.places, &mut index.names);
        let roots = project.tags.iter().map(|tag| named::root(places, names, project, tag));
        let places = roots.collect();
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
        Some((Step::Root(named::scope(project.vendor, owner), name), rest))
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
