//! Tests of broken, contradictory and very large files.

use super::*;

#[test]
fn what_is_no_project_is_refused_with_the_place_and_a_remedy() {
    type Reader = fn(&str, &[u8]) -> Result<Project, ProjectError>;
    let whole = export(&[("P", "p", "0", POU, declared("PROGRAM P"))]);
    let half = &whole[..whole.len() / 2];
    for (reader, text, says) in [
        (read_export as Reader, half, "a line 1: the XML is incomplete"),
        (
            read_export,
            "<ExportFile/>",
            "a line 1, ExportFile/StructuredView/…/EntryList: a CODESYS export without entries",
        ),
        (read_export, "", "the XML is incomplete"),
        (read_export, "\u{0}\u{1}", "not well-formed"),
        (read_plcopen, "<html/>", "`html` instead of a PLCopen project"),
        (read_plcopen, "<!DOCTYPE a><project/>", "a document type (DTD) is not allowed"),
        (read_symbols, "<Symbolconfiguration/>", "without its list of variables"),
    ] {
        let error = reader("a", text.as_bytes()).expect_err(text);
        let said = error.to_string();
        assert!(says.split(": ").all(|part| said.contains(part)), "{text}: {said}");
        assert!(!error.remedy.is_empty());
    }
    for reader in [read_export as Reader, read_plcopen, read_symbols] {
        let deep = format!("{}{}", "<a>".repeat(5000), "</a>".repeat(5000));
        assert!(reader("a", deep.as_bytes()).is_err());
        // Every beginning of a file is an error or a model, and never a panic.
        for end in (0..whole.len()).step_by(7).filter(|it| whole.is_char_boundary(*it)) {
            let _ = reader("a", &whole.as_bytes()[..end]);
        }
    }
}

#[test]
fn what_is_at_odds_with_itself_is_read_as_far_as_it_goes() {
    // Circular parents, a repeated GUID, a repeated name, and a name that is too long.
    let huge = "x".repeat(100_000);
    let text = export(&[
        ("A", "1", "2", POU, declared("PROGRAM A VAR a : INT; a : BOOL; END_VAR")),
        ("B", "2", "1", POU, declared("FUNCTION_BLOCK B VAR ) b : INT; END_VAR")),
        ("C", "2", "0", POU, declared("PROGRAM C")),
        ("D", "4", "4", POU, declared("PROGRAM D")),
        ("d", "5", "0", POU, declared("PROGRAM D")),
        (&huge, "6", "0", POU, declared("PROGRAM E")),
        ("F", "7", "0", POU, String::new()),
    ]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    let notes = notes(&project);
    for says in [
        "Conflict C: another entry has the same GUID",
        "Conflict d: another object has the same name",
        "it is declared twice",
        "Unreadable",
    ] {
        assert!(notes.iter().any(|it| it.contains(says)), "{says}: {notes:?}");
    }
    assert_eq!(tags(&project), ["A.a: INT @Application.A.a Unknown"]);
}

#[test]
fn what_is_copied_has_an_end() {
    let comment = "c".repeat(1 << 20);
    let base = declared(&format!("FUNCTION_BLOCK B VAR a : INT; (* {comment} *) END_VAR"));
    let mut entries = vec![("B".to_owned(), base)];
    for index in 0..200 {
        entries
            .push((format!("X{index}"), declared(&format!("FUNCTION_BLOCK X{index} EXTENDS B"))));
    }
    let entries: Vec<_> = entries
        .iter()
        .map(|(name, object)| (name.as_str(), name.as_str(), "0", POU, object.clone()))
        .collect();
    let project = read_export("a.export", export(&entries).as_bytes()).unwrap();
    let size: usize = project
        .blocks
        .iter()
        .flat_map(|it| &it.members)
        .map(|it| it.comment.as_ref().map_or(0, String::len))
        .sum();
    assert!(size < 80 << 20, "{size}");
    assert!(notes(&project).iter().any(|it| it.contains("inherits too many members")));
}
