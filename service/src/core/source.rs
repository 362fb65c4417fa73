//! A project's source.

use serde::Serialize;
use tagbridge_api::{
    ErrorCode, Permission,
    limits::{INLINE_BYTES_MAX, Tier},
    project::Vendor,
    source::{LadderRoutine, LadderRung, Source, SourceFormat},
};
use tagbridge_project::{Body, Language, Project, Routine};
use tagbridge_store::ProjectRef;

use super::{Core, Need, Refusal};

pub(crate) const NEEDS: Need = Need::permission(Tier::Standard, Permission::CodeRead);

/// The source in the form that was asked for.
#[derive(Debug)]
pub(crate) enum Output {
    /// The file as it came.
    File {
        /// The version's id: another one's file is another.
        version_id: String,
        /// What the file is called.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// A [`Source`] as JSON.
    Json(Vec<u8>),
}

/// The source of the current version.
pub(crate) async fn read(
    core: &Core,
    project: ProjectRef,
    format: SourceFormat,
) -> Result<Output, Refusal> {
    let version = core
        .blocking(move |core| {
            let version = core.store().read(|tx| tx.current_version(&project))?;
            version.ok_or_else(|| no_file(&project.id))
        })
        .await?;
    if format == SourceFormat::Raw {
        return core
            .blocking(move |core| {
                let bytes = core.files().get(&version.hash)?;
                Ok(Output::File { version_id: version.id, name: version.file_name, bytes })
            })
            .await;
    }
    let model = core.model(&version).await?;
    core.blocking(move |_| write(&model, format)).await.map(Output::Json)
}

fn write(project: &Project, format: SourceFormat) -> Result<Vec<u8>, Refusal> {
    let vendor = project.vendor;
    let source = Source { format, vendor, parsed: None, scl: None, ladder: None };
    match format {
        SourceFormat::Scl => to_json(&Source { scl: Some(scl(project)), ..source }),
        SourceFormat::Ladder => to_json(&Source { ladder: Some(ladder(project)), ..source }),
        SourceFormat::Parsed | SourceFormat::Raw => {
            let json = to_json(&Parsed { format, vendor, model: project })?;
            if json.len() > INLINE_BYTES_MAX { Err(too_large(json.len())) } else { Ok(json) }
        }
    }
}

/// A [`Source`] whose model need not become a tree of JSON values first.
#[derive(Serialize)]
struct Parsed<'a> {
    format: SourceFormat,
    vendor: Vendor,
    #[serde(rename = "parsed")]
    model: &'a Project,
}

fn to_json<T: Serialize>(source: &T) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(source).map_err(|error| {
        tracing::error!(%error, "a source is no JSON");
        Refusal::internal()
    })
}

/// All structured text, each routine under a comment with its name.
fn scl(project: &Project) -> String {
    let texts = project.routines.iter().filter(|routine| routine.language == Language::St);
    texts
        .filter_map(|routine| match &routine.body {
            Body::Text(text) => Some(format!("// {}\n{}\n", path(routine), text.trim_end())),
            Body::Rungs(rungs) => {
                let networks: Vec<&str> = rungs.iter().map(|rung| rung.text.trim_end()).collect();
                Some(format!("// {}\n{}\n", path(routine), networks.join("\n")))
            }
            Body::Protected | Body::Absent => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn ladder(project: &Project) -> Vec<LadderRoutine> {
    let ladders = project.routines.iter().filter(|routine| routine.language == Language::Ld);
    ladders
        .map(|routine| LadderRoutine {
            program: routine.owner.clone(),
            routine: routine.name.clone(),
            rungs: match &routine.body {
                Body::Rungs(rungs) => rungs
                    .iter()
                    .map(|rung| LadderRung {
                        number: rung.number,
                        title: rung.title.clone(),
                        comment: rung.comment.clone(),
                        text: rung.text.clone(),
                    })
                    .collect(),
                Body::Text(text) => {
                    vec![LadderRung { number: 0, title: None, comment: None, text: text.clone() }]
                }
                Body::Protected | Body::Absent => Vec::new(),
            },
        })
        .collect()
}

fn path(routine: &Routine) -> String {
    if routine.owner == routine.name {
        return routine.name.clone();
    }
    format!("{}/{}", routine.owner, routine.name)
}

fn too_large(bytes: usize) -> Refusal {
    Refusal::new(
        ErrorCode::PayloadTooLarge,
        format!("the parsed model has {bytes} bytes, more than {INLINE_BYTES_MAX}"),
    )
    .suggesting("Ask for format=raw.")
}

fn no_file(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, format!("the project `{id}` was made without a file"))
        .for_user("The project has no source.")
        .suggesting("Add a version with a file: POST /projects/{id}/versions.")
}
