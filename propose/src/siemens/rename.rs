//! Renames a tag or a member of data, in SimaticML and in sources.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::units::key;
use tagbridge_structured_text::TokenKind;

use super::{
    markup::{Markup, Object, attribute, members},
    symbols,
};
use crate::{
    draft::{Content, Draft, Step, Stop},
    element::{Element, children, end_tag, name_of, start_tag},
    says::{Danger, Said, Why},
    text::{World, names::has_word, piece::Edit, rename::routine, world::bare},
};

/// Renames a tag or a member.
pub(super) fn rename(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let (said, to) = (context.need("from"), context.new_name("to")?);
    let mut draft = Draft::default();
    let symbols = symbols::find(context, &bare(said));
    symbols::rename(&mut draft, &symbols, to)?;
    let (path, full, new, code_type) = if let Some((table, tag)) = markup.tag(said) {
        let from = attribute(tag, "Name").unwrap_or_default().to_owned();
        let list = children(tag, "AttributeList").next();
        let name = list.and_then(|it| children(it, "Name").next());
        let name = name.ok_or_else(|| Why::NoTag { name: said.to_owned() })?;
        let inside = start_tag(&table.file.text, name).0..end_tag(&table.file.text, name);
        draft.splice(table.file.file, inside.start, inside.end, to);
        let (full, new) = (format!("\"{from}\""), format!("\"{to}\""));
        (vec![from], full, new, "Tag")
    } else if let Some(symbol) = symbols.first() {
        let from = symbol.place.name.clone();
        let (full, new) = (format!("\"{from}\""), format!("\"{to}\""));
        (vec![from], full, new, "Tag")
    } else {
        let (object, member) =
            markup.member(said).ok_or_else(|| Why::NoTag { name: said.to_owned() })?;
        let object = markup.writable(object)?;
        let from = name_of(member).to_owned();
        if object.kind != "SW.Blocks.GlobalDB" {
            // Its derived data repeats its members by name.
            let place = object.name.to_owned();
            return Err(Why::AlsoThere { name: from, place }.into());
        }
        if members(object).iter().any(|it| name_of(*it).eq_ignore_ascii_case(to)) {
            return Err(Why::Taken { name: to.to_owned() }.into());
        }
        let at = member.attribute_node("Name").map(|it| it.range_value());
        let at = at.ok_or_else(|| Why::NoTag { name: said.to_owned() })?;
        draft.splice(object.file.file, at.start, at.end, to);
        draft.touch(key("block", object.name));
        let owner = object.name.to_owned();
        let (full, new) = (format!("\"{owner}\".\"{from}\""), format!("\"{owner}\".\"{to}\""));
        (vec![owner, from], full, new, "DB")
    };
    if context.tag(&new).is_some() || (path.len() == 1 && markup.object(to).is_some()) {
        return Err(Why::Taken { name: to.to_owned() }.into());
    }
    draft.touch(key("tag", &full)).touch(key("tag", &new));
    let is_symbol = !symbols.is_empty();
    let count = in_markup(markup, &mut draft, &path, to)?
        + in_texts(markup, &mut draft, (&path, is_symbol), to)?;
    let from = path.last().cloned().unwrap_or_default();
    for (file, text) in &markup.world.beside {
        let place = context.source.files[*file].path.clone();
        // Lists name a symbol in quotes.
        let is_list = is_symbol && place.to_ascii_lowercase().ends_with(".awl");
        if !is_list && has_word(text, &from) {
            return Err(Why::AlsoThere { name: from, place }.into());
        }
    }
    draft.renaming = Some((from, to.to_owned()));
    let said = Said::Rename { from: full.clone(), to: to.to_owned(), count };
    draft.steps.push(Step {
        action: ChangeAction::Rename,
        target: full.clone(),
        code_type,
        said,
        new_name: Some(to.to_owned()),
        content: Content::None,
    });
    let danger = Danger::ExternalName { name: full.clone() };
    draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
    draft.affect(&full);
    Ok(draft)
}

/// The accesses in networks with this access path.
fn in_markup(
    markup: &Markup<'_, '_>,
    draft: &mut Draft,
    path: &[String],
    to: &str,
) -> Result<usize, Stop> {
    let mut count = 0;
    for object in &markup.objects {
        let mut touched = false;
        for symbol in object.node.descendants().filter(|it| it.has_tag_name_of("Symbol")) {
            let is_global = symbol
                .parent_element()
                .is_some_and(|it| it.attribute("Scope").is_some_and(|it| it.starts_with("Global")));
            let parts: Vec<Element<'_, '_>> =
                symbol.children().filter(|it| it.has_tag_name_of("Component")).collect();
            let goes = parts.len() >= path.len()
                && path.iter().zip(&parts).all(|(a, b)| a.eq_ignore_ascii_case(name_of(*b)));
            if !is_global || !goes {
                continue;
            }
            let at = parts[path.len() - 1].attribute_node("Name").map(|it| it.range_value());
            if let Some(at) = at {
                draft.splice(object.file.file, at.start, at.end, to);
                touched = true;
                count += 1;
            }
        }
        if touched {
            markup.writable(*object)?;
            draft.touch(key("routine", &routine(markup.world, object.name)));
        }
        addressed(*object, path)?;
    }
    Ok(count)
}

