//! Decides to which project a file belongs.
//!
//! The name in a file is not sufficient: half of all plants have a `PLC_1`. A file is added to a
//! project only if a strong property agrees with the project's current version (the controller's
//! serial number, or its model and most names), or if the user names the project.

use std::{collections::HashSet, sync::Arc};

use tagbridge_api::{project::Vendor, upload::Decision};
use tagbridge_project::Project;
use tagbridge_store::{FileHash, Org, ProjectRef, StoreError, Transaction, Version};

use super::{Core, DataOperation, models};

use crate::log_message::{LogMessage, event};

/// Maximum number of projects with the same name that are compared.
const CANDIDATES: usize = 50;
/// Names that are equal by chance: those of templates, and those that a platform creates.
const COMMON_NAMES: &[&str] = &[
    "main",
    "mainprogram",
    "mainroutine",
    "maintask",
    "startup",
    "plc_prg",
    "ob1",
    "ob100",
    "clock_byte",
    "system_byte",
    "firstscan",
    "diagstatusupdate",
    "alwaystrue",
    "alwaysfalse",
    "default tag table",
    "gvl",
];
/// Minimum number of common names.
const NAMES_LEAST: usize = 2;

/// The chosen project of a file, and the reason.
#[derive(Debug, Clone)]
pub(super) struct ProjectMatch {
    /// `None`: a new project.
    pub(super) project: Option<ProjectRef>,
    /// The reason.
    pub(super) why: Decision,
    /// The candidates of the decision; `None`: the user named the project.
    among: Option<Candidates>,
}

/// The numbers of projects in order, and the file of each.
type Candidates = Vec<(i64, FileHash)>;

impl ProjectMatch {
    /// The project that the user named.
    pub(super) fn told(project: ProjectRef) -> Self {
        Self { project: Some(project), why: Decision::Told, among: None }
    }

    /// Whether the decision is still valid: the same projects with the same files, in the same
    /// scope. The calling transaction also stores the file and excludes other writes: if two
    /// clients send the same file at the same time, the second decision is made again.
    pub(super) fn holds(
        &self,
        tx: &Transaction<'_>,
        org: &Org,
        new: NewFile<'_>,
        scope: Option<&[String]>,
    ) -> Result<bool, StoreError> {
        let Some(before) = &self.among else { return Ok(true) };
        Ok(*before == among(&candidates(tx, org, new, scope)?))
    }
}

/// A parsed file, and its display name.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewFile<'a> {
    pub(super) model: &'a Project,
    pub(super) hash: &'a FileHash,
    /// The name that the user gave it.
    pub(super) name: Option<&'a str>,
}

/// Chooses the project of a file among the projects in the scope. Blocks while it parses the files
/// for comparison.
pub(super) fn decide(
    core: &Core,
    org: &Org,
    new: NewFile<'_>,
    scope: Option<&[String]>,
) -> Result<ProjectMatch, StoreError> {
    let candidates = core.store_of(org).read(|tx| candidates(tx, org, new, scope))?;
    let among = Some(among(&candidates));
    if let Some((project, _)) = candidates.iter().find(|(_, it)| it.hash == *new.hash) {
        let (project, why) = (Some(project.clone()), Decision::SameFile);
        return Ok(ProjectMatch { project, why, among });
    }
    if let (Some(name), Some((project, _))) = (new.name, candidates.first()) {
        let (project, why) = (Some(project.clone()), Decision::Named { name: name.to_owned() });
        return Ok(ProjectMatch { project, why, among });
    }
    let traits = Traits::of(new.model);
    let (mut joined, mut why_not) = (None::<(ProjectRef, Decision, usize)>, None);
    for (project, version) in candidates {
        // A project whose file can no longer be read never matches.
        let other = match known(core, &version) {
            Ok(model) => Traits::of(&model),
            Err(error) => {
                event!(warn, LogMessage::VersionNotCompared, %error, project = project.id);
                continue;
            }
        };
        match traits.compare(&other, &project.id) {
            Ok((why, weight)) => {
                if joined.as_ref().is_none_or(|(.., best)| *best < weight) {
                    joined = Some((project, why, weight));
                }
            }
            Err(why) => why_not = why_not.or(Some(why)),
        }
    }
    Ok(match joined {
        Some((project, why, _)) => ProjectMatch { project: Some(project), why, among },
        None => {
            ProjectMatch { project: None, why: why_not.unwrap_or(Decision::NoneCalledSo), among }
        }
    })
}

