//! Tags of the controller and of programs.

use std::collections::BTreeMap;

use tagbridge_texts::Coded;

use super::{
    data,
    export::Export,
    mention,
    tree::{Element, Places},
    types::{access, type_use},
};
use crate::{Access, Exchange, Initial, Member, NoteKind, Place, Section, Tag, TypeUse};
use crate::{reason::Why, says::Noted};

/// Reads a `Tag` element. The type of an alias is set after all tags have been read.
pub(super) fn read<'t>(places: Places<'_, 't>, export: &mut Export, element: Element<'_, 't>) {
    let program = export.program.clone();
    let own_name = element.owned("Name");
    let type_use = type_use(element.owned("DataType"), element.attribute("Dimensions").as_deref());
    let usage = element.attribute("Usage");
    let section = match usage.as_deref() {
        Some("Input") => Some(Section::Input),
        Some("Output") => Some(Section::Output),
        Some("InOut") => Some(Section::InOut),
        _ => None,
    };
    let by_default = export.access_by_default();
    let access = access(element, by_default);
    let name = match &program {
        Some(program) => format!("Program:{program}.{own_name}"),
        None => own_name.clone(),
    };
    let initial = initial(export, element, "Data", &name, &type_use);
    mention::of_tag(export, places, element, &name);
    let tag = Tag {
        place: place(access, section),
        exchange: exchange(element),
        initial,
        scope: program.unwrap_or_default(),
        ..described(element, name, type_use, access)
    };
    if let (Some(section), Some(program)) = (section, export.present(&tag.scope)) {
        program.members.push(Member {
            name: own_name,
            type_use: tag.type_use.clone(),
            section: Some(section),
            access,
            comment: tag.comment.clone(),
            ..Member::default()
        });
    }
    export.add_tag(tag);
}

/// The start value of a tag or a parameter; noted if its form cannot be read. `list` is `Data` or
/// `DefaultData`.
pub(super) fn initial(
    export: &mut Export,
    element: Element<'_, '_>,
    list: &'static str,
    name: &str,
    type_use: &TypeUse,
) -> Option<Initial> {
    let has = |format| element.named(list).any(|it| it.attribute("Format").as_deref() == format);
    // For an array, `String` is only the text of the first element.
    let is_text = has(Some("String")) && type_use.dimensions.is_empty();
    if has(Some("Decorated")) || is_text || !has(Some("L5K")) && !has(None) {
        return data::initial(&mut export.seen, element, list);
    }
    let found = export.layouts.initial(element, list, type_use);
    if found.is_err() {
        export.note(NoteKind::Skipped, name, &Noted::InitialForm);
    }
    found.unwrap_or_default()
}

/// The common part of tags and module tags.
pub(super) fn described(
    element: Element<'_, '_>,
    name: String,
    type_use: TypeUse,
    access: Access,
) -> Tag {
    Tag {
        name,
        scope: String::new(),
        type_use,
        comment: element.remark("Description"),
        comments: by_operand(element, "Comments", "Comment"),
        unit: element.remark("EngineeringUnit"),
        units: by_operand(element, "EngineeringUnits", "EngineeringUnit"),
        access,
        constant: element.is("Constant", "true"),
        safety: element.is("Class", "Safety"),
        alias_for: element.attribute("AliasFor").map(Into::into),
        place: place(access, None),
        ..Tag::default()
    }
}

fn place(access: Access, section: Option<Section>) -> Place {
    if section == Some(Section::InOut) {
        Place::Nowhere { reason: Why::InOutParameter.message() }
    } else if access == Access::None {
        Place::Nowhere { reason: Why::OwnAccessNone.message() }
    } else {
        Place::Symbol
    }
}

fn exchange(element: Element<'_, '_>) -> Option<Exchange> {
    match element.attribute("TagType").as_deref() {
        Some("Produced") => Some(Exchange::Produced),
        Some("Consumed") => {
            let of = |name: &str| {
                element.child("ConsumeInfo").map(|info| info.owned(name)).unwrap_or_default()
            };
            Some(Exchange::Consumed { producer: of("Producer"), remote: of("RemoteTag") })
        }
        _ => None,
    }
}

fn by_operand(element: Element<'_, '_>, list: &str, name: &str) -> BTreeMap<String, String> {
    element
        .within(list, name)
        .filter_map(|remark| {
            let text = match remark.text() {
                "" => remark.children().map(Element::text).find(|text| !text.trim().is_empty())?,
                text => text,
            };
            Some((remark.owned("Operand"), text.trim().to_owned()))
        })
        .collect()
}
