//! The type of a place, from its declaration.

use std::collections::HashMap;

use tagbridge_project::{DataTypeKind, Member, Project, Tag, TypeUse};

use crate::{Index, PlaceId, Scope, Step, expr::Scalar};

/// A longer chain of type aliases is assumed to be circular.
const MAXIMUM_ALIASES: usize = 16;
/// Types that contain only whole numbers; a `TIME` counts milliseconds.
const WHOLE: [&str; 13] = [
    "SINT", "INT", "DINT", "LINT", "USINT", "UINT", "UDINT", "ULINT", "BYTE", "WORD", "DWORD",
    "LWORD", "TIME",
];
/// Other types that are not a bit.
const OTHERS: [&str; 12] = [
    "REAL", "LREAL", "LTIME", "DATE", "TOD", "DT", "CHAR", "WCHAR", "STRING", "WSTRING", "XSTRING",
    "XWSTRING",
];
/// Members of predefined Logix structures that are numbers; the others are bits (1756-RM003).
const NUMBERS: [&str; 4] = ["PRE", "ACC", "LEN", "POS"];

/// Whether a place contains only whole numbers.
pub fn is_whole(project: &Project, index: &Index, place: PlaceId) -> bool {
    elementary(project, index, place).is_some_and(|name| is_one_of(&name, &WHOLE))
}

fn is_one_of(name: &str, known: &[&str]) -> bool {
    known.iter().any(|it| name.eq_ignore_ascii_case(it))
}

/// The type of a place, with aliases and enumerations resolved.
pub(crate) fn elementary(project: &Project, index: &Index, place: PlaceId) -> Option<String> {
    let mut name = name_of(project, index, place)?;
    for _ in 0..MAXIMUM_ALIASES {
        let mut types = project.data_types.iter();
        let Some(defined) = types.find(|it| it.name.eq_ignore_ascii_case(&name)) else {
            return Some(name);
        };
        name = match (&defined.base, defined.kind) {
            (Some(base), DataTypeKind::Alias | DataTypeKind::Enumeration) => base.name.clone(),
            (None, DataTypeKind::Enumeration) => "INT".to_owned(),
            (_, DataTypeKind::String) => "STRING".to_owned(),
            _ => return None,
        };
    }
    None
}

/// Whether the declared type of a place is a bit, or is a number or a text; `None` if the file does
/// not show it.
pub fn is_bit(project: &Project, index: &Index, place: PlaceId) -> Option<bool> {
    let name = elementary(project, index, place)?;
    let is_known = is_one_of(&name, &WHOLE) || is_one_of(&name, &OTHERS);
    if is_one_of(&name, &["BOOL", "BIT"]) { Some(true) } else { is_known.then_some(false) }
}

/// The initial value of a place by its type: off, or zero.
pub fn zero(project: &Project, index: &Index, place: PlaceId) -> Option<Scalar> {
    let name = elementary(project, index, place)?;
    match () {
        () if is_one_of(&name, &["BOOL", "BIT"]) => Some(Scalar::Bool(false)),
        () if is_one_of(&name, &WHOLE) => Some(Scalar::Int(0)),
        () => is_one_of(&name, &["REAL", "LREAL"]).then_some(Scalar::Real(0.0)),
    }
}

/// The name of a number in the enumeration type of a place.
pub(crate) fn name_of_value(
    project: &Project,
    index: &Index,
    place: PlaceId,
    number: i64,
) -> Option<String> {
    let name = name_of(project, index, place)?;
    let defined = project.data_types.iter().find(|it| it.name.eq_ignore_ascii_case(&name))?;
    let value = defined.values.iter().find(|it| it.number == Some(number))?;
    Some(value.name.clone())
}

/// The name of the type of a place, with aliases resolved; `None` for an array, and if the file
/// does not show it.
pub fn name_of(project: &Project, index: &Index, place: PlaceId) -> Option<String> {
    let path = index.places.path(place);
    let (mut of, mut at) = declared(project, index, &path)?;
    while let Some(part) = path.get(at) {
        of = part_of(project, index, &of, index.places.step(*part))?;
        at += 1;
    }
    of.dimensions.is_empty().then_some(of.name)
}

