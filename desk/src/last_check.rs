//! The result of the latest check of a project's controller, as `tagbridge preflight --json` prints
//! it: for the support bundle, also after a restart.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tagbridge_api::Timestamp;
use tagbridge_bridge::{doctor::Finding, preflight::Preflight};
use tagbridge_texts::Message;

use crate::{
    desk::Desk,
    last_run::{plain, store},
    log_message::{LogMessage, event},
    view::StartPreflight,
};

/// The folder in the data folder, with a file for each project, and one for the doctor.
const FOLDER: &str = "checks";
/// The name of the file with the result of the doctor.
pub(crate) const DOCTOR: &str = "doctor";

impl Desk {
    /// Stores the result of a check.
    pub(crate) fn keep_check(&self, start: &StartPreflight, found: &Preflight) {
        let StartPreflight { project, endpoint, .. } = start;
        let last = json!({ "project": project, "endpoint": endpoint, "check": found });
        self.keep(&plain(project), last);
    }

    /// Stores the result of the doctor.
    pub(crate) fn keep_doctor(&self, findings: &[Finding]) {
        self.keep(DOCTOR, json!({ "findings": findings }));
    }

    /// Stores a result with its time. An error does not stop a check.
    fn keep(&self, name: &str, mut last: Value) {
        last["at"] = json!(Timestamp::now());
        if let Err(error) = store(&self.data().join(FOLDER), name, &last) {
            event!(warn, LogMessage::CheckNotKept, name, error = ?Message::system(&error));
        }
    }

    pub(crate) fn forget_check(&self, project: &str) {
        let name = format!("{}.json", plain(project));
        drop(fs::remove_file(self.0.options.data.join(FOLDER).join(name)));
    }
}

/// The results in a data folder, with their projects' ids.
pub(crate) fn checks_in(data: &Path) -> Vec<(String, Value)> {
    let entries = fs::read_dir(data.join(FOLDER)).into_iter().flatten().flatten();
    let mut found: Vec<(String, Value)> = entries
        .filter_map(|it| {
            let path = it.path();
            let name = path.file_stem()?.to_string_lossy().into_owned();
            let is_complete = path.extension().is_some_and(|it| it == "json");
            let bytes = is_complete.then(|| fs::read(&path).ok()).flatten()?;
            Some((name, serde_json::from_slice(&bytes).ok()?))
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

/// The tag names in the results.
pub(crate) fn names_in(checks: &[(String, Value)]) -> Vec<String> {
    let checks = checks.iter().map(|(_, it)| &it["check"]);
    let named = checks.flat_map(|it| {
        let differences = list(&it["differences"]).map(|it| &it["subject"]);
        differences.chain(list(&it["unreadable"]).flat_map(|it| list(&it["tags"])))
    });
    named.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
