//! Organizations that share a service, each with its own projects, keys and teams.
//!
//! None of them can see the others, or their data. The operator of the service creates them.

use tagbridge_api::Timestamp;
use tagbridge_store::{Billing, Org, Organization, Price, StoreError, Team};
use tagbridge_texts::Coded;
use uuid::Uuid;

use super::{
    Core, Refusal,
    audit::{self, OWNER},
};

/// The longest id of an organization, in characters.
const ID_CHARS_MAX: usize = 63;

/// Why an organization was not found or not created.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-org")]
pub enum OrgError {
    /// The id contains characters other than a to z, digits and hyphens, or is too long.
    BadId {
        /// The text.
        id: String,
    },
    /// An organization has this id already.
    Taken {
        /// The id.
        id: String,
    },
    /// No organization has this id.
    Unknown {
        /// The id.
        id: String,
    },
    /// The currency of a price is not a code of three capital letters.
    BadCurrency {
        /// The text.
        currency: String,
    },
    /// The store failed.
    Store(#[from] StoreError),
}

/// All organizations, beginning with the default one. Blocks.
pub(crate) fn all(core: &Core) -> Result<Vec<Organization>, StoreError> {
    let (billing, made) = core
        .store()
        .read(|tx| Ok::<_, StoreError>((tx.billing(&Org::local())?, tx.organizations()?)))?;
    let local = Organization {
        org: Org::local(),
        name: String::new(),
        created_at: Timestamp::from_millis(0).unwrap_or_else(Timestamp::now),
        billing,
    };
    Ok([local].into_iter().chain(made).collect())
}

/// The contents of a service, over all organizations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Projects that are not archived.
    pub projects: u64,
    /// Keys that are not revoked and have not expired.
    pub keys: u64,
    /// Names of the services that use the data.
    pub working: u64,
}

/// The contents of the service. Blocks.
pub(crate) fn figures(core: &Core) -> Result<Figures, StoreError> {
    let now = core.now();
    core.store().read(|tx| {
        Ok(Figures {
            projects: tx.count_projects()?,
            keys: tx.count_keys(now)?,
            working: tx.instances(now)?.len() as u64,
        })
    })
}

/// Creates an organization. Blocks.
pub(crate) fn create(core: &Core, id: &str, name: &str) -> Result<Organization, OrgError> {
    let is_character = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    if id.is_empty() || id.len() > ID_CHARS_MAX || !id.chars().all(is_character) {
        return Err(OrgError::BadId { id: id.to_owned() });
    }
    let org = Org::of_id(id);
    let (name, created_at) = (name.to_owned(), core.now());
    let new = Organization { org: org.clone(), name, created_at, billing: Billing::None };
    let is_new = org != Org::local()
        && core.store().write(|tx| {
            if !tx.add_organization(&new)? {
                return Ok(false);
            }
            let by = (OWNER, "org_created");
            audit::note(tx, (&org, new.created_at), by, id, new.name.clone())?;
            Ok::<_, StoreError>(true)
        })?;
    if is_new { Ok(new) } else { Err(OrgError::Taken { id: id.to_owned() }) }
}

/// Changes how an organization pays for its projects. Blocks.
pub(crate) fn set_billing(core: &Core, org: &Org, billing: &Billing) -> Result<(), OrgError> {
    let detail = match billing {
        Billing::None => "none".to_owned(),
        Billing::PerProject(None) => "per_project".to_owned(),
        Billing::PerProject(Some(Price { cents, currency })) => {
            if currency.len() != 3 || !currency.chars().all(|it| it.is_ascii_uppercase()) {
                return Err(OrgError::BadCurrency { currency: currency.clone() });
            }
            format!("per_project {cents} {currency}")
        }
    };
    Ok(core.store_of(org).write(|tx| {
        audit::note(tx, (org, core.now()), (OWNER, "org_billing"), org.as_str(), detail.clone())?;
        tx.set_billing(org, billing)
    })?)
}

/// The organization of this id. Blocks.
pub(crate) fn find(core: &Core, id: &str) -> Result<Org, OrgError> {
    let found = all(core)?.into_iter().map(|it| it.org).find(|org| org.as_str() == id);
    found.ok_or_else(|| OrgError::Unknown { id: id.to_owned() })
}

/// An organization's teams, the oldest first. Blocks.
pub(crate) fn teams(core: &Core, org: &Org) -> Result<Vec<Team>, StoreError> {
    core.store_of(org).read(|tx| tx.teams(org))
}

/// Creates a team. Blocks.
pub(crate) fn create_team(core: &Core, org: &Org, name: &str) -> Result<Team, StoreError> {
    let id = format!("team_{}", Uuid::new_v4().simple());
    let team = Team { id, name: name.to_owned(), created_at: core.now() };
    core.store_of(org).write(|tx| {
        audit::note(
            tx,
            (org, team.created_at),
            (OWNER, "team_created"),
            &team.id,
            name.to_owned(),
        )?;
        tx.add_team(org, &team)
    })?;
    Ok(team)
}

/// Assigns a project to this team, or to no team. False if the team does not exist. Blocks.
pub(crate) fn assign(
    core: &Core,
    org: &Org,
    project: &str,
    team: Option<&str>,
) -> Result<bool, Refusal> {
    core.as_owner(org, project, |tx, project, now| {
        if let Some(id) = team
            && !tx.teams(org)?.iter().any(|team| team.id == id)
        {
            return Ok(false);
        }
        let detail = team.unwrap_or_default().to_owned();
        audit::note(tx, (org, now), (OWNER, "team_assigned"), &project.id, detail)?;
        tx.set_team(project, team)?;
        Ok(true)
    })
}
