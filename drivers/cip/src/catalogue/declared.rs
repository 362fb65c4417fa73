//! Creates a catalogue from a project's declarations: names, types and dimensions without a request
//! to the controller.
//!
//! Every response contains its elementary type. The members of a structure are only known from the
//! controller; until then, members are read one by one. No response shows whether a tag is an
//! array, or its size: this is [checked](Check) once.

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::{Access, Cause, Declarations, Declared, Reason};

use super::{
    Catalogue, Kind, Member, Outline, ReadablePart, ResolvedName, Symbol, Template, resolve::scoped,
};
use crate::messages::Why;
use crate::{
    catalogue::{RequestedPart, symbol::MAX_DEPTH},
    codec::{EPath, Elementary, Segment, changes::Mark, read_tag::TagType, tag_name::TagName},
};

/// The controller's report about a type, by the type's name in lower case: its definition, or why
/// it is not available.
pub(crate) type ReportedTypes = HashMap<String, Result<Kind, Cause>>;

/// The tags at the start of these names, if the project has them. The types in `found` take
/// precedence over the project's.
pub(crate) fn of_project(
    names: &[String],
    project: &dyn Declarations,
    found: &ReportedTypes,
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
    found: &'f ReportedTypes,
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
            is_alias: tag.is_alias,
        }
    }

    /// The type of one element, and the size of each dimension; BOOL arrays count DWORDs.
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
            None => Cause::new(Reason::NotYetKnown, &Why::Defining { type_name: &of.type_name }),
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

/// A tag whose response does not show whether it is an array, or its size.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Extent {
    /// A tag, in lower case.
    Tag(String),
    /// A member of a type, both in lower case.
    Member(String, String),
    /// A tag that the project does not have: only whether it is an array.
    Foreign(String),
}

/// How to check that an array has the project's size, and that other tags are not arrays.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Check {
    pub(crate) extent: Extent,
    /// Index of the checked piece of the name.
    piece: usize,
    /// The project's size of each dimension, outermost first.
    sizes: Vec<u32>,
    /// The first and the last element. If the first one exists, the last one must exist.
    pub(crate) ends: Option<[EPath; 2]>,
    /// Elements that must not exist, with their number.
    pub(crate) beyond: Vec<(EPath, u16)>,
}

/// The results of the checks: whether each array is as in the project.
#[derive(Debug, Default)]
pub(crate) struct Checked(HashMap<Extent, bool>);

impl Checked {
    pub(crate) fn knows(&self, extent: &Extent) -> bool {
        self.0.contains_key(extent)
    }

    pub(crate) fn keep(&mut self, extent: Extent, fits: bool) {
        self.0.insert(extent, fits);
    }

    /// Why a name is not read as `asked` unless a check confirmed the project's declaration.
    pub(crate) fn mismatch(&self, resolved: &ResolvedName, asked: &TagName) -> Option<Cause> {
        let all = checks(resolved);
        let check = all.iter().find(|it| self.0.get(&it.extent) != Some(&true))?;
        if !self.knows(&check.extent) {
            return Some(unseen());
        }
        let (says, subject) = (check.declared(resolved), check.subject(resolved, asked));
        let (says, subject) = (says.as_str(), subject.as_str());
        let why = match check.sizes[..] {
            [] => Why::Array { says, subject },
            _ => Why::AnotherSize { says, subject },
        };
        Some(Cause::new(Reason::TypeMismatch, &why))
    }

    /// Why a name that the project does not contain is not read.
    pub(crate) fn foreign(&self, name: &str) -> Option<Cause> {
        let is_rows = |it: &TagName| {
            it.run.is_some() && it.members.last().is_some_and(|it| it.indices.len() > 1)
        };
        if TagName::parse(name).is_ok_and(|it| is_rows(&it)) {
            return Some(Cause::new(Reason::TypeMismatch, &Why::ForeignRows));
        }
        let check = check_foreign(name)?;
        match self.0.get(&check.extent) {
            Some(true) => None,
            Some(false) => Some(Cause::new(Reason::TypeMismatch, &Why::ForeignArray)),
            None => Some(unseen()),
        }
    }
}

