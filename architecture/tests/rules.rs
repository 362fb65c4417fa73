//! This tree follows every rule, and each rule finds its violation.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tagbridge_architecture::{Page, Violation, bless, check};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn this_tree_follows_every_rule() {
    let violations = check(&root()).expect("the tree can be read");
    let shown: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{} violations:\n{}", shown.len(), shown.join("\n"));
}

/// A tree with two crates: `low`, and `high`, which imports it.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().expect("the disk has space"));
        tree.write("Cargo.toml", "[workspace]\nmembers = [\"low\", \"high\"]\n");
        tree.manifest("low", "");
        tree.manifest("high", "x-low = { path = \"../low\" }\n");
        tree.write("low/src/lib.rs", "//! Low.\n\npub fn low() {}\n");
        tree.write("high/src/lib.rs", "pub fn high() {}\n");
        tree.write("architecture/exceptions.toml", "");
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

    fn manifest(&self, package: &str, dependencies: &str) {
        let text = format!("[package]\nname = \"x-{package}\"\n\n[dependencies]\n{dependencies}");
        self.write(&format!("{package}/Cargo.toml"), &text);
    }

    fn page(&self, crates: &str, rules: &str) {
        let crates = format!("| F | P | D | I |\n|---|---|---|---|\n{crates}");
        let rules = format!("| W | I | B | N |\n|---|---|---|---|\n{rules}");
        self.write(
            "ARCHITECTURE.md",
            &format!("# A\n\n## Crates\n\n{crates}\n## Architecture tests\n\n{rules}\n"),
        );
    }

    fn violations(&self) -> Vec<Violation> {
        check(self.0.path()).expect("the tree can be read")
    }

    /// Asserts that there is one violation, at a place, with a text.
    fn has_violation(&self, place: &str, says: &str) {
        let violations = self.violations();
        let [violation] = &violations[..] else { panic!("not one violation: {violations:?}") };
        assert_eq!(violation.place, place, "{violation}");
        assert!(violation.what.contains(says), "{violation}");
    }
}

#[test]
fn a_tree_that_follows_the_rules_has_no_violation() {
    assert_eq!(Tree::new().violations(), []);
}

#[test]
fn an_import_that_the_page_does_not_list_is_a_violation() {
    let tree = Tree::new();
    tree.manifest("low", "x-high = { path = \"../high\" }\n");
    tree.has_violation("low", "it imports high");
    tree.manifest(
        "low",
        "[target.'cfg(unix)'.dependencies]\nother = { package = \"x-high\", path = \"../high\" }\n",
    );
    tree.has_violation("low", "it imports high");
    tree.manifest("low", "\n[dev-dependencies]\nx-high = { path = \"../high\" }\n");
    assert_eq!(tree.violations(), []);
}

#[test]
fn a_crate_that_the_page_does_not_list_is_a_violation() {
    let tree = Tree::new();
    tree.write("Cargo.toml", "[workspace]\nmembers = [\"low\", \"high\", \"new\"]\n");
    tree.has_violation("new", "does not list");
    let tree = Tree::new();
    tree.write("high/Cargo.toml", "[package]\nname = \"x-other\"\n");
    tree.has_violation("high", "its package is x-other");
}

#[test]
fn a_file_and_a_crate_that_are_too_large_are_violations() {
    let tree = Tree::new();
    let long = "fn f() {}\n".repeat(401);
    tree.write("low/src/long.rs", &long);
    tree.has_violation("low/src/long.rs", "it has 401 lines, 400 are allowed");
    // Its tests do not count.
    let tests = format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
    tree.write("low/src/long.rs", &tests);
    assert_eq!(tree.violations(), []);
    tree.write("low/src/long.rs", &long);
    tree.write("architecture/exceptions.toml", "[ceiling]\n\"low/src/long.rs\" = 401\n");
    assert_eq!(tree.violations(), []);
    tree.write("low/src/long.rs", &"fn f() {}\n".repeat(402));
    tree.has_violation("low/src/long.rs", "it has 402 lines, 401 are allowed");
    tree.write("low/src/long.rs", "");
    tree.has_violation("low/src/long.rs", "no longer needed");
    let tree = Tree::new();
    for at in 0..40 {
        tree.write(&format!("low/src/part{at}.rs"), &"fn f() {}\n".repeat(380));
    }
    tree.has_violation("low", "lines, 15000 are allowed");
}

