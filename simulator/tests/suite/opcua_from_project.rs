//! A virtual CODESYS controller from a project file; our driver reads it.

use std::{collections::BTreeMap, fs, net::Ipv4Addr, sync::Arc, time::Duration};

use tagbridge_driver::{Driver, Keyring, LinkOptions, Reading, TagSet, Value};
use tagbridge_opcua::OpcUa;
use tagbridge_project::{Project, Source, Symbols, read};
use tagbridge_simulator::opcua::{RunningCodesys, VirtualCodesys};

/// Without a symbol configuration, so that all variables may be published.
fn plant() -> Vec<u8> {
    let object = |name: &str, kind: &str, text: &str| {
        let text = text.replace('<', "&lt;");
        format!(
            "<Single><Single Name=\"MetaObject\"><Single Name=\"Guid\">{name}</Single><Single \
             Name=\"ParentGuid\">App</Single><Single Name=\"Name\">{name}</Single><Single \
             Name=\"TypeGuid\">{kind}</Single></Single><Single Name=\"Object\"><Single \
             Name=\"Interface\"><Single Name=\"TextDocument\"><Single \
             Name=\"TextBlobForSerialisation\">{text}</Single></Single></Single></Single></Single>"
        )
    };
    let (pou, globals, data_type) = ("6f9dac99-8de1", "ffbfa93a-b94d", "2db5746d-d284");
    let objects = [
        object("App", "639b491f-5557", ""),
        object(
            "PLC_PRG",
            pou,
            "PROGRAM PLC_PRG VAR speed : REAL := 12.5; // of the belt\n on : BOOL := \
                 TRUE; motors : ARRAY[1..2] OF Motor := [(name := 'left'), (state := E_State.Busy)]; \
                 t : TON; fb : FB_Child; grid : ARRAY[0..1, 5..6] OF INT := [1, 2, 3, 4]; p : \
                 POINTER TO INT; lib : Other.FB_X; {attribute 'symbol' := 'none'} secret : INT; \
                 big : ARRAY[0..9999999] OF Motor; END_VAR",
        ),
        object(
            "GVL",
            globals,
            "VAR_GLOBAL CONSTANT N : UINT := 16#FF; END_VAR VAR_GLOBAL ramp : TIME := T#1s500ms; \
             END_VAR",
        ),
        object(
            "Motor",
            data_type,
            "TYPE Motor : STRUCT name : STRING(20) := 'none'; state : E_State; inner : STRUCT a : \
             INT := 7; END_STRUCT; self : Motor; END_STRUCT END_TYPE",
        ),
        object("E_State", data_type, "TYPE E_State : (Idle, Busy := 5) INT; END_TYPE"),
        object("FB_Base", pou, "FUNCTION_BLOCK FB_Base VAR_INPUT a : INT := 3; END_VAR"),
        object(
            "FB_Child",
            pou,
            "FUNCTION_BLOCK FB_Child EXTENDS FB_Base VAR_IN_OUT r : INT; END_VAR VAR b : BYTE; \
             END_VAR VAR_TEMP c : INT; END_VAR",
        ),
    ];
    format!(
        "<ExportFile><StructuredView><Single><List2 Name=\"EntryList\">{}</List2></Single>\
         </StructuredView></ExportFile>",
        objects.concat()
    )
    .into_bytes()
}

fn project(name: &str, bytes: Vec<u8>) -> Arc<Project> {
    let source = Source::of_bytes(name, bytes).expect("a source");
    Arc::new(read(&source).expect("a project"))
}

async fn listen(controller: VirtualCodesys) -> RunningCodesys {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

fn values(project: &Arc<Project>, seed: u64, scans: u32, names: &[&str]) -> Vec<Value> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let made = VirtualCodesys::from_project(project, seed).expect("a good model");
        let controller = listen(made.still_after(scans)).await;
        names.iter().map(|name| controller.value_of(name).expect(name)).collect()
    })
}

