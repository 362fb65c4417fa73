use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tagbridge_api::hmi::{Quality as ApiQuality, TagValue};
use tagbridge_bridge::{LiveView, ViewValidity};
use tagbridge_texts::Language;

use super::{TagMetadata, Window, taken};
use crate::{
    comment::Comment,
    parts::TagNote,
    tag_notes::DescribedTag,
    testing::scan,
    trend::Recorder,
    view::{Frame, OpenRows, Quality, RowKind, Sort},
};

fn rows(limit: u32) -> OpenRows {
    OpenRows {
        only: None,
        session: Some("s".into()),
        search: String::new(),
        language: Language::English,
        sort: Sort::Given,
        descending: false,
        quality: None,
        requested: false,
        offset: 0,
        limit,
        unfolded: Vec::new(),
        head: 0,
    }
}

fn line(second: i64, level: f64) -> Arc<LiveView> {
    Arc::new(scan(
        second,
        &[
            ("Valve[12]", Some(3.0)),
            ("Valve[3]", None),
            ("level", Some(level)),
            ("Speed", Some(9.0)),
        ],
    ))
}

fn metadata() -> TagMetadata {
    let comment = Comment::from("Bowl level");
    let note = TagNote { comment, unit: "%".into() };
    let level = DescribedTag { note, address: "%ID4".into() };
    TagMetadata {
        requested: ["Valve[3]".to_owned(), "Gone".to_owned()].into(),
        pinned: vec!["Speed".into()],
        notes: Arc::new([("level".to_owned(), level)].into()),
        traced: vec!["level".into()],
        names: None,
        language: Language::English,
    }
}

fn open(request: OpenRows, metadata: &TagMetadata) -> (Window, Arc<LiveView>) {
    let view = line(1, 50.0);
    (Window::new(1, "s".into(), request, (Some(Arc::clone(&view)), None), metadata), view)
}

#[expect(clippy::needless_pass_by_value, reason = "requests are written down where they are given")]
fn check(request: OpenRows, expected: &[&str]) {
    let (window, _) = open(request.clone(), &metadata());
    let names: Vec<&String> = window.names().collect();
    assert_eq!(names, expected, "{request:?}");
}

#[test]
fn rows_are_found_filtered_and_ordered() {
    check(rows(9), &["Speed", "Valve[12]", "Valve[3]", "level"]);
    let only = |names: &[&str]| Some(names.iter().map(|it| (*it).to_owned()).collect());
    check(
        OpenRows { only: only(&["level", "Gone", "Valve[3]", "Speed"]), ..rows(9) },
        &["Speed", "level", "Valve[3]"],
    );
    check(OpenRows { only: only(&[]), ..rows(9) }, &[]);
    check(OpenRows { sort: Sort::Name, ..rows(9) }, &["Speed", "level", "Valve[3]", "Valve[12]"]);
    check(
        OpenRows { sort: Sort::Name, descending: true, ..rows(9) },
        &["Speed", "Valve[12]", "Valve[3]", "level"],
    );
    check(OpenRows { sort: Sort::Value, ..rows(9) }, &["Speed", "Valve[12]", "level", "Valve[3]"]);
    check(
        OpenRows { sort: Sort::Quality, ..rows(9) },
        &["Speed", "Valve[3]", "Valve[12]", "level"],
    );
    check(OpenRows { search: "vALVE".into(), ..rows(9) }, &["Valve[12]", "Valve[3]"]);
    for search in ["bowl", " %ID4", "id4"] {
        check(OpenRows { search: search.into(), ..rows(9) }, &["level"]);
    }
    check(OpenRows { quality: Some(Quality::Bad), ..rows(9) }, &["Valve[3]"]);
    check(OpenRows { requested: true, ..rows(9) }, &["Valve[3]"]);
    check(OpenRows { search: "nothing".into(), ..rows(9) }, &[]);
}

