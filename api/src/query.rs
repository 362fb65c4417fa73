//! Queries about a project. A sentence, the tool call of a model and a button of the screens with
//! the same meaning become the same value.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One query. Names are written as the project writes them, or as the end of that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "query", rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// Lists all items of one kind: timers, outputs, tasks, blocks, alarms.
    Inventory {
        /// The kind of item.
        #[schema(inline)]
        kind: ItemKind,
        /// The conditions that each item must meet.
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
    /// Shows the conditions under which the code turns a bit on or off.
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
    /// Explains from the live values why a bit does not have the expected value.
    WhyNow {
        /// The bit.
        name: String,
        /// The expected value: true if the question is why the bit is off.
        wanted: bool,
    },
    /// Explains from the code why a bit had a value at an earlier time.
    WhyThen {
        /// The bit.
        name: String,
        /// The expected value.
        wanted: bool,
        /// The time as the user wrote it: `03:12`, `last night`.
        time: String,
    },
    /// Lists the dependents or the dependencies of a tag, over several steps.
    Impact {
        /// The tag or member.
        name: String,
        /// The direction of the dependencies.
        #[serde(default)]
        #[schema(inline)]
        way: ImpactWay,
        /// Whether only outputs of the controller count.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        outputs: bool,
    },
    /// Shows step by step how one tag influences another.
    Path {
        /// The tag that influences.
        from: String,
        /// The tag that is influenced.
        to: String,
    },
    /// Describes a tag, a rung, a routine or a block: what it is, or what it does.
    Explain {
        /// The tag, type, block, routine (`Main/Pump`) or rung (`Main/Pump:4`).
        name: String,
        /// Which description.
        #[serde(default)]
        #[schema(inline)]
        aspect: Aspect,
    },
    /// Lists the callers, the calls, the tasks or the contents of a part of the project.
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
    /// Shows the differences between two parts of the project.
    Compare {
        /// The first part.
        name: String,
        /// The second part.
        with: String,
    },
    /// Lists the changes since an older version of the project.
    Changes {
        /// The number of the older version; absent for the previous version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
    },
    /// Lists presets, limits, setpoints, and the values that a tag is compared with.
    Settings {
        /// The tag, member or instance.
        name: String,
    },
    /// Finds words in names, comments, texts and code.
    Text {
        /// The words.
        words: Vec<String>,
    },
    /// Reads the current value.
    Value {
        /// The tag or member.
        name: String,
    },
    /// Lists possible faults in the code.
    Findings {
        /// The kind of fault.
        #[serde(default)]
        #[schema(inline)]
        fault: CodeFault,
    },
}

/// A kind of item in a project.
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

/// A condition for a listed item.
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

/// A comparison of two numbers.
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

/// Which uses of a tag.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Accessed {
    /// All.
    #[default]
    Any,
    /// Uses that read its value.
    Read,
    /// Uses that write its value.
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

/// The direction in which dependencies are followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImpactWay {
    /// From the tag to its dependents.
    #[default]
    Affects,
    /// From the tag to its dependencies.
    DependsOn,
}

/// Which description of a part of the project.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// What it is: its type, comment, and where it is written and read.
    Declaration,
    /// What it is for and what it does.
    #[default]
    Purpose,
}

/// A relation between parts of a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeRelation {
    /// Its callers.
    #[default]
    Callers,
    /// The routines and blocks that it calls, over several steps.
    Calls,
    /// The task that executes it, and how often.
    Tasks,
    /// Its contents: members, routines, programs.
    Contents,
}

/// A possible fault in code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeFault {
    /// Any fault.
    #[default]
    Any,
    /// A tag is declared, and no code uses it.
    Unused,
    /// A tag is read, and no code writes it.
    NeverWritten,
    /// A tag is written, and no code reads it.
    NeverRead,
    /// A tag is written in several places.
    WrittenTwice,
    /// Code is never executed.
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

    /// The name that the query is about, if it has one.
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

    /// Whether the name means code, even if a tag has the same name.
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
