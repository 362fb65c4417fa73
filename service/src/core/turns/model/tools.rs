//! What a model reads by: the questions that the built-in interpreter answers, asked by name.

use std::sync::Arc;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tagbridge_api::{Permission, turn::Citation};
use tagbridge_interpret::{
    Asked, Given, Intent, Language, Since, about, answer, search::sought, source,
};

use super::handles::Handles;
use crate::{
    core::{
        Core, Refusal,
        turns::{begin::Work, run, values},
    },
    provider::{Call, Tool},
};

/// So many pieces are found at once.
const FOUND_MAX: u32 = 10;

pub(super) struct Tools<'a> {
    core: &'a Core,
    work: &'a Arc<Work>,
    language: Language,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct Slice {
    name: String,
    #[serde(default)]
    direction: Direction,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    #[default]
    DependsOn,
    Affects,
}

#[derive(Deserialize)]
struct WhyNow {
    name: String,
    wanted: bool,
}

#[derive(Deserialize)]
struct Unit {
    path: String,
    rung: Option<u32>,
}

#[derive(Deserialize)]
struct Search {
    query: String,
}

#[derive(Deserialize)]
struct Diff {
    version: Option<u32>,
}

/// All of them.
pub(super) fn offered() -> Vec<Tool> {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let object = |properties: Value, required: &[&str]| json!({ "type": "object", "properties": properties, "required": required });
    let name = || text("A tag, a member, a routine, a block or a type, as the program writes it.");
    let tool = |name, description, arguments| Tool { name, description, arguments };
    vec![
        tool(
            "resolve_name",
            "What something is: its type, comment, and how the code uses it; or what a name may mean.",
            object(json!({ "name": name() }), &["name"]),
        ),
        tool(
            "cross_reference",
            "Every place where something is read, written or called.",
            object(json!({ "name": name() }), &["name"]),
        ),
        tool(
            "slice",
            "What a value depends on, or what it affects, through the whole program.",
            object(
                json!({ "name": name(), "direction": { "enum": ["depends_on", "affects"] } }),
                &["name", "direction"],
            ),
        ),
        tool(
            "why_now",
            "Why a value is not on (wanted true) or off (wanted false) at this moment, by live values.",
            object(json!({ "name": name(), "wanted": { "type": "boolean" } }), &["name", "wanted"]),
        ),
        tool(
            "read_unit",
            "The source of a routine, or of one rung or network of it.",
            object(
                json!({ "path": text("As a result writes it: Main/Pump."), "rung": { "type": "integer" } }),
                &["path"],
            ),
        ),
        tool(
            "search",
            "Rungs, statements and declarations that fit words, a part of a name, or an address.",
            object(json!({ "query": text("A few words.") }), &["query"]),
        ),
        tool(
            "diff",
            "What changed since an older version; without a number, since the one before.",
            object(json!({ "version": { "type": "integer" } }), &[]),
        ),
    ]
}

/// What is told where there is no result.
pub(super) fn refused(why: &str) -> String {
    json!({ "error": why }).to_string()
}

impl<'a> Tools<'a> {
    pub(super) fn new(core: &'a Core, work: &'a Arc<Work>, language: Language) -> Self {
        Self { core, work, language }
    }

    /// What was asked.
    pub(super) fn question(&self) -> &'a str {
        &self.work.prompt
    }

    /// What a tool finds, as JSON of up to so many bytes.
    pub(super) async fn run(&self, call: &Call, handles: &mut Handles, most: usize) -> String {
        let lines = match call.name.as_str() {
            "resolve_name" => {
                self.of(given::<Named>(call), |it| (Intent::WhatIs, it.name), handles).await
            }
            "cross_reference" => {
                self.of(given::<Named>(call), |it| (Intent::Used, it.name), handles).await
            }
            "slice" => {
                let intent = |it: Slice| match it.direction {
                    Direction::DependsOn => (Intent::DependsOn, it.name),
                    Direction::Affects => (Intent::Affects, it.name),
                };
                self.of(given(call), intent, handles).await
            }
            "why_now" => {
                let intent = |it: WhyNow| (Intent::Why { wanted: it.wanted }, it.name);
                self.of(given(call), intent, handles).await
            }
            "read_unit" => given(call).map(|it: Unit| self.unit(&it, handles)),
            "search" => match given::<Search>(call) {
                Some(it) => Some(self.search(&it.query, handles).await),
                None => None,
            },
            "diff" => match given::<Diff>(call) {
                Some(it) => {
                    let since = it.version.map_or(Since::Previous, Since::Number);
                    self.ask(Intent::Changed(since), None, handles).await
                }
                None => None,
            },
            _ => return refused("there is no such tool"),
        };
        match lines {
            Some(lines) => handles.tell(&lines, most),
            None => refused("the arguments do not fit the tool's schema"),
        }
    }

    async fn of<T>(
        &self,
        given: Option<T>,
        intent: impl FnOnce(T) -> (Intent, String),
        handles: &mut Handles,
    ) -> Option<Vec<String>> {
        let (intent, name) = intent(given?);
        self.ask(intent, Some(name), handles).await
    }

    /// As the built-in interpreter answers it.
    async fn ask(
        &self,
        intent: Intent,
        name: Option<String>,
        handles: &mut Handles,
    ) -> Option<Vec<String>> {
        let (work, language) = (self.work.clone(), self.language);
        let asked: Asked = self
            .core
            .blocking(move |_| about(&work.facts, intent, name.as_deref(), language))
            .await;
        let older = run::older(self.core, self.work, asked.since()).await.ok().flatten();
        let work = self.work.clone();
        let outcome = self.core.blocking(move |core| {
            let names = asked.values(&work.facts);
            let values = if names.is_empty() || !work.caller.may(Permission::HmiView) {
                None
            } else {
                Some(values::read(core, &work, &names)?.values)
            };
            let older = older.as_ref().map(|(facts, number)| (&**facts, *number));
            Ok::<_, Refusal>(answer(&work.facts, &asked, &Given { values, older }))
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
