//! `cargo xtask lines`: the size of the product by crate.
#![expect(clippy::print_stdout, reason = "the table is the output of the command")]

use std::path::PathBuf;

use anyhow::Result;
use tagbridge_architecture::{Page, crates};

use crate::shell::root;

/// Prints the product lines of each crate in `ARCHITECTURE.md`, and their sum. `tree` is the folder
/// of another version of the repository.
pub(crate) fn lines(tree: Option<PathBuf>) -> Result<()> {
    let page = Page::read(&root())?;
    let crates = crates(&tree.unwrap_or_else(root), &page)?;
    for one in &crates {
        println!("{:>7}  {}", one.product_lines(), one.folder);
    }
    println!(
        "{:>7}  in all",
        crates.iter().map(tagbridge_architecture::Crate::product_lines).sum::<usize>()
    );
    Ok(())
}
