//! Queries about a project. A sentence, the tool call of a model and a button of the screens with
//! the same meaning become the same value.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One query. Names are written as the project writes them, or as the end of that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "query", rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// Lists the things of one kind: timers, outputs, tasks, blocks, alarms.
    Inventory {
        /// What kind of thing.
        #[schema(inline)]
        kind: ItemKind,
        /// What each of them must satisfy.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(inline)]
        filters: Vec<ItemFilter>,
    },
    /// Lists the places in the code that use a tag, a member, a routine or a block.
    References {
        /// The tag, member, routine or block.
        name: String,
        /// Which uses.
        #[serde(default)]
        #[schema(inline)]
        access: Accessed,
    },
    /// Tells under which conditions the code turns a bit on or off.
    Condition {
        /// The bit.
        name: String,
        /// On or off.
        #[serde(default)]
        #[schema(inline)]
        change: Turn,
        /// Whether only latches and unlatches count.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        latched: bool,
    },
    /// Tells from the live values why a bit is not as it is wanted.
    WhyNow {
        /// The bit.
        name: String,
        /// What it was wanted to be: true where the question is why it is off.
        wanted: bool,
    },
    /// Tells what the code says of a state at an earlier time.
    WhyThen {
        /// The bit.
        name: String,
        /// What it was wanted to be.
        wanted: bool,
        /// The time, as it was written: `03:12`, `last night`.
        time: String,
    },
    /// Lists what depends on something, or what something depends on, over several steps.
    Impact {
        /// The tag or member.
        name: String,
        /// To what depends on it, or to what it depends on.
        #[serde(default)]
        #[schema(inline)]
        way: ImpactWay,
        /// Whether only outputs of the controller count.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        outputs: bool,
    },
    /// Shows how one tag influences another, step by step.
    Path {
        /// Where it begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// Tells what a tag, a rung, a routine or a block is, or what it does.
    Explain {
        /// The tag, type, block, routine (`Main/Pump`) or rung (`Main/Pump:4`).
        name: String,
        /// What is to be told of it.
        #[serde(default)]
        #[schema(inline)]
        aspect: Aspect,
    },
    /// Tells who calls what, which task executes it, or what it consists of.
    Structure {
        /// The routine, block, task, program or data block; absent for the whole project.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Which relation.
        #[serde(default)]
        #[schema(inline)]
        relation: CodeRelation,
    },
    /// Lists the states of a state machine or the steps of a chart, and the transitions between them.
    Sequence {
        /// The state variable, or the routine of the chart.
        name: String,
        /// Only transitions from or to this state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
    },
    /// Tells what is different between two things of the project.
    Compare {
        /// One.
        name: String,
        /// The other.
        with: String,
    },
    /// Tells what changed since an older version of the project.
    Changes {
        /// The version's number; absent for the one before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
    },
    /// Tells presets, limits, setpoints and the values that something is compared with.
    Settings {
        /// The tag, member or instance.
        name: String,
    },
    /// Finds words in names, comments, texts and code.
    Text {
        /// The words.
        words: Vec<String>,
    },
    /// Tells what a value is now.
    Value {
        /// The tag or member.
        name: String,
    },
    /// Lists what looks wrong in the code.
    Findings {
        /// What kind of fault.
        #[serde(default)]
        #[schema(inline)]
        fault: CodeFault,
    },
}

/// A kind of things that a project has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// Timers.
    Timers,
    /// Counters.
    Counters,
    /// Inputs of the controller.
    Inputs,
    /// Outputs of the controller.
    Outputs,
    /// Bits and words of memory (S7 `M`, CODESYS `%M`).
    Flags,
    /// All tags and variables.
    Tags,
    /// Tags whose value is fixed.
    Constants,
    /// Tags that keep their value without power.
    Retentive,
    /// Tags for alarms, faults and messages.
    Alarms,
    /// Alias tags.
    Aliases,
    /// Data types.
    Types,
    /// Blocks: add-on instructions, function blocks, functions.
    Blocks,
    /// Data blocks.
    DataBlocks,
    /// Programs and organization blocks.
    Programs,
    /// Routines.
    Routines,
    /// Tasks.
    Tasks,
    /// Hardware.
    Modules,
    /// Motors, drives and pumps, by their types and names.
    Motors,
    /// Valves, by their types and names.
    Valves,
    /// Safety tags and programs.
    Safety,
}

/// What a listed thing must satisfy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum ItemFilter {
    /// Its preset, start value or interval, compared with a number.
    Number {
        /// How.
        #[schema(inline)]
        sign: CompareSign,
        /// The number; of times in milliseconds.
        value: f64,
    },
    /// Its name, comment, type or address has all these words.
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// It is declared in this program, block or data block.
    Within {
        /// Its name.
        name: String,
    },
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompareSign {
    /// Greater than.
    Above,
    /// Greater than or equal.
    AtLeast,
    /// Less than.
    Below,
    /// Less than or equal.
    AtMost,
    /// Equal.
    Equal,
    /// Not equal.
    Other,
}

