//! Initial values that are settings.

use std::path::Path;

use tagbridge_diff::diff;
use tagbridge_logic::Index;
use tagbridge_project::{Project, Source, read};

fn version(name: &str, text: &str) -> (Project, Index) {
    let source = Source::of_bytes(name, text.as_bytes().to_vec()).expect("a source");
    let project = read(&source).expect("a project");
    let index = Index::build(&project);
    (project, index)
}

/// The changes after the first `before` that follows `tag` is replaced by `after`.
fn check(file: &str, (tag, before, after): (&str, &str, &str), expected: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects").join(file);
    let text = std::fs::read_to_string(path).expect("it is text");
    let at = text.find(tag).unwrap_or_else(|| panic!("{tag}"));
    let at = at + text[at..].find(before).unwrap_or_else(|| panic!("{before}"));
    let edited = [&text[..at], after, &text[at + before.len()..]].concat();
    let (old, new) = (version(file, &text), version(file, &edited));
    let changes = diff((&old.0, &old.1), (&new.0, &new.1)).changes.into_iter();
    let found = changes.map(|it| {
        let [from, to] = [it.from, it.to].map(Option::unwrap_or_default);
        format!("{:?} {} {from} {to}", it.kind, it.subject)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{tag} {before} {after}");
}

#[test]
fn a_changed_preset_is_named_and_a_value_that_code_writes_is_none() {
    let logix = "allen-bradley/Bottling.L5X";
    let preset = (r#"Name="Blocked_Delay""#, r#"Value="1500""#, r#"Value="2000""#);
    check(logix, preset, &["TagValue Blocked_Delay.PRE 1500 2000"]);
    let elapsed = r#"Name="ACC" DataType="DINT" Radix="Decimal" Value="0""#;
    let later = r#"Name="ACC" DataType="DINT" Radix="Decimal" Value="700""#;
    check(logix, (r#"Name="Blocked_Delay""#, elapsed, later), &[]);
    check(logix, (r#"<Tag Name="Line_Speed""#, r#"Value="0.0""#, r#"Value="7.5""#), &[]);
}

#[test]
fn a_declared_start_value_is_named() {
    let value = (r#"name="Boxes_Per_Layer""#, r#"value="6""#, r#"value="7""#);
    check("codesys/Packing.xml", value, &["TagValue GVL_Param.Boxes_Per_Layer 6 7"]);
}
