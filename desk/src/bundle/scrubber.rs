//! Removes secrets from texts, such as log lines, and replaces tag names.
//!
//! Known secrets are removed everywhere. Texts that look like a secret are removed as well, because
//! not all secrets are known.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::view::Removed;

/// The replacement of a removed text.
pub(super) const GONE: &str = "[removed]";

/// Removes secrets, and counts the removals.
#[derive(Debug, Default)]
pub(super) struct Scrubber {
    /// The known secrets, by kind; the longest first.
    known: Vec<(&'static str, String)>,
    /// Finds the names of tags.
    names: Option<AhoCorasick>,
    removed: BTreeMap<&'static str, u32>,
}

impl Scrubber {
    /// Collects the secrets of this process and this computer.
    pub(super) fn of_this_computer() -> Self {
        let mut it = Self::default();
        let variables = [
            ("keys", "TAGBRIDGE_KEY"),
            ("passwords", "TAGBRIDGE_PASSWORD"),
            ("user names", "USER"),
            ("user names", "USERNAME"),
            ("user names", "LOGNAME"),
            ("computer names", "HOSTNAME"),
            ("computer names", "COMPUTERNAME"),
        ];
        for (kind, name) in variables {
            // The administrator's name is the same on all computers.
            if let Some(text) = std::env::var(name).ok().filter(|it| it.trim() != "root") {
                it.add(kind, &text);
            }
        }
        if let Ok(computer) = std::fs::read_to_string("/etc/hostname") {
            it.add("computer names", &computer);
        }
        it
    }

    /// Adds a text that must not be in a bundle.
    pub(super) fn add(&mut self, kind: &'static str, text: &str) {
        // A shorter text would be found in other words.
        if text.trim().len() >= 3 {
            self.known.push((kind, text.trim().to_owned()));
            self.known.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
        }
    }

    /// Replaces names by `tag-1`, `tag-2`, …
    pub(super) fn rename(&mut self, names: impl IntoIterator<Item = String>) {
        let kind = MatchKind::LeftmostLongest;
        self.names = AhoCorasick::builder().match_kind(kind).build(names).ok();
    }

    /// Returns a text without its secrets.
    pub(super) fn clean(&mut self, text: &str) -> String {
        let mut text = self.certificates(text);
        text = self.subjects(&text);
        for (kind, secret) in &self.known {
            let count = text.matches(secret.as_str()).count();
            if count > 0 {
                text = text.replace(secret.as_str(), GONE);
                *self.removed.entry(kind).or_default() += u32::try_from(count).unwrap_or(u32::MAX);
            }
        }
        text = text.split_inclusive('\n').map(|line| self.line(line)).collect();
        match &self.names {
            Some(names) => renamed(&text, names),
            None => text,
        }
    }

    /// The removals so far.
    pub(super) fn removed(&self) -> Vec<Removed> {
        let removed = self.removed.iter();
        removed.map(|(what, count)| Removed { what: (*what).to_owned(), count: *count }).collect()
    }

    /// Counts a removal.
    pub(super) fn note(&mut self, kind: &'static str) {
        *self.removed.entry(kind).or_default() += 1;
    }

    /// Removes PEM blocks, which may have several lines.
    fn certificates(&mut self, text: &str) -> String {
        let (mut clean, mut rest) = (String::new(), text);
        while let Some(begin) = rest.find("-----BEGIN ") {
            let end = rest[begin..].find("-----END ").map(|end| begin + end);
            let end = end.map_or(rest.len(), |end| {
                rest[end..].find('\n').map_or(rest.len(), |line| end + line)
            });
            clean.push_str(&rest[..begin]);
            clean.push_str(GONE);
            self.note("certificates");
            rest = &rest[end..];
        }
        clean + rest
    }

