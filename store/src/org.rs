//! The owner of data.

use std::fmt;

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;

use crate::{ProjectRef, StoreError};

/// An organization. Each store has the one that is called `local`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Org(String);

impl Org {
    /// The one organization of an embedded store.
    pub fn local() -> Self {
        Self("local".to_owned())
    }

    /// The organization with this id.
    pub fn of_id(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// Its id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Org {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The organization of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// All of it: the service's own work, and what finds out who somebody is.
    Everybody,
    /// What an organization has.
    Org(Org),
    /// What a project has, and what is written down about it in its organization. It changes nothing that
    /// others read before they write: writes of several projects may be done at the same time.
    Project(ProjectRef),
}

impl Whose {
    /// The organization, unless it is everybody's.
    pub(crate) fn org(&self) -> Option<&Org> {
        match self {
            Self::Everybody => None,
            Self::Org(org) => Some(org),
            Self::Project(project) => Some(&project.org),
        }
    }
}

/// An organization, as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organization {
    /// Its id.
    pub org: Org,
    /// What people call it.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// People of an organization who share projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// Its id, which no other team has.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// The organizations and their teams.
pub trait Organizations {
    /// Adds an organization. False: there is one of its id.
    fn add_organization(&self, new: &Organization) -> Result<bool, StoreError>;

    /// All that may be seen, the oldest first.
    fn organizations(&self) -> Result<Vec<Organization>, StoreError>;

    /// Adds a team.
    fn add_team(&self, org: &Org, team: &Team) -> Result<(), StoreError>;

    /// An organization's teams, the oldest first.
    fn teams(&self, org: &Org) -> Result<Vec<Team>, StoreError>;

    /// A project is this team's, or none's.
    fn set_team(&self, project: &ProjectRef, team: Option<&str>) -> Result<(), StoreError>;
}