/// Which uses of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Accessed {
    /// All.
    #[default]
    Any,
    /// Those that need its value.
    Read,
    /// Those that give it a value.
    Write,
}

/// On or off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// It becomes true, or a value other than 0.
    #[default]
    On,
    /// It becomes false, or 0.
    Off,
}

/// Which way dependencies are followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImpactWay {
    /// To what depends on it.
    #[default]
    Affects,
    /// To what it depends on.
    DependsOn,
}

/// What is told of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// What it is: its type, comment, and where it is written and read.
    Declaration,
    /// What it is for and what it does.
    #[default]
    Purpose,
}

/// How things of a program are connected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeRelation {
    /// Who calls it.
    #[default]
    Callers,
    /// What it calls, over several steps.
    Calls,
    /// Which task executes it, and how often.
    Tasks,
    /// What it consists of: members, routines, programs.
    Contents,
}

/// What looks wrong in code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeFault {
    /// Anything.
    #[default]
    Any,
    /// Declared, and not used by any code.
    Unused,
    /// Read, and not written by any code.
    NeverWritten,
    /// Written, and not read by any code.
    NeverRead,
    /// Written in more than one place.
    WrittenTwice,
    /// Code that nothing executes.
    Unreachable,
}

impl Query {
    /// The name of the query in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Inventory { .. } => "inventory",
            Self::References { .. } => "references",
            Self::Condition { .. } => "condition",
            Self::WhyNow { .. } => "why_now",
            Self::WhyThen { .. } => "why_then",
            Self::Impact { .. } => "impact",
            Self::Path { .. } => "path",
            Self::Explain { .. } => "explain",
            Self::Structure { .. } => "structure",
            Self::Sequence { .. } => "sequence",
            Self::Compare { .. } => "compare",
            Self::Changes { .. } => "changes",
            Self::Settings { .. } => "settings",
            Self::Text { .. } => "text",
            Self::Value { .. } => "value",
            Self::Findings { .. } => "findings",
        }
    }

    /// The name that it is about, if it has one.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Self::References { name, .. }
            | Self::Condition { name, .. }
            | Self::WhyNow { name, .. }
            | Self::WhyThen { name, .. }
            | Self::Impact { name, .. }
            | Self::Path { from: name, .. }
            | Self::Explain { name, .. }
            | Self::Sequence { name, .. }
            | Self::Compare { name, .. }
            | Self::Settings { name }
            | Self::Value { name } => Some(name),
            Self::Structure { name, .. } => name.as_deref(),
            Self::Inventory { .. }
            | Self::Changes { .. }
            | Self::Text { .. }
            | Self::Findings { .. } => None,
        }
    }

    /// Returns the same query about another name.
    pub fn about(mut self, other: &str) -> Self {
        match &mut self {
            Self::References { name, .. }
            | Self::Condition { name, .. }
            | Self::WhyNow { name, .. }
            | Self::WhyThen { name, .. }
            | Self::Impact { name, .. }
            | Self::Path { from: name, .. }
            | Self::Explain { name, .. }
            | Self::Sequence { name, .. }
            | Self::Compare { name, .. }
            | Self::Settings { name }
            | Self::Value { name } => other.clone_into(name),
            Self::Structure { name, .. } => *name = Some(other.to_owned()),
            Self::Inventory { .. }
            | Self::Changes { .. }
            | Self::Text { .. }
            | Self::Findings { .. } => {}
        }
        self
    }

    /// Whether its name means code, even if a tag has the same name.
    pub fn is_about_code(&self) -> bool {
        matches!(self, Self::Structure { .. } | Self::Explain { aspect: Aspect::Purpose, .. })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::PartialSchema as _;

    use super::*;

    #[test]
    fn each_kind_has_a_schema_of_its_own_that_needs_no_other() {
        let schema = serde_json::to_value(Query::schema()).expect("JSON");
        let kinds = schema["oneOf"].as_array().expect("one for each kind");
        assert_eq!(kinds.len(), 16);
        for kind in kinds {
            let name = &kind["properties"]["query"]["enum"][0];
            assert!(name.is_string(), "{kind:#}");
            assert!(!kind.to_string().contains("$ref"), "{kind:#}");
        }
    }

    #[test]
    fn a_query_reads_as_it_is_written_and_refuses_what_it_does_not_know() {
        let read = |value: Value| serde_json::from_value::<Query>(value).ok();
        let query = Query::References { name: "Motor".to_owned(), access: Accessed::Any };
        let written = serde_json::to_value(&query).expect("JSON");
        assert_eq!(written["query"], query.kind());
        assert_eq!(read(written), Some(query.clone()));
        let short = json!({ "query": "references", "name": "Motor" });
        assert_eq!(read(short), Some(query));
        assert_eq!(read(json!({ "query": "references", "name": "Motor", "x": 1 })), None);
        assert_eq!(read(json!({ "query": "text", "words": 7 })), None);
    }
}
