//! The last run of a session: its tags and its project's name. With them, the next run starts
//! without the controller and the service.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;

use crate::{
    desk::Desk,
    logged::{Logged, event},
};

/// The folder in the data folder, with a file for each project.
const FOLDER: &str = "sessions";

/// The last run of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastTime {
    pub(crate) project_name: String,
    pub(crate) tags: Vec<String>,
}

impl Desk {
    /// Stores it. An error does not stop a session: the next run then asks the controller.
    pub(crate) fn keep_last(&self, project: &str, last: &LastTime) {
        let folder = self.0.options.data.join(FOLDER);
        let kept = fs::create_dir_all(&folder).and_then(|()| {
            let next = folder.join(format!("{}.next", plain(project)));
            fs::write(&next, serde_json::to_vec(last)?)?;
            fs::rename(next, folder.join(format!("{}.json", plain(project))))
        });
        if let Err(error) = kept {
            event!(warn, Logged::TagsNotKept, project, error = ?Message::system(&error));
        }
    }

    /// The data of a project's last session.
    pub(crate) fn last_of(&self, project: &str) -> Option<LastTime> {
        let path = self.0.options.data.join(FOLDER).join(format!("{}.json", plain(project)));
        read(&path)
    }
}

/// The tags of all sessions in a data folder.
pub(crate) fn tags_in(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join(FOLDER)).into_iter().flatten().flatten();
    entries.filter_map(|it| read(&it.path())).flat_map(|it| it.tags).collect()
}

fn read(path: &Path) -> Option<LastTime> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// An id as a file's name.
pub(crate) fn plain(project: &str) -> String {
    project.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).collect()
}
