//! What the headless bridge takes of a laptop: memory while it reads a large controller, the time from its
//! start to the first scan, and how large the packages are. The program and the virtual controllers are
//! the built ones, as a user starts them.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use serde_json::Value;
use tagbridge_tests::{Consumer, Process, Tagbridge, binary, free_port, patiently};
use tempfile::TempDir;

use crate::{machine::Moment, report};

/// The unit of the installed bridge: its settings of the allocator are also used here.
const UNIT: &str = include_str!("../../installer/linux/bridge/tagbridge.service");
/// Number of tags that are read each second.
const TAGS: usize = 10_000;
/// The goal: megabytes of memory.
const GOAL_MB: f64 = 50.0;
/// Number of starts; the median counts.
const STARTS: usize = 5;
/// Seconds that may pass from the start to the first scan.
const GOAL_START: f64 = 1.0;

struct Vendor {
    title: &'static str,
    name: &'static str,
    /// Number of scalars of its virtual controller.
    scalars: usize,
}

const VENDORS: [Vendor; 3] = [
    Vendor { title: "Allen-Bradley", name: "allen-bradley", scalars: TAGS },
    // In each of two blocks.
    Vendor { title: "Siemens", name: "siemens", scalars: TAGS / 2 },
    Vendor { title: "CODESYS", name: "codesys", scalars: TAGS },
];

/// Where packages are.
const PACKED: [&str; 2] = ["dist", "dist-windows"];
/// The packages: beginning and end of the name, description, and maximum size in MB.
const PACKAGES: [(&str, &str, &str, f64); 3] = [
    ("tagbridge_", ".deb", "headless .deb", 12.0),
    ("tagbridge-desktop_", ".deb", "desktop .deb", 15.0),
    ("", "setup.exe", "Windows installer", 15.0),
];

/// Time and memory of one bridge.
struct Took {
    /// Megabytes, maximum and at the end.
    peak: f64,
    last: f64,
    /// Seconds of the processor for each second.
    processor: f64,
    /// Seconds from each start to the first scan.
    starts: Vec<f64>,
}

/// Measures for `seconds` each, prints the results, and writes them into the document unless `dry`.
pub(crate) fn run(seconds: u64, dry: bool) -> Result<()> {
    let began = Moment::now();
    // What measures takes no part in it.
    let profile = binary().parent().and_then(Path::file_name).unwrap_or_default().to_owned();
    let profile = profile.display();
    let mut out = format!(
        "## Footprint\n\n{began}. The program is that of `target/{profile}/`.\n\nThe headless program in a session of {TAGS} tags at 1 s, \
         for {seconds} s, with the built-in service in another process and the allocator set as \
         its unit of systemd sets it; resident memory as Linux counts it (MB are 10⁶ bytes). The time \
         to the first scan is from the start of the process to \
         the beginning of the scan, with a controller that it never saw; the median of {STARTS}.\n\n\
         | Controller | Peak | At the end | Processor | Start to first scan | Goal |\n\
         |---|--:|--:|--:|--:|---|\n"
    );
    for vendor in &VENDORS {
        eprintln!("footprint: {}", vendor.title);
        let took = measure(vendor, Duration::from_secs(seconds)).context(vendor.title)?;
        let start = took.starts[took.starts.len() / 2];
        let is_met = took.peak < GOAL_MB && start < GOAL_START;
        writeln!(
            out,
            "| {} | {:.1} MB | {:.1} MB | {:.0} % | {start:.2} s | {GOAL_MB:.0} MB and {GOAL_START:.0} s: {} |",
            vendor.title,
            took.peak,
            took.last,
            took.processor * 100.0,
            if is_met { "met" } else { "**missed**" },
        )?;
    }
    write_sizes(&mut out)?;
    println!("{out}");
    if !dry {
        report::write("footprint", &out).context("cannot write docs/evidence/benchmarks.md")?;
    }
    Ok(())
}

