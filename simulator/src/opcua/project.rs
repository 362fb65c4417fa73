//! The variables of a virtual controller and their initial values, from a project.

mod initial;
mod signals;
mod structures;

use std::sync::Arc;

use tagbridge_driver::Access;
use tagbridge_project::{
    Access as ProjectAccess, Dimension, Place, Project, Published, Symbol, Symbols, Tag,
};

pub(super) use self::signals::Signals;
use self::structures::Structures;
use super::{
    layout::{Layout, ModelError},
    memory::Memory,
    model::{Declaration, Model, ProgramUnit, UnitKind},
};

/// The default name of the runtime.
const DEVICE: &str = "CODESYS Control Win V3 x64";
/// Maximum number of scalars of one variable, and of all; larger variables are left out.
const MOST_OF_A_VARIABLE: u64 = 100_000;
const MOST: u64 = 1_000_000;

/// Returns the memory of the published variables, with their initial values, and the names of the
/// other variables. If the file does not say which variables are published, all are.
pub(super) fn memory(symbols: &Symbols) -> Result<(Memory, Vec<String>), ModelError> {
    let (model, left_out) = model(symbols.project());
    let mut memory = Memory::new(Arc::new(Layout::new(&model)?));
    for symbol in symbols.tags().filter(|it| it.hidden().is_none()) {
        if !has_node(&memory, &symbol, &model) {
            continue;
        }
        for leaf in symbols.leaves(symbol) {
            if let (Some(name), Some(text)) = (name(&leaf.place(), &model), leaf.initial) {
                initial::set(&mut memory, &name, text);
            }
        }
    }
    Ok((memory, left_out))
}

/// A variable without a node may have a huge number of leaves.
fn has_node(memory: &Memory, symbol: &Symbol<'_>, model: &Model) -> bool {
    name(&symbol.place(), model).is_some_and(|name| memory.shape(&name).is_some())
}

/// The name of a variable below its application: `PLC_PRG.Motor.Speed`.
fn name(place: &Place, model: &Model) -> Option<String> {
    let Place::Node { path, .. } = place else { return None };
    let below = path.strip_prefix(&model.application)?.strip_prefix('.')?;
    Some(below.to_owned())
}

fn model(project: &Project) -> (Model, Vec<String>) {
    let device = project.controller.as_ref().and_then(|it| it.model.clone());
    let mut model = Model::new(device.unwrap_or_else(|| DEVICE.to_owned()));
    let application = project.tags.iter().find_map(|tag| match &tag.place {
        Place::Node { path, .. } => path.split_once('.').map(|(application, _)| application),
        _ => None,
    });
    if let Some(application) = application {
        application.clone_into(&mut model.application);
    }
    let mut structures = Structures::define(project, &mut model);
    let (mut left, mut left_out) = (MOST, Vec::new());
    for tag in &project.tags {
        let added = published(tag, &model.application)
            .and_then(|(unit, name)| Some((unit, declaration(tag, name, &mut structures)?)))
            .and_then(|(unit, declaration)| {
                let scalars = structures.scalars(&tag.type_use);
                left = (scalars <= MOST_OF_A_VARIABLE).then(|| left.checked_sub(scalars))??;
                Some((unit, declaration))
            });
        match added {
            Some((unit, declaration)) => add(project, &mut model, unit, declaration),
            None => left_out.push(tag.name.clone()),
        }
    }
    structures.add_to(&mut model);
    (model, left_out)
}

/// The program or list of a variable that clients can see, and the name in it.
fn published<'p>(tag: &'p Tag, application: &str) -> Option<(&'p str, &'p str)> {
    match &tag.place {
        Place::Node { path, published } if *published != Published::No => {
            let below = path.strip_prefix(application)?.strip_prefix('.')?;
            below.split_once('.').filter(|(_, name)| !name.contains('.'))
        }
        _ => None,
    }
}

fn declaration<'p>(
    tag: &'p Tag,
    name: &str,
    structures: &mut Structures<'p>,
) -> Option<Declaration> {
    let access = match tag.access {
        ProjectAccess::ReadOnly => Access::ReadOnly,
        _ => Access::ReadWrite,
    };
    let type_text = structures.type_text(&tag.type_use, &tag.name)?;
    let comment = tag.comment.as_deref().unwrap_or_default();
    Some(Declaration::new(name, type_text).access(access).comment(comment))
}

fn add(project: &Project, model: &mut Model, unit: &str, declaration: Declaration) {
    let known = model.units.iter().position(|it| it.name.eq_ignore_ascii_case(unit));
    let at = known.unwrap_or_else(|| {
        let is_program = project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(unit));
        let kind = if is_program { UnitKind::Program } else { UnitKind::GlobalVars };
        model.units.push(ProgramUnit { name: unit.to_owned(), kind, variables: Vec::new() });
        model.units.len() - 1
    });
    let variables = &mut model.units[at].variables;
    if !variables.iter().any(|it| it.name.eq_ignore_ascii_case(&declaration.name)) {
        variables.push(declaration);
    }
}

/// `ARRAY[0..3, 1..2] OF `, or an empty text for a scalar. `None` if the bounds are unknown.
fn array_of(dimensions: &[Dimension]) -> Option<String> {
    if dimensions.is_empty() {
        return Some(String::new());
    }
    let bounds =
        dimensions.iter().map(|it| (it.count() > 0).then(|| format!("{}..{}", it.low, it.high)));
    let bounds: Vec<String> = bounds.collect::<Option<_>>()?;
    Some(format!("ARRAY[{}] OF ", bounds.join(", ")))
}
