//! Relative links of the documents to missing files.

use std::path::Path;

use crate::{TreeError, Violation, files, read, relative};

/// The source folder of the manual. A link to a file outside of it is broken in the built pages.
const MANUAL: &str = "docs/manual";

/// Returns links to missing files, and links that leave the manual.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>, TreeError> {
    let mut violations = Vec::new();
    for path in files(root).into_iter().filter(|it| it.extension().is_some_and(|it| it == "md")) {
        let text = read(&path)?;
        let place = relative(root, &path);
        let folder = path.parent().unwrap_or(root);
        let manual = place.starts_with(MANUAL).then(|| root.join(MANUAL));
        for (line, target) in targets(&text) {
            let file = target.split('#').next().unwrap_or_default();
            let what = if !folder.join(file).exists() {
                "does not exist"
            } else if manual.as_deref().is_some_and(|it| leaves(it, &folder.join(file))) {
                "is outside of the manual: name the path as text"
            } else {
                continue;
            };
            let what = format!("the linked file {file} {what}");
            violations.push(Violation { place: format!("{place}:{line}"), what });
        }
    }
    Ok(violations)
}

/// The relative targets of links and pictures, with their line numbers; code blocks have none.
fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_code = false;
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        for part in line.split("](").skip(1) {
            let target = part.split([')', ' ']).next().unwrap_or_default();
            let is_elsewhere = target.contains("://") || target.starts_with(['#', '<']);
            if !target.is_empty() && !is_elsewhere && !target.starts_with("mailto:") {
                found.push((at + 1, target));
            }
        }
    }
    found
}

/// Whether a file is outside of a folder, with `..` resolved.
fn leaves(folder: &Path, file: &Path) -> bool {
    match (folder.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => !file.starts_with(folder),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_pictures_are_found_and_code_is_not() {
        for (text, expected) in [
            ("[a](b.md) and ![c](d.png \"e\")", &[(1, "b.md"), (1, "d.png")][..]),
            ("\n[`a`](../b.md#part)", &[(2, "../b.md#part")]),
            ("[a](https://b.example) [c](#d) [e](mailto:f@g.example)", &[]),
            ("```\n[a](b.md)\n```\n[c](d.md)", &[(4, "d.md")]),
        ] {
            assert_eq!(targets(text), expected, "{text}");
        }
    }
}
