//! Invalid values. The connection stays open, and the tag has the error.

use std::sync::Arc;

use opcua::{
    core::{RequestMessage, ResponseMessage},
    types::{
        AttributeId, ByteString, DataValue, DateTime, ExtensionObject, NodeId, ReadResponse,
        StatusCode, Variant,
    },
};

use tagbridge_driver::{Driver, Reading, TagSet, Value};

use super::{
    OPTIONS, TAGS, driver_with, scans,
    server::{Reply, Server, bytes_of},
    tag, told,
};

/// Replaces the value of the changed tag with these bytes.
fn put(reply: &mut Reply, value: &[u8]) {
    let Some(place) = reply.place_of("spoilt") else { return };
    let Some(RequestMessage::Read(request)) = &reply.request else { return };
    let count = request.nodes_to_read.iter().flatten().count();
    let sound = || DataValue::value_only(7_i32);
    // All values before it, then its value, then all values after it.
    reply.say(ReadResponse {
        results: Some((0..count).map(|_| sound()).collect()),
        ..ReadResponse::default()
    });
    let each = bytes_of(&sound()).len();
    // The diagnostics, which are empty, take four bytes.
    let first = reply.body.len() - 4 - (count - place) * each;
    reply.body.splice(first..first + each, value.iter().copied());
}

/// A value of raw bytes: the mask declares only a value.
async fn raw(what: &str, says: &str, value: &[u8]) {
    let value = [&[1], value].concat();
    tag(what, says, move |reply| put(reply, &value)).await;
}

async fn whole(what: &str, says: &str, value: DataValue) {
    let value = bytes_of(&value);
    tag(what, says, move |reply| put(reply, &value)).await;
}

/// An array: its type, its length, and the following bytes.
fn array(kind: u8, length: i32, rest: &[u8]) -> Vec<u8> {
    [&[0x80 | kind][..], &length.to_le_bytes(), rest].concat()
}

const UNDECODABLE: &str = "cannot be decoded";

#[tokio::test]
async fn lengths_that_lie_spoil_one_tag() {
    let text = [&[12][..], &i32::MAX.to_le_bytes(), b"abc"].concat();
    for (what, value) in [
        ("an array of 2 GiB", array(6, i32::MAX, &[])),
        ("an array of less than nothing", array(6, -5, &[])),
        ("an array beyond the limit", array(3, 2 << 20, &[])),
        ("an array that ends early", array(6, 1 << 20, &[1, 2, 3])),
        ("a text of 2 GiB", text),
        ("a text of less than nothing", [&[12][..], &(-7_i32).to_le_bytes()].concat()),
        ("bytes of 2 GiB", [&[15][..], &i32::MAX.to_le_bytes()].concat()),
        ("dimensions beyond all", {
            let dimensions = [&2_i32.to_le_bytes()[..], &[0xFF; 8]].concat();
            [&[0xC6][..], &1_i32.to_le_bytes(), &[0; 4], &dimensions].concat()
        }),
        ("a type that there is not", vec![0x3F, 1, 2, 3]),
        ("a text that is none", [&[12][..], &2_i32.to_le_bytes(), &[0xC3, 0x28]].concat()),
        ("a structure whose length lies", {
            [&[22, 2, 1, 0, 0, 0x10, 1][..], &i32::MAX.to_le_bytes()].concat()
        }),
    ] {
        raw(what, UNDECODABLE, &value).await;
    }
}

#[tokio::test]
async fn values_within_values_spoil_one_tag() {
    let nested = |level: &[u8], levels: usize| [level.repeat(levels), vec![6, 7, 0, 0, 0]].concat();
    for (what, value) in [
        ("variants in variants", nested(&[24], 1000)),
        ("variants in variants without end", nested(&[24], 1 << 20)),
        ("data values in variants", nested(&[23, 1], 20_000)),
        ("data values in variants without end", nested(&[23, 1], 1 << 20)),
        ("arrays of data values without end", nested(&[0x97, 1, 0, 0, 0, 1], 1 << 18)),
        ("arrays of variants without end", nested(&[0x98, 1, 0, 0, 0], 1 << 18)),
        ("diagnostics in diagnostics", nested(&[25, 0x40], 1 << 18)),
    ] {
        raw(what, UNDECODABLE, &value).await;
    }
    raw("one variant in another", "sent a Variant", &[24, 6, 7, 0, 0, 0]).await;
}

#[tokio::test]
async fn a_value_of_another_type_is_said_so() {
    for (what, value) in [
        ("a text", Variant::from("seven")),
        ("a longer integer", Variant::from(7_i64)),
        ("a float", Variant::from(7.0_f32)),
        ("an array of texts", Variant::from(vec!["a".to_owned(), "b".to_owned()])),
        ("bytes", Variant::from(ByteString::from(vec![7]))),
    ] {
        whole(what, "type mismatch: the server declares it as Int32", value.into()).await;
    }
    // A structure with unknown members.
    let opaque = ExtensionObject::from_message(opcua::types::Argument::default());
    whole("a structure", "cannot be decoded", Variant::from(opaque).into()).await;
}

