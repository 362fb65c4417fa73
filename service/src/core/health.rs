//! Reports that the service responds, and the caller's organization.

use tagbridge_api::{
    health::{Health, HealthStatus},
    limits::Tier,
};

use super::{AccessRequirement, Caller, Core, Refusal};

pub(crate) const NEEDS: AccessRequirement = AccessRequirement::credential(Tier::Poll).or_embedded();

pub(crate) fn read(caller: &Caller) -> Health {
    Health {
        status: HealthStatus::Ok,
        organization_id: caller.org.to_string(),
        actor_type: caller.actor,
    }
}

/// Whether the data can be read. Blocks.
pub(crate) fn check(core: &Core) -> Result<(), Refusal> {
    core.store().read(|tx| Ok(tx.count_jobs().map(drop)?))
}
