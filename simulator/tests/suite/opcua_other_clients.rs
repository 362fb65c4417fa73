//! Clients of other vendors browse and read the virtual CODESYS controller; their values equal
//! those in its memory.

use std::{collections::BTreeMap, net::Ipv4Addr, process::Command};

use serde_json::{Value as Json, json};
use tagbridge_driver::Value;
use tagbridge_simulator::opcua::{Policy, RunningCodesys, Security, VirtualCodesys};

use crate::support::{ask, codesys, installed, python, workspace};

const SCALARS: u32 = 150;

async fn listen(controller: VirtualCodesys) -> RunningCodesys {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

fn every_type() -> VirtualCodesys {
    VirtualCodesys::builder(&codesys::model(SCALARS)).expect("a good model")
}

/// A value as the clients' scripts print it.
fn plain(value: &Value) -> Json {
    match value {
        Value::Bool(it) => json!(it),
        Value::Int(it) => json!(it),
        Value::Uint(it) => json!(it),
        Value::Real(it) => json!(f64::from(*it)),
        Value::LReal(it) => json!(it),
        // The index of the server is left out if it is the addressed server.
        Value::Text(it) => json!(it.strip_prefix("svr=0;").unwrap_or(it)),
        Value::Timestamp(it) => json!(it.as_duration().as_secs_f64()),
        Value::Array(values) => values.iter().map(plain).collect(),
        Value::Struct(members) => {
            members.iter().map(|(name, it)| (name.to_string(), plain(it))).collect()
        }
        other => panic!("{other:?} is nothing that OPC UA has"),
    }
}

/// Arrays of several dimensions are flat in some clients.
fn flat(value: &Json) -> Json {
    match value {
        Json::Array(values) => {
            let flattened = values.iter().map(flat).flat_map(|it| match it {
                Json::Array(inner) => inner,
                other => vec![other],
            });
            flattened.collect()
        }
        Json::Object(members) => {
            members.iter().map(|(name, it)| (name.clone(), flat(it))).collect()
        }
        other => other.clone(),
    }
}

fn agree(name: &str, read: &Json, held: &Json) {
    match (read, held) {
        (Json::Number(read), Json::Number(held)) if held.is_f64() || read.is_f64() => {
            let (read, held) = (read.as_f64().expect("a number"), held.as_f64().expect("a number"));
            // A time in seconds as a double is accurate to a microsecond.
            assert!((read - held).abs() <= held.abs() * 1e-15, "{name}: {read}, not {held}");
        }
        (Json::Array(read), Json::Array(held)) => {
            assert_eq!(read.len(), held.len(), "{name}");
            read.iter().zip(held).for_each(|(read, held)| agree(name, read, held));
        }
        (Json::Object(read), Json::Object(held)) => {
            let names = |it: &serde_json::Map<String, Json>| it.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(read), names(held), "{name}");
            for (member, held) in held {
                agree(name, &read[member], held);
            }
        }
        (read, held) => assert_eq!(read, held, "{name}"),
    }
}

/// The command of a client and the values that it must find.
async fn check(security: Security, user: Option<(&str, &str)>, command: impl Fn(&str) -> Command) {
    let mut controller = every_type();
    controller = controller.securities([security]);
    if let Some((name, password)) = user {
        controller = controller.user(name, password).no_anonymous();
    }
    let controller = listen(controller).await;
    let mut ids: Vec<_> = controller.tag_names().iter().map(|it| controller.node_id(it)).collect();
    ids.sort_unstable();
    // These clients read a two-dimensional array in a structure as one-dimensional.
    let mut names = controller.tag_names();
    names.retain(|it| it != "PLC_PRG.Plate");
    let asked = names.iter().map(|it| controller.node_id(it));
    let missing = controller.node_id("PLC_PRG.Nope");
    let policy = match security {
        Security::None => Json::Null,
        it => json!(it.to_string().replace(':', ",")),
    };
    let input = json!({
        "security": policy,
        "user": user.map(|it| it.0),
        "password": user.map(|it| it.1),
        "names": asked.chain([missing]).collect::<Vec<_>>(),
        "write": controller.node_id("PLC_PRG.Dint"),
        "root": format!("ns=4;s=|appo|{}.Application", codesys::DEVICE),
        "enumeration": "ns=4;s=|type|State",
        "batch": 100,
    });
    let found = ask(command(&controller.endpoint()), input).await;

    let namespaces = found["namespaces"].as_array().expect("a list");
    assert_eq!(namespaces[4], "CODESYSSPV3/3S/IecVarAccess", "{namespaces:?}");
    let values = found["values"].as_array().expect("a list");
    assert_eq!(values.len(), names.len() + 1);
    for (name, read) in names.iter().zip(values) {
        let held = plain(&controller.value_of(name).expect(name));
        agree(name, &flat(read), &flat(&held));
    }
    assert_eq!(values.last(), Some(&json!("BadNodeIdUnknown")));
    assert_eq!(found["too_many"], "BadTooManyOperations");

    let browsed: BTreeMap<String, String> =
        serde_json::from_value(found["browsed"].clone()).expect("ids and types");
    assert_eq!(browsed.keys().cloned().collect::<Vec<_>>(), ids);
    for (name, data_type) in [
        ("PLC_PRG.Bool", "i=1"),
        ("PLC_PRG.Real", "i=10"),
        ("PLC_PRG.Time", "i=290"),
        ("PLC_PRG.State", "ns=4;s=|type|State"),
        ("PLC_PRG.Motor", "ns=4;s=|type|Motor"),
        ("PLC_PRG.Lines[1].Motors", "ns=4;s=|type|Motor"),
        ("GVL.Tag0", "i=6"),
    ] {
        assert_eq!(browsed[&controller.node_id(name)], data_type, "{name}");
    }
    assert_eq!(found["enumeration"], json!(["Idle", "Busy", "Faulted"]));
    assert_eq!(found["notified"], json!(i32::MIN));

    assert_eq!(found["written"], "BadUserAccessDenied");
    let counters = controller.counters();
    assert_eq!(counters.writes, 1, "{counters:?}");
    assert_eq!(controller.value_of("PLC_PRG.Dint"), Ok(Value::Int(i32::MIN.into())));
    assert_eq!(found["sessions"], 1);
    assert_eq!((controller.open_sessions(), controller.open_subscriptions()), (0, 0));
    controller.stop().await;
}

fn asyncua(endpoint: &str) -> Command {
    let mut command = Command::new(python());
    command.arg(workspace().join("tests/python/asyncua_read.py")).arg(endpoint);
    command
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_reads_what_the_controller_holds() {
    check(Security::None, None, asyncua).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_reads_it_encrypted_as_a_user() {
    let security = Security::SignAndEncrypt(Policy::Basic256Sha256);
    check(security, Some(("operator", "s3cret €")), asyncua).await;
}

fn node_opcua(endpoint: &str) -> Command {
    let mut command = Command::new("node");
    command
        .env("NODE_PATH", installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules"))
        .arg(workspace().join("tests/node/node_opcua_read.js"))
        .arg(endpoint);
    command
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_opcua_reads_what_the_controller_holds() {
    check(Security::None, None, node_opcua).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_opcua_reads_it_encrypted_as_a_user() {
    let security = Security::SignAndEncrypt(Policy::Aes256Sha256RsaPss);
    check(security, Some(("operator", "s3cret €")), node_opcua).await;
}
