//! `tagbridge fleet`: one signed file that sets up many installations.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use serde_json::json;
use tagbridge_api::Timestamp;
use tagbridge_bridge::Key;
use tagbridge_fleet::{
    AppliedFleet, CONFIGURATION, FleetError, Installation, SignerKey, SigningKey,
};

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Do, Line, ReasonText},
    output::{self, Output},
};

#[derive(Args)]
pub(crate) struct Fleet {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create a signing key for fleet files, and print its public key.
    #[command(after_help = "Example: tagbridge fleet key fleet.key\n\n\
        Protect the file: anyone who has it can configure every installation that trusts the key. \
        Give the printed public key to the people who set up the installations. They need it for \
        `tagbridge fleet apply --signer`.")]
    Key {
        /// The file to create. Only you can read it.
        file: PathBuf,
    },
    /// Write a signed fleet file from a configuration and the files that it names, without keys and
    /// passwords.
    #[command(
        after_help = "Example: tagbridge fleet sign tagbridge.toml --key fleet.key --name west \
        --output west.fleet\n\n\
        The fleet file contains the configuration, the project files of its sessions, the \
        certificate authority of the MQTT broker, and the certificates in pki/authorities, \
        pki/pinned and pki/trusted. All these files must be in the configuration's folder."
    )]
    Sign {
        /// The configuration of one installation, tested with `tagbridge doctor`.
        #[arg(default_value = CONFIGURATION)]
        config: PathBuf,
        /// The signing key that `tagbridge fleet key` created.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// The name of the fleet, such as `west`.
        #[arg(long, value_parser = NonEmptyStringValueParser::new())]
        name: String,
        /// The fleet file to create.
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Set up or update this installation from a fleet file. If a check fails, no file is changed.
    #[command(after_help = "Examples:\n  \
        tagbridge fleet apply west.fleet --signer ed25519:… --code - --to /etc/tagbridge\n  \
        tagbridge fleet apply west.fleet --to /etc/tagbridge\n\n\
        The first example sets up an installation, the second one updates it.\n\n\
        Exit codes: 0 success; 2 the file or the folder cannot be used; 3 cannot connect to the \
        service; 4 refused: the signature, the code, or a file that is older than the last one. \
        `tagbridge --help` lists the other exit codes.")]
    Apply {
        /// The fleet file that `tagbridge fleet sign` created.
        file: PathBuf,
        /// The public key of the signer that you trust, as `tagbridge fleet key` prints it, or a
        /// file with it [default: the signer of the last applied file].
        #[arg(long, value_name = "SIGNER")]
        signer: Option<String>,
        /// The code that `tagbridge key code` printed; the service exchanges it for a key. `-`
        /// reads the code from standard input [default: use the existing key].
        #[arg(long, value_name = "CODE", env = "TAGBRIDGE_CODE", hide_env_values = true)]
        code: Option<String>,
        /// A session of this installation; may be repeated [default: the same sessions as before;
        /// the first time, all sessions whose project the key allows].
        #[arg(long = "session", value_name = "NAME")]
        sessions: Vec<String>,
        /// Allow a fleet file that is older than the last applied one.
        #[arg(long)]
        older: bool,
        /// The folder for the configuration and its files.
        #[arg(long = "to", value_name = "DIR", default_value = ".")]
        folder: PathBuf,
    },
}

pub(crate) async fn run(arguments: Fleet, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Key { file } => key(&file, output),
        Action::Sign { config, key, name, output: to } => sign(&config, &key, &name, &to, output),
        Action::Apply { file, signer, code, sessions, older, folder } => {
            let failed = |error: FleetError| failure(&Cannot::ApplyFleet { file: &file }, &error);
            let signer =
                signer.as_deref().map(SignerKey::of_argument).transpose().map_err(failed)?;
            let code = code.as_deref().map(read_code).transpose()?;
            let wanted =
                Installation { file: &file, folder: &folder, signer, code, sessions, older };
            let applied = tagbridge_fleet::apply(wanted).await.map_err(failed)?;
            show(&applied, output)
        }
    }
}

fn key(file: &Path, output: Output) -> Result<Exit, Failure> {
    let key = SigningKey::create(file)
        .map_err(|error| failure(&Cannot::MakeFleetKey { file }, &error))?;
    let signer = key.public().to_string();
    if output.is_json() {
        output::json(&json!({ "file": file, "signer": signer }))?;
    } else {
        output::text(&signer)?;
        output::aside(&Line::FleetKeyMade { file });
    }
    Ok(Exit::Done)
}

fn sign(config: &Path, key: &Path, name: &str, to: &Path, output: Output) -> Result<Exit, Failure> {
    let failed = |error: FleetError| failure(&Cannot::SignFleet { file: config }, &error);
    let key = SigningKey::read(key).map_err(failed)?;
    let bytes = tagbridge_fleet::sign(config, name, &key, Timestamp::now()).map_err(failed)?;
    files::create(to, &bytes)?;
    let signer = key.public().to_string();
    if output.is_json() {
        output::json(&json!({ "file": to, "name": name, "signer": signer, "bytes": bytes.len() }))?;
    } else {
        output::line(&Line::FleetSigned { file: to, signer: &signer })?;
        output::text(format!(
            "  tagbridge fleet apply {} --signer {signer} --code -",
            to.display()
        ))?;
    }
    Ok(Exit::Done)
}

fn show(applied: &AppliedFleet, output: Output) -> Result<Exit, Failure> {
    let AppliedFleet { name, configuration, device_id, key_id, sessions } = applied;
    if output.is_json() {
        output::json(&json!({
            "name": name, "configuration": configuration, "device_id": device_id,
            "key_id": key_id, "sessions": sessions,
        }))?;
    } else {
        let (sessions, device) = (sessions.len() as u64, device_id.as_str());
        output::line(&Line::FleetApplied { name, file: configuration, sessions, device })?;
        output::text(format!(
            "  tagbridge doctor --config {0}\n  tagbridge run --config {0}",
            configuration.display()
        ))?;
    }
    Ok(Exit::Done)
}

/// The code, or the first line of standard input.
fn read_code(argument: &str) -> Result<Key, Failure> {
    let mut text = argument.to_owned();
    if argument == "-" {
        text.clear();
        // Unreadable input is not a code.
        let _unread = std::io::stdin().take(4096).read_to_string(&mut text);
    }
    let line = text.lines().next().unwrap_or_default();
    Key::new(line).ok_or_else(|| {
        Failure::new(Exit::Usage, &Cannot::ReadCommandLine, &ReasonText::NoCode, &Do::SeeHelp)
    })
}

fn failure(what: &Cannot<'_>, error: &FleetError) -> Failure {
    let exit = match error {
        it if it.is_unreachable() => Exit::Unreachable,
        it if it.is_refused() => Exit::Refused,
        _ => Exit::Usage,
    };
    Failure::new(exit, what, error, error.remedy())
}
