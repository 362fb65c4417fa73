//! Tags, members and initial values in SimaticML.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_forms::boxes::rewritten;

use super::{
    markup::{Markup, Object, attribute, members},
    wires::Named,
};
use crate::{
    draft::{Content, Draft, NewValue, Stop, ask},
    element::{Element, child, children, end_tag, escaped, name_of, start_tag},
    says::{Ask, Assumed, Danger, Said, Why},
    text::{
        add::{literal, type_called},
        expected::{Fate, Shown, instances},
        names::has_word,
    },
};

/// Adds a tag to a table, or a member to data.
pub(super) fn tag(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let is_place =
        |it: &Object<'_, '_>| matches!(it.kind, "SW.Tags.PlcTagTable" | "SW.Blocks.GlobalDB");
    let place = markup.place(is_place)?;
    if place.kind == "SW.Blocks.GlobalDB" {
        member_of(markup, place)
    } else {
        of_table(markup, place)
    }
}

/// Adds a member to a type.
pub(super) fn member(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let place = markup.place(|it| it.kind == "SW.Types.PlcStruct")?;
    not_repeated(markup, place)?;
    member_of(markup, place)
}

/// Refuses if the file repeats the members of a type or block in an instance data block or as
/// values, because a new member would have to be repeated, too.
fn not_repeated(markup: &Markup<'_, '_>, place: Object<'_, '_>) -> Result<(), Stop> {
    let quoted = format!("\"{}\"", place.name);
    let repeats = markup.objects.iter().find(|it| {
        attribute(it.node, "InstanceOfName").is_some_and(|it| it.eq_ignore_ascii_case(place.name))
            || it.node.descendants().any(|it| {
                it.attribute("Datatype").is_some_and(|it| it.contains(&quoted))
                    && child(it, "Sections").is_some()
            })
    });
    match repeats {
        Some(other) => {
            let (name, tag) = (place.name.to_owned(), other.name.to_owned());
            Err(Why::HasValues { name, tag }.into())
        }
        None => Ok(()),
    }
}

fn kind(markup: &Markup<'_, '_>) -> Result<String, Stop> {
    let Some(said) = markup.world.context.get("type") else {
        let types = ["BOOL", "INT", "REAL", "TIME"].map(ToOwned::to_owned).to_vec();
        return Err(ask("type", Ask::Type, Ask::WhyType, types));
    };
    if let Some(object) = markup.object(said).filter(|it| it.kind == "SW.Types.PlcStruct") {
        return Ok(format!("\"{}\"", object.name));
    }
    type_called(markup.world, said)
}

fn member_of(markup: &Markup<'_, '_>, place: Object<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let name = context.new_name("name")?;
    if members(place).iter().any(|it| name_of(*it).eq_ignore_ascii_case(name)) {
        return Err(Why::Taken { name: format!("{}.{name}", place.name) }.into());
    }
    let kind = kind(markup)?;
    let value = context.get("value").map(|it| literal(&kind, it)).transpose()?;
    let other = || Stop::No(Why::OtherPlatform { what: place.name.to_owned() });
    let model = members(place).last().copied().ok_or_else(other)?;
    let text = &place.file.text;
    let whole = model.range();
    let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
    let head = format!("<Member Name=\"{name}\" Datatype=\"{}\"", escaped(&kind));
    let element = match &value {
        Some(value) => {
            format!("{head}>{blanks}  <StartValue>{}</StartValue>{blanks}</Member>", escaped(value))
        }
        None => format!("{head} />"),
    };
    let mut draft = Draft::default();
    draft.splice(place.file.file, whole.end, whole.end, format!("{blanks}{element}"));
    let is_type = place.kind == "SW.Types.PlcStruct";
    let full = format!("\"{}\".\"{name}\"", place.name);
    markup.world.expect(&mut draft, &shown(markup, place, name), Fate::Added);
    let (new, owner) = (name.to_owned(), place.name.to_owned());
    if is_type {
        let said = Said::Member { name: new, kind, place: owner.clone() };
        draft.step(ChangeAction::Update, owner.clone(), "UDT", said, Content::Given(element));
        draft.assumed.push(Assumed::AtTheEnd { place: owner.clone() });
        draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, Danger::External { name: owner });
    } else {
        let said = Said::Tag { name: new, kind, place: owner };
        draft.step(ChangeAction::Create, full.clone(), "DB", said, Content::Given(element));
        draft.affect(&full);
    }
    Ok(draft)
}

