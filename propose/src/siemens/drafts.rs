//! Given code for a Siemens project: sources as text, and networks.

use tagbridge_api::generate::{ChangeAction, ProposedChange};
use tagbridge_project::SourceFile;
use tagbridge_structured_text::Dialect;

use super::{
    markup::Markup,
    networks::{IDS, network, next_id, replaced},
    series::units,
};
use crate::{
    context::Context,
    draft::{Draft, Stop},
    element::with_blanks,
    l5x::not_carried_out,
    says::Why,
    script::{self, Edit},
    text::{World, piece, world::bare},
};

/// Applies one change.
pub(super) fn draft(
    world: &World<'_>,
    markup: &Markup<'_, '_>,
    change: &ProposedChange,
) -> Result<Draft, Stop> {
    let content = change.content.as_deref().unwrap_or_default();
    match (change.action, change.code_type.as_str()) {
        (ChangeAction::Update, "SCL" | "DB" | "UDT") => update(world, change, content),
        (ChangeAction::Create, kind @ ("SCL" | "DB" | "UDT")) => {
            let end = match kind {
                "DB" => "db",
                "UDT" => "udt",
                _ => "scl",
            };
            create(world, change, content, end)
        }
        (ChangeAction::Create, "LAD" | "FBD") => create(world, change, content, "xml"),
        (ChangeAction::Update | ChangeAction::Delete, "LAD" | "FBD") => {
            networks(markup, change, content)
        }
        _ => Err(not_carried_out(change)),
    }
}

fn form(target: &str, why: impl Into<String>) -> Stop {
    Why::DraftForm { target: target.to_owned(), why: why.into() }.into()
}

/// The whole source of a block, or the statements between `BEGIN` and its end.
fn update(world: &World<'_>, change: &ProposedChange, content: &str) -> Result<Draft, Stop> {
    let target = bare(&change.target);
    let at = world.unit(&target).ok_or_else(|| Why::NoUnit { name: target.clone() })?;
    let unit = world.writable(at)?;
    let first = content.split_whitespace().next().unwrap_or_default().to_uppercase();
    let is_whole = first.starts_with("FUNCTION")
        || first.starts_with("ORGANIZATION_BLOCK")
        || first.starts_with("DATA_BLOCK")
        || first == "TYPE";
    let mut draft = Draft::default();
    let (text, range, new) = if is_whole {
        (unit.piece, unit.whole.clone(), content.trim().to_owned())
    } else {
        let (text, range) = unit.code.clone().ok_or_else(|| form(&target, "SCL"))?;
        let new = content.trim_matches(['\r', '\n']).replace("\r\n", "\n");
        (text, range, format!("\n{}\n", new.trim_end()))
    };
    let edit = piece::Edit { at: (range.start, range.end), text: new };
    world.edit(&mut draft, vec![(text, edit)]);
    Ok(draft)
}

/// Adds a source file.
fn create(
    world: &World<'_>,
    change: &ProposedChange,
    content: &str,
    end: &str,
) -> Result<Draft, Stop> {
    let name = bare(&change.target);
    Context::name(&name)?;
    if content.trim().is_empty() || (end == "xml" && !content.contains("<Document")) {
        return Err(form(&name, "source"));
    }
    let first = world.context.source.files.first().map_or("", |it| it.path.as_str());
    let folder = first.rfind('/').map_or("", |at| &first[..=at]);
    let mut draft = Draft::default();
    let path = format!("{folder}{name}.{end}");
    let bytes = format!("{}\n", content.trim_end()).into_bytes();
    draft.new_files.push(SourceFile { path, bytes });
    Ok(draft)
}

/// A network in the format of the file (`FlgNet`), or a script of rungs.
fn networks(
    markup: &Markup<'_, '_>,
    change: &ProposedChange,
    content: &str,
) -> Result<Draft, Stop> {
    let (name, number) = match change.target.rsplit_once(':') {
        Some((name, number)) => (bare(name), number.trim().parse::<usize>().ok()),
        None => (bare(&change.target), None),
    };
    let object = markup.object(&name).ok_or_else(|| Why::NoUnit { name: name.clone() })?;
    let object = markup.writable(object)?;
    let all = units(object);
    let source = &object.file.text;
    let file = object.file.file;
    let mut draft = Draft::default();
    let rung = |number: usize| {
        let no_rung = || Why::NoRung { number: number.to_string(), name: name.clone() };
        all.get(number.wrapping_sub(1)).copied().ok_or_else(no_rung)
    };
    if content.trim_start().starts_with("<FlgNet") {
        let number = number.ok_or_else(|| form(&name, "Block:Network"))?;
        let (at, new) =
            replaced(source, rung(number)?, content.trim()).ok_or_else(|| form(&name, "FlgNet"))?;
        draft.splice(file, at.start, at.end, new);
        return Ok(draft);
    }
    let edits = if change.action == ChangeAction::Delete {
        vec![Edit::Delete(number.ok_or_else(|| form(&name, "Block:Network"))?)]
    } else {
        script::edits(content).map_err(|why| form(&name, why))?
    };
    let mut next = next_id(object);
    for edit in edits {
        let statement = |text: &str| {
            script::assignment(text, Dialect::Siemens).ok_or_else(|| {
                form(&name, format!("{text}: one assignment of AND, OR, NOT and comparisons"))
            })
        };
        match edit {
            Edit::Delete(number) => {
                let at = with_blanks(source, rung(number)?);
                draft.splice(file, at.start, at.end, "");
            }
            Edit::Update(number, text) => {
                let unit = rung(number)?;
                let (output, when) = statement(&text)?;
                let drawn = network(markup, object, &output, &when)?;
                let (at, new) =
                    replaced(source, unit, &drawn).ok_or_else(|| form(&name, "FlgNet"))?;
                draft.splice(file, at.start, at.end, new);
            }
            Edit::Insert(number, text) => {
                let (output, when) = statement(&text)?;
                let drawn = network(markup, object, &output, &when)?;
                let like = rung(number.max(1))?;
                let copy = super::units::like(source, like, &drawn, next)
                    .ok_or_else(|| form(&name, "FlgNet"))?;
                next += IDS;
                let at = with_blanks(source, like);
                let blanks = &source[at.start..like.range().start];
                let place = if number == 0 { at.start } else { at.end };
                draft.splice(file, place, place, format!("{blanks}{copy}"));
            }
        }
    }
    Ok(draft)
}
