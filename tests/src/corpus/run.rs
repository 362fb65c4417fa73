//! Processes every project of a folder in its own process, and compares the results.

use std::{
    fs::{self, File},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{find::projects, report::Report};
use crate::process::python;

/// Time limit of one project.
const PATIENCE: Duration = Duration::from_mins(5);

/// Processes every project below a folder. `program` is this crate's `tagbridge-corpus`.
///
/// # Panics
///
/// If the program or Python does not start.
pub fn run(folder: &Path, program: &Path) -> Report {
    let room = tempfile::tempdir().expect("a folder for the results");
    let mut rows = Vec::new();
    for (number, path) in projects(folder).into_iter().enumerate() {
        let seen = in_its_own_process(program, &path, &room.path().join(number.to_string()));
        rows.push(json!({"path": path, "seen": seen}));
    }
    let compared = compared(&rows, room.path());
    Report::new(folder, &rows, &compared)
}

fn in_its_own_process(program: &Path, path: &Path, room: &Path) -> Value {
    fs::create_dir_all(room).expect("a folder is made");
    let (out, complaints) = (room.join("seen.json"), room.join("complaints.txt"));
    let file = |path: &Path| File::create(path).expect("a file is made");
    let mut command = Command::new(program);
    command.arg("one").arg(path).arg(room.join("renamed"));
    let mut child = command
        .stdout(Stdio::from(file(&out)))
        .stderr(Stdio::from(file(&complaints)))
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
    let Some(status) = ended(&mut child) else { return json!({"crash": "it takes too long"}) };
    let text = fs::read_to_string(&out).unwrap_or_default();
    match serde_json::from_str(&text) {
        Ok(seen) if status.success() => seen,
        _ => {
            let complaints = fs::read_to_string(&complaints).unwrap_or_default();
            let line = complaints.lines().next().unwrap_or("no message").to_owned();
            json!({"crash": format!("{status}: {line}")})
        }
    }
}

/// The exit status of a process; `None`: it was killed after the time limit.
fn ended(child: &mut Child) -> Option<ExitStatus> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("a process can be waited for") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().and_then(|()| child.wait()).expect("a process can be killed");
    None
}

/// The result of the Python program for each row.
fn compared(rows: &[Value], room: &Path) -> Vec<Value> {
    let given = room.join("rows.json");
    fs::write(&given, json!(rows).to_string()).expect("the rows are written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/corpus.py");
    let ran = Command::new(python()).arg(script).arg(&given).output().expect("Python starts");
    let complaints = String::from_utf8_lossy(&ran.stderr);
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {complaints}"))
}
