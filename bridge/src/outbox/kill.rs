//! Tests the main guarantee with the operating system: a process that appends is killed at random
//! points, and all confirmed snapshots must still exist.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use super::{
    Outbox,
    suite::{PLENTY, draft},
};

const FOLDER: &str = "TAGBRIDGE_TEST_KILLED_OUTBOX";
const CYCLES: usize = 30;

/// The process that is killed. Does nothing unless the other test starts it.
#[tokio::test]
async fn child() {
    let Ok(folder) = std::env::var(FOLDER) else {
        return;
    };
    let outbox = Outbox::open(&Path::new(&folder).join("outbox"), "p", PLENTY).expect("it opens");
    let mut settled = 0;
    loop {
        let appended = outbox.append(draft(0, 200)).await.expect("it appends");
        let sequence = appended.place.sequence;
        let mut out = std::io::stdout().lock();
        writeln!(out, "appended {sequence}").unwrap();
        out.flush().unwrap();
        drop(out);
        if sequence.is_multiple_of(7) {
            settled = settled.max(sequence.saturating_sub(90));
            let through = (1..=settled).collect();
            let stream = appended.place.stream_id;
            outbox.settle(stream, through).await.expect("it settles");
        }
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_by_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = BTreeSet::new();
    let mut stream = None;
    for cycle in 0..CYCLES {
        acknowledged.extend(run_and_kill(folder.path()));
        let outbox = Outbox::open(&folder.path().join("outbox"), "p", PLENTY)
            .expect("it opens after a kill");
        let status = outbox.status().borrow().clone();
        assert_eq!(status.set_aside, None);
        assert_eq!(*stream.get_or_insert(status.stream_id), status.stream_id);
        let oldest = outbox.oldest(usize::MAX, usize::MAX).await.unwrap();
        let stored: Vec<u64> = oldest.entries.iter().map(|it| it.sequence).collect();
        assert!(stored.windows(2).all(|it| it[1] == it[0] + 1), "cycle {cycle}: {stored:?}");
        let (&first, &last) = (stored.first().unwrap(), stored.last().unwrap());
        assert!(last >= *acknowledged.last().unwrap(), "cycle {cycle}");
        assert!(first <= last.saturating_sub(19).max(1), "only what was settled left");
        assert_eq!(status.next_sequence, last + 1);
        outbox.close().await;
    }
    assert!(acknowledged.len() >= CYCLES);
}

/// The sequences that the child confirmed before it was killed.
fn run_and_kill(folder: &Path) -> Vec<u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "outbox::kill::child", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut sequences = Vec::new();
    let wanted = rand::random_range(1..40);
    let sequence = |line: &str| line.rsplit_once("appended ")?.1.parse::<u64>().ok();
    while sequences.len() < wanted {
        let line = lines.next().expect("the child appends").unwrap();
        sequences.extend(sequence(&line));
    }
    // Kill it in the middle of its next operations.
    std::thread::sleep(Duration::from_micros(rand::random_range(0..5000)));
    child.kill().unwrap();
    child.wait().unwrap();
    sequences.extend(lines.map_while(Result::ok).filter_map(|it| sequence(&it)));
    sequences
}
