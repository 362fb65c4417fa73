//! Exports a part of a recording as one file: the unchanged blocks with their names.

use std::sync::Arc;

use tagbridge_api::Timestamp;

use crate::{
    error::RecordingError,
    frame::{Frame, Kind},
    head::{Head, RecordedSession},
    incident::{Incident, ProjectFile},
    names::Names,
    recording::Recording,
};

/// The bytes of an exported recording: the blocks of a period, both ends included, starting with a
/// scan with all tags. Damaged blocks are omitted; their time is a gap of the export, too.
///
/// # Errors
/// A file cannot be read.
pub fn export(
    recording: &Recording,
    (from, until): (Timestamp, Timestamp),
    incident: Option<&Incident>,
    project: Option<&ProjectFile>,
) -> Result<Vec<u8>, RecordingError> {
    let none = RecordedSession::default();
    let of = incident.map(|it| &it.of).or(recording.of()).unwrap_or(&none);
    let times = (from.as_millis(), until.as_millis());
    let mut bytes = Vec::new();
    let head = Head::new(of).write();
    let mut last: Option<Arc<Names>> = None;
    for (piece, payload) in recording.blocks_of(times)? {
        if last.as_ref().is_none_or(|it| !Arc::ptr_eq(it, &piece.names)) {
            Frame::write(Kind::Head, (piece.from_ms, piece.from_ms), &head, &mut bytes);
            if let Some(names) = piece.names.all() {
                Frame::write(Kind::Names, (piece.from_ms, piece.from_ms), &names, &mut bytes);
            }
            last = Some(Arc::clone(&piece.names));
        }
        let kind = if piece.is_complete() { Kind::Complete } else { Kind::Changes };
        match payload {
            Some(payload) => {
                Frame::write(kind, (piece.from_ms, piece.to_ms), &payload, &mut bytes);
            }
            // The block cannot be read: it is missing in the export.
            None => Frame::write(kind, (piece.from_ms, piece.to_ms), &[], &mut bytes),
        }
    }
    if last.is_none() {
        Frame::write(Kind::Head, times, &head, &mut bytes);
    }
    if let Some(project) = project {
        let payload = project.write().map_err(RecordingError::file(recording.path()))?;
        Frame::write(Kind::Project, times, &payload, &mut bytes);
    }
    if let Some(incident) = incident {
        let payload = serde_json::to_vec(incident).unwrap_or_default();
        Frame::write(Kind::Incident, times, &payload, &mut bytes);
    }
    Ok(bytes)
}
