//! Clients that are generated from the service's own document.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use tagbridge_tests::{Site, installed, python};

use crate::{ask_service::cutting, streams::plant};

/// Runs a script of `tests/python` with a service and a key; the JSON that it prints.
pub(crate) fn script(name: &str, arguments: &[&str]) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(name);
    let printed = printed(Command::new(python()).arg(script).args(arguments));
    serde_json::from_str(&printed).expect("it prints JSON")
}

/// Returns the output of a program, which must succeed.
fn printed(command: &mut Command) -> String {
    let ran = command.output().expect("it is installed");
    let (said, complaint) =
        (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{command:?}: {said}{complaint}");
    said.into_owned()
}

/// The folder of the clients.
fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients")
}

/// What the generated code of a client offers is what the repository says. `TAGBRIDGE_BLESS` writes it
/// down.
fn is_offered(client: &str, offered: &str) {
    let file = clients().join(client).join("surface.txt");
    if std::env::var_os("TAGBRIDGE_BLESS").is_some() {
        fs::write(&file, offered).expect("it is written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    let differs = offered.lines().zip(written.lines()).find(|(new, old)| new != old);
    assert!(
        offered == written,
        "the contract changes what {client} clients are given, at {differs:?}: read the difference \
         that TAGBRIDGE_BLESS=1 makes in {}",
        file.display()
    );
}

/// The results of the sequences of both clients.
fn told() -> Value {
    json!({
        "health": "api_key", "projects": 1, "resolutions": ["created", "add_version"],
        "answer": "AnswerTurn", "last": "done", "same_answer": true,
        "turns": ["PlanTurn", "CodeTurn"], "analysis": "complete", "same_file": true,
        "found": true, "parsed": "parsed", "live": false,
        "token": { "ai_explain": true, "hmi_view": true },
        "refused": [404, "not_found", false, true],
    })
}

/// The permissions of their keys.
const MAY: &str = "ai_explain,ai_generate,analysis_tab,code_read,code_write,export_plc,hmi_view,\
                   project_upload";

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_generated_client_lists_projects_and_survives_values_of_tomorrow() {
    let site = Site::new();
    let _service = site.service();
    let url = format!("http://127.0.0.1:{}/api/v1", site.port());
    let seen = script("generated_client.py", &[&url, &site.key("hmi_view")]);
    assert_eq!(seen["left_out"], "", "all of it is generated");
    assert_eq!(seen["projects"]["projects"][0]["project_id"], site.project());
    assert_eq!(seen["projects"]["next_cursor"], Value::Null);
    assert_eq!(seen["unknown"], "unheard_of");
    assert_eq!(seen["turns"], json!(["AnswerTurn", "NeedsInputTurn", "UnresolvedTurn"]));
    assert_eq!(seen["refused"], json!(["ApiError", "unauthorized"]));
    is_offered("python", seen["surface"].as_str().expect("it is text"));
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn the_python_client_does_its_story() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, plant(3)).expect("it is written");
    let site = Site::new();
    let _service = site.service();
    let url = format!("http://127.0.0.1:{}", site.port());
    // In the answer's head, amid an event, and behind it.
    let cut = format!("http://127.0.0.1:{}", cutting(site.port(), vec![600, 900]));
    let file = file.to_str().expect("a plain path");
    assert_eq!(script("client_story.py", &[&url, &cut, &site.key(MAY), file]), told());
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn the_csharp_client_does_its_story() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("plant.L5X"), plant(3)).expect("it is written");
    let site = Site::new();
    let _service = site.service();
    let url = format!("http://127.0.0.1:{}", site.port());
    let document = ureq::get(format!("{url}/api/v1/openapi.json")).call().expect("it is served");
    let document = document.into_body().read_to_string().expect("it is text");
    fs::write(path("openapi.json"), document).expect("it is written");

    let library = "bin/binaries/Win/Newtonsoft.Json.dll";
    let library =
        installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules").join("nswag").join(library);
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("csharp");
    let mut maker = Command::new(python());
    maker.arg(clients().join("csharp/build.py")).args([&path("openapi.json"), &library, &built]);
    printed(&mut maker);
    let mut surface = Command::new(python());
    is_offered(
        "csharp",
        &printed(surface.arg(clients().join("surface.py")).arg(built.join("core"))),
    );

    for dll in [&library, &built.join("Tagbridge.Client.dll")] {
        fs::copy(dll, path(dll.file_name().unwrap().to_str().unwrap())).expect("it is there");
    }
    let story = Path::new(env!("CARGO_MANIFEST_DIR")).join("csharp/Story.cs");
    let mut compile = Command::new("mcs");
    compile.current_dir(&folder).args([
        "-langversion:7.2",
        "-out:Story.exe",
        "-r:Newtonsoft.Json.dll",
    ]);
    printed(compile.args(["-r:Tagbridge.Client.dll", "-r:System.Net.Http"]).arg(story));
    let cut = format!("http://127.0.0.1:{}", cutting(site.port(), vec![600, 900]));
    let mut mono = Command::new("mono");
    mono.current_dir(&folder).args(["Story.exe", &url, &cut, &site.key(MAY), "plant.L5X", "."]);
    assert_eq!(serde_json::from_str::<Value>(&printed(&mut mono)).expect("it is JSON"), told());
}
