//! Mistakes in drawings: networks of SimaticML.

use tagbridge_logic::Logic;
use tagbridge_project::{Body, Source, Vendor};

use super::{Mistake, Mutant, declared, misspelt};

/// Mutants of the networks of a project: each file of SimaticML is changed as text.
pub(super) fn mutants(source: &Source, before: Logic<'_>, most: usize) -> Vec<Mutant> {
    if before.project.vendor != Vendor::Siemens {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (file, content) in source.files.iter().enumerate() {
        let Ok(text) = std::str::from_utf8(&content.bytes) else { continue };
        if text.contains("<FlgNet") {
            of_file(source, before, (file, text), most, &mut found);
        }
    }
    found
}

fn of_file(
    source: &Source,
    before: Logic<'_>,
    (file, text): (usize, &str),
    most: usize,
    found: &mut Vec<Mutant>,
) {
    let path = &source.files[file].path;
    let routine = before
        .project
        .routines
        .iter()
        .find(|it| it.origin.as_ref().is_some_and(|origin| origin.file == *path));
    let Some(routine) = routine else { return };
    let Body::Rungs(rungs) = &routine.body else { return };
    let names = declared(before.project);
    let networks: Vec<(usize, &str)> = text
        .match_indices("<FlgNet")
        .filter_map(|(at, _)| Some((at, &text[at..at + text[at..].find("</FlgNet>")?])))
        .collect();
    let drawn: Vec<&tagbridge_project::Rung> =
        rungs.iter().filter(|it| it.net.is_some() && !it.text.is_empty()).collect();
    if networks.len() != drawn.len() {
        return;
    }
    let mut add = |mistake, at: usize, old: &str, new: &str, rung: u32| {
        let mut changed = source.clone();
        changed.files[file].bytes =
            format!("{}{new}{}", &text[..at], &text[at + old.len()..]).into_bytes();
        found.push(Mutant {
            mistake,
            source: changed,
            path: routine.owner.clone(),
            rung: Some(rung),
            line: 1,
            what: format!("`{old}` -> `{new}`"),
        });
    };
    let step = (networks.len() / most).max(1);
    for ((begin, network), rung) in networks.iter().zip(&drawn).step_by(step).take(most) {
        // The first variable of the block's own or of a table.
        if let Some(at) = network.find("<Component Name=\"") {
            let start = at + "<Component Name=\"".len();
            let name = network[start..].split('"').next().unwrap_or_default();
            if names.contains(&name.to_lowercase())
                && let Some(other) = misspelt(name, &names)
            {
                add(Mistake::Misspelt, begin + start, name, &other, rung.number);
            }
        }
        // A contact or a coil without its operand.
        for (at, _) in network.match_indices("<Wire ").take(40) {
            let Some(length) = network[at..].find("</Wire>") else { continue };
            let wire = &network[at..at + length + "</Wire>".len()];
            if wire.contains("Name=\"operand\"") && wire.contains("<IdentCon") {
                add(Mistake::MissingOperand, begin + at, wire, "", rung.number);
                break;
            }
        }
        // The wire from the power rail.
        for (at, _) in network.match_indices("<Wire ").take(40) {
            let Some(length) = network[at..].find("</Wire>") else { continue };
            let wire = &network[at..at + length + "</Wire>".len()];
            if wire.contains("<Powerrail") {
                add(Mistake::Unbalanced, begin + at, wire, "", rung.number);
                break;
            }
        }
        // A parameter that the called block does not have.
        if network.contains("<CallInfo")
            && let Some(at) = network.find("<Parameter Name=\"")
        {
            let start = at + "<Parameter Name=\"".len();
            let name = network[start..].split('"').next().unwrap_or_default();
            let called =
                network.split("<CallInfo Name=\"").nth(1).and_then(|it| it.split('"').next());
            let is_known =
                called.is_some_and(|it| before.project.blocks.iter().any(|block| block.name == it));
            let wired = format!("Name=\"{name}\" />");
            if is_known && network.contains(&wired) {
                let renamed = network
                    .replace(
                        &format!("<Parameter Name=\"{name}\""),
                        &format!("<Parameter Name=\"{name}Qx\""),
                    )
                    .replace(&wired, &format!("Name=\"{name}Qx\" />"));
                add(Mistake::WrongCall, *begin, network, &renamed, rung.number);
            }
        }
    }
}
