//! `tagbridge demo`: a virtual controller, the built-in service and a live session between them.

use std::{net::SocketAddr, time::Duration};

use clap::Args;
use serde_json::{Value, json};
use tagbridge_api::{
    PREFIX, Permission, Timestamp,
    hmi::{Quality, history::HistoryQuery, live::LiveValues, request::RequestTags},
    project::Vendor,
};
use tagbridge_bridge::{
    Client, Config, Key,
    config::{KeySource, OutboxConfig, ServiceConfig, SessionConfig},
    status::SessionView,
};
use tagbridge_desk::{Desk, Journal, cell};
use tagbridge_service::{NewKey, NewProject, Options, Service};
use tagbridge_simulator::logix::{RunningController, VirtualLogix};
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    time::{Instant, MissedTickBehavior, interval, sleep_until},
};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    arguments::time,
    console::{self, Console, Place},
    failure::{Exit, Failure, chain},
    output::{self, Output},
    signals,
    verbs::{
        run,
        session::{self, clock},
    },
};

/// What the session reads always …
const TAGS: [&str; 8] = [
    "Line_StateText",
    "Line_Speed",
    "Boxes_Packed",
    "Motor_Temperature",
    "Recipe_Name",
    "Lane_Count",
    "Oven_Temperature",
    "Program:Packing.Step",
];
/// … and what a consumer asks for after a while: a tag that there is, and one that there isn't.
const ASKED_FOR: [&str; 2] = ["Conveyors[1].Speed", "Conveyors[1].Sped"];
const ASKED_AFTER: u32 = 3;
/// What one line has room for, with the width of the value.
const SHOWN: [(&str, usize); 5] = [
    ("Line_StateText", 8),
    ("Line_Speed", 4),
    ("Boxes_Packed", 3),
    ("Conveyors[1].Speed", 4),
    ("Conveyors[1].Sped", 11),
];

/// A virtual controller, the built-in service and a live session between them, in one process.
#[derive(Args)]
#[command(after_help = "Example: tagbridge demo --for 10s\n\
    With --for it exits 0 only if snapshots were stored and read back from the service.")]
pub(crate) struct Demo {
    /// Stop by itself after this time. Without it: until Ctrl-C.
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    duration: Option<Duration>,
}

pub(crate) async fn run(
    arguments: Demo,
    output: Output,
    journal: Journal,
) -> Result<Exit, Failure> {
    let stage = Stage::set().await.map_err(|error| {
        let remedy = "check that loopback ports and a temporary folder can be had";
        Failure::new(Exit::Ours, "cannot set up the demo", chain(&*error), remedy)
    })?;
    let place = console_place().await?;
    let desk = run::start(stage.config(), std::path::Path::new("demo"), journal)?;
    let console = place.serve(desk.clone());
    stage.introduce(&console, output)?;
    let end = arguments.duration.map(|duration| Instant::now() + duration);
    let mut seen = None;
    let outcome = tokio::select! {
        outcome = stage.show(&desk, output, &mut seen) => outcome,
        () = reached(end) => match seen {
            Some(_) => Ok(()),
            None => Err(nothing_read_back()),
        },
        () = signals::stop() => Ok(()),
    };
    desk.stop().await;
    let outcome = match outcome {
        Ok(()) => stage.conclude(seen, output).await,
        Err(failure) => Err(failure),
    };
    stage.clear().await;
    outcome
}

/// The console's own address if it is free.
async fn console_place() -> Result<Place, Failure> {
    let address = console::ADDRESS.parse().expect("it is an address");
    match Place::take(address).await {
        Ok(place) => Ok(place),
        Err(_) => Place::take(SocketAddr::new(address.ip(), 0)).await,
    }
}

/// Everything that the session needs around it.
struct Stage {
    folder: TempDir,
    controller: RunningController,
    service: CancellationToken,
    url: Url,
    project: String,
    secret: String,
    client: Client,
}

