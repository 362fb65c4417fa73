//! The input and output schemas of tools, from the API's document, so that each field is described
//! once.

use std::sync::{Arc, LazyLock};

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::{
    file::FileLink,
    file_argument::FILE_PATH,
    tools::{ArgumentPlace, Hints, ResultKind, Row, TOOLS},
};

/// The description of the argument that names a file.
const PATH: &str = "An absolute path. Only if agent and service run on the same machine and its owner has \
                    shared the folder. One of the three inputs is required.";

/// A tool's row and its description.
pub(super) struct DescribedTool {
    pub(super) row: &'static Row,
    pub(super) tool: Tool,
    /// The required arguments.
    pub(super) required: Vec<&'static str>,
}

/// All tools, in their order.
pub(super) fn described() -> &'static [DescribedTool] {
    static ALL: LazyLock<Vec<DescribedTool>> = LazyLock::new(|| {
        let document = crate::openapi();
        TOOLS.iter().map(|row| describe(row, &document)).collect()
    });
    &ALL
}

/// Lets a client send the project of a call in the header `Mcp-Param-Project`, too (revision
/// 2026-07-28).
pub(super) fn name_project(tool: &mut Tool) {
    let input = Arc::make_mut(&mut tool.input_schema);
    if let Some(Value::Object(id)) = input.get_mut("properties").and_then(|it| it.get_mut("id")) {
        id.insert("x-mcp-header".to_owned(), "Project".into());
    }
}

fn describe(row: &'static Row, document: &Value) -> DescribedTool {
    let operation = &document["paths"][row.path][row.method];
    let (input, required) = input(row, operation, document);
    let said = |field: &str| operation[field].as_str().unwrap_or_default().to_owned();
    let hints = ToolAnnotations::new()
        .read_only(row.hints == Hints::Reads)
        .destructive(false)
        .idempotent(row.hints != Hints::Reads && row.name != "svc_stage_upload")
        .open_world(row.hints == Hints::Asks);
    let tool = Tool::new(row.name, format!("{}. {}", said("summary"), said("description")), input)
        .with_raw_output_schema(output(row, operation, document))
        .with_annotations(hints);
    DescribedTool { row, tool, required }
}

fn input(
    row: &'static Row,
    operation: &Value,
    document: &Value,
) -> (Arc<JsonObject>, Vec<&'static str>) {
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = resolved(body, document);
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for &(name, to) in row.takes {
        let (schema, needed) = match to {
            ArgumentPlace::Path(place) => (described_parameter(&parameters, place), true),
            ArgumentPlace::Query => {
                let is_needed =
                    parameters.iter().any(|it| it["name"] == name && it["required"] == true);
                (described_parameter(&parameters, name), is_needed)
            }
            ArgumentPlace::Body => {
                let needed =
                    body["required"].as_array().is_some_and(|it| it.contains(&json!(name)));
                (body["properties"][name].clone(), needed)
            }
            ArgumentPlace::File if name == FILE_PATH => {
                (json!({ "type": "string", "description": PATH }), false)
            }
            ArgumentPlace::File => {
                let files = &document["components"]["schemas"]["UploadFile"]["properties"];
                (files[name.trim_start_matches("file_")].clone(), false)
            }
        };
        properties.insert(name.to_owned(), schema);
        if needed {
            required.push(name);
        }
    }
    if row.is_write() {
        let text = "Repeated calls with the same key are executed once. Without a key, each call is executed.";
        let key =
            json!({ "type": "string", "minLength": 1, "maxLength": 255, "description": text });
        properties.insert("idempotency_key".to_owned(), key);
    }
    let schema = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    });
    (Arc::new(whole(schema, document)), required)
}

fn described_parameter(parameters: &[Value], name: &str) -> Value {
    let Some(parameter) = parameters.iter().find(|it| it["name"] == name) else { return json!({}) };
    let mut schema = parameter["schema"].clone();
    if parameter["description"].is_string() {
        schema["description"] = parameter["description"].clone();
    }
    schema
}

fn output(row: &Row, operation: &Value, document: &Value) -> Arc<JsonObject> {
    let body = ["200", "201", "202"].into_iter().find_map(|status| {
        let schema = &operation["responses"][status]["content"]["application/json"]["schema"];
        (!schema.is_null()).then(|| schema.clone())
    });
    let file = FileLink::schema();
    let answer = match (row.gives, body) {
        (ResultKind::Body, Some(body)) => resolved(&body, document),
        (ResultKind::Code, Some(body)) => {
            let mut turn = resolved(&body, document);
            let text = |said: &str| json!({ "type": "string", "description": said });
            turn["properties"]["generated_code"] =
                text("With `status` `code`: the complete proposed code.");
            turn["properties"]["code_blocks"] = json!({
                "type": "array",
                "description": "With `status` `code`: the proposed units.",
                "items": { "type": "object", "properties": {
                    "language": text("The language of the code."),
                    "target": text("The unit's path."),
                    "content": text("Its proposed source."),
                } },
            });
            turn
        }
        (ResultKind::BodyOrFile, Some(body)) => json!({ "anyOf": [body, file] }),
        _ => file,
    };
    // Some clients also check errors with this schema, and older ones require a type at its root.
    let refusal = json!({ "$ref": "#/components/schemas/ApiError" });
    let schema = json!({ "type": "object", "anyOf": [answer, refusal] });
    Arc::new(whole(schema, document))
}

