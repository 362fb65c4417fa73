//! Serializes a message with its English sentence in a text field, for programs that read it, and
//! with its code and arguments in fields next to it: `#[serde(flatten, with =
//! "tagbridge_texts::json::cause")]`. Data of an older version has only the sentence, and is read
//! as an untranslated text.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Message, message::Arguments};

macro_rules! fields {
    ($(#[$doc:meta])* $name:ident, $text:literal, $code:literal, $arguments:literal) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            #[derive(Serialize, Deserialize)]
            struct Fields {
                #[serde(rename = $text)]
                text: String,
                #[serde(rename = $code, default, skip_serializing_if = "Option::is_none")]
                code: Option<Cow<'static, str>>,
                #[serde(rename = $arguments, default, skip_serializing_if = "Arguments::is_empty")]
                arguments: Arguments,
            }

            /// The sentence, the code and the arguments.
            pub fn serialize<S: Serializer>(message: &Message, to: S) -> Result<S::Ok, S::Error> {
                let text = message.to_string();
                let (code, arguments) = message.parts();
                Fields { text, code, arguments }.serialize(to)
            }

            /// Uses the code, if there is one.
            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Message, D::Error> {
                let Fields { text, code, arguments } = Fields::deserialize(from)?;
                Ok(Message::from_parts(code, arguments, text))
            }
        }
    };
}

macro_rules! optional {
    ($(#[$doc:meta])* $name:ident, $text:literal, $code:literal, $arguments:literal $(, $skip:literal)?) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            #[derive(Serialize, Deserialize)]
            struct Fields {
                #[serde(rename = $text, default $(, skip_serializing_if = $skip)?)]
                text: Option<String>,
                #[serde(rename = $code, default, skip_serializing_if = "Option::is_none")]
                code: Option<Cow<'static, str>>,
                #[serde(rename = $arguments, default, skip_serializing_if = "Arguments::is_empty")]
                arguments: Arguments,
            }

            /// The sentence, the code and the arguments.
            pub fn serialize<S: Serializer>(
                it: &Option<Message>,
                to: S,
            ) -> Result<S::Ok, S::Error> {
                let text = it.as_ref().map(Message::to_string);
                let (code, arguments) = it.as_ref().map(Message::parts).unwrap_or_default();
                Fields { text, code, arguments }.serialize(to)
            }

            /// Uses the code, if there is one.
            pub fn deserialize<'de, D: Deserializer<'de>>(
                from: D,
            ) -> Result<Option<Message>, D::Error> {
                let Fields { text, code, arguments } = Fields::deserialize(from)?;
                Ok(text.map(|text| Message::from_parts(code, arguments, text)))
            }
        }
    };
}

macro_rules! several {
    ($(#[$doc:meta])* $name:ident, $texts:literal, $messages:literal) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            #[derive(Serialize, Deserialize)]
            struct Fields {
                #[serde(rename = $texts, default)]
                texts: Vec<String>,
                #[serde(rename = $messages, default, skip_serializing_if = "Vec::is_empty")]
                messages: Vec<Message>,
            }

            /// The sentences, and all of them as messages.
            pub fn serialize<S: Serializer>(list: &[Message], to: S) -> Result<S::Ok, S::Error> {
                let texts = list.iter().map(Message::to_string).collect();
                Fields { texts, messages: list.to_vec() }.serialize(to)
            }

            /// Uses the messages, if there are any.
            pub fn deserialize<'de, D: Deserializer<'de>>(
                from: D,
            ) -> Result<Vec<Message>, D::Error> {
                let Fields { texts, messages } = Fields::deserialize(from)?;
                let verbatim = || texts.into_iter().map(Message::verbatim).collect();
                Ok(if messages.is_empty() { verbatim() } else { messages })
            }
        }
    };
}

fields!(
    /// `cause`, `code` and `arguments`.
    cause, "cause", "code", "arguments"
);
fields!(
    /// `remedy`, `remedy_code` and `remedy_arguments`.
    remedy, "remedy", "remedy_code", "remedy_arguments"
);

fields!(
    /// `subject`, `subject_code` and `subject_arguments`.
    subject, "subject", "subject_code", "subject_arguments"
);
fields!(
    /// `detail`, `code` and `arguments`.
    detail, "detail", "code", "arguments"
);
fields!(
    /// `text`, `code` and `arguments`.
    text, "text", "code", "arguments"
);
fields!(
    /// `reason`, `code` and `arguments`.
    reason, "reason", "code", "arguments"
);
fields!(
    /// `why`, `why_code` and `why_arguments`.
    why, "why", "why_code", "why_arguments"
);
several!(
    /// `reads` and `read_messages`.
    reads, "reads", "read_messages"
);
several!(
    /// `attention` and `attention_messages`.
    attention, "attention", "attention_messages"
);
several!(
    /// `notes` and `note_messages`.
    notes, "notes", "note_messages"
);
several!(
    /// `differences` and `difference_messages`.
    differences, "differences", "difference_messages"
);
several!(
    /// `remarks` and `remark_messages`.
    remarks, "remarks", "remark_messages"
);
optional!(
    /// `problem`, `problem_code` and `problem_arguments`.
    problem, "problem", "problem_code", "problem_arguments"
);
optional!(
    /// `remedy`, `remedy_code` and `remedy_arguments`; absent if there is no remedy.
    remedy_if_any, "remedy", "remedy_code", "remedy_arguments", "Option::is_none"
);
optional!(
    /// `outbox_error`, `outbox_error_code` and `outbox_error_arguments`.
    outbox_error, "outbox_error", "outbox_error_code", "outbox_error_arguments"
);
optional!(
    /// `recording_error`, `recording_error_code` and `recording_error_arguments`.
    recording_error, "recording_error", "recording_error_code", "recording_error_arguments"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Waiting {
        attempt: u32,
        #[serde(flatten, with = "cause")]
        cause: Message,
        #[serde(flatten, with = "remedy")]
        remedy: Message,
    }

    #[test]
    fn the_sentence_stays_where_it_was() {
        let cause = Message::new("system-timed-out").with("text", "no answer");
        let waiting = Waiting { attempt: 2, cause, remedy: Message::verbatim("wait") };
        let json = serde_json::to_string(&waiting).unwrap();
        assert_eq!(
            json,
            r#"{"attempt":2,"cause":"no answer","code":"system-timed-out","arguments":{"text":"no answer"},"remedy":"wait"}"#
        );
        assert_eq!(serde_json::from_str::<Waiting>(&json).unwrap(), waiting);
    }

    #[test]
    fn what_an_older_version_wrote_is_read() {
        let older: Waiting =
            serde_json::from_str(r#"{"attempt":1,"cause":"no route","remedy":"look"}"#).unwrap();
        assert_eq!(older.cause, Message::verbatim("no route"));
        assert_eq!(older.remedy, Message::verbatim("look"));
    }
}
