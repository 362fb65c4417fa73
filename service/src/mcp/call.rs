//! One call of a tool: its arguments become a request to its endpoint, and the answer its result.

use std::time::Duration;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header},
};
use futures::StreamExt;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::{
    ErrorData,
    model::{CallToolResult, ContentBlock, JsonObject, MetaObject, Resource},
};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tagbridge_api::{IDEMPOTENCY_KEY_HEADER, PREFIX};
use tower::ServiceExt;
use uuid::Uuid;

use super::{
    file::FileLink,
    schemas::{self, Described},
    tools::{Gives, Row, To},
};
use crate::{
    core::{Caller, Core, keys::hex, links::Deed},
    http::origin_of,
};

/// RFC 3986, section 2.3: what means the same however it is written stands as it is.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// A result that is larger is given as a file: a model's context is no place for it.
const INLINE_BYTES_MAX: usize = 256 << 10;
/// How long a link to a file is good.
const LINK: Duration = Duration::from_mins(5);

/// Who calls, and with what.
pub(super) struct Call<'a> {
    pub(super) core: &'a Core,
    pub(super) api: &'a Router,
    pub(super) caller: Caller,
    /// Those of the request that say who asks, where and in which language.
    pub(super) headers: HeaderMap,
}

/// Whether a caller may use a tool at all.
pub(super) fn may(caller: &Caller, row: &Row) -> bool {
    row.needs.is_empty() || row.needs.iter().any(|&need| caller.may(need))
}

impl Call<'_> {
    /// Calls a tool. `Err`: there is no such tool, or its arguments are malformed; all else is a
    /// result.
    pub(super) async fn run(
        self,
        name: &str,
        mut arguments: JsonObject,
    ) -> Result<CallToolResult, ErrorData> {
        let tool = schemas::described().iter().find(|it| it.row.name == name);
        let tool = tool.ok_or_else(|| malformed(format!("there is no tool `{name}`")))?;
        let row = tool.row;
        check(tool, &arguments)?;
        let key = row.is_write().then(|| match arguments.remove("idempotency_key") {
            Some(Value::String(key)) => key,
            _ => Uuid::new_v4().to_string(),
        });
        let path = path(row, &arguments);
        let request = self.request(row, &path, key.as_deref(), &arguments)?;
        let Ok(response) = self.api.clone().oneshot(request).await;
        let mut result = self.result(row, &path, response).await?;
        result.meta = key.map(|key| {
            let mut meta = JsonObject::new();
            meta.insert("idempotency_key".to_owned(), key.into());
            MetaObject::from(meta)
        });
        Ok(result)
    }

    fn request(
        &self,
        row: &Row,
        path: &str,
        key: Option<&str>,
        arguments: &JsonObject,
    ) -> Result<Request<Body>, ErrorData> {
        let mut request = Request::builder().method(&*row.method.to_uppercase()).uri(path);
        if let Some(headers) = request.headers_mut() {
            headers.extend(self.headers.clone());
        }
        if let Some(key) = key {
            request = request.header(IDEMPOTENCY_KEY_HEADER, key);
        }
        let body = match body(row, arguments) {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        request.body(body).map_err(|error| malformed(error.to_string()))
    }

    async fn result(
        &self,
        row: &Row,
        path: &str,
        response: Response<Body>,
    ) -> Result<CallToolResult, ErrorData> {
        let (parts, body) = response.into_parts();
        let is_json =
            parts.headers.get(header::CONTENT_TYPE).is_some_and(|it| it == "application/json");
        if !parts.status.is_success() {
            let refused = to_bytes(body, usize::MAX).await.map_err(|error| internal(&error))?;
            let refused = serde_json::from_slice(&refused).map_err(|error| internal(&error))?;
            return Ok(refusal(parts.status, refused));
        }
        if row.gives == Gives::File || !is_json {
            return self.file(path, &parts.headers, body).await;
        }
        let bytes = to_bytes(body, usize::MAX).await.map_err(|error| internal(&error))?;
        if row.gives == Gives::BodyOrFile && bytes.len() > INLINE_BYTES_MAX {
            return self.file(path, &parts.headers, Body::from(bytes)).await;
        }
        let value = serde_json::from_slice(&bytes).map_err(|error| internal(&error))?;
        let mut result = CallToolResult::structured(value);
        result.content = vec![ContentBlock::text(String::from_utf8_lossy(&bytes).into_owned())];
        Ok(result)
    }

    /// A link to what was answered, which is good for a while.
    async fn file(
        &self,
        path: &str,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<CallToolResult, ErrorData> {
        let (mut size, mut hash) = (0, Sha256::new());
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| internal(&error))?;
            size += piece.len() as u64;
            hash.update(&piece);
        }
        let (caller, place) = (self.caller.clone(), path.to_owned());
        let link =
            self.core.blocking(move |core| core.link(Deed::Get, &caller, &place, LINK)).await;
        let (link, expires_at) = link.map_err(|refusal| internal(&refusal))?;
        let text = |name| headers.get(name).and_then(|it: &HeaderValue| it.to_str().ok());
        let name = text(header::CONTENT_DISPOSITION).and_then(|it| it.split('"').nth(1));
        let file = FileLink {
            filename: name.unwrap_or("source.json").to_owned(),
            media_type: text(header::CONTENT_TYPE).unwrap_or("application/octet-stream").to_owned(),
            size,
            sha256: hex(&hash.finalize()),
            url: format!("{}{link}", origin_of(self.core, &self.headers)),
            expires_at,
        };
        let resource = Resource::new(&*file.url, &*file.filename)
            .with_mime_type(&*file.media_type)
            .with_size(size);
        let mut result = CallToolResult::structured(json!(file));
        result.content.push(ContentBlock::resource_link(resource));
        Ok(result)
    }
}

