//! The API over HTTP: extract, call the core, convert. One file for each resource, and one for each
//! common step of all requests.

mod activity;
mod analyses;
mod assistant;
mod attachment;
mod authorization;
mod body;
mod connections;
mod embed;
mod endpoints;
mod enrol;
mod envelope;
mod exports;
mod health;
mod history;
mod host;
mod manage;
mod once;
mod openapi;
mod origin;
mod projects;
mod push;
mod query;
mod requests;
mod search;
mod source;
mod staging;
mod strict;
mod turns;
mod uploads;
mod values;
mod wire;

pub(crate) use attachment::disposition;
pub(crate) use authorization::shown;
pub(crate) use connections::{Peer, serve};
pub use envelope::REQUESTS;
pub(crate) use envelope::refused;
pub use openapi::{described, openapi};
pub(crate) use origin::of as origin_of;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{Extensions, HeaderMap, StatusCode, Version, header},
    middleware,
    routing::{get, post},
};
use tagbridge_api::{PREFIX, enrolment::ENROLMENTS_PATH, limits};
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{Predicate, SizeAbove},
    },
    decompression::RequestDecompressionLayer,
};

use crate::{core::Core, mcp};

/// The router. The innermost layer is the first.
pub(crate) fn router(core: Core) -> Router {
    let api = Router::new()
        .nest(PREFIX, endpoints::served())
        .route(&format!("{PREFIX}/openapi.json"), get(openapi::answer))
        .route(
            &format!("{PREFIX}/{ENROLMENTS_PATH}"),
            post(enrol::redeem).layer(DefaultBodyLimit::max(enrol::BODY_BYTES_MAX)),
        )
        .route(health::OPEN_PATH, get(health::answer_openly))
        .route(assistant::PATH, get(assistant::page))
        .route(assistant::FILES_PATH, get(assistant::file))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES_MAX))
        .layer(RequestDecompressionLayer::new().pass_through_unaccepted(true))
        .layer(compression())
        .layer(CatchPanicLayer::custom(envelope::of_panic))
        .layer(middleware::from_fn_with_state(core.clone(), embed::let_pages_ask))
        .layer(middleware::from_fn(envelope::add_envelope))
        .with_state(core.clone());
    // Errors there have a different form.
    api.clone()
        .route(mcp::FILES, mcp::files(core.clone()).layer(middleware::from_fn(envelope::identify)))
        .route(mcp::PATH, mcp::endpoint(core, api).layer(middleware::from_fn(envelope::identify)))
}

/// Which responses are compressed for a client that accepts gzip: larger JSON. Files are not
/// compressed.
fn compression() -> CompressionLayer<impl Predicate> {
    let is_json = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
    };
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(256).and(is_json))
}
