//! The project with the names of a session's tags.

use tagbridge_naming::Names;
use tagbridge_texts::Coded;

use super::{
    Finding, Verdict,
    messages::{Advice, CheckOutcome, Subject},
};
use crate::{
    Library, UplinkError,
    config::SessionConfig,
    source::{ProjectFileError, SourceConfig},
};

/// The names that a session would start with, and the findings about their origin.
pub(super) async fn names(
    session: &SessionConfig,
    library: Option<&Library>,
) -> (Option<Names>, Vec<Finding>) {
    let subject = &Subject::Project { session: session.name.clone() };
    let mut copied = Vec::new();
    let found = match &session.source {
        SourceConfig::Controller => return (None, Vec::new()),
        SourceConfig::File(path) => {
            let read = Names::open(path, session.endpoint.scheme(), session.supplement.clone());
            read.map_err(ProjectFileError::from)
        }
        SourceConfig::Service => match library {
            // The error of the key was reported before.
            None => return (None, Vec::new()),
            Some(library) => match of_service(session, library).await {
                Ok((names, is_copy)) => {
                    if is_copy {
                        let (seen, advice) = (&CheckOutcome::Copy, &Advice::Copy);
                        copied.push(Finding::trouble(Verdict::Doubtful, subject, seen, advice));
                    }
                    Ok(names)
                }
                Err(lack) => Err(lack),
            },
        },
    };
    match found {
        Ok(names) => {
            let project = names.symbols.project();
            let seen =
                &CheckOutcome::Project { name: project.name.clone(), tags: project.tags.len() };
            let mut findings = vec![Finding::fine(subject, seen)];
            findings.extend(copied);
            findings.extend(names.remarks().into_iter().map(|(remark, remedy)| {
                Finding::trouble(Verdict::Doubtful, subject, remark, remedy)
            }));
            (Some(names), findings)
        }
        // The session starts with the names in the controller, as the configuration allows.
        Err(
            lack @ (ProjectFileError::File | ProjectFileError::Service(UplinkError::Forbidden(_))),
        ) => {
            let detail = CheckOutcome::ControllersNames { why: lack.message() }.message();
            let (subject, verdict) = (subject.message(), Verdict::Untried);
            (None, vec![Finding { subject, verdict, detail, remedy: None }])
        }
        // The error of the service was reported before.
        Err(lack) if lack.is_open() => (None, Vec::new()),
        Err(lack) => {
            let remedy = match &lack {
                ProjectFileError::Source(error) => error.remedy(),
                _ => Advice::StartAgain.message(),
            };
            (None, vec![Finding::trouble(Verdict::Doubtful, subject, &lack, remedy)])
        }
    }
}

/// The names of the project at the service, and whether they come from the local copy.
async fn of_service(
    session: &SessionConfig,
    library: &Library,
) -> Result<(Names, bool), ProjectFileError> {
    let (fetched, is_copy) = match library.current(&session.project).await {
        Err(lack) if lack.passes() => (library.copy(&session.project).ok_or(lack)?, true),
        fetched => (fetched?, false),
    };
    let (scheme, supplement) = (session.endpoint.scheme(), session.supplement.clone());
    let names = Names::of_bytes(fetched.file_name, fetched.bytes, scheme, supplement)?;
    Ok((names, is_copy))
}
