//! A code with its arguments.

use std::{borrow::Cow, collections::BTreeMap, fmt, io};

use serde::{Deserialize, Serialize};

use crate::{Argument, Coded, Language, ToArgument, catalogue};

/// The arguments by their names.
pub(crate) type Arguments = BTreeMap<Cow<'static, str>, Argument>;

/// A translatable message: code can act on it, and it can be shown in any language.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Message {
    /// The code: `link-timeout`.
    #[cfg_attr(feature = "bindings", ts(type = "string"))]
    code: Cow<'static, str>,
    /// The arguments, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "bindings", ts(optional, as = "Option<BTreeMap<String, Argument>>"))]
    arguments: Arguments,
}

impl Message {
    /// A text from elsewhere, which is not translated.
    const VERBATIM: &str = "verbatim";

    /// A message without arguments.
    pub fn new(code: &'static str) -> Self {
        Self { code: Cow::Borrowed(code), arguments: Arguments::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: &(impl ToArgument + ?Sized)) -> Self {
        self.arguments.insert(Cow::Borrowed(name), argument.to_argument());
        self
    }

    /// A text of a controller, a service, a library or a file, unchanged.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self::new(Self::VERBATIM).with("text", &text.into())
    }

    /// An error of the operating system.
    pub fn system(error: &io::Error) -> Self {
        use io::ErrorKind as Kind;
        let code = match error.kind() {
            Kind::ConnectionRefused => "system-connection-refused",
            Kind::ConnectionReset => "system-connection-reset",
            Kind::TimedOut => "system-timed-out",
            Kind::HostUnreachable => "system-host-unreachable",
            Kind::NetworkUnreachable => "system-network-unreachable",
            Kind::BrokenPipe => "system-broken-pipe",
            Kind::StorageFull => "system-storage-full",
            Kind::PermissionDenied => "system-permission-denied",
            Kind::NotFound => "system-not-found",
            Kind::ReadOnlyFilesystem => "system-read-only",
            Kind::AddrInUse => "system-address-in-use",
            Kind::AlreadyExists => "system-already-exists",
            Kind::NotADirectory => "system-not-a-directory",
            Kind::IsADirectory => "system-is-a-directory",
            Kind::AddrNotAvailable => "system-address-not-available",
            Kind::DirectoryNotEmpty => "system-folder-not-empty",
            Kind::FileTooLarge => "system-file-too-large",
            _ => return Self::verbatim(error.to_string()),
        };
        Self::new(code).with("text", &error.to_string())
    }

    /// The text of [`Debug`](fmt::Debug): a field of a `tracing` event.
    pub fn of_json(text: &str) -> Option<Self> {
        text.starts_with(r#"{"code":"#).then(|| serde_json::from_str(text).ok())?
    }

    /// Several messages, separated by semicolons.
    pub fn all(messages: impl IntoIterator<Item = Self>) -> Self {
        let all: Vec<_> = messages.into_iter().collect();
        Self::new("all").with("messages", &all)
    }

    /// The code and the arguments; `None` for a text from elsewhere.
    pub(crate) fn parts(&self) -> (Option<Cow<'static, str>>, Arguments) {
        if self.is_verbatim() {
            return (None, Arguments::new());
        }
        (Some(self.code.clone()), self.arguments.clone())
    }

    /// The reverse; a text if there is no code.
    pub(crate) fn from_parts(
        code: Option<Cow<'static, str>>,
        arguments: Arguments,
        text: String,
    ) -> Self {
        code.map_or_else(|| Self::verbatim(text), |code| Self { code, arguments })
    }

    /// Whether it is a text from elsewhere.
    pub fn is_verbatim(&self) -> bool {
        self.code == Self::VERBATIM
    }

    /// The code.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The arguments, by name.
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// Whether it is one of these messages.
    pub fn is_of<T: Coded>(&self) -> bool {
        T::CODES.iter().any(|it| it.code == self.code)
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A fragment of a sentence in this language, without capital letter and full stop.
    pub fn in_language(&self, language: Language) -> String {
        catalogue::render(self, language)
    }
}

impl Default for Message {
    /// An empty message.
    fn default() -> Self {
        Self::verbatim("")
    }
}

/// Formats in English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

/// Formats as JSON, so that a log field contains the code and the arguments.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl From<&Self> for Message {
    fn from(message: &Self) -> Self {
        message.clone()
    }
}

impl<T: Coded> From<&T> for Message {
    fn from(it: &T) -> Self {
        it.message()
    }
}

impl From<Message> for String {
    fn from(it: Message) -> Self {
        it.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    /// Messages that are not from an enum.
    const CODES: &[Code] = &[
        Code { code: Message::VERBATIM, arguments: &["text"] },
        Code { code: "all", arguments: &["messages"] },
        Code { code: "system-connection-refused", arguments: &["text"] },
        Code { code: "system-connection-reset", arguments: &["text"] },
        Code { code: "system-timed-out", arguments: &["text"] },
        Code { code: "system-host-unreachable", arguments: &["text"] },
        Code { code: "system-network-unreachable", arguments: &["text"] },
        Code { code: "system-broken-pipe", arguments: &["text"] },
        Code { code: "system-storage-full", arguments: &["text"] },
        Code { code: "system-permission-denied", arguments: &["text"] },
        Code { code: "system-not-found", arguments: &["text"] },
        Code { code: "system-read-only", arguments: &["text"] },
        Code { code: "system-address-in-use", arguments: &["text"] },
        Code { code: "system-already-exists", arguments: &["text"] },
        Code { code: "system-not-a-directory", arguments: &["text"] },
        Code { code: "system-is-a-directory", arguments: &["text"] },
        Code { code: "system-address-not-available", arguments: &["text"] },
        Code { code: "system-folder-not-empty", arguments: &["text"] },
        Code { code: "system-file-too-large", arguments: &["text"] },
    ];

    #[test]
    fn each_code_of_its_own_has_its_sentences() {
        catalogue::assert_complete("texts", &[CODES]);
    }

    #[test]
    fn what_the_system_says_keeps_its_number_in_english() {
        // Windows has its own texts.
        let (number, words) = if cfg!(windows) { (10061, "") } else { (111, "Connection refused") };
        let refused = Message::system(&io::Error::from_raw_os_error(number));
        let said = refused.to_string();
        assert!(
            said.starts_with(words) && said.ends_with(&format!(" (os error {number})")),
            "{said}"
        );
        assert_eq!(refused.in_language(Language::German), "Verbindung abgelehnt");
    }

    #[test]
    fn it_comes_back_from_json() {
        let nested = Message::all([Message::verbatim("one"), Message::verbatim("two")]);
        let json = format!("{nested:?}");
        assert_eq!(
            json,
            r#"{"code":"all","arguments":{"messages":[{"code":"verbatim","arguments":{"text":"one"}},{"code":"verbatim","arguments":{"text":"two"}}]}}"#
        );
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), nested);
        assert_eq!(nested.to_string(), "one; two");
    }

    #[test]
    fn a_code_that_nobody_knows_is_shown_with_its_arguments() {
        let newer: Message =
            serde_json::from_str(r#"{"code":"next-year","arguments":{"n":3}}"#).unwrap();
        assert_eq!(newer.to_string(), r#"{"code":"next-year","arguments":{"n":3}}"#);
    }
}
