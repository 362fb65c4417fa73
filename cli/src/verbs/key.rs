//! `tagbridge key`: the built-in service's keys, and codes that devices exchange for keys.

mod code;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use serde_json::json;
use tagbridge_api::Permission;
use tagbridge_service::{KeyInfo, KeySecret, NewKey, Service};

use crate::{
    arguments::{permission, time},
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Column, Do, Line, ReasonText, TableWord},
    output::{self, Output},
    verbs::organization_arguments::OrganizationArguments,
};

#[derive(Args)]
pub(crate) struct Key {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Create a key, and print its secret. The service does not store the secret.
    #[command(after_help = "Example: tagbridge key create --data DIR --name bridge --permissions \
        hmi_view,hmi_push --output bridge.key")]
    Create {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// A name that says what the key is for.
        #[arg(long, value_parser = NonEmptyStringValueParser::new())]
        name: String,
        /// The permissions of the key, separated by commas. A bridge needs `hmi_push`, and
        /// `code_read` to download its project. A client that reads values needs `hmi_view`. The
        /// manual lists all: docs/manual/service.md.
        #[arg(long, value_delimiter = ',', required = true, value_parser = permission)]
        permissions: Vec<Permission>,
        /// A project that the key may use, by its id; may be repeated [default: all projects].
        #[arg(long = "project", value_name = "ID")]
        projects: Vec<String>,
        /// The only device that may push with the key, by the id that `tagbridge sessions` shows
        /// [default: any device].
        #[arg(long, value_name = "DEVICE")]
        device: Option<String>,
        /// The time after which the key expires, such as `90d` [default: never].
        #[arg(long, value_name = "TIME", value_parser = time)]
        expires: Option<Duration>,
        /// The file to create for the secret. Only you can read it [default: print the secret].
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Create a new key with the same permissions as an old one. The old key expires.
    #[command(after_help = "Example: tagbridge key rotate --data DIR be8fb3297145 --both 1h \
        --output new.key")]
    Rotate {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// The old key's id, as `tagbridge key list` shows it.
        id: String,
        /// How long the old key stays valid, such as `1h`.
        #[arg(long, value_name = "TIME", value_parser = time, default_value = "1h")]
        both: Duration,
        /// The file to create for the secret. Only you can read it [default: print the secret].
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// List the keys, without their secrets.
    #[command(after_help = "Example: tagbridge key list --data DIR")]
    List {
        #[command(flatten)]
        owned: OrganizationArguments,
    },
    /// Create a code, and print it. Devices exchange it for their own keys. The service does not
    /// store the code.
    #[command(
        after_help = "Example: tagbridge key code --data DIR --name west --uses 30 --expires 7d\n\n\
        A device exchanges the code for a key with `tagbridge fleet apply`. Only this device can \
        push with the key."
    )]
    Code(code::NewCode),
    /// List the codes and how often each was used.
    #[command(after_help = "Example: tagbridge key codes --data DIR")]
    Codes {
        #[command(flatten)]
        owned: OrganizationArguments,
    },
    /// Revoke a key or a code: the service refuses it from now on. Keys that were created with a
    /// code stay valid.
    #[command(after_help = "Example: tagbridge key revoke --data DIR be8fb3297145")]
    Revoke {
        #[command(flatten)]
        owned: OrganizationArguments,
        /// The id of the key or the code, as `tagbridge key list` or `tagbridge key codes` shows
        /// it.
        id: String,
    },
}

pub(crate) fn run(arguments: Key, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Create { owned, name, permissions, projects, device, expires, output: file } => {
            let projects = (!projects.is_empty()).then_some(projects);
            let key = NewKey { name, permissions, projects, device, lifetime: expires };
            make(&owned.reopen()?, file.as_deref(), output, |service| {
                service.create_key(key).map_err(|error| {
                    Failure::new(Exit::Usage, &Cannot::MakeKey, &error, &Do::SeeProjectIds)
                })
            })
        }
        Action::Rotate { owned, id, both, output: file } => {
            make(&owned.reopen()?, file.as_deref(), output, |service| {
                let what = Cannot::RotateKey { id: &id };
                let rotated = service.rotate_key(&id, both);
                let rotated = rotated.map_err(|error| Failure::ours(&what, &error))?;
                rotated.ok_or_else(|| {
                    Failure::new(Exit::Usage, &what, &ReasonText::NoValidKey, &Do::SeeKeyIds)
                })
            })
        }
        Action::List { owned } => list(&owned.reopen()?, output),
        Action::Code(new) => code::make(new, output),
        Action::Codes { owned } => code::list(&owned, output),
        Action::Revoke { owned, id } => revoke(&owned.reopen()?, &id, output),
    }
}