/// The declared type at the beginning of a path, and its number of steps.
fn declared(project: &Project, index: &Index, path: &[PlaceId]) -> Option<(TypeUse, usize)> {
    let Step::Root(scope, name) = index.places.step(*path.first()?) else { return None };
    let name = index.names.text(name);
    if let Scope::AddOn(owner) | Scope::Block(owner) = scope {
        return member_of_block(project, index.names.text(owner), name).map(|of| (of, 1));
    }
    // A member of a data block is a separate tag.
    for (at, part) in path.iter().take(2).enumerate() {
        if let Some(tag) = tag(project, index, *part) {
            return Some((tag.type_use.clone(), at + 1));
        }
    }
    match scope {
        Scope::Unit(owner) => {
            member_of_block(project, index.names.text(owner), name).map(|of| (of, 1))
        }
        _ => None,
    }
}

/// The tag at a place.
pub(crate) fn tag<'p>(project: &'p Project, index: &Index, place: PlaceId) -> Option<&'p Tag> {
    let tags = index.tags.get_or_init(|| tags(project, index));
    let at = tags.get(place.index()).filter(|at| **at != NO_TAG)?;
    project.tags.get(*at as usize)
}

/// Marks a place without a tag.
const NO_TAG: u32 = u32::MAX;

/// The tag of each place, by its index: names are compared without quotes and without case.
fn tags(project: &Project, index: &Index) -> Box<[u32]> {
    let bare = |text: &str| -> Vec<u8> {
        text.bytes().filter(|byte| *byte != b'"').map(|it| it.to_ascii_lowercase()).collect()
    };
    let mut by_name: HashMap<Vec<u8>, u32> = HashMap::new();
    for (tag, at) in project.tags.iter().zip(0..) {
        by_name.entry(bare(&tag.name)).or_insert(at);
    }
    let of = |place| {
        let is_deep =
            index.places.parent(place).is_some_and(|of| index.places.parent(of).is_some());
        let name = (!is_deep).then(|| bare(&index.places.text(place, &index.names)))?;
        by_name.get(&name).copied()
    };
    index.places.ids().map(|place| of(place).unwrap_or(NO_TAG)).collect()
}

fn member_of_block(project: &Project, block: &str, name: &str) -> Option<TypeUse> {
    let block = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(block))?;
    find(&block.members, name)
}

fn find(members: &[Member], name: &str) -> Option<TypeUse> {
    let found = members.iter().find(|it| it.name.eq_ignore_ascii_case(name))?;
    Some(found.type_use.clone())
}

fn part_of(project: &Project, index: &Index, of: &TypeUse, step: Step) -> Option<TypeUse> {
    match step {
        Step::Index(_) | Step::Elements(..) => {
            Some(TypeUse { dimensions: Vec::new(), ..of.clone() })
        }
        Step::Bit(_) | Step::AnyBit(_) | Step::Slice(1, _) => Some(TypeUse::scalar("BOOL")),
        Step::Member(name) => {
            let name = index.names.text(name);
            let mut base = of.clone();
            for _ in 0..MAXIMUM_ALIASES {
                if let Some(found) = find(&base.members, name) {
                    return Some(found);
                }
                let called = base.name.trim_matches('"').to_owned();
                let defined = project.data_types.iter();
                let Some(defined) =
                    defined.into_iter().find(|it| it.name.eq_ignore_ascii_case(&called))
                else {
                    return member_of_block(project, &called, name)
                        .or_else(|| predefined(&called, name).map(TypeUse::scalar));
                };
                match (&defined.base, defined.kind) {
                    (Some(target), DataTypeKind::Alias) => base = target.clone(),
                    _ => return find(&defined.members, name),
                }
            }
            None
        }
        Step::Root(..) | Step::Behind | Step::Slice(..) => None,
    }
}

/// The type of a member of a predefined structure of Logix.
pub(crate) fn predefined(structure: &str, member: &str) -> Option<&'static str> {
    let known = ["TIMER", "COUNTER", "CONTROL"];
    known.iter().any(|it| structure.eq_ignore_ascii_case(it)).then(|| {
        let number = NUMBERS.iter().any(|it| member.eq_ignore_ascii_case(it));
        if number { "DINT" } else { "BOOL" }
    })
}
