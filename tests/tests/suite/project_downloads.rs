//! A download while a session reads by a project's names: no value has a wrong type or comes from a
//! wrong place, and the session reports that the project no longer matches.

use std::{net::Ipv4Addr, path::Path, sync::Arc};

use serde_json::Value;
use tagbridge_driver::Value as Tagged;
use tagbridge_project::{Project, Source};
use tagbridge_simulator::{
    logix::{RunningController, VirtualLogix},
    s7::{Fault, VirtualS7},
};
use tagbridge_tests::{Process, Site};
use tokio::runtime::Runtime;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects").join(name);
    path.to_str().expect("a plain path").to_owned()
}

/// The project of a file, with a part of it in another way.
fn project(name: &str, (before, after): (&str, &str)) -> Arc<Project> {
    let text = std::fs::read_to_string(file(name)).expect("it is text");
    assert!(text.contains(before), "{before}");
    let source = Source::of_bytes(name, text.replace(before, after).into_bytes());
    Arc::new(tagbridge_project::read(&source.expect("a source")).expect("a project"))
}

/// Number of differences that the session reports, once it reports them.
fn wait_for_differences(bridge: &Process, wanted: impl Fn(&Value) -> bool) {
    bridge.wait_for_line(|line| {
        let state: Value = serde_json::from_str(line).expect("a state is JSON");
        wanted(&state["sessions"][0]["source"]["differing"])
    });
}

fn is_good(values: &Value, tag: &str) -> bool {
    values["tags"][tag]["quality"] == "good"
}

#[test]
fn a_logix_download_is_noticed_in_the_same_connection() {
    let runtime = Runtime::new().expect("a runtime");
    let (real, whole) = (r#"Name="Level" TagType="Base" DataType="REAL""#, ("", ""));
    let integer = real.replace("REAL", "DINT");
    let made = |change| VirtualLogix::from_project(&project("filler.L5X", change), 1);
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    let controller = runtime.block_on(made(whole).listen(loopback)).expect("a free port");
    let site = Site::of(&file("filler.L5X"), "");
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &["Level", "Motor", "Counts"]);
    let consumer = site.consumer();
    let all_good = |it: &Value| ["Level", "Motor", "Counts"].iter().all(|tag| is_good(it, tag));
    consumer.wait_for("good values", all_good);
    wait_for_differences(&bridge, |it| it == 0);

    for _ in 0..2 {
        controller.download(made((real, &integer)));
        consumer.wait_for("the loss of one tag", |it| {
            let level = &it["tags"]["Level"];
            assert!(level["value"].is_null() || level["type"] == "REAL", "{level}");
            level["reason"] == "type_mismatch" && is_good(it, "Motor") && is_good(it, "Counts")
        });
        wait_for_differences(&bridge, |it| it == 1);
        controller.download(made(whole));
        consumer.wait_for("values again", all_good);
        wait_for_differences(&bridge, |it| it == 0);
    }
    assert_eq!(pages(&controller), 0, "the controller's list is never asked for");
    assert!(bridge.terminate().success());
}

/// Number of requested pages of the controller's tag list.
fn pages(controller: &RunningController) -> u64 {
    let symbol_class = 0x6B;
    controller.counters().service(0x55, symbol_class)
}

