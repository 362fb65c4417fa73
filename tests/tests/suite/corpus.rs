//! The corpus test itself: it reports no fault in projects of other tests, and finds planted
//! faults.

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};
use tagbridge_tests::{corpus, python};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tagbridge-corpus"))
}

fn place(below: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn nothing_is_wrong_in_the_projects_of_the_tests() {
    let report = corpus::run(&place("projects"), program());
    assert!(report.holds(), "{report}");
    for (name, least) in [("projects", 8), ("names", 300), ("values", 100), ("renames", 15)] {
        assert!(report.figure(name) >= least, "{name}\n{report}");
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn nothing_is_wrong_in_the_samples() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    let report = corpus::run(&samples, program());
    assert!(report.holds(), "{report}");
    assert!(report.figure("names") > 5_000 && report.figure("values") > 4_500, "{report}");
}

/// A tag, a value and a renamed word that were not read as they are.
#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn what_is_forged_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Line.L5X");
    let text = r#"<RSLogix5000Content><Controller><Tags>
<Tag Name="Speed" DataType="DINT"><Data Format="L5K">5</Data>
<Data Format="Decorated"><DataValue DataType="DINT" Radix="Decimal" Value="5"/></Data></Tag>
<Tag Name="Note" DataType="STRING"><Data Format="L5K">[2,'ab$00']</Data></Tag>
</Tags></Controller></RSLogix5000Content>"#;
    fs::write(&file, text).expect("it is written");
    let copy = folder.path().join("copy");
    fs::create_dir(&copy).expect("it is made");
    let changed_text = text.replacen("Speed", "Pace", 1) + "<!-- -->";
    fs::write(
        copy.join("Line.L5X"),
        changed_text.replace("</Tags>", "<Tag Name=\"Speed\"/></Tags>"),
    )
    .expect("it is written");
    let seen = |names: Value, values: Value| {
        let renames = json!([{"name": "Speed", "word": "Speed", "folder": copy}]);
        json!([{"path": file, "seen": {
            "names": names, "values": values, "notes": [], "renames": renames}}])
    };
    let judged = |rows: &Value| -> Value {
        let given = folder.path().join("rows.json");
        fs::write(&given, rows.to_string()).expect("it is written");
        let ran = Command::new(python()).arg(place("python/corpus.py")).arg(&given).output();
        let ran = ran.expect("Python starts");
        let complaints = String::from_utf8_lossy(&ran.stderr);
        let all: Value =
            serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{complaints}"));
        all[0].clone()
    };
    let right = json!({"Speed": {"": "16#0000_0005"}, "Note": {"": "'ab'"}});
    let good = judged(&seen(json!(["tag Speed", "tag Note"]), right));
    assert_eq!((&good["lost"], &good["different"]), (&json!([]), &json!([])));
    assert_eq!((&good["names"], &good["values"]), (&json!(2), &json!(3)));
    let wrong = json!({"Speed": {"": "6"}, "Note": {"": "'a'"}});
    let bad = judged(&seen(json!(["tag Speed"]), wrong));
    assert_eq!(bad["lost"], json!(["tag Note"]));
    assert_eq!(bad["different"].as_array().map(Vec::len), Some(3), "{bad}");
    assert_eq!(bad["left"].as_array().map(Vec::len), Some(1), "{bad}");
}
