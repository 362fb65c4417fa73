//! Files and crates that are too large.

use crate::{Crate, Exceptions, Violation};

/// Maximum lines of a file, with comments and without tests.
const FILE_LINES: usize = 400;
/// Maximum product lines of a crate.
const CRATE_LINES: usize = 15_000;

/// Returns the files and crates that exceed the limit.
pub(crate) fn violations(crates: &[Crate], exceptions: &mut Exceptions) -> Vec<Violation> {
    let mut violations = Vec::new();
    let files = crates.iter().flat_map(|it| &it.files);
    let files = files.map(|it| (it.path.clone(), it.length(), FILE_LINES));
    let crates = crates.iter().map(|it| (it.folder.clone(), it.product_lines(), CRATE_LINES));
    for (place, lines, most) in files.chain(crates) {
        let ceiling = if lines > most { exceptions.ceiling(&place) } else { None };
        let most = ceiling.unwrap_or(most);
        if lines > most {
            let what =
                format!("it has {lines} lines, {most} are allowed: split it into several ideas");
            violations.push(Violation { place, what });
        }
    }
    violations
}
