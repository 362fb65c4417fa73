//! A Siemens controller's tags, end to end: the values for a consumer while a block is removed and
//! loaded again, the controller stops and runs, and the cable is disconnected and connected.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{Mode, RunningS7, VirtualS7};
use tagbridge_tests::{NetworkRelay, Site};
use tokio::runtime::Runtime;

const SPEED: &str = "DB1.DBD0:REAL";
const COUNT: &str = "DB2.DBW0:INT";
const READY: &str = "M0.0";

fn controller(runtime: &Runtime) -> RunningS7 {
    let controller = VirtualS7::new()
        .block(1, 8)
        .block(2, 4)
        .set(SPEED, &Value::Real(12.5))
        .and_then(|it| it.set(COUNT, &Value::Int(-7)))
        .and_then(|it| it.set(READY, &Value::Bool(true)))
        .expect("the blocks hold them");
    let loopback = "127.0.0.1:0".parse().expect("an address");
    runtime.block_on(controller.listen(loopback)).expect("a loopback port is free")
}

fn is(tag: &str, quality: &str, values: &Json) -> bool {
    values["tags"][tag]["quality"] == quality
}

fn all_good(values: &Json) -> bool {
    [SPEED, COUNT, READY].iter().all(|tag| is(tag, "good", values))
}

#[test]
fn qualities_tell_the_truth_throughout() {
    let runtime = Runtime::new().expect("a runtime");
    let controller = controller(&runtime);
    let tap = NetworkRelay::before(controller.addr().port());
    let site = Site::new();
    let _service = site.service();
    let endpoint = format!("s7://127.0.0.1:{}?rack=0&slot=1", tap.port());
    let bridge = site.bridge(&endpoint, &[SPEED, COUNT, READY]);
    let consumer = site.consumer();

    let values = consumer.wait_for("good values", all_good);
    assert_eq!(values["tags"][SPEED]["value"], 12.5);
    assert_eq!(values["tags"][COUNT]["value"], -7);
    assert_eq!(values["tags"][READY]["value"], true);
    assert_eq!(values["tags"][SPEED]["type"], "REAL");
    assert_eq!(values["controller"]["status"], "run");

    // A block goes: its tags are bad, the others are not concerned. It comes back, and so do they.
    assert!(controller.delete_block(2));
    let values = consumer.wait_for("a bad tag", |it| is(COUNT, "bad", it));
    assert!(is(SPEED, "good", &values) && is(READY, "good", &values), "{values}");
    assert!(values["tags"][COUNT]["value"].is_null());
    controller.load_block(2, 4);
    consumer.wait_for("the block again", all_good);

    // It stops: values can be read, but they are not updated.
    controller.set_mode(Mode::Stop);
    let values = consumer.wait_for("doubt", |it| is(SPEED, "uncertain", it));
    assert_eq!(values["tags"][SPEED]["reason"], "controller_stopped");
    assert_eq!(values["controller"]["status"], "stop");
    controller.set_mode(Mode::Run);
    consumer.wait_for("a running controller", all_good);

    // The cable is pulled: the last good value is never shown as if it were now.
    tap.cut();
    let values = consumer.wait_for("the loss", |it| is(SPEED, "bad", it));
    for tag in [SPEED, COUNT, READY] {
        assert_eq!(values["tags"][tag]["reason"], "not_connected", "{values}");
    }
    tap.reconnect();
    let values = consumer.wait_for("values again", all_good);

    assert!(values["gaps"].is_null(), "{values}");
    assert!(bridge.terminate().success());
    assert_eq!(controller.counters().writes, 0);

    only_what_reads(&tap);
}

/// As an independent dissector sees it: setup, read variable, and user data that reads.
fn only_what_reads(tap: &NetworkRelay) {
    let fields = [
        "s7comm.header.rosctr",
        "s7comm.param.func",
        "s7comm.param.userdata.funcgroup",
        "s7comm.param.userdata.subfunc",
        "_ws.malformed",
    ];
    // What we sent, jobs and user data; a packet may hold several.
    let sent = tap.dissect(102, "s7comm && tcp.dstport == 102", &fields);
    let mut functions = BTreeSet::new();
    for packet in &sent {
        let [kinds, jobs, groups, subfunctions, malformed] = packet.as_slice() else {
            panic!("tshark gave other columns: {packet:?}");
        };
        assert!(malformed.is_empty(), "{packet:?}");
        assert!(kinds.iter().all(|it| it == "1" || it == "7"), "{packet:?}");
        // CPU functions and time functions, of each the first: read SZL, read clock.
        assert!(groups.iter().all(|it| it == "4" || it == "7"), "{packet:?}");
        assert!(subfunctions.iter().all(|it| it == "0x01" || it == "1"), "{packet:?}");
        functions.extend(jobs.iter().cloned());
    }
    assert_eq!(functions, BTreeSet::from(["0x04".to_owned(), "0xf0".to_owned()]));
}
