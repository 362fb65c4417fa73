//! Checks the frequent problems before a session is started, and says what to do.
//!
//! Each check uses the code of a session. No check leaves data at the controller or at the service.

mod broker;
mod controller;
mod messages;
mod outbox;
mod project;

use std::fs;

use serde::Serialize;
use tagbridge_system::{free_bytes, is_disk_full};
use tagbridge_texts::{Coded, Message, json};
use tokio::net::lookup_host;
use url::Host;

use crate::{
    Client, Config, Library, UplinkError,
    config::ServiceConfig,
    doctor::messages::{Advice, CheckOutcome, Subject},
};

/// Smaller differences between clocks do no harm.
const SKEW_SECONDS: i64 = 5;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was checked: `service: key`, `line-3: controller`.
    #[serde(flatten, with = "json::subject")]
    pub subject: Message,
    /// The result.
    pub verdict: Verdict,
    /// What was found.
    #[serde(flatten, with = "json::detail")]
    pub detail: Message,
    /// What to do, if the user has to do something.
    #[serde(flatten, with = "json::remedy_if_any")]
    pub remedy: Option<Message>,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As it should be.
    Fine,
    /// It works, but the user should know about it.
    Doubtful,
    /// There was nothing to check.
    Untried,
    /// The configuration is wrong.
    Unusable,
    /// A problem of this computer: a folder that cannot be written, a full disk.
    Machine,
    /// There was no response.
    Unreachable,
    /// The request was refused.
    Refused,
}

impl Finding {
    fn fine(subject: &Subject, detail: impl Into<Message>) -> Self {
        let (subject, detail) = (subject.message(), detail.into());
        Self { subject, verdict: Verdict::Fine, detail, remedy: None }
    }

    fn trouble(
        verdict: Verdict,
        subject: &Subject,
        detail: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> Self {
        let (subject, detail) = (subject.message(), detail.into());
        Self { subject, verdict, detail, remedy: Some(remedy.into()) }
    }
}

/// Free space that the outbox of a session needs, in bytes: its reserve, its log and the first
/// snapshots.
const OUTBOX_NEEDS: u64 = 8 << 20;

/// Checks a configuration: this computer first, then the service, the broker and the controllers.
pub async fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = vec![data_folder(config)];
    let client = client(&config.service);
    findings.extend(service(config, client.as_ref().map_err(|it| &**it)).await);
    if let Some(mqtt) = &config.mqtt {
        findings.extend(broker::examine(mqtt, config).await);
    }
    let library = client.ok().map(|it| Library::new(it, &config.data));
    for session in &config.sessions {
        findings.extend(outbox::examine(&config.data, &session.name));
        let (names, found) = project::names(session, library.as_ref()).await;
        findings.extend(found);
        findings.extend(controller::examine(session, names).await);
    }
    findings
}

fn data_folder(config: &Config) -> Finding {
    let (subject, sessions) = (&Subject::DataFolder, config.sessions.len().max(1) as u64);
    let folder = || config.data.clone();
    let trouble =
        |seen: &CheckOutcome, advice| Finding::trouble(Verdict::Machine, subject, seen, &advice);
    let probe = config.data.join("doctor.probe");
    let tried = fs::create_dir_all(&config.data)
        .and_then(|()| fs::write(&probe, "can this be written?"))
        .and_then(|()| fs::remove_file(&probe));
    match tried {
        Ok(()) => match free_bytes(&config.data) {
            Some(free) if free < sessions * OUTBOX_NEEDS => {
                let (mb, needed_mb) = (free >> 20, (sessions * OUTBOX_NEEDS) >> 20);
                let seen = CheckOutcome::LittleSpace { folder: folder(), mb, needed_mb };
                trouble(&seen, Advice::Space)
            }
            _ => Finding::fine(subject, &CheckOutcome::Writable { folder: folder() }),
        },
        Err(error) if is_disk_full(&error) => {
            // An empty file stays where its contents have no space.
            let _absent = fs::remove_file(&probe);
            trouble(&CheckOutcome::DiskFull { folder: folder() }, Advice::Space)
        }
        Err(error) => {
            trouble(&CheckOutcome::Unwritable { folder: folder(), error }, Advice::Folder)
        }
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
            &Subject::Key,
            &CheckOutcome::Accepted { organization: health.organization_id },
        ),
        Err(error) => return [findings, vec![refusal(&Subject::Key, &error)]].concat(),
    });
    findings.extend(clock(client).await);
    for session in &config.sessions {
        let subject = &Subject::ServiceProject { session: session.name.clone() };
        findings.push(match client.requested_tags(&session.project, None).await {
            Ok(_) => Finding::fine(
                subject,
                &CheckOutcome::MayStream { project: session.project.clone() },
            ),
            Err(error) => refusal(subject, &error),
        });
    }
    findings
}

