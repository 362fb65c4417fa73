//! The data that users store with a project on this computer: watch lists, trends, known findings,
//! and the requests of versions.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tagbridge_system::write_whole;

use crate::{
    desk::Desk,
    findings::BaselineEntry,
    last_run::plain,
    problem::{Problem, Remedy},
    view::{Failure, SaveViews, SavedViews},
};

/// Below the data folder, a file for each project.
const FOLDER: &str = "project-data";

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ProjectData {
    pub(crate) views: SavedViews,
    /// `None`: no baseline was made.
    pub(crate) baseline: Option<Vec<BaselineEntry>>,
    /// The requests from which versions were made, in the users' words, by the version's number.
    pub(crate) requests: BTreeMap<u32, String>,
}

impl Desk {
    /// Returns the stored data; empty if the file cannot be read.
    pub(crate) fn project_data(&self, project: &str) -> ProjectData {
        let text = fs::read(self.data_of(project)).ok();
        text.and_then(|it| serde_json::from_slice(&it).ok()).unwrap_or_default()
    }

    /// Changes it, one change after the other.
    pub(crate) fn change_project_data(
        &self,
        project: &str,
        change: impl FnOnce(&mut ProjectData),
    ) -> Result<ProjectData, Failure> {
        let path = self.data_of(project);
        let _turn = crate::lock::lock(&self.0.projects.changing);
        let mut data = self.project_data(project);
        change(&mut data);
        write(&path, &data).map_err(|why| {
            Failure::new(
                "disk",
                &Problem::SettingsNotKept { folder: path, why },
                &Remedy::FolderAndSpace,
            )
        })?;
        Ok(data)
    }

    /// Moves the data to a project with another id.
    pub(crate) fn move_project_data(&self, from: &str, to: &str) {
        // Without it, the project is as a new one.
        drop(fs::rename(self.data_of(from), self.data_of(to)));
    }

    pub(crate) fn forget_project_data(&self, project: &str) {
        drop(fs::remove_file(self.data_of(project)));
        self.forget_check(project);
    }

    pub(crate) fn saved_views(&self, project: &str) -> SavedViews {
        self.project_data(project).views
    }

    pub(crate) fn save_views(&self, save: SaveViews) -> Result<SavedViews, Failure> {
        Ok(self.change_project_data(&save.project, |data| data.views = save.views)?.views)
    }

    fn data_of(&self, project: &str) -> PathBuf {
        self.0.options.data.join(FOLDER).join(format!("{}.json", plain(project)))
    }
}

fn write(path: &Path, data: &ProjectData) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_whole(path, &serde_json::to_vec(data)?)
}
