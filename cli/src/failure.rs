//! The outcome of a command: its exit code, and the three lines with the reason.

use std::{io, net::SocketAddr, process::ExitCode};

use serde::Serialize;
use tagbridge_system::is_disk_full;
use tagbridge_texts::{Language, Message};

use crate::{
    messages::{Cannot, Do},
    output::{self, Output},
};

/// The exit codes, which scripts depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Success.
    Done = 0,
    /// Success, but some tags are bad, or some scans were not stored.
    SomeBad = 1,
    /// The command line, or a file in it, is wrong.
    Usage = 2,
    /// Cannot reach or log in, to a controller or the service.
    Unreachable = 3,
    /// Refused: permission, conflict (a port that is taken, a folder in use), not supported.
    Refused = 4,
    /// An internal error, or an error of this computer, such as a full or read-only disk.
    Ours = 5,
    /// Some tags are not known yet: a repetition returns more.
    Unsettled = 6,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        (exit as u8).into()
    }
}

/// A failure: the operation, the subject, the cause, and the remedy.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    said: Box<FailureDocument>,
}

#[derive(Debug)]
struct FailureDocument {
    what: Message,
    why: Message,
    remedy: Message,
}

impl Failure {
    pub(crate) fn new(
        exit: Exit,
        what: impl Into<Message>,
        why: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> Self {
        let said = FailureDocument { what: what.into(), why: why.into(), remedy: remedy.into() };
        Self { exit, said: Box::new(said) }
    }

    /// Creates an internal error, or an error of this computer.
    pub(crate) fn ours(what: impl Into<Message>, why: impl Into<Message>) -> Self {
        Self::new(Exit::Ours, what, why, &Do::RunAgain)
    }

    /// The operating system refuses to listen at the address in `option`.
    pub(crate) fn cannot_listen(option: &str, address: SocketAddr, error: &io::Error) -> Self {
        let (exit, remedy) = match error.kind() {
            io::ErrorKind::AddrInUse => (Exit::Refused, Do::AnotherAddress { option }),
            io::ErrorKind::PermissionDenied => (Exit::Refused, Do::HigherPort { option }),
            _ => (Exit::Usage, Do::OwnAddress { option }),
        };
        let what = Cannot::Listen { address: &address };
        Self::new(exit, &what, Message::system(error), &remedy)
    }

    /// Adds information about the next step.
    pub(crate) fn and(mut self, next: impl Into<Message>) -> Self {
        let remedy = std::mem::take(&mut self.said.remedy);
        self.said.remedy = Message::all([remedy, next.into()]);
        self
    }

    /// Prints three lines on stderr, or the same as one JSON document.
    pub(crate) fn report(&self, output: Output) {
        if self.exit == Exit::Done {
            return;
        }
        if output.is_json() {
            output::json_aside(&self.document());
        } else {
            output::text_aside(self.lines(output::language()));
        }
    }

    /// The text for a user.
    pub(crate) fn lines(&self, language: Language) -> String {
        let words = match language {
            Language::English => ["error", "  why", "   do"],
            Language::German => ["Fehler", "Ursache", "Abhilfe"],
        };
        let FailureDocument { what, why, remedy } = &*self.said;
        let all = words.iter().zip([what, why, remedy]);
        let lines = all.map(|(word, said)| format!("{word}: {}", said.in_language(language)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The JSON for programs: English, with the codes.
    fn document(&self) -> Document<'_> {
        let FailureDocument { what, why, remedy } = &*self.said;
        Document {
            error: match self.exit {
                Exit::Done | Exit::SomeBad | Exit::Unsettled | Exit::Ours => "internal",
                Exit::Usage => "usage",
                Exit::Unreachable => "unreachable",
                Exit::Refused => "refused",
            },
            message: format!("{what}: {why}"),
            code: what,
            cause: why,
            remedy,
        }
    }
}

/// The output cannot be written. If its reader has ended, such as `| head`, this is not a failure.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => {
                let nothing = Message::default;
                Self::new(Exit::Done, nothing(), nothing(), nothing())
            }
            _ if is_disk_full(&error) => {
                Self::new(Exit::Ours, &Cannot::Print, Message::system(&error), &Do::RoomForOutput)
            }
            _ => Self::ours(&Cannot::Print, Message::system(&error)),
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    error: &'static str,
    message: String,
    /// The failed operation: `code` and `arguments`.
    #[serde(flatten)]
    code: &'a Message,
    /// The cause, as code and arguments; a third-party text has the code `verbatim`.
    cause: &'a Message,
    #[serde(flatten, with = "tagbridge_texts::json::remedy")]
    remedy: &'a Message,
}
