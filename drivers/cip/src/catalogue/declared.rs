//! What a project declares, as a catalogue: names, types and dimensions without a question to the
//! controller.
//!
//! Elementary types are told by every reply. What a structure holds is the controller's to say, and
//! until it does, members are read one by one. How far arrays reach is [checked](Check) once.

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::{Access, Cause, Declarations, Declared, Reason};

use super::{Catalogue, Kind, Member, Outline, Resolved, Symbol, Template, resolve::scoped};
use crate::{
    catalogue::{Pick, symbol::MAX_DEPTH},
    codec::{EPath, Elementary, Segment, changes::Mark, read_tag::TagType, tag_name::TagName},
};

/// What the controller told of a type, by the type's name in lower case: what it is, or why that
/// cannot be known.
pub(crate) type Found = HashMap<String, Result<Kind, Cause>>;

/// The tags that these names begin with, as far as the project has them. `found` goes before what
/// it says of their types.
pub(crate) fn of_project(
    names: &[String],
    project: &dyn Declarations,
    found: &Found,
    mark: Option<Mark>,
) -> Catalogue {
    let mut types = Types { found, outlined: HashMap::new() };
    let mut symbols: HashMap<String, Option<Symbol>> = HashMap::new();
    for name in names {
        let Some((tag, _)) = TagName::parse(name).ok().as_ref().and_then(scoped) else { continue };
        let key = tag.to_ascii_lowercase();
        symbols.entry(key).or_insert_with(|| project.tag(&tag).map(|it| types.symbol(&it)));
    }
    Catalogue::new(symbols.into_values().flatten(), mark).by_names()
}

struct Types<'f> {
    found: &'f Found,
    outlined: HashMap<String, Kind>,
}

impl Types<'_> {
    fn symbol(&mut self, tag: &Declared) -> Symbol {
        let (kind, counts) = self.kind(tag, 0);
        let mut dimensions = [0; 3];
        for (dimension, count) in dimensions.iter_mut().zip(counts) {
            *dimension = count;
        }
        let path = tag.name.split('.').map(|it| Segment::Symbol(it.to_owned())).collect();
        Symbol {
            name: tag.name.to_string(),
            path,
            kind,
            dimensions,
            access: Access::Unknown,
            is_system: false,
        }
    }

    /// What one element is, and how many there are in each dimension; those of BOOL arrays count
    /// DWORDs.
    fn kind(&mut self, of: &Declared, depth: usize) -> (Kind, Vec<u32>) {
        let elementary = elementary(&of.type_name);
        match (elementary, &of.dimensions[..]) {
            (Some(Elementary::Bool), &[bools]) => {
                (Kind::Atomic(Elementary::Dword), vec![bools.div_ceil(32)])
            }
            (Some(elementary), counts) => (Kind::Atomic(elementary), counts.to_vec()),
            (None, counts) => (self.structure(of, depth), counts.to_vec()),
        }
    }

    fn structure(&mut self, of: &Declared, depth: usize) -> Kind {
        if *of.type_name == *TagType::LOGIX_STRING.name() {
            return Kind::Structure(Arc::new(Template::logix_string()));
        }
        let key = of.type_name.to_ascii_lowercase();
        let lack = match self.found.get(&key) {
            Some(Ok(kind)) => return kind.clone(),
            Some(Err(lack)) => lack.clone(),
            None => {
                let detail = format!("the definition of {} is still being read", of.type_name);
                Cause::new(Reason::Stale, detail)
            }
        };
        if let Some(known) = self.outlined.get(&key) {
            return known.clone();
        }
        let mut members = Vec::with_capacity(of.members.len());
        let mut end = 0_u32;
        for declared in of.members.iter().filter(|_| depth < MAX_DEPTH) {
            let (kind, counts) = self.kind(declared, depth + 1);
            let elements = counts.iter().fold(1_u32, |all, it| all.saturating_mul(*it));
            let size = kind.size().unwrap_or(1).saturating_mul(elements.max(1));
            members.push(Member {
                name: Arc::clone(&declared.name),
                offset: end,
                kind,
                elements: if counts.is_empty() { 0 } else { elements },
                bit: None,
                hidden: false,
            });
            end = end.saturating_add(size);
        }
        let template =
            Template { name: Arc::clone(&of.type_name), handle: 0, size: end.max(1), members };
        let kind = Kind::Outline(Arc::new(Outline { template: Arc::new(template), lack }));
        self.outlined.insert(key, kind.clone());
        kind
    }
}

fn elementary(name: &str) -> Option<Elementary> {
    let all = Elementary::ALL.iter().filter(|it| it.size().is_some());
    all.copied().find(|it| it.name().eq_ignore_ascii_case(name))
}

