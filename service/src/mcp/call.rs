//! A call of a tool: its arguments become a request to its endpoint, and the response its result.

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, header},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::{
    ErrorData,
    model::{CallToolResult, JsonObject, MetaObject},
};
use serde_json::{Map, Value};
use tagbridge_api::{IDEMPOTENCY_KEY_HEADER, PREFIX};
use tower::ServiceExt;
use uuid::Uuid;

use super::{
    schemas::DescribedTool,
    tools::{ArgumentPlace, Row},
};
use crate::{
    core::{Caller, Core},
    http::refused,
};

/// RFC 3986, section 2.3: unreserved characters are not encoded.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The caller, with its credential.
pub(super) struct Call<'a> {
    pub(super) core: &'a Core,
    pub(super) api: &'a Router,
    pub(super) caller: Caller,
    /// The headers of the request with the credential, the origin and the language.
    pub(super) headers: HeaderMap,
    /// Whether the caller is on this computer, without a proxy.
    pub(super) is_here: bool,
}

/// Whether a caller may use a tool.
pub(super) fn may(caller: &Caller, row: &Row) -> bool {
    row.needs.is_empty() || row.needs.iter().any(|&need| caller.may(need))
}

impl Call<'_> {
    /// Calls a tool. `Err`: its arguments are malformed; all other failures are results.
    pub(super) async fn run(
        self,
        tool: &DescribedTool,
        mut arguments: JsonObject,
    ) -> Result<CallToolResult, ErrorData> {
        let row = tool.row;
        check(tool, &arguments)?;
        let key = match arguments.remove("idempotency_key") {
            Some(Value::String(key)) => Some(key),
            None | Some(Value::Null) => row.is_write().then(|| Uuid::new_v4().to_string()),
            // With a key of our own, the same call would be done twice.
            Some(_) => return Err(malformed("idempotency_key must be text".to_owned())),
        };
        let path = path(row, &arguments);
        let response = match self.take_file(row, &mut arguments).await {
            Ok(given) => {
                let mut request = self.request(row, &path, key.as_deref(), &arguments)?;
                if let Some(given) = given {
                    request.extensions_mut().insert(given);
                }
                let Ok(response) = self.api.clone().oneshot(request).await;
                response
            }
            Err(refusal) => refused(refusal, &self.headers),
        };
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
}

fn check(tool: &DescribedTool, arguments: &JsonObject) -> Result<(), ErrorData> {
    let DescribedTool { row, required, .. } = tool;
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
            ArgumentPlace::Path(place) => {
                path = path.replace(&format!("{{{place}}}"), &text(value));
            }
            ArgumentPlace::Query => {
                let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                query.extend(all.iter().map(|one| format!("{name}={}", text(one))));
            }
            ArgumentPlace::Body | ArgumentPlace::File => {}
        }
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

fn body(row: &Row, arguments: &JsonObject) -> Option<Value> {
    row.takes.iter().find(|(_, to)| matches!(to, ArgumentPlace::Body | ArgumentPlace::File))?;
    let (mut body, mut file) = (Map::new(), Map::new());
    for (name, to) in row.takes {
        let Some(value) = arguments.get(*name).cloned() else { continue };
        match to {
            ArgumentPlace::Body => drop(body.insert((*name).to_owned(), value)),
            ArgumentPlace::File => {
                drop(file.insert(name.trim_start_matches("file_").to_owned(), value));
            }
            ArgumentPlace::Path(_) | ArgumentPlace::Query => {}
        }
    }
    if row.takes.iter().any(|(_, to)| *to == ArgumentPlace::File) {
        body.insert("file".to_owned(), file.into());
    }
    Some(body.into())
}

fn malformed(why: String) -> ErrorData {
    ErrorData::invalid_params(why, None)
}
