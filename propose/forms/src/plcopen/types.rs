//! Types and values, as elements and as text.

use crate::element::{XmlElement as Element, child, children, escaped};

/// What nests deeper is left out.
const MAXIMUM_DEPTH: usize = 32;

/// The type in a `type`, `baseType` or `returnType` element, as in a declaration.
pub(super) fn spelled(around: Element<'_, '_>, depth: usize) -> Option<String> {
    let is_type = |it: &Element<'_, '_>| {
        it.is_element() && !matches!(it.tag_name().name(), "addData" | "documentation")
    };
    let node = around.children().find(is_type).filter(|_| depth < MAXIMUM_DEPTH)?;
    let inner = || spelled(child(node, "baseType")?, depth + 1);
    let tag = node.tag_name().name();
    Some(match tag {
        "derived" => node.attribute("name")?.to_owned(),
        "array" => {
            let bound = |it: Element<'_, '_>| {
                let at = |name: &str| it.attribute(name).unwrap_or_default().to_owned();
                format!("{}..{}", at("lower"), at("upper"))
            };
            let bounds: Vec<String> = children(node, "dimension").map(bound).collect();
            format!("ARRAY[{}] OF {}", bounds.join(", "), inner()?)
        }
        "string" | "wstring" => match node.attribute("length") {
            Some(length) => format!("{}({length})", tag.to_uppercase()),
            None => tag.to_uppercase(),
        },
        "struct" => {
            let members = children(node, "variable").filter_map(|it| {
                Some(format!(
                    "{} : {};",
                    it.attribute("name")?,
                    spelled(child(it, "type")?, depth + 1)?
                ))
            });
            format!("STRUCT {} END_STRUCT", members.collect::<Vec<_>>().join(" "))
        }
        "pointer" => format!("POINTER TO {}", inner()?),
        _ if tag.eq_ignore_ascii_case("reference") => format!("REFERENCE TO {}", inner()?),
        "subrangeSigned" | "subrangeUnsigned" => inner()?,
        _ => tag.to_owned(),
    })
}

/// The element of a type; each line begins with these blanks.
pub(super) fn written(text: &str, blanks: &str) -> Option<String> {
    const ELEMENTARY: &str = "BOOL BYTE WORD DWORD LWORD SINT INT DINT LINT USINT UINT UDINT ULINT REAL \
        LREAL TIME DATE DT TOD";
    let text = text.trim();
    let upper = text.to_uppercase();
    let inner = |of: &str| {
        let deep = format!("{blanks}  ");
        let blanks = if blanks.is_empty() { "" } else { deep.as_str() };
        Some(format!(
            "{blanks}<baseType>{}{blanks}</baseType>",
            written(of, &format!("{blanks}  "))?
        ))
    };
    if ELEMENTARY.split_whitespace().any(|it| it == upper) {
        return Some(format!("{blanks}<{upper} />"));
    }
    for word in ["WSTRING", "STRING"] {
        let rest = upper.strip_prefix(word).map(|it| it.trim().trim_matches(['(', ')', '[', ']']));
        let tag = word.to_lowercase();
        match rest {
            Some("") => return Some(format!("{blanks}<{tag} />")),
            Some(length) if length.chars().all(|it| it.is_ascii_digit()) => {
                return Some(format!("{blanks}<{tag} length=\"{length}\" />"));
            }
            _ => {}
        }
    }
    for (word, tag) in [("POINTER TO ", "pointer"), ("REFERENCE TO ", "reference")] {
        if upper.starts_with(word) {
            return Some(format!("{blanks}<{tag}>{}{blanks}</{tag}>", inner(&text[word.len()..])?));
        }
    }
    if upper.starts_with("ARRAY") {
        let (open, close) = (text.find('[')?, text.find(']')?);
        let of = text.get(close + 1..)?.trim_start();
        let of = of.get(..3).filter(|it| it.eq_ignore_ascii_case("OF ")).map(|_| &of[3..])?;
        let step = if blanks.is_empty() { String::new() } else { format!("{blanks}  ") };
        let bound = |it: &str| {
            let (low, high) = it.split_once("..")?;
            let (low, high) = (escaped(low.trim()), escaped(high.trim()));
            Some(format!("{step}<dimension lower=\"{low}\" upper=\"{high}\" />"))
        };
        let bounds: Option<String> = text.get(open + 1..close)?.split(',').map(bound).collect();
        return Some(format!("{blanks}<array>{}{}{blanks}</array>", bounds?, inner(of)?));
    }
    let is_name = text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.'));
    is_name.then(|| format!("{blanks}<derived name=\"{text}\" />"))
}

/// An `initialValue` as in a declaration: `5`, `(a := 1, b := [2(0)])`.
pub(super) fn value(around: Element<'_, '_>, depth: usize) -> Option<String> {
    let node = around.children().find(Element::is_element).filter(|_| depth < MAXIMUM_DEPTH)?;
    let items = |one: &dyn Fn(Element<'_, '_>) -> Option<String>| {
        children(node, "value").filter_map(one).collect::<Vec<_>>().join(", ")
    };
    match node.tag_name().name() {
        "simpleValue" => node.attribute("value").map(str::to_owned),
        "arrayValue" => Some(format!(
            "[{}]",
            items(&|it| {
                let text = value(it, depth + 1)?;
                Some(match it.attribute("repetitionValue") {
                    Some(count) => format!("{count}({text})"),
                    None => text,
                })
            })
        )),
        "structValue" => Some(format!(
            "({})",
            items(&|it| Some(format!("{} := {}", it.attribute("member")?, value(it, depth + 1)?)))
        )),
        _ => None,
    }
}

/// A variable as a line of a declaration.
pub(super) fn shown(of: Element<'_, '_>) -> String {
    let name = of.attribute("name").unwrap_or_default().trim();
    let at = of.attribute("address").filter(|it| !it.is_empty());
    let at = at.map(|it| format!(" AT {it}")).unwrap_or_default();
    let kind = child(of, "type").and_then(|it| spelled(it, 0)).unwrap_or_default();
    let value = child(of, "initialValue").and_then(|it| value(it, 0));
    let value = value.map(|it| format!(" := {it}")).unwrap_or_default();
    let comment = child(of, "documentation").map(|it| {
        let text: String =
            it.descendants().filter_map(|it| it.text().filter(|_| it.is_text())).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let comment = comment.filter(|it| !it.is_empty());
    let comment = comment.map(|it| format!(" // {it}")).unwrap_or_default();
    format!("{name}{at} : {kind}{value};{comment}")
}
