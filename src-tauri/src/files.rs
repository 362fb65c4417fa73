//! Files, by the system's own dialogs.

use std::{io, path::PathBuf};

use tagbridge_desk::view::Failure;
use tagbridge_texts::Coded;
use tauri::{
    AppHandle,
    ipc::{InvokeBody, Request},
};
use tauri_plugin_dialog::{DialogExt, FilePath};
use tokio::sync::oneshot;

/// Why a file is not saved.
#[derive(Debug, Coded)]
#[coded(prefix = "desktop-file")]
pub(crate) enum SaveFailure {
    NoBytes,
    NoName,
    NotWritten { path: PathBuf, why: io::Error },
}

/// The advice.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desktop-do")]
pub(crate) enum SaveAdvice {
    RestartOrReport,
    AnotherFolder,
}

/// Puts the bytes of the request where the person wants them; `false`: nowhere.
#[tauri::command]
pub(crate) async fn save_file(app: AppHandle, request: Request<'_>) -> Result<bool, Failure> {
    let InvokeBody::Raw(bytes) = request.body() else {
        return Err(Failure::new("internal", &SaveFailure::NoBytes, &SaveAdvice::RestartOrReport));
    };
    let name = request.headers().get("name").and_then(|it| it.to_str().ok());
    let name = name.ok_or_else(|| {
        Failure::new("internal", &SaveFailure::NoName, &SaveAdvice::RestartOrReport)
    })?;
    let name = percent_encoding::percent_decode_str(name).decode_utf8_lossy().into_owned();
    let (chosen, choice) = oneshot::channel();
    app.dialog().file().set_file_name(name).save_file(move |path| {
        let _nobody_waits = chosen.send(path);
    });
    let Some(path) = path(choice.await.ok().flatten()) else { return Ok(false) };
    std::fs::write(&path, bytes).map_err(|why| {
        Failure::new("disk", &SaveFailure::NotWritten { path, why }, &SaveAdvice::AnotherFolder)
    })?;
    Ok(true)
}

/// Shows a dialog for a project file; null if the user chose none.
#[tauri::command]
pub(crate) async fn choose_file(app: AppHandle) -> Option<PathBuf> {
    let (chosen, choice) = oneshot::channel();
    app.dialog()
        .file()
        .add_filter("PLC", &["L5X", "l5x", "zip", "ZIP", "export", "xml", "XML"])
        .pick_file(move |path| {
            let _nobody_waits = chosen.send(path);
        });
    path(choice.await.ok().flatten())
}

fn path(chosen: Option<FilePath>) -> Option<PathBuf> {
    chosen?.into_path().ok()
}
