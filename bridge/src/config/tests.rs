use std::{path::Path, time::Duration};

use tagbridge_driver::{ReadMode, TagList};

use super::{Config, DEFAULT, KeySource, PasswordSource, SecretPlace};

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
            Some(setting) if is_setting(setting) => setting,
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
    // The default with a project, which this session has.
    assert_eq!(shown.link.tag_list.take(), Some(TagList::Never));
    assert_eq!(shown.pki.take().as_deref(), Some(Path::new("/etc/tagbridge/pki")));
    assert_eq!(format!("{shown:?}"), format!("{plain:?}"));
}

/// The files that `config init` of each release wrote, the oldest first.
const FORMER: [&str; 1] = [include_str!("former/0.9.0.toml")];

/// Whether a comment is a setting that only has to be uncommented.
fn is_setting(comment: &str) -> bool {
    let is_name = |it: char| it.is_ascii_lowercase() || it == '_';
    comment
        .split_once(" = ")
        .is_some_and(|(name, value)| name.chars().all(is_name) && !value.contains("file ="))
}

#[test]
fn what_former_programs_wrote_is_a_configuration_with_all_settings_that_they_showed() {
    for (no, text) in (1..).zip(FORMER) {
        let text = text.replace("REPLACE-WITH-THE-PROJECT-ID", "prj_1");
        let plain = parse(&text).unwrap_or_else(|error| panic!("{no}: {error}"));
        assert_eq!((plain.sessions.len(), &*plain.sessions[0].project), (1, "prj_1"), "{no}");
        let shown = text.lines().map(|line| match line.strip_prefix("# ") {
            Some(setting) if is_setting(setting) => setting,
            _ => line,
        });
        let shown = shown.collect::<Vec<_>>().join("\n");
        let shown = parse(&shown).unwrap_or_else(|error| panic!("{no}: {error}"));
        assert_eq!(shown.device_id.as_deref(), Some("line-3-laptop"), "{no}");
    }
}

#[test]
fn settings_are_taken_over() {
    let text = format!(
        "data = \"box\"\n{MINIMAL}interval = \"250ms\"\nmode = \"subscribe\"\ntags = [\"A\", \"B[0]\"]\nmax_tags = 7\ntake_over = true\n"
    );
    let text = text.replace("logix://10.0.0.5/1,0", "opc.tcp://10.0.0.7");
    let config = parse(&text).expect("valid");
    assert_eq!(config.data, Path::new("/etc/tagbridge/box"));
    assert_eq!(config.service.key, KeySource::Kept(SecretPlace::File("/etc/tagbridge/key".into())));
    let session = &config.sessions[0];
    assert_eq!((session.interval, session.max_tags), (Duration::from_millis(250), 7));
    assert_eq!(session.tags, ["A", "B[0]"]);
    let interval = session.interval;
    assert_eq!(session.link.mode, ReadMode::Subscribe { interval });
    assert!(session.take_over && !session.accept_replaced_controller);
}

/// Replaces a piece of the minimal file. The error must begin with the file, the line and the key,
/// and contain `says`.
fn check(piece: &str, instead: &str, begins: &str, says: &str) {
    assert!(MINIMAL.contains(piece), "{piece}");
    let error = parse(&MINIMAL.replace(piece, instead)).expect_err(instead).to_string();
    let begins = format!("/etc/tagbridge/tagbridge.toml{begins}");
    assert!(error.starts_with(&begins), "{error}\nshould begin with\n{begins}");
    assert!(error.contains(says), "{error}\nshould say\n{says}");
}

#[test]
fn the_data_folder_is_told_as_far_as_it_can_be() {
    for (text, is) in [
        (String::new(), Some("data")),
        (MINIMAL.to_owned(), Some("data")),
        ("data = \"box\"\nnonsense = 1\n[[session]]\nname = 3\n".to_owned(), Some("box")),
        (format!("data = \"box\"\n{MINIMAL}tags = [\"A\""), Some("box")),
        ("data = 3".to_owned(), None),
        ("data = \"box".to_owned(), Some("box")),
        (format!("{MINIMAL}tags = [\"A\""), None),
    ] {
        let told = super::file::data_of(&text, Path::new("/etc/tagbridge/tagbridge.toml"));
        assert_eq!(told, is.map(|it| Path::new("/etc/tagbridge").join(it)), "{text}");
    }
}

