//! Comments of networks, blocks and tags in SimaticML, and copies of its objects.

use tagbridge_api::generate::ChangeAction;
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_forms::boxes::rewritten;
use tagbridge_project::SourceFile;

use super::markup::{Markup, Object, attribute};
use crate::{
    draft::{Content, Draft, Stop},
    element::{Element, child, children, end_tag, start_tag},
    says::{Said, Why},
    text::{copies::expect, piece::escaped, rename::routine, world::bare},
};

/// Sets the comment of a network, a tag or an object.
pub(super) fn comment(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let (said, place) = (context.need("text"), bare(context.need("place")));
    if said.chars().any(|it| it.is_control() && it != '\n') {
        return Err(Why::BadValue { value: said.to_owned(), of: "Comment".to_owned() }.into());
    }
    let no_unit = || Stop::No(Why::NoUnit { name: place.clone() });
    let mut draft = Draft::default();
    draft.expect(ChangeKind::Comment, &[said]);
    if let Some(number) = context.get("rung") {
        let place = bare(markup.place(|it| has_networks(it.node))?.name);
        let object = markup.writable(markup.object(&place).ok_or_else(no_unit)?)?;
        let no_rung = || Stop::No(Why::NoRung { number: number.to_owned(), name: place.clone() });
        let list = child(object.node, "ObjectList").ok_or_else(no_rung)?;
        let at: usize = number.parse().map_err(|_| no_rung())?;
        let network = children(list, "SW.Blocks.CompileUnit").nth(at.wrapping_sub(1));
        let network = network.ok_or_else(no_rung)?;
        let path = routine(markup.world, object.name);
        // The comment of a network, or its title if it has no comment.
        write(object, &mut draft, network, said)?;
        draft.touch(key("routine", &path));
        draft.rung = number.parse().ok();
        let (owner, name) = path.split_once('/').unwrap_or((&path, &path));
        draft.near.push((owner.to_owned(), name.to_owned()));
        let proposed = Content::Given(said.to_owned());
        let language = attribute(network, "ProgrammingLanguage").unwrap_or_default();
        let code_type = match language {
            "FBD" => "FBD",
            "SCL" => "SCL",
            _ => "LAD",
        };
        let place = format!("{}:{number}", object.name);
        let step = Said::Comment { place, text: said.to_owned() };
        draft.step(ChangeAction::Update, object.name, code_type, step, proposed);
        return Ok(draft);
    }
    let (object, node, target, code_type) = if let Some((table, tag)) = markup.tag(&place) {
        let full = format!("\"{}\"", attribute(tag, "Name").unwrap_or_default());
        draft.touch(key("tag", &full));
        (table, tag, full, "Tag")
    } else {
        let object = markup.writable(markup.object(&place).ok_or_else(no_unit)?)?;
        let (unit, code_type) = match object.kind {
            "SW.Blocks.OB" => ("program", "LAD"),
            "SW.Types.PlcStruct" => ("type", "UDT"),
            "SW.Tags.PlcTagTable" => return Err(no_unit()),
            it if it.ends_with("DB") => ("block", "DB"),
            _ => ("block", "LAD"),
        };
        draft.touch(key(unit, object.name));
        (object, object.node, object.name.to_owned(), code_type)
    };
    write(object, &mut draft, node, said)?;
    let step = Said::Comment { place: target.clone(), text: said.to_owned() };
    draft.step(ChangeAction::Update, target, code_type, step, Content::Given(said.to_owned()));
    Ok(draft)
}

fn has_networks(object: Element<'_, '_>) -> bool {
    child(object, "ObjectList")
        .is_some_and(|it| children(it, "SW.Blocks.CompileUnit").next().is_some())
}

