//! Runs the fault harness and prints what came of it: `tagbridge-faults cases [NAME …]` as rows of a
//! table, `tagbridge-faults soak MINUTES SEED` as an account.
#![expect(clippy::print_stdout, reason = "the account is what it is for")]

use std::{process::ExitCode, time::Duration};

use tagbridge_tests::faults::{BACK_AT_ONCE, CLOCKS, Case, NOTHING_STALE, run_all, soak};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let holds = match words[..] {
        ["cases", ref names @ ..] => cases(names),
        ["soak", minutes, seed] => match (minutes.parse(), seed.parse()) {
            (Ok(minutes), Ok(seed)) => long_run(minutes, seed),
            _ => return usage(),
        },
        _ => return usage(),
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    println!("tagbridge-faults cases [NAME …] | soak MINUTES SEED");
    ExitCode::from(2)
}

fn cases(names: &[&str]) -> bool {
    let wanted = |case: &&Case| names.is_empty() || names.iter().any(|it| case.name.contains(it));
    let mut all_hold = true;
    println!("| Fault | What | Measured | Promised | Beside |\n|---|---|---|---|---|");
    for cases in [NOTHING_STALE, BACK_AT_ONCE, CLOCKS] {
        let cases: Vec<Case> = cases.iter().filter(wanted).copied().collect();
        for (name, it) in run_all(&cases, 4) {
            let measured = it.measured_ms.map_or("never".to_owned(), seconds);
            let (promised, wrong) = (seconds(it.promised_ms), it.wrong.join("; "));
            println!("| {name} | {} | {measured} | {promised} | {wrong} |", it.what);
            all_hold &= it.holds();
        }
    }
    all_hold
}

fn long_run(minutes: u64, seed: u64) -> bool {
    let it = soak(Duration::from_mins(minutes), seed);
    let (p50, p99) = (it.back_percentile(50), it.back_percentile(99));
    let (bridge, service) = it.most_mib;
    println!("seed {seed}, {minutes} min: {} cycles, {} snapshots stored", it.cycles, it.stored);
    println!("lost {}, doubled {}, altered {}", it.lost, it.doubled, it.altered);
    println!("oldest value shown live: {}", seconds(it.oldest_ms));
    println!("streaming after p50 {p50} ms, p99 {p99} ms; never {}", it.never_back);
    println!("most memory: bridge {bridge} MiB, service {service} MiB");
    it.holds()
}

fn seconds(milliseconds: i64) -> String {
    format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100)
}
