//! Project files that people hand us.

use std::sync::Arc;

use tagbridge_project::{Project, Source, Symbols, read};

/// Leaves that are looked at of each project.
const LEAVES: usize = 1_000;

/// An L5X file: an error that says what to do, or a project.
pub fn l5x(input: &[u8]) {
    check("fuzz.L5X", input);
}

/// A Siemens source: the same.
pub fn siemens_text(input: &[u8]) {
    check("fuzz.scl", input);
}

/// A SimaticML document: the same.
pub fn simaticml(input: &[u8]) {
    check("fuzz.xml", input);
}

/// Declarations, as the members of a data block with a layout.
pub fn declaration(input: &[u8]) {
    let head = b"DATA_BLOCK DB1\n{ S7_Optimized_Access := 'FALSE' }\nVAR\n";
    check("fuzz.db", &[head, input, b"\nEND_VAR\nBEGIN\nEND_DATA_BLOCK\n"].concat());
}

/// A CODESYS `.export`: an error that says what to do, or a project.
pub fn codesys_export(input: &[u8]) {
    check("fuzz.export", input);
}

/// PLCopen XML: an error that says what to do, or a project.
pub fn plcopen(input: &[u8]) {
    check("fuzz.xml", input);
}

/// A CODESYS symbol configuration: an error that says what to do, or a project.
pub fn symbol_configuration(input: &[u8]) {
    check("fuzz.Device.Application.xml", input);
}

/// What is read of a file survives being written as JSON, and each of its leaves has a name under
/// which it is found again.
fn check(name: &str, input: &[u8]) {
    let project = match Source::of_bytes(name, input.to_vec()).and_then(|source| read(&source)) {
        Ok(project) => project,
        Err(error) => {
            assert!(!error.what.is_empty() && !error.remedy.is_empty(), "{error:?}");
            return;
        }
    };
    let text = serde_json::to_vec(&project).expect("what was read is written");
    assert_eq!(serde_json::from_slice::<Project>(&text).expect("and read again"), project);
    let symbols = Symbols::new(Arc::new(project));
    let leaves = symbols.tags().flat_map(|tag| symbols.leaves(tag));
    for leaf in leaves.take(LEAVES) {
        // Whatever a hostile file calls its tags: asking is no danger.
        let _ = symbols.find(&leaf.name());
    }
}
