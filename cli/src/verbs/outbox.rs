//! `tagbridge outbox`: shows what a bridge has stored and not yet delivered, and what the service refused.

mod quarantine;

use std::{
    fs,
    io::{self, BufWriter, ErrorKind},
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use serde::Serialize;
use tagbridge_bridge::{ExportError, Exported, OutboxError, OutboxFile, StoredOutbox};
use tagbridge_texts::{Coded, Message};

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Column, Do, Line, ReasonText, TableWord},
    output::{self, Output},
    verbs::folder::{Folder, not_there},
};

/// Show the snapshots that a bridge has not yet delivered, or that the service refused.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:\n  \
    tagbridge outbox --config tagbridge.toml\n  \
    tagbridge outbox export waiting.jsonl --data /var/lib/tagbridge\n  \
    tagbridge outbox quarantine\n  \
    tagbridge outbox resend 4711 --session line-3\n\n\
    If the service refuses a single snapshot, the bridge moves it to the quarantine: the folder \
    SESSION.quarantine in the data folder. The quarantine of a session keeps up to 10,000 \
    snapshots, 64 MiB and 30 days. The commands also work while the bridge runs.")]
pub(crate) struct Outbox {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    folder: Folder,
}

#[derive(Subcommand)]
enum Action {
    /// Show how many snapshots of each session are stored and not yet delivered.
    #[command(after_help = "Example: tagbridge outbox list --json")]
    List {
        #[command(flatten)]
        folder: Folder,
    },
    /// List the snapshots that the service refused, and why.
    #[command(after_help = "Example: tagbridge outbox quarantine --session line-3\n\n\
        Exit codes: 0 success; 1 damaged snapshots were omitted. `tagbridge --help` lists the \
        other exit codes.")]
    Quarantine {
        #[command(flatten)]
        of: Sessions,
    },
    /// Send refused snapshots again, with the same sequence numbers.
    #[command(after_help = "Examples:\n  \
        tagbridge outbox resend 4711 4712 --session line-3\n  \
        tagbridge outbox resend --all\n\n\
        A running bridge sends the snapshots with its next push. Otherwise they are sent when the \
        bridge runs again. If the service refuses a snapshot again, it returns to the \
        quarantine.\n\n\
        Exit codes: 0 success; 1 some snapshots stay in quarantine, because the session started a \
        new stream. `tagbridge --help` lists the other exit codes.")]
    Resend(Chosen),
    /// Delete refused snapshots. They cannot be restored.
    #[command(after_help = "Example: tagbridge outbox discard --all --session line-3\n\n\
        To keep a copy, export the snapshots first: tagbridge outbox export FILE --quarantine")]
    Discard(Chosen),
    /// Save the stored snapshots as JSON lines. The oldest is first.
    #[command(after_help = "Example: tagbridge outbox export waiting.jsonl --session line-3\n\n\
        A line is {\"session\", \"project\", \"stream_id\", \"snapshot\"}. The exported snapshots \
        stay in the outbox.\n\n\
        Exit codes: 0 success; 1 damaged snapshots were omitted. `tagbridge --help` lists the \
        other exit codes.")]
    Export {
        /// The file to create; `-` is stdout. Only you can read the file.
        file: PathBuf,
        /// Export the quarantine instead. Each line also says when and why the service refused the
        /// snapshot.
        #[arg(long)]
        quarantine: bool,
        #[command(flatten)]
        of: Sessions,
    },
}

/// Sessions of a bridge.
#[derive(Args)]
struct Sessions {
    /// The session; may be repeated [default: all sessions].
    #[arg(long = "session", value_name = "NAME")]
    sessions: Vec<String>,
    #[command(flatten)]
    folder: Folder,
}

/// Snapshots in quarantine.
#[derive(Args)]
#[group(skip)]
struct Chosen {
    /// The sequence numbers of the snapshots, as `tagbridge outbox quarantine` shows them.
    #[arg(value_name = "SEQUENCE", required_unless_present = "all")]
    sequences: Vec<u64>,
    /// All snapshots in quarantine.
    #[arg(long, conflicts_with = "sequences")]
    all: bool,
    #[command(flatten)]
    of: Sessions,
}