/// Adds what a block keeps between two calls: a static variable of a function block, or a member of the
/// global data that another block uses most. Returns it as an operand.
pub(super) fn kept(
    markup: &Markup<'_, '_>,
    block: Object<'_, '_>,
    draft: &mut Draft,
    name: &str,
    kind: &str,
) -> Result<Named, Stop> {
    let keeps_nothing = || {
        let no_tag = || Why::NoTag { name: name.to_owned() };
        let nothing = || Why::KeepsNothing { name: block.name.to_owned() };
        Stop::No(if kind.ends_with("_TIME") { nothing() } else { no_tag() })
    };
    let is_block = block.kind == "SW.Blocks.FB";
    let owner =
        if is_block { block } else { most_used(markup, block).ok_or_else(keeps_nothing)? };
    not_repeated(markup, owner)?;
    let section = super::markup::section(owner).ok_or_else(keeps_nothing)?;
    let full = format!("{}.{name}", owner.name);
    if members(owner).iter().any(|it| name_of(*it).eq_ignore_ascii_case(name)) {
        return Err(Why::Taken { name: full }.into());
    }
    let text = &owner.file.text;
    let (start, is_empty) = start_tag(text, section);
    let whole = section.range();
    let is_timer = kind.ends_with("_TIME");
    let version = if is_timer { " Version=\"1.0\"" } else { "" };
    let element = format!("<Member Name=\"{name}\" Datatype=\"{kind}\"{version} />");
    let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
    let file = owner.file.file;
    match members(owner).last() {
        Some(last) => {
            let at = last.range().end;
            let start = last.range().start;
            let blanks = &text[text[..start].trim_end().len()..start];
            draft.splice(file, at, at, format!("{blanks}{element}"));
        }
        None if is_empty => {
            let open = text[whole.clone()].trim_end_matches("/>").trim_end();
            let new = format!("{open}>{blanks}  {element}{blanks}</Section>");
            draft.splice(file, whole.start, whole.end, new);
        }
        None => draft.splice(file, start, start, format!("{blanks}  {element}")),
    }
    let world = markup.world;
    let places = if is_block {
        let own = vec![Shown::Block(owner.name.to_owned(), name.to_owned())];
        [own, instances(world.context.logic.project, owner.name, name)].concat()
    } else {
        shown(markup, owner, name)
    };
    world.expect(draft, &places, Fate::Added);
    if is_timer {
        crate::text::statements::standard(world, draft, kind);
    }
    let place = owner.name.to_owned();
    let said = Said::Tag { name: name.to_owned(), kind: kind.to_owned(), place: place.clone() };
    let code_type = if is_block { "LAD" } else { "DB" };
    draft.step(ChangeAction::Create, full, code_type, said, Content::Given(element));
    let (name, kind) = (name.to_owned(), kind.to_owned());
    if is_block {
        draft.assumed.push(Assumed::Instances { name: place });
        return Ok(Named { scope: "LocalVariable", parts: vec![name], kind });
    }
    draft.assumed.push(Assumed::AlarmTag { name: name.clone(), place: place.clone() });
    Ok(Named { scope: "GlobalVariable", parts: vec![place, name], kind })
}

/// The global data whose members a block names most often.
fn most_used<'a, 'i>(markup: &Markup<'a, 'i>, block: Object<'_, '_>) -> Option<Object<'a, 'i>> {
    let uses = |name: &str| {
        let symbols = block.node.descendants().filter(|it| it.tag_name().name() == "Symbol");
        let first = symbols.filter_map(|it| child(it, "Component"));
        first.filter(|it| name_of(*it).eq_ignore_ascii_case(name)).count()
    };
    let data = markup.objects.iter().filter(|it| it.kind == "SW.Blocks.GlobalDB");
    let found = data.map(|it| (uses(it.name), it)).max_by_key(|it| it.0)?;
    (found.0 > 0).then_some(*found.1)
}

