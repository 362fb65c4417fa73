//! Includes the files of the screens in the binary, if they were built: `ui/dist`, by `npm run
//! build` in `ui/`.

use std::{env, error::Error, fmt::Write, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../ui/dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        list(&folder, "", &mut files)?;
    }
    files.sort();
    let mut text = String::from("&[\n");
    for name in files {
        let path = folder.join(&name).canonicalize()?;
        writeln!(text, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())?;
    }
    text.push_str("]\n");
    let target = Path::new(&env::var("OUT_DIR")?).join("screens.rs");
    Ok(fs::write(target, text)?)
}

/// The files in a folder, by their relative paths with `/`.
fn list(folder: &Path, above: &str, files: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{above}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}
