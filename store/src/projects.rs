//! Projects and their list.

use tagbridge_api::project::Project;

use crate::{Org, StoreError};

/// A project that exists: its number in this store, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRef {
    /// The organization.
    pub org: Org,
    /// Its number, which other records know it by.
    pub no: i64,
    /// Its id.
    pub id: String,
}

/// Where a page of the list begins: after the project that was touched then and has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectPage {
    /// When it was touched, in milliseconds since 1970.
    pub touched: i64,
    /// Its number.
    pub no: i64,
}

/// The projects.
pub trait Projects {
    /// Adds a project under its `project_id`.
    fn add_project(&self, org: &Org, project: &Project) -> Result<ProjectRef, StoreError>;

    /// The project with this id.
    fn find_project(&self, org: &Org, id: &str) -> Result<Option<ProjectRef>, StoreError>;

    /// The project itself.
    fn project(&self, project: &ProjectRef) -> Result<Project, StoreError>;

    /// Changes it; `updated_at` is when it was touched.
    fn save_project(&self, project: &ProjectRef, changed: &Project) -> Result<(), StoreError>;

    /// Takes it out with all that belongs to it, but for its files, which are swept, and what it
    /// was, which [`sweep_deleted`](Projects::sweep_deleted) takes out in portions.
    fn delete_project(&self, project: &ProjectRef) -> Result<(), StoreError>;

    /// Takes out a portion of the tags and history of deleted projects; whether there is more.
    fn sweep_deleted(&self, rows: u32) -> Result<bool, StoreError>;

    /// How many there are, of all organizations, without archived ones.
    fn count_projects(&self) -> Result<u64, StoreError>;

    /// Returns one page of projects, most recently changed first, archived or not, in `scope`
    /// (`None`: all) and of this team (`None`: any or none), and where the next page begins. A
    /// project that is created or changed while a client reads pages appears before the following
    /// pages, and moves no other project between them.
    fn projects(
        &self,
        org: &Org,
        scope: Option<&[String]>,
        team: Option<&str>,
        archived: bool,
        after: Option<ProjectPage>,
        limit: u32,
    ) -> Result<(Vec<Project>, Option<ProjectPage>), StoreError>;
}
