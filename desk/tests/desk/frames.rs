//! Compares the communication log of every protocol with the result of an independent dissector for
//! its file.

use std::{fs, process::Command};

use tagbridge_simulator::opcua::VirtualCodesys;

use super::*;

/// Records a session from the start of its connection until there are this many frames.
async fn record(fixture: &Fixture, session: &str, frames: u64) {
    call(&fixture.screen, "trace", json!({"session": session, "seconds": 600})).await;
    call(&fixture.screen, "pause", json!({"session": session})).await;
    call(&fixture.screen, "resume", json!({"session": session})).await;
    let enough = async {
        while list(fixture, json!({})).await["total"].as_u64() < Some(frames) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, enough).await.expect("frames are recorded");
    call(&fixture.screen, "trace", json!({"session": session, "seconds": 0})).await;
}

/// The newest frames.
async fn list(fixture: &Fixture, more: Value) -> Value {
    let mut asked =
        json!({"session": null, "search": "", "only": "all", "from": null, "count": 200});
    for (name, value) in more.as_object().expect("it is one") {
        asked[name] = value.clone();
    }
    call(&fixture.screen, "frames", asked).await
}

fn rows(list: &Value) -> &[Value] {
    list["rows"].as_array().expect("a list")
}

fn said(row: &Value) -> String {
    serde_json::from_value::<tagbridge_texts::Message>(row["said"].clone())
        .expect("a message")
        .to_string()
}

/// The lines of tshark for the saved file: one for each packet that matches the filter.
async fn dissected(
    fixture: &Fixture,
    port: u16,
    with: &str,
    filter: &str,
    fields: &[&str],
) -> Vec<String> {
    let path = fixture.folder.path().join("recorded.pcapng");
    call(&fixture.screen, "save_frames", json!({"session": null, "path": path})).await;
    let mut tshark = Command::new("tshark");
    tshark.arg("-r").arg(&path).args(["-d", &format!("tcp.port=={port},{with}")]);
    tshark.args(["-o", "tcp.analyze_sequence_numbers:TRUE", "-Y", filter, "-T", "fields"]);
    for field in fields {
        tshark.args(["-e", field]);
    }
    let output = tshark.output().expect("`cargo xtask setup` installs tshark");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints text");
    text.lines().map(str::to_owned).collect()
}

