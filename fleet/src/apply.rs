//! Sets up an installation from a fleet file. All files are prepared in a temporary folder next to
//! the destination, and moved after all checks; the configuration is moved last.
//!
//! Files of the previous fleet that are not in this one are deleted first. Then the stored fleet
//! file is replaced, before anything else. So after an interruption at any point the stored file
//! names all files of a fleet, and the next application deletes the superfluous ones.

use std::{
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use tagbridge_api::enrolment::{BadCode, Enrol, Enrolled, SECRET_DIGITS};
use tagbridge_bridge::{Client, Config, Key, device_id, device_name};

use crate::{
    CONFIGURATION, FleetError, KEPT, SIGNER, SignerKey, collect::key_file, sessions, signed::Fleet,
};

/// The temporary folder.
const READY: &str = ".fleet-new";
/// The key's secret and the requesting device, until the service has confirmed the key.
const ATTEMPT: &str = ".fleet-attempt";
/// The file of the data folder with the installation's id.
const DEVICE: &str = "device-id";

/// The parameters of an installation.
#[derive(Debug)]
pub struct Installation<'a> {
    /// The fleet's file.
    pub file: &'a Path,
    /// The path of the configuration.
    pub folder: &'a Path,
    /// The required signer of the file; `None`: the same as before.
    pub signer: Option<SignerKey>,
    /// The enrolment code; `None`: there is already a key.
    pub code: Option<Key>,
    /// The sessions to set up; empty: the same as before, or all that the key allows.
    pub sessions: Vec<String>,
    /// Whether the file may be older than the one that was applied last.
    pub older: bool,
}

/// The result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedFleet {
    /// The name of the fleet.
    pub name: String,
    /// The configuration.
    pub configuration: PathBuf,
    /// The device id of this installation.
    pub device_id: String,
    /// The key's id, if it is new.
    pub key_id: Option<String>,
    /// Its sessions.
    pub sessions: Vec<String>,
}

/// Sets an installation up, or changes nothing.
pub async fn apply(wanted: Installation<'_>) -> Result<AppliedFleet, FleetError> {
    let Installation { file, folder, code, .. } = &wanted;
    let bytes = fs::read(file).map_err(|error| FleetError::unreadable(file, &error))?;
    let signer = match wanted.signer {
        Some(signer) => signer,
        None => known_signer(folder)?.ok_or(FleetError::NoSigner)?,
    };
    let fleet = Fleet::read(&bytes, &signer, file)?;
    let before = kept(folder)?;
    if let Some((_, before)) = before.as_ref().filter(|(by, _)| *by == signer && !wanted.older)
        && fleet.signed_at < before.signed_at
    {
        let (at, applied) = (fleet.signed_at, before.signed_at);
        return Err(FleetError::Older { path: file.to_path_buf(), at, applied });
    }
    let target = folder.join(CONFIGURATION);
    let text = fleet.configuration();
    let parse = |text: &str, path: &Path| {
        Config::parse(text, path).map_err(|error| FleetError::configuration(file, &error))
    };
    let config = parse(&text, &target)?;
    let names: Vec<_> = config.sessions.iter().map(|it| it.name.clone()).collect();
    for name in &wanted.sessions {
        if !names.contains(name) {
            return Err(FleetError::NoSession { name: name.clone(), known: names.join(", ") });
        }
    }
    let key = key_file(&config, folder).ok_or(FleetError::KeyElsewhere)?;
    if code.is_none() && !key.is_file() {
        return Err(FleetError::NoCode);
    }
    let ready = TemporaryFolder::new(folder)?;
    for (name, bytes) in &fleet.files {
        ready.put(name, bytes)?;
    }
    // A new installation gets its id together with the other files.
    let made_ready = parse(&text, &ready.0.join(CONFIGURATION))?;
    let attempt = KeyRequest::of(folder)?;
    let has_id = config.data.join(DEVICE).is_file();
    if !has_id && let Some(device) = &attempt.device {
        ready.place(&config.data.join(DEVICE), folder)?;
        fs::write(made_ready.data.join(DEVICE), device)
            .map_err(|error| FleetError::unwritable(&made_ready.data, &error))?;
    }
    let device = device_id(if has_id { &config.data } else { &made_ready.data })?;
    let mut sessions = chosen(&wanted.sessions, &names, &target);
    let mut key_id = None;
    if let Some(code) = code {
        let client = Client::new(&config.service.url, code, made_ready.service.pki.as_deref())?;
        let secret = attempt.begin(folder, &device)?;
        let asked = Enrol { device_id: device.clone(), device_name: device_name(), secret };
        let answer = client.enrol(&asked).await.map_err(FleetError::service)?;
        let (id, projects) = enrolled(answer)?;
        let is_good = |project: &String| projects.as_ref().is_none_or(|it| it.contains(project));
        for session in config.sessions.iter().filter(|it| !is_good(&it.project)) {
            if wanted.sessions.contains(&session.name) {
                let (session, project) = (session.name.clone(), session.project.clone());
                return Err(FleetError::OutOfScope { session, project });
            }
            sessions.retain(|it| *it != session.name);
        }
        if sessions.is_empty() {
            return Err(FleetError::NoProject);
        }
        let place = ready.place(&key, folder)?;
        let text = format!("tb_{id}_{}\n", asked.secret);
        tagbridge_system::write_private(&place, text.as_bytes())
            .map_err(|error| FleetError::unwritable(&place, &error))?;
        key_id = Some(id);
    }
    let text = sessions::keep(&text, &sessions).ok_or(FleetError::NoBlocks)?;
    parse(&text, &target)?;
    ready.put(CONFIGURATION, text.as_bytes())?;
    ready.put(KEPT, &bytes)?;
    ready.put(SIGNER, format!("{signer}\n").as_bytes())?;
    if let Some((by, before)) = &before {
        take_away(folder, before, &fleet, *by == signer)?;
    }
    ready.move_to(folder)?;
    let _gone = fs::remove_file(folder.join(ATTEMPT));
    Ok(AppliedFleet {
        name: fleet.name,
        configuration: target,
        device_id: device,
        key_id,
        sessions,
    })
}

