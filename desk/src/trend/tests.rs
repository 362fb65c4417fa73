use std::time::Instant;

use tagbridge_api::{Timestamp, hmi::TagValue};

use super::{ring::POINTS, *};
use crate::{parts::Step, testing::scan};

/// A scan of a session with an interval of one second.
fn read(second: i64, values: &[(&str, Option<f64>)]) -> Arc<LiveView> {
    let holds = ViewValidity::Then { at: Instant::now(), every: Duration::from_secs(1) };
    Arc::new(LiveView { holds, ..scan(second, values) })
}

fn seen(second: i64, values: &[(&str, Option<f64>)]) -> Arc<LiveView> {
    Arc::new(scan(second, values))
}

fn values(lane: &LanePoints) -> Vec<(f64, Option<f64>)> {
    lane.times.iter().copied().zip(lane.values.iter().copied()).collect()
}

#[test]
fn a_hole_is_a_point_and_what_stands_still_costs_nothing() {
    let mut it = Recorder::default();
    it.begin("A", None, Some(&scan(1, &[("A", Some(1.0))])));
    for (second, value) in [(2, Some(1.0)), (3, Some(2.0)), (4, None), (5, None), (6, Some(2.0))] {
        it.add(&seen(second, &[("A", value)]));
    }
    let (all, mut mark) = it.since("A", None);
    let expected = [(1000.0, Some(1.0)), (3000.0, Some(2.0)), (4000.0, None), (6000.0, Some(2.0))];
    assert_eq!(values(&all), expected);
    assert_eq!(values(&it.since("A", Some(3500.0)).0), &expected[1..]);
    assert_eq!(values(&it.after("A", &mut mark)), []);
    it.add(&seen(7, &[("B", Some(9.0))]));
    assert_eq!(values(&it.after("A", &mut mark)), [(7000.0, None)]);
    assert!(it.until() > 6999.0);
}

#[test]
fn what_the_service_remembers_stands_before() {
    let mut it = Recorder::default();
    assert!(it.begin("A", None, Some(&scan(5, &[("A", Some(5.0))]))));
    let past = [(1.0, Some(1.0)), (2.0, Some(1.0)), (3.0, None), (6000.0, Some(9.0))];
    it.prepend(
        "A",
        past.iter().map(|&(at, value)| Point { at, value, is_uncertain: false }).collect(),
        None,
    );
    assert_eq!(it.cut_at("A"), None);
    let expected = [(1.0, Some(1.0)), (3.0, None), (5000.0, Some(5.0))];
    let (all, mut mark) = it.since("A", None);
    assert_eq!(values(&all), expected);
    it.prepend("A", vec![Point { at: 0.5, value: Some(0.0), is_uncertain: false }], Some(0.7));
    assert_eq!(values(&it.after("A", &mut mark)), [], "it is no news");
    assert_eq!((it.cut_at("A"), it.cut_at("B")), (Some(0.7), None));
    it.prepend("A", Vec::new(), None);
    assert_eq!(it.cut_at("A"), Some(0.7), "nobody knew of anything earlier");
    it.begin("B", None, None);
    it.prepend("B", vec![Point { at: 0.8, value: Some(0.0), is_uncertain: false }], Some(0.7));
    assert_eq!(it.cut_at("B"), None, "what is shown is whole");
}

#[test]
fn memory_has_an_end() {
    let mut it = Recorder::default();
    for i in 0..=LANES {
        it.begin(&format!("T{i}"), None, None);
    }
    assert_eq!(it.lanes.len(), LANES);
    assert!(!it.lanes.contains_key("T0"), "the one that was asked for first");
    it.begin("A", None, None);
    let (_, mut mark) = it.since("A", None);
    for i in 0..POINTS + 5 {
        let second = i64::try_from(i).unwrap();
        it.add(&seen(second, &[("A", Some(f64::from(u32::try_from(i).unwrap())))]));
    }
    assert_eq!(it.after("A", &mut mark).times.len(), POINTS);
    assert_eq!(it.after("A", &mut mark).times.len(), 0);
}

#[test]
fn what_a_screen_reads_is_kept_whatever_else_is_asked_for() {
    let mut it = Recorder::default();
    it.begin("A", None, None);
    let (_, mark) = it.since("A", None);
    for i in 0..2 * LANES {
        it.begin(&format!("T{i}"), None, None);
    }
    assert!(it.knows("A", &mark));
    assert_eq!(it.lanes.len(), LANES + 1);
    drop(mark);
    it.begin("B", None, None);
    assert!(!it.lanes.contains_key("A"));
}