#[test]
fn an_error_names_file_line_key_and_remedy() {
    let end = "name = \"a\"";
    for (line, begins, says) in [
        ("intervall = \"1s\"", ":6: session[0]", "did you mean `interval`?"),
        (
            "interval = \"soon\"",
            ":6: session[0].interval: `soon` is not a duration",
            "like \"250ms\"",
        ),
        ("interval = \"1ms\"", ":6: session[0].interval", "10ms to 1h"),
        ("interval = 1", ":6: session[0].interval: invalid type", "expected a string"),
        ("connect_timeout = \"1h\"", ":6: session[0].connect_timeout", "out of range"),
        ("connections = 17", ":6: session[0].connections", "a number from 1 to 16"),
        ("tag_list = \"maybe\"", ":6: session[0].tag_list", "\"never\" or \"when_it_saves\""),
        ("max_tags = 0", ":6: session[0].max_tags", "1 to 40000"),
        ("max_tags = -1", ":6: session[0].max_tags", "invalid value"),
        ("groups = { g = {} }", ":6: session[0].groups.g: has no interval", "interval = "),
        ("groups = { normal = { interval = \"1s\" } }", ":6: session[0].groups.normal", "itself"),
        (
            "groups = { 5s = { interval = \"1s\" } }",
            ":6: session[0].groups.5s: is not a group name",
            "word",
        ),
        (
            "groups = { fast = { interval = \"1ms\" } }",
            ":6: session[0].groups.fast.interval",
            "10ms",
        ),
        ("groups = { fast = { tags = [\"\"] } }", ":6: session[0].groups.fast.tags[0]", "512"),
        (
            "groups = { fast = { tags = [\"A\"] }, slow = { tags = [\"A\"] } }",
            ":6: session[0].groups.slow.tags[0]: `A` is listed twice",
            "one group",
        ),
        ("deadband = { A = -0.5 }", ":6: session[0].deadband.A", "above 0"),
        ("max_requests_per_second = 0.0", ":6: session[0].max_requests", "out of range"),
        ("take_over = \"yes\"", ":6: session[0].take_over", "expected a boolean"),
        ("tags = [\n\"A\",\n\"\"]", ":8: session[0].tags[1]", "1 to 512 characters"),
        ("source = \" \"", ":6: session[0].source: is empty", "omit the line"),
        ("prefix = \"\"", ":6: session[0].prefix: is empty", "the server is asked for it"),
        ("prefix = \"P\"", ":6: session[0].prefix: is not used for logix://", "omit it"),
        ("mode = \"subscribe\"", ":6: session[0].mode: a controller over logix://", "\"poll\""),
        ("mode = \"push\"", ":6: session[0].mode: is not a way", "\"subscribe\""),
        (
            "block_numbers = {\"R\"=2}",
            ":6: session[0].block_numbers.R: is not used for logix://",
            "only s7:// uses it",
        ),
        ("password = { env = \"P\" }", ":6: session[0].password: has no user", "?user=NAME"),
        ("[", ":6", "correct the line"),
    ] {
        check(end, &format!("{line}\n{end}"), begins, says);
    }
    let long = format!("{end}\ntags = [\"{}\"]", "x".repeat(513));
    check(end, &long, ":7: session[0].tags[0]", "1 to 512 characters");
    let drive = r#"data = "C:\Users\Joe"
[service]"#;
    check("[service]", drive, ":1: ", "in single quotes, as 'C:\\data'");
    let tab = r#"data = "C:\temp"
[service]"#;
    check("[service]", tab, ":1: data: has a control character", "in single quotes");
    check("[service]", "pki = \"a\\nb\"\n[service]", ":1: pki: has a control character", "quotes");
    check("\"key\"", r#""C:\temp\new""#, ":3: service.key: has a control", "in single quotes");
    let source = format!("{}\n{end}", r#"source = "C:\new.L5X""#);
    check(end, &source, ":6: session[0].source: has a control", "quotes");
    check(
        end,
        "name = \"NUL\"",
        ":6: session[0].name: `NUL` is the name of a device",
        "use a name that is valid",
    );
    check(
        end,
        "name = \"com1.line\"",
        ":6: session[0].name: `com1.line` is the",
        "use a name that is valid",
    );
    check(end, "name = \"../a\"", ":6: session[0].name", "letters, digits");
    let endpoint = "logix://10.0.0.5/1,0";
    for (instead, says) in [
        ("10.0.0.5", "does not name a protocol"),
        ("logix://10.0.0.5/1,x", "`x` is not a slot"),
        ("modbus://10.0.0.5", "protocol `modbus` is not known"),
        ("opc.tcp://joe:pw@10.0.0.7", "the session's `password`"),
    ] {
        check(endpoint, instead, ":8: session[0].endpoint", says);
    }
    for (numbers, begins, says) in [
        ("{\"R\"=0}", "R: is not the number", "1 to 65535"),
        ("{\"R\"=70000}", "R: is not the number", "1 to 65535"),
        ("{\"R\"=-1}", "R: is not the number", "1 to 65535"),
        ("{\"R\"=2, \"S\"=2}", "S: has the same number as `R`, 2", "a different number"),
    ] {
        let siemens = format!("s7://10.0.0.6\"\nblock_numbers = {numbers}\n#");
        check(endpoint, &siemens, &format!(":9: session[0].block_numbers.{begins}"), says);
    }
    check("project = \"p\"", "", ":5: session[0]", "missing field `project`");
    check("[[session]]", "[session]", ":5: session", "write [[session]]");
    check("name = \"a\"", "pki = \"x\"", ":6: session[0].pki", "to the top of the file");
    check("[service]\n", "data = \"\"\n[service]\n", ":1: data", "name a folder");
    check("[service]\n", "[service]\npush_interval = \"0s\"\n", ":2: service.push", "out of range");
}

#[test]
fn the_key_neither_stands_in_the_file_nor_travels_in_clear_text() {
    let key = "{ file = \"key\" }";
    check(key, "\"tb_secret\"", ":3: service.key", "must not be in this file");
    check(key, "{ vault = \"x\" }", ":3: service.key", "env = \"TAGBRIDGE_KEY\"");
    let url = "https://example.com/api/v1";
    check(url, "http://example.com/api/v1", ":2: service.url", "clear text");
    check(url, "ftp://example.com", ":2: service.url", "https://host/api/v1");
    check(url, "https://me:pw@example.com/", ":2: service.url", "contains a login");
    for local in ["http://127.0.0.1:1/api/v1", "http://localhost:1/x", "http://[::1]:1/"] {
        parse(&MINIMAL.replace(url, local)).expect(local);
    }
    let error = parse(&MINIMAL.replace(key, "\"tb_secret\"")).unwrap_err();
    assert!(!error.to_string().contains("tb_secret"));
}

#[test]
fn a_password_is_where_the_session_says() {
    let password = r#"opc.tcp://10.0.0.7?user=joe"
password = "#;
    let with =
        |place: &str| MINIMAL.replace("logix://10.0.0.5/1,0\"", &format!("{password}{place}"));
    for (place, expected) in [
        ("{ env = \"LINE\" }", SecretPlace::Env("LINE".into())),
        ("{ file = \"line\" }", SecretPlace::File("/etc/tagbridge/line".into())),
    ] {
        let session = parse(&with(place)).expect(place).sessions.remove(0);
        assert_eq!(session.password, Some(PasswordSource::Kept(expected)));
        assert!(session.keyring().is_err(), "it is not there");
    }
    let error = parse(&with("\"canary\"")).unwrap_err().to_string();
    assert!(error.contains(":9: session[0].password") && !error.contains("canary"), "{error}");
}

/// What a shell passes for `<(envsubst < tagbridge.toml)`.
#[cfg(unix)]
#[test]
fn what_comes_through_a_pipe_is_read_to_its_end() {
    use std::{io::Write, os::fd::AsRawFd};
    let piped = |text: &str| {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        writer.write_all(text.as_bytes()).expect("it is short");
        let path = format!("/dev/fd/{}", reader.as_raw_fd());
        (reader, path)
    };
    let (_reader, path) = piped(MINIMAL);
    assert_eq!(Config::load(Path::new(&path)).expect("it is valid").sessions.len(), 1);
    let (_reader, path) = piped("tb_1\n");
    let key = KeySource::Kept(SecretPlace::File(path.into())).read().expect("it is there");
    assert_eq!(key.expose(), "tb_1");
}

/// A redirection in PowerShell writes UTF-16.
#[test]
fn a_file_may_be_utf_16() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tagbridge.toml");
    for mark in ["\u{feff}", ""] {
        let units = format!("{mark}{MINIMAL}");
        let bytes: Vec<u8> = units.encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(Config::load(&path).expect("it is read").sessions.len(), 1);
    }
    let key = folder.path().join("key");
    drop(tagbridge_system::create_private(&key).unwrap());
    for bytes in [b"\xFF\xFEt\0b\0_\x001\0\r\0\n\0".as_slice(), b"\xEF\xBB\xBFtb_1\r\n"] {
        std::fs::write(&key, bytes).unwrap();
        let source = KeySource::Kept(SecretPlace::File(key.clone()));
        assert_eq!(source.read().expect("it is read").expose(), "tb_1");
    }
    std::fs::write(&path, b"# F\xF6rderband\n").unwrap();
    let error = Config::load(&path).unwrap_err().to_string();
    assert!(error.contains("is neither UTF-8 nor UTF-16; save it as UTF-8"), "{error}");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_a_configuration_is_told() {
    for (path, says) in [
        ("/dev/zero", "/dev/zero: is longer than the 16 MiB of a configuration; name"),
        ("/dev", "/dev: cannot be read (Is a directory"),
        ("/no/such.toml", "/no/such.toml: cannot be read (No such file"),
    ] {
        let error = Config::load(Path::new(path)).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn files_that_are_named_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tagbridge.toml");
    let check = |source: &str, numbers: &str, expected: &[&str]| {
        let session = format!("s7://10.0.0.6\"\nsource = \"{source}\"\nblock_numbers = {numbers}");
        let text = MINIMAL.replace("logix://10.0.0.5/1,0\"", &session);
        std::fs::write(&path, text.replace("file = \"key\"", "env = \"TAGBRIDGE_KEY\"")).unwrap();
        let errors = Config::check(&path).err().unwrap_or_default();
        let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors.len(), expected.len(), "{errors:?}");
        for (error, says) in errors.iter().zip(expected) {
            assert!(error.contains(says), "{error}\nshould say\n{says}");
        }
    };
    let line = "DATA_BLOCK \"Line\"\nSTRUCT a : Real; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
    std::fs::write(folder.path().join("line.scl"), line).unwrap();
    std::fs::write(folder.path().join("line.txt"), "no project").unwrap();
    check("line.scl", "{}", &[]);
    check("line.scl", "{\"Line\"=20}", &[]);
    check("line.scl", "{\"Lien\"=20}", &[".toml:10: session[0].block_numbers.Lien: "]);
    check("nope.scl", "{}", &[".toml:9: session[0].source: "]);
    check("line.txt", "{}", &[".toml:9: session[0].source: "]);
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

#[test]
fn triggers_are_read_and_their_tags_too() {
    let text = format!(
        "{MINIMAL}tags = [\"A\"]\n[[session.trigger]]\ntag = \"Run\"\nwhen = \"falls\"\nbefore = \"2m\"\n\
         [[session.trigger]]\nname = \"Hot\"\ntag = \"A\"\nwhen = \">= 80.5\"\n"
    );
    let config = parse(&text).expect("it is valid");
    let session = &config.sessions[0];
    assert_eq!(session.tags, ["A", "Run"]);
    let [first, second] = &session.triggers[..] else { panic!("{:?}", session.triggers) };
    assert_eq!((&*first.name, first.before), ("Run falls", Duration::from_mins(2)));
    assert_eq!((&*second.name, second.after), ("Hot", Duration::from_secs(30)));
    let wrong = text.replace("falls", "fell over");
    let error = parse(&wrong).expect_err("it is no condition").to_string();
    assert!(error.contains("session[0].trigger[0].when") && error.contains("fell over"), "{error}");
}

#[test]
fn recording_is_on_with_its_limits_unless_it_is_switched_off() {
    let of = |section: &str| parse(&format!("{section}{MINIMAL}")).map(|it| it.recording);
    let default = of("").expect("it is valid").expect("it is on");
    assert_eq!((default.max_bytes, default.max_age), (1 << 30, Duration::from_hours(336)));
    let less = of("[recording]\nmax_size = \"64MiB\"\nmax_age = \"24h\"\n").expect("it is valid");
    assert_eq!(less.map(|it| it.max_bytes), Some(64 << 20));
    assert_eq!(of("[recording]\nenabled = false\n").expect("it is valid"), None);
    assert!(of("[recording]\nmax_size = \"1kB\"\n").is_err());
}