#[test]
fn the_first_frame_is_whole_and_the_others_carry_what_changed() {
    let metadata = metadata();
    let (mut window, first) = open(OpenRows { offset: 1, ..rows(3) }, &metadata);
    let frame = window.frame(1, Some(&first), &metadata).expect("the first");
    let whole = frame.whole.as_ref().expect("it is whole");
    assert_eq!(whole.names, ["Valve[12]", "Valve[3]", "level"]);
    assert_eq!((whole.requested[1], whole.pinned[0], whole.letters[2]), (true, false, Some(0)));
    assert_eq!((whole.comments[2].as_str(), whole.units[2].as_str()), ("Bowl level", "%"));
    assert_eq!(frame.texts, ["3.0", "–", "50.0"]);
    assert_eq!(
        (&frame.qualities, &frame.reasons[1]),
        (&vec![0, 2, 0], &Some("unknown_tag".into()))
    );
    assert_eq!(frame.times, [None, None, None], "as old as the scan");
    let counts = frame.counts;
    assert_eq!((counts.matching, counts.pinned, counts.all, counts.bad), (4, 1, 4, 1));
    assert_eq!(counts.requested, 1, "what is not read is not there");
    assert_eq!(window.frame(2, Some(&first), &metadata), None, "nothing new");
    let still = window.frame(2, Some(&line(2, 50.0)), &metadata).expect("a newer scan");
    assert_eq!((still.at, still.rows.len()), (Some(2000.0), 0), "nothing but its time is new");
    let changed = window.frame(3, Some(&line(3, 51.5)), &metadata).expect("a change");
    assert_eq!((changed.rows, changed.texts), (vec![2], vec!["51.5".to_owned()]));
    assert!(changed.whole.is_none());
}

#[test]
fn pinned_rows_stay_in_the_window_wherever_it_is() {
    let metadata = TagMetadata { pinned: vec!["Speed".into(), "level".into()], ..metadata() };
    let heads = |head: u32, offset: u32| {
        let (mut window, first) = open(OpenRows { offset, head, ..rows(2) }, &metadata);
        let frame = window.frame(1, Some(&first), &metadata).expect("the first");
        let whole = frame.whole.expect("it is whole");
        assert_eq!(frame.texts.len(), whole.names.len());
        (whole.head, whole.names.join(" "))
    };
    assert_eq!(heads(9, 3), (2, "level Speed Valve[3]".into()));
    assert_eq!(heads(1, 3), (1, "level Valve[3]".into()), "no more than are asked for");
    assert_eq!(heads(9, 1), (1, "level Speed Valve[12]".into()), "none of them twice");
    assert_eq!(heads(9, 0), (0, "level Speed".into()));

    let (mut window, first) = open(OpenRows { offset: 3, head: 2, ..rows(2) }, &metadata);
    window.frame(1, Some(&first), &metadata);
    let changed = window.frame(2, Some(&line(2, 7.0)), &metadata).expect("a change");
    assert_eq!((changed.rows, changed.texts), (vec![0], vec!["7.0".to_owned()]));
}

#[test]
fn rows_move_only_when_other_tags_are_there_or_a_filter_says_so() {
    let metadata = metadata();
    let by_value = OpenRows { sort: Sort::Value, ..rows(9) };
    let (mut window, first) = open(by_value, &metadata);
    window.frame(1, Some(&first), &metadata);
    let frame = window.frame(2, Some(&line(2, -1.0)), &metadata).expect("a change");
    assert!(frame.whole.is_none(), "it stays where it stands");
    let more = Arc::new(scan(3, &[("New", Some(1.0)), ("level", Some(2.0))]));
    let frame = window.frame(3, Some(&more), &metadata).expect("other tags");
    assert_eq!(frame.whole.expect("it is whole").names, ["New", "level"]);

    let (mut window, first) = open(OpenRows { quality: Some(Quality::Bad), ..rows(9) }, &metadata);
    window.frame(1, Some(&first), &metadata);
    let worse = Arc::new(scan(
        2,
        &[("Valve[12]", None), ("Valve[3]", None), ("level", Some(1.0)), ("Speed", Some(9.0))],
    ));
    let frame = window.frame(2, Some(&worse), &metadata).expect("a change");
    assert_eq!(frame.whole.expect("it is whole").names, ["Valve[12]", "Valve[3]"]);
}

