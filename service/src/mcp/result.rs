//! Converts the response of an endpoint to the result of its tool.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use futures::StreamExt;
use rmcp::{
    ErrorData,
    model::{CallToolResult, ContentBlock, Resource},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tagbridge_api::{ErrorCode, Timestamp};
use tagbridge_texts::Message;
use url::Url;

use super::{
    FILES_BELOW,
    call::Call,
    downloads,
    file::{FileLink, counts},
    local_file_problem::LocalFileProblem,
    tools::{ResultKind, Row},
};
use crate::{
    core::{
        Core, Refusal,
        keys::hex,
        links::LinkPurpose,
        result_files::{self, LINK},
    },
    http::{origin_of, refused},
};

/// Larger results are returned as a file, because they would fill a model's context.
const INLINE_BYTES_MAX: usize = 256 << 10;

impl Call<'_> {
    pub(super) async fn result(
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
        if row.gives == ResultKind::File || !is_json {
            return self.file(path, &parts.headers, body).await;
        }
        let bytes = to_bytes(body, usize::MAX).await.map_err(|error| internal(&error))?;
        let mut value = serde_json::from_slice(&bytes).map_err(|error| internal(&error))?;
        if row.gives == ResultKind::BodyOrFile && bytes.len() > INLINE_BYTES_MAX {
            return self.large(row, &value, bytes.to_vec()).await;
        }
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        if row.gives == ResultKind::Code && add_code(&mut value) {
            text = value.to_string();
        }
        let mut result = CallToolResult::structured(value);
        result.content = vec![ContentBlock::text(text)];
        Ok(result)
    }

    /// Returns a result that is too large for a model.
    async fn large(
        &self,
        row: &Row,
        value: &Value,
        bytes: Vec<u8>,
    ) -> Result<CallToolResult, ErrorData> {
        let name = row.name.trim_start_matches("svc_").trim_start_matches("get_");
        let file = FileLink { filename: format!("{name}.json"), ..FileLink::of(counts(value)) };
        if self.downloads().is_some() {
            return self.keep(file, None, Body::from(bytes)).await;
        }
        let (size, sha256) = (bytes.len() as u64, hex(&Sha256::digest(&bytes)));
        let caller = self.caller.clone();
        let kept = self
            .core
            .blocking(move |core| result_files::hand_over(core, &caller, FILES_BELOW, &bytes))
            .await;
        self.linked(FileLink { size, sha256, ..file }, kept).await
    }

    /// Returns a file of the endpoint.
    async fn file(
        &self,
        path: &str,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<CallToolResult, ErrorData> {
        let text = |name| headers.get(name).and_then(|it: &HeaderValue| it.to_str().ok());
        let name = text(header::CONTENT_DISPOSITION).and_then(|it| it.split('"').nth(1));
        let kind = text(header::CONTENT_TYPE).unwrap_or("application/octet-stream");
        let file = FileLink {
            filename: name.unwrap_or("file").to_owned(),
            media_type: kind.to_owned(),
            ..FileLink::of(counts(&Value::Null))
        };
        self.keep(file, Some(path), body).await
    }

    /// Writes a file for a local caller; returns a link to it for others.
    async fn keep(
        &self,
        mut file: FileLink,
        path: Option<&str>,
        body: Body,
    ) -> Result<CallToolResult, ErrorData> {
        let (size, sha256, place) = match self.receive(&file.filename, body).await {
            Ok(received) => received,
            Err(refusal) => return self.refuse(refusal).await,
        };
        (file.size, file.sha256) = (size, sha256);
        file.path = place.map(|it| it.to_string_lossy().into_owned());
        let (None, Some(path)) = (&file.path, path) else { return Ok(given(&file)) };
        let (caller, path) = (self.caller.clone(), path.to_owned());
        let link =
            self.core.blocking(move |core| core.link(LinkPurpose::Get, &caller, &path, LINK)).await;
        self.linked(file, link).await
    }

    async fn linked(
        &self,
        mut file: FileLink,
        link: Result<(String, Timestamp), Refusal>,
    ) -> Result<CallToolResult, ErrorData> {
        match link {
            Ok((link, expires_at)) => {
                file.url = Some(format!("{}{link}", origin_of(self.core, &self.headers)));
                file.expires_at = Some(expires_at);
                Ok(given(&file))
            }
            Err(refusal) => self.refuse(refusal).await,
        }
    }

    /// The folder for the files of this caller.
    fn downloads(&self) -> Option<PathBuf> {
        self.core.options().mcp_folders.downloads.clone().filter(|_| self.is_here)
    }

    /// Receives a file: returns its size, its hash, and its path if it was written for a local
    /// caller. An incomplete file is deleted.
    async fn receive(
        &self,
        name: &str,
        body: Body,
    ) -> Result<(u64, String, Option<PathBuf>), Refusal> {
        let wrong = |error: &io::Error| {
            let why = LocalFileProblem::NotWritten { why: Message::system(error) };
            Refusal::new(ErrorCode::Unavailable, &why)
                .with_remedy(&LocalFileProblem::CheckDownloads)
        };
        let mut begun = None;
        if let Some(folder) = self.downloads() {
            let name = name.to_owned();
            let new = self.core.blocking(move |_| downloads::begin(&folder, &name)).await;
            begun = Some(new.map_err(|error| wrong(&error))?);
        }
        let (mut size, mut hash) = (0, Sha256::new());
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(io::Error::other);
            if let Ok(piece) = &piece {
                size += piece.len() as u64;
                hash.update(piece);
            }
            let Some((mut file, path)) = begun.take() else {
                piece.map_err(|_| Refusal::internal())?;
                continue;
            };
            let add = move |_: &Core| {
                let added = piece.and_then(|piece| file.write_all(&piece));
                added.map(|()| (file, path.clone())).inspect_err(|_| drop(fs::remove_file(path)))
            };
            begun = Some(self.core.blocking(add).await.map_err(|error| wrong(&error))?);
        }
        Ok((size, hex(&hash.finalize()), begun.map(|(_, path)| path)))
    }

    async fn refuse(&self, why: Refusal) -> Result<CallToolResult, ErrorData> {
        let (parts, body) = refused(why, &self.headers).into_parts();
        let told = to_bytes(body, usize::MAX).await.map_err(|error| internal(&error))?;
        let told = serde_json::from_slice(&told).map_err(|error| internal(&error))?;
        Ok(refusal(parts.status, told))
    }
}