#[tokio::test]
async fn variables_start_with_what_the_project_says() {
    let project = project("plant.export", plant());
    let made = VirtualCodesys::from_project(&project, 1).expect("a good model");
    let controller = listen(made.still_after(0)).await;
    for (name, value) in [
        ("PLC_PRG.speed", Value::Real(12.5)),
        ("PLC_PRG.on", Value::Bool(true)),
        ("PLC_PRG.motors[1].name", Value::Text("left".into())),
        ("PLC_PRG.motors[2].name", Value::Text("none".into())),
        ("PLC_PRG.motors[2].state", Value::Int(5)),
        ("PLC_PRG.motors[1].inner.a", Value::Int(7)),
        ("PLC_PRG.t.PT", Value::LReal(0.0)),
        ("PLC_PRG.fb.a", Value::Int(3)),
        ("PLC_PRG.fb.b", Value::Uint(0)),
        ("PLC_PRG.grid[1,5]", Value::Int(3)),
        ("GVL.N", Value::Uint(255)),
        ("GVL.ramp", Value::LReal(1500.0)),
    ] {
        assert_eq!(controller.value_of(name), Ok(value), "{name}");
    }
    // Its members are unknown.
    assert_eq!(controller.value_of("PLC_PRG.lib"), Ok(Value::Text(String::new())));
    for name in ["p", "secret", "big", "fb.r", "fb.c", "motors[1].self"] {
        assert!(controller.value_of(&format!("PLC_PRG.{name}")).is_err(), "{name}");
    }
    assert_eq!(
        controller.node_id("PLC_PRG.on"),
        "ns=4;s=|var|CODESYS Control Win V3 x64.App.PLC_PRG.on"
    );
}

#[test]
fn variables_live() {
    let project = project("plant.export", plant());
    let names = ["PLC_PRG.speed", "PLC_PRG.grid[0,5]", "GVL.N", "PLC_PRG.motors[1].name"];
    let (first, second) = (values(&project, 1, 50, &names), values(&project, 1, 600, &names));
    assert_eq!(values(&project, 1, 50, &names), first);
    assert_ne!(values(&project, 2, 50, &names), first);
    for moving in [0, 1] {
        assert_ne!(first[moving], second[moving], "{}", names[moving]);
    }
    assert_eq!(first[2..], second[2..]);
}

/// Reads each published leaf that has a node with the driver, and checks that it is good and equals
/// the value in memory. Returns their number, and the names of the leaves without a node.
async fn read_all(project: Arc<Project>) -> (usize, Vec<String>) {
    let made = VirtualCodesys::from_project(&project, 1).expect("a good model");
    let controller = listen(made.still_after(0)).await;
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(30);
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    let driver = OpcUa::new(&endpoint, options, Keyring::default()).expect("an OPC UA endpoint");
    let mut connection = driver.connect().await.expect("a connection");
    let symbols = Symbols::new(Arc::clone(&project));
    let (mut expected, mut missing) = (BTreeMap::new(), Vec::new());
    for tag in symbols.tags().filter(|it| it.hidden().is_none()) {
        if controller.value_of(&tag.name()).is_err() {
            missing.push(tag.name());
            continue;
        }
        for leaf in symbols.leaves(tag).filter(|it| it.hidden().is_none()) {
            match controller.value_of(&leaf.name()) {
                Ok(value) => _ = expected.insert(leaf.name(), value),
                Err(_) => missing.push(leaf.name()),
            }
        }
    }
    let tags = TagSet::new(expected.keys().cloned());
    let scan = connection.read(&tags).await.expect("a scan");
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        let Reading::Good(value) = &answer.reading else { panic!("{name}: {:?}", answer.reading) };
        assert_eq!(value.value, expected[&**name], "{name}");
    }
    connection.close().await;
    controller.stop().await;
    (expected.len(), missing)
}

#[tokio::test]
async fn every_published_variable_is_read_good() {
    let (count, missing) = read_all(project("plant.export", plant())).await;
    assert_eq!(count, 21);
    // A structure that contains itself has no memory in the controller.
    let missing: Vec<_> = missing.iter().filter(|it| !it.contains(".self")).collect();
    assert_eq!(missing, ["PLC_PRG.big"]);
}

#[tokio::test]
async fn every_published_variable_of_real_projects_is_read_good() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    for (file, at_least) in [
        ("MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.export", 1_000),
        ("boschrexroth__ctrlx-automation-sdk/hello_plc_application.export", 6),
        ("hei-synd-autb__autb_pack_hevs_ctrlx_draft/BasePackCtrlX.Device.Application.xml", 6_000),
    ] {
        let bytes = fs::read(samples.join("codesys").join(file)).expect("a sample");
        let project = project(file, bytes);
        let (count, missing) = read_all(Arc::clone(&project)).await;
        assert!(count >= at_least, "{file}: {count}");
        // The missing leaves are in an array that is too long to have nodes for its elements.
        let symbols = Symbols::new(Arc::clone(&project));
        for name in missing {
            let kind = symbols.find(&name).expect(&name).type_name();
            let noted = project.notes.iter().any(|it| it.subject.to_string() == *kind);
            let array = name.split('[').next().and_then(|it| symbols.find(it).ok());
            let is_long = array.is_some_and(|it| it.dimensions().iter().any(|it| it.count() > 256));
            assert!(noted || is_long, "{file}: {name}: {kind} has no node");
        }
    }
}
