//! The API's OpenAPI document: the descriptions of the handlers and of the common steps, in a form
//! for client generators. It is checked in, and served unchanged.

mod generated;

use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use serde_json::Value;
use tagbridge_api::{
    CONTRACT_VERSION, Error, IDEMPOTENCY_KEY_HEADER, IDEMPOTENT_REPLAYED_HEADER, PREFIX,
    REQUEST_ID_HEADER, limits, source::SourceFormat,
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Components, Content, Header, HeaderBuilder, InfoBuilder, ObjectBuilder, OpenApi, PathItem,
        Ref, RefOr, Required, Response, ResponseBuilder, Schema, Type,
        path::{Operation, ParameterBuilder, ParameterIn},
        security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
        tag::TagBuilder,
    },
};

use super::endpoints;

const SCHEME: &str = "api_key";

/// The checked-in document.
const DOCUMENT: &str = include_str!("../../openapi.json");

/// The document of this version's API, which is also served, without a key, as `openapi.json`.
pub fn openapi() -> Value {
    serde_json::from_str(DOCUMENT).expect("it is compared with `described`")
}

/// Responds with the document.
pub(super) async fn answer() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT)
}

/// The document as the handlers describe it.
pub fn described() -> Value {
    let mut document = serde_json::to_value(typed()).unwrap_or_default();
    generated::fit(&mut document, CONTRACT_VERSION, PREFIX);
    document
}

fn typed() -> OpenApi {
    let mut document = endpoints::described().into_openapi();
    document.info = InfoBuilder::new()
        .title("Tagbridge service")
        .description(Some(
            "Projects of controllers, and their live values as a companion app streams them. \
             The contract is the date that `x-contract` names; `version` is that date as packages \
             write it. Every answer carries the header `request-id`; every 4xx and 5xx has the one \
             envelope. A value of a field that names its known values may be another one tomorrow.",
        ))
        .version(CONTRACT_VERSION)
        .build();
    document.tags = Some(tags());
    document.security = Some(vec![SecurityRequirement::new::<_, [&str; 0], &str>(SCHEME, [])]);
    let components = document.components.get_or_insert_with(Components::default);
    components.add_security_scheme(SCHEME, SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    components.schemas.insert(Error::name().into_owned(), Error::schema());
    components.schemas.insert(SourceFormat::name().into_owned(), SourceFormat::schema());
    for (path, item) in &mut document.paths.paths {
        complete(path, item);
    }
    document
}

fn tags() -> Vec<utoipa::openapi::Tag> {
    [
        ("health", "Whether the service responds."),
        ("projects", "The projects that the key may see."),
        (
            "analyses",
            "What rules find in a version. The structure of `results`, and what starts a run beside \
             `POST analyses`, are assumptions: the published specification does not show them.",
        ),
        ("exports", "The vendor's file as it came, or a report: made by a job, and kept for 7 days."),
        ("embed", "Tokens for pages in browsers."),
        ("live", "What the tags are and were, and asking for more of them."),
        (
            "turns",
            "Questions, conversations, and answers with citations. An assumption in part: the published specification does \
             not show what the events of a stream say, the field `version_id`, and the limits.",
        ),
        (
            "bridge",
            "How the companion app pushes, and how it reads the requested names. The service's \
             published specification shows neither: this is an assumption, and follows the real \
             contract when there is one.",
        ),
    ]
    .into_iter()
    .map(|(name, description)| TagBuilder::new().name(name).description(Some(description)).build())
    .collect()
}

fn complete(path: &str, item: &mut PathItem) {
    let of_one = path.contains('{');
    if let Some(read) = &mut item.get {
        let has_input = read.parameters.iter().flatten().any(is_query) || of_one;
        let forbidden = of_one && !path.ends_with("/projects/{id}");
        let is_listed = path.ends_with("/hmi/values");
        add_errors(read, &[(400, has_input), (403, forbidden), (404, of_one), (414, is_listed)]);
    }
    let is_put = item.put.is_some();
    for write in
        [&mut item.post, &mut item.patch, &mut item.delete, &mut item.put].into_iter().flatten()
    {
        if let Some(RefOr::T(body)) = &mut write.request_body
            && path.ends_with("/conversations")
        {
            body.required = Some(Required::False);
        }
        let writes = [400, 403, 408, 409, 413, 415, 422].map(|status| (status, true));
        add_errors(write, &writes);
        add_errors(
            write,
            &[
                (402, path.ends_with("/generate") || path.ends_with("/projects")),
                (404, of_one || path.ends_with("/embed-tokens")),
            ],
        );
        if !is_put {
            add_idempotency(write);
        }
    }
}

fn is_query(parameter: &RefOr<utoipa::openapi::path::Parameter>) -> bool {
    matches!(parameter, RefOr::T(it) if it.parameter_in == ParameterIn::Query)
}

fn add_errors(operation: &mut Operation, own: &[(u16, bool)]) {
    let everywhere = [401, 429, 500, 503].map(|status| (status, true));
    for &(status, _) in own.iter().chain(&everywhere).filter(|(_, applies)| *applies) {
        operation.responses.responses.insert(status.to_string(), error(status).into());
    }
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response {
            let id = header(Type::String, "Names this answer in the service's log.");
            response.headers.insert(REQUEST_ID_HEADER.to_owned(), id.into());
        }
    }
}

