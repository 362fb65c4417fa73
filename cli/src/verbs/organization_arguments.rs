//! Selects the organization in the built-in service's data.

use std::path::{Path, PathBuf};

use clap::Args;
use tagbridge_service::Service;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do},
    verbs::serve,
};

/// The data of an organization in the built-in service.
#[derive(Args)]
pub(crate) struct OrganizationArguments {
    /// The data folder of the built-in service.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The organization, by its id, if there are several [default: the service's own organization].
    #[arg(long, value_name = "ID")]
    org: Option<String>,
}

impl OrganizationArguments {
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Opens the data, and creates it if it is missing.
    pub(crate) fn open(&self) -> Result<Service, Failure> {
        self.of(serve::open(&self.data)?)
    }

    /// Opens existing data.
    pub(crate) fn reopen(&self) -> Result<Service, Failure> {
        self.of(serve::reopen(&self.data)?)
    }

    fn of(&self, service: Service) -> Result<Service, Failure> {
        let Some(id) = &self.org else { return Ok(service) };
        service.for_org(id).map_err(|error| {
            let remedy = Do::SeeOrgIds { data: &self.data };
            Failure::new(Exit::Usage, &Cannot::FindOrg { id }, &error, &remedy)
        })
    }
}