#[test]
fn rows_of_a_quality_come_and_go_in_their_order() {
    let metadata = TagMetadata { pinned: vec!["C".into()], ..TagMetadata::default() };
    let by_name = OpenRows { quality: Some(Quality::Bad), sort: Sort::Name, ..rows(9) };
    let names = |frame: Option<Frame>| frame.and_then(|it| it.whole).map(|it| it.names.join(" "));
    let view = |second: i64, bad: &str| {
        let value = |name: &'static str| (name, (!bad.contains(name)).then_some(1.0));
        Arc::new(scan(second, &["D", "B", "A", "C"].map(value)))
    };
    for (sort, three) in [(Sort::Name, "C B D"), (Sort::Value, "C D B")] {
        let request = OpenRows { sort, ..by_name.clone() };
        let first = view(1, "B");
        let mut window =
            Window::new(1, "s".into(), request, (Some(Arc::clone(&first)), None), &metadata);
        let mut next = |second: i64, bad: &str| {
            let number = u32::try_from(second).expect("it is small");
            names(window.frame(number, Some(&view(second, bad)), &metadata))
        };
        assert_eq!(next(1, "B").as_deref(), Some("B"));
        assert_eq!(next(2, "B"), None, "none comes, none goes");
        assert_eq!(next(3, "BDC").as_deref(), Some(three));
        assert_eq!(next(4, "AC").as_deref(), Some("C A"));
        assert_eq!(next(5, "").as_deref(), Some(""));
        window.set_availability(Some("stopped"), Arc::default());
        let frame = window.frame(6, Some(&view(6, "A")), &metadata).expect("it is not read");
        assert_eq!(frame.whole.expect("it is whole").names, [""; 0], "what is not read has none");
        window.set_availability(None, Arc::default());
        let frame = window.frame(7, Some(&view(7, "A")), &metadata).expect("it is read again");
        assert_eq!(frame.whole.expect("it is whole").names, ["A"]);
    }
}

#[test]
fn before_the_first_scan_there_is_nothing_and_that_is_said_once() {
    let metadata = TagMetadata::default();
    let mut window = Window::new(1, "s".into(), rows(9), (None, None), &metadata);
    let frame = window.frame(1, None, &metadata).expect("that there is nothing");
    assert_eq!((frame.at, frame.counts.all), (None, 0));
    assert_eq!(window.frame(2, None, &metadata), None);
    let frame = window.frame(2, Some(&line(1, 1.0)), &metadata).expect("the first scan");
    assert_eq!(frame.whole.expect("it is whole").names.len(), 4);
}

#[test]
fn of_fifty_thousand_rows_a_frame_has_what_changed_in_view() {
    let names: Vec<String> = (0..50_000).map(|i| format!("Area{}.Tag[{i}]", i % 7)).collect();
    let values: Vec<(&str, Option<f64>)> =
        names.iter().map(|it| (it.as_str(), Some(1.0))).collect();
    let view = Arc::new(scan(1, &values));
    let next = Arc::new(scan(2, &values));
    let metadata = TagMetadata::default();
    let request = OpenRows { search: "tag".into(), sort: Sort::Name, offset: 49_980, ..rows(40) };
    let mut window =
        Window::new(1, "s".into(), request, (Some(Arc::clone(&view)), None), &metadata);
    let frame = window.frame(1, Some(&view), &metadata).expect("the first");
    assert_eq!(frame.whole.map(|it| it.names.len()), Some(20));
    let frame: Option<Frame> = window.frame(2, Some(&next), &metadata);
    assert_eq!(frame.map(|it| (it.rows.len(), it.whole.is_none())), Some((0, true)));
}

#[test]
fn rows_are_taken_with_what_is_known_of_them() {
    let view = line(1, 50.0);
    let names = ["level", "Gone", "Valve[3]"].map(str::to_owned);
    let rows = taken(&names, &view.tags, None, &metadata());
    assert_eq!(rows.names, ["level", "Valve[3]"]);
    assert_eq!(rows.values, [serde_json::json!(50.0), serde_json::Value::Null]);
    assert_eq!(rows.qualities, [0, 2]);
    assert_eq!(rows.reasons, [None, Some("unknown_tag".to_owned())]);
    assert_eq!(rows.times, [1000.0, 1000.0]);
    assert_eq!(
        (rows.comments, rows.units),
        (vec!["Bowl level".into(), String::new()], vec!["%".into(), String::new()])
    );
}

