//! Every refusal of the command line in English and in German: each text is found by its code, and no
//! sentence is half in one language.

use std::{fs, net::TcpListener, path::Path};

use serde_json::Value;
use tagbridge_tests::{Tagbridge, free_port};
use tagbridge_texts::{Argument, Language, Message};

/// The message for a command line that cannot be parsed.
const LINE: &str = "cli-cannot-read-command-line";

/// A call, and the code of what failed. `DIR` is a folder with what [`create_named_files`] puts there.
const REFUSALS: &[(&str, &str)] = &[
    ("nope", LINE),
    ("rea", LINE),
    ("read", LINE),
    ("read logix://127.0.0.1/ A --nope", LINE),
    ("read logix://127.0.0.1/ A --timeoot 1s", LINE),
    ("read logix://127.0.0.1/ A --timeout", LINE),
    ("read logix://127.0.0.1/ A --timeout soon", LINE),
    ("read logix://127.0.0.1/ A --timeout 0s", LINE),
    ("read logix://127.0.0.1/ A --timeout 1s --timeout 2s", LINE),
    ("read logix://127.0.0.1/ A --mode guess", LINE),
    ("read logix://127.0.0.1/ A --connections 17", LINE),
    ("read s7://127.0.0.1 A --project x --number Recipe", LINE),
    ("watch logix://127.0.0.1/ A --interval 400d", LINE),
    ("watch logix://127.0.0.1/ A --count 0", LINE),
    ("discover --host 127.0.0.1:99999", LINE),
    ("discover --host logix://127.0.0.1", LINE),
    ("discover --host :1", LINE),
    ("key create --data x --name y --permissions hmi_wiev", LINE),
    ("key rotate --data x", LINE),
    ("project add --data x --name y --vendor acme", LINE),
    ("project add --data x --into prj_1", LINE),
    ("serve --data x --listen 8750", LINE),
    ("serve --data x --embed-origin notaurl", LINE),
    ("run --console plc-2:80", LINE),
    ("simulate", LINE),
    ("simulate DIR/line.scl --vendor siemens", LINE),
    ("simulate --vendor siemens --tags 100001", LINE),
    ("simulate --vendor codesys --security High", LINE),
    ("simulate --vendor siemens --seed x", LINE),
    ("audit --data x --limit many", LINE),
    ("mcp", LINE),
    ("mcp --data x --root y", LINE),
    ("logic DIR/line.scl slice a --depth 9", LINE),
    ("ask x y --service nowhere --key-file z", LINE),
    ("history p t --service http://127.0.0.1 --key-file z --before noon", LINE),
    ("sessions --data x --config y", LINE),
    ("sessions --language fr", LINE),
    ("read modbus://127.0.0.1 A", "cli-cannot-use-endpoint"),
    ("read 127.0.0.1:PORT A", "cli-cannot-ask-host"),
    ("read http://127.0.0.1 A", "cli-cannot-use-endpoint"),
    ("read logix://joe:secret@127.0.0.1/ A", "cli-cannot-use-this-endpoint"),
    ("read s7://127.0.0.1 A --mode subscribe", "cli-cannot-subscribe"),
    ("read opc.tcp://127.0.0.1?user=joe A", "cli-cannot-log-in"),
    ("read s7://127.0.0.1:PORT DB1.DBD0", "cli-cannot-connect-to"),
    ("browse logix://127.0.0.1:PORT/", "cli-cannot-connect-to"),
    ("watch opc.tcp://127.0.0.1:PORT x", "cli-cannot-connect-to"),
    ("read s7://127.0.0.1 A --number Recipe=20", "cli-cannot-use-without-project"),
    ("read s7://127.0.0.1 A --prefix x", "cli-cannot-use-without-project"),
    ("read logix://127.0.0.1 A --project DIR/line.scl --number a=1", "cli-cannot-use-option-over"),
    ("read s7://127.0.0.1 A --project x --number a=1 --number A=2", "cli-cannot-use-numbers"),
    ("read s7://127.0.0.1 A --project x --number a=1 --number b=1", "cli-cannot-use-numbers"),
    ("read s7://127.0.0.1 A --project DIR/line.scl --number No=3", "cli-cannot-use-number-for"),
    ("read logix://127.0.0.1 A --project DIR/line.scl", "cli-cannot-use-project"),
    ("trust opc.tcp://127.0.0.1:PORT", "cli-cannot-trust"),
    ("trust s7://127.0.0.1", "cli-cannot-trust"),
    ("trust logix://joe:pw@127.0.0.1/", "cli-cannot-use-this-endpoint"),
    ("project inspect DIR/none", "cli-cannot-read-project"),
    ("project inspect DIR/key", "cli-cannot-read-project"),
    ("simulate DIR/none", "cli-cannot-read-project"),
    ("logic DIR/empty on a", "cli-cannot-read-project"),
    ("ask DIR/none x", "cli-cannot-read-project"),
    ("propose DIR/none x", "cli-cannot-read-project"),
    ("report DIR/none -o DIR/new.pdf", "cli-cannot-read-project"),
    ("report DIR/line.scl -o DIR/line.scl", "cli-cannot-write"),
    ("report DIR/line.scl -o DIR/new.pdf --font DIR/line.scl", "cli-cannot-use-file"),
    ("serve --data DIR/line.scl", "cli-cannot-open-data"),
    ("project add --data DIR/new", "cli-cannot-add-a-project"),
    ("project add --data DIR/new --name y", "cli-cannot-add-a-project"),
    ("project add --data DIR/new --vendor siemens", "cli-cannot-add-a-project"),
    ("project list --data DIR/none", "cli-cannot-open-data"),
    ("key list --data DIR/none", "cli-cannot-open-data"),
    ("audit --data DIR/none", "cli-cannot-open-data"),
    ("mcp --data DIR/none", "cli-cannot-open-data"),
    ("key rotate --data DIR/service key_1", "cli-cannot-rotate-key"),
    ("key revoke --data DIR/service key_1", "cli-cannot-revoke-key"),
    (
        "key create --data DIR/service --name y --permissions hmi_view --output DIR/line.scl",
        "cli-cannot-write",
    ),
    (
        "key create --data DIR/service --name y --permissions hmi_view --output DIR/none/y",
        "cli-cannot-write",
    ),
    ("backup --data DIR/none --to DIR/copy", "cli-cannot-copy-data"),
    ("backup --data DIR/service --to DIR/service", "cli-cannot-copy-data"),
    ("store copy --from DIR/none --to DIR/copy", "cli-cannot-copy-data"),
    ("store copy --from DIR/service --to DIR/service", "cli-cannot-copy-data"),
    ("restore --from DIR/none --data DIR/copy", "cli-cannot-copy-data"),
    ("serve --data DIR/service --listen 192.0.2.1:80", "cli-cannot-listen"),
    ("serve --data DIR/service --listen 127.0.0.1:TAKEN", "cli-cannot-listen"),
    ("run --console 192.0.2.1:80", "cli-cannot-open-console"),
    ("run --console 127.0.0.1:TAKEN", "cli-cannot-listen"),
    ("sessions --data DIR/none", "cli-cannot-look-into"),
    ("outbox --data DIR/none", "cli-cannot-look-into"),
    ("outbox --data /dev/null", "cli-cannot-look-into"),
    ("outbox export DIR/x --data DIR/bridge --session line-3", "cli-cannot-find-outbox"),
    ("bundle --data DIR/none", "cli-cannot-look-into"),
    ("config init DIR/line.scl", "cli-cannot-write"),
    ("simulate --vendor siemens --listen 192.0.2.1:80", "cli-cannot-listen"),
    ("simulate --vendor siemens --user joe", "cli-cannot-use-option-of"),
    ("simulate --vendor codesys --pki DIR/pki", "cli-cannot-use-option"),
    ("simulate --vendor codesys --security all --user joe", "cli-cannot-let-in"),
    (
        "simulate --vendor codesys --security all --user joe --password-file DIR/none",
        "cli-cannot-let-in",
    ),
    ("simulate DIR/line.scl --number Tank=1 --number tank=2", "cli-cannot-use-numbers"),
    ("logic DIR/line.scl why a --values DIR/none", "cli-cannot-use-values"),
    ("logic DIR/line.scl why a --values DIR/empty", "cli-cannot-use-values"),
    ("logic DIR/line.scl why a --values DIR/line.scl", "cli-cannot-use-values"),
    ("logic DIR/line.scl why a --values DIR/number", "cli-cannot-use-values"),
    ("logic DIR/line.scl why a --live modbus://127.0.0.1", "cli-cannot-use-project"),
    ("ask x y --service http://127.0.0.1:PORT --key-file DIR/none", "cli-cannot-ask-service"),
    ("ask x y --service http://127.0.0.1:PORT --key-file DIR/empty", "cli-cannot-ask-service"),
    ("ask x y --service http://192.0.2.1 --key-file DIR/key", "cli-cannot-ask-service"),
    ("history p t --service http://127.0.0.1:PORT --key-file DIR/key", "cli-cannot-ask-service"),
];

