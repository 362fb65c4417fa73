//! The API over HTTP: one file for each resource, and one for each thing that every request
//! passes.

mod body;
mod envelope;
mod gate;
mod health;
mod history;
mod idempotency;
mod openapi;
mod projects;
mod push;
mod query;
mod rates;
mod request_tags;
mod source;
mod uploads;
mod values;

pub use openapi::openapi;

pub(crate) use idempotency::InFlight;
pub(crate) use rates::Rates;

use axum::{Json, Router, extract::DefaultBodyLimit, middleware, routing::get};
use tagbridge_api::{PREFIX, limits};
use tower_http::{catch_panic::CatchPanicLayer, decompression::RequestDecompressionLayer};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::Service;

/// All of it. The layers stand with the innermost first.
pub(crate) fn router(service: Service) -> Router {
    let (router, _) = endpoints().split_for_parts();
    router
        .route(&format!("{PREFIX}/openapi.json"), get(async || Json(openapi())))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES_MAX))
        .layer(RequestDecompressionLayer::new().pass_through_unaccepted(true))
        .layer(CatchPanicLayer::custom(envelope::of_panic))
        .layer(middleware::from_fn(envelope::envelop))
        .with_state(service)
}

fn endpoints() -> OpenApiRouter<Service> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(uploads::upload_project))
        .routes(routes!(uploads::upload_version))
        .layer(DefaultBodyLimit::max(limits::UPLOAD_BODY_BYTES_MAX));
    let endpoints = OpenApiRouter::new()
        .routes(routes!(health::read_health))
        .routes(routes!(projects::list_projects))
        .routes(routes!(projects::read_project))
        .routes(routes!(source::read_source))
        .routes(routes!(values::read_values, push::push_values))
        .routes(routes!(history::read_history))
        .routes(routes!(request_tags::read_requested_tags, request_tags::request_tags))
        .merge(uploads);
    OpenApiRouter::new().nest(PREFIX, endpoints)
}
