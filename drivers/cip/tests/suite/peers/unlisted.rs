//! Tags that a controller has but does not list or describe, and devices without tags.

use tagbridge_cip::codec::{
    Elementary, Status,
    read_tag::{ReadTag, TagType},
    types::logix_string,
};
use tagbridge_driver::{Reading, Reason, TagSet, Value};

use super::{
    connect,
    controller::{Answered, Habits, changes, controller, dints, list_of, not_supported, typed},
    reason, refusal, value,
};

const NOWHERE: u8 = Status::PATH_DESTINATION_UNKNOWN;

fn real(value: f32) -> Answered {
    (Status::default(), typed(TagType::Elementary(Elementary::Real), &value.to_le_bytes()))
}

fn beyond() -> Answered {
    (Status::with(Status::GENERAL_ERROR, 0x2105), Vec::new())
}

/// A structure with an unknown handle.
fn structure() -> Answered {
    (Status::default(), typed(TagType::Structure { handle: 0xABCE }, &[0; 8]))
}

/// The expected result of a tag: its value, or the reason and a part of the message.
type Expected<'a> = (&'a str, Result<Value, (Reason, &'a str)>);

/// Reads the tags several times; everything is learned in the first scan.
async fn check(habits: Habits, expected: &[Expected<'_>]) {
    let (address, _) = controller(habits).await;
    let mut connection = connect(address, "").await.expect("it connects");
    let tags = TagSet::new(expected.iter().map(|it| it.0));
    for round in 0..3 {
        let scan = connection.read(&tags).await.expect("the link holds");
        for ((name, expected), answer) in expected.iter().zip(&scan.answers) {
            match (expected, &answer.reading) {
                (Ok(expected), reading) => assert_eq!(value(reading), expected, "{name} {round}"),
                (Err((why, says)), Reading::Bad(cause)) => {
                    assert_eq!(cause.reason, *why, "{name}: {cause}");
                    assert!(cause.to_string().contains(says), "{name}: {cause}");
                }
                (Err(_), other) => panic!("{name}: {other:?}"),
            }
        }
        assert!(round == 0 || scan.learning == 0, "it asks again and again");
    }
    let plan = connection.explain(&tags).await.expect("a plan");
    let absent =
        expected.iter().filter(|it| matches!(&it.1, Err((_, says)) if says.contains("no tag")));
    let absent: Vec<&str> = absent.map(|it| it.0).collect();
    let not_asked: Vec<&str> = plan.not_asked.iter().map(|it| it.0.as_str()).collect();
    assert!(absent.iter().all(|it| not_asked.contains(it)), "{absent:?} {not_asked:?}");
}

#[tokio::test]
async fn what_a_micro800_does_not_list_is_read_by_name() {
    let tag = |name: &str, index: Option<u32>, read: ReadTag| match (name, index, read.elements) {
        ("N", None, 1) => dints(&[3]),
        ("SKU.No", None, 1) => dints(&[77]),
        ("SKU.Rate", None, 1) => real(2.5),
        // It always returns one element.
        ("SKU.Mass" | "SKU.Box.Mass", None, _) => real(4.5),
        ("SKU", None, 1) => structure(),
        ("List1", None, elements) => dints(&vec![1; elements.into()]),
        ("List1", Some(first @ 1..5), elements) if first + u32::from(elements) <= 5 => {
            let last = i32::from(elements);
            let first = i32::try_from(first).expect("small");
            dints(&(first..first + last).map(|it| 10 * it).collect::<Vec<_>>())
        }
        ("N" | "SKU" | "SKU.No" | "SKU.Rate" | "List1", ..) => beyond(),
        _ => (Status::of(Status::PATH_SEGMENT_ERROR), Vec::new()),
    };
    let list = || list_of(&[("N", 0xC4)]);
    let product = "2080-LC50-24QWB";
    let open = |large| Status::of(if large { Status::SERVICE_NOT_SUPPORTED } else { 0 });
    for takes_packets in [false, true] {
        let habits = Habits { open, product, takes_packets, tag, list, ..Habits::default() };
        let slice = Value::Array([10, 20, 30].map(Value::Int).to_vec());
        let expected = [
            ("N", Ok(Value::Int(3))),
            ("SKU.No", Ok(Value::Int(77))),
            ("SKU.Rate", Ok(Value::Real(2.5))),
            ("SKU.Mass", Ok(Value::Real(4.5))),
            ("SKU.Box.Mass", Ok(Value::Real(4.5))),
            ("List1[2]", Ok(Value::Int(20))),
            ("List1[1..3]", Ok(slice)),
            ("SKU.No.0", Ok(Value::Bool(true))),
            ("List1[0]", Err((Reason::OutOfRange, "beyond"))),
            ("List1", Err((Reason::TypeMismatch, "name an element"))),
            ("SKU", Err((Reason::DecodeError, "no definition of"))),
            ("Nope", Err((Reason::UnknownTag, "has no tag Nope"))),
            ("Nope[2]", Err((Reason::UnknownTag, "has no tag Nope"))),
            ("SKU.Nope", Err((Reason::UnknownTag, "has no tag SKU"))),
        ];
        check(habits, &expected).await;
    }
}

#[tokio::test]
async fn tags_of_a_program_whose_list_is_refused_are_read_by_name() {
    let tag = |name: &str, _: Option<u32>, read: ReadTag| match (name, read.elements) {
        ("Program:MainProgram.X", 1) => dints(&[7]),
        ("Program:MainProgram.X", _) => beyond(),
        _ => (Status::of(Status::PATH_SEGMENT_ERROR), Vec::new()),
    };
    let list = || list_of(&[("Program:MainProgram", 0x1068)]);
    for changes in [changes, not_supported] {
        let habits = Habits { tag, list, changes, ..Habits::default() };
        let expected = [
            ("Program:MainProgram.X", Ok(Value::Int(7))),
            ("Program:MainProgram.X.0", Ok(Value::Bool(true))),
            ("Program:MainProgram.Y", Err((Reason::UnknownTag, "has no tag"))),
            ("Program:Other.X", Err((Reason::UnknownTag, "has no tag"))),
        ];
        check(habits, &expected).await;
    }
}

#[tokio::test]
async fn members_of_a_structure_that_is_not_described_are_read_by_name() {
    let tag = |name: &str, index: Option<u32>, read: ReadTag| match (name, index, read.elements) {
        ("M2.Spd", None, 1) => real(2.5),
        ("M2.Temps", Some(1), 1) => dints(&[9]),
        ("M2.Temps", None, elements) => dints(&vec![8; elements.into()]),
        ("M2", None, 1) => structure(),
        ("M2" | "M2.Spd", None, 2) => beyond(),
        _ => (Status::of(NOWHERE), Vec::new()),
    };
    let list = || list_of(&[("M2", 0x8124)]);
    for changes in [changes, not_supported] {
        let habits = Habits { tag, list, changes, ..Habits::default() };
        let expected = [
            ("M2.Spd", Ok(Value::Real(2.5))),
            ("M2.Temps[1]", Ok(Value::Int(9))),
            ("M2.Temps", Err((Reason::TypeMismatch, "name an element"))),
            ("M2", Err((Reason::DecodeError, "no definition of"))),
            ("M2.Nope", Err((Reason::UnknownTag, "leads nowhere"))),
        ];
        check(habits, &expected).await;
    }
}

#[tokio::test]
async fn a_text_that_is_longer_than_its_room_spoils_no_other() {
    let tag = |_: &str, index: Option<u32>, read: ReadTag| {
        let string = |length: i32| {
            let data = [&b"abc"[..], &[b'x'; 79], &[0; 2]].concat();
            [&length.to_le_bytes()[..], &data].concat()
        };
        let all = [3, 200, -1, i32::MAX, 82].map(string);
        let first = usize::try_from(index.unwrap_or(0)).expect("small");
        let some = &all[first..first + usize::from(read.elements)];
        (Status::default(), typed(TagType::LOGIX_STRING, &some.concat()))
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    let scan = connection.read(&TagSet::new(["Txts[0..4]", "Txts[1]"])).await.unwrap();
    let full = format!("abc{}", "x".repeat(79));
    assert_eq!(full.len(), logix_string::CAPACITY);
    let texts = ["abc", &full, "", &full, &full].map(|it| Value::Text(it.to_owned()));
    assert_eq!(value(&scan.answers[0].reading), &Value::Array(texts.to_vec()));
    assert_eq!(value(&scan.answers[1].reading), &texts[1]);
}

#[tokio::test]
async fn a_controller_with_data_files_is_named_as_such() {
    for product in ["1766-LEC         B/21.00", "1747-L553/C C/13", "1785-L40E/F", "1763-LEC"] {
        let (address, _) = controller(Habits { product, ..Habits::default() }).await;
        let error = refusal(address).await;
        let said = error.to_string();
        assert!(said.contains(product) && said.contains("data files such as N7:0"), "{said}");
        assert!(error.remedy().to_string().contains("read a Logix controller"), "{error:?}");
    }
    for product in ["1769-L24ER", "1761-NET-ENI", "5069-L320ER", "1789-L60"] {
        let (address, _) = controller(Habits { product, ..Habits::default() }).await;
        let mut connection = connect(address, "").await.unwrap();
        let scan =
            connection.read(&TagSet::new(["N7:0", "Tank.@Alarms.High.InAlarm"])).await.unwrap();
        for (answer, says) in scan.answers.iter().zip(["of a data file", "an alarm of the tag"]) {
            assert_eq!(reason(&answer.reading), Reason::UnknownTag);
            let Reading::Bad(cause) = &answer.reading else { unreachable!() };
            assert!(cause.to_string().contains(says), "{cause}");
        }
    }
}
