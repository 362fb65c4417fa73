use std::sync::Arc;

use tagbridge_api::hmi::{GroupedTags, Quality, Reason, TagValue};

use super::{payload::Property, *};
use crate::update::{
    Update,
    fixture::{at, good, of, seen},
};

fn node() -> EdgeNode {
    let (group, edge_node) = ("plant".to_owned(), "laptop".to_owned());
    EdgeNode::new(SparkplugNames { group, edge_node, primary_host: Some("scada".into()) })
}

fn numbered(number: u64, tags: &[(&str, TagValue)]) -> NumberedUpdate {
    let tags: GroupedTags =
        tags.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
    NumberedUpdate { number, update: of("line-3", seen(tags, number.cast_signed())) }
}

fn int(value: i64, ms: i64) -> TagValue {
    good("DINT", value.into(), ms)
}

fn bad(ms: i64) -> TagValue {
    let (value, quality) = (serde_json::Value::Null, Quality::Bad);
    TagValue { value, quality, reason: Some(Reason::UnknownTag), ..good("", 0.into(), ms) }
}

fn absent(number: u64) -> NumberedUpdate {
    let it = numbered(number, &[("A", bad(1))]);
    NumberedUpdate { update: Update { is_absent: true, ..it.update }, ..it }
}

fn decoded(message: &MqttMessage) -> Payload {
    assert!(!message.is_retained, "nothing of a node is kept");
    Payload::decode(message.payload.clone()).expect("it is a payload")
}

/// The only message's kind and payload.
fn only(messages: Result<Vec<MqttMessage>, DropReason>) -> (String, Payload) {
    let messages = messages.expect("it can be told");
    assert_eq!(messages.len(), 1, "{messages:?}");
    let kind = messages[0].topic.split('/').nth(2).expect("a kind").to_owned();
    (kind, decoded(&messages[0]))
}

fn properties(metric: &Metric) -> Vec<(String, Property)> {
    let set = metric.properties.clone().expect("properties");
    assert_eq!(set.keys.len(), set.values.len());
    let values = set.values.into_iter().map(|it| it.value.expect("a value"));
    set.keys.into_iter().zip(values).collect()
}

#[test]
fn a_birth_says_which_metrics_there_are_and_data_only_what_changed() {
    let mut node = node();
    let will = decoded(&node.will(258, at(1)));
    assert_eq!((will.seq, will.metrics.len()), (None, 1), "without a sequence number");
    assert_eq!(will.metrics[0].value, Some(MetricValue::Long(2)));
    let births = node.births(&[numbered(1, &[("A", int(1, 9)), ("B", bad(5))])], at(10));
    let topics: Vec<_> = births.iter().map(|it| it.topic.as_str()).collect();
    assert_eq!(topics, ["spBv1.0/plant/NBIRTH/laptop", "spBv1.0/plant/DBIRTH/laptop/line-3"]);
    let (first, second) = (decoded(&births[0]), decoded(&births[1]));
    assert_eq!((first.seq, second.seq), (Some(0), Some(1)));
    assert_eq!(first.metrics[0], Metric { timestamp: Some(10), ..will.metrics[0].clone() });
    let names: Vec<_> = first.metrics.iter().filter_map(|it| it.name.as_deref()).collect();
    assert_eq!(names, ["bdSeq", "Node Control/Rebirth"]);
    assert_eq!(first.metrics[1].alias, None);
    let [b, a] = &second.metrics[..] else { panic!("two metrics, the older first") };
    assert_eq!((a.name.as_deref(), a.alias, a.datatype), (Some("A"), Some(1), Some(3)));
    assert_eq!((b.is_null, &b.value), (Some(true), &None));
    let told = properties(b);
    assert_eq!(told[0], ("Quality".into(), Property::Int(0)));
    assert_eq!(told[2], ("reason".into(), Property::Text("unknown_tag".into())));

    let same = numbered(2, &[("A", int(1, 20)), ("B", bad(20))]);
    assert_eq!(node.tell(&same, at(20)), Ok(vec![]), "the time alone is no change");
    let (kind, data) = only(node.tell(&numbered(3, &[("A", int(2, 30)), ("B", bad(30))]), at(31)));
    assert_eq!((&*kind, data.seq, data.timestamp), ("DDATA", Some(2), Some(31)));
    let [a] = &data.metrics[..] else { panic!("one metric") };
    assert_eq!(
        (a.name.as_ref(), a.alias, a.datatype, a.timestamp),
        (None, Some(1), None, Some(30))
    );
    assert_eq!((&a.value, &a.properties), (&Some(MetricValue::Int(2)), &None));
    assert_eq!(a.is_historical, None);
    let (_, data) = only(node.tell(&numbered(4, &[("A", bad(40)), ("B", bad(40))]), at(41)));
    assert_eq!(properties(&data.metrics[0])[0].1, Property::Int(0), "its quality changed");
    assert_eq!(data.metrics[0].is_null, Some(true));
}