/// An array whose size only the project tells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Extent {
    /// A tag, in lower case.
    Tag(String),
    /// A member of a type, both in lower case.
    Member(String, String),
    /// A tag that the project does not have: whether it is an array at all.
    Foreign(String),
}

/// How to see that an array is as large as the project says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Check {
    pub(crate) extent: Extent,
    /// The first element and the last one: where there is the first, there is the last.
    pub(crate) ends: Option<[EPath; 2]>,
    /// What is not there if it is no larger: so many elements from there on.
    pub(crate) beyond: Vec<(EPath, u16)>,
}

/// What was seen of arrays: whether each is as the project says.
#[derive(Debug, Default)]
pub(crate) struct Checked(HashMap<Extent, bool>);

impl Checked {
    pub(crate) fn knows(&self, extent: &Extent) -> bool {
        self.0.contains_key(extent)
    }

    pub(crate) fn keep(&mut self, extent: Extent, fits: bool) {
        self.0.insert(extent, fits);
    }

    fn differs(&self, extent: &Extent) -> bool {
        self.0.get(extent) == Some(&false)
    }

    /// Why a name is not read, if what it means was seen not to be what the project says.
    pub(crate) fn misfit(&self, resolved: &Resolved) -> Option<Cause> {
        let differing = checks(resolved).into_iter().find(|it| self.differs(&it.extent))?;
        let what = match differing.extent {
            Extent::Tag(tag) => tag,
            Extent::Member(kind, member) => format!("{kind}.{member}"),
            Extent::Foreign(name) => name,
        };
        let detail = format!(
            "the controller has an array of another size, the project says {} (see {what})",
            resolved.type_name()
        );
        Some(Cause::new(Reason::TypeMismatch, detail))
    }

    /// Why a name that the project does not have is not read as it stands.
    pub(crate) fn foreign(&self, name: &str) -> Option<Cause> {
        let is_rows = |it: &TagName| {
            it.run.is_some() && it.members.last().is_some_and(|it| it.indices.len() > 1)
        };
        if TagName::parse(name).is_ok_and(|it| is_rows(&it)) {
            let detail = "no project declares where its rows end; name the elements one by one";
            return Some(Cause::new(Reason::TypeMismatch, detail));
        }
        self.differs(&Extent::Foreign(name.to_ascii_lowercase())).then(|| {
            let detail = "an array that no project declares; name an element or a slice of it, such \
                          as `[0]`, or let the controller's list of tags be read";
            Cause::new(Reason::TypeMismatch, detail)
        })
    }
}

/// What has to be seen before a name is read.
pub(crate) fn checks(resolved: &Resolved) -> Vec<Check> {
    let symbol = &resolved.symbol;
    let sizes: Vec<u32> = symbol.dimensions.iter().copied().take_while(|&it| it > 0).collect();
    let tag = || Extent::Tag(symbol.name.to_ascii_lowercase());
    let mut checks = Vec::new();
    if sizes.len() > 1 {
        // Elements lie row by row: with other rows they would be taken for each other.
        let beyond = (0..sizes.len()).map(|at| {
            let mut index = vec![0; sizes.len()];
            index[at] = sizes[at];
            (element(&symbol.path, &index), 1)
        });
        let last: Vec<u32> = sizes.iter().map(|it| it - 1).collect();
        let ends = [element(&symbol.path, &vec![0; sizes.len()]), element(&symbol.path, &last)];
        checks.push(Check { extent: tag(), ends: Some(ends), beyond: beyond.collect() });
    }
    let piece = resolved.innermost();
    let [.., around, _] = &resolved.pieces[..] else {
        if let &[size] = &sizes[..] {
            let beyond = vec![(element(&piece.path, &[size]), 1)];
            checks.push(Check { extent: tag(), ends: None, beyond });
        }
        return checks;
    };
    if let (Kind::Outline(outline), Some(Segment::Symbol(member)), Pick::Elements(sizes)) =
        (&around.kind, piece.path.0.last(), &resolved.pick)
        && let &[size] = &sizes[..]
    {
        let extent =
            Extent::Member(outline.template.name.to_ascii_lowercase(), member.to_ascii_lowercase());
        let beyond = vec![(element(&piece.path, &[size]), 1)];
        checks.push(Check { extent, ends: None, beyond });
    }
    checks
}

/// How to see whether a name that the project does not have is an array: then it has two elements.
pub(crate) fn check_foreign(text: &str) -> Option<Check> {
    let name = TagName::parse(text).ok()?;
    let is_bare = name.run.is_none() && name.members.last()?.indices.is_empty();
    let extent = Extent::Foreign(text.to_ascii_lowercase());
    is_bare.then(|| Check { extent, ends: None, beyond: vec![(name.path(), 2)] })
}

fn element(array: &EPath, index: &[u32]) -> EPath {
    array.0.iter().cloned().chain(index.iter().copied().map(Segment::Member)).collect()
}
