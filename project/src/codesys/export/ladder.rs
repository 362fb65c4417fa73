//! The new ladder editor keeps its networks as JSON in one text.
//!
//! The text tells `Networks`, each with a `Sequence` of `Elements`, which are contacts, coils,
//! blocks and branches by their type's name. Names of fields vary with the version, so that what
//! is not known is passed over.

use serde_json::{Map, Value};

use super::super::archive::Item;
use crate::model::Rung;

type Object = Map<String, Value>;

/// All networks; none where the text is no JSON.
pub(super) fn read(implementation: Item<'_, '_>) -> Vec<Rung> {
    // The parser itself nests no deeper than 128.
    let model = implementation
        .descendants()
        .find(|item| item.name() == Some("ModelJson"))
        .and_then(|item| serde_json::from_str::<Value>(&item.text()).ok());
    let networks = model.as_ref().and_then(|model| find(model.as_object()?, &["networks"]));
    let Some(networks) = networks.and_then(Value::as_array) else { return Vec::new() };
    (1..)
        .zip(networks)
        .filter_map(|(number, network)| {
            let network = network.as_object()?;
            Some(Rung {
                language: None,
                number,
                title: word(network, &["title"]),
                comment: word(network, &["comment"]),
                text: sequence(network) + ";",
            })
        })
        .collect()
}

/// What follows one another in a network or a branch.
fn sequence(object: &Object) -> String {
    match find(object, &["sequence", "elements", "items"]) {
        Some(Value::Object(inner)) => sequence(inner),
        Some(Value::Array(elements)) => {
            let texts: Vec<String> = elements.iter().filter_map(element).collect();
            texts.join(" ")
        }
        _ => String::new(),
    }
}

fn element(value: &Value) -> Option<String> {
    let object = value.as_object()?;
    if let Some(branches) = find(object, &["branches", "sequences", "paths"])
        && let Some(branches) = branches.as_array()
    {
        let texts: Vec<String> = branches
            .iter()
            .filter_map(|branch| match branch {
                Value::Object(branch) => Some(sequence(branch)),
                Value::Array(elements) => {
                    Some(elements.iter().filter_map(element).collect::<Vec<_>>().join(" "))
                }
                _ => None,
            })
            .collect();
        return Some(format!("[{}]", texts.join(" , ")));
    }
    let kind = word(object, &["$type", "type", "elementtype", "kind"])?;
    // A type's name may bring its namespace and its assembly.
    let kind = kind.split(',').next().unwrap_or_default();
    let kind = kind.rsplit('.').next().unwrap_or_default().to_uppercase();
    let negated =
        word(object, &["negated", "isnegated", "negation"]).is_some_and(|it| it == "true");
    let mut parts: Vec<String> = Vec::new();
    for keys in [
        &["instance", "instancename"][..],
        &["boxtype", "blocktype", "typename", "name"],
        &["operand", "variable", "expression", "value"],
    ] {
        parts.extend(word(object, keys));
    }
    let inner = match find(object, &["inputs", "pins", "parameters"]) {
        Some(Value::Array(pins)) => pins.iter().filter_map(pin).collect(),
        _ => Vec::new(),
    };
    parts.extend(inner);
    let not = if negated { "NOT " } else { "" };
    Some(format!("{kind}({not}{})", parts.join(", ")))
}

fn pin(value: &Value) -> Option<String> {
    let object = value.as_object()?;
    let operand = word(object, &["operand", "variable", "expression", "value"])?;
    match word(object, &["name", "parameter"]) {
        Some(name) => Some(format!("{name} := {operand}")),
        None => Some(operand),
    }
}

/// The first of some fields, in whatever case.
fn find<'a>(object: &'a Object, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| {
        object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    })
}

/// A field's scalar as text; an object's is its own operand or text.
fn word(object: &Object, names: &[&str]) -> Option<String> {
    let text = match find(object, names)? {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Object(inner) => {
            let inner = find(inner, &["operand", "text", "expression", "name", "value"])?;
            inner.as_str()?.to_owned()
        }
        _ => return None,
    };
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}