fn measure(vendor: &Vendor, how_long: Duration) -> Result<Took> {
    let scalars = vendor.scalars.to_string();
    let simulate = ["simulate", "--vendor", vendor.name, "--tags", &scalars, "--json"];
    let controller = Tagbridge::new(simulate).start();
    let told: Value = serde_json::from_str(&controller.next_line())?;
    let endpoint = told["endpoint"].as_str().context("no endpoint")?.to_owned();
    let tags = tags(vendor, &endpoint)?;
    let plant = Plant::new(vendor.name, &endpoint, &tags)?;
    let mut starts = Vec::new();
    for _ in 1..STARTS {
        let (bridge, began) = plant.start()?;
        starts.push(plant.first_scan(began, &tags[0]));
        ensure!(bridge.terminate().success(), "the bridge does not end");
    }
    let (bridge, began) = plant.start()?;
    starts.push(plant.first_scan(began, &tags[0]));
    starts.sort_by(f64::total_cmp);
    let since = Instant::now();
    thread::sleep(how_long);
    let values = plant.consumer.values().context("no values")?;
    let good = |tags: &serde_json::Map<String, Value>| {
        tags.values().filter(|it| it["quality"] == "good").count()
    };
    let found = values["tags"].as_object().map_or(0, good);
    ensure!(found == TAGS, "{found} of {TAGS} tags are good");
    let id = bridge.id();
    let took = Took {
        peak: megabytes(id, "VmHWM:")?,
        last: megabytes(id, "VmRSS:")?,
        processor: processor_seconds(id)? / since.elapsed().as_secs_f64(),
        starts,
    };
    ensure!(bridge.terminate().success(), "the bridge does not end");
    Ok(took)
}

fn tags(vendor: &Vendor, endpoint: &str) -> Result<Vec<String>> {
    if vendor.name == "siemens" {
        let dense = (0..vendor.scalars).map(|it| format!("DB1.DBD{}:REAL", it * 4));
        let apart = (0..vendor.scalars).map(|it| format!("DB2.DBD{}:REAL", it * 12));
        return Ok(dense.chain(apart).collect());
    }
    let listed = Tagbridge::new(["browse", endpoint, "--json"]).output().json(0);
    let names = listed["tags"].as_array().into_iter().flatten();
    let names = names.filter_map(|it| it["name"].as_str().map(str::to_owned));
    let is_scalar = |name: &String| {
        let number = name.rsplit("Tag").next().unwrap_or_default();
        name.contains("Tag") && number.parse::<u32>().is_ok()
    };
    let found: Vec<_> = names.filter(is_scalar).take(TAGS).collect();
    ensure!(found.len() == TAGS, "{} tags are listed", found.len());
    Ok(found)
}

/// A service, and a configuration of a bridge that streams into it.
struct Plant {
    folder: TempDir,
    secret: String,
    consumer: Consumer,
    _service: Process,
}

impl Plant {
    fn new(vendor: &str, endpoint: &str, tags: &[String]) -> Result<Self> {
        let folder = TempDir::with_prefix("tagbridge-bench-")?;
        let data = text(&folder.path().join("service"));
        let add = ["project", "add", "--data", &data, "--name", "P", "--vendor", vendor, "--json"];
        let project = Tagbridge::new(add).output().json(0);
        let project = project["project_id"].as_str().context("no project")?.to_owned();
        let create = ["key", "create", "--data", &data, "--name", "bench", "--json"];
        let may = ["--permissions", "hmi_view,hmi_push"];
        let key = Tagbridge::new([&create[..], &may].concat()).output().json(0);
        let secret = key["secret"].as_str().context("no key")?.to_owned();
        let listen = format!("127.0.0.1:{}", free_port());
        let serve = ["serve", "--data", &data, "--listen", &listen, "--json"];
        let service = Tagbridge::new(serve).start();
        service.next_line();
        let url = format!("http://{listen}/api/v1");
        let config = format!(
            "pki = \"pki\"\n[service]\nurl = \"{url}\"\nkey = {{ env = \"TAGBRIDGE_KEY\" }}\n\
             [[session]]\nname = \"bench\"\nproject = \"{project}\"\nendpoint = \"{endpoint}\"\n\
             source = \"controller\"\nmax_tags = {TAGS}\ntags = {tags:?}\n"
        );
        fs::write(folder.path().join("tagbridge.toml"), config)?;
        let consumer = Consumer::new(&url, &project, &secret);
        Ok(Self { folder, secret, consumer, _service: service })
    }

