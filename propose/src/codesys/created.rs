//! Programs and blocks that are new, written like another one of the same file.

use tagbridge_api::generate::ProposedChange;

use tagbridge_forms::boxes::{field, rewritten};

use super::{copies::derived, export::Export};
use crate::{
    context::Context,
    draft::{Draft, Stop},
    element::{end_tag, start_tag},
    says::Why,
    text::{
        World,
        piece::{Edit, escaped},
        world::bare,
    },
};

/// A program, a function block or a function by its whole source.
pub(super) fn create(
    world: &World<'_>,
    export: &Export<'_, '_>,
    change: &ProposedChange,
) -> Result<Draft, Stop> {
    let name = bare(&change.target);
    Context::name(&name)?;
    if world.unit(&name).is_some() || world.context.tag(&name).is_some() {
        return Err(Why::Taken { name }.into());
    }
    let form = || {
        let why = format!("PROGRAM {name} … END_VAR, then the statements");
        Stop::No(Why::DraftForm { target: name.clone(), why })
    };
    let content = change.content.as_deref().unwrap_or_default();
    let (declaration, code) = parted(content, &name).ok_or_else(form)?;
    // Any unit of text shows how the file writes one.
    let is_alone = |name: &str| {
        let mut named = export.entries.iter().filter(|it| it.name.eq_ignore_ascii_case(name));
        named.next().filter(|_| named.next().is_none())
    };
    let mut models = world.units.iter().filter(|it| it.name_at.is_some() && !it.name.contains('.'));
    let model = models.find_map(|it| Some((it, it.code.as_ref()?, is_alone(&it.name)?)));
    let (unit, (text, _), entry) = model.ok_or_else(|| Why::NoPattern { name: name.clone() })?;
    let file = &export.file.text;
    let whole = entry.node.range();
    let meta = field(entry.node, "MetaObject").and_then(|it| field(it, "Name")).ok_or_else(form)?;
    let mut parts = vec![(start_tag(file, meta).0..end_tag(file, meta), escaped(&name))];
    for (piece, new) in [(unit.piece, declaration), (*text, code)] {
        let piece = &world.texts[piece].piece;
        let edit = Edit { at: (0, piece.text.len()), text: new };
        parts.extend(piece.splices(&[edit]).into_iter().map(|it| (it.start..it.end, it.text)));
    }
    let copy =
        rewritten(file, whole.clone(), parts).replace(&entry.guid, &derived(&entry.guid, &name));
    let blanks = &file[file[..whole.start].trim_end().len()..whole.start];
    let mut draft = Draft::default();
    draft.splice(export.file.file, whole.end, whole.end, format!("{blanks}{copy}"));
    Ok(draft)
}

/// The declaration of a source, and its statements; nothing where it does not declare this name.
fn parted(content: &str, name: &str) -> Option<(String, String)> {
    let content = content.replace("\r\n", "\n");
    let mut words = content.split_whitespace();
    let keyword = words.next()?.to_uppercase();
    let is_unit = ["PROGRAM", "FUNCTION_BLOCK", "FUNCTION"].contains(&keyword.as_str());
    let own = words.next()?.trim_end_matches(':');
    if !is_unit || !own.eq_ignore_ascii_case(name) {
        return None;
    }
    let end = format!("END_{keyword}");
    let content = content.trim_end().strip_suffix(end.as_str()).unwrap_or(&content).trim_end();
    let upper = content.to_uppercase();
    let head = match upper.rfind("END_VAR") {
        Some(at) if upper.len() == content.len() => at + "END_VAR".len(),
        _ => content.find('\n').unwrap_or(content.len()),
    };
    Some((content[..head].to_owned(), content[head..].trim_start_matches('\n').to_owned()))
}
