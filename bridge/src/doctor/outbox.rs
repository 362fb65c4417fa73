//! A session's outbox: whether it can be read, and whether the service refused snapshots of it.

use std::path::Path;

use tagbridge_texts::Coded;

use super::{
    Finding, Verdict,
    messages::{Advice, CheckOutcome, Subject},
};
use crate::{outbox::OutboxFile, status::OutboxNote};

/// Checks the outbox of a session. There is no finding if the session has no outbox yet.
pub(super) fn examine(data: &Path, session: &str) -> Vec<Finding> {
    let subject = &Subject::Outbox { session: session.to_owned() };
    let mut all = OutboxFile::all(data).unwrap_or_default();
    all.retain(|it| it.session == session);
    let Some(file) = all.first() else { return Vec::new() };
    let stored = match file.look() {
        Ok(stored) => stored.status,
        // The message says what happens to the file.
        Err(error) => {
            return vec![Finding::trouble(Verdict::Doubtful, subject, &error, &Advice::Outbox)];
        }
    };
    let mut findings =
        vec![Finding::fine(subject, &CheckOutcome::Waiting { snapshots: stored.depth })];
    if let count @ 1.. = stored.quarantined {
        let note = OutboxNote::Quarantined { count };
        findings.push(Finding::trouble(
            Verdict::Doubtful,
            subject,
            note.message(),
            &Advice::Quarantine,
        ));
    }
    findings
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::outbox::Limits;

    #[tokio::test]
    async fn an_outbox_is_read_and_one_that_is_damaged_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line-3.outbox");
        assert_eq!(examine(folder.path(), "line-3"), []);
        let limits = Limits { max_bytes: 1 << 30, max_age: std::time::Duration::MAX };
        let outbox = crate::outbox::Outbox::open(&path, "p", limits).unwrap();
        fs::copy(folder.path().join("line-3.outbox-wal"), folder.path().join("kept")).unwrap();
        outbox.close().await;
        let found = examine(folder.path(), "line-3");
        assert_eq!((found.len(), found[0].verdict), (1, Verdict::Fine));
        fs::create_dir(folder.path().join("line-3.quarantine")).unwrap();
        let name = format!("000000000000001_{}_4.json", uuid::Uuid::nil());
        fs::write(folder.path().join("line-3.quarantine").join(name), "{}").unwrap();
        let found = examine(folder.path(), "line-3");
        assert_eq!((found.len(), found[1].verdict), (2, Verdict::Doubtful));
        fs::remove_file(&path).unwrap();
        fs::rename(folder.path().join("kept"), folder.path().join("line-3.outbox-wal")).unwrap();
        let found = examine(folder.path(), "line-3");
        assert_eq!((found.len(), found[0].verdict), (1, Verdict::Doubtful));
        assert!(found[0].detail.to_string().contains("its log is there"), "{}", found[0].detail);
    }
}
