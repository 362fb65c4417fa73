//! The results of PDF tools of other vendors.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The output of a program; `None`, with the reason on standard error, if it is not installed.
pub(crate) fn run(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = match Command::new(program).args(arguments).output() {
        Ok(output) => output,
        Err(error) => {
            tagbridge_needs::skip(&format!("{}: {error}", program.display()));
            return None;
        }
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {arguments:?}: {text}{wrong}", program.display());
    Some(text)
}

/// The output of one of our scripts, executed with the Python of the tests.
pub(crate) fn script(name: &str, arguments: &[&str]) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = std::env::var_os("TAGBRIDGE_PYTHON")
        .map_or_else(|| root.join(".venv/bin/python"), PathBuf::from);
    let imports = "import jpype, opendataloader_pdf, pypdf";
    let has_all = Command::new(&python).args(["-c", imports]).output();
    if !has_all.is_ok_and(|it| it.status.success()) {
        tagbridge_needs::skip("Python packages of the tests");
        return None;
    }
    let script = root.join("tests/python").join(name);
    let script = script.to_string_lossy();
    run(&python, &[&[&*script], arguments].concat())
}
