//! Finds out whether the controller has anything at some paths, without decoding it.

use tagbridge_driver::LinkError;

use super::{PlanBasis, Prepared, run};
use crate::{
    client::{link::Link, outcome::Outcome},
    codec::EPath,
    plan::Plan,
};

/// The results of reading some elements separately.
pub(in crate::client) async fn what_is_there(
    link: &mut Link,
    elements: &[(EPath, u16)],
) -> Result<Vec<Outcome>, LinkError> {
    let prepared = Prepared::new(Plan::of_elements(elements, link.limits()));
    // Its data cannot show a change.
    let basis = PlanBasis { mark: None, is_confirmed: true, is_declared: true };
    let gathered = run(link, &prepared, basis, false).await?;
    Ok(gathered.map(|it| it.outcomes).unwrap_or_default())
}
