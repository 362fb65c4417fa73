//! Requests about real drawn code, generated from the code: the number that are proposed, and
//! whether the new drawing is the expected one, by its parts.

use std::collections::BTreeMap;

use tagbridge_logic::Logic;
use tagbridge_project::{Body, Language, Project, Rung, Source, Vendor};
use tagbridge_propose::{Planned, Proposed};

use crate::{
    ready::Ready,
    samples::{below, root},
};

/// Maximum number of requests per kind and file; `TAGBRIDGE_PROPOSALS` overrides it.
fn of_each() -> usize {
    std::env::var("TAGBRIDGE_PROPOSALS").ok().and_then(|it| it.parse().ok()).unwrap_or(3)
}

/// A contact or a coil: whether it is a contact, its operand, whether it is negated.
type Piece = (bool, String, bool);

/// The contacts and coils of a drawn rung, in order; `None` if it has other elements.
fn pieces(vendor: Vendor, rung: &Rung) -> Option<Vec<Piece>> {
    let ladder = rung.ladder(vendor)?;
    let all = ladder.parts().into_iter().map(|part| {
        let text = |at: tagbridge_logic::Span| rung.text.get(at.range()).unwrap_or_default();
        let operand = text(part.operand(0)?).trim().to_owned();
        let is_negated = part.pins.iter().any(|it| it.is_negated)
            || rung.text[part.span.range()].contains("NOT ");
        match part.kind_in(&rung.text) {
            "XIC" => Some((true, operand, false)),
            "XIO" => Some((true, operand, true)),
            "Contact" => Some((true, operand, is_negated)),
            "OTE" | "Coil" => Some((false, operand, false)),
            _ => None,
        }
    });
    all.collect()
}

/// The expected result of a request: removed and added pieces.
struct Wanted {
    shape: &'static str,
    prompt: String,
    gone: Vec<Piece>,
    new: Vec<Piece>,
}

fn bare(name: &str) -> String {
    name.replace(['"', '#'], "")
}

/// Requests about a rung with a single output that no other code writes.
fn requests(pieces: &[Piece], other: &str) -> Vec<Wanted> {
    let coils: Vec<&Piece> = pieces.iter().filter(|it| !it.0).collect();
    let [coil] = coils.as_slice() else { return Vec::new() };
    let once = |name: &str| pieces.iter().filter(|it| it.1 == name).count() == 1;
    let Some(contact) = pieces.iter().find(|it| it.0 && once(&it.1)) else { return Vec::new() };
    let (tag, output) = (format!("`{}`", bare(&contact.1)), format!("`{}`", bare(&coil.1)));
    let by = format!("`{}`", bare(other));
    let make = |shape, prompt: String, gone: &[Piece], new: &[Piece]| Wanted {
        shape,
        prompt,
        gone: gone.to_vec(),
        new: new.to_vec(),
    };
    let own = contact.clone();
    let inverted = (true, own.1.clone(), !own.2);
    let is_new = |on: bool| (true, other.to_owned(), !on);
    let mut all = vec![
        make(
            "invert",
            format!("invert the contact {tag} in the rung of {output}"),
            std::slice::from_ref(&own),
            &[inverted],
        ),
        make(
            "only when",
            format!("{output} should only run when {by} is off"),
            &[],
            &[is_new(false)],
        ),
        make(
            "also when",
            format!("{output} should also run when {by} is on"),
            &[],
            &[is_new(true)],
        ),
        make("interlock", format!("interlock {output} with {by}"), &[], &[is_new(false)]),
        make(
            "parallel",
            format!("add {by} in parallel to {tag} in the rung of {output}"),
            &[],
            &[is_new(true)],
        ),
        make(
            "replace",
            format!("replace {tag} with {by} in the rung of {output}"),
            std::slice::from_ref(&own),
            &[(true, other.to_owned(), own.2)],
        ),
        make(
            "latch",
            format!("latch {output} until {by} is on"),
            &[],
            &[(true, coil.1.clone(), false), is_new(false)],
        ),
    ];
    if pieces.len() > 2 {
        let prompt = format!("remove the contact {tag} from the rung of {output}");
        all.push(make("remove", prompt, &[own], &[]));
    }
    all.push(make("delete", format!("delete the rung of {output}"), pieces, &[]));
    all
}

#[derive(Debug, Default)]
struct Count {
    asked: usize,
    proposed: usize,
    wrong: usize,
}

