//! The structures of a project, ordered so that each is defined before it is used.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{
    BlockKind, DataType, DataTypeKind, Dimension, Member, Project, Section, TypeUse,
};

use super::dimensions;
use crate::logix::{Model, types::Atomic};

/// The structures of a project that the model defines.
pub(super) struct Structures {
    /// Their names in lower case.
    defined: HashSet<String>,
}

/// A structure to be defined.
struct Definition<'p> {
    name: &'p str,
    members: Vec<(&'p str, &'p TypeUse)>,
}

impl Structures {
    /// Defines all structures of the project. Members of unknown types are left out, and so are
    /// structures without members.
    pub(super) fn define(project: &Project, model: &mut Model) -> Self {
        let text = text_members();
        let types = project.data_types.iter().filter_map(|it| definition(it, &text));
        let blocks = project.blocks.iter().filter(|it| it.kind == BlockKind::AddOnInstruction);
        let blocks = blocks.map(|it| Definition { name: &it.name, members: visible(&it.members) });
        let all: HashMap<String, Definition<'_>> =
            blocks.chain(types).map(|it| (it.name.to_ascii_lowercase(), it)).collect();
        let mut names: Vec<&String> = all.keys().collect();
        names.sort_unstable();
        let mut structures = Self { defined: HashSet::from(["string".to_owned()]) };
        let mut seen = HashSet::new();
        for name in names {
            structures.define_with_parts(name, &all, &mut seen, model);
        }
        structures
    }

    /// The type in the format of the model, `Motor[2,3]`; `None` if it is not defined.
    pub(super) fn type_text(&self, of: &TypeUse) -> Option<String> {
        let known = Atomic::from_name(&of.name).is_some()
            || self.defined.contains(&of.name.to_ascii_lowercase());
        known.then(|| format!("{}{}", of.name, dimensions(of)))
    }

    /// Defines a structure after the structures that it contains. A structure that contains itself
    /// is defined without that member.
    fn define_with_parts(
        &mut self,
        name: &str,
        all: &HashMap<String, Definition<'_>>,
        seen: &mut HashSet<String>,
        model: &mut Model,
    ) {
        if !seen.insert(name.to_owned()) {
            return;
        }
        // On each level: the structure, and the index of the member that was visited last.
        let mut levels = vec![(name.to_owned(), 0_usize)];
        while let Some((name, next)) = levels.last_mut() {
            let Some(definition) = all.get(name) else {
                levels.pop();
                continue;
            };
            if let Some((_, part)) = definition.members.get(*next) {
                *next += 1;
                let part = part.name.to_ascii_lowercase();
                if all.contains_key(&part) && seen.insert(part.clone()) {
                    levels.push((part, 0));
                }
                continue;
            }
            let texts: Vec<(&str, String)> = definition
                .members
                .iter()
                .filter_map(|(member, of)| Some((*member, self.type_text(of)?)))
                .collect();
            let members: Vec<(&str, &str)> =
                texts.iter().map(|(member, text)| (*member, text.as_str())).collect();
            if !members.is_empty() && model.add_structure(definition.name, &members).is_ok() {
                self.defined.insert(name.clone());
            }
            levels.pop();
        }
    }
}

fn definition<'p>(of: &'p DataType, text: &'p [Member]) -> Option<Definition<'p>> {
    let members = match of.kind {
        DataTypeKind::String if of.members.is_empty() => visible(text),
        DataTypeKind::String | DataTypeKind::Structure => visible(&of.members),
        _ => return None,
    };
    Some(Definition { name: &of.name, members })
}

/// The members that a client can read: without references to other tags and without members that
/// only the logic sees; arrays have one dimension.
fn visible(members: &[Member]) -> Vec<(&str, &TypeUse)> {
    members
        .iter()
        .filter(|it| !matches!(it.section, Some(Section::InOut | Section::Local)))
        .filter(|it| it.type_use.dimensions.len() <= 1)
        .map(|it| (it.name.as_str(), &it.type_use))
        .collect()
}

/// The members of a string of unknown length.
fn text_members() -> [Member; 2] {
    let data = TypeUse { dimensions: vec![Dimension::of(82)], ..TypeUse::scalar("SINT") };
    [
        Member { name: "LEN".into(), type_use: TypeUse::scalar("DINT"), ..Member::default() },
        Member { name: "DATA".into(), type_use: data, ..Member::default() },
    ]
}
