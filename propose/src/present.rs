//! Converts a checked draft to a plan: sentences, citations, and the proposed content of units.

use tagbridge_api::{
    generate::{Plan, PlanStep, ProposedChange, Risk, RiskKind},
    turn::{Citation, LocationKind},
};
use tagbridge_diff::units::units;
use tagbridge_logic::Logic;
use tagbridge_project::{Body, Project, Vendor};
use tagbridge_texts::{Coded as _, Language, Message};

use crate::{
    behaviour,
    draft::{Content, Draft},
    gate::{self, Passed},
    planned::{Planned, digest},
    says::Said,
};

/// Converts a checked draft to a plan with its result.
pub(crate) fn planned(
    logic: Logic<'_>,
    draft: &Draft,
    passed: Passed,
    language: Language,
) -> Planned {
    let mut planned = told(logic, draft, passed, language);
    // All changed units, for which the plan is valid.
    let (old, new) = (units(logic.project), units(&planned.project));
    planned.units = gate::different(&old, &new).into_iter().map(ToOwned::to_owned).collect();
    planned.base = digest(logic.project, &planned.units);
    planned
}

/// A plan that begins with the changed behaviour.
pub(crate) fn told(logic: Logic<'_>, draft: &Draft, passed: Passed, language: Language) -> Planned {
    let routines =
        draft.near.iter().map(|(owner, name)| (owner.to_lowercase(), name.to_lowercase()));
    let routines = routines.collect();
    // A name, a comment or a declaration executes nothing.
    let is_code = passed.changes.iter().any(|it| it.before.is_some() || it.after.is_some())
        && passed.changes.iter().any(|it| !it.kind.does_the_same());
    let said = || behaviour::sentence(logic, passed.logic(), &routines, language);
    let behaviour = is_code.then(said).flatten();
    let mut planned = proposal(logic.project, draft, passed, language);
    if let Some(behaviour) = &behaviour {
        planned.explanation = format!("{behaviour} {}", planned.explanation);
        planned.plan.summary = format!("{behaviour} {}", planned.plan.summary);
    }
    planned.behaviour = behaviour;
    planned
}

fn proposal(old: &Project, draft: &Draft, passed: Passed, language: Language) -> Planned {
    let said = |it: Message| it.in_language(language);
    let steps: Vec<PlanStep> = draft
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| PlanStep {
            id: format!("step_{}", at + 1),
            action: step.action,
            target: step.target.clone(),
            code_type: step.code_type.to_owned(),
            description: said(step.said.message()),
        })
        .collect();
    let first = steps.first().map(|it| it.description.clone()).unwrap_or_default();
    let summary = match steps.len() {
        0 | 1 => first,
        all => said(Said::Several { first, more: all - 1 }.message()),
    };
    let citations = citations(draft, old);
    let risks = draft
        .risks
        .iter()
        .map(|(level, kind, danger)| Risk {
            level: *level,
            kind: *kind,
            message: said(danger.message()),
            citations: match kind {
                RiskKind::InterlockChanged => citations.iter().take(1).cloned().collect(),
                _ => Vec::new(),
            },
        })
        .collect();
    let plan = Plan {
        summary,
        steps,
        rationale: said(Said::Rationale.message()),
        assumptions: draft.assumed.iter().map(|it| said(it.message())).collect(),
        affected_tags: draft.affected.clone(),
        risks,
    };
    let Passed { files, project, changes: difference, .. } = passed;
    let changes = draft
        .steps
        .iter()
        .map(|step| ProposedChange {
            action: step.action,
            target: step.target.clone(),
            code_type: step.code_type.to_owned(),
            content: content(&step.content, &project),
            new_name: step.new_name.clone(),
        })
        .collect();
    let explanation =
        format!("{} {}", plan.summary, said(Said::Done { count: difference.len() }.message()));
    let units: Vec<String> = draft.touched.iter().cloned().collect();
    let base = digest(old, &units);
    Planned {
        behaviour: None,
        plan,
        citations,
        explanation,
        changes,
        files,
        project,
        difference,
        units,
        base,
    }
}

/// The content of a routine of rungs is all its rungs, one per line, with their comments.
fn content(of: &Content, project: &Project) -> Option<String> {
    match of {
        Content::None => None,
        Content::Given(text) => Some(text.clone()),
        Content::Body { owner, name } => {
            let routine =
                project.routines.iter().find(|it| it.owner == *owner && it.name == *name)?;
            match &routine.body {
                Body::Text(text) => Some(text.clone()),
                Body::Rungs(rungs) => {
                    let lines = rungs.iter().flat_map(|rung| {
                        let comment = rung.comment.iter().flat_map(|it| it.lines());
                        let comment = comment.map(|it| format!("// {it}"));
                        comment.chain([rung.text.trim().to_owned()]).collect::<Vec<_>>()
                    });
                    Some(lines.collect::<Vec<_>>().join("\n"))
                }
                _ => None,
            }
        }
    }
}

fn citations(draft: &Draft, project: &Project) -> Vec<Citation> {
    let mut citations: Vec<Citation> = Vec::new();
    for (owner, name) in &draft.near {
        let is_rung = draft.rung.is_some();
        citations.push(Citation {
            location_kind: if is_rung { LocationKind::Rung } else { LocationKind::Routine },
            path: match project.vendor {
                Vendor::AllenBradley => format!("{owner}/{name}"),
                _ => name.clone(),
            },
            rung: draft.rung,
        });
    }
    let known = |name: &&String| project.tags.iter().any(|it| it.name == **name);
    citations.extend(draft.affected.iter().filter(known).map(|name| Citation {
        location_kind: LocationKind::Tag,
        path: name.clone(),
        rung: None,
    }));
    citations.dedup();
    citations.truncate(40);
    citations
}