#[test]
fn another_type_or_another_tag_is_another_birth() {
    let mut node = node();
    node.births(&[numbered(1, &[("A", bad(1))])], at(1));
    let (kind, birth) = only(node.tell(&numbered(2, &[("A", int(5, 2))]), at(2)));
    assert_eq!((&*kind, birth.metrics[0].datatype), ("DBIRTH", Some(3)));
    let (kind, birth) = only(node.tell(&numbered(3, &[("A", bad(3)), ("B", int(1, 3))]), at(3)));
    assert_eq!((&*kind, birth.metrics[0].datatype), ("DBIRTH", Some(3)), "as it was known");
    let aliases: Vec<_> = birth.metrics.iter().filter_map(|it| it.alias).collect();
    assert_eq!(aliases, [1, 2], "and it keeps its alias");
    let (kind, _) = only(node.tell(&numbered(4, &[("B", int(1, 4))]), at(4)));
    assert_eq!(kind, "DBIRTH", "one is gone");
    let (kind, _) = only(node.tell(&numbered(5, &[("B", int(2, 5))]), at(5)));
    assert_eq!(kind, "DDATA");
}

#[test]
fn sequence_numbers_go_round() {
    let mut node = node();
    node.births(&[numbered(1, &[("A", int(0, 1))])], at(1));
    let mut last = 1;
    for number in 2..=600_u64 {
        let update = numbered(number, &[("A", int(number.cast_signed(), 1))]);
        let (_, data) = only(node.tell(&update, at(1)));
        assert_eq!(data.seq, Some((last + 1) % 256));
        last = (last + 1) % 256;
    }
}

#[test]
fn what_was_read_while_the_broker_was_away_is_historical() {
    let mut node = node();
    node.births(&[numbered(1, &[("A", int(1, 1))])], at(1));
    node.will(1, at(5));
    let births = node.births(&[numbered(4, &[("A", int(4, 4))])], at(5));
    assert_eq!(decoded(&births[1]).metrics[0].value, Some(MetricValue::Int(4)), "what is now");
    for number in 2..=3 {
        let past = numbered(number, &[("A", int(number.cast_signed(), number.cast_signed()))]);
        let (kind, data) = only(node.tell(&past, at(6)));
        assert_eq!((&*kind, data.metrics[0].is_historical), ("DDATA", Some(true)));
        assert_eq!(data.metrics[0].timestamp, Some(number));
    }
    assert_eq!(node.tell(&numbered(4, &[("A", int(4, 4))]), at(6)), Ok(vec![]), "it was born so");
    let (_, data) = only(node.tell(&numbered(5, &[("A", int(5, 5))]), at(7)));
    assert_eq!(data.metrics[0].is_historical, None);
}

#[test]
fn births_that_are_asked_for_again_tell_nothing_twice() {
    let mut node = node();
    node.births(&[numbered(1, &[("A", int(1, 1)), ("B", int(1, 1))])], at(1));
    let waiting = numbered(2, &[("A", int(2, 2)), ("B", int(1, 2))]);
    node.births(std::slice::from_ref(&numbered(3, &[("A", int(3, 3)), ("B", int(1, 3))])), at(3));
    let (_, data) = only(node.tell(&waiting, at(4)));
    assert_eq!((data.metrics.len(), data.metrics[0].is_historical), (1, Some(true)));
}

#[test]
fn a_device_dies_with_its_controllers_connection() {
    let mut node = node();
    node.births(&[numbered(1, &[("A", int(1, 1))])], at(1));
    let (kind, death) = only(node.tell(&absent(2), at(2)));
    assert_eq!((&*kind, death.seq, death.metrics.len()), ("DDEATH", Some(2), 0));
    assert_eq!(node.tell(&absent(3), at(3)), Ok(vec![]), "once");
    let (kind, _) = only(node.tell(&numbered(4, &[("A", int(1, 4))]), at(4)));
    assert_eq!(kind, "DBIRTH", "with what is known, though it is what was");
    node.will(1, at(5));
    let births = node.births(&[absent(7)], at(8));
    assert_eq!(births.len(), 1, "the node alone");
    assert_eq!(
        node.tell(&numbered(6, &[("A", int(6, 6))]), at(8)),
        Err(DropReason::Never),
        "it is dropped"
    );
    assert_eq!(node.tell(&absent(7), at(8)), Ok(vec![]));
    let (kind, _) = only(node.tell(&numbered(8, &[("A", int(6, 8))]), at(8)));
    assert_eq!(kind, "DBIRTH");
}

