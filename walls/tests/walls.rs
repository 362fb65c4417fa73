//! The tree holds, and each wall falls when somebody goes through it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tagbridge_walls::{Breach, Page, check};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn every_wall_of_this_tree_holds() {
    let breaches = check(&root()).expect("the tree can be read");
    let shown: Vec<String> = breaches.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{} breaches:\n{}", shown.len(), shown.join("\n"));
}

/// A tree of two rooms: `low`, and `high` which imports it.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().expect("there is room"));
        tree.write("Cargo.toml", "[workspace]\nmembers = [\"low\", \"high\"]\n");
        tree.manifest("low", "");
        tree.manifest("high", "x-low = { path = \"../low\" }\n");
        tree.write("low/src/lib.rs", "//! Low.\n\npub fn low() {}\n");
        tree.write("high/src/lib.rs", "pub fn high() {}\n");
        tree.write("walls/exceptions.toml", "");
        tree.page(
            "| `low/` | `x-low` | one | nothing of ours |\n| `high/` | `x-high` | two | `low` |\n",
            "",
        );
        tree
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in the tree")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    fn manifest(&self, room: &str, dependencies: &str) {
        let text = format!("[package]\nname = \"x-{room}\"\n\n[dependencies]\n{dependencies}");
        self.write(&format!("{room}/Cargo.toml"), &text);
    }

    fn page(&self, rooms: &str, walls: &str) {
        let rooms = format!("| F | P | D | I |\n|---|---|---|---|\n{rooms}");
        let walls = format!("| W | I | B | N |\n|---|---|---|---|\n{walls}");
        self.write(
            "ARCHITECTURE.md",
            &format!("# A\n\n## Rooms\n\n{rooms}\n## Walls\n\n{walls}\n"),
        );
    }

    fn breaches(&self) -> Vec<Breach> {
        check(self.0.path()).expect("the tree can be read")
    }

    /// There is one breach, at a place, that says something.
    fn broken(&self, place: &str, says: &str) {
        let breaches = self.breaches();
        let [breach] = &breaches[..] else { panic!("not one breach: {breaches:?}") };
        assert_eq!(breach.place, place, "{breach}");
        assert!(breach.what.contains(says), "{breach}");
    }
}

#[test]
fn a_tree_without_a_breach_holds() {
    assert_eq!(Tree::new().breaches(), []);
}

#[test]
fn an_import_that_the_page_does_not_name_is_a_breach() {
    let tree = Tree::new();
    tree.manifest("low", "x-high = { path = \"../high\" }\n");
    tree.broken("low", "it imports high");
    tree.manifest(
        "low",
        "[target.'cfg(unix)'.dependencies]\nother = { package = \"x-high\", path = \"../high\" }\n",
    );
    tree.broken("low", "it imports high");
    tree.manifest("low", "\n[dev-dependencies]\nx-high = { path = \"../high\" }\n");
    assert_eq!(tree.breaches(), []);
}

#[test]
fn a_room_that_the_page_does_not_name_is_a_breach() {
    let tree = Tree::new();
    tree.write("Cargo.toml", "[workspace]\nmembers = [\"low\", \"high\", \"new\"]\n");
    tree.broken("new", "does not name");
    let tree = Tree::new();
    tree.write("high/Cargo.toml", "[package]\nname = \"x-other\"\n");
    tree.broken("high", "its package is x-other");
}

#[test]
fn a_file_and_a_room_that_grow_too_large_are_a_breach() {
    let tree = Tree::new();
    let long = "fn f() {}\n".repeat(401);
    tree.write("low/src/long.rs", &long);
    tree.broken("low/src/long.rs", "it has 401 lines and may have 400");
    // Its tests do not count.
    let tests = format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
    tree.write("low/src/long.rs", &tests);
    assert_eq!(tree.breaches(), []);
    tree.write("low/src/long.rs", &long);
    tree.write("walls/exceptions.toml", "[ceiling]\n\"low/src/long.rs\" = 401\n");
    assert_eq!(tree.breaches(), []);
    tree.write("low/src/long.rs", &"fn f() {}\n".repeat(402));
    tree.broken("low/src/long.rs", "it has 402 lines and may have 401");
    tree.write("low/src/long.rs", "");
    tree.broken("low/src/long.rs", "not needed any more");
    let tree = Tree::new();
    for at in 0..40 {
        tree.write(&format!("low/src/part{at}.rs"), &"fn f() {}\n".repeat(380));
    }
    tree.broken("low", "lines and may have 15000");
}

#[test]
fn modules_that_need_each_other_in_a_circle_are_a_breach() {
    let tree = Tree::new();
    tree.write("low/src/one.rs", "use crate::{\n    other::{Thing, three},\n    two::Two,\n};\n");
    tree.write("low/src/two.rs", "fn f() { crate::three::g() }\n");
    tree.write("low/src/three/part.rs", "//! crate::one\n#[cfg(test)]\nuse crate::one::One;\n");
    assert_eq!(tree.breaches(), []);
    tree.write("low/src/three.rs", "use crate::one::One;\n");
    tree.broken("low", "3 of its modules need each other in a circle, and 0 may: one, three, two");
    tree.write("walls/exceptions.toml", "[circle]\nlow = 3\n");
    assert_eq!(tree.breaches(), []);
    tree.write("low/src/two.rs", "fn f() { crate::one::g() }\n");
    tree.broken("low", "2 of its modules need each other in a circle, and 3 may: one, two");
    tree.write("low/src/one.rs", "");
    tree.broken("low", "not needed any more");
}

