//! `POST /enrolments`: a device exchanges a code for its own key. It is not in the API's document.

use axum::{
    Json,
    extract::{Request, State},
};
use tagbridge_api::enrolment::{Enrol, Enrolled};

use super::{authorization, body, envelope::Failure};
use crate::core::{Advice, Core, enrol};

/// The largest decoded body, in bytes: its three texts with any escapes. The caller is not
/// authenticated yet.
pub(super) const BODY_BYTES_MAX: usize = 16 << 10;

/// Redeems a code, which is the request's credential.
pub(super) async fn redeem(
    State(core): State<Core>,
    request: Request,
) -> Result<Json<Enrolled>, Failure> {
    let credential = authorization::bearer(request.headers())?;
    let body = body::read_up_to(&core, request, BODY_BYTES_MAX, Advice::SendLess).await?;
    let enrolled = core.blocking(move |core| {
        let asked: Enrol = body::parse(core, &body)?;
        enrol::redeem(core, &credential, &asked)
    });
    Ok(Json(enrolled.await?))
}
