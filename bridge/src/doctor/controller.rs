//! A session's controller: whether it responds, which tags can be read, and whether they fit into a
//! snapshot.

use std::sync::Arc;

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Tags, push::Snapshot},
};
use tagbridge_driver::{Driver, LinkError, LoginRemedy, Reading, TagSet};
use tagbridge_naming::{Named, Names};
use tagbridge_texts::{Coded, Message};

use super::{
    Finding, Verdict,
    messages::{Advice, CheckOutcome, SeenController, Subject},
};
use crate::{
    config::SessionConfig,
    snapshot::{ScanStart, scanned},
    status::Oversize,
};

/// Maximum number of bad tags that are named.
const NAMED: usize = 5;

/// Connects to the controller of a session and reads its tags once, by the names of the project if
/// there are any.
pub(super) async fn examine(session: &SessionConfig, names: Option<Names>) -> Vec<Finding> {
    let subject = &Subject::Controller { session: session.name.clone() };
    let keyring = match session.keyring() {
        Ok(keyring) => keyring,
        Err(error) => {
            let remedy = &LoginRemedy::PlacePassword;
            return vec![Finding::trouble(Verdict::Unusable, subject, &error, remedy)];
        }
    };
    let driver = tagbridge_drivers::driver_with(&session.endpoint, &session.link, &keyring);
    let driver: Arc<dyn Driver> = match (driver, names) {
        (Ok(driver), Some(names)) => Arc::new(Named::by(driver.into(), names)),
        (Ok(driver), None) => driver.into(),
        (Err(error), _) => {
            let remedy = &Advice::Endpoint;
            return vec![Finding::trouble(Verdict::Unusable, subject, &error, remedy)];
        }
    };
    let mut connection = match driver.connect().await {
        Ok(connection) => connection,
        Err(error) => return vec![lost(subject, &error)],
    };
    let it = connection.identity();
    let seen = &SeenController {
        vendor: it.vendor.clone(),
        product: it.product.clone(),
        revision: it.revision.clone(),
        serial: it.serial.clone(),
        mode: it.mode.to_string(),
        address: it.address.to_string(),
    };
    let mut findings = vec![if it.mode.is_stopped() {
        Finding::trouble(Verdict::Doubtful, subject, seen, &Advice::Start)
    } else {
        Finding::fine(subject, seen)
    }];
    let tags = configured(session);
    let subject = &Subject::Tags { session: session.name.clone() };
    if tags.is_empty() {
        findings.push(unnamed(subject));
        connection.close().await;
        return findings;
    }
    let began = ScanStart { wall: jiff::Timestamp::now(), at: std::time::Instant::now() };
    match connection.read(&tags).await {
        Ok(scan) => {
            findings.push(readable(subject, &tags, scan.answers.iter().map(|it| &it.reading)));
            let subject = &Subject::Size { session: session.name.clone() };
            findings.extend(is_snapshot_too_large(subject, scanned(&tags, &scan, began)));
        }
        Err(error) => findings.push(lost(subject, &error)),
    }
    connection.close().await;
    findings
}

/// The tags that the session always reads, in all groups.
fn configured(session: &SessionConfig) -> TagSet {
    let grouped = session.groups.iter().flat_map(|it| &it.tags);
    TagSet::new(session.tags.iter().chain(grouped))
}

/// No tag is configured; the tags that the service will request are not known yet.
fn unnamed(subject: &Subject) -> Finding {
    let (subject, detail) = (subject.message(), CheckOutcome::NoTags.message());
    Finding { subject, verdict: Verdict::Untried, detail, remedy: None }
}

fn readable<'a>(
    subject: &Subject,
    tags: &TagSet,
    readings: impl Iterator<Item = &'a Reading>,
) -> Finding {
    let mut bad: Vec<Message> = tags
        .names()
        .iter()
        .zip(readings)
        .filter_map(|(name, reading)| match reading {
            Reading::Bad(cause) => {
                Some(CheckOutcome::Tag { name: name.clone(), cause: cause.clone() }.message())
            }
            Reading::Good(_) | Reading::Uncertain(..) => None,
        })
        .collect();
    let (good, all) = (tags.len() - bad.len(), tags.len());
    if bad.is_empty() {
        return Finding::fine(subject, &CheckOutcome::Readable { good, all });
    }
    let more = bad.len().saturating_sub(NAMED);
    bad.truncate(NAMED);
    let named = Message::all(bad);
    let bad = if more > 0 { CheckOutcome::MoreBad { named, more }.message() } else { named };
    let seen = &CheckOutcome::SomeReadable { good, all, bad };
    Finding::trouble(Verdict::Doubtful, subject, seen, &Advice::Tags)
}

/// Whether a snapshot of these tags is too large to be delivered.
fn is_snapshot_too_large(subject: &Subject, tags: Tags) -> Option<Finding> {
    let snapshot = Snapshot {
        part: None,
        parts: None,
        sequence: 1,
        timestamp: Timestamp::now(),
        duration_ms: 0.0,
        controller: Controller::default(),
        complete: true,
        tags,
    };
    let bytes = serde_json::to_vec(&snapshot).map_or(0, |it| it.len());
    let Oversize { bytes, most } = Oversize::of(bytes)?;
    let seen = &CheckOutcome::Oversize { bytes, most };
    Some(Finding::trouble(Verdict::Unusable, subject, seen, Oversize::remedy()))
}

fn lost(subject: &Subject, error: &LinkError) -> Finding {
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
    fn the_tags_of_all_groups_are_looked_at() {
        let mut session = SessionConfig::new("a", "p", "s7://10.0.0.6".parse().unwrap());
        session.groups[0].tags = vec!["DB1.DBW0".to_owned()];
        assert_eq!(configured(&session).names(), ["DB1.DBW0"]);
        session.tags = vec!["DB1.DBW2".to_owned()];
        assert_eq!(configured(&session).names(), ["DB1.DBW2", "DB1.DBW0"]);
    }

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
        let subject = Subject::Size { session: "line-3".to_owned() };
        assert_eq!(is_snapshot_too_large(&subject, tags(59_990_000)), None);
        let found = is_snapshot_too_large(&subject, tags(60_010_000)).expect("too large");
        assert_eq!(found.verdict, Verdict::Unusable);
        assert!(
            found.remedy.is_some_and(|it| it.to_string().contains("fewer tags")),
            "{}",
            found.detail
        );
    }
}
