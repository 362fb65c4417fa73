//! The files of a fleet: the configuration, and the files that it names. Secrets are not included.

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};

use tagbridge_api::Timestamp;
use tagbridge_bridge::{
    AUTHORITIES, Config, SourceConfig,
    config::{KeySource, SecretPlace},
};

use crate::{CONFIGURATION, FleetError, SigningKey, sessions, signed::Fleet};

/// The public part of the folder with certificates, without this installation's own.
const PUBLIC: [&str; 3] = [AUTHORITIES, "pinned", "trusted"];

/// The bytes of a fleet's file: a configuration and what it names, signed.
pub fn sign(
    configuration: &Path,
    name: &str,
    key: &SigningKey,
    now: Timestamp,
) -> Result<Vec<u8>, FleetError> {
    let unreadable = |error| FleetError::unreadable(configuration, &error);
    let text = fs::read_to_string(configuration).map_err(unreadable)?;
    let config = Config::parse(&text, configuration)
        .map_err(|error| FleetError::configuration(configuration, &error))?;
    if config.device_id.is_some() {
        return Err(FleetError::NamesDevice);
    }
    let names: Vec<_> = config.sessions.iter().map(|it| it.name.clone()).collect();
    sessions::keep(&text, &names).ok_or(FleetError::NoBlocks)?;
    let folder = configuration.parent().unwrap_or(Path::new(""));
    key_file(&config, folder).ok_or(FleetError::KeyElsewhere)?;
    let mut files = BTreeMap::from([(CONFIGURATION.to_owned(), text.into_bytes())]);
    let mut add = |path: &Path| collect(folder, path, &mut files);
    for session in &config.sessions {
        if let SourceConfig::File(path) = &session.source {
            add(path)?;
        }
    }
    if let Some(authority) = config.mqtt.as_ref().and_then(|it| it.tls.authority.as_ref()) {
        add(authority)?;
    }
    for public in PUBLIC {
        let path = config.service.pki.as_ref().map(|it| it.join(public));
        if let Some(path) = path.filter(|it| it.is_dir()) {
            add(&path)?;
        }
    }
    Ok(Fleet { name: name.to_owned(), signed_at: now, files }.sign(key))
}

/// Where the service's key is, if that is in a folder.
pub(crate) fn key_file(config: &Config, folder: &Path) -> Option<PathBuf> {
    match &config.service.key {
        KeySource::Kept(SecretPlace::File(path)) => {
            name_in_folder(folder, path).map(|_| path.clone())
        }
        _ => None,
    }
}

/// A file, or all that is in a folder.
fn collect(
    folder: &Path,
    path: &Path,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), FleetError> {
    let unreadable = |error| FleetError::unreadable(path, &error);
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(unreadable)? {
            collect(folder, &entry.map_err(unreadable)?.path(), files)?;
        }
        return Ok(());
    }
    let outside = || FleetError::Outside { path: path.to_owned(), folder: folder.to_owned() };
    let name = name_in_folder(folder, path).ok_or_else(outside)?;
    files.insert(name, fs::read(path).map_err(unreadable)?);
    Ok(())
}

/// The name of a file in a fleet's file; `None` if it is not in the folder.
pub(crate) fn name_in_folder(folder: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(folder).ok()?.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    let parts = parts.collect::<Option<Vec<_>>>()?;
    (!parts.is_empty()).then(|| parts.join("/"))
}
