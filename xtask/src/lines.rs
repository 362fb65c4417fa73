//! `cargo xtask lines`: how large the product is, room by room.
#![expect(clippy::print_stdout, reason = "the table is what was asked for")]

use std::path::PathBuf;

use anyhow::Result;
use tagbridge_walls::{Page, rooms};

use crate::shell::root;

/// Prints the lines of product of each room of `ARCHITECTURE.md`, and their sum; of another tree than
/// this one, where its folder is named.
pub(crate) fn lines(tree: Option<PathBuf>) -> Result<()> {
    let page = Page::read(&root())?;
    let rooms = rooms(&tree.unwrap_or_else(root), &page)?;
    for room in &rooms {
        println!("{:>7}  {}", room.product_lines(), room.folder);
    }
    println!(
        "{:>7}  in all",
        rooms.iter().map(tagbridge_walls::Room::product_lines).sum::<usize>()
    );
    Ok(())
}
