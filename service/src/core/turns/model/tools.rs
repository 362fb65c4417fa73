//! The tools of a model: the queries of the built-in interpreter, and the source of a unit.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tagbridge_api::{Permission, query::Query, turn::Citation};
use tagbridge_interpret::{self as interpret, Given, Language, Since, search::sought, source};
use utoipa::PartialSchema as _;

use super::handles::Handles;
use crate::{
    core::{
        Core, Refusal,
        turns::{begin::TurnWork, run, values},
    },
    provider::{Call, Tool},
};

/// Maximum number of search results.
const FOUND_MAX: u32 = 10;

pub(super) struct Tools<'a> {
    core: &'a Core,
    work: &'a Arc<TurnWork>,
    language: Language,
}

#[derive(Deserialize)]
struct Unit {
    path: String,
    rung: Option<u32>,
}

/// All tools: one for each kind of query, with the schema of its fields, and the source of a unit.
pub(super) static OFFERED: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let schema = serde_json::to_value(Query::schema()).unwrap_or_default();
    let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
    let mut tools: Vec<Tool> = variants.into_iter().filter_map(tool).collect();
    tools.push(Tool {
        name: READ_UNIT.to_owned(),
        description: "The source of a routine or block, or of one rung or network of it."
            .to_owned(),
        arguments: json!({
            "type": "object",
            "properties": {
                "path": { "type": "string", "description": "As a result writes it: Main/Pump." },
                "rung": { "type": "integer" },
            },
            "required": ["path"],
        }),
    });
    tools
});

const READ_UNIT: &str = "read_unit";

/// A kind of query as a tool, named by its value of the field [`KIND`].
fn tool(mut variant: Value) -> Option<Tool> {
    let properties = variant.get_mut("properties")?.as_object_mut()?;
    let kind = properties.remove(KIND)?;
    let name = kind["enum"][0].as_str()?.to_owned();
    let description = variant["description"].as_str().unwrap_or_default().to_owned();
    let fields = variant.as_object_mut()?;
    fields.remove("description");
    if let Some(required) = fields.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|it| it != KIND);
    }
    Some(Tool { name, description, arguments: variant })
}

/// The field with the kind of a query.
const KIND: &str = "query";

/// The query of a tool call; `None` if its arguments are invalid.
fn query(call: &Call) -> Option<Query> {
    let mut fields = call.arguments.as_object().cloned()?;
    fields.insert(KIND.to_owned(), Value::String(call.name.clone()));
    serde_json::from_value(Value::Object(fields)).ok()
}

/// The error instead of a result.
pub(super) fn refused(why: &str) -> String {
    json!({ "error": why }).to_string()
}

impl<'a> Tools<'a> {
    pub(super) fn new(core: &'a Core, work: &'a Arc<TurnWork>, language: Language) -> Self {
        Self { core, work, language }
    }

    /// The question.
    pub(super) fn question(&self) -> &'a str {
        &self.work.prompt
    }

    /// The results of a tool as JSON, up to this number of bytes.
    pub(super) async fn run(&self, call: &Call, handles: &mut Handles, most: usize) -> String {
        let lines = match call.name.as_str() {
            READ_UNIT => given(call).map(|it: Unit| self.unit(&it, handles)),
            name if OFFERED.iter().all(|it| it.name != name) => {
                return refused("there is no such tool");
            }
            _ => match query(call) {
                // The search index contains the text.
                Some(Query::Text { words }) => Some(self.search(&words.join(" "), handles).await),
                Some(query) => self.ask(query, handles).await,
                None => None,
            },
        };
        match lines {
            Some(lines) => handles.tell(&lines, most),
            None => refused("the arguments do not fit the tool's schema"),
        }
    }

    /// Answers like the built-in interpreter.
    async fn ask(&self, query: Query, handles: &mut Handles) -> Option<Vec<String>> {
        let older = run::older(self.core, self.work, Since::of(&query)).await.ok().flatten();
        let names = interpret::past(&self.work.facts, &query);
        let past = run::past(self.core, self.work, names).await.ok().flatten();
        let (work, language) = (self.work.clone(), self.language);
        let outcome = self.core.blocking(move |core| {
            let names = interpret::values(&work.facts, &query);
            let values = if names.is_empty() || !work.caller.may(Permission::HmiView) {
                None
            } else {
                Some(values::read(core, &work, &names)?.values)
            };
            let older = older.as_ref().map(|(facts, number)| (&**facts, *number));
            let given = Given { values, older, past };
            Ok::<_, Refusal>(interpret::run(&work.facts, &query, language, &given))
        });
        outcome.await.ok().map(|outcome| handles.lines(&outcome))
    }

    fn unit(&self, unit: &Unit, handles: &mut Handles) -> Vec<String> {
        let found = source(&self.work.facts, &unit.path, unit.rung);
        if found.is_empty() {
            return vec!["nothing is called so".to_owned()];
        }
        let lines = found.iter().flat_map(|(citation, text)| {
            let handle = handles.of(citation);
            let place = place(citation);
            let lines: Vec<String> =
                text.lines().map(|line| format!("{handle} {place}: {line}")).collect();
            lines
        });
        lines.collect()
    }

    async fn search(&self, query: &str, handles: &mut Handles) -> Vec<String> {
        let found = self.core.look(&self.work.version, &sought(query), FOUND_MAX).await;
        let Some((_, found)) = found else { return vec!["the index is being made".to_owned()] };
        let lines = found.iter().map(|it| {
            let handle = handles.of(&it.chunk.citation);
            format!("{handle} {}: {}", it.chunk.title, it.chunk.text.replace('\n', " "))
        });
        lines.collect()
    }
}

fn given<T: DeserializeOwned>(call: &Call) -> Option<T> {
    T::deserialize(&call.arguments).ok()
}

fn place(citation: &Citation) -> String {
    match citation.rung {
        Some(rung) => format!("{} {rung}", citation.path),
        None => citation.path.clone(),
    }
}
