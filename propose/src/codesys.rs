//! Changes of CODESYS projects in native exports.

mod boxes;
mod copies;
mod created;
mod drafts;
mod export;
mod networks;
mod task;
mod wanted;

use tagbridge_api::generate::{ChangeAction, ProposedChange};
use tagbridge_structured_text::Dialect;

use self::{export::Export, networks::Drawn};
use crate::{
    context::Context,
    copy::FileText,
    draft::{Draft, Stop},
    request::Kind,
    says::Why,
    text::{self, World},
};

/// Plans a change.
pub(crate) fn author(context: Context<'_>) -> Result<Draft, Stop> {
    with_export(context, |world, export| {
        let drawn = Drawn::of(export, world)?;
        if let Some(drawn) = &drawn
            && Drawn::is_of_networks(world.context.request.kind)
        {
            return drawn.whole(world);
        }
        let draft = made(context, world, export)?;
        match &drawn {
            Some(drawn) => drawn.close(world, draft),
            None => Ok(draft),
        }
    })
}

/// Applies a change with given code.
pub(crate) fn draft(context: Context<'_>, change: &ProposedChange) -> Result<Draft, Stop> {
    with_export(context, |world, export| {
        if (change.action, change.code_type.as_str()) == (ChangeAction::Create, "ST") {
            return created::create(world, export, change);
        }
        let drawn = Drawn::called(export, world, &change.target);
        drafts::draft(world, drawn.as_ref(), change)
    })
}

fn with_export(
    context: Context<'_>,
    make: impl FnOnce(&mut World<'_>, &Export<'_, '_>) -> Result<Draft, Stop>,
) -> Result<Draft, Stop> {
    let is_export = |bytes: &[u8]| bytes.windows(11).take(64).any(|it| it == b"<ExportFile");
    let at = context.source.files.iter().position(|it| is_export(&it.bytes));
    let at = at.ok_or_else(|| Why::OtherPlatform { what: context.source.name.clone() })?;
    let file = FileText::of(context.source, at)?;
    let document = roxmltree::Document::parse(&file.text)
        .map_err(|error| Why::Reread { why: error.to_string() })?;
    let mut world = World::new(context, Dialect::Codesys);
    let export = Export::read(&file, &document, &mut world);
    make(&mut world, &export)
}

fn made(context: Context<'_>, world: &World<'_>, export: &Export<'_, '_>) -> Result<Draft, Stop> {
    match context.request.kind {
        Kind::AddTag => text::add::variable(world),
        Kind::AddMember => text::add::member(world),
        Kind::Rename => {
            let (unit, name) = world.variable(context.need("from"))?;
            text::rename::variable(world, (unit, &name))
        }
        Kind::SetValue => text::value::set(world),
        Kind::Duplicate => copies::duplicate(world, export),
        Kind::Comment => text::remark::comment(world),
        Kind::Schedule => task::schedule(world, export),
        Kind::Delete => match context.need("noun") {
            "tag" | "variable" | "member" => text::remove::variable(world),
            other => Err(Why::OtherPlatform { what: other.to_owned() }.into()),
        },
        _ => text::of_code(world)
            .unwrap_or_else(|| Err(Why::OtherPlatform { what: "Alias".to_owned() }.into())),
    }
}