/// Networks that name a variable of a source: of data by its access path, of a block as a
/// parameter.
pub(super) fn elsewhere(
    markup: &Markup<'_, '_>,
    data: Option<&str>,
    name: &str,
) -> Result<(), Stop> {
    let found = markup.objects.iter().find(|object| {
        object.node.descendants().filter(Element::is_element).any(|it| {
            let is_it = it.attribute("Name").is_some_and(|it| it.eq_ignore_ascii_case(name));
            let before = it.prev_sibling_element().map(name_of);
            match (it.tag_name().name(), data) {
                ("Component", Some(data)) => {
                    is_it && before.is_some_and(|it| it.eq_ignore_ascii_case(data))
                }
                ("Component", None) => is_it && before.is_some(),
                ("Parameter", None) => is_it,
                _ => false,
            }
        })
    });
    match found {
        Some(object) => {
            let (name, place) = (name.to_owned(), object.name.to_owned());
            Err(Why::AlsoThere { name, place }.into())
        }
        None => Ok(()),
    }
}

/// Checks for accesses to data other than by symbol.
fn addressed(object: Object<'_, '_>, path: &[String]) -> Result<(), Stop> {
    let last = path.last().map_or("", String::as_str);
    let found = object.node.descendants().any(|it| {
        matches!(it.tag_name().name(), "Token" | "Text" | "Constant" | "ConstantValue")
            && [it.attribute("Text"), it.text()].into_iter().flatten().any(|said| {
                said.contains(&format!("\"{last}\"")) || said.contains(&format!(".{last}"))
            })
    });
    if found {
        let place = object.name.to_owned();
        return Err(Why::AlsoThere { name: last.to_owned(), place }.into());
    }
    Ok(())
}

/// The uses in sources. STEP 7 classic has symbols without quotes, too.
fn in_texts(
    markup: &Markup<'_, '_>,
    draft: &mut Draft,
    (path, is_symbol): (&[String], bool),
    to: &str,
) -> Result<usize, Stop> {
    let world = markup.world;
    let mut edits = Vec::new();
    for text in 0..world.texts.len() {
        for token in 0..world.texts[text].tokens.len() {
            let Some((name, mut at)) = world.name(text, token) else { continue };
            let is_quoted = world.texts[text].tokens[token].kind == TokenKind::Quoted;
            let before = token.checked_sub(1).map_or("", |it| world.word(text, it));
            if matches!(before, "." | "#") || !name.eq_ignore_ascii_case(&path[0]) {
                continue;
            }
            let is_use = is_quoted || is_symbol && is_plain(world, (text, token), name, at.start);
            if !is_use {
                continue;
            }
            if let Some(member) = path.get(1) {
                let next = world.name(text, token + 2);
                match next.filter(|it| {
                    world.word(text, token + 1) == "." && it.0.eq_ignore_ascii_case(member)
                }) {
                    Some((_, place)) => at = place,
                    None => continue,
                }
            }
            let unit = world.around(text, at.start);
            let unit =
                unit.ok_or_else(|| Why::AlsoThere { name: bare(&path[0]), place: String::new() })?;
            let of = world.writable(unit)?;
            draft.touch(key("routine", &routine(world, &of.name)));
            edits.push((text, Edit { at: (at.start, at.end), text: to.to_owned() }));
        }
    }
    let count = edits.len();
    world.edit(draft, edits);
    Ok(count)
}

/// Whether a word in code means a symbol: no variable of the block, no parameter, no label.
fn is_plain(world: &World<'_>, (text, token): (usize, usize), name: &str, at: usize) -> bool {
    let (before, next) = (token.checked_sub(1), world.word(text, token + 1));
    let before = before.map_or("", |it| world.word(text, it));
    let is_argument = matches!(next, ":=" | "=>") && matches!(before, "(" | ",");
    let unit = world.around(text, at).map(|it| &world.units[it]);
    let is_own = |name: &str| unit.is_some_and(|it| it.variable(name).is_some());
    let code = unit.and_then(|it| it.code.as_ref());
    code.is_some_and(|it| it.0 == text && it.1.contains(&at))
        && !is_argument
        && next != ":"
        && !is_own(name)
}

trait Named {
    /// Whether it has this name, in any namespace.
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Element<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}
