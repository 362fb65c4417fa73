//! The owner of data.

use std::fmt;

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;

use crate::ProjectRef;

/// An organization. Each store has one with the id `local`.
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
pub enum TransactionScope {
    /// All data: the service's own work, and the authentication of callers.
    Everybody,
    /// The data of an organization.
    Org(Org),
    /// The data of a project, and its audit entries. It changes no data that other writes read
    /// first: writes of several projects may run at the same time.
    Project(ProjectRef),
}

impl TransactionScope {
    /// The organization; `None` for all data.
    pub(crate) fn org(&self) -> Option<&Org> {
        match self {
            Self::Everybody => None,
            Self::Org(org) => Some(org),
            Self::Project(project) => Some(&project.org),
        }
    }
}

/// How an organization pays for its projects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Billing {
    /// It does not pay.
    #[default]
    None,
    /// By project. Without a price, billing is not set up yet, and no project can be created.
    PerProject(Option<Price>),
}

/// The price of a project of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// In hundredths of the currency.
    pub cents: u32,
    /// The currency's code by ISO 4217: `EUR`.
    pub currency: String,
}

/// An organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organization {
    /// Its id.
    pub org: Org,
    /// Its display name.
    pub name: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// How it pays for its projects.
    pub billing: Billing,
}

/// People of an organization who share projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// Its unique id.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// When it was created.
    pub created_at: Timestamp,
}
