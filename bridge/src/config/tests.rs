use std::{path::Path, time::Duration};

use tagbridge_driver::ReadMode;

use super::{Config, DEFAULT, KeySource};

fn parse(text: &str) -> Result<Config, super::ConfigError> {
    Config::parse(text, Path::new("/etc/tagbridge/tagbridge.toml"))
}

const MINIMAL: &str = r#"[service]
url = "https://example.com/api/v1"
key = { file = "key" }

[[session]]
name = "a"
project = "p"
endpoint = "logix://10.0.0.5/1,0"
"#;

#[test]
fn the_default_is_a_configuration_and_shows_the_defaults() {
    let shown = DEFAULT
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = ") && !setting.contains("file =") => setting,
            _ => line,
        })
        .collect::<Vec<_>>()
        .join("\n");
    let line = 1 + DEFAULT.lines().position(|it| it.starts_with("project")).expect("a project");
    let error = parse(DEFAULT).expect_err("nobody's project stands there").to_string();
    let begins = format!("/etc/tagbridge/tagbridge.toml:{line}: session[0].project");
    assert!(error.starts_with(&begins) && error.contains("project add"), "{error}");
    let filled_in = |text: &str| text.replace("REPLACE-WITH-THE-PROJECT-ID", "prj_1");
    let shown = parse(&filled_in(&shown)).expect("every setting shown is one");
    let plain = parse(&filled_in(DEFAULT)).expect("the default is valid");
    assert_eq!(shown.device_id.as_deref(), Some("line-3-laptop"));
    assert_eq!(shown.outbox.max_size, plain.outbox.max_size);
    assert_eq!(shown.outbox.max_age, plain.outbox.max_age);
    assert_eq!(shown.service.push_interval, plain.service.push_interval);
    let (mut shown, plain) = (shown.sessions[0].clone(), plain.sessions[0].clone());
    assert_eq!(shown.max_requests_per_second.take(), Some(200.0));
    assert_eq!(shown.pki.take().as_deref(), Some(Path::new("/etc/tagbridge/pki")));
    assert_eq!(format!("{shown:?}"), format!("{plain:?}"));
}

#[test]
fn settings_are_taken_over() {
    let text = format!(
        "data = \"box\"\n{MINIMAL}interval = \"250ms\"\nmode = \"subscribe\"\ntags = [\"A\", \"B[0]\"]\nmax_tags = 7\ntake_over = true\n"
    );
    let config = parse(&text).expect("valid");
    assert_eq!(config.data, Path::new("/etc/tagbridge/box"));
    assert_eq!(config.service.key, KeySource::File("/etc/tagbridge/key".into()));
    let session = &config.sessions[0];
    assert_eq!((session.interval, session.max_tags), (Duration::from_millis(250), 7));
    assert_eq!(session.tags, ["A", "B[0]"]);
    let interval = session.interval;
    assert_eq!(session.link.mode, ReadMode::Subscribe { interval });
    assert!(session.take_over && !session.accept_replaced_controller);
}

/// Replaces a piece of the minimal file; the error begins with file, line and key, and says the
/// rest.
fn check(piece: &str, instead: &str, begins: &str, says: &str) {
    assert!(MINIMAL.contains(piece), "{piece}");
    let error = parse(&MINIMAL.replace(piece, instead)).expect_err(instead).to_string();
    let begins = format!("/etc/tagbridge/tagbridge.toml{begins}");
    assert!(error.starts_with(&begins), "{error}\nshould begin with\n{begins}");
    assert!(error.contains(says), "{error}\nshould say\n{says}");
}

#[test]
fn an_error_names_file_line_key_and_remedy() {
    let end = "name = \"a\"";
    for (line, begins, says) in [
        ("intervall = \"1s\"", ":6: session[0]", "did you mean `interval`?"),
        ("interval = \"soon\"", ":6: session[0].interval: `soon` is no duration", "like \"250ms\""),
        ("interval = \"1ms\"", ":6: session[0].interval", "10ms to 3600s"),
        ("interval = 1", ":6: session[0].interval", "expected a string"),
        ("connect_timeout = \"1h\"", ":6: session[0].connect_timeout", "out of range"),
        ("connections = 17", ":6: session[0].connections", "a number from 1 to 16"),
        ("max_tags = 0", ":6: session[0].max_tags", "1 to 20000"),
        ("max_tags = -1", ":6: session[0].max_tags", "invalid value"),
        ("max_requests_per_second = 0.0", ":6: session[0].max_requests", "out of range"),
        ("take_over = \"yes\"", ":6: session[0].take_over", "expected a boolean"),
        ("tags = [\n\"A\",\n\"\"]", ":8: session[0].tags[1]", "1 to 512 characters"),
        ("[", ":6", "correct the line"),
    ] {
        check(end, &format!("{line}\n{end}"), begins, says);
    }
    let long = format!("{end}\ntags = [\"{}\"]", "x".repeat(513));
    check(end, &long, ":7: session[0].tags[0]", "1 to 512 characters");
    check(end, "name = \"../a\"", ":6: session[0].name", "letters, digits");
    check("logix://10.0.0.5/1,0", "10.0.0.5", ":8: session[0].endpoint", "is not a URL");
    check("project = \"p\"", "", ":5: session[0]", "missing field `project`");
    check("[service]\n", "[service]\npush_interval = \"0s\"\n", ":2: service.push", "out of range");
}

#[test]
fn the_key_neither_stands_in_the_file_nor_travels_in_clear_text() {
    let key = "{ file = \"key\" }";
    check(key, "\"tb_secret\"", ":3: service.key", "must not stand in this file");
    check(key, "{ vault = \"x\" }", ":3: service.key", "env = \"TAGBRIDGE_KEY\"");
    let url = "https://example.com/api/v1";
    check(url, "http://example.com/api/v1", ":2: service.url", "clear text");
    check(url, "ftp://example.com", ":2: service.url", "https://host/api/v1");
    check(url, "https://me:pw@example.com/", ":2: service.url", "holds a login");
    for local in ["http://127.0.0.1:1/api/v1", "http://localhost:1/x", "http://[::1]:1/"] {
        parse(&MINIMAL.replace(url, local)).expect(local);
    }
    let error = parse(&MINIMAL.replace(key, "\"tb_secret\"")).unwrap_err();
    assert!(!error.to_string().contains("tb_secret"));
}

#[test]
fn sessions_do_not_share_names_or_projects() {
    let second = MINIMAL.split_once("\n\n").unwrap().1;
    for (other, says) in [
        (second.replace("\"p\"", "\"q\"").replace("\"a\"", "\"A\""), "session[1].name"),
        (second.replace("\"a\"", "\"b\""), "session[1].project"),
    ] {
        let error = parse(&format!("{MINIMAL}\n{other}")).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    let none = MINIMAL.split_once("\n\n").unwrap().0;
    assert!(parse(none).unwrap_err().to_string().contains("[[session]]"));
}