#[test]
fn what_is_not_read_now_has_no_quality_and_its_last_value() {
    let metadata = metadata();
    let (mut window, first) = open(rows(9), &metadata);
    window.frame(1, Some(&first), &metadata);
    assert_eq!(window.frame(2, Some(&first), &metadata), None);
    window.set_availability(Some("stopped"), Arc::default());
    let frame = window.frame(2, Some(&first), &metadata).expect("that it is not read any more");
    assert!(frame.qualities.iter().all(|it| *it == 3), "{frame:?}");
    assert!(frame.reasons.iter().all(|it| it.as_deref() == Some("stopped")), "{frame:?}");
    assert!(frame.texts.contains(&"50.0".to_owned()), "{frame:?}");
    let counts = frame.counts;
    assert_eq!((counts.all, counts.good, counts.uncertain, counts.bad), (4, 0, 0, 0));
    assert_eq!(window.frame(3, Some(&first), &metadata), None, "it is said once");
    window.set_availability(None, Arc::default());
    let frame = window.frame(3, Some(&first), &metadata).expect("that it is read again");
    assert!(frame.qualities.contains(&0), "{frame:?}");
    let rows = taken(&["level".to_owned()], &first.tags, Some("stopped"), &metadata);
    assert_eq!((rows.qualities, rows.reasons), (vec![3], vec![Some("stopped".to_owned())]));
    assert_eq!(rows.values, [serde_json::json!(50.0)]);
}

/// A scan with values, not the state in which all are unknown.
fn read(second: i64, values: &[(&str, Option<f64>)]) -> Arc<LiveView> {
    let holds = ViewValidity::Then { at: Instant::now(), every: Duration::from_secs(1) };
    Arc::new(LiveView { holds, ..scan(second, values) })
}

#[test]
fn a_tag_that_went_bad_shows_what_it_was_and_when() {
    let metadata = TagMetadata::default();
    let mut recorder = Recorder::default();
    let scans = [
        &[("A", Some(1.0)), ("B", Some(5.0))][..],
        &[("A", None), ("B", Some(6.0))],
        &[("A", None), ("B", None)],
        &[("A", Some(2.0)), ("B", None)],
    ];
    let scans: Vec<Arc<LiveView>> =
        scans.iter().zip(1..).map(|(it, second)| read(second, it)).collect();
    let first = Some(Arc::clone(&scans[0]));
    let mut window = Window::new(1, "s".into(), rows(9), (first, None), &metadata);
    let mut told = Vec::new();
    for (view, number) in scans.iter().zip(1..) {
        recorder.add(view);
        window.set_availability(None, recorder.was());
        let frame = window.frame(number, Some(view), &metadata).expect("a newer scan");
        for (place, row) in frame.rows.iter().enumerate() {
            let (text, quality) = (&frame.texts[place], frame.qualities[place]);
            told.push(format!("{number}: {row} {text} {quality} {:?}", frame.times[place]));
        }
    }
    let expected = [
        "1: 0 1.0 0 None",
        "1: 1 5.0 0 None",
        "2: 0 1.0 2 Some(1000.0)",
        "2: 1 6.0 0 None",
        "3: 1 6.0 2 Some(2000.0)",
        "4: 0 2.0 0 None",
    ];
    assert_eq!(told, expected);
    let rows = taken(&["B".to_owned()], &scans[3].tags, None, &metadata);
    assert_eq!((rows.values, rows.qualities), (vec![serde_json::Value::Null], vec![2]));
}

/// Changes a tag of a scan.
fn put(view: &mut LiveView, name: &str, edit: impl FnOnce(&mut TagValue)) {
    let all = view.tags.iter().map(|(name, it)| (name.clone(), it.clone()));
    let mut tags: tagbridge_api::hmi::Tags = all.collect();
    edit(tags.get_mut(name).expect("it is there"));
    view.tags = tags.into();
}