/// Checks whether the host name of the service can be resolved; `None`: its address is an IP address.
async fn name(service: &ServiceConfig) -> Option<Finding> {
    let subject = &Subject::Name;
    let Some(Host::Domain(host)) = service.url.host() else { return None };
    let port = service.url.port_or_known_default().unwrap_or_default();
    Some(match lookup_host((host, port)).await {
        Ok(mut found) => {
            let address = found.next().map(|it| it.ip().to_string()).unwrap_or_default();
            Finding::fine(subject, &CheckOutcome::Found { host: host.to_owned(), address })
        }
        Err(error) => Finding::trouble(
            // In a company network, perhaps only the proxy can resolve it.
            Verdict::Doubtful,
            subject,
            &CheckOutcome::NotFound { host: host.to_owned(), error },
            &Advice::Dns,
        ),
    })
}

fn client(service: &ServiceConfig) -> Result<Client, Box<Finding>> {
    let unusable = |detail: Message, remedy: Advice| {
        Box::new(Finding::trouble(Verdict::Unusable, &Subject::Key, detail, &remedy))
    };
    let key = service.key.read().map_err(|error| unusable(error.message(), Advice::Key))?;
    Client::new(&service.url, &key, service.pki.as_deref())
        .map_err(|error| unusable(error.message(), Advice::Url))
}

async fn clock(client: &Client) -> Option<Finding> {
    let subject = &Subject::Clock;
    let theirs = client.clock().await?;
    let ahead = jiff::Timestamp::now().duration_since(theirs).as_secs();
    Some(if ahead.abs() <= SKEW_SECONDS {
        Finding::fine(subject, &CheckOutcome::Agrees)
    } else {
        let seconds = ahead.abs();
        let seen = if ahead > 0 {
            CheckOutcome::Ahead { seconds }
        } else {
            CheckOutcome::Behind { seconds }
        };
        Finding::trouble(Verdict::Doubtful, subject, &seen, &Advice::Clock)
    })
}

fn refusal(subject: &Subject, error: &UplinkError) -> Finding {
    let verdict = match error {
        UplinkError::Unreachable { .. } | UplinkError::Incompatible { .. } => Verdict::Unreachable,
        UplinkError::Failing { .. } | UplinkError::Throttled { .. } => Verdict::Doubtful,
        _ => Verdict::Refused,
    };
    Finding::trouble(verdict, subject, error, error.remedy())
}

/// The codes of all texts, for the test of the catalogue.
#[cfg(test)]
pub(crate) fn codes() -> [&'static [tagbridge_texts::Code]; 4] {
    [Subject::CODES, CheckOutcome::CODES, messages::SeenController::CODES, Advice::CODES]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fake::SmallDisk;

    #[test]
    fn a_folder_without_space_for_an_outbox_is_no_good_folder() {
        let Some(disk) = SmallDisk::new("20m") else { return };
        let text = format!(
            "data = '{}'\n[service]\nurl = 'https://plant.example/api/v1'\n\
             key = {{ env = 'X' }}\n[[session]]\nname = 'a'\nproject = 'p'\n\
             endpoint = 's7://10.0.0.6'\n",
            disk.path().display()
        );
        let config = Config::parse(&text, Path::new("a.toml")).unwrap();
        assert_eq!(data_folder(&config).verdict, Verdict::Fine);
        let hog = disk.fill();
        for (left, says) in [(0, "the disk is full"), (1 << 20, "1 MB")] {
            let length = fs::metadata(&hog).unwrap().len();
            fs::OpenOptions::new().write(true).open(&hog).unwrap().set_len(length - left).unwrap();
            let found = data_folder(&config);
            assert_eq!(found.verdict, Verdict::Machine, "{found:?}");
            assert!(found.detail.to_string().contains(says), "{}", found.detail);
        }
        assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 1, "no probe is left");
        fs::remove_file(hog).unwrap();
        assert_eq!(data_folder(&config).verdict, Verdict::Fine);
    }
}
