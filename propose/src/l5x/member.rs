//! Adds a member to a type, and to the data of its tags.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};

use super::{File, Node, add, value::after};
use crate::{
    draft::{Content, Draft, Stop, ask},
    element::{child, children, end_tag, name_of, section},
    says::{Ask, Assumed, Danger, Said, Why},
};

/// Adds a member at the end of a type.
pub(super) fn add(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let (name, said) = (context.new_name("name")?, context.need("place"));
    let mut types = file.types().into_iter();
    let of = types
        .find(|it| name_of(*it).eq_ignore_ascii_case(said))
        .ok_or_else(|| Why::NoUnit { name: said.to_owned() })?;
    if of.attribute("Family").is_some_and(|it| it != "NoFamily") {
        return Err(Why::NoUnit { name: said.to_owned() }.into());
    }
    let of_name = name_of(of);
    let list = child(of, "Members").ok_or_else(|| Why::NoUnit { name: said.to_owned() })?;
    let members: Vec<Node<'_, '_>> = children(list, "Member").collect();
    if members.iter().any(|it| name_of(*it).eq_ignore_ascii_case(name)) {
        return Err(Why::Taken { name: format!("{of_name}.{name}") }.into());
    }
    let Some(kind) = context.get("type") else {
        let types = ["BOOL", "DINT", "REAL", "INT"].map(ToOwned::to_owned).to_vec();
        return Err(ask("type", Ask::Type, Ask::WhyType, types));
    };
    let kind = file.type_called(kind)?;
    let (radix, zero, shown) = match kind.as_str() {
        "REAL" => ("Float", "0.00000000e+000", "0.0"),
        "BOOL" | "SINT" | "INT" | "DINT" | "LINT" => ("Decimal", "0", "0"),
        // The data of a structure cannot be created without that of its members.
        _ if !is_used(file, of_name) => ("NullType", "", ""),
        _ => {
            let (name, tag) = (kind, of_name.to_owned());
            return Err(Why::HasValues { name, tag }.into());
        }
    };
    let line_end = file.text.line_end();
    let element = element(of_name, members.len(), name, &kind, radix, line_end);
    let mut draft = Draft::default();
    let at = members.last().map_or_else(|| end_tag(&file.text.text, list), |it| it.range().end);
    draft.splice(file.text.file, at, at, format!("{line_end}{element}"));
    extend_values(file, &mut draft, of_name, (name, &kind, radix), (zero, shown))?;
    draft.expect(ChangeKind::TypeChanged, &[of_name, name]).touch(key("type", of_name));
    let said =
        Said::Member { name: name.to_owned(), kind: kind.clone(), place: of_name.to_owned() };
    let proposed = Content::Given(after(file, of, &draft));
    draft.step(ChangeAction::Update, of_name, "UDT", said, proposed);
    draft.assumed.push(Assumed::AtTheEnd { place: of_name.to_owned() });
    let danger = Danger::External { name: of_name.to_owned() };
    draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
    Ok(draft)
}

/// Bits are in a hidden number, as in Studio 5000.
fn element(
    of: &str,
    position: usize,
    name: &str,
    kind: &str,
    radix: &str,
    line_end: &str,
) -> String {
    let tail = "ExternalAccess=\"Read/Write\"/>";
    if kind != "BOOL" {
        return format!(
            "<Member Name=\"{name}\" DataType=\"{kind}\" Dimension=\"0\" Radix=\"{radix}\" \
             Hidden=\"false\" {tail}"
        );
    }
    let short: String = of.chars().take(10).collect();
    let host = format!("ZZZZZZZZZZ{short}{position}");
    format!(
        "<Member Name=\"{host}\" DataType=\"SINT\" Dimension=\"0\" Radix=\"Decimal\" \
         Hidden=\"true\" {tail}{line_end}<Member Name=\"{name}\" DataType=\"BIT\" Dimension=\"0\" \
         Radix=\"Decimal\" Hidden=\"false\" Target=\"{host}\" BitNumber=\"0\" {tail}"
    )
}