/// The required signer; `None`: not configured yet.
pub(crate) fn known_signer(folder: &Path) -> Result<Option<SignerKey>, FleetError> {
    let path = folder.join(SIGNER);
    match fs::read_to_string(&path) {
        Ok(text) => {
            let bad = || FleetError::BadSigner { found: path.display().to_string() };
            SignerKey::of_text(&text).ok_or_else(bad).map(Some)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FleetError::unreadable(&path, &error)),
    }
}

/// The last applied fleet file and its signer; `None`: no file was applied. After an interrupted
/// change of the signer, this signer is not the required one.
fn kept(folder: &Path) -> Result<Option<(SignerKey, Fleet)>, FleetError> {
    let path = folder.join(KEPT);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FleetError::unreadable(&path, &error)),
    };
    match Fleet::read_of_anybody(&bytes, &path) {
        Ok(kept) => Ok(Some(kept)),
        Err(newer @ FleetError::Newer { .. }) => Err(newer),
        Err(_) => Err(FleetError::KeptDamaged { path }),
    }
}

/// Deletes files of the previous fleet that are not in the new one: a certificate that is no longer
/// part of the fleet must not be trusted. After a change of the signer only files that the new one
/// has signed unchanged are kept; the configuration is replaced as a whole.
fn take_away(
    folder: &Path,
    before: &Fleet,
    fleet: &Fleet,
    is_same_signer: bool,
) -> Result<(), FleetError> {
    let stays = |name: &String, bytes: &Vec<u8>| match fleet.files.get(name) {
        Some(new) => is_same_signer || name == CONFIGURATION || new == bytes,
        None => false,
    };
    for (name, _) in before.files.iter().filter(|(name, bytes)| !stays(name, bytes)) {
        let path = folder.join(name);
        let gone = match fs::remove_file(&path) {
            Err(it) if matches!(it.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                continue;
            }
            gone => gone,
        };
        gone.and_then(|()| tagbridge_system::sync_folder(path.parent().unwrap_or(folder)))
            .map_err(|error| FleetError::unwritable(&path, &error))?;
    }
    Ok(())
}

/// The selected sessions, or else the existing ones, or else all.
fn chosen(wanted: &[String], names: &[String], target: &Path) -> Vec<String> {
    if !wanted.is_empty() {
        return names.iter().filter(|it| wanted.contains(it)).cloned().collect();
    }
    let before = Config::load(target).map(|it| it.sessions).unwrap_or_default();
    let is_there = |name: &&String| before.iter().any(|it| it.name == **name);
    let before: Vec<_> = names.iter().filter(is_there).cloned().collect();
    if before.is_empty() { names.to_vec() } else { before }
}