#[test]
fn a_public_type_that_two_rooms_have_needs_a_reason() {
    let tree = Tree::new();
    tree.write("low/src/lib.rs", "pub struct Place;\n");
    tree.write("high/src/lib.rs", "pub(crate) struct Place;\n#[cfg(test)]\npub enum Place {}\n");
    assert_eq!(tree.breaches(), []);
    tree.write("high/src/lib.rs", "pub enum Place {}\n");
    tree.broken("high, low", "each has a public type Place");
    tree.write("walls/exceptions.toml", "[name]\nPlace = \"a test\"\n");
    assert_eq!(tree.breaches(), []);
    tree.write("low/src/lib.rs", "");
    tree.broken("Place", "not needed any more");
    tree.write("walls/exceptions.toml", "[name]\nPlace = \"\"\n");
    let error = check(tree.0.path()).expect_err("it has no reason");
    assert!(error.to_string().contains("why it may stay"), "{error}");
}

#[test]
fn a_link_to_no_file_is_a_breach() {
    let tree = Tree::new();
    tree.write("docs/manual/one.md", "[two](two.md#part) [page](https://x.example)\n");
    tree.broken("docs/manual/one.md:1", "the linked file two.md does not exist");
    tree.write("docs/manual/two.md", "`code` ![picture](pictures/a.png)\n");
    tree.broken("docs/manual/two.md:1", "pictures/a.png does not exist");
    tree.write("docs/manual/pictures/a.png", "");
    assert_eq!(tree.breaches(), []);
    tree.write("docs/manual/two.md", "[page](../../ARCHITECTURE.md)\n");
    tree.broken("docs/manual/two.md:1", "outside of the manual");
}

#[test]
fn an_exception_needs_a_reason_and_a_line_that_needs_it() {
    let tree = Tree::new();
    tree.page(
        "| `low/` | `x-low` | one | nothing of ours |\n| `high/` | `x-high` | two | `low` |\n",
        "| no clocks | `low` | – | `now` |\n",
    );
    tree.write("low/src/lib.rs", "fn f() { now() }\n");
    tree.broken("low/src/lib.rs:1", "`now` has no business here: no clocks");
    let word = "[[word]]\nwall = \"no clocks\"\nfile = \"low/src/lib.rs\"\nwith = [\"now()\"]\n";
    tree.write("walls/exceptions.toml", &format!("{word}why = \"a test\"\n"));
    assert_eq!(tree.breaches(), []);
    tree.write("low/src/lib.rs", "fn f() {}\n");
    tree.broken("low/src/lib.rs", "not needed any more");
    tree.write("walls/exceptions.toml", word);
    let error = check(tree.0.path()).expect_err("it has no reason");
    assert!(error.to_string().contains("why it may stay"), "{error}");
}

#[test]
fn a_wall_that_stands_where_nothing_is_is_a_breach() {
    let tree = Tree::new();
    tree.page(
        "| `low/` | `x-low` | one | nothing of ours |\n| `high/` | `x-high` | two | `low` |\n",
        "| no clocks | `low/src/plan` | – | `now` |\n",
    );
    tree.broken("low/src/plan", "stands where no file is");
}

/// Every wall of the real page, each of its words at each of its places.
#[test]
fn a_line_that_breaks_a_wall_of_the_page_is_a_breach() {
    let page = Page::read(&root()).expect("the page is there");
    assert!(page.walls.len() >= 8, "the table of walls is read");
    for wall in &page.walls {
        assert!(!wall.words.is_empty() && !wall.paths.is_empty(), "{wall:?}");
        for place in &wall.paths {
            for word in &wall.words {
                breaks(place, word);
            }
        }
    }
}

fn breaks(place: &str, word: &str) {
    let place = place.replace('*', "any");
    let (room, file) = match place.split_once("/src/") {
        Some((room, _)) => (room, format!("{place}.rs")),
        None => (place.as_str(), format!("{place}/src/lib.rs")),
    };
    let tree = Tree::new();
    tree.write("Cargo.toml", &format!("[workspace]\nmembers = [\"{room}\"]\n"));
    tree.write(&format!("{room}/Cargo.toml"), "[package]\nname = \"x-room\"\n");
    let row = format!("| no | `{place}` | – | `{word}` |\n");
    tree.page(&format!("| `{room}/` | `x-room` | one | nothing of ours |\n"), &row);
    tree.write(
        &file,
        &format!("// {word}\nfn fine() {{}}\n#[cfg(test)]\nfn f() {{ \"{word}\" }}\n"),
    );
    assert_eq!(tree.breaches(), [], "a comment and a test are not code");
    tree.write(&file, &format!("fn f() {{ \"{word}\" }}\n"));
    tree.broken(&format!("{file}:1"), word);
    let strict = format!("| no | `{place}` | – | `{word}`, not even in comments |\n");
    tree.page(&format!("| `{room}/` | `x-room` | one | nothing of ours |\n"), &strict);
    tree.write(&file, &format!("// {word}\n"));
    tree.broken(&format!("{file}:1"), word);
}

/// A newcomer follows the page's first table: what it names is there.
#[test]
fn what_the_page_says_to_look_at_is_there() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let section = page.split("\n## ").find(|it| it.starts_with("Where to look first"));
    let cells = section.expect("it has that section").lines().filter_map(|it| it.split('|').nth(2));
    let paths: Vec<&str> = cells.flat_map(|it| it.split('`').skip(1).step_by(2)).collect();
    assert!(paths.len() > 20, "{paths:?}");
    let gone: Vec<&&str> = paths.iter().filter(|it| !root().join(it).exists()).collect();
    assert!(gone.is_empty(), "{gone:?}");
}