#[test]
fn a_mark_is_of_one_lane_alone() {
    let [mut it, mut anew] = [Recorder::default(), Recorder::default()];
    it.begin("A", None, None);
    let (_, mark) = it.since("A", None);
    assert!(it.knows("A", &mark) && !it.knows("B", &mark));
    // A restarted session, with or without a lane of this name.
    assert!(!anew.knows("A", &mark));
    anew.begin("A", None, None);
    assert!(!anew.knows("A", &mark));
    it.lanes.remove("A");
    it.begin("A", None, None);
    assert!(!it.knows("A", &mark), "it was gone in between");
}

#[test]
fn a_time_without_scans_is_a_hole() {
    let mut it = Recorder::default();
    it.begin("A", None, None);
    for second in [1, 2, 11, 3600] {
        it.add(&read(second, &[("A", Some(1.0))]));
    }
    let expected = [(1000.0, Some(1.0)), (12_000.0, None), (3_600_000.0, Some(1.0))];
    assert_eq!(values(&it.since("A", None).0), expected);
    let minute = it.minute().of("A", Timestamp::from_millis(3_600_000).unwrap());
    assert_eq!((minute.first(), minute.last()), (Some(&None), Some(&Some(1.0))));
    // The value stays unknown until the next reading.
    it.add(&seen(3601, &[("A", None)]));
    it.add(&read(7200, &[("A", Some(1.0))]));
    assert_eq!(it.since("A", None).0.times[3..], [3_601_000.0, 7_200_000.0]);
}

#[test]
fn a_clock_that_was_set_back_begins_other_lanes() {
    let mut it = Recorder::default();
    it.begin("A", None, None);
    for second in 1..10 {
        it.add(&read(second, &[("A", Some(1.0 / f64::from(i16::try_from(second).unwrap())))]));
    }
    let (_, mark) = it.since("A", None);
    it.add(&read(4, &[("A", Some(9.0))]));
    assert!(!it.knows("A", &mark));
    assert_eq!(it.since("A", None).0.times, [1000.0, 2000.0, 3000.0, 4000.0]);
    assert!(it.until() < 4001.0);
    let (_, mark) = it.since("A", None);
    it.add(&read(5, &[("A", Some(8.0))]));
    assert!(it.knows("A", &mark) && it.until() > 4999.0);
}

#[test]
fn a_part_that_was_not_known_yet_is_read_once_it_is() {
    let mut it = Recorder::default();
    it.begin("Word.1", None, None);
    it.add(&read(1, &[("Word", Some(2.0))]));
    let way = TagPath { tag: "Word".into(), steps: vec![Step::Bit(1)] };
    assert!(!it.begin("Word.1", Some(way), None));
    let mut word = scan(2, &[("Word", Some(2.0))]);
    word.tags = word
        .tags
        .iter()
        .map(|(name, it)| (name.clone(), TagValue { value: 2.into(), ..it.clone() }))
        .collect();
    it.add(&Arc::new(word));
    let expected = [(1000.0, None), (2000.0, Some(1.0))];
    assert_eq!(values(&it.since("Word.1", None).0), expected);
}

#[test]
fn what_is_uncertain_says_so() {
    let mut it = Recorder::default();
    it.begin("A", None, None);
    for (second, quality) in [(1, Quality::Good), (2, Quality::Uncertain), (3, Quality::Good)] {
        let mut view = scan(second, &[("A", Some(1.0))]);
        let told =
            |(name, it): (&String, &TagValue)| (name.clone(), TagValue { quality, ..it.clone() });
        view.tags = view.tags.iter().map(told).collect();
        it.add(&Arc::new(view));
    }
    let lane = it.since("A", None).0;
    assert_eq!((lane.times.len(), lane.uncertain), (3, vec![2000.0]));
}

#[test]
fn scans_stand_against_their_interval() {
    let mut it = Recorder::default();
    for duration_ms in [5.0, 14.0, 15.0, 99.0, 100.0, 250.0] {
        it.add(&Arc::new(LiveView { duration_ms, ..scan(1, &[]) }));
    }
    assert_eq!(it.histogram(100.0), [1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
}
