//! The order in which a project is checked.

use std::collections::HashSet;

use tagbridge_logic::{Logic, UnitId};
use tagbridge_project::{Body, Language, Vendor};

use crate::{
    chart,
    checker::{Checker, Unit},
    declarations,
    diagnostic::Diagnostic,
    drawing, list, names, rungs, sheet, statements,
};

/// Checks a project: all of its code and its declarations.
///
/// The diagnostics are in the order of the declarations, then of the code. The result depends only
/// on the project and its index.
pub fn check(logic: Logic<'_>) -> Vec<Diagnostic> {
    let checker = Checker::new(logic);
    let mut found = declarations::check(&checker);
    found.extend(names::check(&checker));
    for (id, _) in logic.index.units() {
        found.extend(checker.unit(id));
    }
    sorted(found)
}

/// In the order of the places, each problem of a place once.
pub(crate) fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by_key(|it| it.place.code_span().map(|(unit, span)| (unit, span.start, span.end)));
    let mut seen = HashSet::new();
    found.retain(|it| seen.insert((it.place.code_span(), it.key())));
    found
}

impl Checker<'_> {
    /// The diagnostics of one unit.
    pub(crate) fn unit(&self, id: UnitId) -> Vec<Diagnostic> {
        if self.unread.contains(&id) {
            return Vec::new();
        }
        let unit = self.logic.index.unit(id);
        let routine = &self.project.routines[unit.routine.index()];
        let language = self.logic.language(unit);
        let mut own: Vec<String> = vec![routine.name.clone(), routine.owner.clone()];
        for name in [&routine.name, &routine.owner] {
            let mut name = name.as_str();
            while let Some((outer, _)) = name.rsplit_once('.') {
                own.push(outer.to_owned());
                name = outer;
            }
        }
        own.dedup();
        let vendor = self.vendor();
        let places = self.logic.index.refs_of(id).iter().map(|it| (it.start, it.place)).collect();
        let mut unit_of = Unit {
            checker: self,
            id,
            text: self.logic.text(id),
            dialect: self.project.dialect(),
            owners: own,
            places,
            found: Vec::new(),
        };
        let is_chart = routine.language == Language::Sfc;
        let rung = match (&routine.body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => rungs.get(at as usize),
            _ => None,
        };
        let ladder = rung.and_then(|it| it.ladder(vendor));
        match (vendor, language) {
            (Vendor::AllenBradley | Vendor::Codesys, _) if is_chart => {
                let element = rung.and_then(|it| it.element.as_deref());
                chart::check(&mut unit_of, routine.chart.as_deref(), element);
            }
            (_, Language::St) => statements::check(&mut unit_of),
            (Vendor::AllenBradley, Language::Ld) => {
                if let Some(ladder) = &ladder {
                    rungs::check(&mut unit_of, ladder);
                }
            }
            (Vendor::AllenBradley, Language::Fbd) => {
                if let Some(net) = rung.and_then(|it| it.net.as_deref()) {
                    sheet::check(&mut unit_of, net);
                }
            }
            (Vendor::Siemens, Language::Il) => {
                let list = rung.and_then(|it| it.list.as_deref());
                list::check(&mut unit_of, list.unwrap_or_default());
            }
            (Vendor::Siemens, _) => {
                if let Some(ladder) = &ladder {
                    let net = rung.and_then(|it| it.net.as_deref());
                    drawing::check(&mut unit_of, ladder, net);
                }
            }
            (Vendor::Codesys, _) => {
                let shown = rung.and_then(|it| it.statements.as_deref());
                statements::check_shown(&mut unit_of, shown.unwrap_or_default());
            }
            _ => {}
        }
        unit_of.found
    }
}
