//! Forbidden words.

use crate::{Crate, Exceptions, Page, Violation, crates::File, page::Rule};

/// Returns the lines with a word that a rule forbids.
pub(crate) fn violations(
    page: &Page,
    crates: &[Crate],
    exceptions: &mut Exceptions,
) -> Vec<Violation> {
    let files: Vec<&File> = crates.iter().flat_map(|it| &it.files).collect();
    let mut violations = Vec::new();
    for rule in &page.rules {
        for path in &rule.paths {
            if !files.iter().any(|it| is_below(&it.path, path)) {
                let what = format!("no file matches this path of the rule \"{}\"", rule.name);
                violations.push(Violation { place: path.clone(), what });
            }
        }
        for file in files.iter().filter(|it| applies_to(rule, &it.path)) {
            violations.extend(of_file(rule, file, exceptions));
        }
    }
    violations
}

fn of_file(rule: &Rule, file: &File, exceptions: &mut Exceptions) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (at, line) in file.lines.iter().enumerate().filter(|(_, it)| !it.is_test) {
        let text = if rule.is_strict { &line.text } else { &line.code };
        let text = text.to_lowercase();
        let Some(word) = rule.words.iter().find(|it| text.contains(it.as_str())) else { continue };
        if exceptions.allows_word(&rule.name, &file.path, &text) {
            continue;
        }
        let what = format!("`{word}` is forbidden here: {}", rule.name);
        violations.push(Violation { place: format!("{}:{}", file.path, at + 1), what });
    }
    violations
}

fn applies_to(rule: &Rule, path: &str) -> bool {
    let is_in = |all: &[String]| all.iter().any(|it| is_below(path, it));
    is_in(&rule.paths) && !is_in(&rule.except)
}

/// Whether a file is at or below a path: `drivers/*/src/plan` matches `plan.rs` and all files in
/// `plan/`.
fn is_below(path: &str, place: &str) -> bool {
    let path: Vec<&str> = path.split('/').collect();
    let place: Vec<&str> = place.trim_end_matches('/').split('/').collect();
    place.len() <= path.len()
        && place.iter().zip(&path).all(|(place, part)| {
            *place == "*" || place == part || part.strip_suffix(".rs") == Some(place)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_a_module_as_file_and_as_folder() {
        for (path, place, expected) in [
            ("drivers/s7/src/plan.rs", "drivers/*/src/plan", true),
            ("drivers/s7/src/plan/pack.rs", "drivers/*/src/plan", true),
            ("drivers/s7/src/planner.rs", "drivers/*/src/plan", false),
            ("drivers/src/lib.rs", "drivers/*/src/plan", false),
            ("bridge/src/bridge.rs", "bridge/", true),
            ("bridged/src/bridge.rs", "bridge", false),
        ] {
            assert_eq!(is_below(path, place), expected, "{path} {place}");
        }
    }
}
