//! Risks to review before approval, beyond those that the author of a change adds.

use tagbridge_api::generate::{RiskKind, RiskLevel};
use tagbridge_project::{Access, Exchange};

use crate::{context::Context, draft::Draft, says::Danger};

/// Adds the risks of the affected tags and of the code around them.
pub(crate) fn look(context: Context<'_>, draft: &mut Draft) {
    let affected = draft.affected.clone();
    for name in &affected {
        let root = name.split('[').next().unwrap_or(name);
        let Some(tag) = context.tag(name).or_else(|| context.tag(root)) else { continue };
        let name = tag.name.clone();
        if matches!(tag.exchange, Some(Exchange::Produced | Exchange::Consumed { .. })) {
            let danger = Danger::Exchanged { name: name.clone() };
            draft.risk(RiskLevel::High, RiskKind::ProducedConsumed, danger);
        }
        let has_own = draft.risks.iter().any(|it| it.1 == RiskKind::RetentiveValue);
        if tag.retention.is_some() && !has_own {
            draft.kept(&name);
        }
        let has_own = draft.risks.iter().any(|it| it.1 == RiskKind::ExternalAccess);
        if tag.access == Access::ReadWrite && !has_own {
            draft.risk(RiskLevel::Low, RiskKind::ExternalAccess, Danger::External { name });
        }
    }
    let hidden = context.logic.protected();
    if let Some(place) = hidden.first() {
        let danger = Danger::Hidden { place: place.clone() };
        draft.risk(RiskLevel::Low, RiskKind::OpaqueCodeNear, danger);
    }
    let owners: Vec<&String> = draft.near.iter().map(|it| &it.0).collect();
    let index = context.logic.index;
    let near = index.opaque().iter().find_map(|opaque| {
        let routine = &context.logic.project.routines[index.unit(opaque.unit).routine.index()];
        let path = context.logic.path(index.unit(opaque.unit).routine);
        (owners.contains(&&routine.owner) && !hidden.contains(&path)).then_some(path)
    });
    if let Some(place) = near {
        draft.risk(RiskLevel::Medium, RiskKind::OpaqueCodeNear, Danger::Opaque { place });
    }
}
