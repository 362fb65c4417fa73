//! The last run of a session: its tags and its project's name, with which the next run starts
//! without the controller and the service; and the settings that the project's next session has
//! unless it is started with others.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;

use crate::{
    desk::Desk,
    log_message::{LogMessage, event},
    view::{ReadCauses, ReadGroup, SessionTrigger, StartSession},
};

/// The folder in the data folder, with a file for each project.
const FOLDER: &str = "sessions";

/// The last run of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LastRun {
    pub(crate) project_name: String,
    pub(crate) tags: Vec<String>,
    #[serde(default)]
    pub(crate) groups: Vec<ReadGroup>,
    #[serde(default)]
    pub(crate) cause_set: Option<ReadCauses>,
    #[serde(default)]
    pub(crate) triggers: Vec<SessionTrigger>,
}

impl LastRun {
    pub(crate) fn of(project_name: String, tags: Vec<String>, start: &StartSession) -> Self {
        let (groups, triggers) = (start.groups().to_vec(), start.triggers().to_vec());
        Self { project_name, tags, groups, cause_set: start.cause_set.clone(), triggers }
    }
}

impl Desk {
    /// Stores it. An error does not stop a session: the next run then asks the controller.
    pub(crate) fn keep_last(&self, project: &str, last: &LastRun) {
        let folder = self.0.options.data.join(FOLDER);
        if let Err(error) = store(&folder, &plain(project), last) {
            event!(warn, LogMessage::TagsNotKept, project, error = ?Message::system(&error));
        }
    }

    /// The data of a project's last session.
    pub(crate) fn last_of(&self, project: &str) -> Option<LastRun> {
        let path = self.0.options.data.join(FOLDER).join(format!("{}.json", plain(project)));
        read(&path)
    }
}

/// Writes a JSON file of a folder; a crash leaves the old one.
pub(crate) fn store(folder: &Path, name: &str, document: &impl Serialize) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let next = folder.join(format!("{name}.next"));
    fs::write(&next, serde_json::to_vec(document)?)?;
    fs::rename(next, folder.join(format!("{name}.json")))
}

/// The tags of all sessions in a data folder.
pub(crate) fn tags_in(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join(FOLDER)).into_iter().flatten().flatten();
    entries.filter_map(|it| read(&it.path())).flat_map(|it| it.tags).collect()
}

fn read(path: &Path) -> Option<LastRun> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// An id as a file's name.
pub(crate) fn plain(project: &str) -> String {
    project.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).collect()
}