fn given(file: &FileLink) -> CallToolResult {
    let place = match (&file.url, &file.path) {
        (Some(url), _) => url.clone(),
        (None, Some(path)) => Url::from_file_path(path).map(String::from).unwrap_or_default(),
        (None, None) => String::new(),
    };
    let resource = Resource::new(&*place, &*file.filename)
        .with_mime_type(&*file.media_type)
        .with_size(file.size);
    let mut result = CallToolResult::structured(json!(file));
    result.content.push(ContentBlock::resource_link(resource));
    result
}

/// Adds proposed code as plain text, if there is any: all of it, and in blocks.
fn add_code(turn: &mut Value) -> bool {
    if turn["status"] != "code" {
        return false;
    }
    let changes = turn["changes"].as_array().into_iter().flatten();
    let blocks: Vec<Value> = changes
        .filter(|change| change["content"].is_string())
        .map(|change| {
            json!({ "language": change["code_type"], "target": change["target"],
                "content": change["content"] })
        })
        .collect();
    let all: Vec<_> = blocks.iter().filter_map(|block| block["content"].as_str()).collect();
    turn["generated_code"] = all.join("\n\n").into();
    turn["code_blocks"] = blocks.into();
    true
}

/// The refusal and its remedy, in a sentence for a model.
fn refusal(status: StatusCode, envelope: Value) -> CallToolResult {
    let said = |field: &str| envelope[field].as_str().unwrap_or_default().to_owned();
    let text =
        format!("{} ({status}): {}. {}", said("error"), said("message"), said("suggestedAction"));
    let mut result = CallToolResult::structured_error(envelope);
    result.content = vec![ContentBlock::text(text.trim_end().to_owned())];
    result
}

fn internal(error: &dyn std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