fn error(status: u16) -> Response {
    let reference = Ref::from_schema_name(Error::name());
    let error = ResponseBuilder::new()
        .description(match status {
            400 => {
                "The request is malformed; the message names the field. `export_not_ready`, \
                 `export_failed`: there is nothing to download yet, or at all."
            }
            401 => "No valid credential, or the key was revoked or has expired.",
            402 => {
                "`spend_limit_reached`: what may be spent this month is spent, and changes pause. \
                 `billing_setup_required`: a new project would be billed, and billing is not set up. \
                 `billing_acknowledgement_required`: a new project would be billed as `billing` says; \
                 send the request with `acknowledge_billing: true`."
            }
            403 => "The key lacks the permission, or the project is outside its scope.",
            404 => {
                "There is no such project, version, run, conversation or export, or the key may not \
                 see it. `no_pending_plan`: no plan waits to be approved."
            },
            408 => "The body did not come to its end in time.",
            409 => {
                "`idempotency_in_progress`: still being processed. `session_conflict`: another \
                 device streams the project. `stream_conflict`: what pushes stems from a copy. \
                 `project_in_use`: it is not archived, or a session streams it. `project_not_ready`: it has no file yet. \
                 `upload_taken`: something was put there already. \
                 `turn_in_progress`: the conversation's last turn still runs."
            }
            413 => "The body is too large.",
            414 => "The address is too long: ask for fewer tags, or for all.",
            415 => "The body's content type or encoding is not understood.",
            422 => {
                "`idempotency_conflict`: the key was used with a different body. \
                 `project_unreadable`: the file cannot be read as a project. \
                 `vendor_unsupported`: the file has nothing that this could be done with. \
                 `nothing_to_export`: the project has no file."
            }
            429 => "Too many requests.",
            503 => "The service cannot store or read data at the moment.",
            _ => "A fault of the service.",
        })
        .content("application/json", Content::new(Some(reference)));
    if status == 429 {
        let wait = header(Type::Integer, "Whole seconds to wait.");
        return error.header("retry-after", wait).build();
    }
    error.build()
}

fn add_idempotency(operation: &mut Operation) {
    let key = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(limits::IDEMPOTENCY_KEY_CHARS_MAX));
    let parameter = ParameterBuilder::new()
        .name(IDEMPOTENCY_KEY_HEADER)
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some(
            "The same key with the same body is answered as before and done once; kept for 24 \
             hours, of a push for 10 minutes. Only success is kept: what was refused may be sent \
             again under the same key.",
        ))
        .schema(Some(RefOr::T(Schema::from(key.build()))))
        .build();
    operation.parameters.get_or_insert_default().push(parameter.into());
    for status in ["200", "201", "202"] {
        if let Some(RefOr::T(done)) = operation.responses.responses.get_mut(status) {
            let replayed = header(Type::Boolean, "True when this answer repeats an earlier one.");
            done.headers.insert(IDEMPOTENT_REPLAYED_HEADER.to_owned(), replayed.into());
        }
    }
}

fn header(kind: Type, description: &str) -> Header {
    HeaderBuilder::new()
        .schema(Some(Schema::from(ObjectBuilder::new().schema_type(kind).build())))
        .description(Some(description))
        .build()
}