impl Stage {
    async fn set() -> Result<Self, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let loopback = "127.0.0.1:0".parse()?;
        let controller = VirtualLogix::bottling(rand::random())?.listen(loopback).await?;
        let service = Service::open(&folder.path().join("service"), Options::default())?;
        let project = service.create_project(NewProject {
            name: "Bottling line".into(),
            vendor: Vendor::AllenBradley,
        })?;
        let (_, secret) = service.create_key(NewKey {
            name: "demo".into(),
            permissions: vec![Permission::HmiView, Permission::HmiEdit],
            projects: Some(vec![project.project_id.clone()]),
        })?;
        let secret = secret.reveal().to_owned();
        let listener = TcpListener::bind(loopback).await?;
        let url = Url::parse(&format!("http://{}{PREFIX}", listener.local_addr()?))?;
        let key = Key::new(&secret).ok_or("the service made a key that is none")?;
        let client = Client::new(&url, &key)?;
        let stop = CancellationToken::new();
        let stopper = stop.clone();
        tokio::spawn(async move { service.serve(listener, stopper).await });
        let project = project.project_id;
        Ok(Self { folder, controller, service: stop, url, project, secret, client })
    }

    fn config(&self) -> Config {
        let endpoint = self.controller.endpoint().parse();
        let endpoint = endpoint.expect("a virtual controller has an endpoint in good form");
        let mut session = SessionConfig::new("bottling-line", &self.project, endpoint);
        session.interval = Duration::from_millis(500);
        session.tags = TAGS.map(str::to_owned).to_vec();
        let key = Key::new(&self.secret).expect("it was one before");
        Config {
            data: self.folder.path().join("bridge"),
            device_id: Some("demo".into()),
            service: ServiceConfig {
                url: self.url.clone(),
                key: KeySource::Given(key),
                push_interval: ServiceConfig::PUSH_INTERVAL,
            },
            outbox: OutboxConfig::default(),
            sessions: vec![session],
        }
    }

    fn introduce(&self, console: &Console, output: Output) -> Result<(), Failure> {
        let endpoint = self.controller.endpoint();
        let Self { url, project, secret, .. } = self;
        let values = format!("{url}/projects/{project}/hmi/values");
        if output.is_json() {
            output::json(&json!({
                "endpoint": endpoint, "service": url.as_str(), "project": project, "key": secret,
                "console": console.url(),
            }))?;
            return Ok(());
        }
        output::line(format_args!(
            "A virtual bottling line, the service and a session between them, all in this process.\n\n  \
             controller  {endpoint}\n  service     {url}\n  project     {project}\n\n\
             See it in a browser:\n\n  {console}\n\n\
             While it runs, in another terminal:\n\n  \
             tagbridge read {endpoint} Line_StateText 'Oven_Temperature[0..2]'\n  \
             curl -H 'Authorization: Bearer {secret}' {values}\n",
            console = console.url()
        ))?;
        Ok(())
    }

    /// Once a second: the state of the session, and the values as a consumer reads them.
    async fn show(
        &self,
        desk: &Desk,
        output: Output,
        seen: &mut Option<LiveValues>,
    ) -> Result<(), Failure> {
        let status = desk.status();
        let mut ticks = interval(Duration::from_secs(1));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        for second in 0_u32.. {
            ticks.tick().await;
            if second == ASKED_AFTER {
                let request = RequestTags { tags: ASKED_FOR.map(str::to_owned).to_vec() };
                self.client.request_tags(&self.project, &request).await.map_err(|it| lost(&it))?;
            }
            let values = self.client.live_values(&self.project).await.map_err(|it| lost(&it))?;
            if output.is_json() {
                output::json(&values)?;
            } else {
                let session = status.borrow().sessions.first().cloned().unwrap_or_default();
                output::line(line(&session, &values))?;
            }
            if is_proof(&values) {
                *seen = Some(values);
            }
        }
        Ok(())
    }

    /// What there is to say at the end: how much was stored, and that it can be read back.
    async fn conclude(&self, seen: Option<LiveValues>, output: Output) -> Result<Exit, Failure> {
        let Some(seen) = seen else { return Ok(Exit::Done) };
        let query = HistoryQuery { tag: TAGS[0].to_owned(), limit: None };
        let history = self.client.history(&self.project, &query).await.map_err(|it| lost(&it))?;
        let newest = history.history.first().ok_or_else(nothing_read_back)?.sequence;
        let stored = newest.max(seen.sequence.unwrap_or_default());
        if output.is_json() {
            output::json(&json!({ "stored": stored, "read_back": seen.tags.len() }))?;
        } else {
            output::line(format_args!(
                "\n{stored} snapshots stored, {} tags read back from the service",
                seen.tags.len()
            ))?;
        }
        Ok(Exit::Done)
    }

    async fn clear(self) {
        self.controller.stop().await;
        self.service.cancel();
    }
}

async fn reached(end: Option<Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => std::future::pending().await,
    }
}

/// Live, stored, and with at least one good value.
fn is_proof(values: &LiveValues) -> bool {
    values.live
        && values.sequence.is_some()
        && values.tags.values().any(|it| it.quality == Quality::Good)
}

/// One second in one line, in columns that stay where they are.
fn line(session: &SessionView, values: &LiveValues) -> String {
    let scan = session.scan.last_ms.map_or_else(String::new, |ms| format!("scan {ms:.1} ms"));
    let stored = values.sequence.map_or_else(String::new, |it| format!("stored {it}"));
    let shown = SHOWN.iter().filter_map(|&(name, width)| {
        let value = values.tags.get(name)?;
        let text = match (value.reason, &value.value) {
            (Some(reason), _) => reason.as_str().to_owned(),
            (None, Value::Number(number)) if number.is_f64() => {
                format!("{:.1}", number.as_f64().unwrap_or_default())
            }
            (None, _) => cell(&value.value),
        };
        Some(format!("{name} {text:<width$}"))
    });
    let shown: Vec<_> = shown.collect();
    let (clock, state) = (clock(Timestamp::now()), session::state(session));
    format!("{clock}  {state:<33}  {scan:<12}  {stored:<10}  {}", shown.join("  "))
        .trim_end()
        .to_owned()
}

fn lost(error: &tagbridge_bridge::UplinkError) -> Failure {
    Failure::new(
        Exit::Ours,
        "the demo cannot reach its own service",
        chain(error),
        "check whether a proxy or a firewall stands before loopback addresses",
    )
}

fn nothing_read_back() -> Failure {
    Failure::new(
        Exit::Ours,
        "the demo has read nothing back",
        "no live value came from the service in this time",
        "give it longer, such as --for 10s; if that does not help, run it with -vv",
    )
}
