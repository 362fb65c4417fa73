use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn member(number: u64, tags: Vec<(String, TagValue)>, complete: bool) -> Member {
    let at = 1_767_225_600_000 + i64::try_from(number).unwrap() * 1000;
    let controller = Controller { name: "Line 4".into(), ..Controller::default() };
    let snapshot = Snapshot {
        sequence: number,
        part: None,
        parts: None,
        timestamp: Timestamp::from_millis(at).unwrap(),
        duration_ms: 7.25,
        controller,
        complete,
        tags: tags.into_iter().collect(),
    };
    let packed = Packer::new().pack(&snapshot.into()).unwrap();
    let json_bytes = crate::packed_snapshot::head(number).len() + packed.length as usize;
    let json_bytes = i64::try_from(json_bytes).unwrap();
    Member { head: Head { number, appended_ms: at + 31, json_bytes, running_ms: at / 2 }, packed }
}

fn tag(value: Value, type_name: &str, late: i64) -> TagValue {
    let (quality, reason) = match (&value, type_name) {
        (Value::Null, _) => (Quality::Bad, Some(Reason::NotConnected)),
        (_, "STOPPED") => (Quality::Uncertain, Some(Reason::ControllerStopped)),
        _ => (Quality::Good, None),
    };
    let timestamp = Timestamp::from_millis(1_767_225_600_000 + late).unwrap();
    TagValue { value, type_name: type_name.into(), quality, reason, timestamp }
}

fn real() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<f32>()
            .prop_filter("JSON has no other", |it| it.is_finite())
            .prop_map(|it| { format!("{it:e}").parse::<f64>().unwrap().into() }),
        any::<f64>().prop_filter("JSON has no other", |it| it.is_finite()).prop_map(Value::from),
        (-9_999_999..9_999_999_i64)
            .prop_map(|it| format!("{it}e-3").parse::<f64>().unwrap().into()),
        Just(json!(0.0)),
        Just(json!(-0.0)),
        Just(json!(1e300)),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        (-3..3_i64).prop_map(Value::from),
        Just(json!(u64::MAX)),
        any::<bool>().prop_map(Value::from),
        real(),
        ".*".prop_map(Value::from),
        Just(Value::Null),
        Just(json!([1, { "b": 1.5, "a": "\n" }])),
    ]
}

/// A column of values of one kind, or of all kinds.
fn column() -> impl Strategy<Value = Vec<Value>> {
    prop_oneof![
        proptest::collection::vec(any::<i64>().prop_map(Value::from), 16),
        proptest::collection::vec(real(), 16),
        proptest::collection::vec(any_value(), 16),
    ]
}

proptest! {
    #[test]
    fn what_is_packed_comes_back_to_the_byte(
        columns in proptest::collection::vec(column(), 1..6),
        carried in proptest::collection::vec(any::<u8>(), 2..16),
        number in 1..1_000_000_u64,
    ) {
        let members: Vec<Member> = carried.iter().enumerate().map(|(row, carried)| {
            let tags = columns.iter().enumerate().filter(|(at, _)| carried >> at & 1 == 1);
            let tags = tags.map(|(at, column)| {
                let type_name = ["REAL", "STOPPED", ""][at % 3];
                let late = i64::try_from(row).unwrap() * 1000 + i64::from(*carried);
                (format!("Tag {at}"), tag(column[row].clone(), type_name, late))
            });
            member(number + row as u64, tags.collect(), carried.is_multiple_of(5))
        }).collect();
        let head = Head { number, ..members[0].head };
        let body = write_body(&head, &members).unwrap();
        prop_assert_eq!(unpack(&head, &body).unwrap(), members);
        prop_assert_eq!(times(&head, &body).unwrap().len(), carried.len());
    }
}

/// Noise from 0 to 1, the same for the same second and tag.
fn noise(second: u32, tag: u32) -> f64 {
    let mut random = u64::from(second).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ u64::from(tag).wrapping_mul(0xD1B5_4A32_D192_ED03);
    for _ in 0..3 {
        random = (random ^ random >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }
    f64::from(u32::try_from(random >> 32).unwrap()) / f64::from(u32::MAX)
}

fn signal(kind: &str, second: u32, tag: u32) -> Value {
    let noise = noise(second, tag);
    let wave = (f64::from(second) / (20.0 + f64::from(tag)) + f64::from(tag)).sin();
    #[expect(clippy::cast_possible_truncation, reason = "a REAL has no more digits")]
    let single = |it: f64| format!("{:e}", it as f32).parse::<f64>().unwrap().into();
    match kind {
        "counters" => (second * (1 + tag % 7) + tag * 1000).into(),
        "tenths" => (((wave * 1000.0 + noise * 9.0).round()) / 10.0).into(),
        "12 bits of an analogue input" => {
            single(((wave + 1.0) * 1800.0 + noise * 16.0).round() * (100.0 / 4095.0))
        }
        "smooth, with noise of a thousandth" => single(wave * 100.0 + noise * 0.1),
        _ => single(noise * 100.0),
    }
}

/// The size of a week with one snapshot per second, by the kind of values.
#[test]
fn a_week_of_500_tags_that_all_change_takes_a_gigabyte() {
    const WEEK: usize = 7 * 86_400;
    // In megabytes.
    let kinds = [
        ("counters", 200),
        ("tenths", 400),
        ("12 bits of an analogue input", 900),
        ("smooth, with noise of a thousandth", 900),
        ("noise in all bits", 1100),
    ];
    for (kind, most) in kinds {
        let reading = |second: u32| {
            let tag = |at: u32| {
                let late = i64::from(second * 1000 + 3 + at / 100);
                let value = tag(signal(kind, second, at), "REAL", late);
                (format!("Line4.Station{}.Tag{at}", at / 50), value)
            };
            member(second.into(), (0..500).map(tag).collect(), second == 1)
        };
        let members: Vec<Member> = (1..=16).map(reading).collect();
        let single: usize = members.iter().map(|it| it.packed.blocks.len()).sum::<usize>() / 16;
        let (head, body) = pack(&members).expect("it is shorter");
        assert_eq!(unpack(&head, &body).unwrap(), members);
        let each = body.len() / 16;
        let week = each * WEEK / 1_000_000;
        eprintln!("| {kind} | {single} B | {each} B | {week} MB |");
        assert!(week <= most, "{kind}: {week} MB");
    }
}

#[test]
fn what_gains_nothing_and_what_is_damaged_is_not_packed() {
    let text: String = (0..3000).map(|_| char::from(rand::random_range(b'!'..=b'~'))).collect();
    let mut members: Vec<Member> = (1..3)
        .map(|it| member(it, vec![("A".into(), tag(json!(text), "STRING", 0))], true))
        .collect();
    assert!(pack(&members).is_some(), "the same text twice");
    let (head, body) = pack(&members).unwrap();
    for at in 0..body.len() {
        let mut other = body.clone();
        other[at] ^= 0x10;
        assert!(unpack(&head, &other).is_err() && times(&head, &other).is_none(), "byte {at}");
    }
    assert!(unpack(&Head { number: 2, ..head }, &body).is_err());
    members[1].packed.crc ^= 1;
    assert!(pack(&members).is_none());
    assert!(pack(&[]).is_none());
}
