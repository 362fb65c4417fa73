//! The tags of a project by where they are declared.

use std::fmt::Write as _;

use indexmap::IndexMap;
use tagbridge_project::{Place, Project, Symbol, Symbols, Tag};
use tagbridge_texts::Language;

use crate::{
    comment::translated,
    tag_address::declared_address,
    tag_search::TagSearch,
    time::small,
    view::{DeclaredTag, DeclaredTags, TagGroupItem, TagGroupKind, TagTree, TagsOfGroup},
};

/// Tags that are returned at a time: the most that a session reads.
const COUNT_MAX: usize = 50_000;

/// The groups that have tags with this part of a name, a comment or an address.
pub(crate) fn groups(symbols: &Symbols, search: &str) -> TagTree {
    let mut counts: IndexMap<(TagGroupKind, &str), u32> = IndexMap::new();
    let mut of = 0;
    for it in found(symbols, search) {
        *counts.entry(group_of(symbols.project(), it.tag)).or_default() += 1;
        of += 1;
    }
    let group = |((kind, name), of): ((TagGroupKind, &str), u32)| TagGroupItem {
        kind,
        name: name.to_owned(),
        of,
    };
    let mut groups: Vec<TagGroupItem> = counts.into_iter().map(group).collect();
    groups.sort_by_key(|it| it.kind);
    TagTree { groups, of }
}

/// The tags of one of them.
pub(crate) fn of_group(symbols: &Symbols, of: &TagsOfGroup) -> DeclaredTags {
    let wanted = (of.kind, of.name.as_str());
    let found = found(symbols, &of.search);
    let found = found.filter(|it| group_of(symbols.project(), it.tag) == wanted);
    let mut found: Vec<Symbol<'_>> = found.collect();
    found.sort_by(|one, other| one.tag.name.cmp(&other.tag.name));
    let count = (of.count as usize).min(COUNT_MAX);
    let shown = found.iter().skip(of.from as usize).take(count);
    let tags = shown.map(|it| declared(symbols, it, of.language)).collect();
    DeclaredTags { of: small(found.len()), tags }
}

/// The tags with this part of a name, a comment in any language, or an address.
pub(crate) fn found<'p>(
    symbols: &'p Symbols,
    search: &str,
) -> impl Iterator<Item = Symbol<'p>> + use<'p> {
    let project = symbols.project();
    let search = TagSearch::new(search, Some(project.vendor));
    let is_said = move |search: &TagSearch, comment: &str| {
        let mut others = project.translations.of(comment);
        search.is_in(comment) || others.any(|(_, text)| search.is_in(text))
    };
    symbols.tags().filter(move |it| {
        search.is_empty()
            || search.is_in(&it.tag.name)
            || it.comment.is_some_and(|comment| is_said(&search, comment))
            || declared_address(symbols, it).is_some_and(|at| search.is_in_address(&at))
    })
}

fn group_of<'p>(project: &'p Project, tag: &'p Tag) -> (TagGroupKind, &'p str) {
    if is_input_or_output(tag) {
        return (TagGroupKind::InputOutput, "");
    }
    let scope = tag.scope.as_str();
    let is_program = || project.programs.iter().any(|it| it.name == scope);
    match scope {
        "" => (TagGroupKind::Controller, ""),
        _ if is_program() => (TagGroupKind::Program, scope),
        _ => (TagGroupKind::Block, scope),
    }
}

/// By its address, or as the tag of a module, whose names have a colon.
fn is_input_or_output(tag: &Tag) -> bool {
    let is_of_module = |name: &str| !name.starts_with("Program:") && name.contains(':');
    match &tag.place {
        Place::Area { area, .. } => matches!(area, 'I' | 'Q'),
        Place::Symbol => {
            is_of_module(&tag.name) || tag.alias_for.as_deref().is_some_and(is_of_module)
        }
        _ => false,
    }
}

fn declared(symbols: &Symbols, of: &Symbol<'_>, language: Language) -> DeclaredTag {
    let (project, tag) = (symbols.project(), of.tag);
    let kind = &tag.type_use;
    let mut type_name = kind.name.clone();
    for dimension in &kind.dimensions {
        let _ = write!(type_name, "[{}..{}]", dimension.low, dimension.high);
    }
    let has_members = || {
        !kind.members.is_empty()
            || project.data_types.iter().any(|it| it.name == kind.name && !it.members.is_empty())
    };
    DeclaredTag {
        name: tag.name.clone(),
        type_name,
        comment: translated(project, language, tag.comment.as_ref()),
        address: declared_address(symbols, of),
        is_structure: has_members(),
    }
}
