//! Measures slow networks: the exploration of a controller before it is polled, and the first
//! values of a session, behind a relay that delays each answer.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    net::Ipv4Addr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use tagbridge_bridge::{
    Names, Supplement,
    config::CauseSet,
    preflight::{PreflightQuestion, Verdict, preflight},
};
use tagbridge_driver::{Driver, Endpoint, Keyring, LinkOptions, Reading, TagSet};
use tagbridge_naming::Named;
use tagbridge_project::{Project, Source, Symbols, Vendor};
use tagbridge_simulator::{RunningSimulator, logix::VirtualLogix, opcua::VirtualCodesys, s7::VirtualS7};
use tagbridge_tests::{
    NetworkRelay,
    plants::{self, Plant, TAGS},
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::{machine::Moment, report};

/// The delays of responses, in milliseconds.
const DELAYS: [u64; 4] = [5, 20, 100, 250];
/// One in this many tags belongs to the session.
const EACH: usize = 10;
/// Goals: the delay in milliseconds, and the seconds for the exploration and for the first values.
const GOALS: [(u64, f64, f64); 2] = [(20, 20.0 / 3.0, 1.0), (100, 20.0, 3.0)];

/// The duration of a measured step.
struct Took {
    seconds: f64,
    requests: u64,
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} s, {} requests", self.seconds, self.requests)
    }
}

/// One controller behind one line.
struct Row {
    delay: u64,
    look: Took,
    /// The first values without a cache, and in the next run of the program.
    first: [Took; 2],
}

/// Measures, prints what came out, and writes it into the document unless `dry`.
pub(crate) fn run(dry: bool) -> Result<()> {
    let began = Moment::now();
    let runtime = Runtime::new().context("cannot make a runtime")?;
    let build = if cfg!(debug_assertions) { ", not optimised" } else { "" };
    let mut out = format!(
        "## Slow lines\n\n{began}{build}.\n\nThe virtual controller is behind a relay that passes \
         each answer later, however many are on their way. A look is `tagbridge preflight` of \
         {TAGS} tags; first values are those of {} of them, from dialling on, by who never read \
         them and in the next run of the program. Requests are counted by the controller.\n\n\
         What a look cost before is the requests that then came one after the other, times the \
         delay: at 100 ms Logix and OPC UA took 81 s and 107 s. What was not learnt in time was \
         taken for a property of the tags: of a plant of 137, 117 were said to be readable at 20 \
         and 50 ms, and 13 at 100 ms, after 47 s.\n\n",
        TAGS / EACH
    );
    for plant in plants::all() {
        eprintln!("link: {}", plant.title);
        let rows = runtime.block_on(rows(&plant))?;
        write_table(&mut out, &plant, &rows)?;
    }
    println!("{out}");
    if !dry {
        report::write("link", &out).context("cannot write docs/evidence/benchmarks.md")?;
    }
    Ok(())
}

fn write_table(out: &mut String, plant: &Plant, rows: &[Row]) -> fmt::Result {
    writeln!(out, "### {}\n", plant.title)?;
    writeln!(out, "| Delay | A look before | A look | First values | In the next run | Goal |")?;
    writeln!(out, "|--:|---|---|---|---|---|")?;
    for Row { delay, look, first: [first, next] } in rows {
        let goal = GOALS.iter().find(|it| it.0 == *delay).map_or_else(String::new, |goal| {
            let is_met = look.seconds < goal.1 && first.seconds < goal.2;
            let met = if is_met { "met" } else { "**missed**" };
            format!("{:.1} s and {:.0} s: {met}", goal.1, goal.2)
        });
        let before = Duration::from_millis(plant.in_a_row_before * delay).as_secs_f64();
        writeln!(
            out,
            "| {delay} ms | {before:.1} s at the least | {look} | {first} | {next} | {goal} |"
        )?;
    }
    writeln!(out)
}

async fn rows(plant: &Plant) -> Result<Vec<Row>> {
    let source = Source::of_bytes(plant.file, plant.text.clone().into_bytes())?;
    let project = Arc::new(tagbridge_project::read(&source)?);
    let controller = listen(&project).await?;
    let symbols = Arc::new(Symbols::new(project));
    let mut rows = Vec::new();
    for delay in DELAYS {
        rows.push(row(&controller, &symbols, delay).await.context(plant.file)?);
    }
    controller.stop().await;
    Ok(rows)
}

