//! Values in parts, in DWORDs, and after their end.

use tagbridge_cip::codec::{
    Elementary, Status,
    read_tag::{ReadTag, TagType},
};
use tagbridge_driver::{Reading, Reason, TagSet, Value};

use super::{
    connect,
    controller::{Habits, controller, dints, typed},
    read, reason, value,
};

#[tokio::test]
async fn fragments_are_followed_as_long_as_they_lead_on() {
    const PARTIAL: u8 = Status::PARTIAL_TRANSFER;
    let tag = |name: &str, _: Option<u32>, read: ReadTag| {
        let kind = TagType::Elementary(Elementary::Dint);
        let offset = read.offset.unwrap_or(0);
        match (name, offset) {
            // One element at a time, and the first one in the packet.
            ("Slow", 0..=4) => (Status::of(PARTIAL), typed(kind, &[1, 0, 0, 0])),
            ("Slow", _) => (Status::default(), typed(kind, &[2, 0, 0, 0])),
            ("Stuck", _) => (Status::of(PARTIAL), typed(kind, &[])),
            ("Endless", _) => (Status::of(PARTIAL), typed(kind, &[0; 400])),
            ("Odd", 0) => (Status::of(PARTIAL), typed(kind, &[0; 4])),
            ("Odd", _) => (Status::default(), typed(TagType::DWORD, &[0; 8])),
            _ => dints(&[7]),
        }
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    let names = ["Slow[0..2]", "Stuck[0..2]", "Endless[0..2]", "Odd[0..2]", "Good"];
    for _ in 0..2 {
        let (readings, _) = read(&mut connection, &names).await;
        let slow = Value::Array([1, 1, 2].map(Value::Int).to_vec());
        assert_eq!(value(&readings[0]), &slow);
        for failed in &readings[1..4] {
            assert_eq!(reason(failed), Reason::DecodeError);
        }
        assert_eq!(value(&readings[4]), &Value::Int(7));
    }
}

#[tokio::test]
async fn bool_arrays_are_read_as_the_dwords_that_they_are() {
    // BOOL[64]: two DWORDs; bits 5 and 37 are set.
    let tag = |_: &str, index: Option<u32>, read: ReadTag| {
        let first = index.unwrap_or(0);
        if first + u32::from(read.elements) > 2 {
            return (Status::with(Status::GENERAL_ERROR, 0x2105), Vec::new());
        }
        let bytes = [1 << 5, 0, 0, 0].repeat(read.elements.into());
        (Status::default(), typed(TagType::DWORD, &bytes))
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let set = TagSet::new([
        "Flags[5]",
        "flags[37]",
        "Flags[36..38]",
        "Flags[63]",
        "Flags[64]",
        "Only[0..39]",
    ]);
    let mut connection = connect(address, "").await.unwrap();
    for round in 0..3 {
        let scan = connection.read(&set).await.unwrap();
        let readings: Vec<_> = scan.answers.into_iter().map(|it| it.reading).collect();
        let slice = Value::Array([false, true, false].map(Value::Bool).to_vec());
        let expected = [Value::Bool(true), Value::Bool(true), slice, Value::Bool(false)];
        for (reading, expected) in readings.iter().zip(&expected) {
            assert_eq!(value(reading), expected, "round {round}");
        }
        assert_eq!(reason(&readings[4]), Reason::OutOfRange);
        let bits = (0..40).map(|bit| Value::Bool(bit % 32 == 5)).collect();
        assert_eq!(value(&readings[5]), &Value::Array(bits));
        assert_eq!(scan.round_trips, if round == 0 { 2 } else { 1 }, "round {round}");
    }
}

#[tokio::test]
async fn a_run_that_fails_is_read_element_by_element() {
    use std::sync::atomic::{AtomicBool, Ordering};
    static SHRUNK: AtomicBool = AtomicBool::new(false);
    let tag = |_: &str, index: Option<u32>, read: ReadTag| {
        let end = index.unwrap_or(0) + u32::from(read.elements);
        if SHRUNK.load(Ordering::SeqCst) && end > 3 {
            (Status::with(Status::GENERAL_ERROR, 0x2105), Vec::new())
        } else {
            dints(&vec![7; usize::from(read.elements)])
        }
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    let set = TagSet::new(["a[0]", "a[1]", "a[2]", "a[3]"]);
    for _ in 0..2 {
        let scan = connection.read(&set).await.unwrap();
        assert!(scan.answers.iter().all(|it| value(&it.reading) == &Value::Int(7)));
    }
    SHRUNK.store(true, Ordering::SeqCst);
    for _ in 0..2 {
        let scan = connection.read(&set).await.unwrap();
        let good = scan.answers.iter().filter(|it| matches!(it.reading, Reading::Good(_))).count();
        assert_eq!((good, reason(&scan.answers[3].reading)), (3, Reason::OutOfRange));
    }
}
