//! Runs the fault harness and prints the results: `tagbridge-faults cases [NAME …]` as rows of a
//! table, `tagbridge-faults soak MINUTES SEED` as an account: a line of figures each minute,
//! separated by commas, then those faults after which values took long to stream, and what it came
//! to; `tagbridge-faults curve FILE` draws the memory in what a soak printed, as SVG;
//! `tagbridge-faults instances SERVICES KILLS DATABASE_KILLS SEED PROJECT_FILE` kills services on
//! one PostgreSQL, and it; `tagbridge-faults subscription SNAPSHOTS KILLS BROKER_RESTARTS SEED`
//! kills services that share a subscription to a broker, and the broker; `tagbridge-faults
//! returning BRIDGES TAGS INTERVAL_MS OUTAGE_SECONDS` takes the service away from many bridges, and
//! measures their return; `tagbridge-faults throttled BRIDGES TAGS INTERVAL_MS SECONDS PERCENT`
//! lets the service run for a part of the time. With `postgres` behind them the service stores in
//! PostgreSQL.
#![expect(clippy::print_stdout, reason = "the account is what it is for")]

use std::{collections::BTreeSet, path::Path, process::ExitCode, time::Duration};

use tagbridge_tests::{
    faults::{
        BACK_AFTER_LONG, BACK_AT_ONCE, CLOCKS, Case, DELIVERY, FleetSize, MANY_REQUESTED,
        NOTHING_STALE, RECORDING, ReaderStatistics, STALE_AFTER_LONG, SoakResult, minutes,
        returning, run_all, soak, svg, throttled,
    },
    instances, shared_subscription,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let holds = match words[..] {
        ["cases", ref names @ ..] => cases(names),
        ["curve", file] => match std::fs::read_to_string(file) {
            Ok(printed) => {
                print!("{}", svg(&minutes(&printed)));
                true
            }
            Err(error) => {
                println!("{file}: {error}");
                false
            }
        },
        ["instances", services, kills, database, seed, file] => {
            match (services.parse(), kills.parse(), database.parse(), seed.parse()) {
                (Ok(services), Ok(kills), Ok(database_kills), Ok(seed)) => {
                    let trial = instances::Trial { services, kills, database_kills, seed };
                    several(trial, Path::new(file))
                }
                _ => return usage(),
            }
        }
        ["subscription", snapshots, kills, restarts, seed] => {
            match (snapshots.parse(), kills.parse(), restarts.parse(), seed.parse()) {
                (Ok(snapshots), Ok(kills), Ok(broker_restarts), Ok(seed)) => {
                    let trial =
                        shared_subscription::Trial { snapshots, kills, broker_restarts, seed };
                    subscribed(trial)
                }
                _ => return usage(),
            }
        }
        ["returning", bridges, tags, interval, outage, ref store @ ..] => {
            match (size(bridges, tags, interval, store), outage.parse()) {
                (Some(size), Ok(outage)) => returned(size, Duration::from_secs(outage)),
                _ => return usage(),
            }
        }
        ["throttled", bridges, tags, interval, length, percent, ref store @ ..] => {
            match (size(bridges, tags, interval, store), length.parse(), percent.parse()) {
                (Some(size), Ok(length), Ok(percent @ 1..100)) => {
                    slowed(size, Duration::from_secs(length), percent)
                }
                _ => return usage(),
            }
        }
        ["soak", minutes, seed] => match (minutes.parse(), seed.parse()) {
            (Ok(minutes), Ok(seed)) => long_run(minutes, seed),
            _ => return usage(),
        },
        _ => return usage(),
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    println!(
        "tagbridge-faults cases [NAME …] | soak MINUTES SEED | curve FILE | \
         instances SERVICES KILLS DATABASE_KILLS SEED PROJECT_FILE | \
         subscription SNAPSHOTS KILLS BROKER_RESTARTS SEED | \
         returning BRIDGES TAGS INTERVAL_MS OUTAGE_SECONDS [postgres] | \
         throttled BRIDGES TAGS INTERVAL_MS SECONDS PERCENT [postgres]"
    );
    ExitCode::from(2)
}

/// Tests several services on one PostgreSQL; returns whether all checks passed.
fn several(trial: instances::Trial, file: &Path) -> bool {
    let Some(account) = instances::run(trial, file) else {
        println!("no PostgreSQL is installed (apt install postgresql)");
        return false;
    };
    println!("{trial:?}\n{account:#?}");
    account.holds()
}

/// Tests two services that share a subscription; returns whether all checks passed.
fn subscribed(trial: shared_subscription::Trial) -> bool {
    let Some(account) = shared_subscription::run(trial) else {
        println!("no PostgreSQL is installed (apt install postgresql)");
        return false;
    };
    println!("{trial:?}\n{account:#?}");
    account.holds()
}

fn size(bridges: &str, tags: &str, interval: &str, store: &[&str]) -> Option<FleetSize> {
    let on_postgres = match store {
        [] => false,
        ["postgres"] => true,
        _ => return None,
    };
    let interval = Duration::from_millis(interval.parse().ok()?);
    Some(FleetSize {
        bridges: bridges.parse().ok()?,
        tags: tags.parse().ok()?,
        interval,
        on_postgres,
    })
}

/// Many bridges that come back at once; whether all were served.
fn returned(size: FleetSize, outage: Duration) -> bool {
    println!("{size:?}, an outage of {outage:?}");
    let Some(it) = returning(size, outage) else {
        println!("no PostgreSQL is installed (apt install postgresql)");
        return false;
    };
    println!("{} snapshots waited", it.waited);
    println!("all live after {}, drained after {}", time(it.all_live), time(it.all_drained));
    println!("{:?}, {} lost; {}", it.pushes, it.lost, shown(&it.looks));
    let (all, copies) = (it.processor.as_secs_f64(), it.processor_on_copies().as_secs_f64());
    println!("the service's processor time: {all:.1} s, of it on copies {copies:.1} s");
    it.holds()
}

/// Tests many bridges with a slowed service; returns whether their values stay correct, and memory
/// and sockets bounded.
fn slowed(size: FleetSize, length: Duration, percent: u32) -> bool {
    println!("{size:?}, {percent} % for {length:?}");
    let Some(it) = throttled(size, length, percent) else {
        println!("no PostgreSQL is installed (apt install postgresql)");
        return false;
    };
    let [first, second] = &it.throttled;
    for (name, of) in [("before", &it.before), ("first half", first), ("second half", second)] {
        let seconds = of.length.as_secs_f64();
        println!(
            "{name}: {seconds:.0} s, processor {:.1} s, {:?}; {}; {} sockets, {:.0} MiB, {} waiting",
            of.processor.as_secs_f64(),
            of.pushes,
            shown(&of.looks),
            of.sockets,
            of.memory_mib,
            of.waiting
        );
    }
    println!("drained {} later, {} lost", time(it.drained), it.lost);
    it.holds()
}

fn time(of: Option<Duration>) -> String {
    of.map_or("never".to_owned(), |it| format!("{:.1} s", it.as_secs_f64()))
}

fn shown(looks: &ReaderStatistics) -> String {
    let ReaderStatistics { answered, live, without_value, oldest } = looks;
    let oldest = oldest.as_secs_f64();
    format!(
        "{live} of {answered} looks live, {without_value} without a value, the oldest {oldest:.1} s"
    )
}

fn cases(names: &[&str]) -> bool {
    let wanted = |case: &&Case| names.is_empty() || names.iter().any(|it| case.name.contains(it));
    let mut all_hold = true;
    println!("| Fault | What | Measured | Promised | Beside |\n|---|---|---|---|---|");
    let long = [MANY_REQUESTED, STALE_AFTER_LONG, BACK_AFTER_LONG];
    for cases in [NOTHING_STALE, BACK_AT_ONCE, DELIVERY, RECORDING, CLOCKS, &long] {
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
    println!("minute,faults,bridge_mib,service_mib,oldest_live_ms");
    let account = soak(Duration::from_mins(minutes), seed, |it| {
        let (at, bridge, service) = (it.at, it.bridge_mib, it.service_mib);
        println!("{at:.1},{},{bridge:.1},{service:.1},{}", it.cycles, it.oldest_ms);
    });
    for slow in account.recoveries.iter().filter(|it| it.is_slow()) {
        println!("slow: {slow}");
    }
    let SoakResult { cycles, stored, lost, doubled, altered, oldest_ms, .. } = account;
    println!("seed {seed}, {minutes} min: {cycles} faults, {stored} snapshots stored");
    println!("lost {lost}, doubled {doubled}, altered {altered}");
    println!("oldest value shown live: {}", seconds(oldest_ms));
    let faults: BTreeSet<&str> = account.recoveries.iter().map(|it| it.fault).collect();
    let row = |name: &str, of: &dyn Fn(&str) -> bool| {
        let [(count, p50), (_, p99)] = [50, 99].map(|percent| account.back(of, percent));
        println!("streaming after {name}: {count} times, p50 {p50} ms, p99 {p99} ms");
    };
    for name in faults {
        row(name, &|fault| fault == name);
    }
    row("a kill", &|fault| fault.ends_with("killed"));
    row("all", &|_| true);
    println!("never: {}", account.never_back());
    if let Some((bridge, service)) = account.growth() {
        println!("memory at the end: bridge {bridge:+.2} MiB/h, service {service:+.2} MiB/h");
    }
    account.holds()
}

fn seconds(milliseconds: i64) -> String {
    format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100)
}
