//! Answers as JSON.

use serde::{Serialize, Serializer};
use tagbridge_logic::{
    Certainty, Citation, LocationKind, Logic, Part, PlaceId, Relation, UseMode,
    query::{
        Answer, CallRow, DeadRow, Dependence, EffectRow, FindingRow, Gap, MentionRow, RunRow,
        Slice, States, Turned, UseRow,
    },
};
use tagbridge_project::Origin;
use tagbridge_texts::{Coded, Message};

use super::{
    gap::{GapNote, said},
    words::{condition_of, reason_of},
};
use crate::messages::CodeWord;

/// An answer.
#[derive(Serialize)]
pub(super) struct Document {
    outcome: Outcome,
    pub(super) rows: Vec<Row>,
    citations: Vec<Cited>,
    pub(super) opaque: Vec<Opaque>,
    pub(super) complete: bool,
    /// Why there may be more results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) gaps: Vec<GapNote>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
    /// Further options that are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) more_options: usize,
}

/// Maximum number of listed options.
const MAXIMUM_OPTIONS: usize = 4;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Answer,
    NeedsInput,
    Unresolved,
}

/// A place in the code.
#[derive(Debug, Serialize, Clone, PartialEq, Eq)]
pub(crate) struct Cited {
    location_kind: &'static str,
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rung: Option<u32>,
    #[serde(skip)]
    pub(super) part: Part,
}

/// Code that uses the subject and is not understood.
#[derive(Serialize)]
pub(super) struct Opaque {
    pub(super) citation: Cited,
    #[serde(serialize_with = "in_english")]
    pub(super) reason: Message,
    pub(super) text: String,
}

/// One result; fields that the question does not use are absent.
#[derive(Serialize, Default)]
pub(super) struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) citation: Option<Cited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u32>,
    /// The place in the project's files.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "said_in_english")]
    pub(super) mode: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) instruction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) operand: Option<String>,
    /// The code, unchanged.
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    /// The relation to the requested name.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "said_in_english")]
    pub(super) relation: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alias: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "said_in_english")]
    pub(super) uncertain: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) condition: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    literals: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) sealed_in: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opposing: Vec<Cited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) task: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interval_ms: Option<f64>,
    /// Whether it is only executed after a fault.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) on_fault: bool,
    /// The suspicion, as a stable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) finding: Option<&'static str>,
    /// The same as a message.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "said_in_english")]
    pub(super) says: Option<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) chain: Vec<Cited>,
}

impl From<&Citation> for Cited {
    fn from(citation: &Citation) -> Self {
        Self {
            location_kind: match citation.kind {
                LocationKind::Rung => "rung",
                LocationKind::Routine => "routine",
            },
            path: citation.path.clone(),
            rung: citation.rung,
            part: citation.part.clone(),
        }
    }
}

impl Document {
    /// The results, as rows.
    pub(super) fn of<T>(
        logic: &Logic<'_>,
        answer: Answer<T>,
        rows: impl Fn(T) -> Vec<Row>,
    ) -> Self {
        let opaque = answer.opaque.iter().map(|(citation, reason)| Opaque {
            citation: citation.into(),
            reason: reason_of(logic, *reason),
            text: citation.quote.clone(),
        });
        let opaque = opaque.collect();
        let complete = answer.is_complete();
        let gaps = answer.gaps.iter().map(said).collect();
        let rows: Vec<Row> = answer.rows.into_iter().flat_map(rows).collect();
        let mut citations: Vec<Cited> = Vec::new();
        for cited in rows.iter().flat_map(|row| row.citation.iter().chain(&row.chain)) {
            if !citations.contains(cited) {
                citations.push(cited.clone());
            }
        }
        Self { rows, citations, opaque, complete, gaps, ..Self::empty(Outcome::Answer) }
    }

    /// The uses of a constant in code.
    pub(super) fn constant(citations: &[Citation]) -> Self {
        let row = |citation| Row { mode: Some(UseMode::Read.message()), ..Row::at(citation) };
        let mut cited: Vec<Cited> = citations.iter().map(Cited::from).collect();
        cited.dedup();
        Self {
            rows: citations.iter().map(row).collect(),
            citations: cited,
            complete: true,
            ..Self::empty(Outcome::Answer)
        }
    }

    /// The uses outside of code.
    pub(super) fn and_outside(mut self, logic: &Logic<'_>, mentions: &[MentionRow<'_>]) -> Self {
        self.rows.extend(mentions.iter().map(|row| Row::of_mention(logic, row)));
        self
    }

    /// An ambiguous name, with its options.
    pub(super) fn options(mut options: Vec<String>) -> Self {
        let more_options = options.len().saturating_sub(MAXIMUM_OPTIONS);
        options.truncate(MAXIMUM_OPTIONS);
        Self { options, more_options, ..Self::empty(Outcome::NeedsInput) }
    }

    /// A name that does not exist in the project.
    pub(super) fn unresolved() -> Self {
        Self::empty(Outcome::Unresolved)
    }

    fn empty(outcome: Outcome) -> Self {
        Self {
            outcome,
            rows: Vec::new(),
            citations: Vec::new(),
            opaque: Vec::new(),
            complete: false,
            gaps: Vec::new(),
            options: Vec::new(),
            more_options: 0,
        }
    }

    /// A declared name that the visible code does not use.
    pub(super) fn unused(logic: &Logic<'_>, place: PlaceId) -> Self {
        let mut gaps = vec![Gap::Unused(logic.place(place))];
        gaps.extend(logic.is_partial().then_some(Gap::Partial));
        let hidden = logic.protected();
        gaps.extend((!hidden.is_empty()).then_some(Gap::Protected(hidden)));
        let gaps: Vec<GapNote> = gaps.iter().map(said).collect();
        Self { gaps, ..Self::empty(Outcome::Answer) }
    }

    pub(super) fn is_answer(&self) -> bool {
        self.outcome == Outcome::Answer
    }
}

