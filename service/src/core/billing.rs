//! Organizations that pay for each project.
//!
//! A new project is created only if its price is set up and the request acknowledges it. New
//! versions and existing files are free.

use tagbridge_api::{ErrorCode, ProjectedBilling};
use tagbridge_store::{Billing, Org, Transaction};

use super::{Advice, Refusal, TechnicalReason, UserMessage};

/// Refuses a new project without a price or an acknowledgement, in the transaction that creates it.
pub(super) fn check(tx: &Transaction<'_>, org: &Org, is_acknowledged: bool) -> Result<(), Refusal> {
    let price = match tx.billing(org)? {
        Billing::None => return Ok(()),
        Billing::PerProject(price) => price,
    };
    let Some(price) = price else {
        return Err(Refusal::new(
            ErrorCode::BillingSetupRequired,
            &TechnicalReason::BillingNotSetUp,
        )
        .for_user(&UserMessage::BillingNotSetUp)
        .with_remedy(&Advice::SetUpBilling));
    };
    if is_acknowledged {
        return Ok(());
    }
    let count = tx.count_projects_of(org)? + 1;
    let told = UserMessage::BillingNotAcknowledged {
        cents: price.cents,
        currency: &price.currency,
        count,
    };
    Err(Refusal::new(
        ErrorCode::BillingAcknowledgementRequired,
        &TechnicalReason::BillingNotAcknowledged,
    )
    .for_user(&told)
    .with_remedy(&Advice::AcknowledgeBilling)
    .billing(ProjectedBilling {
        price_per_project_cents: price.cents,
        currency: price.currency,
        billed_count_after: count,
    }))
}
