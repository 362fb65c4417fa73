//! Adapts the document for client generators: replaces constructs that they cannot read with
//! equivalent ones.

use serde_json::{Map, Value, json};

/// Enumerations in requests: other values are refused. All others are in responses, and may get
/// more values later, which must not break existing clients.
const CHOSEN: [&str; 2] = ["Mode", "SourceFormat"];
/// The address of the built-in service.
const ORIGIN: &str = "http://127.0.0.1:8750";

/// Adapts the whole document.
pub(super) fn fit(document: &mut Value, contract: &str, prefix: &str) {
    document["info"]["version"] = package_version(contract).into();
    document["info"]["x-contract"] = contract.into();
    let origin = json!({ "default": ORIGIN, "description": "Where the service is." });
    document["servers"] =
        json!([{ "url": format!("{{origin}}{prefix}"), "variables": { "origin": origin } }]);
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        open_enumerations(schemas);
        name_variants(schemas);
        schemas.sort_keys();
    }
    fit_schemas(document);
}

/// The version `2026-09-02` in the format of packages (PEP 440): `2026.9.2`.
fn package_version(contract: &str) -> String {
    contract.split('-').map(|part| part.trim_start_matches('0')).collect::<Vec<_>>().join(".")
}

/// Enumerations in responses become texts with known values.
fn open_enumerations(schemas: &mut Map<String, Value>) {
    for (name, schema) in schemas.iter_mut() {
        let Some(Value::Array(values)) = schema.get("enum").cloned() else { continue };
        if CHOSEN.contains(&name.as_str()) {
            continue;
        }
        let known: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let text = format!("{text} Known values: `{}`; there may be more.", known.join("`, `"));
        *schema = json!({ "type": "string", "description": text });
    }
}

/// Gives each variant of an object that one field distinguishes a name, and adds a discriminator
/// (OpenAPI 3.1, section 4.8.25): the variant of `Turn` with the `status` `needs_input` is
/// `NeedsInputTurn`.
fn name_variants(schemas: &mut Map<String, Value>) {
    let mut flattened = Vec::new();
    for name in schemas.keys().cloned().collect::<Vec<_>>() {
        let Some((variants, inner)) = variants_of(schemas, &name) else { continue };
        let Some(field) = variants.first().and_then(told_by) else { continue };
        let (mut refs, mut mapping) = (Vec::new(), Map::new());
        for mut variant in variants {
            let Some(value) = constant(&variant, &field).map(str::to_owned) else { continue };
            let its_name = format!("{}{name}", pascal(&value));
            let to = format!("#/components/schemas/{its_name}");
            refs.push(json!({ "$ref": to }));
            mapping.insert(value, to.into());
            variant["title"] = its_name.clone().into();
            schemas.insert(its_name, variant);
        }
        let discriminator = json!({ "propertyName": field, "mapping": mapping });
        let description = schemas[&name].get("description").cloned().unwrap_or_default();
        let schema = json!({
            "description": description, "oneOf": refs, "discriminator": discriminator
        });
        schemas.insert(name, schema);
        flattened.extend(inner);
    }
    for inner in flattened {
        schemas.remove(&inner);
    }
}

/// The inline variants of a schema, with their common fields, and the schema that contains them, if
/// it is another one.
fn variants_of(schemas: &Map<String, Value>, name: &str) -> Option<(Vec<Value>, Option<String>)> {
    let inline = |schema: &Value| {
        let variants = schema.get("oneOf")?.as_array()?.clone();
        variants.iter().all(|variant| told_by(variant).is_some()).then_some(variants)
    };
    let is_flattened = |name: &str| {
        let all = schemas.values().filter_map(|schema| schema.get("allOf")?.as_array()).flatten();
        all.filter_map(reference).any(|it| it == name)
    };
    let schema = &schemas[name];
    if let Some(variants) = inline(schema) {
        return (!is_flattened(name)).then_some((variants, None));
    }
    let [first, rest] = schema.get("allOf")?.as_array()?.as_slice() else { return None };
    let inner = reference(first)?;
    let mut variants = inline(schemas.get(inner)?)?;
    for variant in &mut variants {
        for part in ["properties", "required"] {
            match (variant.get_mut(part), rest.get(part)) {
                (Some(Value::Object(own)), Some(Value::Object(all))) => own.extend(all.clone()),
                (Some(Value::Array(own)), Some(Value::Array(all))) => own.extend(all.clone()),
                _ => {}
            }
        }
    }
    Some((variants, Some(inner.to_owned())))
}

