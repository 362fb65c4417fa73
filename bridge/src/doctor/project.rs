//! The project that a session's tags are named by.

use tagbridge_naming::Names;

use super::{Finding, Verdict};
use crate::{
    Library, UplinkError,
    config::SessionConfig,
    counted::counted,
    source::{Lack, SourceConfig},
};

/// The names that a session would begin with, and what is to be said of where they come from.
pub(super) async fn names(
    session: &SessionConfig,
    library: Option<&Library>,
) -> (Option<Names>, Vec<Finding>) {
    let subject = format!("{}: project", session.name);
    let found = match &session.source {
        SourceConfig::Controller => return (None, Vec::new()),
        SourceConfig::File(path) => {
            let read = Names::open(path, session.endpoint.scheme(), session.supplement.clone());
            read.map_err(Lack::from)
        }
        SourceConfig::Service => match library {
            // What is wrong with the key was said.
            None => return (None, Vec::new()),
            Some(library) => of_service(session, library).await,
        },
    };
    match found {
        Ok(names) => {
            let project = names.symbols.project();
            let seen = format!("{}, {}", project.name, counted(project.tags.len(), "tag"));
            let mut findings = vec![Finding::fine(subject.clone(), seen)];
            findings.extend(names.remarks().into_iter().map(|(remark, remedy)| {
                Finding::trouble(Verdict::Doubtful, subject.clone(), &remark, remedy)
            }));
            (Some(names), findings)
        }
        // The session begins by the controller's own names, as the configuration lets it.
        Err(lack @ (Lack::File | Lack::Service(UplinkError::Forbidden(_)))) => {
            let why = format!("tags go by the controller's own names: {lack}");
            (None, vec![Finding::fine(subject, why)])
        }
        // Said of the service already.
        Err(Lack::Service(UplinkError::Unauthorized(_))) => (None, Vec::new()),
        Err(lack) if lack.passes() => (None, Vec::new()),
        Err(lack) => {
            let remedy = match &lack {
                Lack::Source(error) => error.remedy().to_owned(),
                _ => "start the session anew; until then tags go by the controller's own names"
                    .to_owned(),
            };
            (None, vec![Finding::trouble(Verdict::Doubtful, subject, &lack, remedy)])
        }
    }
}

async fn of_service(session: &SessionConfig, library: &Library) -> Result<Names, Lack> {
    let fetched = match library.current(&session.project).await {
        Err(lack) if lack.passes() => library.copy(&session.project).ok_or(lack)?,
        fetched => fetched?,
    };
    let (scheme, supplement) = (session.endpoint.scheme(), session.supplement.clone());
    Ok(Names::of_bytes(fetched.file_name, fetched.bytes, scheme, supplement)?)
}
