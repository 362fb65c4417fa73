//! `tagbridge config`: the commented default configuration, and a check.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use serde_json::json;
use tagbridge_bridge as bridge;
use tagbridge_texts::Coded;

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Line, ReasonText},
    output::{self, Output},
};

#[derive(Args)]
pub(crate) struct Config {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Write the default configuration, with a comment for each setting.
    #[command(after_help = "Examples:\n  \
        tagbridge config init\n  \
        tagbridge config init -")]
    Init {
        /// The file to create; `-` is stdout. An existing file is not overwritten.
        #[arg(default_value = "tagbridge.toml")]
        file: PathBuf,
    },
    /// Check a configuration and the project files that it names. It connects to no controller and
    /// to no service.
    #[command(after_help = "Example: tagbridge config check tagbridge.toml")]
    Check {
        /// The configuration file.
        #[arg(default_value = "tagbridge.toml")]
        file: PathBuf,
    },
}

pub(crate) fn run(arguments: Config, output: Output) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Init { file } => init(&file, output),
        Action::Check { file } => check(&file, output),
    }
}

fn init(file: &Path, output: Output) -> Result<Exit, Failure> {
    let text = bridge::config::DEFAULT;
    if file.as_os_str() == "-" {
        output::text(text.trim_end())?;
        return Ok(Exit::Done);
    }
    let failed = |error| files::cannot_write(file, &error);
    let mut new = OpenOptions::new().write(true).create_new(true).open(file).map_err(failed)?;
    new.write_all(text.as_bytes()).and_then(|()| new.sync_all()).map_err(|error| {
        // An incomplete file would prevent the next attempt.
        drop(fs::remove_file(file));
        failed(error)
    })?;
    if output.is_json() {
        output::json(&json!({ "file": file }))?;
    } else {
        output::line(&Line::ConfigurationWritten { file })?;
        output::text(format!(
            "  tagbridge config check {0}\n  tagbridge run --config {0}",
            file.display()
        ))?;
    }
    Ok(Exit::Done)
}

fn check(file: &Path, output: Output) -> Result<Exit, Failure> {
    let config = match bridge::Config::check(file) {
        Ok(config) => config,
        Err(errors) => {
            // Reports all errors at once.
            for error in errors {
                unusable(file, error).report(output);
            }
            return Ok(Exit::Usage);
        }
    };
    let sessions: Vec<_> = config
        .sessions
        .iter()
        .map(|it| json!({ "name": it.name, "project": it.project, "endpoint": it.endpoint.to_string(), "tags": it.tags.len() }))
        .collect();
    if output.is_json() {
        output::json(
            &json!({ "file": file, "service": config.service.url.as_str(), "sessions": sessions }),
        )?;
    } else {
        output::line(&Line::ConfigurationFine { file })?;
        for session in &config.sessions {
            let (name, project) = (session.name.as_str(), session.project.as_str());
            let endpoint = &session.endpoint;
            let line = match session.tags.len() {
                0 => Line::ConfiguredWithoutTags { name, endpoint, project },
                tags => Line::Configured { name, tags, endpoint, project },
            };
            output::text(format!("  {}", output::said(&line)))?;
        }
    }
    Ok(Exit::Done)
}

/// Reads a configuration file.
pub(crate) fn load(file: &Path) -> Result<bridge::Config, Failure> {
    bridge::Config::load(file).map_err(|error| unusable(file, error))
}

/// The error of a configuration.
pub(crate) fn unusable(file: &Path, error: bridge::ConfigError) -> Failure {
    let what = match error.line {
        Some(line) => Cannot::UseLine { file, line },
        None => Cannot::UseFile { file },
    };
    let why = match &error.key {
        Some(key) => ReasonText::Key { key, what: error.what }.message(),
        None => error.what,
    };
    Failure::new(Exit::Usage, &what, why, *error.remedy)
}
