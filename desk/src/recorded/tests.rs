use tagbridge_api::hmi::Controller;
use tagbridge_logic::expr::Scalar;
use tagbridge_project::{Project, Source, SourceFile, read};
use tagbridge_recording::{NewScan, RecordedSession, RecordingLimits, RecordingWriter};

use super::*;

fn time(second: i64) -> Timestamp {
    Timestamp::from_millis(1_795_946_400_000 + second * 1000).expect("a time")
}

fn project() -> Project {
    let text = "VAR_GLOBAL\n  T : TON;\n  Doors : ARRAY[3..4] OF BOOL;\nEND_VAR\n";
    let files = vec![SourceFile { path: "GVL.st".to_owned(), bytes: text.as_bytes().to_vec() }];
    let source = Source { name: "GVL.st".to_owned(), files, hash: String::new() };
    read(&source).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_part_of_a_recorded_structure_has_its_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = RecordedSession { session: "line".into(), project: "p".into() };
    let limits = RecordingLimits::default();
    let mut writer = RecordingWriter::open(folder.path(), of, limits, Vec::new()).expect("opens");
    for second in 0..4 {
        let value = |value| TagValue {
            value,
            type_name: Arc::default(),
            quality: Quality::Good,
            reason: None,
            timestamp: time(second),
        };
        let timer = serde_json::json!({ "Q": second > 1, "ET": second * 1000 });
        let doors = serde_json::json!([false, second == 3]);
        let tags = [("GVL.T".to_owned(), value(timer)), ("GVL.Doors".to_owned(), value(doors))];
        let scan = NewScan {
            at: time(second),
            duration_ms: 1.0,
            controller: &Controller::default(),
            every: Duration::from_secs(1),
            tags: &tags.into_iter().collect(),
        };
        writer.add(&scan, || None).expect("is written");
    }
    writer.flush().expect("is written");
    let recording = Recording::open(folder.path()).expect("opens");
    let symbols = Symbols::new(Arc::new(project()));
    let past = RecordedPast::new(&recording, &symbols);
    let at = |second| time(second).get();
    let bit = |name: &str, second| past.value(name, at(second)).scalar().and_then(Scalar::bit);
    assert_eq!([0, 1, 2, 3].map(|it| bit("GVL.T.Q", it)), [false, false, true, true].map(Some));
    assert_eq!([2, 3].map(|it| bit("gvl.doors[4]", it)), [Some(false), Some(true)]);
    assert_eq!(bit("GVL.Doors[3]", 3), Some(false));
    // The elapsed time changes with each scan, the output once.
    let changes = past.changes("GVL.T.Q", at(0), at(3));
    assert_eq!(changes.iter().map(|it| it.time).collect::<Vec<_>>(), [at(2)]);
    for name in ["GVL.T.None", "GVL.Doors[5]", "GVL.Other", "GVL"] {
        assert_eq!(past.value(name, at(3)), PastValue::NotRecorded, "{name}");
    }
}