/// Uploads a version of the file in which a part of it is in another way.
fn upload(site: &Site, name: &str, (before, after): (&str, &str)) {
    let text = std::fs::read_to_string(file(name)).expect("it is text");
    assert!(text.contains(before), "{before}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text.replace(before, after)).expect("it is written");
    let (data, path) = (site.service_data(), path.to_str().expect("a plain path").to_owned());
    let line = ["project", "add", "--data", &data, "--into", site.project(), "--json", &path];
    tagbridge_tests::Tagbridge::new(line).output().json(0);
}

#[test]
fn a_session_goes_over_to_the_version_that_the_controller_has() {
    let runtime = Runtime::new().expect("a runtime");
    let real = r#"Name="Level" TagType="Base" DataType="REAL""#;
    let integer = real.replace("REAL", "DINT");
    let (whole, changed) = ((real, real), (real, integer.as_str()));
    let made = |change| VirtualLogix::from_project(&project("filler.L5X", change), 1);
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    let controller = runtime.block_on(made(whole).listen(loopback)).expect("a free port");
    let site = Site::of(&file("filler.L5X"), "");
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &["Level", "Motor"]);
    let consumer = site.consumer();
    let shows = |it: &Value, type_name: &str| {
        is_good(it, "Level") && is_good(it, "Motor") && it["tags"]["Level"]["type"] == type_name
    };
    consumer.wait_for("good values", |it| shows(it, "REAL"));

    // The download comes first, the upload follows.
    controller.download(made(changed));
    consumer.wait_for("the loss of one tag", |it| {
        it["tags"]["Level"]["reason"] == "type_mismatch" && is_good(it, "Motor")
    });
    upload(&site, "filler.L5X", changed);
    let after = consumer.wait_for("values of the new version", |it| shows(it, "DINT"));
    assert!(after["gaps"].is_null(), "{after}");

    // The upload comes first: nothing changes before the download.
    upload(&site, "filler.L5X", whole);
    bridge.wait_for_line(|line| line.contains("the controller does not match it"));
    let values = consumer.values().expect("the service answers");
    assert!(shows(&values, "DINT"), "{values}");
    controller.download(made(whole));
    let after = consumer.wait_for("values of the first version", |it| shows(it, "REAL"));
    assert!(after["gaps"].is_null(), "{after}");
    assert_eq!(pages(&controller), 0, "the controller's list is never asked for");
    assert!(bridge.terminate().success());
}

#[test]
fn a_version_with_a_tag_that_the_controller_lacks_is_not_used() {
    let runtime = Runtime::new().expect("a runtime");
    let before = r#"<Tag Name="Level" TagType="Base" DataType="REAL""#;
    let delay =
        r#"<Tag Name="Level_Delay" TagType="Base" DataType="TIMER" ExternalAccess="Read/Write"/>"#;
    let more = format!("{delay}{before}");
    let added = (before, more.as_str());
    let made = |change| VirtualLogix::from_project(&project("filler.L5X", change), 1);
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    let controller = runtime.block_on(made(("", "")).listen(loopback)).expect("a free port");
    let site = Site::of(&file("filler.L5X"), "");
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &["Level", "Motor"]);
    site.consumer().wait_for("good values", |it| is_good(it, "Level") && is_good(it, "Motor"));
    upload(&site, "filler.L5X", added);
    bridge.wait_for_line(|line| line.contains("the controller has no Level_Delay.PRE"));
    controller.download(made(added));
    bridge.wait_for_line(|line| line.contains("session-version-used-matched"));

    // Only a comment changes: the tags do not show which of the two the controller has.
    let comment = added.1.replacen("<Tag ", "<!-- newer --><Tag ", 1);
    upload(&site, "filler.L5X", (before, &comment));
    bridge.wait_for_line(|line| line.contains("session-version-used-tags-alike"));
    assert!(bridge.terminate().success());
}