/// The secret with which a key is requested. It is stored until the key is created, because a
/// response may be lost, and a repeated request with the same secret returns the same key.
#[derive(Default)]
struct KeyRequest {
    secret: Option<String>,
    device: Option<String>,
}

impl KeyRequest {
    fn of(folder: &Path) -> Result<Self, FleetError> {
        let path = folder.join(ATTEMPT);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let (secret, device) = text.trim_end().split_once(' ').unwrap_or_default();
                let is_whole = secret.len() == SECRET_DIGITS && !device.is_empty();
                let kept = |text: &str| is_whole.then(|| text.to_owned());
                Ok(Self { secret: kept(secret), device: kept(device) })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(FleetError::unreadable(&path, &error)),
        }
    }

    /// Stores the secret before the request, and returns it.
    fn begin(self, folder: &Path, device: &str) -> Result<String, FleetError> {
        let fresh = || {
            let random: [u8; SECRET_DIGITS / 2] = rand::random();
            random.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
        };
        let secret = self.secret.unwrap_or_else(fresh);
        let path = folder.join(ATTEMPT);
        tagbridge_system::write_private(&path, format!("{secret} {device}\n").as_bytes())
            .map_err(|error| FleetError::unwritable(&path, &error))?;
        Ok(secret)
    }
}

/// The key's id, and the projects that it allows.
fn enrolled(answer: Enrolled) -> Result<(String, Option<Vec<String>>), FleetError> {
    Err(match answer {
        Enrolled::Key { key_id, projects } => return Ok((key_id, projects)),
        Enrolled::Refused { reason } => match reason {
            BadCode::Unknown => FleetError::CodeUnknown,
            BadCode::Expired { at } => FleetError::CodeExpired { at },
            BadCode::UsedUp { uses } => FleetError::CodeUsedUp { uses },
            BadCode::Revoked => FleetError::CodeRevoked,
        },
    })
}

/// The temporary folder, which is deleted when this is dropped.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new(folder: &Path) -> Result<Self, FleetError> {
        let ready = folder.join(READY);
        let unwritable = |error| FleetError::unwritable(&ready, &error);
        if ready.exists() {
            // From an interrupted attempt.
            fs::remove_dir_all(&ready).map_err(unwritable)?;
        }
        fs::create_dir_all(folder).map_err(unwritable)?;
        tagbridge_system::create_private_folder(&ready).map_err(unwritable)?;
        Ok(Self(ready))
    }

    /// The temporary path of a file of the installation's folder.
    fn place(&self, path: &Path, folder: &Path) -> Result<PathBuf, FleetError> {
        let place = self.0.join(path.strip_prefix(folder).unwrap_or(path));
        let above = place.parent().unwrap_or(&self.0);
        fs::create_dir_all(above).map_err(|error| FleetError::unwritable(above, &error))?;
        Ok(place)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), FleetError> {
        let place = self.place(Path::new(name), Path::new(""))?;
        let written = fs::File::create(&place).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written.map_err(|error| FleetError::unwritable(&place, &error))
    }

    /// Moves all files: first the record of the fleet's files, last the configuration.
    fn move_to(&self, folder: &Path) -> Result<(), FleetError> {
        let mut files = Vec::new();
        walk(&self.0, &mut files).map_err(|error| FleetError::unwritable(&self.0, &error))?;
        let mut names: Vec<_> =
            files.iter().map(|path| path.strip_prefix(&self.0).unwrap_or(path)).collect();
        names.sort_by_key(|name| match name.to_str() {
            Some(SIGNER) => 0,
            Some(KEPT) => 1,
            Some(CONFIGURATION) => 3,
            _ => 2,
        });
        for name in names {
            let (from, to) = (self.0.join(name), folder.join(name));
            let moved = fs::create_dir_all(to.parent().unwrap_or(folder))
                .and_then(|()| fs::rename(&from, &to))
                .and_then(|()| tagbridge_system::sync_folder(to.parent().unwrap_or(folder)));
            moved.map_err(|error| FleetError::unwritable(&to, &error))?;
        }
        Ok(())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _gone = fs::remove_dir_all(&self.0);
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { walk(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