impl Row {
    /// A row with only its place.
    pub(super) fn at(citation: &Citation) -> Self {
        Self {
            citation: Some(citation.into()),
            line: citation.line,
            origin: citation.origin.clone(),
            text: citation.quote.clone(),
            ..Self::default()
        }
    }

    pub(super) fn of_use(row: &UseRow) -> Self {
        Self {
            mode: Some(row.mode.message()),
            instruction: Some(row.instruction.clone()),
            operand: row.operand.clone(),
            place: Some(row.place.clone()),
            relation: Some(row.relation.message()),
            alias: row.alias.clone(),
            uncertain: (row.certainty != Certainty::Certain).then(|| row.certainty.message()),
            ..Self::at(&row.citation)
        }
    }

    pub(super) fn of_mention(logic: &Logic<'_>, row: &MentionRow<'_>) -> Self {
        let mention = row.mention;
        let mode = match (mention.reads(), mention.writes()) {
            (true, true) => UseMode::Both,
            (false, true) => UseMode::Write,
            _ => UseMode::Read,
        };
        Self {
            mode: Some(mode.message()),
            origin: Some(mention.origin.clone()),
            instruction: Some(mention.by.clone()),
            operand: Some(mention.field.clone()),
            text: mention.operand.clone(),
            place: Some(logic.place(row.place)),
            relation: Some(row.relation.message()),
            says: Some(mention.message()),
            ..Self::default()
        }
    }

    pub(super) fn of_effect(logic: &Logic<'_>, row: &EffectRow, wanted: Turned) -> Self {
        Self {
            mode: Some(match row.how {
                Some(how) => how.message(),
                None if row.bound => Dependence::Bound.message(),
                None => CodeWord::Runs.message(),
            }),
            place: Some(row.place.clone()),
            relation: Some(row.relation.message()),
            condition: Some(condition_of(logic, row, wanted)),
            literals: row.literals.iter().map(|place| logic.place(*place)).collect(),
            sealed_in: row.sealed_in,
            opposing: row.opposing.iter().map(|id| (&logic.cite_statement(*id)).into()).collect(),
            ..Self::at(&row.citation)
        }
    }

    pub(super) fn of_slice(slice: &Slice) -> Vec<Self> {
        let nodes = slice.nodes.iter();
        nodes
            .map(|node| Self {
                mode: node.edge.map(|edge| edge.message()),
                place: Some(node.name.clone()),
                relation: (!node.certain).then(|| Relation::May.message()),
                from: node.from.map(|at| slice.nodes[at].name.clone()),
                depth: Some(node.depth),
                ..node.citation.as_ref().map(Self::at).unwrap_or_default()
            })
            .collect()
    }

    pub(super) fn of_call(logic: &Logic<'_>, row: CallRow) -> Self {
        Self {
            mode: Some(row.how.message()),
            instruction: Some(row.callee),
            place: row.instance,
            condition: Some(logic.expression(row.condition)),
            ..Self::at(&row.citation)
        }
    }

    pub(super) fn of_run(logic: &Logic<'_>, row: RunRow) -> Self {
        let conditions: Vec<String> =
            row.conditions.iter().map(|condition| logic.expression(*condition)).collect();
        Self {
            task: row.task,
            interval_ms: row.interval_ms,
            on_fault: row.on_fault,
            from: Some(row.root),
            chain: row.chain.iter().map(Cited::from).collect(),
            condition: (!conditions.is_empty()).then(|| conditions.join("; ")),
            text: row.chain.iter().map(|call| call.quote.as_str()).collect::<Vec<_>>().join("; "),
            ..Self::default()
        }
    }

    pub(super) fn of_finding(row: &FindingRow) -> Vec<Self> {
        let what = row.says();
        let citations = row.citations.iter();
        citations
            .map(|citation| Self {
                finding: Some(row.kind.name()),
                place: Some(row.place.clone()),
                says: Some(what.clone()),
                ..Self::at(citation)
            })
            .collect()
    }

    pub(super) fn of_dead(row: &DeadRow) -> Self {
        let (code, says) = (row.why.name(), row.why.message());
        Self { finding: Some(code), says: Some(says), ..Self::at(&row.citation) }
    }

    pub(super) fn of_states(logic: &Logic<'_>, machine: &States) -> Vec<Self> {
        let is_dead =
            |name: &String| machine.states.iter().any(|it| it.is_dead && it.name == *name);
        let transitions = machine.transitions.iter();
        transitions
            .map(|transition| Self {
                mode: Some(if transition.to.iter().any(is_dead) {
                    CodeWord::IntoDeadState.message()
                } else {
                    CodeWord::Transition.message()
                }),
                from: Some(transition.from.join(", ")).filter(|it| !it.is_empty()),
                place: Some(transition.to.join(", ")),
                condition: Some(logic.conjunction(&transition.conditions)),
                ..Self::at(&transition.citation)
            })
            .chain(machine.states.iter().filter(|it| it.is_unreachable).map(|state| Self {
                mode: Some(CodeWord::UnreachableState.message()),
                place: Some(state.name.clone()),
                ..state.citation.as_ref().map(Self::at).unwrap_or_default()
            }))
            .collect()
    }
}

/// Serializes the English text, which programs expect.
fn in_english<S: Serializer>(message: &Message, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(message)
}

#[expect(clippy::ref_option, reason = "serde hands it over so")]
fn said_in_english<S: Serializer>(message: &Option<Message>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(message.as_ref().map_or(&Message::default(), |it| it))
}