/// All pieces of a project's drawn rungs, with their number.
fn all_pieces(project: &Project) -> BTreeMap<Piece, i64> {
    let mut all = BTreeMap::new();
    for routine in &project.routines {
        let Body::Rungs(rungs) = &routine.body else { continue };
        for piece in rungs.iter().filter_map(|it| pieces(project.vendor, it)).flatten() {
            *all.entry(piece).or_default() += 1;
        }
    }
    all
}

fn is_right(old: &Project, planned: &Planned, wanted: &Wanted) -> bool {
    let mut left = all_pieces(&planned.project);
    for (piece, count) in all_pieces(old) {
        *left.entry(piece).or_default() -= count;
    }
    for piece in &wanted.gone {
        *left.entry(piece.clone()).or_default() += 1;
    }
    for piece in &wanted.new {
        *left.entry(piece.clone()).or_default() -= 1;
    }
    left.values().all(|it| *it == 0)
}

#[test]
fn drawn_code_of_real_files_is_changed_as_asked_for() {
    let Some(root) = root() else { return };
    let mut counts: BTreeMap<(&str, &str), Count> = BTreeMap::new();
    let mut report = Vec::new();
    let logix = below(&root.join("allen-bradley")).into_iter();
    let simatic = ["czarnak_simaticml_v21", "psi-func_ikea_vyatka_ladder"];
    let simatic = simatic.iter().map(|it| root.join("siemens").join(it));
    for path in logix.chain(simatic) {
        let Ok(source) = Source::open(&path) else { continue };
        if source.files.iter().map(|it| it.bytes.len()).sum::<usize>() > 3_000_000 {
            continue;
        }
        let Some(ready) = Ready::of(source) else { continue };
        of_file(&ready, &mut counts, &mut report);
    }
    let of = |count: &dyn Fn(&Count) -> usize| counts.values().map(count).sum::<usize>();
    let (asked, proposed, wrong) = (of(&|it| it.asked), of(&|it| it.proposed), of(&|it| it.wrong));
    let report = report.join("\n");
    eprintln!("{proposed} of {asked}: {counts:#?}\n{report}");
    assert_eq!(wrong, 0, "{report}");
    assert!(asked >= 60, "{asked}: {counts:#?}");
    assert!(proposed * 100 >= asked * 90, "{proposed} of {asked}\n{counts:#?}\n{report}");
}

fn of_file(
    ready: &Ready,
    counts: &mut BTreeMap<(&'static str, &'static str), Count>,
    report: &mut Vec<String>,
) {
    let logic: Logic<'_> = ready.logic();
    let project = logic.project;
    let vendor = match project.vendor {
        Vendor::AllenBradley => "allen-bradley",
        _ => "siemens",
    };
    let is_bit = |it: &&tagbridge_project::Tag| {
        it.type_use.name.eq_ignore_ascii_case("BOOL")
            && it.type_use.dimensions.is_empty()
            && !it.safety
            && it.alias_for.is_none()
            && !it.name.contains(['.', ':'])
    };
    let mut of_shape: BTreeMap<&str, usize> = BTreeMap::new();
    for routine in project.routines.iter().filter(|it| it.language == Language::Ld) {
        let Body::Rungs(rungs) = &routine.body else { continue };
        for rung in rungs.iter().filter(|_| rungs.len() > 1) {
            let Some(pieces) = pieces(project.vendor, rung) else { continue };
            let other = project.tags.iter().filter(is_bit).find(|tag| {
                pieces.iter().all(|it| !bare(&it.1).eq_ignore_ascii_case(&bare(&tag.name)))
            });
            let Some(other) = other else { continue };
            for wanted in requests(&pieces, &other.name) {
                let taken = of_shape.entry(wanted.shape).or_default();
                if *taken >= of_each() {
                    continue;
                }
                let proposed = ready.asked(&wanted.prompt);
                // Another rung writes the output, too, or the name is ambiguous.
                if let Proposed::Asks(_) = proposed {
                    continue;
                }
                // A protection is not made weaker.
                if matches!(&proposed, Proposed::Refused { code, .. } if code == "propose-no-safety")
                {
                    continue;
                }
                *taken += 1;
                let count = counts.entry((vendor, wanted.shape)).or_default();
                count.asked += 1;
                match proposed {
                    Proposed::Ready(planned) => {
                        count.proposed += 1;
                        if !is_right(project, &planned, &wanted) {
                            count.wrong += 1;
                            report.push(format!("wrong: {} {}", wanted.prompt, rung.text));
                        }
                    }
                    Proposed::Refused { code, reason } => {
                        report.push(format!("{code}: {} {} {reason}", wanted.prompt, rung.text));
                    }
                    Proposed::Asks(_) => {}
                }
            }
        }
    }
}