fn check(tool: &Described, arguments: &JsonObject) -> Result<(), ErrorData> {
    let Described { row, required, .. } = tool;
    let is_known = |name: &str| {
        row.takes.iter().any(|(it, _)| *it == name) || row.is_write() && name == "idempotency_key"
    };
    if let Some(name) = arguments.keys().find(|name| !is_known(name)) {
        return Err(malformed(format!("{} takes no argument `{name}`", row.name)));
    }
    if let Some(name) = required.iter().find(|name| !arguments.contains_key(**name)) {
        return Err(malformed(format!("{} needs the argument `{name}`", row.name)));
    }
    Ok(())
}

fn path(row: &Row, arguments: &JsonObject) -> String {
    let text = |value: &Value| match value {
        Value::String(text) => utf8_percent_encode(text, KEPT).to_string(),
        other => utf8_percent_encode(&other.to_string(), KEPT).to_string(),
    };
    let mut path = format!("{PREFIX}{}", row.path);
    let mut query = Vec::new();
    for (name, to) in row.takes {
        let Some(value) = arguments.get(*name) else { continue };
        match to {
            To::Path(place) => path = path.replace(&format!("{{{place}}}"), &text(value)),
            To::Query => query.push(format!("{name}={}", text(value))),
            To::Body | To::File => {}
        }
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

fn body(row: &Row, arguments: &JsonObject) -> Option<Value> {
    row.takes.iter().find(|(_, to)| matches!(to, To::Body | To::File))?;
    let (mut body, mut file) = (Map::new(), Map::new());
    for (name, to) in row.takes {
        let Some(value) = arguments.get(*name).cloned() else { continue };
        match to {
            To::Body => drop(body.insert((*name).to_owned(), value)),
            To::File => drop(file.insert(name.trim_start_matches("file_").to_owned(), value)),
            To::Path(_) | To::Query => {}
        }
    }
    if row.takes.iter().any(|(_, to)| *to == To::File) {
        body.insert("file".to_owned(), file.into());
    }
    Some(body.into())
}

/// Why not, and what to do about it, in a sentence for a model.
fn refusal(status: StatusCode, envelope: Value) -> CallToolResult {
    let said = |field: &str| envelope[field].as_str().unwrap_or_default().to_owned();
    let text =
        format!("{} ({status}): {}. {}", said("error"), said("message"), said("suggestedAction"));
    let mut result = CallToolResult::structured_error(envelope);
    result.content = vec![ContentBlock::text(text.trim_end().to_owned())];
    result
}

fn malformed(why: String) -> ErrorData {
    ErrorData::invalid_params(why, None)
}

fn internal(error: &dyn std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