/// The locations of a member in the model.
pub(super) fn shown(markup: &Markup<'_, '_>, of: Object<'_, '_>, name: &str) -> Vec<Shown> {
    let (owner, name) = (of.name.to_owned(), name.to_owned());
    if of.kind == "SW.Types.PlcStruct" {
        let project = markup.world.context.logic.project;
        let mut all = vec![Shown::Type(owner.clone(), name.clone())];
        all.extend(instances(project, &owner, &name));
        return all;
    }
    let tag = Shown::Tag(format!("\"{owner}\".\"{name}\""));
    vec![Shown::Block(owner, name), tag]
}

/// Adds a tag, modelled on the last one of the table, without its comment and address.
fn of_table(markup: &Markup<'_, '_>, table: Object<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let name = context.new_name("name")?;
    let project = context.logic.project;
    let taken = project.tags.iter().any(|it| it.name.eq_ignore_ascii_case(&format!("\"{name}\"")))
        || project.blocks.iter().any(|it| it.name.eq_ignore_ascii_case(name));
    if taken || markup.object(name).is_some() {
        return Err(Why::Taken { name: name.to_owned() }.into());
    }
    let kind = kind(markup)?;
    let bare_kind = kind.trim_matches('"').to_owned();
    let other = || Stop::No(Why::OtherPlatform { what: table.name.to_owned() });
    let list = child(table.node, "ObjectList").ok_or_else(other)?;
    let model = children(list, "SW.Tags.PlcTag").last().ok_or_else(other)?;
    let text = &table.file.text;
    let whole = model.range();
    let ids = table.node.document().descendants().filter_map(|it| it.attribute("ID"));
    let mut next = ids.filter_map(|it| u64::from_str_radix(it, 16).ok()).max().unwrap_or(0) + 1;
    let mut parts: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for element in model.descendants().filter(Element::is_element) {
        if let Some(id) = element.attribute_node("ID") {
            parts.push((id.range_value(), format!("{next:X}")));
            next += 1;
        }
        let (start, is_empty) = start_tag(text, element);
        let inside = start..end_tag(text, element);
        let new = match element.tag_name().name() {
            _ if is_empty => continue,
            "Name" => name.to_owned(),
            "DataTypeName" => escaped(&kind),
            "LogicalAddress" | "Text" => String::new(),
            _ => continue,
        };
        parts.push((inside, new));
    }
    let element = rewritten(text, whole.clone(), parts);
    let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
    let mut draft = Draft::default();
    draft.splice(table.file.file, whole.end, whole.end, format!("{blanks}{element}"));
    let full = format!("\"{name}\"");
    draft.expect(ChangeKind::TagAdded, &[&full]).touch(key("tag", &full));
    let said = Said::Tag { name: name.to_owned(), kind: bare_kind, place: table.name.to_owned() };
    draft.step(ChangeAction::Create, full.clone(), "Tag", said, Content::Given(element));
    draft.assumed.push(Assumed::NoAddress { name: name.to_owned() });
    draft.affect(&full);
    Ok(draft)
}

