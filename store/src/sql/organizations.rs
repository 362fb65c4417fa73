//! Organizations and their teams.

use rusqlite::params;

use super::{Row, Transaction, column::timestamp};
use crate::{Org, Organization, ProjectRef, StoreError, Team, sql};

impl Transaction<'_> {
    /// Adds an organization. False: there is one of its id.
    pub fn add_organization(&self, new: &Organization) -> Result<bool, StoreError> {
        let added = self.0.execute(
            "INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO NOTHING",
            params![new.org.as_str(), new.name, new.created_at.as_millis()],
        )?;
        Ok(added == 1)
    }

    /// All that may be seen, the oldest first.
    pub fn organizations(&self) -> Result<Vec<Organization>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, name, created_at FROM organizations ORDER BY created_at, id",
        )?;
        let all = statement.query_map([], organization)?;
        Ok(all.collect::<Result<_, _>>()?)
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

    /// A project is this team's, or none's.
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
    })
}

fn team(row: &Row<'_>) -> sql::Result<Team> {
    Ok(Team { id: row.get(0)?, name: row.get(1)?, created_at: timestamp(row, 2)? })
}
