//! What the project declares and no code names by itself: an element that is reached by an index, a
//! bit of a word that is copied, a tag whose address the code uses, a variable of an instance.

use std::sync::OnceLock;

use tagbridge_project::{Project, Tag, Vendor};

use crate::{
    Logic, Relation, Scope, Step,
    ids::PlaceId,
    index::{ByPlace, Index},
    query::Wanted,
    relate::Layout,
    types,
};

impl Index {
    /// This index with a place for something that the project declares: a tag, a part of one, or a
    /// variable of a block, by its whole name. None where its first name is not declared; whether its
    /// parts are is for the caller to check.
    ///
    /// Code that does not name it may still reach it; queries on the place return that code.
    pub fn naming(&self, project: &Project, name: &str) -> Option<(Self, PlaceId)> {
        let mut index = self.clone();
        let place = Declaration { project, name }.place(&mut index)?;
        Some((index.laid_out(project), place))
    }

    /// This index with a place for each tag, and those places; none where a tag's name is not
    /// understood.
    pub fn naming_tags(&self, project: &Project) -> (Self, Vec<Option<PlaceId>>) {
        let mut index = self.clone();
        let places = project.tags.iter().map(|tag| root_of(&mut index, project, tag)).collect();
        (index.laid_out(project), places)
    }

    /// With what depends on which places there are.
    fn laid_out(mut self, project: &Project) -> Self {
        self.layout = Layout::new(project, &mut self.places, &mut self.names, &self.aliases);
        self.by_place = ByPlace::new(&self.refs, self.places.len());
        self.tags = OnceLock::new();
        self
    }
}

/// A declaration by its whole name.
struct Declaration<'a> {
    project: &'a Project,
    name: &'a str,
}

impl Declaration<'_> {
    fn place(&self, index: &mut Index) -> Option<PlaceId> {
        let (root, rest) = self.tag(index).or_else(|| self.variable(index))?;
        follow(index, root, rest)
    }

    /// The tag that the name begins with, and what follows its name.
    fn tag(&self, index: &mut Index) -> Option<(PlaceId, &str)> {
        let tags =
            self.project.tags.iter().filter_map(|tag| Some((tag, rest(self.name, &tag.name)?)));
        let (tag, rest) = tags.max_by_key(|(tag, _)| tag.name.len())?;
        Some((root_of(index, self.project, tag)?, rest))
    }

    /// The variable of a block or a program that the name begins with, and what follows it.
    fn variable(&self, index: &mut Index) -> Option<(PlaceId, &str)> {
        let bare = self.name.strip_prefix("AOI:").unwrap_or(self.name);
        let blocks = self.project.blocks.iter().map(|it| (&it.name, &it.members));
        let programs = self.project.programs.iter().map(|it| (&it.name, &it.members));
        let (owner, member, behind) = blocks.chain(programs).find_map(|(owner, members)| {
            let behind = without(bare, owner)?;
            let behind = behind.strip_prefix(['#', '.'])?;
            let member = members.iter().find_map(|it| Some((it, rest(behind, &it.name)?)))?;
            Some((owner, &member.0.name, member.1))
        })?;
        let owner = index.names.name(owner);
        let scope = match self.project.vendor {
            Vendor::AllenBradley => Scope::AddOn(owner),
            Vendor::Siemens => Scope::Block(owner),
            Vendor::Codesys => Scope::Unit(owner),
        };
        let member = index.names.name(member);
        Some((index.places.root(scope, member), behind))
    }
}

/// Where a tag begins.
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

/// What follows a name at the beginning of a text, whatever the case and the quotes of either.
fn rest<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let behind = without(text, name)?;
    (behind.is_empty() || behind.starts_with(['.', '['])).then_some(behind)
}

fn without<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut left = text.char_indices().filter(|(_, it)| *it != '"').peekable();
    for wanted in name.chars().filter(|it| *it != '"') {
        let (_, found) = left.next()?;
        if found != wanted && !found.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    let behind = left.peek().map_or("", |(at, _)| &text[*at..]);
    Some(behind)
}

/// The first name of a path, with or without quotes, and what follows it.
fn first_name(path: &str) -> Option<(&str, &str)> {
    match path.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"'),
        None => Some(path.split_at(path.find(['.', '[']).unwrap_or(path.len()))),
    }
}

/// From a place along `.Member`, `."Member"`, `[3]`, `.5`, `.%X5`.
fn follow(index: &mut Index, from: PlaceId, path: &str) -> Option<PlaceId> {
    let (mut at, mut left) = (from, path);
    while !left.is_empty() {
        if let Some(inside) = left.strip_prefix('[') {
            let (indexes, behind) = inside.split_once(']')?;
            let are_numbers = indexes.split(',').all(|it| it.trim().parse::<i64>().is_ok());
            if !are_numbers {
                return None;
            }
            at = index.places.element(at, indexes, &mut index.names);
            left = behind;
            continue;
        }
        let (name, behind) = first_name(left.strip_prefix('.')?)?;
        let slice = name.strip_prefix('%');
        let step = match (slice, name.parse::<u16>()) {
            (Some(slice), _) => {
                let width = match slice.chars().next()?.to_ascii_uppercase() {
                    'X' => 1,
                    'B' => 8,
                    'W' => 16,
                    'D' => 32,
                    _ => return None,
                };
                Step::Slice(width, slice.get(1..)?.parse().ok()?)
            }
            (None, Ok(bit)) => Step::Bit(bit),
            (None, Err(_)) if name.is_empty() => return None,
            (None, Err(_)) => Step::Member(index.names.name(name)),
        };
        at = index.places.part(at, step);
        left = behind;
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

    /// Whether any code reaches a place, by whatever name.
    pub fn is_in_code(&self, place: PlaceId) -> bool {
        let mut related = self.related(place).into_iter();
        related.any(|(other, _)| !self.index.refs_to(other).is_empty())
    }

    /// The same, or the file names it outside of code.
    pub fn is_reached(&self, place: PlaceId) -> bool {
        self.is_in_code(place) || !self.mentions(place, Wanted::Used).is_empty()
    }

    /// The variable of a block that a place is in one of its instances: the code of the block names
    /// that, and means each instance.
    pub fn variable_of(&self, place: PlaceId) -> Option<PlaceId> {
        let index = self.index;
        let path = index.places.path(place);
        // The innermost instance has the variable that the code of its block names.
        path.windows(2).enumerate().rev().find_map(|(at, pair)| {
            let Step::Member(name) = index.places.step(pair[1]) else { return None };
            let owner = self.block_of(pair[0])?;
            let owner = index.names.find(&owner)?;
            let scopes = [Scope::AddOn(owner), Scope::Block(owner), Scope::Unit(owner)];
            let root =
                scopes.into_iter().find_map(|it| index.places.find(None, Step::Root(it, name)))?;
            let steps = path[at + 2..].iter().map(|part| index.places.step(*part));
            // As far as the code of the block names parts of it.
            let parts = steps.scan(root, |at, step| {
                *at = index.places.find(Some(*at), step)?;
                Some(*at)
            });
            parts.last().or(Some(root))
        })
    }

    /// The block that a place is an instance of.
    fn block_of(&self, place: PlaceId) -> Option<String> {
        let index = self.index;
        let project = self.project;
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
}
