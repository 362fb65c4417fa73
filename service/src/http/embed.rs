//! `POST /embed-tokens`, and the pages of other sites that may use a token.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tagbridge_api::{
    IDEMPOTENT_REPLAYED_HEADER, PREFIX, REQUEST_ID_HEADER,
    embed::{EmbedToken, MintEmbedToken},
};

use super::{authorization, body, envelope::Failure, once};
use crate::core::{Core, embed};

/// The headers for pages in a response.
pub(super) const TOLD: [HeaderName; 3] =
    [header::ACCESS_CONTROL_ALLOW_ORIGIN, header::ACCESS_CONTROL_EXPOSE_HEADERS, header::VARY];

/// Create a token for a browser
///
/// A key with `ai_explain`. The token is valid for 15 minutes and for one project. It allows only
/// questions (`ai_explain`) and live values (`hmi_view`), as far as the key allows them. It ends
/// when its key is revoked.
#[utoipa::path(
    post, path = "/embed-tokens", tag = "embed", request_body = MintEmbedToken,
    responses((status = 201, description = "The token.", body = EmbedToken))
)]
pub(super) async fn mint_embed_token(
    State(core): State<Core>,
    request: Request,
) -> Result<Response, Failure> {
    let caller = authorization::admit(&core, request.headers(), embed::NEEDS).await?;
    let name = once::Name::of(&request)?;
    let body = body::read(&core, request).await?;
    let asked: MintEmbedToken = body::parse(&core, &body)?;
    let write = name.write(&caller, &body);
    let mint = move |core: &Core| embed::mint(core, &caller, &write, &asked);
    Ok(core.blocking(mint).await?.into_response())
}

/// Allows pages of the configured origins to send requests, only with a token (Fetch standard,
/// section 3.3: CORS protocol).
pub(super) async fn let_pages_ask(
    State(core): State<Core>,
    request: Request,
    next: Next,
) -> Response {
    let origin = request.headers().get(header::ORIGIN).filter(|origin| {
        let is_configured =
            core.options().embed_origins.iter().any(|it| it.as_bytes() == origin.as_bytes());
        is_configured && request.uri().path().starts_with(PREFIX)
    });
    let Some(origin) = origin.cloned() else { return next.run(request).await };
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if is_preflight {
        let headers = "authorization, content-type, idempotency-key, last-event-id";
        return (
            StatusCode::NO_CONTENT,
            [
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, origin),
                (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST")),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(headers)),
                (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600")),
                (header::VARY, HeaderValue::from_static("origin")),
            ],
        )
            .into_response();
    }
    let shows_token = shows_token(request.headers());
    let mut response = next.run(request).await;
    if shows_token {
        let exposed = format!("{REQUEST_ID_HEADER}, {IDEMPOTENT_REPLAYED_HEADER}, retry-after");
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        if let Ok(exposed) = HeaderValue::from_str(&exposed) {
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
        }
    }
    response
}

fn shows_token(headers: &HeaderMap) -> bool {
    authorization::bearer(headers).is_ok_and(|credential| embed::is_token(&credential))
}
