//! Tries the product on project files that no test knows: `tagbridge-corpus FOLDER` prints figures and
//! everything that is wrong; `tagbridge-corpus one PROJECT FOLDER` is what it starts for each project: it
//! prints one JSON document, and writes renamed copies below the folder.
#![expect(clippy::print_stdout, reason = "the report is what it is for")]

use std::{env, fs, path::Path, process::ExitCode};

use tagbridge_tests::corpus;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["one", project, folder] => {
            let mut seen = corpus::look(Path::new(project), Path::new(folder));
            seen["memory_kib"] = peak_kib().into();
            println!("{seen}");
            ExitCode::SUCCESS
        }
        [folder] => {
            let program = env::current_exe().expect("a program knows its own path");
            let report = corpus::run(Path::new(folder), &program);
            print!("{report}");
            if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        _ => {
            println!("tagbridge-corpus FOLDER | one PROJECT FOLDER");
            ExitCode::from(2)
        }
    }
}

/// The most memory that this process had, in KiB; 0 if the system does not report it.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or_default()
}