    /// Removes the subject of a certificate: `CN=Line 3 at Plant, O=Company`.
    fn subjects(&mut self, text: &str) -> String {
        let (mut clean, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((begin, name)) = next_subject(rest) {
            let value = begin + name.len();
            let end = rest[value..].find([',', '"', '\\', '\n', '\t', ')', ';', '/']);
            let end = end.map_or(rest.len(), |it| value + it);
            clean.push_str(&rest[..value]);
            clean.push_str("removed");
            self.note("names in certificates");
            rest = &rest[end..];
        }
        clean + rest
    }

    /// Removes keys, logins in addresses, and the text after a word such as `password`.
    fn line(&mut self, line: &str) -> String {
        let mut clean = String::with_capacity(line.len());
        let mut word = String::new();
        let mut is_secret = false;
        for letter in line.chars() {
            if letter.is_whitespace() || "\"'<>,;(){}[]?&".contains(letter) {
                is_secret = self.word(&mut clean, &mut word, is_secret);
                // A tag may have the name of a secret: the next cell or element is not its value.
                is_secret &= !"\t,".contains(letter);
                clean.push(letter);
            } else {
                word.push(letter);
            }
        }
        self.word(&mut clean, &mut word, is_secret);
        clean
    }

    /// Processes one word; returns whether the next one is a secret.
    fn word(&mut self, clean: &mut String, word: &mut String, is_secret: bool) -> bool {
        if word.is_empty() {
            return is_secret;
        }
        let it = std::mem::take(word);
        if it.trim_matches([':', '=']).is_empty() {
            clean.push_str(&it);
            return is_secret;
        }
        if is_secret && is_secret_name(&it) {
            clean.push_str(&it);
            return true;
        }
        // The location of a secret is not a secret: `password = { file = "/etc/tagbridge/password"
        // }`.
        if is_secret && ["env", "file"].contains(&it.as_str()) && clean.trim_end().ends_with('{') {
            clean.push_str(&it);
            return false;
        }
        if is_secret {
            // In a table the secret follows another name: `password = { value = "…" }`.
            let is_in_table = clean.trim_end().ends_with('{');
            self.note("passwords");
            clean.push_str("removed");
            return is_in_table;
        }
        if it.starts_with("tb_") && it.len() > 12 {
            self.note("keys");
            clean.push_str("removed");
            return false;
        }
        if let Some((before, at)) = it.split_once("://")
            && let Some((login, host)) = at.split_once('@')
            && !login.contains('/')
        {
            self.note("passwords");
            clean.push_str(before);
            clean.push_str("://removed@");
            clean.push_str(host);
            return false;
        }
        // The user, in the query of an endpoint: `?user=NAME`.
        if it.starts_with("user=") && clean.ends_with(['?', '&']) {
            self.note("user names");
            clean.push_str("user=removed");
            return false;
        }
        if let Some((name, value)) = it.split_once(['=', ':'])
            && is_secret_name(name)
            && !value.is_empty()
        {
            self.note("passwords");
            clean.push_str(&it[..=name.len()]);
            clean.push_str("removed");
            return false;
        }
        let tells = is_secret_name(it.trim_end_matches([':', '=']));
        clean.push_str(&it);
        tells
    }
}

/// The position and kind of the next part of a certificate's subject that names a person or an
/// organization (RFC 4514 §3).
fn next_subject(text: &str) -> Option<(usize, &'static str)> {
    let begins = |at: usize| {
        at == 0 || !text[..at].ends_with(|it: char| it.is_alphanumeric() || "_.?&".contains(it))
    };
    let names = ["CN=", "OU=", "O=", "DC="].into_iter();
    let found = names.filter_map(|name| {
        let mut places = text.match_indices(name).filter(|(at, _)| begins(*at));
        places.next().map(|(at, _)| (at, name))
    });
    found.min()
}

/// Whether the text after this word is a secret.
fn is_secret_name(word: &str) -> bool {
    let word = word.rsplit(['.', '-']).next().unwrap_or(word).to_lowercase();
    [
        "password",
        "passwd",
        "pwd",
        "secret",
        "token",
        "authorization",
        "bearer",
        "basic",
        "apikey",
        "api_key",
    ]
    .contains(&word.as_str())
}

/// Replaces names as whole words, not as a part of a longer one.
fn renamed(text: &str, names: &AhoCorasick) -> String {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let mut clean = String::with_capacity(text.len());
    let mut end = 0;
    for found in names.find_iter(text) {
        clean.push_str(&text[end..found.start()]);
        let left = text[..found.start()].chars().next_back();
        let right = text[found.end()..].chars().next();
        if left.is_some_and(is_part) || right.is_some_and(is_part) {
            clean.push_str(&text[found.range()]);
        } else {
            clean.push_str("tag-");
            clean.push_str(&(found.pattern().as_usize() + 1).to_string());
        }
        end = found.end();
    }
    clean + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let mut scrubber = Scrubber::default();
        scrubber.add("keys", "canary-known");
        let clean = scrubber.clean(text);
        assert!(!clean.contains("canary"), "{text:?} became {clean:?}");
        assert!(!scrubber.removed().is_empty(), "{text:?} was counted");
    }

    #[test]
    fn no_secret_stays_whatever_it_looks_like() {
        for text in [
            "the key is canary-known",
            "tb_0d7f3a52_canarycanarycanary",
            r#"{"cause":"key tb_0d7f3a52_canarycanary was refused"}"#,
            "https://joe:canary@plant.example/api/v1",
            "mqtts://canary@broker:8883",
            "opc.tcp://10.0.0.7:4840?user=joe&password=canary",
            "opc.tcp://10.0.0.7:4840?user=canary&security=None",
            r#"{"endpoint":"opc.tcp://10.0.0.7:4840?security=None&user=canary"}"#,
            "password=canary",
            "password: canary",
            "password = { value = \"canary\" }",
            "password = \"canary\"",
            "\"password\": \"canary\"",
            "Authorization: Bearer canary",
            "-----BEGIN PRIVATE KEY-----\ncanary\ncanary\n-----END PRIVATE KEY-----\n",
            "-----BEGIN CERTIFICATE-----\ncanary without an end",
            "the server shows CN=canary@PLC-7, O=canary works, DC=canary",
            r#"{"subject":"OU=canary","valid":true}"#,
        ] {
            check(text);
        }
    }

    #[test]
    fn what_is_no_secret_stays() {
        let mut scrubber = Scrubber::default();
        for text in [
            "cannot reach https://plant.example/api/v1: no route",
            "logix://10.0.0.5/1,0 answers",
            "user=joe in another text, opc.tcp://10.0.0.7:4840?security=None",
            "the service does not accept the key: invalid_api_key\n",
            "password = { file = \"/etc/tagbridge/line-3.password\" }",
            "line-3\tSecret\t\tbad\taccess_denied\n",
            "line-3\tToken\tDINT\tgood\t\n",
            "tags = [\"Secret\", \"Speed\"]",
            r#"{"name":"Password","quality":"bad"}"#,
            "-----",
            "",
        ] {
            assert_eq!(scrubber.clean(text), text);
        }
        assert_eq!(scrubber.removed(), []);
    }

    #[test]
    fn tags_go_under_other_names() {
        let mut scrubber = Scrubber::default();
        scrubber.rename(["Speed".to_owned(), "Line.Speed".to_owned(), "Valve[3]".to_owned()]);
        for (text, clean) in [
            ("Speed is bad", "tag-1 is bad"),
            ("Line.Speed, Valve[3]", "tag-2, tag-3"),
            ("SpeedLimit and Top_Speed", "SpeedLimit and Top_Speed"),
        ] {
            assert_eq!(scrubber.clean(text), clean);
        }
    }
}