/// A line of a configuration that replaces another one, and the code of its error.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("data = \"data\"", "data = \"\"", "config-mistake-empty"),
    ("data = \"data\"", "dta = \"data\"", "config-mistake-unknown-setting"),
    ("data = \"data\"", "device_id = \" \"", "config-mistake-empty"),
    ("url = \"https://host/api/v1\"", "", "config-mistake-missing-setting"),
    ("https://host/api/v1", "host", "config-mistake-no-address"),
    ("https://host/api/v1", "https://joe@host/api/v1", "config-mistake-holds-login"),
    ("https://host/api/v1", "http://host/api/v1", "config-mistake-clear-text"),
    ("key = { env = \"K\" }", "key = \"tb_1\"", "config-mistake-holds-secret"),
    ("key = { env = \"K\" }", "key = {}", "config-mistake-no-secret-place"),
    ("[outbox]", "[outbox]\nmax_size = \"1kB\"", "config-mistake-no-size"),
    ("interval = \"1s\"", "interval = \"soon\"", "config-mistake-no-duration"),
    ("interval = \"1s\"", "interval = \"9h\"", "config-mistake-duration-out-of-range"),
    ("interval = \"1s\"", "max_tags = 0", "config-mistake-out-of-range"),
    ("interval = \"1s\"", "connections = 99", "config-mistake-out-of-range"),
    ("interval = \"1s\"", "max_requests_per_second = 0.0", "config-mistake-out-of-range"),
    ("interval = \"1s\"", "tags = [\"\"]", "config-mistake-tag-length"),
    ("name = \"line\"", "name = \"a/b\"", "config-mistake-no-file-name"),
    ("project = \"p1\"", "project = \" \"", "config-mistake-empty"),
    ("interval = \"1s\"", "password = { env = \"P\" }", "config-mistake-no-user"),
    ("interval = \"1s\"", "mode = \"subscribe\"", "config-mistake-sends-nothing"),
    ("interval = \"1s\"", "mode = \"guess\"", "config-mistake-no-mode"),
    ("interval = \"1s\"", "tag_list = \"often\"", "config-mistake-no-list-mode"),
    ("interval = \"1s\"", "prefix = \"x\"", "config-mistake-no-meaning"),
    ("interval = \"1s\"", "source = \"\"", "config-mistake-empty"),
    ("interval = \"1s\"", "groups = { normal = {} }", "config-mistake-own-group"),
    ("interval = \"1s\"", "groups = { 5s = {} }", "config-mistake-no-group-name"),
    ("interval = \"1s\"", "groups = { own = {} }", "config-mistake-no-interval"),
    (
        "interval = \"1s\"",
        "groups = { own = { interval = \"9h\" } }",
        "config-mistake-duration-out-of-range",
    ),
    ("interval = \"1s\"", "groups = { fast = { tags = [\"\"] } }", "config-mistake-tag-length"),
    (
        "interval = \"1s\"",
        "groups = { fast = { tags = [\"a\"] }, slow = { tags = [\"a\"] } }",
        "config-mistake-tag-placed-twice",
    ),
    (
        "interval = \"1s\"",
        "groups = { a = { interval = \"1s\" }, b = { interval = \"1s\" }, c = { interval = \"1s\" }, \
         d = { interval = \"1s\" }, e = { interval = \"1s\" }, f = { interval = \"1s\" }, \
         g = { interval = \"1s\" } }",
        "config-mistake-too-many-groups",
    ),
    ("interval = \"1s\"", "deadband = { a = 0.0 }", "config-mistake-no-width"),
    (
        "logix://10.0.0.5/1,0",
        "s7://10.0.0.5\"\nblock_numbers = { a = 0 }\n#",
        "config-mistake-no-block-number",
    ),
    (
        "logix://10.0.0.5/1,0",
        "s7://10.0.0.5\"\nblock_numbers = { a = 1, b = 1 }\n#",
        "config-mistake-block-number-taken",
    ),
    ("[[session]]", "[[other]]", "config-mistake-unknown-setting"),
];

