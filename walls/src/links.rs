//! Relative links of the documents that lead to no file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Breach, WallError, read};

/// Folders without documents of this project.
const SKIPPED: [&str; 4] = ["target", "node_modules", "dist", "book"];
/// The folder that the manual is built from: a link that leaves it leads nowhere in the built pages.
const MANUAL: &str = "docs/manual";

/// Links to files that do not exist, and links that leave the manual.
pub(crate) fn breaches(root: &Path) -> Result<Vec<Breach>, WallError> {
    let mut breaches = Vec::new();
    for path in documents(root) {
        let text = read(&path)?;
        let place = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
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
            breaches.push(Breach { place: format!("{place}:{line}"), what });
        }
    }
    Ok(breaches)
}

/// The Markdown files of a tree, sorted by path.
pub(crate) fn documents(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            let is_skipped = name.starts_with('.') || SKIPPED.contains(&name.as_str());
            if path.is_dir() && !is_skipped && !path.is_symlink() {
                folders.push(path);
            } else if path.is_file() && name.ends_with(".md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
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
