//! A mutator plants faults in real project files, and `tagbridge analyse` must find them at their
//! places. The mutator is a separate program in another language, and shares no code with the
//! rules.

use std::{path::Path, process::Command};

use serde_json::Value;
use tagbridge_tests::{binary, python};

/// `TAGBRIDGE_MUTANTS=1200` sets the number of faults; `TAGBRIDGE_SEED` selects other faults.
#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn seeded_faults_are_found_where_they_are() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    let told =
        |name: &str, otherwise: &str| std::env::var(name).unwrap_or_else(|_| otherwise.into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/seeded");
    let said = Command::new(python())
        .arg(script)
        .arg("--binary")
        .arg(binary())
        .arg("--samples")
        .arg(samples)
        .args(["--count", &told("TAGBRIDGE_MUTANTS", "40"), "--seed", &told("TAGBRIDGE_SEED", "7")])
        .output()
        .expect("python runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let result: Value = serde_json::from_slice(&said.stdout).expect("JSON");
    for cell in result["cells"].as_array().expect("cells") {
        println!("{cell}");
    }
    let number = |name: &str| result[name].as_f64().expect("a number");
    let share = |part: &str, of: &str| number(part) / number(of).max(1.0);
    let shown = format!("{:#}\n{:#}", result["misses"], result["strays"]);
    println!("{shown}");
    assert!(number("seeded") >= 10.0, "{shown}");
    assert!(share("found", "seeded") >= 0.85, "recall: {shown}");
    assert!(share("right", "new") >= 0.9, "precision: {shown}");
}
