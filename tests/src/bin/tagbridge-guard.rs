//! Counts what a program needs for fixed workloads, and fails if it is more than 10 % above the previous
//! release: `tagbridge-guard TABLE [--against PROGRAM | --renew] [NAME …]`. The program is `TAGBRIDGE_BINARY`.
#![expect(clippy::print_stdout, reason = "the counts are what it is for")]

use std::{fs, path::Path, process::ExitCode};

use tagbridge_tests::{
    binary,
    guard::{Table, WORKLOADS, allocations_a_value, outage, recording, regressions},
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [_, "--against", program, ref names @ ..] => {
            Ok(against(&measured(Path::new(program), names), names))
        }
        [table, "--renew", ref names @ ..] => renew(Path::new(table), names),
        [table, ref names @ ..] => {
            let before = fs::read_to_string(table).map_err(|error| error.to_string());
            before.and_then(|it| Table::parse(&it)).map(|before| against(&before, names))
        }
        [] => Err("tagbridge-guard TABLE [--against PROGRAM | --renew] [NAME …]".to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Whether this program needs at most the counts of the other one.
fn against(before: &Table, names: &[&str]) -> bool {
    let now = measured(&binary(), names);
    let worse = regressions(before, &now);
    for it in &worse {
        println!("worse: {it}");
    }
    if let Some(allocations) = allocations_a_value(&now) {
        println!("{allocations:.2} allocations for each value from the controller to the service");
    }
    let outage = outage(&now).unwrap_or_default();
    println!("an outage takes {outage:.2} of the instructions of normal running");
    if let Some(recording) = recording(&now) {
        println!("with a recording: {recording:.2} of the instructions without it");
    }
    worse.is_empty() && outage <= 1.0
}

/// Writes what this program needs into the table; other rows stay.
fn renew(table: &Path, names: &[&str]) -> Result<bool, String> {
    let before = fs::read_to_string(table).unwrap_or_default();
    let mut renewed = Table::parse(&before)?;
    renewed.0.extend(measured(&binary(), names).0);
    fs::write(table, renewed.to_string()).map_err(|error| error.to_string())?;
    Ok(true)
}

/// The counts of a program for the named workloads, or for all of them.
fn measured(program: &Path, names: &[&str]) -> Table {
    println!("{}", program.display());
    let wanted = WORKLOADS.iter().filter(|it| names.is_empty() || names.contains(&it.name));
    let rows = wanted.map(|it| {
        let counts = it.run(program);
        println!("{}: {counts:?}", it.name);
        (it.name.to_owned(), counts)
    });
    Table(rows.collect())
}
