//! Changes of notation only, and changes of meaning.

use tagbridge_code::Ladder;
use tagbridge_diff::{ChangeKind, diff};
use tagbridge_logic::Index;
use tagbridge_project::{Body, Language, Project, Rung, Source, SourceFile, read};

/// An organization block with this network.
fn network(text: &str) -> Project {
    let block = "ORGANIZATION_BLOCK \"Main\"\nBEGIN\n;\nEND_ORGANIZATION_BLOCK\n";
    let path = "a.scl".to_owned();
    let files = vec![SourceFile { path: path.clone(), bytes: block.as_bytes().to_vec() }];
    let source = Source { name: path, files, hash: String::new() };
    let mut project = read(&source).expect("a project");
    project.routines[0].language = Language::Ld;
    let text = format!("RUNG wire#powerrail {text} END_RUNG");
    let ladder = Some(Box::new(Ladder::declared(&text)));
    let rung = Rung { number: 1, text, ladder, ..Rung::default() };
    project.routines[0].body = Body::Rungs(vec![rung]);
    project
}

fn kinds(old: &str, new: &str) -> Vec<ChangeKind> {
    let (old, new) = (network(old), network(new));
    let (before, after) = (Index::build(&old), Index::build(&new));
    let found = diff((&old, &before), (&new, &after));
    found.changes.into_iter().map(|it| it.kind).collect()
}

#[test]
fn another_number_is_no_other_way_to_write_the_same() {
    let text = |high: u32| {
        format!("Contact(\"Auto\")InRange(min := 10, in := \"T\", max := {high})Coil(\"Heat\")")
    };
    let changes = kinds(&text(50), &text(500));
    assert!(!changes.is_empty() && !changes.contains(&ChangeKind::Rewritten), "{changes:?}");
    let (old, new) =
        ("Contact(\"A\")Contact(\"B\")Coil(\"X\")", "Contact(\"B\")Contact(\"A\")Coil(\"X\")");
    assert_eq!(kinds(old, new), [ChangeKind::Rewritten]);
}

#[test]
fn networks_are_held_against_each_other_by_what_they_are_drawn_of() {
    let check = |old: &str, new: &str, expected: &[ChangeKind]| {
        let text = |of: &str| format!("{of} Coil(\"Run\")");
        assert_eq!(kinds(&text(old), &text(new)), expected, "{old} {new}");
    };
    // An inverted operand of a part, and at one of its pins.
    check("Contact(\"A\")", "Contact(NOT \"A\")", &[ChangeKind::Inverted]);
    check("Sr(#m, r1 := \"A\")", "Sr(#m, r1 := NOT \"A\")", &[ChangeKind::Inverted]);
    check("TON(#t, PT := T#5s)", "TON(#t, PT:=T#5s)", &[]);
    check("[Contact(\"A\") ,Contact(\"B\")]", "[Contact(\"B\") ,Contact(\"A\")]", &[]);
    check("Contact(\"A\")", "Contact(\"A\")Contact(\"B\")", &[ChangeKind::ConditionAdded]);
    // Rungs that each begin at the power rail are parallel.
    let second = " END_RUNG RUNG wire#powerrail Contact(\"B\") Coil(\"C\")";
    let (one, two) = ("Contact(\"A\") Coil(\"B\")", format!("Contact(\"A\") Coil(\"B\"){second}"));
    assert_eq!(kinds(&two, one), [ChangeKind::BranchRemoved]);
}

#[test]
fn line_ends_of_comments_make_no_difference() {
    let project = |end: &str| {
        let text = format!(
            "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"W\" DataType=\"DINT\">\
             <Description><![CDATA[a{end}b]]></Description><Comments><Comment Operand=\".3\">\
             <![CDATA[Pump{end}runs]]></Comment></Comments></Tag></Tags></Controller>\
             </RSLogix5000Content>"
        );
        let file = SourceFile { path: "a.L5X".to_owned(), bytes: text.into_bytes() };
        let source = Source { name: "a".to_owned(), files: vec![file], hash: String::new() };
        read(&source).expect("a project")
    };
    let comments = |old: &Project, new: &Project| {
        let (before, after) = (Index::build(old), Index::build(new));
        diff((old, &before), (new, &after)).comments.len()
    };
    assert_eq!(comments(&project("\r\n"), &project("\n")), 0);
    assert_eq!(comments(&project("\r\n"), &project(" no more ")), 2);
}
