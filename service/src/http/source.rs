//! `GET /projects/{id}/source`.

use std::io::Write;

use axum::{
    Json,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Uri, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use tagbridge_api::{
    ErrorCode, Permission,
    limits::{INLINE_BYTES_MAX, Tier},
    project::Vendor,
    source::{LadderRoutine, LadderRung, Source, SourceFormat, SourceQuery},
};
use tagbridge_project::{Body as Code, Language, Project, Routine};

use super::{envelope::Failure, query};
use crate::{
    Service,
    store::{self, File},
};

/// Read a project's source
///
/// Permission `code_read`. The vendor-neutral model, gzip-encoded where the client accepts that;
/// the original file; all structured text; or all ladder, of the current version.
#[utoipa::path(
    get, path = "/projects/{id}/source", tag = "projects",
    params(("id" = String, Path, description = "The project's id."), SourceQuery),
    responses(
        (status = 200, description = "The source; with `format=raw` the file itself as a download.",
            body = Source),
        (status = 413, description = "The parsed model is larger than 4.5 MB: ask for \
            `format=raw`.", body = tagbridge_api::Error),
    )
)]
pub(super) async fn read_source(
    State(service): State<Service>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (_, project) = service.admit_to(id, Permission::CodeRead, &headers, Tier::Standard).await?;
    let SourceQuery { format } = query::read(&uri)?;
    let format = format.unwrap_or_default();
    service
        .blocking(move |service| {
            let file = service
                .store()
                .read(|db| store::current_file(db, &project))
                .map_err(|error: rusqlite::Error| Failure::from(error))?
                .ok_or_else(|| no_file(&project.id))?;
            if format == SourceFormat::Raw {
                return Ok(raw(file));
            }
            answer(&read(file)?, format, accepts_gzip(&headers))
        })
        .await
}

/// The model is made anew from the file, so that it is always this program's.
fn read(file: File) -> Result<Project, Failure> {
    let read = tagbridge_project::Source::of_bytes(file.name, file.bytes)
        .and_then(|source| tagbridge_project::read(&source));
    read.map_err(|error| {
        Failure::new(ErrorCode::ProjectUnreadable, error.to_string())
            .for_user("The project's file cannot be read.")
            .suggesting("Ask for format=raw.")
    })
}

fn answer(project: &Project, format: SourceFormat, gzip: bool) -> Result<Response, Failure> {
    let vendor = project.vendor;
    let source = Source { format, vendor, parsed: None, scl: None, ladder: None };
    let source = match format {
        SourceFormat::Scl => Source { scl: Some(scl(project)), ..source },
        SourceFormat::Ladder => Source { ladder: Some(ladder(project)), ..source },
        SourceFormat::Parsed | SourceFormat::Raw => return parsed(project, vendor, gzip),
    };
    Ok(Json(source).into_response())
}

/// A [`Source`] whose model need not become a tree of JSON values first.
#[derive(Serialize)]
struct Parsed<'a> {
    format: SourceFormat,
    vendor: Vendor,
    #[serde(rename = "parsed")]
    model: &'a Project,
}

fn parsed(project: &Project, vendor: Vendor, gzip: bool) -> Result<Response, Failure> {
    let body = Parsed { format: SourceFormat::Parsed, vendor, model: project };
    let body = serde_json::to_vec(&body)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    if body.len() > INLINE_BYTES_MAX {
        return Err(Failure::new(
            ErrorCode::PayloadTooLarge,
            format!("the parsed model has {} bytes, more than {INLINE_BYTES_MAX}", body.len()),
        )
        .suggesting("Ask for format=raw."));
    }
    let json = HeaderValue::from_static("application/json");
    let vary = (header::VARY, HeaderValue::from_static("accept-encoding"));
    if !gzip {
        return Ok(([(header::CONTENT_TYPE, json), vary], body).into_response());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder
        .write_all(&body)
        .and_then(|()| encoder.finish())
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Ok(([(header::CONTENT_TYPE, json), vary, encoding], packed).into_response())
}

/// The file as it came.
fn raw(file: File) -> Response {
    let extension = file.name.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
    let kind = match extension.as_deref() {
        Some("zip") => "application/zip",
        Some("l5x" | "export" | "xml") => "application/xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, disposition(&file.name)),
        (
            header::ETAG,
            HeaderValue::from_str(&format!("\"{}\"", file.version_id))
                .unwrap_or_else(|_| HeaderValue::from_static("\"\"")),
        ),
    ];
    (headers, Body::from(file.bytes)).into_response()
}

/// RFC 6266: a plain name for everyone, and the true one for those who understand it.
fn disposition(name: &str) -> HeaderValue {
    /// RFC 8187 §3.2.1: what may stand as it is.
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '%') || c == ' ' { c } else { '_' }
        })
        .collect();
    let encoded = utf8_percent_encode(name, KEPT);
    HeaderValue::from_str(&format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}"))
        .unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

/// RFC 9110 §12.5.3, as far as one encoding goes.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING);
    let mut items = all.iter().filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(','));
    items.any(|item| {
        let (coding, quality) = item.split_once(';').unwrap_or((item, ""));
        let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        coding.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// All structured text, each routine under a comment with its name.
fn scl(project: &Project) -> String {
    let texts = project.routines.iter().filter(|it| it.language == Language::St);
    texts
        .filter_map(|routine| match &routine.body {
            Code::Text(text) => Some(format!("// {}\n{}\n", path(routine), text.trim_end())),
            Code::Rungs(rungs) => {
                let networks: Vec<&str> = rungs.iter().map(|rung| rung.text.trim_end()).collect();
                Some(format!("// {}\n{}\n", path(routine), networks.join("\n")))
            }
            Code::Protected | Code::Absent => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn ladder(project: &Project) -> Vec<LadderRoutine> {
    let ladders = project.routines.iter().filter(|it| it.language == Language::Ld);
    ladders
        .map(|routine| LadderRoutine {
            program: routine.owner.clone(),
            routine: routine.name.clone(),
            rungs: match &routine.body {
                Code::Rungs(rungs) => rungs
                    .iter()
                    .map(|rung| LadderRung {
                        number: rung.number,
                        title: rung.title.clone(),
                        comment: rung.comment.clone(),
                        text: rung.text.clone(),
                    })
                    .collect(),
                Code::Text(text) => {
                    vec![LadderRung { number: 0, title: None, comment: None, text: text.clone() }]
                }
                Code::Protected | Code::Absent => Vec::new(),
            },
        })
        .collect()
}

fn path(routine: &Routine) -> String {
    if routine.owner == routine.name {
        return routine.name.clone();
    }
    format!("{}/{}", routine.owner, routine.name)
}

fn no_file(id: &str) -> Failure {
    Failure::new(ErrorCode::NotFound, format!("the project `{id}` was made without a file"))
        .for_user("The project has no source.")
        .suggesting("Add a version with a file: POST /projects/{id}/versions.")
}