/// The field of an object that has only one value.
fn told_by(variant: &Value) -> Option<String> {
    let mut fields = variant.get("properties")?.as_object()?.keys();
    fields.find(|field| constant(variant, field).is_some()).cloned()
}

fn constant<'a>(variant: &'a Value, field: &str) -> Option<&'a str> {
    match variant["properties"][field].get("enum")?.as_array()?.as_slice() {
        [only] => only.as_str(),
        _ => None,
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

fn pascal(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    words.split('_').filter_map(capital).collect()
}

/// Makes optional fields non-null, and bytes binary.
fn fit_schemas(value: &mut Value) {
    let Value::Object(object) = value else {
        value.as_array_mut().into_iter().flatten().for_each(fit_schemas);
        return;
    };
    let required = object.get("required").cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        let is_required =
            |name: &str| required.as_array().is_some_and(|it| it.iter().any(|it| it == name));
        properties
            .iter_mut()
            .filter(|(name, _)| !is_required(name))
            .for_each(|(_, it)| no_null(it));
    }
    if object.contains_key("in")
        && let Some(schema) = object.get_mut("schema").filter(|_| required != true)
    {
        no_null(schema);
    }
    if let Some(Value::Object(content)) = object.get_mut("content") {
        for (kind, content) in content {
            if kind != "application/json" && content["schema"]["items"]["type"] == "integer" {
                content["schema"] = json!({ "type": "string", "format": "binary" });
            }
        }
    }
    object.values_mut().for_each(fit_schemas);
}

fn no_null(schema: &mut Value) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            schema["type"] = only.clone();
        }
    }
    if let Some(Value::Array(kinds)) = schema.get_mut("oneOf") {
        kinds.retain(|kind| kind["type"] != "null");
        if let [only] = kinds.as_slice() {
            *schema = only.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contract_is_a_version_of_a_package() {
        assert_eq!(package_version("2026-09-02"), "2026.9.2");
        assert_eq!(package_version("2026-10-20"), "2026.10.20");
    }

    #[test]
    fn what_a_field_tells_apart_has_names_and_what_is_flattened_is_in_each() {
        let variant = |status: &str| {
            json!({ "type": "object", "required": ["status"],
                "properties": { "status": { "type": "string", "enum": [status] } } })
        };
        let mut document = json!({ "components": { "schemas": {
            "Outcome": { "oneOf": [variant("answer"), variant("needs_input")] },
            "Turn": { "description": "It.", "allOf": [
                { "$ref": "#/components/schemas/Outcome" },
                { "type": "object", "required": ["usage"], "properties": {
                    "usage": { "type": "integer" },
                    "name": { "type": ["string", "null"], "description": "Or none." } } } ] },
            "State": { "type": "string", "enum": ["on", "off"], "description": "How it is." },
        } } });
        fit(&mut document, "2026-09-02", "/api/v1");
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert_eq!(
            schemas.keys().collect::<Vec<_>>(),
            ["AnswerTurn", "NeedsInputTurn", "State", "Turn"]
        );
        let mapping = &schemas["Turn"]["discriminator"]["mapping"];
        assert_eq!(mapping["needs_input"], "#/components/schemas/NeedsInputTurn");
        let needs_input = &schemas["NeedsInputTurn"];
        assert_eq!(needs_input["required"], json!(["status", "usage"]));
        assert_eq!(needs_input["properties"]["name"]["type"], "string");
        let text = "How it is. Known values: `on`, `off`; there may be more.";
        assert_eq!(schemas["State"], json!({ "type": "string", "description": text }));
    }
}
