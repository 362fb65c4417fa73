//! `POST /enrolments`: a device exchanges a code for a key of its own. It is no part of the API's document.

use axum::{
    Json,
    extract::{Request, State},
};
use tagbridge_api::enrolment::{Enrol, Enrolled};

use super::{body, envelope::Failure, gate};
use crate::core::{Core, enrol};

/// The answer to a code, which is the request's credential.
pub(super) async fn redeem(
    State(core): State<Core>,
    request: Request,
) -> Result<Json<Enrolled>, Failure> {
    let credential = gate::bearer(request.headers())?;
    let body = body::read(&core, request).await?;
    let enrolled = core.blocking(move |core| {
        let asked: Enrol = body::parse(core, &body)?;
        enrol::redeem(core, &credential, &asked)
    });
    Ok(Json(enrolled.await?))
}