/// Changes an initial value.
pub(super) fn value(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let (said, to) = (context.need("tag"), context.need("to"));
    let no_value = || Stop::No(Why::NoValue { name: said.to_owned() });
    let (object, member) = markup.member(said).ok_or_else(no_value)?;
    markup.writable(object)?;
    if object.kind != "SW.Blocks.GlobalDB" {
        return Err(no_value());
    }
    let kind = member.attribute("Datatype").unwrap_or_default();
    let value = literal(kind, to)?;
    let name = name_of(member);
    let text = &object.file.text;
    let there = child(member, "StartValue");
    let was = there.and_then(|it| it.text()).unwrap_or_default().trim().to_owned();
    if was.eq_ignore_ascii_case(&value) {
        return Err(Why::Same { name: format!("{said} = {was}") }.into());
    }
    let mut draft = Draft::default();
    let whole = member.range();
    let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
    let (start, is_empty) = start_tag(text, member);
    let element = format!("<StartValue>{}</StartValue>", escaped(&value));
    if let Some(there) = there {
        let at = there.range();
        draft.splice(object.file.file, at.start, at.end, element.clone());
    } else if is_empty {
        let open = text[whole.start..start].trim_end_matches("/>").trim_end().len();
        let new = format!(">{blanks}  {element}{blanks}</Member>");
        draft.splice(object.file.file, whole.start + open, whole.end, new);
    } else {
        let before = [child(member, "AttributeList"), child(member, "Comment")];
        let at = before.iter().flatten().map(|it| it.range().end).max().unwrap_or(start);
        draft.splice(object.file.file, at, at, format!("{blanks}  {element}"));
    }
    let all = shown(markup, object, name);
    markup.world.expect(&mut draft, &all, Fate::Changed(&was, &value));
    let full = format!("\"{}\".\"{name}\"", object.name);
    let (tag, operand) = (full.clone(), String::new());
    draft.values.push(NewValue { tag, operand, to: value.clone() });
    let was = if was.is_empty() { "–".to_owned() } else { was };
    let said = Said::Value { name: full.clone(), from: was, to: value };
    draft.step(ChangeAction::Update, full.clone(), "DB", said, Content::Given(element));
    draft.kept(&full).written(RiskLevel::Medium, &full, context.writes(&full));
    draft.affect(&full);
    Ok(draft)
}

/// Deletes a tag or a type without a use.
pub(super) fn delete(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let said = context.need("name");
    let no_unit = || Stop::No(Why::NoUnit { name: said.to_owned() });
    let in_use = |name: &str, place: &str| {
        Stop::No(Why::InUse { name: name.to_owned(), place: place.to_owned() })
    };
    if let Some(place) = context.logic.protected().first() {
        return Err(in_use(said, place));
    }
    let used = |name: &str, own: std::ops::Range<usize>, file: usize| {
        let texts = markup.world.texts.iter().map(|it| (it.piece.file, &it.piece.text));
        let beside = markup.world.beside.iter().map(|it| (it.0, &it.1));
        if let Some((file, _)) = texts.chain(beside).find(|it| has_word(it.1, name)) {
            return Some(context.source.files[file].path.clone());
        }
        let found = markup.objects.iter().find(|it| {
            let (text, whole) = (&it.file.text, it.node.range());
            if it.file.file != file {
                return has_word(&text[whole], name);
            }
            has_word(&text[whole.start.min(own.start)..own.start], name)
                || has_word(&text[own.end.min(whole.end)..whole.end], name)
        });
        found.map(|it| it.name.to_owned())
    };
    let mut draft = Draft::default();
    if let Some((table, tag)) = markup.tag(said) {
        let name = attribute(tag, "Name").unwrap_or_default();
        let at = crate::element::with_blanks(&table.file.text, tag);
        if let Some(place) = used(name, at.clone(), table.file.file) {
            return Err(in_use(name, &place));
        }
        let full = format!("\"{name}\"");
        draft.splice(table.file.file, at.start, at.end, "");
        draft.expect(ChangeKind::TagRemoved, &[&full]).touch(key("tag", &full));
        let said = Said::Delete { name: full.clone() };
        draft.step(ChangeAction::Delete, full.clone(), "Tag", said, Content::None);
        let danger = Danger::ByName { name: full.clone() };
        draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
        draft.affect(&full);
        return Ok(draft);
    }
    let object = markup.object(said).filter(|it| it.kind == "SW.Types.PlcStruct");
    let object = object.ok_or_else(no_unit)?;
    if let Some(place) = used(object.name, object.node.range(), object.file.file) {
        return Err(in_use(object.name, &place));
    }
    // A SimaticML file contains one object.
    draft.without.insert(object.file.file);
    draft.expect(ChangeKind::TypeRemoved, &[object.name]).touch(key("type", object.name));
    let (target, said) = (object.name.to_owned(), Said::Delete { name: object.name.to_owned() });
    draft.step(ChangeAction::Delete, target, "UDT", said, Content::None);
    Ok(draft)
}
