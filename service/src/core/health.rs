//! Whether the service answers, and for whom.

use tagbridge_api::{
    health::{Health, HealthStatus},
    limits::Tier,
};

use super::{Caller, Need};

pub(crate) const NEEDS: Need = Need::credential(Tier::Poll);

pub(crate) fn read(caller: &Caller) -> Health {
    Health {
        status: HealthStatus::Ok,
        organization_id: caller.org.to_string(),
        actor_type: caller.actor,
    }
}
