//! A session's controller: whether it answers, which tags can be read, and whether they fit into a
//! snapshot.

use std::sync::Arc;

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Tags, push::Snapshot},
};
use tagbridge_driver::{Driver, LinkError, Reading, TagSet};
use tagbridge_naming::{Named, Names};

use super::{Finding, Verdict};
use crate::{
    config::SessionConfig,
    snapshot::{Began, scanned},
    status::Oversize,
};

/// Bad tags that are named one by one.
const NAMED: usize = 5;

/// Reaches the controller of a session and reads its tags once, by the project's names where there
/// are any.
pub(super) async fn examine(session: &SessionConfig, names: Option<Names>) -> Vec<Finding> {
    let subject = format!("{}: controller", session.name);
    let keyring = match session.keyring() {
        Ok(keyring) => keyring,
        Err(error) => {
            let remedy = "put the password where the session's `password` says";
            return vec![Finding::trouble(Verdict::Unusable, subject, &error, remedy)];
        }
    };
    let driver = tagbridge_drivers::driver_with(&session.endpoint, &session.link, &keyring);
    let driver: Arc<dyn Driver> = match (driver, names) {
        (Ok(driver), Some(names)) => Arc::new(Named::by(driver.into(), names)),
        (Ok(driver), None) => driver.into(),
        (Err(error), _) => {
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
    if session.tags.is_empty() {
        findings.push(unnamed(subject));
        connection.close().await;
        return findings;
    }
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

/// Nobody knows beforehand what the service will ask for.
fn unnamed(subject: String) -> Finding {
    let detail =
        "the configuration names none, so none was tried; those that the service asks for are read"
            .to_owned();
    Finding { subject, verdict: Verdict::Untried, detail, remedy: None }
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
        "correct the session's `tags`; the others are streamed all the same",
    )
}

/// Whether a snapshot of these is too large to be delivered at all.
fn oversize(subject: String, tags: Tags) -> Option<Finding> {
    let snapshot = Snapshot {
        sequence: 1,
        timestamp: Timestamp::now(),
        duration_ms: 0.0,
        controller: Controller::default(),
        complete: true,
        tags,
    };
    let bytes = serde_json::to_vec(&snapshot).map_or(0, |it| it.len());
    let Oversize { bytes, most } = Oversize::of(bytes)?;
    let detail = format!(
        "a snapshot of all tags has {bytes} bytes and the service takes {most}: it can never be delivered"
    );
    Some(Finding::trouble(Verdict::Unusable, subject, &detail, Oversize::REMEDY))
}

fn lost(subject: String, error: &LinkError) -> Finding {
    let verdict = match error {
        LinkError::Refused { .. } | LinkError::Untrusted { .. } => Verdict::Refused,
        LinkError::Unprepared { .. } => Verdict::Unusable,
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
