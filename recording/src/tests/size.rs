//! How much a recording takes, and how long a moment of it takes to be found.

use std::time::{Duration, Instant};

use rand_like::Numbers;
use tagbridge_api::hmi::{Controller, GroupedTags, Quality, TagValue, Tags};

use super::{of, time};
use crate::{NewScan, Recording, RecordingLimits, RecordingWriter};

/// Numbers that look random, and are the same each time.
mod rand_like {
    pub(super) struct Numbers(pub(super) u64);

    impl Numbers {
        pub(super) fn next(&mut self) -> u64 {
            // xorshift64
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        pub(super) fn below(&mut self, limit: u64) -> usize {
            usize::try_from(self.next() % limit).unwrap_or(0)
        }
    }
}

/// A third are switches, a third counters, a third measurements with noise in all their digits.
fn first(tag: usize) -> TagValue {
    let (value, type_name) = match tag % 3 {
        0 => (tag.is_multiple_of(2).into(), "BOOL"),
        1 => (tag.into(), "DINT"),
        _ => (f64::from(u32::try_from(tag).unwrap()).into(), "REAL"),
    };
    let timestamp = time(0);
    TagValue { value, type_name: type_name.into(), quality: Quality::Good, reason: None, timestamp }
}

fn change(it: &mut TagValue, tag: usize, numbers: &mut Numbers) {
    it.value = match tag % 3 {
        0 => (!it.value.as_bool().unwrap_or_default()).into(),
        1 => {
            (it.value.as_i64().unwrap_or_default() + 1 + i64::try_from(numbers.below(20)).unwrap())
                .into()
        }
        _ => {
            let noise = u16::try_from(numbers.below(60_000)).unwrap();
            let single = 50.0_f32 + f32::from(noise) / 7777.0;
            serde_json::from_str(&single.to_string()).unwrap()
        }
    };
}

/// Writes two minutes (or `TAGBRIDGE_RECORDED_SECONDS`) of 5,000 tags at 1 s, of which a tenth changes in each
/// scan. The times are printed, and mean something in a release build.
#[test]
fn a_day_of_5000_tags_is_small() {
    let variable = std::env::var("TAGBRIDGE_RECORDED_SECONDS");
    let seconds: i64 = variable.map_or(120, |it| it.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let retention = RecordingLimits { max_bytes: u64::MAX, ..RecordingLimits::default() };
    let mut it = RecordingWriter::open(folder.path(), of(), retention, Vec::new()).unwrap();
    let mut numbers = Numbers(88_172_645_463_325_252);
    let name = |tag: usize| format!("Area_{}.Station_{}.Signal_{tag}", tag / 500, tag / 50);
    let mut tags: Tags = (0..5000).map(|tag| (name(tag), first(tag))).collect();
    let controller = Controller::default();
    let began = Instant::now();
    let mut spent = Duration::ZERO;
    for second in 0..seconds {
        for _ in 0..500 {
            let tag = numbers.below(5000);
            change(&mut tags[tag], tag, &mut numbers);
        }
        let grouped = GroupedTags::from(tags.clone());
        let scan = NewScan {
            at: time(second * 1000),
            duration_ms: 40.0,
            controller: &controller,
            every: Duration::from_secs(1),
            tags: &grouped,
        };
        let start = Instant::now();
        it.add(&scan, || None).unwrap();
        spent += start.elapsed();
    }
    it.flush().unwrap();
    let scans = u32::try_from(seconds).unwrap();
    let recording = Recording::open(folder.path()).unwrap();
    let bytes: u64 = recording.files().map(|it| it.2).sum();
    let per_day = bytes * 86_400 / u64::try_from(seconds).unwrap();
    eprintln!(
        "written in {:?}, {:?} a scan, {per_day} bytes a day",
        began.elapsed(),
        spent / scans
    );
    let mut took = Vec::new();
    for _ in 0..1000 {
        let names: Vec<String> = (0..500).map(|_| name(numbers.below(5000))).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let at = i64::try_from(numbers.below(u64::try_from(seconds * 1000).unwrap())).unwrap();
        let start = Instant::now();
        recording.values_at(&names, time(at)).unwrap();
        took.push(start.elapsed());
    }
    took.sort();
    eprintln!("500 tags at a moment: median {:?}, p99 {:?}", took[500], took[990]);
    let start = Instant::now();
    let changes = recording.changes(&name(2), time(0), time(seconds * 1000)).unwrap().len();
    eprintln!("{changes} changes of one tag in {:?}", start.elapsed());
    assert!(per_day < 400_000_000, "{per_day} bytes a day");
}
