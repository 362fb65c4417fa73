//! Runs a command as a Windows service: in the folder of its installation, with its own log.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, Parser};
use tagbridge_system as system;
use tagbridge_texts::Language;

use super::{BackgroundProgram, failed};
use crate::{arguments::Arguments, failure::Exit, live, logging::Log, output::Output};

/// The folder of its log, in its folder.
pub(crate) const LOGS: &str = "logs";

#[derive(Args)]
pub(crate) struct Host {
    /// The program.
    #[arg(value_enum)]
    pub(super) which: BackgroundProgram,
    /// The working folder of the program.
    #[arg(long)]
    folder: PathBuf,
    /// Arguments of the verb.
    #[arg(last = true)]
    arguments: Vec<OsString>,
}

/// Creates its arguments.
pub(super) fn line(
    which: BackgroundProgram,
    folder: &Path,
    arguments: Vec<OsString>,
) -> Vec<OsString> {
    let folder = folder.as_os_str().to_owned();
    let ours: [OsString; 6] = [
        "service".into(),
        "host".into(),
        which.word().into(),
        "--folder".into(),
        folder,
        "--".into(),
    ];
    ours.into_iter().chain(arguments).collect()
}

/// Runs until the operating system stops it.
pub(crate) fn host(host: Host) -> ExitCode {
    let which = host.which;
    match system::host(which.name(), move || work(host) as u8) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // It was started at a terminal.
            let failure = failed(which, error);
            failure.report(Output::new(false));
            failure.exit.into()
        }
    }
}

fn work(host: Host) -> Exit {
    if std::env::set_current_dir(&host.folder).is_err() {
        return Exit::Usage;
    }
    let line = [OsString::from("tagbridge"), host.which.verb().into()];
    let Ok(arguments) = Arguments::try_parse_from(line.into_iter().chain(host.arguments)) else {
        return Exit::Usage;
    };
    match live(arguments, Log::Folder(Path::new(LOGS))) {
        Ok(exit) => exit,
        Err(failure) => {
            tracing::error!("{}", failure.lines(Language::English));
            failure.exit
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Verb;

    #[test]
    fn what_is_installed_is_read_as_it_was_meant() {
        let folder = Path::new("a folder");
        let line = line(BackgroundProgram::Service, folder, vec!["--data".into(), "d".into()]);
        let arguments =
            Arguments::try_parse_from([OsString::from("tagbridge")].into_iter().chain(line));
        let Ok(Verb::Service(service)) = arguments.map(|it| it.verb) else { panic!("no verb") };
        let host = service.into_host().ok().expect("the host");
        assert_eq!((host.which, &*host.folder), (BackgroundProgram::Service, folder));
        assert_eq!(host.arguments, ["--data", "d"]);
    }
}
