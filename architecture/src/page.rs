//! The tables of `ARCHITECTURE.md`: the crates and the rules.

use std::path::Path;

use crate::{TreeError, read};

/// The tables of the page.
#[derive(Debug)]
pub struct Page {
    /// One for each row of the table of crates.
    pub crates: Vec<CrateRow>,
    /// One for each row of the table of rules.
    pub rules: Vec<Rule>,
}

/// A row of the table of crates.
#[derive(Debug, PartialEq, Eq)]
pub struct CrateRow {
    /// `drivers/cip`
    pub folder: String,
    /// The package name; `None` if the folder is not a Rust package.
    pub package: Option<String>,
    /// Folders that the crate may import; `None` if it may import all.
    pub imports: Option<Vec<String>>,
}

/// A rule that forbids words in some files.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The reason.
    pub name: String,
    /// Paths of the checked files; `*` matches one part of a path.
    pub paths: Vec<String>,
    /// Paths below `paths` that are not checked.
    pub except: Vec<String>,
    /// The forbidden words.
    pub words: Vec<String>,
    /// Whether comments are checked, too.
    pub is_strict: bool,
}

impl Page {
    /// Reads the page of a tree.
    pub fn read(root: &Path) -> Result<Self, TreeError> {
        Ok(Self::of(&read(&root.join("ARCHITECTURE.md"))?))
    }

    fn of(text: &str) -> Self {
        Self {
            crates: rows(text, "Crates").into_iter().filter_map(|it| crate_row(&it)).collect(),
            rules: rows(text, "Architecture tests")
                .into_iter()
                .filter_map(|it| rule(&it))
                .collect(),
        }
    }

    /// The folder of a package.
    pub(crate) fn folder_of(&self, package: &str) -> Option<&str> {
        let row = self.crates.iter().find(|it| it.package.as_deref() == Some(package))?;
        Some(&row.folder)
    }
}

/// The cells of a section's table, without the header.
fn rows(text: &str, section: &str) -> Vec<Vec<String>> {
    let heading = format!("## {section}");
    let lines = text.lines().skip_while(|it| it.trim() != heading).skip(1);
    let table = lines.take_while(|it| !it.starts_with("## ")).filter(|it| it.starts_with('|'));
    let cells = |line: &str| {
        let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
        inside.split(" | ").map(|it| it.trim().to_owned()).collect()
    };
    table.skip(2).map(cells).collect()
}

fn crate_row(cells: &[String]) -> Option<CrateRow> {
    let [folder, package, _, imports] = cells else { return None };
    let all = imports == "all";
    Some(CrateRow {
        folder: quoted(folder).first()?.trim_end_matches('/').to_owned(),
        package: quoted(package).first().cloned(),
        imports: (!all).then(|| {
            quoted(imports).iter().map(|it| it.trim_end_matches('/').to_owned()).collect()
        }),
    })
}

fn rule(cells: &[String]) -> Option<Rule> {
    let [name, paths, except, words] = cells else { return None };
    Some(Rule {
        name: name.clone(),
        paths: quoted(paths),
        except: quoted(except),
        words: quoted(words).iter().map(|it| it.to_lowercase()).collect(),
        is_strict: words.contains("not even in comments"),
    })
}

/// The parts of a cell in backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_read_as_tables() {
        let page = Page::of(
            "# A\n\n## Crates\nText.\n\n| F | P | D | I |\n|---|---|---|---|\n| `a/` | `x-a` | one | nothing of ours |\n\
             | `b/c/` | – | two | all |\n| `d` | `x-d` | three | `a/`, `b/c` |\n\n## Architecture tests\n\n| W | I | B | N |\n|-|-|-|-|\n\
             | no clock | `a/*/plan` `d` | `a/x` | `Now()`, not even in comments |\n\n## More\n| `e` |\n",
        );
        let imports: Vec<_> = page.crates.iter().map(|it| it.imports.clone()).collect();
        assert_eq!(imports, [Some(vec![]), None, Some(vec!["a".into(), "b/c".into()])]);
        assert_eq!(page.folder_of("x-d"), Some("d"));
        assert_eq!(page.crates[1].package, None);
        let [rule] = &page.rules[..] else { panic!("{:?}", page.rules) };
        assert_eq!(rule.paths, ["a/*/plan", "d"]);
        assert_eq!((&rule.words[..], rule.is_strict), (&["now()".to_owned()][..], true));
    }
}