pub(crate) fn run(arguments: &Outbox, output: Output) -> Result<Exit, Failure> {
    match &arguments.action {
        None => show(&all(&arguments.folder, output)?, output),
        Some(Action::List { folder }) => show(&all(folder, output)?, output),
        Some(Action::Quarantine { of }) => quarantine::show(&of.outboxes(output)?, output),
        Some(Action::Resend(chosen)) => quarantine::resend(chosen, output),
        Some(Action::Discard(chosen)) => quarantine::discard(chosen, output),
        Some(Action::Export { file, quarantine, of }) => {
            let write = if *quarantine { quarantine::export } else { OutboxFile::export };
            export(&of.outboxes(output)?, file, write, output)
        }
    }
}

impl Sessions {
    fn outboxes(&self, output: Output) -> Result<Vec<OutboxFile>, Failure> {
        chosen(all(&self.folder, output)?, &self.sessions, &self.folder)
    }
}

fn all(of: &Folder, output: Output) -> Result<Vec<OutboxFile>, Failure> {
    let folder = of.bridge(output)?;
    OutboxFile::all(&folder).or_else(|error| {
        match error.kind() {
            // Before its first start a bridge has no outbox.
            ErrorKind::NotFound if of.is_configured() => return Ok(Vec::new()),
            ErrorKind::NotFound | ErrorKind::NotADirectory => return Err(not_there(&folder)),
            _ => {}
        }
        let what = Cannot::LookInto { folder: &folder };
        Err(Failure::new(Exit::Refused, &what, Message::system(&error), &Do::SameUser))
    })
}

/// The outboxes of the given sessions; without any, of all sessions.
fn chosen(
    mut files: Vec<OutboxFile>,
    sessions: &[String],
    of: &Folder,
) -> Result<Vec<OutboxFile>, Failure> {
    let names: Vec<_> = files.iter().map(|it| it.session.as_str()).collect();
    if let Some(missing) = sessions.iter().find(|it| !names.contains(&it.as_str())) {
        return Err(unknown(missing, &names, &of.sessions()));
    }
    files.retain(|it| sessions.is_empty() || sessions.contains(&it.session));
    Ok(files)
}

/// The error of a session without an outbox, with the sessions that have one.
fn unknown(name: &str, stored: &[&str], configured: &[String]) -> Failure {
    let sessions = stored.join(", ");
    let all = match stored {
        [] => ReasonText::NothingStored,
        [session] => ReasonText::OnlyThatOf { session },
        _ => ReasonText::ThoseOf { sessions: &sessions },
    };
    let is_configured = configured.iter().any(|it| it == name);
    let names = configured.join(", ");
    let why = match (is_configured, stored) {
        (true, []) => ReasonText::StoredNothingAsNone,
        (true, _) => ReasonText::StoredNothing { stored: all.message() },
        (false, []) if !configured.is_empty() => {
            ReasonText::ConfigurationHas { stored: all.message(), sessions: &names }
        }
        (false, _) => all,
    };
    let lowercase = name.to_lowercase();
    let alike: Vec<_> =
        stored.iter().filter(|it| it.to_lowercase().starts_with(&lowercase)).collect();
    let remedy = match (&*alike, stored) {
        (_, []) => Do::StartBridge,
        ([name], _) => Do::DidYouMean { name },
        _ => Do::NameOne,
    };
    Failure::new(Exit::Usage, &Cannot::FindOutbox { session: name }, &why, &remedy)
}

fn show(files: &[OutboxFile], output: Output) -> Result<Exit, Failure> {
    let (mut stored, mut failed) = (Vec::new(), None);
    for file in files {
        match file.look() {
            Ok(it) => stored.push(it),
            Err(error) => {
                let failure = unreadable(&error);
                // The others are printed, and the last failure ends the command.
                if let Some(before) = failed.replace(failure) {
                    Failure::report(&before, output);
                }
            }
        }
    }
    if output.is_json() {
        output::json(&serde_json::json!({ "outboxes": stored }))?;
    } else if files.is_empty() {
        output::line(&Line::NoOutbox)?;
    } else {
        let rows: Vec<_> = stored.iter().map(row).collect();
        let header = [
            Column::Session,
            Column::Waiting,
            Column::Sequences,
            Column::Size,
            Column::Oldest,
            Column::Lost,
            Column::Quarantined,
            Column::Bridge,
        ];
        output::table(&header, &rows)?;
    }
    failed.map_or(Ok(Exit::Done), Err)
}