/// The projects whose files have the same name, most recently touched first; if the user gave a
/// name, only those with this display name.
fn candidates(
    tx: &Transaction<'_>,
    org: &Org,
    new: NewFile<'_>,
    scope: Option<&[String]>,
) -> Result<Vec<(ProjectRef, Version)>, StoreError> {
    let vendor: Vendor = new.model.vendor;
    let mut found = Vec::new();
    for project in tx.projects_called(org, vendor, &new.model.name)? {
        let is_in_scope = scope.is_none_or(|ids| ids.contains(&project.id));
        if !is_in_scope || found.len() == CANDIDATES {
            continue;
        }
        if let Some(name) = new.name
            && tx.project(&project)?.name != name
        {
            continue;
        }
        found.extend(tx.current_version(&project)?.map(|version| (project, version)));
    }
    Ok(found)
}

fn among(candidates: &[(ProjectRef, Version)]) -> Candidates {
    let mut among: Candidates =
        candidates.iter().map(|(project, version)| (project.no, version.hash.clone())).collect();
    among.sort_by_key(|(no, _)| *no);
    among
}

fn known(core: &Core, version: &Version) -> Result<Arc<Project>, StoreError> {
    if let Some(model) = core.known_model(&version.hash) {
        return Ok(model);
    }
    let bytes = core.files().get(&version.hash)?;
    let size = models::unpacked(&bytes);
    let model = core
        .read_file(&version.file_name, bytes)
        .map_err(|error| StoreError::broken(&DataOperation::ReadingVersion, error))?;
    Ok(core.keep_model(version.hash.clone(), size, model))
}

/// The properties that identify a machine's project.
#[derive(Debug)]
struct Traits {
    serial: Option<String>,
    model: Option<String>,
    /// The names of tags, blocks, routines and types.
    names: HashSet<String>,
}

impl Traits {
    fn of(project: &Project) -> Self {
        let controller = project.controller.as_ref();
        let serial = controller.and_then(|it| it.serial.as_deref()).map(digits);
        let tags = project.tags.iter().map(|tag| tag.name.clone());
        let blocks = project.blocks.iter().map(|block| block.name.clone());
        let types = project.data_types.iter().map(|it| it.name.clone());
        let routines = project.routines.iter().filter(|it| it.owner != it.name);
        let routines = routines.map(|it| format!("{}/{}", it.owner, it.name));
        let programs = project.programs.iter().map(|it| it.name.clone());
        let names = tags.chain(blocks).chain(types).chain(routines).chain(programs);
        Self {
            serial: serial.filter(|serial| serial.chars().any(|digit| digit != '0')),
            model: controller.and_then(|it| it.model.clone()),
            names: names
                .map(|name| name.to_lowercase())
                .filter(|name| !COMMON_NAMES.contains(&&**name))
                .collect(),
        }
    }

    /// The reason why it is the same project, and the similarity; or the reason why it is not.
    fn compare(&self, other: &Self, project: &str) -> Result<(Decision, usize), Decision> {
        let project_id = project.to_owned();
        if let (Some(serial), Some(theirs)) = (&self.serial, &other.serial) {
            return if serial == theirs {
                Ok((Decision::SameSerial { serial: serial.clone() }, usize::MAX))
            } else {
                let (serial, theirs) = (serial.clone(), theirs.clone());
                Err(Decision::OtherSerial { project_id, serial, theirs })
            };
        }
        if let (Some(model), Some(theirs)) = (&self.model, &other.model)
            && model != theirs
        {
            let (model, theirs) = (model.clone(), theirs.clone());
            return Err(Decision::OtherModel { project_id, model, theirs });
        }
        let common = self.names.intersection(&other.names).count();
        let (fewer, more) =
            (self.names.len().min(other.names.len()), self.names.len().max(other.names.len()));
        // Most names of the smaller one are common, and the larger one has not grown too much.
        let is_most = common >= NAMES_LEAST && common * 2 > fewer && common * 4 >= more;
        if is_most {
            Ok((Decision::SameNames { common, of: fewer }, common))
        } else {
            Err(Decision::OtherNames { project_id, common, of: fewer })
        }
    }
}

/// The digits of a serial number, as printed on the device or as a number in the file.
fn digits(serial: &str) -> String {
    let serial = serial.strip_prefix("16#").unwrap_or(serial);
    serial.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}
