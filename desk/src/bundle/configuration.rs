//! A configuration in a bundle: only listed settings are included, because any line may contain a
//! secret by mistake.

use tagbridge_bridge::ConfigError;
use toml::{Table, Value};

use super::scrubber::GONE;

/// The settings that may be included, by path; a path that ends in a dot means all settings below
/// it.
const TOLD: &[&str] = &[
    "data",
    "device_id",
    "pki",
    "service.url",
    "service.push_interval",
    "service.key.env",
    "service.key.file",
    "outbox.max_size",
    "outbox.max_age",
    "recording.enabled",
    "recording.max_size",
    "recording.max_age",
    "mqtt.url",
    "mqtt.format",
    "mqtt.version",
    "mqtt.user",
    "mqtt.password.env",
    "mqtt.password.file",
    "mqtt.ca",
    "mqtt.certificate",
    "mqtt.certificate_key",
    "mqtt.client_id",
    "mqtt.group",
    "mqtt.edge_node",
    "mqtt.primary_host",
    "mqtt.topic",
    "mqtt.keep_alive",
    "mqtt.queue",
    "session.name",
    "session.project",
    "session.endpoint",
    "session.password.env",
    "session.password.file",
    "session.tags",
    "session.cause_set",
    "session.interval",
    "session.groups.",
    "session.deadband.",
    "session.trigger",
    "session.trigger.",
    "session.max_tags",
    "session.max_requests_per_second",
    "session.connect_timeout",
    "session.request_timeout",
    "session.connections",
    "session.mode",
    "session.tag_list",
    "session.source",
    "session.block_numbers.",
    "session.prefix",
    "session.take_over",
    "session.accept_replaced_controller",
    "session.accept_other_controller",
    "session.follow_project",
];

/// The settings that may be included, and the number of omitted values. Also for a refused
/// configuration; a file that is not TOML is omitted.
pub(super) fn told(text: &str, refused: Option<&ConfigError>) -> (String, usize) {
    let mut removed = 0;
    let table: Table = text.parse().unwrap_or_default();
    let table = of_table("", table, &mut removed);
    let refused = refused.map_or_else(String::new, |error| format!("# refused: {error}\n"));
    (refused + &toml::to_string_pretty(&table).unwrap_or_default(), removed)
}

fn of_table(path: &str, table: Table, removed: &mut usize) -> Table {
    let below = |name: &str| if path.is_empty() { name.into() } else { format!("{path}.{name}") };
    table
        .into_iter()
        .map(|(name, it)| (name.clone(), of_value(&below(&name), it, removed)))
        .collect()
}

fn of_value(path: &str, value: Value, removed: &mut usize) -> Value {
    let is_told = |it: &&str| *it == path || it.ends_with('.') && path.starts_with(*it);
    match value {
        Value::Table(table) => Value::Table(of_table(path, table, removed)),
        Value::Array(all) => {
            Value::Array(all.into_iter().map(|it| of_value(path, it, removed)).collect())
        }
        value if TOLD.iter().any(is_told) => value,
        _ => {
            *removed += 1;
            Value::String(GONE.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tagbridge_bridge::{Config, config::DEFAULT};

    use super::*;

    #[test]
    fn a_secret_in_a_configuration_is_left_out_and_its_place_is_not() {
        for (text, left) in [
            ("key = 'canary'\n", "key = \"[removed]\"\n"),
            ("Key = 'canary'\n", "Key = \"[removed]\"\n"),
            ("# service.key='canary'\n", ""),
            ("  password=\"canary\n", ""),
            ("what is this? canary", ""),
            ("[service]\nkey = 'canary'\n", "[service]\nkey = \"[removed]\"\n"),
            ("[service]\nkey = { env = 'KEY' }\n", "[service.key]\nenv = \"KEY\"\n"),
            ("[service]\nkey = { value = 'canary' }\n", "[service.key]\nvalue = \"[removed]\"\n"),
            (
                "service = { \"key\" = \"canary\", url = \"x\" }",
                "[service]\nkey = \"[removed]\"\nurl = \"x\"\n",
            ),
            (
                "[[session]]\npassword = { file = 'a', value = 'canary' }\n",
                "[[session]]\n\n[session.password]\nfile = \"a\"\nvalue = \"[removed]\"\n",
            ),
            (
                "[[session]]\npassword = [\n'canary', 'canary']\nname = 'line'\n",
                "[[session]]\nname = \"line\"\npassword = [\"[removed]\", \"[removed]\"]\n",
            ),
            (
                "[[session]]\nblock_numbers = { Tank = 3 }\npassword = '''a\ncanary'''\n",
                "[[session]]\npassword = \"[removed]\"\n\n[session.block_numbers]\nTank = 3\n",
            ),
            ("[other]\nname = 'canary'\n", "[other]\nname = \"[removed]\"\n"),
        ] {
            let (clean, removed) = told(text, None);
            // The library determines the line breaks of a list.
            let shown: Table = clean.parse().expect("it is TOML");
            assert_eq!(shown, left.parse().expect("it is TOML"), "{text}");
            assert_eq!(removed, left.matches(GONE).count(), "{text}");
        }
    }

    /// A new setting must be added to the list.
    #[test]
    fn all_of_the_commented_default_is_told() {
        let settings = DEFAULT.lines().filter_map(|line| {
            let bare = line.strip_prefix("# ").unwrap_or(line);
            let is_other = bare.starts_with("key = { file");
            let is_setting = bare.split_once(" = ").is_some_and(|(name, _)| !name.contains(' '));
            (is_setting && !is_other || bare.starts_with('[')).then_some(bare)
        });
        let text = settings.fold(String::new(), |text, line| text + line + "\n");
        let given: Table = text.parse().expect("it is TOML");
        let (shown, removed) = told(&text, None);
        assert_eq!((shown.parse(), removed), (Ok(given.clone()), 0));
        assert_eq!(given["session"][0].as_table().expect("a block").len(), 23, "{text}");
    }

    #[test]
    fn why_a_configuration_is_refused_is_told() {
        let text = "[service]\nurl = 'https://plant.example'\nkey = 'canary'\n";
        let error = Config::parse(text, Path::new("line.toml")).expect_err("it is refused");
        let (shown, _) = told(text, Some(&error));
        assert!(shown.starts_with("# refused: line.toml"), "{shown}");
        assert!(shown.contains("plant.example") && !shown.contains("canary"), "{shown}");
    }
}
