//! Answers as a machine reads them.

use serde::Serialize;
use tagbridge_logic::{
    CallHow, Certainty, Citation, How, LocationKind, Logic, Mode, Reason, Relation,
    query::{Answer, CallRow, Edge, EffectRow, RunRow, Slice, States, UseRow},
};

/// An answer.
#[derive(Serialize)]
pub(super) struct Document {
    outcome: Outcome,
    pub(super) rows: Vec<Row>,
    citations: Vec<Cited>,
    pub(super) opaque: Vec<Opaque>,
    pub(super) complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Answer,
    NeedsInput,
    Unresolved,
}

/// Where something stands.
#[derive(Debug, Serialize, Clone, PartialEq, Eq)]
pub(super) struct Cited {
    location_kind: &'static str,
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rung: Option<u32>,
}

/// Something that touches the subject and is not understood.
#[derive(Serialize)]
pub(super) struct Opaque {
    pub(super) citation: Cited,
    pub(super) reason: String,
    pub(super) text: String,
}

/// One thing that was found; what a question does not tell is absent.
#[derive(Serialize, Default)]
pub(super) struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) citation: Option<Cited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) instruction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) operand: Option<String>,
    /// As it is written there.
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    /// How that lies to what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alias: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uncertain: Option<&'static str>,
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
    task: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval_ms: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chain: Vec<Cited>,
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
        }
    }
}

impl Document {
    /// What was found, as rows.
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
        let rows: Vec<Row> = answer.rows.into_iter().flat_map(rows).collect();
        let mut citations: Vec<Cited> = Vec::new();
        for cited in rows.iter().flat_map(|row| row.citation.iter().chain(&row.chain)) {
            if !citations.contains(cited) {
                citations.push(cited.clone());
            }
        }
        let (outcome, options) = (Outcome::Answer, Vec::new());
        Self { outcome, rows, citations, opaque, complete: answer.complete, options }
    }

    /// The name may mean these.
    pub(super) fn options(options: Vec<String>) -> Self {
        Self { options, ..Self::empty(Outcome::NeedsInput) }
    }

    /// The name means nothing in the project.
    pub(super) fn unresolved() -> Self {
        Self::empty(Outcome::Unresolved)
    }

    fn empty(outcome: Outcome) -> Self {
        let (rows, citations, opaque) = (Vec::new(), Vec::new(), Vec::new());
        Self { outcome, rows, citations, opaque, complete: false, options: Vec::new() }
    }

    pub(super) fn is_answer(&self) -> bool {
        self.outcome == Outcome::Answer
    }
}

impl Row {
    /// A row that says where alone.
    pub(super) fn at(citation: &Citation) -> Self {
        Self {
            citation: Some(citation.into()),
            line: citation.line,
            text: citation.quote.clone(),
            ..Self::default()
        }
    }

    pub(super) fn of_use(row: &UseRow) -> Self {
        Self {
            mode: Some(match row.mode {
                Mode::Read => "read",
                Mode::Write => "write",
                Mode::Both => "read and write",
                Mode::Address => "address",
            }),
            instruction: Some(row.instruction.clone()),
            operand: row.operand.clone(),
            place: Some(row.place.clone()),
            relation: Some(relation(row.relation)),
            alias: row.alias.clone(),
            uncertain: match row.certainty {
                Certainty::Certain => None,
                Certainty::MayWrite => Some("may write"),
                Certainty::Unknown => Some("unknown instruction"),
            },
            ..Self::at(&row.citation)
        }
    }

    pub(super) fn of_effect(logic: &Logic<'_>, row: &EffectRow) -> Self {
        Self {
            mode: Some(match row.how {
                Some(How::Follow) => "follows",
                Some(How::Latch) => "latches",
                Some(How::Unlatch) => "unlatches",
                Some(How::Store) => "stores",
                Some(How::Partial) => "stores in part",
                None if row.bound => "bound by a call",
                None => "runs",
            }),
            place: Some(row.place.clone()),
            relation: Some(relation(row.relation)),
            condition: Some(logic.expression(row.condition)),
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
                mode: node.edge.map(|edge| match edge {
                    Edge::Data => "data",
                    Edge::Control => "control",
                    Edge::Bound => "bound by a call",
                }),
                place: Some(node.name.clone()),
                from: node.from.map(|at| slice.nodes[at].name.clone()),
                depth: Some(node.depth),
                ..node.citation.as_ref().map(Self::at).unwrap_or_default()
            })
            .collect()
    }

    pub(super) fn of_call(logic: &Logic<'_>, row: CallRow) -> Self {
        Self {
            mode: Some(match row.how {
                CallHow::Subroutine => "subroutine",
                CallHow::AddOn => "add-on instruction",
                CallHow::FunctionBlock => "function block",
                CallHow::Function => "function",
                CallHow::Method => "method",
                CallHow::Action => "action",
                CallHow::Unknown => "call",
            }),
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
            from: Some(row.root),
            chain: row.chain.iter().map(Cited::from).collect(),
            condition: (!conditions.is_empty()).then(|| conditions.join("; ")),
            text: row.chain.iter().map(|call| call.quote.as_str()).collect::<Vec<_>>().join("; "),
            ..Self::default()
        }
    }

    pub(super) fn of_states(logic: &Logic<'_>, states: &States) -> Vec<Self> {
        let transitions = states.transitions.iter();
        transitions
            .map(|transition| Self {
                mode: Some(if states.dead.contains(&transition.to) {
                    "into a state that nothing leaves"
                } else {
                    "transition"
                }),
                from: transition.from.map(|state| state.to_string()),
                place: Some(transition.to.to_string()),
                condition: Some(logic.expression(transition.condition)),
                ..Self::at(&transition.citation)
            })
            .chain(states.unreachable.iter().map(|state| Self {
                mode: Some("a state that nothing enters"),
                place: Some(state.to_string()),
                ..Self::default()
            }))
            .collect()
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "same",
        Relation::Contains => "contains it",
        Relation::Within => "part of it",
        Relation::Overlaps => "overlaps it",
        Relation::May => "may be it",
        Relation::Disjoint => "other",
    }
}

fn reason_of(logic: &Logic<'_>, reason: Reason) -> String {
    let name = |id| logic.index.names.text(id);
    match reason {
        Reason::Unparsed => "not understood".to_owned(),
        Reason::TooDeep => "nested too deeply".to_owned(),
        Reason::UnknownInstruction(id) => format!("unknown instruction {}", name(id)),
        Reason::UnknownCallee(id) => format!("calls {}, which is not in the file", name(id)),
        Reason::Undeclared(id) => format!("{} is not declared in the file", name(id)),
        Reason::Pointer => "goes through a pointer".to_owned(),
        Reason::AddressTaken => "takes an address".to_owned(),
        Reason::ComputedAddress => "computes an address".to_owned(),
        Reason::NotChosen => "an operand is not chosen".to_owned(),
        Reason::Ambiguous => "the file does not tell what is meant".to_owned(),
        Reason::Protected => "the code is protected".to_owned(),
        Reason::Language => "a language that is not read".to_owned(),
    }
}