fn is_used(file: &File<'_, '_>, of: &str) -> bool {
    let mut all = file.root.descendants();
    all.any(|it| it.attribute("DataType") == Some(of))
}

/// Adds a value of the new member to tags and arrays of the type, but not to nested values.
fn extend_values(
    file: &File<'_, '_>,
    draft: &mut Draft,
    of: &str,
    (name, kind, radix): (&str, &str, &str),
    (zero, shown): (&str, &str),
) -> Result<(), Stop> {
    let text = &file.text.text;
    let users = file
        .root
        .descendants()
        .filter(|it| it.attribute("DataType").is_some_and(|kind| kind.eq_ignore_ascii_case(of)));
    for user in users {
        let tag_name = user.tag_name().name();
        let refused = || {
            let tag = user.ancestors().find(|it| it.has_attribute("Name")).map(name_of);
            Why::HasValues { name: of.to_owned(), tag: tag.unwrap_or_default().to_owned() }
        };
        match tag_name {
            // A reference has no values.
            "Parameter" if user.attribute("Usage") == Some("InOut") => {}
            "Tag" | "LocalTag" | "Parameter" => {
                add::safe(user, name_of(user))?;
                let depth = match user.attribute("Dimensions") {
                    None => 1,
                    Some(one) if one.trim().parse::<u32>().is_ok() => 2,
                    Some(_) => return Err(refused().into()),
                };
                let list = if tag_name == "Tag" { "Data" } else { "DefaultData" };
                let data = children(user, list).find(|it| it.attribute("Format") == Some("L5K"));
                if let Some(data) = data {
                    let inside = section(text, data).ok_or_else(refused)?;
                    let ends = ends_at(&text[inside.clone()], depth).ok_or_else(refused)?;
                    for end in ends {
                        let at = inside.start + end;
                        draft.splice(file.text.file, at, at, format!(",{zero}"));
                    }
                }
            }
            "Structure" => {
                let in_array = user.parent().is_some_and(|it| it.has_tag_name("Element"));
                let is_top = user.parent().is_some_and(|it| it.tag_name().name().ends_with("Data"));
                if !in_array && !is_top {
                    return Err(refused().into());
                }
                let at = user.last_element_child().map_or(user.range().end, |it| it.range().end);
                let radix =
                    if kind == "BOOL" { String::new() } else { format!(" Radix=\"{radix}\"") };
                let line_end = file.text.line_end();
                let value = format!(
                    "{line_end}<DataValueMember Name=\"{name}\" DataType=\"{kind}\"{radix} Value=\"{shown}\"/>"
                );
                draft.splice(file.text.file, at, at, value);
            }
            "Array" => {}
            _ => return Err(refused().into()),
        }
    }
    Ok(())
}

/// The ends of the lists with this depth: `[1,[2,3]]` has one with depth 1, and one with depth 2.
fn ends_at(data: &str, depth: usize) -> Option<Vec<usize>> {
    let (mut level, mut quoted, mut ends) = (0_usize, false, Vec::new());
    let mut chars = data.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '$' if quoted => drop(chars.next()),
            '\'' => quoted = !quoted,
            '[' if !quoted => level += 1,
            ']' if !quoted => {
                if level == depth {
                    ends.push(at);
                }
                level = level.checked_sub(1)?;
            }
            _ => {}
        }
    }
    (level == 0 && !quoted && !ends.is_empty()).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::ends_at;

    #[test]
    fn values_of_a_structure_and_of_an_array_end_at_their_brackets() {
        assert_eq!(ends_at("[1,[2,3],4]", 1), Some(vec![10]));
        assert_eq!(ends_at("[[1,2],[3,4]]", 2), Some(vec![5, 11]));
        assert_eq!(ends_at("[3,'a$']']", 1), Some(vec![9]));
        assert_eq!(ends_at("[1", 1), None);
        assert_eq!(ends_at("5", 1), None);
    }
}