#[tokio::test]
async fn statuses_are_believed_as_far_as_they_go() {
    let value = |status: u32, value: Option<Variant>| DataValue {
        value,
        status: Some(StatusCode::from(status)),
        ..DataValue::default()
    };
    let seven = || Some(Variant::from(7_i32));
    for (status, has_value, says) in [
        (0x8FFF_0000, true, "status 0x8fff0000, which is not in the specification"),
        (0xFFFF_FFFF, true, "device error"),
        (0x8000_0000, false, "(Bad, 0x80000000)"),
        (0x0000_0480, true, "Int(7) Int32"),
        (0x40FF_0000, true, "Int(7) Int32, but device error"),
        (0, false, "the server sent no value"),
        (0x4000_0000, false, "the server sent no value"),
    ] {
        let value = value(status, has_value.then(seven).flatten());
        whole(&format!("{status:#x}"), says, value).await;
    }
}

/// The source time that is read if the server sends one with this number of ticks.
async fn source_time(parameters: &str, ticks: i64) -> Option<jiff::Timestamp> {
    let value = DataValue { source_timestamp: Some(DateTime::null()), ..7_i32.into() };
    let mut value = bytes_of(&value);
    let place = value.len() - 8;
    value[place..].copy_from_slice(&ticks.to_le_bytes());
    let server = Server::start(Arc::new(move |reply: &mut Reply| put(reply, &value)));
    let mut connection =
        driver_with(&server, parameters, OPTIONS).connect().await.expect("it connects");
    let scan = connection.read(&TagSet::new(TAGS)).await.expect("the link holds");
    connection.close().await;
    let Reading::Good(value) = &scan.answers[1].reading else { panic!("{:?}", scan.answers[1]) };
    assert_eq!(value.value, Value::Int(7));
    value.source_time
}

#[tokio::test]
async fn times_beyond_all_calendars_have_an_end() {
    let first: jiff::Timestamp = "1601-01-01T00:00:00Z".parse().expect("a time");
    for (ticks, time) in
        [(i64::MIN, Some(first)), (i64::MAX, Some(jiff::Timestamp::MAX)), (0, None)]
    {
        let read = source_time("security=None&timestamps=source", ticks).await;
        assert_eq!(read, time, "{ticks}");
    }
}

/// Some servers send the time of a clock that was never set, although it was not requested.
#[tokio::test]
async fn a_source_time_that_was_not_asked_for_is_no_time() {
    let ticks = DateTime::ymd_hms(1999, 12, 31, 23, 0, 0).ticks();
    assert_eq!(source_time("security=None", ticks).await, None);
    let asked = source_time("security=None&timestamps=source", ticks).await;
    assert_eq!(asked, Some("1999-12-31T23:00:00Z".parse().expect("a time")));
}

/// The value that makes the response unreadable is found once, and is not requested again soon.
#[tokio::test]
async fn an_offender_is_found_and_remembered() {
    let value = [&[1][..], &array(6, i32::MAX, &[])].concat();
    let scan = scans(OPTIONS, 1, {
        let value = value.clone();
        move |reply| put(reply, &value)
    })
    .await
    .expect("the link holds");
    assert!(scan.round_trips > 1, "{}", scan.round_trips);
    let scan = scans(OPTIONS, 2, move |reply| put(reply, &value)).await.expect("the link holds");
    assert_eq!(scan.round_trips, 1);
    assert!(told(&scan.answers[1].reading).contains(UNDECODABLE));
}

/// The server's information about itself may be as wrong as its values.
#[tokio::test]
async fn a_server_may_lie_about_itself() {
    let lies = [
        Variant::from("text"),
        Variant::from(u32::MAX),
        Variant::from(vec![-1_i32; 300]),
        Variant::Empty,
        Variant::from(ExtensionObject::null()),
        Variant::from(NodeId::null()),
    ];
    for lie in lies {
        let what = format!("{lie:?}");
        tag(&what, "Int(7)", move |reply| {
            let Some(RequestMessage::Read(request)) = &reply.request else { return };
            let nodes: Vec<_> = request.nodes_to_read.iter().flatten().collect();
            // Its identity, its limits, its types: all except the values.
            let is_value = nodes.iter().any(|it| it.node_id.namespace == 1);
            let is_name = nodes.iter().any(|it| it.attribute_id == AttributeId::BrowseName as u32);
            if is_value || is_name {
                return;
            }
            let results = nodes.iter().map(|_| DataValue::value_only(lie.clone())).collect();
            let response = ReadResponse { results: Some(results), ..ReadResponse::default() };
            reply.say(ResponseMessage::from(response));
        })
        .await;
    }
}
