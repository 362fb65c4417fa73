//! The tag list of a controller, and discovery, on the command line.

use serde_json::{Value, json};
use tagbridge_tests::{Process, Tagbridge, free_port};

/// A virtual controller with 1000 scalars and some others, and where it listens.
fn controller() -> (Process, String) {
    let address = format!("127.0.0.1:{}", free_port());
    let line = ["simulate", "--vendor", "allen-bradley", "--tags", "1000", "--still", "--listen"];
    let process = Tagbridge::new([&line[..], &[&address]].concat()).start();
    process.wait_for_line(|line| line.starts_with("logix://"));
    (process, address)
}

fn browse(address: &str, options: &[&str]) -> Value {
    let endpoint = format!("logix://{address}/1,0");
    Tagbridge::new([&["browse", &endpoint, "--json"], options].concat()).output().json(0)
}

fn names(document: &Value) -> Vec<&str> {
    let tags = document["tags"].as_array().expect("tags");
    tags.iter().map(|it| it["name"].as_str().expect("a name")).collect()
}

#[test]
fn tags_are_listed_as_promised() {
    let (_controller, address) = controller();
    let all = browse(&address, &[]);
    assert_eq!(all["controller"]["name"], "Bottling");
    assert_eq!(all["controller"]["status"], "run");
    let found = names(&all);
    assert!(found.len() > 1000 && found.contains(&"Program:Main.Step"), "{}", found.len());
    assert!(!found.contains(&"Program:Main"));
    assert!(names(&browse(&address, &["--all"])).contains(&"Program:Main"));
    let cube = browse(&address, &["--filter", "cube?"]);
    let expected =
        json!([{"name": "Cube0", "type": "INT", "dimensions": [2, 3, 4], "access": "read_write"}]);
    assert_eq!(cube["tags"], expected);
    assert_eq!(names(&browse(&address, &["--filter", "TAG99?"])).len(), 10);
    let endpoint = format!("logix://{address}/1,0");
    let table = Tagbridge::new(["browse", &endpoint, "--filter", "Program*"]).output();
    let text = table.stdout();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("TAG ") && lines[1].starts_with("Program:Main.Step "), "{text}");
    assert!(text.contains("1 tag and 1 system tags (--all shows them)"), "{text}");
}

#[test]
fn hosts_say_who_they_are() {
    let (_controller, address) = controller();
    let found = Tagbridge::new(["discover", "--host", &address, "--wait", "10s", "--json"]);
    let expected = json!({"controllers": [{
        "endpoint": format!("logix://{address}"),
        "vendor": "Rockwell Automation/Allen-Bradley",
        "product": "1756-L83E/B",
        "revision": "33.11",
        "serial": "00A1B2C3",
        "status": "run",
    }]});
    assert_eq!(found.output().json(0), expected);
    let silent = format!("127.0.0.1:{}", free_port());
    let silent =
        Tagbridge::new(["discover", "--host", &silent, "--wait", "50ms", "--json"]).output();
    assert_eq!(silent.json(3), json!({"controllers": []}));
    assert!(silent.stderr().contains("cli-cannot-ask-host"), "{}", silent.stderr());
}

/// Blocks and areas have numbers and no names.
#[test]
fn who_keeps_no_list_says_so() {
    let listen = format!("127.0.0.1:{}", free_port());
    let process = Tagbridge::new(["simulate", "--vendor", "siemens", "--listen", &listen]).start();
    process.wait_for_line(|line| line.starts_with("s7://"));
    let refused = Tagbridge::new(["browse", &format!("s7://{listen}?rack=0&slot=1")]).output();
    assert_eq!(refused.code(), 4, "{}", refused.stderr());
    assert!(refused.stderr().contains("read by address"), "{}", refused.stderr());
}
