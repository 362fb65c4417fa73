//! File permissions of the service account: the files that its configuration names.

use std::{
    io,
    path::{Path, PathBuf},
};

use tagbridge_bridge::config::{KeySource, PasswordSource, SecretPlace};
use tagbridge_system::{Background, create_private_folder, open_to_background};

use super::{BackgroundProgram, host::LOGS, unexpected};
use crate::{
    arguments::Verb,
    failure::Failure,
    verbs::{config, run, serve},
};

/// Grants the permissions that a command needs, and creates the folders that it writes to, closed
/// to other accounts: otherwise all accounts could read them and create files in them, because they
/// are below `ProgramData`.
pub(super) fn grant_permissions(
    which: BackgroundProgram,
    folder: &Path,
    verb: &Verb,
) -> Result<(), Failure> {
    let (mut read, mut write) = (Vec::new(), vec![folder.join(LOGS)]);
    match verb {
        Verb::Run(it) => of_bridge(it, &mut read, &mut write)?,
        Verb::Serve(it) => of_service(it, &mut read, &mut write),
        _ => {}
    }
    let given = write
        .iter()
        .try_for_each(|it| {
            create_private_folder(it).and_then(|()| open_to_background(it, Background::Writes))
        })
        .and_then(|()| read.iter().try_for_each(|it| open_to_background(it, Background::Reads)));
    given.map_err(|error: io::Error| unexpected(which, &error))
}

fn of_bridge(
    run: &run::Run,
    read: &mut Vec<PathBuf>,
    write: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    let file = run.file();
    let config = config::load(file)?;
    read.push(file.to_owned());
    if let KeySource::Kept(SecretPlace::File(path)) = &config.service.key {
        read.push(path.clone());
    }
    for session in &config.sessions {
        if let Some(PasswordSource::Kept(SecretPlace::File(path))) = &session.password {
            read.push(path.clone());
        }
    }
    if let Some(mqtt) = config.mqtt {
        if let Some(SecretPlace::File(path)) = mqtt.password {
            read.push(path);
        }
        read.extend(mqtt.tls.authority);
        read.extend(mqtt.tls.client.into_iter().flat_map(|(certificate, key)| [certificate, key]));
    }
    write.push(config.data);
    Ok(())
}

fn of_service(serve: &serve::Serve, read: &mut Vec<PathBuf>, write: &mut Vec<PathBuf>) {
    read.extend(serve.read_files().map(Path::to_owned));
    write.push(serve.data().to_owned());
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use clap::Parser;
    use tagbridge_system::is_open_to_all;

    use super::*;
    use crate::arguments::Arguments;

    #[test]
    fn folders_that_are_made_for_it_are_closed_to_everybody_else() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("made/data");
        let line: [&OsStr; 4] =
            ["tagbridge".as_ref(), "serve".as_ref(), "--data".as_ref(), data.as_os_str()];
        let Ok(arguments) = Arguments::try_parse_from(line) else { panic!("it can be read") };
        let given = grant_permissions(BackgroundProgram::Service, folder.path(), &arguments.verb);
        assert!(given.is_ok(), "the folders are made");
        for made in [data.clone(), folder.path().join(LOGS)] {
            assert!(!is_open_to_all(&made).unwrap(), "{}", made.display());
        }
    }
}
