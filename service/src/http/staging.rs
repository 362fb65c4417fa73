//! `POST /uploads`, and the upload to the link that it returns.

use std::pin::pin;

use axum::{
    Json,
    body::HttpBody,
    extract::{Path, Request, State},
    http::header,
    response::{IntoResponse, Response},
};
use futures::{StreamExt, stream};
use tagbridge_api::{
    ErrorCode,
    upload::{FileReceived, StageUpload, StagedUpload},
};
use tagbridge_store::IncomingFile;
use tokio::time;

use super::{authorization, body, envelope::Failure, once, origin};
use crate::core::{Advice, Core, Refusal, TechnicalReason, links::Link, staging};

/// Number of bytes that are written to disk at once.
const PIECE: usize = 1 << 20;

/// Start the upload of a large file
///
/// Any key. The client then sends the file's bytes to `upload_url`, within 15 minutes, once, and
/// without a key. `file_blob_url` is valid as `file.blob_url` of an upload with the same key for an
/// hour. This does not create a version.
#[utoipa::path(
    post, path = "/uploads", tag = "projects", request_body = StageUpload,
    responses((status = 201, description = "The URL for the file.", body = StagedUpload))
)]
pub(super) async fn stage_upload(
    State(core): State<Core>,
    request: Request,
) -> Result<Response, Failure> {
    let caller = authorization::admit(&core, request.headers(), staging::NEEDS).await?;
    let name = once::Name::of(&request)?;
    let origin = origin::of(&core, request.headers());
    let body = body::read(&core, request).await?;
    let asked: StageUpload = body::parse(&core, &body)?;
    let write = name.write(&caller, &body);
    let work = move |core: &Core| staging::stage(core, &caller, &write, &asked, &origin);
    Ok(core.blocking(work).await?.into_response())
}

/// Upload the bytes of a large file
///
/// The credential is the URL, which `POST /uploads` returns. The request needs `Content-Length`, at
/// most 256 MiB. An incomplete upload can be repeated; a complete one cannot.
#[utoipa::path(
    put, path = "/uploads/{id}", tag = "projects", security(()),
    params(
        ("id" = String, Path, description = "The upload's id."),
        ("key" = String, Query, description = "As in the URL."),
        ("expires" = String, Query, description = "As in the URL."),
        ("signature" = String, Query, description = "As in the URL."),
    ),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "The file is stored.", body = FileReceived))
)]
pub(super) async fn put_upload(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<FileReceived>, Failure> {
    let (link, _) = Link::take(request.uri().query().unwrap_or_default())
        .ok_or_else(|| Refusal::new(ErrorCode::PermissionDenied, &TechnicalReason::BadLink))?;
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|it| it.to_str().ok()?.parse().ok());
    let begin = {
        let id = id.clone();
        move |core: &Core| staging::begin(core, &id, &link, length)
    };
    let (caller, file) = core.blocking(begin).await?;
    let file = receive(&core, request, file, length.unwrap_or_default()).await?;
    Ok(Json(core.blocking(move |core| staging::keep(core, &caller, &id, file)).await?))
}

/// Writes a body to a file as it arrives. Each chunk has the time-out of a whole body.
async fn receive(
    core: &Core,
    request: Request,
    mut file: IncomingFile,
    length: u64,
) -> Result<IncomingFile, Refusal> {
    let cut = || Refusal::bad_request(&TechnicalReason::FileCut).with_remedy(&Advice::PutAgain);
    let allowed = core.options().limits.body;
    let mut body = pin!(request.into_body());
    let mut pieces = pin!(stream::poll_fn(|context| body.as_mut().poll_frame(context)));
    let mut piece = Vec::with_capacity(PIECE);
    loop {
        let next = time::timeout(allowed, pieces.next()).await.map_err(|_| {
            let seconds = allowed.as_secs();
            Refusal::new(ErrorCode::RequestTimeout, &TechnicalReason::BodyTooSlow { seconds })
                .with_remedy(&Advice::PutAgain)
        })?;
        let data = match next {
            Some(frame) => frame.map_err(|_| cut())?.into_data().ok(),
            None => break,
        };
        piece.extend_from_slice(&data.unwrap_or_default());
        if piece.len() >= PIECE {
            (file, piece) = written(core, file, piece).await?;
        }
    }
    (file, _) = written(core, file, piece).await?;
    if file.bytes() == length { Ok(file) } else { Err(cut()) }
}

async fn written(
    core: &Core,
    mut file: IncomingFile,
    mut piece: Vec<u8>,
) -> Result<(IncomingFile, Vec<u8>), Refusal> {
    core.blocking(move |core| {
        // Other uploads may be running at the same time.
        core.check_room_for(0)?;
        file.write(&piece)?;
        piece.clear();
        Ok((file, piece))
    })
    .await
}
