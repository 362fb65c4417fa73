//! The tags of a project by where they are declared.

use std::fmt::Write as _;

use indexmap::IndexMap;
use tagbridge_project::{Place, Project, Tag};

use crate::{
    time::small,
    view::{DeclaredTag, DeclaredTags, TagGroupItem, TagGroupKind, TagTree, TagsOfGroup},
};

/// Tags that are returned at a time: the most that a session reads.
const COUNT_MAX: usize = 50_000;

/// The groups that have tags with this part of a name or a comment.
pub(crate) fn groups(project: &Project, search: &str) -> TagTree {
    let mut counts: IndexMap<(TagGroupKind, &str), u32> = IndexMap::new();
    let mut of = 0;
    for tag in found(project, search) {
        *counts.entry(group_of(project, tag)).or_default() += 1;
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
pub(crate) fn of_group(project: &Project, of: &TagsOfGroup) -> DeclaredTags {
    let wanted = (of.kind, of.name.as_str());
    let found = found(project, &of.search).filter(|it| group_of(project, it) == wanted);
    let mut found: Vec<&Tag> = found.collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    let count = (of.count as usize).min(COUNT_MAX);
    let shown = found.iter().skip(of.from as usize).take(count);
    DeclaredTags { of: small(found.len()), tags: shown.map(|it| declared(project, it)).collect() }
}

fn found<'p>(project: &'p Project, search: &str) -> impl Iterator<Item = &'p Tag> {
    let search = search.trim().to_lowercase();
    project.tags.iter().filter(move |it| {
        let has = |text: &str| text.to_lowercase().contains(&search);
        search.is_empty() || has(&it.name) || it.comment.as_deref().is_some_and(has)
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

fn declared(project: &Project, tag: &Tag) -> DeclaredTag {
    let kind = &tag.type_use;
    let mut type_name = kind.name.clone();
    for dimension in &kind.dimensions {
        let _ = write!(type_name, "[{}..{}]", dimension.low, dimension.high);
    }
    let area = match &tag.place {
        Place::Area { area: area @ ('T' | 'C'), bit } => Some(format!("{area}{bit}")),
        Place::Area { area, bit } => Some(format!("{area}{}.{}", bit / 8, bit % 8)),
        _ => None,
    };
    let has_members = || {
        !kind.members.is_empty()
            || project.data_types.iter().any(|it| it.name == kind.name && !it.members.is_empty())
    };
    DeclaredTag {
        name: tag.name.clone(),
        type_name,
        comment: tag.comment.clone(),
        address: area.or_else(|| tag.alias_for.clone()),
        is_structure: has_members(),
    }
}
