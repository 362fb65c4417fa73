//! A project's source.

use serde::Serialize;
use tagbridge_api::{
    ErrorCode, Permission,
    limits::{INLINE_BYTES_MAX, Tier},
    project::Vendor,
    source::{LadderRoutine, LadderRung, Source, SourceFormat},
};
use tagbridge_project::{Body, Language, Project, Routine, Rung};
use tagbridge_store::ProjectRef;

use super::{Core, Need, Refusal};

use crate::logged::{Logged, event};

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
        event!(error, Logged::SourceNoJson, %error);
        Refusal::internal()
    })
}

/// All that is text: structured text, statement lists and sequences, each routine under a comment
/// with its name.
fn scl(project: &Project) -> String {
    let is_text = |language| matches!(language, Language::St | Language::Il | Language::Sfc);
    let texts = project.routines.iter().filter(|routine| is_text(routine.language));
    texts
        .filter_map(|routine| match &routine.body {
            Body::Text(text) => Some(format!("// {}\n{}\n", path(routine), text.trim_end())),
            Body::Rungs(rungs) => {
                let networks: Vec<String> = rungs.iter().map(network).collect();
                Some(format!("// {}\n{}\n", path(routine), networks.join("\n")))
            }
            Body::Protected | Body::Absent => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// A network or a step, under its title.
fn network(rung: &Rung) -> String {
    match &rung.title {
        Some(title) => format!("// {title}\n{}", rung.text.trim_end()),
        None => rung.text.trim_end().to_owned(),
    }
}

/// All that is drawn in rungs, networks or sheets: ladder, function block diagrams, charts of them.
fn ladder(project: &Project) -> Vec<LadderRoutine> {
    let is_drawn = |language| matches!(language, Language::Ld | Language::Fbd | Language::Cfc);
    let drawn = project.routines.iter().filter(|routine| is_drawn(routine.language));
    drawn
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

#[cfg(test)]
mod tests {
    use super::*;
    use tagbridge_project::{Format, Source as Files, SourceFile, read};

    #[test]
    fn every_language_is_in_one_of_the_two_forms() {
        let routine = |name: &str, kind: &str, content: &str| {
            format!("<Routine Name=\"{name}\" Type=\"{kind}\">{content}</Routine>")
        };
        let text = format!(
            "<RSLogix5000Content><Controller Name=\"C\"><Programs><Program Name=\"P\"><Routines>\
             {}{}{}{}</Routines></Program></Programs></Controller></RSLogix5000Content>",
            routine(
                "L",
                "RLL",
                "<RLLContent><Rung Number=\"3\"><Text><![CDATA[XIC(a)OTE(b);]]>\
                     </Text></Rung></RLLContent>"
            ),
            routine("T", "ST", "<STContent><Line><![CDATA[a := 1;]]></Line></STContent>"),
            routine(
                "D",
                "FBD",
                "<FBDContent><Sheet Number=\"1\"><IRef ID=\"0\" Operand=\"a\"/>\
                     <ORef ID=\"1\" Operand=\"b\"/><Wire FromID=\"0\" ToID=\"1\"/></Sheet>\
                     </FBDContent>"
            ),
            routine("S", "SFC", "<SFCContent><Step ID=\"0\" Operand=\"Fill\"/></SFCContent>"),
        );
        let files = vec![SourceFile { path: "a.L5X".to_owned(), bytes: text.into_bytes() }];
        let project = read(&Files { name: "a.L5X".to_owned(), files, hash: String::new() })
            .expect("a project");
        assert_eq!(project.format, Format::L5x);
        assert_eq!(scl(&project), "// P/T\na := 1;\n\n// P/S\nSTEP Fill\n");
        let drawn = ladder(&project);
        let rungs: Vec<(&str, u32, &str)> = drawn
            .iter()
            .flat_map(|it| it.rungs.iter().map(|rung| (&*it.routine, rung.number, &*rung.text)))
            .collect();
        assert_eq!(rungs, [("L", 3, "XIC(a)OTE(b);"), ("D", 1, "b := a;")]);
    }
}
