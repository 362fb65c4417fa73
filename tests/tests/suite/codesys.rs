//! A CODESYS controller's tags, end to end: the values for a consumer while a variable is removed
//! and added again, the server restarts, and the session expires.

use std::{collections::BTreeSet, thread, time::Duration};

use serde_json::Value as Json;
use tagbridge_simulator::opcua::{RunningCodesys, VirtualCodesys};
use tagbridge_tests::{Consumer, NetworkRelay, Site};
use tokio::runtime::Runtime;

const COUNTS: &str = "PLC_PRG.Tag0";
const GOES: &str = "PLC_PRG.Tag1";
const TAGS: [&str; 3] = [COUNTS, GOES, "PLC_PRG.Tag2"];
/// The services of the allow-list, by the numbers of their requests: channel, endpoints, session,
/// browse, register, read, and what subscriptions need.
const ALLOWED: [&str; 18] = [
    "446", "452", "422", "428", "461", "467", "473", "527", "533", "554", "560", "566", "631",
    "751", "781", "787", "826", "847",
];

fn controller(runtime: &Runtime) -> RunningCodesys {
    let controller = VirtualCodesys::counting(20, 7).expect("a good model");
    let controller = controller.session_timeout(Duration::from_secs(2));
    let loopback = "127.0.0.1:0".parse().expect("an address");
    runtime.block_on(controller.listen(loopback)).expect("a loopback port is free")
}

fn is(tag: &str, quality: &str, values: &Json) -> bool {
    values["tags"][tag]["quality"] == quality
}

fn all_good(values: &Json) -> bool {
    TAGS.iter().all(|tag| is(tag, "good", values))
}

/// Disturbs the controller, waits until the loss is reported, and until the session is live again.
fn lose(consumer: &Consumer, harm: impl FnOnce() + Send) {
    let before = consumer.values().expect("values")["sequence"].as_u64();
    thread::scope(|scope| {
        scope.spawn(harm);
        // It may be over before it is seen: the record shows it.
        consumer.wait_for("the loss", |_| {
            consumer
                .history(COUNTS)
                .iter()
                .any(|it| it["sequence"].as_u64() > before && it["reason"] == "not_connected")
        });
    });
    consumer.wait_for("values again", |it| it["sequence"].as_u64() > before && all_good(it));
}

#[test]
fn qualities_tell_the_truth_throughout() {
    let runtime = Runtime::new().expect("a runtime");
    let controller = controller(&runtime);
    let tap = NetworkRelay::before(controller.addr().port());
    let site = Site::new();
    let _service = site.service();
    let endpoint = format!("opc.tcp://127.0.0.1:{}?security=None", tap.port());
    let bridge = site.bridge(&endpoint, &TAGS);
    let consumer = site.consumer();

    let values = consumer.wait_for("good values", all_good);
    assert_eq!(values["controller"]["status"], "run", "{values}");
    let first = values["tags"][COUNTS]["value"].clone();
    consumer.wait_for("other values", |it| it["tags"][COUNTS]["value"] != first);

    // A variable goes: its tag is bad, the others are not concerned. It comes back, and so does it.
    assert!(controller.remove(GOES));
    let values = consumer.wait_for("a bad tag", |it| is(GOES, "bad", it));
    assert_eq!(values["tags"][GOES]["reason"], "unknown_tag", "{values}");
    assert!(values["tags"][GOES]["value"].is_null(), "{values}");
    assert!(is(COUNTS, "good", &values) && is(TAGS[2], "good", &values), "{values}");
    assert!(controller.restore(GOES));
    consumer.wait_for("the variable again", all_good);

    lose(&consumer, || {
        runtime.block_on(controller.restart(Duration::from_secs(2))).expect("it starts again");
    });
    let sessions = controller.total_sessions();
    lose(&consumer, || runtime.block_on(controller.expire_sessions()));
    assert!(controller.total_sessions() > sessions);

    let values = consumer.values().expect("values");
    assert!(values["gaps"].is_null(), "{values}");
    assert!(bridge.terminate().success());
    assert_eq!((controller.open_sessions(), controller.open_subscriptions()), (0, 0));
    assert_eq!(controller.counters().writes, 0);

    only_what_reads(&tap);
}

/// As an independent dissector sees it.
fn only_what_reads(tap: &NetworkRelay) {
    let fields = ["opcua.servicenodeid.numeric", "_ws.malformed"];
    let sent = tap.dissect(4840, "opcua && tcp.dstport == 4840", &fields);
    let mut services = BTreeSet::new();
    for packet in &sent {
        let [numbers, malformed] = packet.as_slice() else {
            panic!("tshark gave other columns: {packet:?}");
        };
        assert!(malformed.is_empty(), "{packet:?}");
        for number in numbers {
            assert!(ALLOWED.contains(&number.as_str()), "{packet:?}");
            services.insert(number.clone());
        }
    }
    // The dissector saw sessions from their beginning to their end.
    for service in ["446", "428", "461", "467", "631", "473", "452"] {
        assert!(services.contains(service), "{service} is not among {services:?}");
    }
}
