//! `tagbridge propose`: what it prints, what it writes, and what it never writes over.

use std::fs;

use tagbridge_tests::Tagbridge;

const LINE: &str = include_str!("../../../propose/tests/plants/line.L5X");

#[test]
fn a_plan_is_written_beside_the_file_once_it_is_approved() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, new) = (folder.path().join("Line.L5X"), folder.path().join("Line.proposed.L5X"));
    fs::write(&file, LINE).expect("it is written");
    let propose = |more: &[&str]| {
        let file = file.to_str().expect("a plain path");
        Tagbridge::new([&["propose", file], more].concat()).output()
    };
    let asked = "add a tag Count of type DINT to Main";

    let plan = propose(&[asked]);
    assert_eq!(plan.code(), 0, "{}", plan.stderr());
    assert!(plan.stdout().starts_with("1. Add Count, DINT, in Main."), "{}", plan.stdout());
    assert!(!new.exists(), "nothing is written before it is approved");

    let written = propose(&[asked, "--approve"]);
    assert_eq!(written.code(), 0, "{}", written.stderr());
    let first = fs::read_to_string(&new).expect("the new file");
    assert!(first.contains("<Tag Name=\"Count\""), "{first}");
    // Approved twice, otherwise the second time: what is there already stays as it is.
    let twice = propose(&[asked, "--approve", "--amend", "call it Total"]);
    assert_eq!(twice.code(), 2, "{}", twice.stdout());
    assert_eq!(fs::read_to_string(&new).expect("the new file"), first);
    assert_eq!(fs::read_to_string(&file).expect("the old file"), LINE);
    let other = folder.path().join("Total.L5X");
    let other = other.to_str().expect("a plain path");
    let amended = propose(&[asked, "--approve", "--amend", "call it Total", "-o", other]);
    assert_eq!(amended.code(), 0, "{}", amended.stderr());
    assert!(fs::read_to_string(other).expect("a file").contains("<Tag Name=\"Total\""));

    // In the new version it is there already.
    let again = Tagbridge::new(["propose", new.to_str().expect("a plain path"), asked]).output();
    assert_eq!(
        (again.code(), again.stdout().trim()),
        (1, "Program:Main.Count exists already. Choose another name.")
    );
}

#[test]
fn a_request_is_answered_in_its_own_language_throughout() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Line.L5X");
    fs::write(&file, LINE).expect("it is written");
    let propose = |more: &[&str]| {
        let file = file.to_str().expect("a plain path");
        Tagbridge::new([&["propose", file], more].concat()).output()
    };
    let asked = propose(&["lege eine Variable Zahl vom Typ DINT an"]);
    assert_eq!(asked.code(), 1);
    assert!(asked.stdout().starts_with("Welche Stelle ist gemeint?"), "{}", asked.stdout());
    assert!(asked.stdout().contains("--answer"), "{}", asked.stdout());
    assert!(!asked.stdout().contains("Run the same command"), "{}", asked.stdout());
    let plan = propose(&["lege eine Variable Zahl vom Typ DINT an", "--answer", "place=Main"]);
    assert!(plan.stdout().starts_with("1. Zahl, DINT, in Main anlegen."), "{}", plan.stdout());
    assert!(!plan.stdout().contains("no file is written"), "{}", plan.stdout());
}