async fn row(controller: &RunningSimulator, symbols: &Arc<Symbols>, delay: u64) -> Result<Row> {
    let port = port(controller);
    let tap = NetworkRelay::far(port, Duration::from_millis(delay));
    let own = format!(":{port}");
    let endpoint = controller.endpoint().replacen(&own, &format!(":{}", tap.port()), 1);
    let scheme = endpoint.split(':').next().unwrap_or_default().to_owned();
    let endpoint: Endpoint = endpoint.parse()?;
    let names = Names::new(Arc::clone(symbols), &scheme, Supplement::default())?;
    let folder = TempDir::with_prefix("tagbridge-bench-")?;
    let keyring = |name: &str| {
        let (pki, learnt) = (folder.path().join("pki"), folder.path().join(name));
        Keyring { password: None, pki: Some(pki), learnt: Some(learnt) }
    };
    let before = requests(controller);
    let began = Instant::now();
    let question = PreflightQuestion {
        endpoint: endpoint.clone(),
        link: options(),
        keyring: keyring("looked"),
        names: Some(names.clone()),
        tags: None,
        max_tags: TAGS,
        cause_set: CauseSet::Off,
    };
    let found = preflight(question, &|_| ()).await?;
    let look =
        Took { seconds: began.elapsed().as_secs_f64(), requests: requests(controller) - before };
    let (readable, is_same) = (found.readable_count, found.verdict == Verdict::Matches);
    ensure!(readable == TAGS && is_same, "{readable} of {TAGS} tags: {:?}", found.unreadable);
    let tags = TagSet::new(symbols.tags().step_by(EACH).map(|it| it.name()));
    let mut first = Vec::new();
    for _ in 0..2 {
        let before = requests(controller);
        let seconds = first_values(&endpoint, &keyring("read"), &names, &tags).await?;
        first.push(Took { seconds, requests: requests(controller) - before });
    }
    let first = first.try_into().ok().context("there are two runs")?;
    Ok(Row { delay, look, first })
}

/// Seconds until all of them are there, each scan waiting for what it has to learn as a session does.
async fn first_values(
    endpoint: &Endpoint,
    keyring: &Keyring,
    names: &Names,
    tags: &TagSet,
) -> Result<f64> {
    let began = Instant::now();
    let driver = tagbridge_drivers::driver_with(endpoint, &options(), keyring)?;
    let mut connection = Named::by(driver.into(), names.clone()).connect().await?;
    loop {
        let scan = connection.read(tags).await?;
        let bad = scan.answers.iter().filter(|it| !matches!(it.reading, Reading::Good(_))).count();
        let seconds = began.elapsed().as_secs_f64();
        if bad == 0 {
            connection.close().await;
            return Ok(seconds);
        }
        ensure!(seconds < 60.0, "{bad} of {} tags are not there after {seconds:.0} s", tags.len());
    }
}

fn options() -> LinkOptions {
    // A machine that is busy with other things is no controller that is silent.
    LinkOptions { request_timeout: Duration::from_secs(10), ..LinkOptions::DEFAULT }
}

async fn listen(project: &Arc<Project>) -> Result<RunningSimulator> {
    let here = (Ipv4Addr::LOCALHOST, 0).into();
    Ok(match project.vendor {
        Vendor::AllenBradley => {
            let controller = VirtualLogix::from_project(project, 1).still_after(0);
            RunningSimulator::Logix(controller.listen(here).await?)
        }
        Vendor::Siemens => {
            let controller = VirtualS7::from_project(project, &BTreeMap::new(), 1).still_after(0);
            RunningSimulator::S7(controller.listen(here).await?)
        }
        Vendor::Codesys => {
            let controller = VirtualCodesys::from_project(project, 1)?.still_after(0);
            RunningSimulator::Codesys(controller.listen(here).await?)
        }
    })
}

fn port(controller: &RunningSimulator) -> u16 {
    match controller {
        RunningSimulator::Logix(it) => it.addr(),
        RunningSimulator::S7(it) => it.addr(),
        RunningSimulator::Codesys(it) => it.addr(),
    }
    .port()
}

fn requests(controller: &RunningSimulator) -> u64 {
    match controller {
        RunningSimulator::Logix(it) => it.counters().replies,
        RunningSimulator::S7(it) => it.counters().replies,
        RunningSimulator::Codesys(it) => it.counters().total(),
    }
}