/// A structure with an array, and a word.
fn structured(second: i64, fault: bool) -> Arc<LiveView> {
    let mut view = scan(second, &[("Level", Some(1.0)), ("Motor", None), ("Word", None)]);
    let mut put = |name: &str, value: serde_json::Value, type_name: &str| {
        put(&mut view, name, |tag| {
            (tag.value, tag.type_name) = (value, type_name.into());
            (tag.quality, tag.reason) = (ApiQuality::Good, None);
        });
    };
    put("Motor", serde_json::json!({"Fault": fault, "Lanes": [10, 20]}), "Motor_T");
    put("Word", 5.into(), "INT");
    Arc::new(view)
}

#[test]
fn what_is_unfolded_stands_below_it() {
    let unfolded = ["Motor", "Motor.Lanes", "Word"].map(str::to_owned).to_vec();
    let request = OpenRows { unfolded, sort: Sort::Name, ..rows(100) };
    let metadata = TagMetadata { pinned: vec!["Word".into()], ..TagMetadata::default() };
    let view = structured(1, false);
    let mut window =
        Window::new(1, "s".into(), request, (Some(Arc::clone(&view)), None), &metadata);
    let frame = window.frame(1, Some(&view), &metadata).expect("the first one");
    assert_eq!((frame.counts.matching, frame.counts.pinned, frame.counts.all), (23, 17, 3));
    let whole = frame.whole.expect("it is whole");
    assert_eq!(whole.names[..2], ["Word", "Word.0"]);
    assert_eq!(
        (whole.levels[1], whole.labels[1].as_str(), whole.kinds[0]),
        (1, "0", RowKind::Bits)
    );
    assert_eq!(frame.texts[..4], ["5", "true", "false", "true"]);
    let names =
        ["Level", "Motor", "Motor.Fault", "Motor.Lanes", "Motor.Lanes[0]", "Motor.Lanes[1]"];
    assert_eq!(whole.names[17..], names);
    assert_eq!(whole.levels[17..], [0, 0, 1, 1, 2, 2]);
    assert_eq!(whole.labels[20..], ["Lanes", "[0]", "[1]"]);
    assert_eq!((whole.kinds[18], whole.parts[18]), (RowKind::Structure, 2));
    assert_eq!((whole.kinds[20], whole.parts[20], whole.unfolded[20]), (RowKind::Array, 2, true));
    assert_eq!((frame.texts[19].as_str(), frame.texts[22].as_str()), ("false", "20"));

    let next = structured(2, true);
    let frame = window.frame(2, Some(&next), &metadata).expect("something changed");
    assert!(frame.whole.is_none());
    assert!(frame.rows.contains(&19) && frame.texts[0].contains("true"), "{frame:?}");
}

#[test]
fn what_is_not_read_any_more_is_as_it_was_with_all_its_parts() {
    let request = OpenRows { unfolded: vec!["Motor".into()], sort: Sort::Name, ..rows(100) };
    let metadata = TagMetadata::default();
    let mut recorder = Recorder::default();
    let good = structured(1, true);
    let holds = ViewValidity::Then { at: Instant::now(), every: Duration::from_secs(1) };
    let read = |view: &LiveView| Arc::new(LiveView { holds, ..view.clone() });
    recorder.add(&read(&good));
    let mut bad = (*good).clone();
    put(&mut bad, "Motor", |motor| {
        (motor.value, motor.quality) = (serde_json::Value::Null, ApiQuality::Bad);
    });
    let bad = read(&bad);
    recorder.add(&bad);
    let mut window =
        Window::new(1, "s".into(), request, (Some(Arc::clone(&good)), None), &metadata);
    let first = window.frame(1, Some(&good), &metadata).expect("the first one");
    assert_eq!(first.qualities, [0, 0, 0, 0, 0]);
    window.set_availability(None, recorder.was());
    let frame = window.frame(2, Some(&bad), &metadata).expect("something changed");
    assert_eq!(frame.counts.matching, 3, "without a type nothing tells its members");
    assert_eq!(frame.whole.expect("other rows").names, ["Level", "Motor", "Word"]);
}
