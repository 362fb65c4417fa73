//! Grants the window the commands that its capability names, and no others.

use std::{error::Error, fs, path::Path};

const CAPABILITY: &str = "capabilities/main.json";
const SCREENS: &str = "../ui/dist";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CAPABILITY}");
    println!("cargo::rerun-if-changed={SCREENS}");
    if !Path::new(SCREENS).join("index.html").exists() {
        println!(
            "cargo::error=the screens in the window are not built yet: `cargo xtask window` builds \
             them and the window, `npm --prefix ui ci && npm --prefix ui run build` the screens alone"
        );
        return Ok(());
    }
    let capability: serde_json::Value = serde_json::from_str(&fs::read_to_string(CAPABILITY)?)?;
    let permissions = capability["permissions"].as_array().ok_or("no permissions")?;
    let commands: Vec<&'static str> = permissions
        .iter()
        .filter_map(|it| it.as_str()?.strip_prefix("allow-"))
        .map(|it| &*it.replace('-', "_").leak())
        .collect();
    let manifest = tauri_build::AppManifest::new().commands(commands.leak());
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))?;
    Ok(())
}
