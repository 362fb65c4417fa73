//! A remote service, with its address and a file with its key.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use tagbridge_bridge::{Client, Key, UplinkError};
use tagbridge_texts::{Coded, Message};
use url::Url;

use crate::{
    arguments::url,
    failure::{Exit, Failure},
    messages::{Cannot, Do, ReasonText},
};

/// The service that a command uses.
#[derive(Args)]
pub(crate) struct ServiceArguments {
    /// The base URL of the service, such as `http://127.0.0.1:8750/api/v1`.
    #[arg(long, value_name = "URL", value_parser = url)]
    pub(crate) service: Url,

    /// The file with a key of the service, as `tagbridge key create --output FILE` writes it.
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: PathBuf,
}

/// Creates a client of a service.
pub(crate) fn client(service: &Url, key_file: &Path) -> Result<Client, Failure> {
    let asking = Cannot::AskService { service };
    let text = fs::read_to_string(key_file).map_err(|error| {
        let why = ReasonText::OfFile { file: key_file, why: Message::system(&error) };
        Failure::new(Exit::Usage, &asking, &why, &Do::NameKeyFile)
    })?;
    let key = Key::new(&text).ok_or_else(|| {
        Failure::new(Exit::Usage, &asking, &ReasonText::NoKeyIn { file: key_file }, &Do::WriteKey)
    })?;
    Client::new(service, &key, None)
        .map_err(|error| Failure::new(Exit::Usage, &asking, &error, &Do::UseHttps))
}

/// Converts the error of a request.
pub(crate) fn failed(service: &Url, error: &UplinkError) -> Failure {
    let exit = match error {
        UplinkError::Unreachable { .. }
        | UplinkError::NoAnswer { .. }
        | UplinkError::Untrusted { .. }
        | UplinkError::Unauthorized(_) => Exit::Unreachable,
        UplinkError::Incompatible { .. } => Exit::Usage,
        _ => Exit::Refused,
    };
    let remedy = match error {
        UplinkError::Unreachable { .. } | UplinkError::NoAnswer { .. } => {
            Do::CheckServiceRuns.message()
        }
        UplinkError::Untrusted { .. } => error.remedy(),
        UplinkError::Forbidden(envelope) if envelope.suggested_action.is_some() => error.remedy(),
        _ => Do::CheckAsked.message(),
    };
    Failure::new(exit, &Cannot::AskService { service }, error, remedy)
}
