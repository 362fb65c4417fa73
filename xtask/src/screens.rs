//! The screens in `ui/`: built, so that the binary can hold them, and tested in a browser.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use anyhow::Result;

use crate::{
    checks::Checks,
    setup,
    shell::{program, root, run},
};

/// The sources of the screens.
const SOURCES: [&str; 6] =
    ["assistant.html", "index.html", "package-lock.json", "public", "src", "vite.config.ts"];

/// The display without a screen; `-ac`: the tests speak to it too.
const DISPLAY: &str = "-screen 0 1440x900x24 -ac";

/// Builds the screens into `ui/dist` if their sources are newer.
pub(crate) fn build() -> Result<()> {
    setup::screens()?;
    let folder = root().join("ui");
    let built = changed(&folder.join("dist/index.html"));
    let newest =
        SOURCES.iter().flat_map(|it| files(&folder.join(it))).filter_map(|it| changed(&it));
    if built.is_some() && newest.max() <= built {
        return Ok(());
    }
    run(&mut setup::npm("ui", &["run", "build"]))
}

/// Types, texts and logic, and every place in a browser on a made-up desk.
pub(crate) fn test(checks: &mut Checks) {
    checks.run_beside("screens' types", &mut setup::npm("ui", &["run", "check"]));
    checks.run_beside("screens' logic", &mut setup::npm("ui", &["run", "test"]));
    let made_up = ["run", "screens", "--", "--exclude", "tests/real/**"];
    checks.run_beside("screens in a browser", &mut setup::npm("ui", &made_up));
}

/// The console in a browser, and the window, with the binaries in this folder.
pub(crate) fn test_programs(binaries: &Path, checks: &mut Checks) {
    let mut console = setup::npm("ui", &["run", "screens", "--", "tests/real"]);
    console.envs(setup::variables());
    checks.run_beside("console in a browser", &mut with_programs(console, binaries));
    let mut window = on_a_display();
    window.args(["npm", "--prefix", "ui", "run", "window"]);
    checks.run_beside("window", &mut with_programs(window, binaries));
}

/// The command that runs another program on a virtual display.
pub(crate) fn on_a_display() -> Command {
    let mut command = program("xvfb-run");
    command.args(["--auto-servernum", "--server-args", DISPLAY]);
    command
}

/// Names the programs in this folder to what opens the window.
pub(crate) fn with_programs(mut command: Command, binaries: &Path) -> Command {
    command.env("TAGBRIDGE_BINARY", binaries.join("tagbridge"));
    command.env("TAGBRIDGE_DESKTOP", binaries.join("tagbridge-desktop"));
    command
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|it| it.modified()).ok()
}

/// A file, or those below a folder.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    entries.flatten().flat_map(|it| files(&it.path())).collect()
}