    /// A bridge that never ran, and when it was started.
    fn start(&self) -> Result<(Process, Timestamp)> {
        let data = self.folder.path().join("data");
        if data.exists() {
            fs::remove_dir_all(data)?;
        }
        let config = text(&self.folder.path().join("tagbridge.toml"));
        let mut run =
            Tagbridge::new(["run", "--config", &config]).env("TAGBRIDGE_KEY", &self.secret);
        let settings = UNIT.lines().filter_map(|it| it.strip_prefix("Environment="));
        let settings = settings.flat_map(str::split_whitespace).filter_map(|it| it.split_once('='));
        for (name, value) in settings.filter(|(name, _)| name.starts_with("MALLOC_")) {
            run = run.env(name, value);
        }
        let began = Timestamp::now();
        Ok((run.start_into(Stdio::null(), Stdio::null()), began))
    }

    /// Seconds until the scan of the first snapshot after this began.
    fn first_scan(&self, began: Timestamp, tag: &str) -> f64 {
        let first = patiently("the first snapshot", || {
            let mut all = self.consumer.history(tag);
            all.retain(|it| it["value"] != Value::Null);
            let times = all.iter().filter_map(|it| it["timestamp"].as_str()?.parse().ok());
            times.filter(|at: &Timestamp| *at > began).min()
        });
        first.duration_since(began).as_secs_f64()
    }
}

/// A line of `/proc/ID/status`.
fn megabytes(id: u32, line: &str) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let found = status.lines().find_map(|it| it.strip_prefix(line));
    let kib: f64 =
        found.and_then(|it| it.split_whitespace().next()?.parse().ok()).context("no line")?;
    Ok(kib * 1024.0 / 1e6)
}

/// Seconds that a process has had of the processor: `/proc/ID/stat`, in hundredths.
fn processor_seconds(id: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> =
        behind_name.split_whitespace().skip(11).take(2).filter_map(|it| it.parse().ok()).collect();
    Ok(fields.iter().sum::<f64>() / 100.0)
}

/// Writes the sizes of the program and of the existing packages.
fn write_sizes(out: &mut String) -> Result<()> {
    let size = |path: &Path| {
        fs::metadata(path)
            .map(|it| f64::from(u32::try_from(it.len() / 1000).unwrap_or(u32::MAX)) / 1e3)
    };
    let program = binary();
    writeln!(out, "\n| File | Size | Goal |\n|---|--:|---|")?;
    writeln!(out, "| the program as it was built | {:.1} MB | |", size(&program)?)?;
    let target = program.ancestors().find(|it| it.ends_with("target")).map(PathBuf::from);
    let folders = target.into_iter().flat_map(|it| PACKED.map(|folder| it.join(folder)));
    let packed = folders.filter_map(|it| fs::read_dir(it).ok()).flatten().flatten();
    let packed: Vec<PathBuf> = packed.map(|it| it.path()).collect();
    for (begins, ends, title, goal) in PACKAGES {
        let is_it = |path: &&PathBuf| {
            let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
            name.starts_with(begins) && name.ends_with(ends)
        };
        let Some(path) = packed.iter().find(is_it) else {
            writeln!(out, "| {title} | not packed here | {goal:.0} MB |")?;
            continue;
        };
        let size = size(path)?;
        let met = if size < goal { "met" } else { "**missed**" };
        writeln!(out, "| {title} | {size:.1} MB | {goal:.0} MB: {met} |")?;
    }
    Ok(())
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
