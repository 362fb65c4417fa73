//! Checks what usually goes wrong before a session is started, and says what to do.
//!
//! Every step is one that a session takes too, by the same code; nothing is left behind, at the
//! controller or at the service.

mod controller;
mod project;

use std::{fmt, fs};

use serde::Serialize;
use tokio::net::lookup_host;
use url::Host;

use crate::{
    Client, Config, Library, UplinkError,
    config::{SecretError, ServiceConfig},
};

/// Clocks that differ by less do no harm.
const SKEW_SECONDS: i64 = 5;

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was checked: `service: key`, `line-3: controller`.
    pub subject: String,
    /// How it stands.
    pub verdict: Verdict,
    /// What was seen.
    pub detail: String,
    /// What to do, where something is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// How a checked thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As it should be.
    Fine,
    /// It works, but a person should know.
    Doubtful,
    /// There was nothing to check.
    Untried,
    /// The configuration stands in the way.
    Unusable,
    /// This machine stands in the way: a folder that cannot be written, a full disk.
    Machine,
    /// No answer.
    Unreachable,
    /// An answer, and it is no.
    Refused,
}

impl Finding {
    fn fine(subject: impl Into<String>, detail: impl Into<String>) -> Self {
        let (subject, detail) = (subject.into(), detail.into());
        Self { subject, verdict: Verdict::Fine, detail, remedy: None }
    }

    fn trouble(
        verdict: Verdict,
        subject: impl Into<String>,
        detail: &dyn fmt::Display,
        remedy: impl Into<String>,
    ) -> Self {
        let (subject, detail) = (subject.into(), detail.to_string());
        Self { subject, verdict, detail, remedy: Some(remedy.into()) }
    }
}

/// Goes through a configuration from this machine outwards.
pub async fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = vec![data_folder(config)];
    let client = client(&config.service);
    findings.extend(service(config, client.as_ref().map_err(|it| &**it)).await);
    let library = client.ok().map(|it| Library::new(it, &config.data));
    for session in &config.sessions {
        let (names, found) = project::names(session, library.as_ref()).await;
        findings.extend(found);
        findings.extend(controller::examine(session, names).await);
    }
    findings
}

fn data_folder(config: &Config) -> Finding {
    let subject = "data folder";
    let probe = config.data.join("doctor.probe");
    let tried = fs::create_dir_all(&config.data)
        .and_then(|()| fs::write(&probe, "can this be written?"))
        .and_then(|()| fs::remove_file(&probe));
    match tried {
        Ok(()) => Finding::fine(subject, format!("{} can be written", config.data.display())),
        Err(error) => Finding::trouble(
            Verdict::Machine,
            subject,
            &format_args!("{}: {error}", config.data.display()),
            "name a folder that this user may write to, on a disk with free space",
        ),
    }
}

async fn service(config: &Config, client: Result<&Client, &Finding>) -> Vec<Finding> {
    let mut findings: Vec<_> = name(&config.service).await.into_iter().collect();
    let client = match client {
        Ok(client) => client,
        Err(finding) => return [findings, vec![finding.clone()]].concat(),
    };
    findings.push(match client.health().await {
        Ok(health) => Finding::fine(
            "service: key",
            format!("accepted, for organization `{}`", health.organization_id),
        ),
        Err(error) => return [findings, vec![refusal("service: key", &error)]].concat(),
    });
    findings.extend(clock(client).await);
    for session in &config.sessions {
        let subject = format!("service: project of {}", session.name);
        findings.push(match client.requested_tags(&session.project, None).await {
            Ok(_) => Finding::fine(subject, format!("the key may stream {}", session.project)),
            Err(error) => refusal(subject, &error),
        });
    }
    findings
}

/// Whether the service's name can be found; `None`: it goes by its address.
async fn name(service: &ServiceConfig) -> Option<Finding> {
    let subject = "service: name";
    let Some(Host::Domain(host)) = service.url.host() else { return None };
    let port = service.url.port_or_known_default().unwrap_or_default();
    Some(match lookup_host((host, port)).await {
        Ok(mut found) => {
            let address = found.next().map(|it| it.ip().to_string()).unwrap_or_default();
            Finding::fine(subject, format!("{host} is {address}"))
        }
        Err(error) => Finding::trouble(
            // Behind a company proxy only the proxy can find it.
            Verdict::Doubtful,
            subject,
            &format_args!("{host} cannot be found: {error}"),
            "check the address and the DNS server; behind a proxy this is normal",
        ),
    })
}

fn client(service: &ServiceConfig) -> Result<Client, Box<Finding>> {
    let unusable = |detail: &dyn fmt::Display, remedy: &str| {
        Box::new(Finding::trouble(Verdict::Unusable, "service: key", detail, remedy))
    };
    let key = service.key.read().map_err(|error: SecretError| {
        unusable(&error, "`tagbridge key create` makes a key for the built-in service")
    })?;
    Client::new(&service.url, &key)
        .map_err(|error| unusable(&error, "correct [service] url in the configuration"))
}

async fn clock(client: &Client) -> Option<Finding> {
    let subject = "service: clock";
    let theirs = client.clock().await?;
    let ahead = jiff::Timestamp::now().duration_since(theirs).as_secs();
    Some(if ahead.abs() <= SKEW_SECONDS {
        Finding::fine(subject, "agrees with this machine's")
    } else {
        let relation = if ahead > 0 { "ahead of" } else { "behind" };
        Finding::trouble(
            Verdict::Doubtful,
            subject,
            &format_args!("this machine is {} s {relation} the service", ahead.abs()),
            "set this machine's clock, or let it follow a time server: values carry its time",
        )
    })
}

fn refusal(subject: impl Into<String>, error: &UplinkError) -> Finding {
    let verdict = match error {
        UplinkError::Unreachable { .. } | UplinkError::Incompatible { .. } => Verdict::Unreachable,
        UplinkError::Failing { .. } | UplinkError::Throttled { .. } => Verdict::Doubtful,
        _ => Verdict::Refused,
    };
    Finding::trouble(verdict, subject, error, error.remedy())
}
