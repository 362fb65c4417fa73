//! Reports of the three projects of this repository.

use std::path::Path;

use tagbridge_project::Source;
use tagbridge_texts::Language;

use crate::reports::made;

#[test]
fn each_project_has_a_report_in_both_languages() {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    for path in ["allen-bradley/Bottling.L5X", "siemens/Mixing", "codesys/Packing.xml"] {
        let source = Source::open(&projects.join(path)).expect("a source");
        let project = tagbridge_project::read(&source).expect("a project");
        let [english, german] = [Language::English, Language::German].map(|it| made(&project, it));
        assert!(english.starts_with(b"%PDF-") && german.starts_with(b"%PDF-"), "{path}");
        assert!(english.len() > 50_000, "{path}: {} bytes", english.len());
        assert_ne!(english, german, "{path}");
    }
}