fn row(stored: &StoredOutbox) -> Vec<String> {
    let status = &stored.status;
    let sequences = if status.depth == 0 {
        "–".to_owned()
    } else {
        output::said(&TableWord::UpTo { sequence: status.next_sequence.saturating_sub(1) })
    };
    vec![
        stored.session.clone(),
        status.depth.to_string(),
        sequences,
        output::size(status.bytes),
        status.oldest.map_or_else(|| "–".to_owned(), |it| it.to_string()),
        status.lost.to_string(),
        status.quarantined.to_string(),
        output::said(if stored.is_in_use { &TableWord::Running } else { &TableWord::NotRunning }),
    ]
}

/// The result of an export.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a Path,
    snapshots: u64,
    damaged: u64,
}

/// Writes the snapshots of an outbox.
type Write = fn(&OutboxFile, &mut dyn io::Write) -> Result<Exported, ExportError>;

fn export(
    files: &[OutboxFile],
    path: &Path,
    write: Write,
    output: Output,
) -> Result<Exit, Failure> {
    let is_stdout = path.as_os_str() == "-";
    let (snapshots, damaged) = if is_stdout {
        written(files, write, &mut BufWriter::new(io::stdout().lock()))?
    } else {
        let sink = files::create_private(path)?;
        let written = written(files, write, &mut BufWriter::new(&sink)).and_then(|it| {
            sink.sync_all().map(|()| it).map_err(|error| files::cannot_write(path, &error))
        });
        if written.is_err() {
            // An incomplete file would look complete.
            drop(fs::remove_file(path));
        }
        written?
    };
    if output.is_json() && !is_stdout {
        output::json(&Report { file: path, snapshots, damaged })?;
    } else {
        output::aside(&if is_stdout {
            Line::Exported { snapshots }
        } else {
            Line::ExportedTo { snapshots, file: path }
        });
    }
    if damaged > 0 {
        output::aside(&Line::DamagedLeftOut { snapshots: damaged });
    }
    Ok(if damaged > 0 { Exit::SomeBad } else { Exit::Done })
}

fn written(
    files: &[OutboxFile],
    write: Write,
    sink: &mut dyn io::Write,
) -> Result<(u64, u64), Failure> {
    let (mut snapshots, mut damaged) = (0, 0);
    for file in files {
        let exported = write(file, sink).map_err(|error| match error {
            ExportError::Outbox(error) => unreadable(&error),
            ExportError::Write(error) => error.into(),
        })?;
        snapshots += exported.snapshots;
        damaged += exported.damaged.len() as u64;
    }
    sink.flush()?;
    Ok((snapshots, damaged))
}

fn unreadable(error: &OutboxError) -> Failure {
    Failure::new(Exit::Ours, &Cannot::ReadOutbox, error, &Do::SameUserAndVersion)
}

#[cfg(test)]
mod tests {
    use tagbridge_texts::Language;

    use super::*;

    #[test]
    fn a_session_without_an_outbox_is_told_which_have_one() {
        let configured = ["line-3".to_owned(), "line-4".to_owned()];
        let both = ["line-3", "line-4"];
        for (name, stored, configured, says) in [
            ("line-3", &[][..], &configured[..], &["no session has stored", "tagbridge run"][..]),
            ("line-5", &[], &configured, &["no session has", "has line-3, line-4"]),
            ("line-5", &[], &[], &["no session has stored", "tagbridge run"]),
            (
                "line-4",
                &both[..1],
                &configured,
                &["nothing yet; there is only the outbox of line-3"],
            ),
            (
                "line-5",
                &both,
                &configured,
                &["outboxes of line-3, line-4", "the full name of one of them"],
            ),
            ("LINE-4", &both, &[], &["did you mean `line-4`?"]),
            ("line", &both, &[], &["outboxes of line-3, line-4", "the full name of one of them"]),
        ] {
            let failure = unknown(name, stored, configured).lines(Language::English);
            for text in says {
                assert!(failure.contains(text), "{name}: `{text}` is not in {failure}");
            }
        }
    }
}