/// Why a tag is not read before the controller has returned more information.
fn unseen() -> Cause {
    Cause::new(Reason::NotYetKnown, &Why::Unseen)
}

/// The checks before a name is read.
pub(crate) fn checks(resolved: &ResolvedName) -> Vec<Check> {
    let pieces = &resolved.pieces;
    let members = pieces.windows(2).enumerate().filter_map(|(around, pair)| {
        let is_last = around + 2 == pieces.len();
        check_member(around + 1, &pair[0].kind, &pair[1], is_last)
    });
    check_tag(resolved).into_iter().chain(members).collect()
}

fn check_tag(resolved: &ResolvedName) -> Option<Check> {
    let symbol = &resolved.symbol;
    let sizes: Vec<u32> = symbol.dimensions.iter().copied().take_while(|&it| it > 0).collect();
    let (ends, beyond) = match sizes[..] {
        // An alias of an element can refer to a part of an array.
        [] if symbol.is_alias || shows_arrays(&symbol.kind) => return None,
        [] => (None, vec![(symbol.path.clone(), 2)]),
        [size] if resolved.pieces.len() == 1 => (None, vec![(element(&symbol.path, &[size]), 1)]),
        [_] => return None,
        // Elements are stored row by row: with another row size, a wrong element would be read.
        _ => {
            let beyond = (0..sizes.len()).map(|at| {
                let mut index = vec![0; sizes.len()];
                index[at] = sizes[at];
                (element(&symbol.path, &index), 1)
            });
            let last: Vec<u32> = sizes.iter().map(|it| it - 1).collect();
            let ends = [element(&symbol.path, &vec![0; sizes.len()]), element(&symbol.path, &last)];
            (Some(ends), beyond.collect())
        }
    };
    let extent = Extent::Tag(symbol.name.to_ascii_lowercase());
    Some(Check { extent, piece: 0, sizes, ends, beyond })
}

/// The check of a member that is the name's piece at index `at`, in a structure that the controller
/// has not defined.
fn check_member(at: usize, around: &Kind, piece: &ReadablePart, is_last: bool) -> Option<Check> {
    let (Kind::Outline(outline), Some(Segment::Symbol(member))) = (around, piece.path.0.last())
    else {
        return None;
    };
    let (sizes, beyond) = match outline.template.member(member)?.elements {
        0 if shows_arrays(&piece.kind) => return None,
        0 => (vec![], (piece.path.clone(), 2)),
        size if is_last => (vec![size], (element(&piece.path, &[size]), 1)),
        _ => return None,
    };
    let kind = outline.template.name.to_ascii_lowercase();
    let extent = Extent::Member(kind, member.to_ascii_lowercase());
    Some(Check { extent, piece: at, sizes, ends: None, beyond: vec![beyond] })
}

/// Whether every response shows that it is not an array: an array of BOOL is returned as DWORDs.
fn shows_arrays(kind: &Kind) -> bool {
    *kind == Kind::Atomic(Elementary::Bool)
}

impl Check {
    /// Its name and its state, for requests to the controller.
    pub(crate) fn key(&self) -> Vec<u8> {
        format!("{self:?}").into_bytes()
    }

    /// Whether it is as in the project, by the controller's own list. `None`: the list does not
    /// show it.
    pub(crate) fn fits(&self, listed: &Catalogue) -> Option<bool> {
        match &self.extent {
            Extent::Tag(name) => {
                let listed = listed.symbol(name)?;
                let sizes = listed.dimensions.iter().copied().take_while(|&it| it > 0);
                Some(sizes.eq(self.sizes.iter().copied()))
            }
            Extent::Foreign(name) => {
                let resolved = listed.resolve(&TagName::parse(name).ok()?).ok()?;
                Some(match &resolved.pick {
                    RequestedPart::Elements(counts) => counts.is_empty(),
                    RequestedPart::Bit(_) => true,
                    RequestedPart::Bools { count, .. } => count.is_none(),
                })
            }
            Extent::Member(..) => None,
        }
    }