#[test]
fn one_command_is_obeyed_and_a_host_is_waited_for() {
    let mut node = node();
    assert_eq!(node.filters(), ["spBv1.0/plant/NCMD/laptop", "spBv1.0/STATE/scada"]);
    let command = |name: &str, value| {
        let metric = of_node(name, DataType::Boolean, value, at(1));
        let metrics = vec![metric];
        Bytes::from(Payload { timestamp: Some(1), metrics, seq: None }.encode_to_vec())
    };
    let rebirth = command(REBIRTH, MetricValue::Boolean(true));
    let topic = "spBv1.0/plant/NCMD/laptop";
    assert_eq!(node.heard(topic, &rebirth), Some(BrokerRequest::Births));
    assert_eq!(node.heard("spBv1.0/plant/DCMD/laptop/line-3", &rebirth), None);
    assert_eq!(node.heard(topic, &command(REBIRTH, MetricValue::Boolean(false))), None);
    assert_eq!(
        node.heard(topic, &command("A", MetricValue::Boolean(true))),
        None,
        "nothing is written"
    );
    assert_eq!(node.heard(topic, &Bytes::from_static(b"\xFF\xFF\xFF")), None);
    for (state, order) in [
        (r#"{"online":false,"timestamp":5}"#, Some(BrokerRequest::Leave)),
        (r#"{"online":true,"timestamp":10}"#, Some(BrokerRequest::Begin)),
        (r#"{"online":false,"timestamp":9}"#, None),
        (r#"{"online":false,"timestamp":10}"#, Some(BrokerRequest::Leave)),
        ("ONLINE", None),
        ("", None),
    ] {
        let payload = Bytes::from_static(state.as_bytes());
        assert_eq!(node.heard("spBv1.0/STATE/scada", &payload), order, "{state}");
        assert_eq!(node.heard("spBv1.0/STATE/other", &payload), None);
    }
    node.will(1, at(1));
    let online = Bytes::from_static(br#"{"online":true,"timestamp":1}"#);
    assert_eq!(
        node.heard("spBv1.0/STATE/scada", &online),
        Some(BrokerRequest::Begin),
        "another broker"
    );
}

#[test]
fn many_devices_share_the_sequence_and_no_alias() {
    let mut node = node();
    let one = numbered(1, &[("A", int(1, 1))]);
    let other = NumberedUpdate {
        number: 2,
        update: Update { session: Arc::from("b"), ..one.update.clone() },
    };
    let births = node.births(&[one, other], at(1));
    let births: Vec<_> = births.iter().map(decoded).collect();
    assert_eq!(births.iter().filter_map(|it| it.seq).collect::<Vec<_>>(), [0, 1, 2]);
    assert_ne!(births[1].metrics[0].alias, births[2].metrics[0].alias);
}

#[test]
fn a_device_whose_messages_are_too_large_is_not_there() {
    let mut node = node();
    node.will(0, at(1));
    let long = |text: &str, ms| good("STRING", text.repeat(100).into(), ms);
    let short = numbered(1, &[("A", good("STRING", "x".into(), 1))]);
    let births = node.births(std::slice::from_ref(&short), at(1));
    node.connected(Some(births[1].size()));
    assert_eq!(node.births(&[short], at(1)).len(), 2, "it is just taken");
    let Err(DropReason::TooLarge { size, instead: Some(death) }) =
        node.tell(&numbered(2, &[("A", long("ab", 2))]), at(2))
    else {
        panic!("it is too large")
    };
    assert!(size > 200, "{size}");
    assert!(death.topic.contains("/DDEATH/"), "{death:?}");
    assert_eq!(decoded(&death).seq, Some(2), "what is not told has no number");
    let again = node.tell(&numbered(3, &[("A", long("cd", 3))]), at(3));
    assert!(matches!(again, Err(DropReason::TooLarge { instead: None, .. })), "{again:?}");
    assert_eq!(node.births(&[numbered(3, &[("A", long("cd", 3))])], at(3)).len(), 1);
    let (kind, birth) =
        only(node.tell(&numbered(4, &[("A", good("STRING", "y".into(), 4))]), at(4)));
    assert_eq!((&*kind, birth.seq), ("DBIRTH", Some(1)), "it is there when it fits again");
}