/// All frames are decoded, all responses have their requests, and tshark reports no error.
async fn check(fixture: &Fixture, port: u16, with: &str, protocol: &str) -> Value {
    let all = list(fixture, json!({"from": 0})).await;
    assert_eq!((&all["dropped"], &all["unanswered"]), (&json!(0), &json!(0)), "{all}");
    for row in rows(&all) {
        let text = said(row);
        assert!(!text.contains("Cannot be decoded") && !text.contains("began before"), "{row}");
        if row["isOurs"] == false {
            assert!(row["other"].is_u64() && row["took"].as_f64() >= Some(0.0), "{row}");
        }
    }
    let packets = dissected(fixture, port, with, "tcp", &["tcp.len", "_ws.malformed"]).await;
    let total = usize::try_from(all["total"].as_u64().expect("a number")).expect("few");
    assert_eq!(packets.len(), total, "a packet for each frame");
    for (packet, row) in packets.iter().zip(rows(&all)) {
        assert_eq!(packet.split('\t').collect::<Vec<_>>(), [row["bytes"].to_string().as_str(), ""]);
    }
    let amiss = "tcp.analysis.lost_segment or tcp.analysis.retransmission or \
                 tcp.analysis.ack_lost_segment or tcp.analysis.out_of_order";
    assert_eq!(dissected(fixture, port, with, amiss, &["frame.number"]).await, [""; 0]);
    assert_eq!(dissected(fixture, port, with, protocol, &["frame.number"]).await.len(), total);
    all
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn frames_of_ethernet_ip_are_what_tshark_reads() {
    let it = start_as(Face::Window).await;
    let session = live(&it).await;
    record(&it, &session, 40).await;
    let port = it.controller.addr().port();
    let all = check(&it, port, "enip", "enip").await;
    let commands = dissected(&it, port, "enip", "enip", &["enip.command"]).await;
    for (command, row) in commands.iter().zip(rows(&all)) {
        let detail = call(&it.screen, "one_frame", json!({"number": row["number"]})).await;
        let fields = detail["fields"].as_array().expect("a list");
        let ours = fields.iter().find(|it| it["name"] == "Command").expect("it has one");
        let number = ours["value"].as_str().and_then(|it| it.split("0x").nth(1)).expect("a number");
        assert_eq!(format!("0x{number:0>4}"), *command, "{row}");
        let bytes = detail["hex"].as_str().expect("digits").len() / 2;
        assert_eq!(bytes as u64, row["bytes"].as_u64().expect("a number").min(4096), "{row}");
    }
    // A search finds a tag in the requests that read it and in their responses, with any address.
    let found = list(&it, json!({"search": "line_speed"})).await;
    assert!(found["matched"].as_u64() > Some(4) && found["matched"] != all["total"], "{found}");
    let answer = rows(&found).iter().find(|it| it["isOurs"] == false).expect("an answer");
    let detail = call(&it.screen, "one_frame", json!({"number": answer["number"]})).await;
    let items = detail["items"].as_array().expect("a list");
    let speed = items.iter().find(|it| it["tags"] == json!(["Line_Speed"])).expect("it is read");
    // Two bytes of type, four of a REAL.
    assert_eq!(speed["bytes"], 6, "{detail}");
    it.desk.stop().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn frames_of_s7_are_what_tshark_reads() {
    let it = start_as(Face::Window).await;
    let mixer = siemens::controller().await;
    let session = siemens::reading(&it, &mixer).await;
    record(&it, &session, 20).await;
    let port = mixer.addr().port();
    let all = check(&it, port, "tpkt", "tpkt").await;
    let functions =
        dissected(&it, port, "tpkt", "s7comm.param.func == 4", &["s7comm.param.itemcount"]).await;
    let reads: Vec<&Value> = rows(&all)
        .iter()
        .filter(|it| it["code"].as_str().is_some_and(|it| it.contains("Read Var")))
        .collect();
    assert_eq!(reads.len(), functions.len());
    for (read, items) in reads.iter().zip(functions) {
        let detail = call(&it.screen, "one_frame", json!({"number": read["number"]})).await;
        assert_eq!(detail["itemCount"].to_string(), items, "{detail}");
        let tags = detail["items"][0]["tags"].as_array().expect("a list");
        assert!(
            tags.iter().all(|it| it.as_str().is_some_and(|it| it.starts_with("DB"))),
            "{tags:?}"
        );
    }
    mixer.stop().await;
    it.desk.stop().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn frames_of_opc_ua_are_what_tshark_reads_and_hide_logins() {
    let it = start_as(Face::Window).await;
    let open = VirtualCodesys::counting(5, 1).expect("it works");
    let server = open.listen("127.0.0.1:0".parse().expect("it works")).await.expect("it works");
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = call(&it.screen, "open_project", packing_file()).await["id"].clone();
    let name = started(&it, &project, &json!(server.endpoint())).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "live").await;
    record(&it, &name, 30).await;
    let port = server.addr().port();
    let all = list(&it, json!({"from": 0})).await;
    let packets = dissected(&it, port, "opcua", "tcp", &["opcua.transport.type", "tcp.len"]).await;
    assert_eq!(packets.len() as u64, all["total"].as_u64().expect("a number"));
    let logins: Vec<&Value> = rows(&all).iter().filter(|it| said(it).contains("Login")).collect();
    assert!(logins.len() >= 4, "the channel and the session were opened: {all}");
    for login in logins {
        let detail = call(&it.screen, "one_frame", json!({"number": login["number"]})).await;
        assert_eq!((&detail["hex"], &detail["isHidden"]), (&json!(""), &json!(true)));
        assert_eq!((&detail["fields"], &detail["items"]), (&json!([]), &json!([])));
    }
    let found = list(&it, json!({"search": "Tag0"})).await;
    let read = rows(&found).iter().find(|it| it["code"] == "ReadRequest").expect("it is read");
    assert!(read["took"].is_number() && read["other"].is_u64(), "{read}");
    let services = "opcua.servicenodeid.numeric == 631";
    let theirs = dissected(&it, port, "opcua", services, &["frame.number"]).await;
    let ours = rows(&all).iter().filter(|it| it["code"] == "ReadRequest").count();
    assert_eq!(theirs.len(), ours);
    // An error of saving is reported, and the recording stays.
    let blocked = it.folder.path().join("a file");
    fs::write(&blocked, "in the way").expect("it works");
    let path = blocked.join("recorded.pcapng");
    let save = json!({"session": null, "path": path});
    assert_eq!(refusal(&it.screen, "save_frames", save).await, "disk");
    assert_eq!(list(&it, json!({"from": 0})).await["total"], all["total"]);
    server.stop().await;
    it.desk.stop().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn requests_that_nobody_answers_stand_out() {
    let it = start().await;
    let session = live(&it).await;
    call(&it.screen, "trace", json!({"session": session, "seconds": 600})).await;
    let never = tagbridge_simulator::logix::Fault::Drop { every: 1 };
    it.controller.set_faults(vec![never]);
    let silent = async {
        loop {
            let found = list(&it, json!({"only": "unanswered"})).await;
            if found["matched"].as_u64() > Some(0) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let found = timeout(PATIENCE, silent).await.expect("a request is left without an answer");
    assert_eq!(
        (&rows(&found)[0]["isOurs"], &rows(&found)[0]["isUnanswered"]),
        (&json!(true), &json!(true))
    );
    // A new recording starts empty.
    call(&it.screen, "trace", json!({"session": session, "seconds": 0})).await;
    assert_ne!(list(&it, json!({})).await["total"], 0);
    // A browser must not specify paths on this computer.
    let path = it.folder.path().join("recorded.pcapng");
    let save = json!({"session": session, "path": path});
    assert_eq!(refusal(&it.screen, "save_frames", save).await, "refused");
    assert!(!path.exists(), "nothing is written");
    call(&it.screen, "trace", json!({"session": session, "seconds": 600})).await;
    call(&it.screen, "trace", json!({"session": session, "seconds": 0})).await;
    assert_eq!(list(&it, json!({})).await["total"], 0);
    let save = json!({"session": session, "path": null});
    assert_eq!(refusal(&it.screen, "save_frames", save).await, "refused");
    assert_eq!(refusal(&it.screen, "one_frame", json!({"number": 1})).await, "not_found");
    it.desk.stop().await;
}