    /// The project's declaration.
    fn declared(&self, resolved: &ResolvedName) -> String {
        let pieces = resolved.pieces[..=self.piece].to_vec();
        let pick = RequestedPart::Elements(self.sizes.clone());
        ResolvedName { pieces, pick, ..resolved.clone() }.type_name()
    }

    /// The checked part of the name, as it was requested.
    fn subject(&self, resolved: &ResolvedName, asked: &TagName) -> String {
        let path = &resolved.pieces[self.piece].path.0;
        let depth = path.iter().filter(|it| matches!(it, Segment::Symbol(_))).count();
        let mut members: Vec<_> = asked.members.iter().take(depth).cloned().collect();
        if let Some(last) = members.last_mut() {
            last.indices.clear();
        }
        TagName { members, run: None, bit: None }.to_string()
    }
}

/// How to check whether a name that the project does not have is an array: then it has two
/// elements.
pub(crate) fn check_foreign(text: &str) -> Option<Check> {
    let name = TagName::parse(text).ok()?;
    let is_bare = name.run.is_none() && name.members.last()?.indices.is_empty();
    let extent = Extent::Foreign(text.to_ascii_lowercase());
    let beyond = vec![(name.path(), 2)];
    is_bare.then(|| Check { extent, piece: 0, sizes: vec![], ends: None, beyond })
}

fn element(array: &EPath, index: &[u32]) -> EPath {
    array.0.iter().cloned().chain(index.iter().copied().map(Segment::Member)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Project;

    impl Declarations for Project {
        fn tag(&self, name: &str) -> Option<Declared> {
            let declared = |name: &str, type_name: &str, dimensions: &[u32]| Declared {
                name: name.into(),
                type_name: type_name.into(),
                dimensions: dimensions.to_vec(),
                is_alias: name == "Alias",
                members: [].into(),
            };
            let pump = Declared {
                members: [
                    declared("Run", "BOOL", &[]),
                    declared("Speed", "REAL", &[]),
                    declared("Temps", "INT", &[4]),
                    declared("Bits", "BOOL", &[64]),
                ]
                .into(),
                ..declared("Pumps", "Pump", &[3])
            };
            let all = [
                pump,
                declared("Alias", "DINT", &[]),
                declared("Level", "DINT", &[]),
                declared("Open", "BOOL", &[]),
                declared("Grid", "DINT", &[2, 3]),
            ];
            all.into_iter().find(|it| it.name.eq_ignore_ascii_case(name))
        }
    }

    /// Compares the checks before a name is read, and the message of a failed one.
    fn check(name: &str, expected: &[&str]) {
        let names = [name.to_owned()];
        let catalogue = of_project(&names, &Project, &ReportedTypes::new(), None);
        let parsed = TagName::parse(name).expect(name);
        let resolved = catalogue.resolve(&parsed).expect(name);
        let checks = checks(&resolved);
        let shown: Vec<String> = checks
            .iter()
            .map(|it| format!("{}: {}", it.subject(&resolved, &parsed), it.declared(&resolved)))
            .collect();
        assert_eq!(shown, expected, "{name}");
        let mut checked = Checked::default();
        for it in checks {
            let unseen = checked.mismatch(&resolved, &parsed).expect("nobody has looked");
            assert_eq!(unseen.reason, Reason::NotYetKnown, "{name}");
            checked.keep(it.extent, true);
        }
        assert_eq!(checked.mismatch(&resolved, &parsed), None, "{name}");
    }

    #[test]
    fn what_no_reply_tells_is_checked_and_nothing_else() {
        check("Level", &["Level: DINT"]);
        check("LEVEL.3", &["LEVEL: DINT"]);
        check("Alias", &[]);
        check("Open", &[]);
        check("grid[1,2]", &["grid: DINT[2,3]"]);
        check("pumps", &["pumps: Pump[3]"]);
        check("Pumps[1].Run", &[]);
        check("Pumps[1].SPEED", &["Pumps[1].SPEED: REAL"]);
        check("Pumps[1].Temps", &["Pumps[1].Temps: INT[4]"]);
        check("Pumps[1].Temps[2]", &[]);
        check("Pumps[1].Bits", &["Pumps[1].Bits: BOOL[64]"]);
    }
}