#[test]
fn modules_that_import_each_other_in_a_cycle_are_a_violation() {
    let tree = Tree::new();
    tree.write("low/src/one.rs", "use crate::{\n    other::{Thing, three},\n    two::Two,\n};\n");
    tree.write("low/src/two.rs", "fn f() { crate::three::g() }\n");
    tree.write("low/src/three/part.rs", "//! crate::one\n#[cfg(test)]\nuse crate::one::One;\n");
    assert_eq!(tree.violations(), []);
    tree.write("low/src/three.rs", "use crate::one::One;\n");
    tree.has_violation(
        "low",
        "3 modules import each other in a cycle, 0 are allowed: one, three, two",
    );
    tree.write("architecture/exceptions.toml", "[cycle]\nlow = 3\n");
    assert_eq!(tree.violations(), []);
    tree.write("low/src/two.rs", "fn f() { crate::one::g() }\n");
    tree.has_violation("low", "2 modules import each other in a cycle, 3 are allowed: one, two");
    tree.write("low/src/one.rs", "");
    tree.has_violation("low", "no longer needed");
}

#[test]
fn a_public_type_of_two_crates_needs_a_reason() {
    let tree = Tree::new();
    tree.write("low/src/lib.rs", "pub struct Place;\n");
    tree.write("high/src/lib.rs", "pub(crate) struct Place;\n#[cfg(test)]\npub enum Place {}\n");
    assert_eq!(tree.violations(), []);
    tree.write("high/src/lib.rs", "pub enum Place {}\n");
    tree.has_violation("high, low", "each has a public type Place");
    tree.write("architecture/exceptions.toml", "[name]\nPlace = \"a test\"\n");
    assert_eq!(tree.violations(), []);
    tree.write("low/src/lib.rs", "");
    tree.has_violation("Place", "no longer needed");
    tree.write("architecture/exceptions.toml", "[name]\nPlace = \"\"\n");
    let error = check(tree.0.path()).expect_err("it has no reason");
    assert!(error.to_string().contains("a reason"), "{error}");
}

#[test]
fn a_link_to_a_missing_file_is_a_violation() {
    let tree = Tree::new();
    tree.write("docs/manual/one.md", "[two](two.md#part) [page](https://x.example)\n");
    tree.has_violation("docs/manual/one.md:1", "the linked file two.md does not exist");
    tree.write("docs/manual/two.md", "`code` ![picture](pictures/a.png)\n");
    tree.has_violation("docs/manual/two.md:1", "pictures/a.png does not exist");
    tree.write("docs/manual/pictures/a.png", "");
    assert_eq!(tree.violations(), []);
    tree.write("docs/manual/two.md", "[page](../../ARCHITECTURE.md)\n");
    tree.has_violation("docs/manual/two.md:1", "outside of the manual");
}

#[test]
fn an_exception_needs_a_reason_and_a_use() {
    let tree = Tree::new();
    tree.page(
        "| `low/` | `x-low` | one | nothing of ours |\n| `high/` | `x-high` | two | `low` |\n",
        "| no clocks | `low` | – | `now` |\n",
    );
    tree.write("low/src/lib.rs", "fn f() { now() }\n");
    tree.has_violation("low/src/lib.rs:1", "`now` is forbidden here: no clocks");
    let word = "[[word]]\nrule = \"no clocks\"\nfile = \"low/src/lib.rs\"\nwith = [\"now()\"]\n";
    tree.write("architecture/exceptions.toml", &format!("{word}why = \"a test\"\n"));
    assert_eq!(tree.violations(), []);
    tree.write("low/src/lib.rs", "fn f() {}\n");
    tree.has_violation("low/src/lib.rs", "no longer needed");
    tree.write("architecture/exceptions.toml", word);
    let error = check(tree.0.path()).expect_err("it has no reason");
    assert!(error.to_string().contains("a reason"), "{error}");
}

