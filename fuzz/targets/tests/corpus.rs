//! Runs the targets with the stored inputs of the fuzzer.

use std::{fs, path::Path};

use tagbridge_fuzz_targets::TARGETS;

/// Names of what a folder of `fuzz` holds, sorted.
fn names(folder: impl AsRef<Path>) -> Vec<String> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = fuzz.join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display()));
    let name = |it: fs::DirEntry| it.file_name().into_string().expect("UTF-8");
    let mut names: Vec<String> = entries.map(|it| name(it.expect("an entry"))).collect();
    names.sort();
    names
}

#[test]
fn every_promise_holds_for_the_corpus() {
    for &(name, target) in TARGETS {
        let folder = Path::new("corpus").join(name);
        let inputs = names(&folder);
        assert!(!inputs.is_empty(), "{name} has no corpus");
        for input in inputs {
            println!("{name}/{input}");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&folder).join(input);
            target(&fs::read(path).unwrap());
        }
    }
}

/// A target without a binary is never fuzzed, one without a corpus never replayed.
#[test]
fn each_target_has_its_binary_and_its_corpus() {
    let mut targets: Vec<&str> = TARGETS.iter().map(|it| it.0).collect();
    targets.sort_unstable();
    let binaries: Vec<String> = targets.iter().map(|it| format!("{it}.rs")).collect();
    assert_eq!(names("corpus"), targets);
    assert_eq!(names("fuzz_targets"), binaries);
}
