//! `tagbridge completions` and `tagbridge man`: generated from the definition of the command line.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{
    arguments::Arguments,
    failure::{Exit, Failure},
    files,
};

/// Print the completion script of a shell.
#[derive(Args)]
#[command(after_help = "Example: tagbridge completions bash > \
    ~/.local/share/bash-completion/completions/tagbridge")]
pub(crate) struct Completions {
    /// The name of the shell.
    shell: Shell,
}

/// Write the manual pages of all commands.
#[derive(Args)]
#[command(after_help = "Example: tagbridge man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The folder for the manual pages. It is created if it is missing.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn complete(arguments: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tagbridge", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}

pub(crate) fn write(arguments: &Man) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder))
        .map_err(|error| files::cannot_write(folder, &error))?;
    Ok(Exit::Done)
}
