//! Organizations and their teams.

use rusqlite::params;

use super::{OptionalExtension, Row, Transaction, column::timestamp};
use crate::{Billing, Org, Organization, Price, ProjectRef, StoreError, Team, sql};

/// The only kind of billing with a row.
const PER_PROJECT: &str = "per_project";

impl Transaction<'_> {
    /// Adds an organization. Returns false if its id already exists.
    pub fn add_organization(&self, new: &Organization) -> Result<bool, StoreError> {
        let added = self.0.execute(
            "INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO NOTHING",
            params![new.org.as_str(), new.name, new.created_at.as_millis()],
        )?;
        Ok(added == 1)
    }

    /// All visible organizations, the oldest first.
    pub fn organizations(&self) -> Result<Vec<Organization>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, name, created_at, kind, price_cents, currency
             FROM organizations LEFT JOIN billing ON billing.org = id ORDER BY created_at, id",
        )?;
        let all = statement.query_map([], organization)?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Returns how an organization pays for its projects.
    pub fn billing(&self, org: &Org) -> Result<Billing, StoreError> {
        let statement = "SELECT kind, price_cents, currency FROM billing WHERE org = ?1";
        let found =
            self.0.query_row(statement, [org.as_str()], |row| billing(row, 0)).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Changes how an organization pays for its projects.
    pub fn set_billing(&self, org: &Org, billing: &Billing) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM billing WHERE org = ?1", [org.as_str()])?;
        if let Billing::PerProject(price) = billing {
            let (cents, currency) = match price {
                Some(Price { cents, currency }) => (Some(i64::from(*cents)), Some(currency)),
                None => (None, None),
            };
            self.0.execute(
                "INSERT INTO billing (org, kind, price_cents, currency) VALUES (?1, ?2, ?3, ?4)",
                params![org.as_str(), PER_PROJECT, cents, currency],
            )?;
        }
        Ok(())
    }

    /// Adds a team.
    pub fn add_team(&self, org: &Org, team: &Team) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO teams (id, org, name, created_at) VALUES (?1, ?2, ?3, ?4)",
            params![team.id, org.as_str(), team.name, team.created_at.as_millis()],
        )?;
        Ok(())
    }

    /// An organization's teams, the oldest first.
    pub fn teams(&self, org: &Org) -> Result<Vec<Team>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, name, created_at FROM teams WHERE org = ?1 ORDER BY created_at, id",
        )?;
        let all = statement.query_map([org.as_str()], team)?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Assigns a project to a team, or to no team.
    pub fn set_team(&self, project: &ProjectRef, team: Option<&str>) -> Result<(), StoreError> {
        self.0.execute("UPDATE projects SET team = ?2 WHERE no = ?1", params![project.no, team])?;
        Ok(())
    }
}

fn organization(row: &Row<'_>) -> sql::Result<Organization> {
    Ok(Organization {
        org: Org::of_id(row.get::<String>(0)?),
        name: row.get(1)?,
        created_at: timestamp(row, 2)?,
        billing: billing(row, 3)?,
    })
}

/// Reads the kind, the price and the currency from a column on. Without a kind the organization
/// pays nothing.
fn billing(row: &Row<'_>, column: usize) -> sql::Result<Billing> {
    if row.get::<Option<String>>(column)?.is_none() {
        return Ok(Billing::None);
    }
    let cents: Option<i64> = row.get(column + 1)?;
    let currency: Option<String> = row.get(column + 2)?;
    let price = cents.zip(currency).map(|(cents, currency)| Price {
        cents: u32::try_from(cents).unwrap_or(u32::MAX),
        currency,
    });
    Ok(Billing::PerProject(price))
}

fn team(row: &Row<'_>) -> sql::Result<Team> {
    Ok(Team { id: row.get(0)?, name: row.get(1)?, created_at: timestamp(row, 2)? })
}