/// A configuration without a mistake.
const CONFIGURATION: &str = "data = \"data\"\n[service]\nurl = \"https://host/api/v1\"\n\
    key = { env = \"K\" }\n[outbox]\n[[session]]\nname = \"line\"\nproject = \"p1\"\n\
    endpoint = \"logix://10.0.0.5/1,0\"\ninterval = \"1s\"\n";

#[test]
fn each_mistake_of_a_configuration_is_said_in_both_languages_by_its_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tagbridge.toml");
    let check = |more: &[&str]| {
        let words = ["config", "check", path.to_str().expect("a plain path")];
        Tagbridge::new(words.iter().chain(more)).env("K", "tb_1").output()
    };
    for (line, other, expected) in MISTAKES {
        assert!(CONFIGURATION.contains(line), "{line}");
        fs::write(&path, CONFIGURATION.replace(line, other)).expect("it is written");
        let said = check(&["--json"]).stderr();
        let document: Value = serde_json::from_str(said.lines().next().unwrap_or_default())
            .unwrap_or_else(|error| panic!("{other}: {error}: {said}"));
        let [what, why, remedy] = messages(&document);
        let mistake = match why.arguments().get("what") {
            Some(Argument::Message(mistake)) => mistake.clone(),
            _ => why.clone(),
        };
        assert_eq!(mistake.code(), *expected, "{other}: {document}");
        for message in [&what, &why, &remedy] {
            is_in_both(message, other);
        }
        let german = check(&["--language", "de"]).stderr();
        for message in [&why, &remedy] {
            assert!(german.contains(&message.in_language(Language::German)), "{other}: {german}");
        }
    }
}