#[test]
fn a_file_that_is_uploaded_to_a_project_without_one_is_used() {
    let runtime = Runtime::new().expect("a runtime");
    let made = VirtualLogix::from_project(&project("filler.L5X", ("", "")), 1);
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    let controller = runtime.block_on(made.listen(loopback)).expect("a free port");
    let site = Site::new();
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &["Level"]);
    site.consumer().wait_for("a value", |it| is_good(it, "Level"));
    upload(&site, "filler.L5X", ("", ""));
    bridge.wait_for_line(|line| line.contains(r#""file":"filler.L5X""#));
    site.consumer().wait_for("its value", |it| is_good(it, "Level"));
    assert!(bridge.terminate().success());
}

/// Two members of a structure change places, with the same size and the same names.
#[test]
fn a_structure_whose_members_change_places_keeps_its_values() {
    let runtime = Runtime::new().expect("a runtime");
    let member = |name: &str, kind: &str| {
        format!(
            r#"<Member Name="{name}" DataType="{kind}" Dimension="0" ExternalAccess="Read/Write"/>"#
        )
    };
    let (speed, starts) = (member("Speed", "REAL"), member("Starts", "DINT"));
    let between = "\n          ";
    let (before, after) = (
        [speed.as_str(), between, starts.as_str()].concat(),
        [starts.as_str(), between, speed.as_str()].concat(),
    );
    let made = |change, count| {
        let mut made = VirtualLogix::from_project(&project("filler.L5X", change), 1).still_after(0);
        for (name, value) in [
            ("Motor.Speed", Tagged::Real(12.5)),
            ("Motor.Starts", Tagged::Int(7)),
            ("Counts[0]", Tagged::Int(count)),
        ] {
            made = made.set(name, &value).expect(name);
        }
        made
    };
    let whole = made(("", ""), 0);
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    let controller = runtime.block_on(whole.listen(loopback)).expect("a free port");
    let site = Site::of(&file("filler.L5X"), "");
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &["Motor", "Motor.Starts", "Counts"]);
    let consumer = site.consumer();
    let shows = |values: &Value, count: i64| {
        let motor = &values["tags"]["Motor"]["value"];
        let is_right = motor.is_null() || motor["Speed"] == 12.5 && motor["Starts"] == 7;
        assert!(is_right, "{motor}");
        let starts = &values["tags"]["Motor.Starts"]["value"];
        assert!(starts.is_null() || *starts == 7, "{starts}");
        is_good(values, "Motor") && values["tags"]["Counts"]["value"][0] == count
    };
    consumer.wait_for("good values", |it| shows(it, 0));
    for count in 1..5 {
        let swapped = if count % 2 == 1 { (before.as_str(), after.as_str()) } else { ("", "") };
        controller.download(made(swapped, count));
        consumer.wait_for("values of the new program", |it| shows(it, count));
    }
    assert_eq!(pages(&controller), 0, "the controller's list is never asked for");
    assert!(bridge.terminate().success());
}

#[test]
fn an_s7_block_of_another_length_is_noticed_in_the_same_connection() {
    let runtime = Runtime::new().expect("a runtime");
    let numbers = [("Recipe".to_owned(), 20), ("Totals".to_owned(), 21)].into();
    let made = VirtualS7::from_project(&project("mixer.scl", ("", "")), &numbers, 1);
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    // A controller that reports nothing about its program.
    let made = made.still_after(0).faults(vec![Fault::NoProtection]);
    let controller = runtime.block_on(made.listen(loopback)).expect("a free port");
    let site = Site::of(&file("mixer.scl"), "block_numbers = { Recipe = 20, Totals = 21 }");
    let _service = site.service();
    let (target, batches) = (r#""Recipe"."Target""#, r#""Totals"."Batches""#);
    let bridge = site.bridge(&controller.endpoint(), &[target, batches]);
    let consumer = site.consumer();
    consumer.wait_for("good values", |it| is_good(it, target) && is_good(it, batches));

    controller.load_block(20, 40);
    let after = consumer.wait_for("the loss of one block", |it| {
        it["tags"][target]["reason"] == "type_mismatch" && is_good(it, batches)
    });
    assert!(after["tags"][target]["value"].is_null(), "{after}");
    wait_for_differences(&bridge, |it| it == 1);
    controller.load_block(20, 16);
    consumer.wait_for("values again", |it| is_good(it, target) && is_good(it, batches));
    wait_for_differences(&bridge, |it| it == 0);
    assert!(bridge.terminate().success());
}