fn make(
    service: &Service,
    file: Option<&Path>,
    output: Output,
    make: impl FnOnce(&Service) -> Result<(KeyInfo, KeySecret), Failure>,
) -> Result<Exit, Failure> {
    // The file first, because a key without its secret cannot be used.
    let file = match file {
        Some(path) => Some((path, files::create_private(path)?)),
        None => None,
    };
    let (info, secret) = make(service).inspect_err(|_| {
        // An empty file would prevent the next attempt.
        if let Some((path, _)) = &file {
            drop(fs::remove_file(path));
        }
    })?;
    if let Some((path, mut file)) = file {
        let written = writeln!(file, "{}", secret.reveal()).and_then(|()| file.sync_all());
        written.map_err(|error| {
            // Its secret is lost, and an incomplete file is useless.
            let revoked = service.revoke_key(&info.id);
            drop(fs::remove_file(path));
            let failure = files::cannot_write(path, &error);
            match revoked {
                Ok(_) => failure,
                Err(_) => failure.and(&Do::ThenRevoke { id: &info.id }),
            }
        })?;
        if output.is_json() {
            output::json(&json!({ "id": info.id, "file": path }))?;
        } else {
            output::line(&Line::KeyMadeInto { id: &info.id, file: path })?;
        }
    } else if output.is_json() {
        output::json(&json!({ "id": info.id, "secret": secret.reveal() }))?;
    } else {
        output::text(secret.reveal())?;
        output::aside(&Line::KeyMade { id: &info.id });
    }
    Ok(Exit::Done)
}

fn list(service: &Service, output: Output) -> Result<Exit, Failure> {
    let keys = service.list_keys();
    let keys = keys.map_err(|error| Failure::ours(&Cannot::ListKeys, &error))?;
    if output.is_json() {
        output::json(&keys.iter().map(document).collect::<Vec<_>>())?;
    } else {
        let rows: Vec<_> = keys.iter().map(row).collect();
        let header = [
            Column::Id,
            Column::Name,
            Column::Permissions,
            Column::Projects,
            Column::Device,
            Column::Made,
            Column::LastUsed,
            Column::Ends,
        ];
        output::table(&header, &rows)?;
    }
    Ok(Exit::Done)
}

fn row(key: &KeyInfo) -> Vec<String> {
    let permissions: Vec<_> = key.permissions.iter().map(|it| it.as_str()).collect();
    let projects = key.projects.as_ref().map(|ids| ids.join(", "));
    vec![
        key.id.clone(),
        key.name.clone(),
        permissions.join(", "),
        projects.unwrap_or_else(|| output::said(&TableWord::AllProjects)),
        key.device.clone().unwrap_or_else(|| output::said(&TableWord::AnyDevice)),
        key.created_at.to_string(),
        key.last_used_at.map(|at| at.to_string()).unwrap_or_default(),
        match (key.revoked_at, key.expires_at) {
            (Some(at), _) => output::said(&TableWord::Revoked { at: &at }),
            (None, Some(at)) => at.to_string(),
            (None, None) => String::new(),
        },
    ]
}

fn revoke(service: &Service, id: &str, output: Output) -> Result<Exit, Failure> {
    let what = Cannot::RevokeKey { id };
    let ours = |error| Failure::ours(&what, &error);
    let found = service.revoke_key(id).map_err(ours)?;
    if !found && !service.revoke_enrolment(id).map_err(ours)? {
        return Err(Failure::new(Exit::Usage, &what, &ReasonText::NoKey, &Do::SeeKeyIds));
    }
    if output.is_json() {
        output::json(&json!({ "id": id, "revoked": true }))?;
    } else {
        output::line(&Line::KeyRevoked { id })?;
    }
    Ok(Exit::Done)
}

/// The JSON of a key. Other programs may depend on these names.
fn document(key: &KeyInfo) -> serde_json::Value {
    json!({
        "id": key.id,
        "name": key.name,
        "permissions": key.permissions,
        "projects": key.projects,
        "device": key.device,
        "expires_at": key.expires_at,
        "last_used_at": key.last_used_at,
        "created_at": key.created_at,
        "revoked_at": key.revoked_at,
    })
}