/// Creates the files that the calls name.
fn create_named_files(folder: &Path) {
    let block = "DATA_BLOCK \"Tank\"\nSTRUCT a : Bool; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n\
                 FUNCTION \"F\" : Void\nBEGIN\n\"Tank\".a := FALSE;\nEND_FUNCTION\n";
    let key = format!("tb_{}_{}", "0".repeat(12), "0".repeat(64));
    for (name, text) in [("line.scl", block), ("empty", ""), ("number", "1"), ("key", &key)] {
        fs::write(folder.join(name), text).expect("it is written");
    }
    fs::create_dir(folder.join("bridge")).expect("it is made");
    let data = folder.join("service");
    let data = data.to_str().expect("a plain path");
    let made = ["project", "add", "--data", data, "--name", "Line", "--vendor", "siemens"];
    assert_eq!(Tagbridge::new(made).output().code(), 0);
}

#[test]
fn each_refusal_is_said_in_both_languages_by_its_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    create_named_files(folder.path());
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").port().to_string();
    let (free, root) = (free_port().to_string(), folder.path().display().to_string());
    for (line, expected) in REFUSALS {
        let words: Vec<String> = line
            .split(' ')
            .map(|word| word.replace("DIR", &root).replace("PORT", &free).replace("TAKEN", &taken))
            .collect();
        let call = |more: &[&str]| {
            let words = words.iter().map(String::as_str).chain(more.iter().copied());
            Tagbridge::new(words).output()
        };
        let json = call(&["--json"]);
        let document: Value = serde_json::from_str(&json.stderr())
            .unwrap_or_else(|error| panic!("{line}: {error}: {}", json.stderr()));
        let [what, why, remedy] = messages(&document);
        assert_eq!(what.code(), *expected, "{line}: {document}");
        assert_eq!(document["message"], format!("{what}: {why}"), "{line}");
        for message in [&what, &why, &remedy] {
            is_in_both(message, line);
        }
        for (language, [error, because, to_do]) in [
            (Language::English, ["error", "  why", "   do"]),
            (Language::German, ["Fehler", "Ursache", "Abhilfe"]),
        ] {
            // Where the language itself is wrong, the environment's is taken.
            let said = if line.contains("--language") {
                let locale = if language == Language::German { "de_DE.UTF-8" } else { "C" };
                Tagbridge::new(&words).env("LC_ALL", locale).output()
            } else {
                call(&["--language", language.tag()])
            };
            assert_eq!(said.code(), json.code(), "{line}: {}", said.stderr());
            let [what, why, remedy] =
                [&what, &why, &remedy].map(|message| message.in_language(language));
            let expected = format!("{error}: {what}\n{because}: {why}\n{to_do}: {remedy}\n");
            assert_eq!(said.stderr(), expected, "{line}");
        }
    }
    assert!(REFUSALS.len() >= 60);
}

