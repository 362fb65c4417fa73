//! What `ARCHITECTURE.md` says: the rooms, and the walls.

use std::path::Path;

use crate::{WallError, read};

/// The tables of the page.
#[derive(Debug)]
pub struct Page {
    /// One for each folder of the table of rooms.
    pub rooms: Vec<RoomRow>,
    /// One for each row of the table of walls.
    pub walls: Vec<Wall>,
}

/// A room as the page has it.
#[derive(Debug, PartialEq, Eq)]
pub struct RoomRow {
    /// `drivers/cip`
    pub folder: String,
    /// `tagbridge-cip`; `None`: it is no Rust package.
    pub package: Option<String>,
    /// Folders that it may import; `None`: all.
    pub imports: Option<Vec<String>>,
}

/// A word that has no business somewhere.
#[derive(Debug, PartialEq, Eq)]
pub struct Wall {
    /// What it is good for.
    pub name: String,
    /// Where it stands: paths, of which a part may be `*`.
    pub paths: Vec<String>,
    /// Paths below those that it lets pass.
    pub doors: Vec<String>,
    /// The words.
    pub words: Vec<String>,
    /// Whether they have no business in comments either.
    pub is_strict: bool,
}

impl Page {
    /// Reads the page of a tree.
    pub fn read(root: &Path) -> Result<Self, WallError> {
        Ok(Self::of(&read(&root.join("ARCHITECTURE.md"))?))
    }

    fn of(text: &str) -> Self {
        Self {
            rooms: rows(text, "Rooms").into_iter().filter_map(|it| room(&it)).collect(),
            walls: rows(text, "Walls").into_iter().filter_map(|it| wall(&it)).collect(),
        }
    }

    /// The folder of a package.
    pub(crate) fn folder_of(&self, package: &str) -> Option<&str> {
        let room = self.rooms.iter().find(|it| it.package.as_deref() == Some(package))?;
        Some(&room.folder)
    }
}

/// The cells of a section's table, without its head.
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

fn room(cells: &[String]) -> Option<RoomRow> {
    let [folder, package, _, imports] = cells else { return None };
    let all = imports == "all";
    Some(RoomRow {
        folder: quoted(folder).first()?.trim_end_matches('/').to_owned(),
        package: quoted(package).first().cloned(),
        imports: (!all).then(|| {
            quoted(imports).iter().map(|it| it.trim_end_matches('/').to_owned()).collect()
        }),
    })
}

fn wall(cells: &[String]) -> Option<Wall> {
    let [name, paths, doors, words] = cells else { return None };
    Some(Wall {
        name: name.clone(),
        paths: quoted(paths),
        doors: quoted(doors),
        words: quoted(words).iter().map(|it| it.to_lowercase()).collect(),
        is_strict: words.contains("not even in comments"),
    })
}

/// What stands in backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_read_as_tables() {
        let page = Page::of(
            "# A\n\n## Rooms\nText.\n\n| F | P | D | I |\n|---|---|---|---|\n| `a/` | `x-a` | one | nothing of ours |\n\
             | `b/c/` | – | two | all |\n| `d` | `x-d` | three | `a/`, `b/c` |\n\n## Walls\n\n| W | I | B | N |\n|-|-|-|-|\n\
             | no clock | `a/*/plan` `d` | `a/x` | `Now()`, not even in comments |\n\n## More\n| `e` |\n",
        );
        let imports: Vec<_> = page.rooms.iter().map(|it| it.imports.clone()).collect();
        assert_eq!(imports, [Some(vec![]), None, Some(vec!["a".into(), "b/c".into()])]);
        assert_eq!(page.folder_of("x-d"), Some("d"));
        assert_eq!(page.rooms[1].package, None);
        let [wall] = &page.walls[..] else { panic!("{:?}", page.walls) };
        assert_eq!(wall.paths, ["a/*/plan", "d"]);
        assert_eq!((&wall.words[..], wall.is_strict), (&["now()".to_owned()][..], true));
    }
}
