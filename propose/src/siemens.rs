//! Changes of Siemens projects: sources as text, and SimaticML.

mod declare;
mod drafts;
mod markup;
mod networks;
mod operands;
mod recipe;
mod remark;
mod rename;
mod series;
mod symbols;
mod units;
mod wires {
    //! Networks of SimaticML.

    pub(super) use tagbridge_forms::simatic::{
        FlgNet as Flow, GatePin as Given, NetworkFragment as Fragment, NetworkOperand as Named,
        WireEnd as End, pin,
    };
}

use tagbridge_api::generate::ProposedChange;
use tagbridge_structured_text::Dialect;

use self::markup::Markup;

use crate::{
    context::Context,
    copy::FileText,
    draft::{Draft, Stop},
    request::RequestedChange,
    says::Why,
    text::{self, World, outline::UnitKind, piece::Piece, world::bare},
};

/// Plans a change.
pub(crate) fn author(context: Context<'_>) -> Result<Draft, Stop> {
    with_files(context, author_in)
}

/// Applies a change with given code.
pub(crate) fn draft(context: Context<'_>, change: &ProposedChange) -> Result<Draft, Stop> {
    with_files(context, |world, markup| drafts::draft(world, markup, change))
}

fn with_files(
    context: Context<'_>,
    make: impl FnOnce(&World<'_>, &Markup<'_, '_>) -> Result<Draft, Stop>,
) -> Result<Draft, Stop> {
    let world = world(context)?;
    let files = markup::files(context)?;
    let mut documents = Vec::new();
    for file in &files {
        let document = roxmltree::Document::parse(&file.text);
        documents.push(document.map_err(|error| Why::Reread { why: error.to_string() })?);
    }
    make(&world, &Markup::new(&world, &files, &documents))
}

fn author_in(world: &World<'_>, markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = world.context;
    let of_markup = |slot: &str| {
        let said = bare(context.need(slot));
        let owner = said.rsplit_once('.').map_or(said.as_str(), |it| it.0);
        markup.tag(&said).is_some()
            || markup.object(owner).is_some()
            || context.place().is_some_and(|it| markup.object(it).is_some())
    };
    // If all files are markup, missing information is requested for it.
    let is_there = |slot: &str| of_markup(slot) || world.units.is_empty();
    let kind = context.request.kind;
    let is_preset = kind == RequestedChange::SetValue && context.get("rung").is_some();
    let is_drawn = series::is_drawn(markup) || (world.units.is_empty() && !is_preset);
    if (kind.is_in_rung() || is_preset) && is_drawn {
        return series::change(markup);
    }
    if kind.is_recipe() && is_drawn {
        return recipe::author(markup);
    }
    match context.request.kind {
        RequestedChange::AddTag if is_there("place") => declare::tag(markup),
        RequestedChange::AddTag => text::add::variable(world),
        RequestedChange::AddMember if is_there("place") => declare::member(markup),
        RequestedChange::AddMember => text::add::member(world),
        RequestedChange::Retype if !is_there("name") => text::add::retype(world),
        RequestedChange::Retype => Err(Why::OtherPlatform { what: "Type".to_owned() }.into()),
        RequestedChange::Rename
            if is_there("from")
                || !symbols::find(context, &bare(context.need("from"))).is_empty() =>
        {
            rename::rename(markup)
        }
        RequestedChange::Rename => {
            let (unit, name) = world.variable(context.need("from"))?;
            let data = (world.units[unit].kind == UnitKind::DataBlock)
                .then(|| world.units[unit].name.clone());
            rename::elsewhere(markup, data.as_deref(), &name)?;
            text::rename::variable(world, (unit, &name))
        }
        RequestedChange::SetValue if is_there("tag") => declare::value(markup),
        RequestedChange::SetValue => text::value::set(world),
        RequestedChange::Duplicate if is_there("name") => remark::duplicate(markup),
        RequestedChange::Duplicate => text::copies::duplicate(world),
        RequestedChange::Comment if is_there("place") => remark::comment(markup),
        RequestedChange::Comment => text::remark::comment(world),
        RequestedChange::Delete if is_there("name") => declare::delete(markup),
        RequestedChange::Delete => delete(world),
        RequestedChange::AddAlias => Err(Why::OtherPlatform { what: "Alias".to_owned() }.into()),
        _ => text::of_code(world)
            .unwrap_or_else(|| Err(Why::OtherPlatform { what: "Task".to_owned() }.into())),
    }
}

fn delete(world: &World<'_>) -> Result<Draft, Stop> {
    let noun = world.context.need("noun");
    let said = bare(world.context.need("name"));
    let is_type = world.unit(&said).is_some_and(|it| world.units[it].kind == UnitKind::Type);
    match noun {
        "udt" | "type" | "typ" | "dut" => text::remove::data_type(world),
        "tag" | "variable" if !is_type => text::remove::variable(world),
        other => Err(Why::OtherPlatform { what: other.to_owned() }.into()),
    }
}

fn world(context: Context<'_>) -> Result<World<'_>, Stop> {
    let mut world = World::new(context, Dialect::Siemens);
    for (at, file) in context.source.files.iter().enumerate() {
        let path = file.path.to_ascii_lowercase();
        let ends = |all: &[&str]| all.iter().any(|it| path.ends_with(it));
        if ends(&[".scl", ".db", ".udt", ".awl"]) {
            let text = world.text(Piece::of_file(FileText::of(context.source, at)?.piece()));
            let mut units = world.declare(text);
            if ends(&[".awl"]) {
                for unit in &mut units {
                    unit.code = None;
                }
                let said = world.texts[text].piece.text.clone();
                world.beside.push((at, said));
            }
            world.units.extend(units);
        } else if ends(&[".s7dcl"]) {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            world.beside.push((at, text));
        }
    }
    Ok(world)
}