/// Returns the failure, its cause and its remedy.
fn messages(document: &Value) -> [Message; 3] {
    let message = |code: &Value, arguments: &Value| {
        let message = serde_json::json!({ "code": code, "arguments": arguments });
        let message =
            if arguments.is_null() { serde_json::json!({ "code": code }) } else { message };
        serde_json::from_value(message).unwrap_or_else(|error| panic!("{error}: {document}"))
    };
    [
        message(&document["code"], &document["arguments"]),
        message(&document["cause"]["code"], &document["cause"]["arguments"]),
        message(&document["remedy_code"], &document["remedy_arguments"]),
    ]
}

/// Checks that the sentences of a message and of its arguments have a text in each language, and
/// that the texts differ.
fn is_in_both(message: &Message, line: &str) {
    assert_ne!(message.code(), "verbatim", "{line}: {message:?}");
    let said = Language::German;
    let arguments: String =
        message.arguments().values().map(|argument| of_argument(argument, said)).collect();
    let is_bare = {
        // A frame such as `{key}: {what}` has no words of its own.
        let german = message.in_language(said);
        german.chars().filter(|letter| letter.is_alphabetic()).count()
            <= arguments.chars().filter(|letter| letter.is_alphabetic()).count()
    };
    let differs = message.in_language(said) != message.in_language(Language::English);
    assert!(differs || is_bare, "{line}: not translated: {message:?}");
    for argument in message.arguments().values() {
        match argument {
            Argument::Message(inner) => is_in_both(inner, line),
            Argument::List(list) => {
                for inner in list {
                    if let Argument::Message(inner) = inner {
                        is_in_both(inner, line);
                    }
                }
            }
            Argument::Text(text) => assert!(!is_sentence(text), "{line}: said in words: {text}"),
            Argument::Number(_) => {}
        }
    }
}

/// Whether an argument is itself a sentence, which has no code and thus no translation.
fn is_sentence(text: &str) -> bool {
    const ENGLISH: [&str; 12] =
        ["the", "is", "are", "not", "cannot", "of", "and", "no", "with", "was", "it", "has"];
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.filter(|word| ENGLISH.contains(word)).count() >= 2
}

fn of_argument(argument: &Argument, language: Language) -> String {
    match argument {
        Argument::Message(message) => message.in_language(language),
        Argument::List(list) => list.iter().map(|inner| of_argument(inner, language)).collect(),
        other => other.to_string(),
    }
}

/// Words of a sentence that exist only in this language, outside of quotes and arguments.
fn words_of<'a>(line: &'a str, language: &[&str]) -> Vec<&'a str> {
    let sentence = line.split_once(" = ").map_or(line, |(_, sentence)| sentence);
    let quoted = |letter: char| matches!(letter, '{' | '}' | '`' | '"' | '„' | '“');
    let outside = sentence.trim_start_matches('}').split(quoted).step_by(2);
    let words = outside.flat_map(|part| part.split(|letter: char| !letter.is_alphabetic()));
    words.filter(|word| language.contains(word)).collect()
}

#[test]
fn no_sentence_of_a_catalogue_has_words_of_the_other_language() {
    const ENGLISH: &[&str] = &[
        "the", "and", "is", "are", "of", "with", "not", "cannot", "which", "that", "from", "has",
        "does", "nothing", "by",
    ];
    const GERMAN: &[&str] = &[
        "und", "ist", "nicht", "ein", "eine", "mit", "von", "für", "wird", "werden", "sie", "zu",
        "dem", "kein", "nur", "oder",
    ];
    assert_eq!(words_of("a = das ist not ready", ENGLISH), ["not"]);
    assert_eq!(words_of("a = say `not` or { $not }", GERMAN), Vec::<&str>::new());
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../texts");
    let mut lines = 0;
    for (tag, other) in [("de", ENGLISH), ("en", GERMAN)] {
        for file in fs::read_dir(texts.join(tag)).expect("the catalogue") {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("it reads");
            // A plural continues on separate lines: only the part before it is checked there.
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let line = line.split_once("->").map_or(line, |(before, _)| before);
                assert_eq!(words_of(line, other), Vec::<&str>::new(), "{}: {line}", path.display());
                lines += 1;
            }
        }
    }
    assert!(lines > 2000, "{lines}");
}
