//! Selects a bridge of this machine by its data folder.

use std::path::{Path, PathBuf};

use clap::Args;
use tagbridge_bridge::Config;
use tagbridge_desk::{Options, view::Face};

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText},
    output::{self, Output},
    verbs::config,
};

/// The default configuration file.
const CONFIG: &str = "tagbridge.toml";

/// The bridge whose data is read.
#[derive(Args)]
pub(crate) struct Folder {
    /// The bridge's data folder.
    #[arg(long, value_name = "DIR", conflicts_with = "config")]
    data: Option<PathBuf>,

    /// The bridge's configuration, which names its data folder [default: `tagbridge.toml` in this
    /// folder; without it, the bridge of the desktop window of this user].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Folder {
    /// The folder of the bridge itself: a window has it in a subfolder.
    pub(crate) fn bridge(&self, output: Output) -> Result<PathBuf, Failure> {
        let data = self.path(output)?;
        let below = data.join("bridge");
        Ok(if below.is_dir() { below } else { data })
    }

    /// Whether a bridge without a folder was never started; otherwise the given folder is wrong.
    pub(crate) fn is_configured(&self) -> bool {
        self.data.is_none()
    }

    /// The configuration with the folder, if there is one.
    pub(crate) fn configuration(&self) -> Option<&Path> {
        if self.data.is_some() {
            return None;
        }
        self.config.as_deref().or_else(|| Some(Path::new(CONFIG)).filter(|it| it.is_file()))
    }

    /// The sessions of the configuration, if it can be read.
    pub(crate) fn sessions(&self) -> Vec<String> {
        let config = self.configuration().and_then(|it| Config::load(it).ok());
        config.into_iter().flat_map(|it| it.sessions).map(|it| it.name).collect()
    }

    /// The data folder. A configuration with errors still names it.
    pub(crate) fn path(&self, output: Output) -> Result<PathBuf, Failure> {
        if let Some(data) = &self.data {
            return Ok(data.clone());
        }
        if let Some(file) = self.configuration() {
            let error = match Config::load(file) {
                Ok(config) => return Ok(config.data),
                Err(error) => error,
            };
            let Some(data) = Config::data_of(file) else {
                return Err(config::unusable(file, error).and(&Do::OrNameFolder));
            };
            if !output.is_json() {
                output::aside(&Line::Note { what: error.message() });
                output::text_aside(format!(
                    "      {}",
                    output::said(&Line::FollowsOf { data: &data })
                ));
            }
            return Ok(data);
        }
        let own = Options::of_user(Face::Window).map_err(|failure| {
            Failure::new(Exit::Usage, &Cannot::TellBridge, failure.message, &Do::NameFolder)
        })?;
        Ok(own.data)
    }
}

/// The error of a missing folder.
pub(crate) fn not_there(folder: &Path) -> Failure {
    let (what, why) = (Cannot::LookInto { folder }, ReasonText::NoBridgeData);
    Failure::new(Exit::Usage, &what, &why, &Do::FolderOrConfiguration)
}
