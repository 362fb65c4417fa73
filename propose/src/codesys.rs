//! Changes of CODESYS projects: native exports, and PLCopen XML.

mod copies;
mod created;
mod drafts;
mod export;
mod networks;
mod plcopen;
mod task;

use roxmltree::Document;
use tagbridge_api::generate::{ChangeAction, ProposedChange};
use tagbridge_project::Format;
use tagbridge_structured_text::Dialect;

use self::{export::Export, networks::Drawn, plcopen::Plcopen};
use crate::{
    context::Context,
    copy::FileText,
    draft::{Draft, Stop},
    request::RequestedChange,
    says::Why,
    text::{self, World},
};

/// The objects of a file.
trait Objects<'n> {
    /// Its units with networks.
    fn drawn(&self, world: &World<'_>) -> Vec<Drawn<'n>>;
    /// Copies an object with all its parts.
    fn duplicate(&self, world: &World<'_>) -> Result<Draft, Stop>;
    /// The names of its tasks.
    fn tasks(&self) -> Vec<String>;
    /// The position and the text that add a program to a task.
    fn scheduled(&self, task: usize, program: &str) -> Option<(usize, String)>;
    /// The position of a program in the list of a task.
    fn listed(&self, task: usize, program: &str) -> Option<std::ops::Range<usize>>;
    /// Adds a program or a block by its source.
    fn create(&self, world: &World<'_>, change: &ProposedChange) -> Result<Draft, Stop>;
}

/// Plans a change.
pub(crate) fn author(context: Context<'_>) -> Result<Draft, Stop> {
    with_objects(context, |world, objects| {
        let drawn = Drawn::of(objects.drawn(world), world)?;
        if let Some(drawn) = &drawn
            && Drawn::is_of_networks(world.context.request.kind)
        {
            return drawn.whole(world);
        }
        let draft = made(context, world, objects)?;
        match &drawn {
            Some(drawn) => drawn.close(world, draft),
            None => Ok(draft),
        }
    })
}

/// Applies a change with given code.
pub(crate) fn draft(context: Context<'_>, change: &ProposedChange) -> Result<Draft, Stop> {
    with_objects(context, |world, objects| {
        if (change.action, change.code_type.as_str()) == (ChangeAction::Create, "ST") {
            return objects.create(world, change);
        }
        let drawn = Drawn::called(objects.drawn(world), &change.target);
        drafts::draft(world, drawn.as_ref(), change)
    })
}

fn with_objects(
    context: Context<'_>,
    make: impl FnOnce(&mut World<'_>, &dyn Objects<'_>) -> Result<Draft, Stop>,
) -> Result<Draft, Stop> {
    let is_plcopen = context.logic.project.format == Format::PlcOpenXml;
    let sign: &[u8] = if is_plcopen { b"plcopen.org/" } else { b"<ExportFile" };
    let is_it = |bytes: &[u8]| bytes.windows(sign.len()).take(4096).any(|it| it == sign);
    let at = context.source.files.iter().position(|it| is_it(&it.bytes));
    let at = at.ok_or_else(|| Why::OtherPlatform { what: context.source.name.clone() })?;
    let file = FileText::of(context.source, at)?;
    let document =
        Document::parse(&file.text).map_err(|error| Why::Reread { why: error.to_string() })?;
    let mut world = World::new(context, Dialect::Codesys);
    if is_plcopen {
        let objects = Plcopen::read(&file, &document, &mut world);
        return make(&mut world, &objects);
    }
    let objects = Export::read(&file, &document, &mut world);
    make(&mut world, &objects)
}

fn made(context: Context<'_>, world: &World<'_>, objects: &dyn Objects<'_>) -> Result<Draft, Stop> {
    match context.request.kind {
        RequestedChange::AddTag => text::add::variable(world),
        RequestedChange::AddMember => text::add::member(world),
        RequestedChange::Retype => text::add::retype(world),
        RequestedChange::Rename => {
            let (unit, name) = world.variable(context.need("from"))?;
            text::rename::variable(world, (unit, &name))
        }
        RequestedChange::SetValue => text::value::set(world),
        RequestedChange::Duplicate => objects.duplicate(world),
        RequestedChange::Comment => text::remark::comment(world),
        RequestedChange::Schedule => task::schedule(world, objects),
        RequestedChange::Delete => match context.need("noun") {
            "tag" | "variable" | "member" => text::remove::variable(world),
            other => Err(Why::OtherPlatform { what: other.to_owned() }.into()),
        },
        _ => text::of_code(world)
            .unwrap_or_else(|| Err(Why::OtherPlatform { what: "Alias".to_owned() }.into())),
    }
}