/// Sets an object's comment in the language that is displayed.
fn write(
    object: Object<'_, '_>,
    draft: &mut Draft,
    node: Element<'_, '_>,
    said: &str,
) -> Result<(), Stop> {
    let other = || Stop::No(Why::Translated { name: object.name.to_owned() });
    let list = child(node, "ObjectList").ok_or_else(other)?;
    let mut texts = children(list, "MultilingualText");
    let text = texts.find(|it| it.attribute("CompositionName") == Some("Comment"));
    let items = text.and_then(|it| child(it, "ObjectList")).ok_or_else(other)?;
    let items: Vec<Element<'_, '_>> = children(items, "MultilingualTextItem").collect();
    let filled = items.iter().filter(|it| attribute(**it, "Text").is_some_and(|it| !it.is_empty()));
    if filled.count() > 1 {
        return Err(other());
    }
    let culture = |it: &&Element<'_, '_>| attribute(**it, "Culture").unwrap_or_default().to_owned();
    let chosen = items.iter().find(|it| attribute(**it, "Text").is_some_and(|it| !it.is_empty()));
    let chosen = chosen.or_else(|| items.iter().find(|it| culture(it).starts_with("en")));
    let chosen = chosen.or(items.first()).ok_or_else(other)?;
    let there = child(*chosen, "AttributeList").and_then(|it| child(it, "Text"));
    let there = there.ok_or_else(other)?;
    if there.text().unwrap_or_default().trim() == said {
        return Err(Why::Same { name: said.to_owned() }.into());
    }
    let source = &object.file.text;
    let (start, is_empty) = start_tag(source, there);
    let whole = there.range();
    if is_empty {
        let new = format!("<Text>{}</Text>", escaped(said));
        draft.splice(object.file.file, whole.start, whole.end, new);
    } else {
        draft.splice(object.file.file, start, end_tag(source, there), escaped(said));
    }
    Ok(())
}

/// Copies an object to a new file, with the other name.
pub(super) fn duplicate(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let (said, to) = (bare(context.need("name")), context.new_name("to")?);
    let object = markup.object(&said).ok_or_else(|| Why::NoUnit { name: said.clone() })?;
    let object = markup.writable(object)?;
    let other = || Stop::No(Why::OtherPlatform { what: object.name.to_owned() });
    let language = attribute(object.node, "ProgrammingLanguage").unwrap_or_default();
    let code_type = match object.kind {
        "SW.Types.PlcStruct" => "UDT",
        "SW.Blocks.GlobalDB" => "DB",
        "SW.Blocks.FB" | "SW.Blocks.FC" if language == "SCL" => "SCL",
        "SW.Blocks.FB" | "SW.Blocks.FC" if language == "LAD" => "LAD",
        "SW.Blocks.FB" | "SW.Blocks.FC" if language == "FBD" => "FBD",
        _ => return Err(other()),
    };
    let taken = context.logic.project.blocks.iter().any(|it| it.name.eq_ignore_ascii_case(to));
    if taken || markup.object(to).is_some() || context.tag(&format!("\"{to}\"")).is_some() {
        return Err(Why::Taken { name: to.to_owned() }.into());
    }
    for routine in &context.logic.project.routines {
        if routine.owner.eq_ignore_ascii_case(object.name) {
            context.writable(&routine.owner, &routine.name)?;
        }
    }
    let list = child(object.node, "AttributeList").ok_or_else(other)?;
    let text = &object.file.text;
    let inside = |it: Element<'_, '_>| start_tag(text, it).0..end_tag(text, it);
    let name = child(list, "Name").ok_or_else(other)?;
    let mut parts = vec![(inside(name), to.to_owned())];
    if let Some(number) = child(list, "Number") {
        parts.push((inside(number), free_number(markup, object).to_string()));
    }
    let copy = rewritten(text, 0..text.len(), parts);
    let source = &context.source.files[object.file.file];
    let folder = source.path.rfind('/').map_or("", |at| &source.path[..=at]);
    let mark: &[u8] = if source.bytes.starts_with(b"\xEF\xBB\xBF") { b"\xEF\xBB\xBF" } else { b"" };
    let bytes = [mark, copy.as_bytes()].concat();
    let mut draft = Draft::default();
    draft.new_files.push(SourceFile { path: format!("{folder}{to}.xml"), bytes });
    expect(markup.world, &mut draft, object.name, to);
    draft.copied(object.name, to, code_type, Content::Given(copy));
    Ok(draft)
}

/// The highest number of a block of this kind, plus one.
fn free_number(markup: &Markup<'_, '_>, object: Object<'_, '_>) -> u32 {
    let is_data = |kind: &str| kind.ends_with("DB");
    let alike = |it: &&Object<'_, '_>| {
        if is_data(object.kind) { is_data(it.kind) } else { it.kind == object.kind }
    };
    let numbers = markup.objects.iter().filter(alike);
    let numbers = numbers.filter_map(|it| attribute(it.node, "Number")?.parse::<u32>().ok());
    numbers.max().unwrap_or(0) + 1
}
