//! The cross reference of structured text, held against one that was made independently.

use crate::golden;

fn check(languages: &[&str], folder: &str, at_least: usize) {
    let Some(samples) = golden::samples() else { return };
    let (mut count, mut differences) = (0, Vec::new());
    for file in golden::golden_files(&samples) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(folder) {
            continue;
        }
        let (compared, found) = golden::differences(&samples, &file, languages);
        count += compared;
        differences.extend(found);
    }
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert!(count >= at_least, "only {count} were compared");
}

#[test]
fn logix_structured_text_is_as_in_the_golden_files() {
    check(&["ST"], ".L5X", 1_500);
}

#[test]
fn scl_is_as_in_the_golden_files() {
    check(&["SCL"], "", 600);
}

#[test]
fn codesys_structured_text_is_as_in_the_golden_files() {
    check(&["ST"], ".export", 2_200);
    check(&["ST"], ".xml", 2_900);
}
