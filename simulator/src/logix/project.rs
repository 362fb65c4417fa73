//! The tags of a virtual controller and their initial values, from a project file.

mod initial;
mod structures;

use tagbridge_project::{Access as ProjectAccess, Place, Project, Tag, TypeUse};

use self::structures::Structures;
use super::{
    identity::Identity,
    memory::{Memory, Mirror},
    model::Model,
    types::ExternalAccess,
};

/// Returns the tags that have their own memory, and the names of the others, such as tags whose
/// type is missing in the file.
pub(super) fn model(project: &Project) -> (Model, Vec<String>) {
    let mut model = Model::new();
    let structures = Structures::define(project, &mut model);
    let mut left_out = Vec::new();
    for tag in &project.tags {
        let added = has_memory(tag)
            .then(|| structures.type_text(&tag.type_use))
            .flatten()
            .and_then(|text| model.add_with_access(&tag.name, &text, access(tag)).ok());
        if added.is_none() {
            left_out.push(tag.name.clone());
        }
    }
    (model, left_out)
}

/// Writes the initial values of the tags to memory. Values that cannot be parsed stay zero.
pub(super) fn start(project: &Project, memory: &mut Memory) {
    use tagbridge_project::Initial;
    for tag in &project.tags {
        match &tag.initial {
            Some(Initial::Scalar(text)) => {
                initial::set(memory, &tag.name, text);
            }
            Some(Initial::Parts(parts)) => {
                for (operand, text) in parts {
                    initial::set(memory, &format!("{}{operand}", tag.name), text);
                }
            }
            None => {}
        }
    }
}

/// Aliases, as copies of their targets that each scan renews.
pub(super) fn mirrors(project: &Project, memory: &Memory) -> Vec<Mirror> {
    let aliases = project.tags.iter().filter_map(|tag| Some((tag, tag.alias_for.as_deref()?)));
    aliases
        .filter_map(|(tag, target)| {
            let own = format!("Program:{}.{target}", tag.scope);
            let other = target.strip_prefix('\\').map(|target| format!("Program:{target}"));
            [Some(own.as_str()), Some(target), other.as_deref()]
                .into_iter()
                .flatten()
                .find_map(|base| memory.mirror(base, &tag.name).ok())
        })
        .collect()
}

/// Returns the identity from the project, with defaults for missing values.
pub(super) fn identity(project: &Project) -> Identity {
    let usual = Identity { name: project.name.clone(), ..Identity::default() };
    let Some(controller) = &project.controller else { return usual };
    let revision = controller.revision.as_deref().and_then(|text| text.split_once('.'));
    let revision = revision.and_then(|(major, minor)| major.parse().ok().zip(minor.parse().ok()));
    let serial = controller.serial.as_deref();
    Identity {
        product: controller.model.clone().unwrap_or(usual.product),
        name: controller.name.clone(),
        revision: revision.unwrap_or(usual.revision),
        serial: serial.and_then(|it| u32::from_str_radix(it, 16).ok()).unwrap_or(usual.serial),
    }
}

/// Whether a controller would have memory for the tag; a parameter that refers to a tag has none.
fn has_memory(tag: &Tag) -> bool {
    tag.access == ProjectAccess::None || !matches!(tag.place, Place::Nowhere { .. })
}

fn access(tag: &Tag) -> ExternalAccess {
    match tag.access {
        ProjectAccess::ReadWrite | ProjectAccess::Unknown => ExternalAccess::ReadWrite,
        ProjectAccess::ReadOnly => ExternalAccess::ReadOnly,
        ProjectAccess::None => ExternalAccess::None,
    }
}

/// `[2,3]`, or an empty text for a scalar.
fn dimensions(of: &TypeUse) -> String {
    let counts: Vec<String> = of.dimensions.iter().map(|it| it.count().to_string()).collect();
    if counts.is_empty() { String::new() } else { format!("[{}]", counts.join(",")) }
}
