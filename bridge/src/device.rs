//! The identity of this installation at the service.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tagbridge_system::{is_disk_full, write_whole};
use tagbridge_texts::Coded;
use uuid::Uuid;

/// Returns the id from the data folder; generates it at the first start.
pub fn id(data: &Path) -> Result<String, DeviceError> {
    let path = data.join("device-id");
    let error = |source| DeviceError { path: path.clone(), source };
    match fs::read_to_string(&path) {
        Ok(text) if !text.trim().is_empty() => return Ok(text.trim().to_owned()),
        Err(it) if it.kind() != io::ErrorKind::NotFound => return Err(error(it)),
        _ => {}
    }
    let id = Uuid::new_v4().to_string();
    write_whole(&path, id.as_bytes()).map_err(error)?;
    Ok(id)
}

/// Replaces the id `before`. If the stored id is already another one, returns that.
pub(crate) fn renew(data: &Path, before: &str) -> Result<String, DeviceError> {
    let kept = id(data)?;
    if kept != before {
        return Ok(kept);
    }
    let renewed = Uuid::new_v4().to_string();
    let path = data.join("device-id");
    write_whole(&path, renewed.as_bytes()).map_err(|source| DeviceError { path, source })?;
    Ok(renewed)
}

/// Returns the host name of this computer; `None`: it is empty, too long or not valid text.
pub fn name() -> Option<String> {
    let name = gethostname::gethostname().into_string().ok()?;
    let is_plain = !name.is_empty() && name.len() <= 256 && !name.chars().any(char::is_control);
    is_plain.then_some(name)
}

/// The id can neither be read nor stored.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "device")]
pub struct DeviceError {
    path: PathBuf,
    source: io::Error,
}

impl DeviceError {
    /// Whether the disk is full.
    pub fn is_disk_full(&self) -> bool {
        is_disk_full(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_made_up_once() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("not/there/yet");
        let first = id(&data).expect("it is made");
        assert_eq!(id(&data).expect("it is kept"), first);
        fs::write(data.join("device-id"), "laptop-7\n").unwrap();
        assert_eq!(id(&data).expect("it is read"), "laptop-7");
        let other = renew(&data, "laptop-7").expect("it is another one");
        assert_eq!(id(&data).expect("it is kept"), other);
        assert_eq!(renew(&data, "laptop-7").expect("it was renewed already"), other);
        let error = id(Path::new("/proc/no")).unwrap_err().to_string();
        assert!(error.contains("/proc/no"), "{error}");
    }
}
