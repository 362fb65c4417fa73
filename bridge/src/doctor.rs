//! Checks what usually goes wrong before a session is started, and says what to do.
//!
//! Every step is one that a session takes too, by the same code; nothing is left behind, at the
//! controller or at the service.

use std::{fmt, fs};

use serde::Serialize;
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Tags},
};
use tagbridge_driver::{LinkError, Reading, TagSet};
use tokio::net::lookup_host;

use crate::{
    Client, Config, UplinkError,
    config::{KeyError, ServiceConfig, SessionConfig},
    snapshot::{Began, Draft, scanned},
    status::Oversize,
};

/// Clocks that differ by less do no harm.
const SKEW_SECONDS: i64 = 5;
/// Bad tags that are named one by one.
const NAMED: usize = 5;

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
    /// The configuration or this machine stands in the way.
    Unusable,
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
    findings.extend(service(config).await);
    for session in &config.sessions {
        findings.extend(controller(session).await);
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
            Verdict::Unusable,
            subject,
            &format_args!("{}: {error}", config.data.display()),
            "name a folder that this user may write to, on a disk with free space",
        ),
    }
}

async fn service(config: &Config) -> Vec<Finding> {
    let mut findings = vec![name(&config.service).await];
    let client = match client(&config.service) {
        Ok(client) => client,
        Err(finding) => return [findings, vec![*finding]].concat(),
    };
    findings.push(match client.health().await {
        Ok(health) => Finding::fine(
            "service: key",
            format!("accepted, for organization `{}`", health.organization_id),
        ),
        Err(error) => return [findings, vec![refusal("service: key", &error)]].concat(),
    });
    findings.extend(clock(&client).await);
    for session in &config.sessions {
        let subject = format!("service: project of {}", session.name);
        findings.push(match client.requested_tags(&session.project, None).await {
            Ok(_) => Finding::fine(subject, format!("the key may stream {}", session.project)),
            Err(error) => refusal(subject, &error),
        });
    }
    findings
}

/// Whether the service's name can be found.
async fn name(service: &ServiceConfig) -> Finding {
    let subject = "service: name";
    let host = service.url.host_str().unwrap_or_default();
    let port = service.url.port_or_known_default().unwrap_or_default();
    match lookup_host((host.trim_matches(['[', ']']), port)).await {
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
    }
}

fn client(service: &ServiceConfig) -> Result<Client, Box<Finding>> {
    let unusable = |detail: &dyn fmt::Display, remedy: &str| {
        Box::new(Finding::trouble(Verdict::Unusable, "service: key", detail, remedy))
    };
    let key = service.key.read().map_err(|error: KeyError| {
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

async fn controller(session: &SessionConfig) -> Vec<Finding> {
    let subject = format!("{}: controller", session.name);
    let driver = match tagbridge_drivers::driver_with(
        &session.endpoint,
        &session.link,
        &session.keyring(),
    ) {
        Ok(driver) => driver,
        Err(error) => {
            let remedy = "correct the session's endpoint in the configuration";
            return vec![Finding::trouble(Verdict::Unusable, subject, &error, remedy)];
        }
    };
    let mut connection = match driver.connect().await {
        Ok(connection) => connection,
        Err(error) => return vec![lost(subject, &error)],
    };
    let it = connection.identity();
    let seen = format!(
        "{} {}, revision {}, serial {}, {} at {}",
        it.vendor, it.product, it.revision, it.serial, it.mode, it.address
    );
    let mut findings = vec![if it.mode.is_stopped() {
        let remedy = "values can be read, but nobody renews them: start the controller's program";
        Finding::trouble(Verdict::Doubtful, subject, &seen, remedy)
    } else {
        Finding::fine(subject, seen)
    }];
    let tags = TagSet::new(&session.tags);
    let subject = format!("{}: tags", session.name);
    let began = Began { wall: jiff::Timestamp::now(), at: std::time::Instant::now() };
    match connection.read(&tags).await {
        Ok(scan) => {
            findings.push(readable(subject, &tags, scan.answers.iter().map(|it| &it.reading)));
            let subject = format!("{}: size", session.name);
            findings.extend(oversize(subject, scanned(&tags, &scan, began)));
        }
        Err(error) => findings.push(lost(subject, &error)),
    }
    connection.close().await;
    findings
}

fn readable<'a>(
    subject: String,
    tags: &TagSet,
    readings: impl Iterator<Item = &'a Reading>,
) -> Finding {
    let bad: Vec<String> = tags
        .names()
        .iter()
        .zip(readings)
        .filter_map(|(name, reading)| match reading {
            Reading::Bad(cause) => Some(format!("{name}: {cause}")),
            Reading::Good(_) | Reading::Uncertain(..) => None,
        })
        .collect();
    let good = tags.len() - bad.len();
    let detail = format!("{good} of {} can be read", tags.len());
    if bad.is_empty() {
        return Finding::fine(subject, detail);
    }
    let more = bad.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    let named = bad[..bad.len().min(NAMED)].join("; ");
    Finding::trouble(
        Verdict::Doubtful,
        subject,
        &format_args!("{detail}; {named}{rest}"),
        "correct the names in the session's `tags`; the others are streamed all the same",
    )
}

/// Whether a snapshot of these is too large to be delivered at all.
fn oversize(subject: String, tags: Tags) -> Option<Finding> {
    let draft = Draft {
        timestamp: Timestamp::now(),
        duration_ms: 0.0,
        controller: Controller::default(),
        complete: true,
        tags,
    };
    let bytes = serde_json::to_vec(&draft.numbered(1)).map_or(0, |it| it.len());
    let Oversize { bytes, most } = Oversize::of(bytes)?;
    let detail = format!(
        "a snapshot of all tags has {bytes} bytes and the service takes {most}: it can never be delivered"
    );
    Some(Finding::trouble(Verdict::Unusable, subject, &detail, Oversize::REMEDY))
}

fn lost(subject: String, error: &LinkError) -> Finding {
    let verdict = match error {
        LinkError::Refused { .. } => Verdict::Refused,
        _ => Verdict::Unreachable,
    };
    Finding::trouble(verdict, subject, error, error.remedy())
}

#[cfg(test)]
mod tests {
    use tagbridge_api::hmi::{Quality, TagValue};

    use super::*;

    #[test]
    fn what_can_never_be_delivered_is_found_before() {
        let tags = |length: usize| {
            let timestamp = Timestamp::now();
            let value = TagValue {
                value: "x".repeat(length).into(),
                type_name: "STRING".into(),
                quality: Quality::Good,
                reason: None,
                timestamp,
            };
            Tags::from_iter([("A".to_owned(), value)])
        };
        assert_eq!(oversize("line-3: size".into(), tags(4_490_000)), None);
        let found = oversize("line-3: size".into(), tags(4_500_000)).expect("too large");
        assert_eq!(found.verdict, Verdict::Unusable);
        assert!(found.remedy.is_some_and(|it| it.contains("fewer tags")), "{}", found.detail);
    }
}
