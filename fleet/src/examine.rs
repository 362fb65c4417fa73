//! Whether an installation is still as its fleet's file says.

use std::{fs, path::Path};

use tagbridge_api::Timestamp;
use tagbridge_bridge::{
    AUTHORITIES, Config,
    doctor::{Finding, Verdict},
};
use tagbridge_texts::{Coded, Message};

use crate::{CONFIGURATION, FleetError, KEPT, apply::known_signer, sessions, signed::Fleet};

/// What was checked.
#[derive(Debug, Coded)]
#[coded(prefix = "fleet-of")]
pub(crate) enum Subject {
    Signature,
    Files,
    Authorities,
}

/// What was seen.
#[derive(Debug, Coded)]
#[coded(prefix = "fleet-saw")]
pub(crate) enum FleetCheck {
    Signed {
        name: String,
        #[coded(text)]
        at: Timestamp,
        signer: String,
    },
    Same {
        files: usize,
    },
    Changed {
        files: String,
    },
    Trusted {
        certificates: usize,
    },
}

/// What to do.
#[derive(Debug, Coded)]
#[coded(prefix = "fleet-advice")]
pub(crate) enum Advice {
    ApplyAgain,
}

/// Returns the findings about the fleet of a configuration; empty if it does not belong to a fleet.
pub fn examine(configuration: &Path) -> Vec<Finding> {
    let folder = configuration.parent().unwrap_or(Path::new(""));
    let path = folder.join(KEPT);
    let Ok(bytes) = fs::read(&path) else { return Vec::new() };
    let read = known_signer(folder)
        .and_then(|signer| signer.ok_or(FleetError::NoSigner))
        .and_then(|signer| Ok((signer, Fleet::read(&bytes, &signer, &path)?)));
    let (signer, fleet) = match read {
        Ok(read) => read,
        Err(error) => {
            let (detail, remedy) = (error.message(), Some(error.remedy()));
            return vec![finding(&Subject::Signature, Verdict::Refused, detail, remedy)];
        }
    };
    let seen = FleetCheck::Signed {
        name: fleet.name.clone(),
        at: fleet.signed_at,
        signer: signer.to_string(),
    };
    let mut findings = vec![fine(&Subject::Signature, &seen)];
    let changed = changed(&fleet, folder);
    findings.push(if changed.is_empty() {
        fine(&Subject::Files, &FleetCheck::Same { files: fleet.files.len() })
    } else {
        let seen = FleetCheck::Changed { files: changed.join(", ") };
        let remedy = Some(Advice::ApplyAgain.message());
        finding(&Subject::Files, Verdict::Doubtful, seen.message(), remedy)
    });
    let of_authority = format!("/{AUTHORITIES}/");
    let certificates = fleet.files.keys().filter(|name| name.contains(&of_authority)).count();
    if certificates > 0 {
        findings.push(fine(&Subject::Authorities, &FleetCheck::Trusted { certificates }));
    }
    findings
}

/// The files that are not what was signed.
fn changed(fleet: &Fleet, folder: &Path) -> Vec<String> {
    let differs = |(name, bytes): (&String, &Vec<u8>)| {
        let path = folder.join(name);
        let is_same = if name == CONFIGURATION {
            let names = Config::load(&path).map(|it| it.sessions).unwrap_or_default();
            let names: Vec<_> = names.into_iter().map(|it| it.name).collect();
            let signed = sessions::keep(&fleet.configuration(), &names);
            signed.is_some_and(|it| fs::read_to_string(&path).is_ok_and(|is| is == it))
        } else {
            fs::read(&path).is_ok_and(|is| is == *bytes)
        };
        (!is_same).then(|| name.clone())
    };
    fleet.files.iter().filter_map(differs).collect()
}

fn fine(subject: &Subject, seen: &FleetCheck) -> Finding {
    finding(subject, Verdict::Fine, seen.message(), None)
}

fn finding(
    subject: &Subject,
    verdict: Verdict,
    detail: Message,
    remedy: Option<Message>,
) -> Finding {
    Finding { subject: subject.message(), verdict, detail, remedy }
}