#[test]
fn a_rule_whose_path_matches_no_file_is_a_violation() {
    let tree = Tree::new();
    tree.page(
        "| `low/` | `x-low` | one | nothing of ours |\n| `high/` | `x-high` | two | `low` |\n",
        "| no clocks | `low/src/plan` | – | `now` |\n",
    );
    tree.has_violation("low/src/plan", "no file matches this path");
}

#[test]
fn the_count_of_refused_phrases_may_only_decrease() {
    let tree = Tree::new();
    let file = "low/src/lib.rs";
    tree.write(file, "//! It stands beside.\n");
    let list = "architecture/english.toml";
    tree.write(list, "");
    assert_eq!(tree.violations().len(), 2);
    tree.write(list, "\"low/src/lib.rs\" = 2\n");
    assert_eq!(tree.violations(), []);
    tree.write(file, "//! It stands.\n");
    tree.has_violation(file, "it has 1 refused phrases");
    bless(tree.0.path()).expect("the list can be written");
    assert_eq!(tree.violations(), []);
    // A higher count is not written.
    tree.write(file, "//! It stands beside.\n");
    bless(tree.0.path()).expect("the list can be written");
    assert_eq!(tree.violations().len(), 2);
}

/// Every rule of the real page, each of its words at each of its paths.
#[test]
fn a_line_that_breaks_a_rule_of_the_page_is_a_violation() {
    let page = Page::read(&root()).expect("the page is there");
    assert!(page.rules.len() >= 8, "the table of rules is read");
    for rule in &page.rules {
        assert!(!rule.words.is_empty() && !rule.paths.is_empty(), "{rule:?}");
        for place in &rule.paths {
            for word in &rule.words {
                breaks(place, word);
            }
        }
    }
}

fn breaks(place: &str, word: &str) {
    let place = place.replace('*', "any");
    let (package, file) = match place.split_once("/src/") {
        Some((package, _)) => (package, format!("{place}.rs")),
        None => (place.as_str(), format!("{place}/src/lib.rs")),
    };
    let tree = Tree::new();
    tree.write("Cargo.toml", &format!("[workspace]\nmembers = [\"{package}\"]\n"));
    tree.write(&format!("{package}/Cargo.toml"), "[package]\nname = \"x-package\"\n");
    let row = format!("| no | `{place}` | – | `{word}` |\n");
    tree.page(&format!("| `{package}/` | `x-package` | one | nothing of ours |\n"), &row);
    tree.write(
        &file,
        &format!("// {word}\nfn fine() {{}}\n#[cfg(test)]\nfn f() {{ \"{word}\" }}\n"),
    );
    assert_eq!(tree.violations(), [], "a comment and a test are not code");
    tree.write(&file, &format!("fn f() {{ \"{word}\" }}\n"));
    tree.has_violation(&format!("{file}:1"), word);
    let strict = format!("| no | `{place}` | – | `{word}`, not even in comments |\n");
    tree.page(&format!("| `{package}/` | `x-package` | one | nothing of ours |\n"), &strict);
    tree.write(&file, &format!("// {word}\n"));
    tree.has_violation(&format!("{file}:1"), word);
}

/// Checks that the files in the page's first table exist.
#[test]
fn the_files_in_the_first_table_of_the_page_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let section = page.split("\n## ").find(|it| it.starts_with("Where to look first"));
    let cells = section.expect("it has that section").lines().filter_map(|it| it.split('|').nth(2));
    let paths: Vec<&str> = cells.flat_map(|it| it.split('`').skip(1).step_by(2)).collect();
    assert!(paths.len() > 20, "{paths:?}");
    let gone: Vec<&&str> = paths.iter().filter(|it| !root().join(it).exists()).collect();
    assert!(gone.is_empty(), "{gone:?}");
}