fn resolved(schema: &Value, document: &Value) -> Value {
    match schema["$ref"].as_str().and_then(|it| it.strip_prefix('#')) {
        Some(place) => document.pointer(place).cloned().unwrap_or_default(),
        None => schema.clone(),
    }
}

/// The schema with all schemas that it refers to.
fn whole(mut schema: Value, document: &Value) -> JsonObject {
    let mut named = Map::new();
    gather(&mut schema, document, &mut named);
    if !named.is_empty() {
        schema["$defs"] = named.into();
    }
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

fn gather(schema: &mut Value, document: &Value, named: &mut Map<String, Value>) {
    match schema {
        Value::Object(fields) => {
            // Its mapping refers to paths that no longer exist.
            fields.remove("discriminator");
            if let Some(Value::String(to)) = fields.get_mut("$ref")
                && let Some(name) = to.strip_prefix("#/components/schemas/").map(str::to_owned)
            {
                *to = format!("#/$defs/{name}");
                if !named.contains_key(&name) {
                    named.insert(name.clone(), Value::Null);
                    let mut found = document["components"]["schemas"][&name].clone();
                    gather(&mut found, document, named);
                    named.insert(name, found);
                }
            }
            fields.values_mut().for_each(|it| gather(it, document, named));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| gather(it, document, named)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Arguments of endpoints that tools do not have, and the reasons.
    const LEFT_OUT: &[(&str, &str, &str)] = &[
        ("svc_search_context", "top_k", "another name of `limit`"),
        ("svc_interpret", "mode", "a call has one result: nothing is streamed"),
        ("svc_interpret", "Last-Event-ID", "nothing is streamed"),
        ("svc_generate_code", "mode", "a call has one result: nothing is streamed"),
        ("svc_generate_code", "Last-Event-ID", "nothing is streamed"),
        ("svc_save_version", "acknowledge_billing", "no project is made"),
        (
            "svc_download_export",
            "Range",
            "the file is fetched by its link, in which parts one likes",
        ),
    ];

    /// The arguments of an endpoint, by their names in its tool, and whether each is required.
    fn taken(row: &Row, document: &Value) -> BTreeMap<String, bool> {
        let operation = &document["paths"][row.path][row.method];
        let mut taken = BTreeMap::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let place = row
                .takes
                .iter()
                .find(|(_, to)| matches!(to, ArgumentPlace::Path(place) if *place == name));
            let (name, is_needed) = match place {
                Some((own, _)) => (*own, true),
                // The tool creates one by default.
                None if name == "idempotency-key" => ("idempotency_key", false),
                None => (name, parameter["required"] == true),
            };
            taken.insert(name.to_owned(), is_needed);
        }
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let body = resolved(body, document);
        for name in body["properties"].as_object().into_iter().flat_map(Map::keys) {
            let is_needed = body["required"].as_array().is_some_and(|it| it.contains(&json!(name)));
            if name == "file" {
                let files = &document["components"]["schemas"]["UploadFile"]["properties"];
                let one_of = files.as_object().unwrap().keys().map(|it| format!("file_{it}"));
                taken.extend(one_of.chain([FILE_PATH.to_owned()]).map(|it| (it, false)));
            } else {
                taken.insert(name.clone(), is_needed);
            }
        }
        taken
    }

    #[test]
    fn a_tool_takes_what_its_endpoint_takes() {
        let document = crate::openapi();
        let mut left_out = BTreeSet::new();
        for DescribedTool { row, tool, .. } in described() {
            let mut expected = taken(row, &document);
            for &(of, name, why) in LEFT_OUT.iter().filter(|(of, ..)| *of == row.name) {
                assert!(expected.remove(name).is_some(), "{of} could not take {name} ({why})");
                left_out.insert((of, name));
            }
            let input = Value::Object((*tool.input_schema).clone());
            let required = input["required"].as_array().unwrap();
            let seen: BTreeMap<_, _> = input["properties"].as_object().unwrap().iter().collect();
            let found: BTreeMap<_, _> =
                seen.keys().map(|&it| (it.clone(), required.contains(&json!(it)))).collect();
            assert_eq!(found, expected, "{}", row.name);
            for (name, schema) in seen {
                let has_type = ["type", "$ref", "oneOf", "anyOf", "allOf"];
                let has_type = has_type.iter().any(|it| schema.get(it).is_some());
                assert!(has_type, "{}.{name}: {schema}", row.name);
            }
        }
        assert_eq!(left_out.len(), LEFT_OUT.len(), "an exception is of no tool");
    }
}
