//! A project's source.

use serde::Serialize;
use tagbridge_api::{
    ErrorCode, Permission,
    limits::{INLINE_BYTES_MAX, Tier},
    project::Vendor,
    source::{LadderRoutine, LadderRung, Source, SourceFormat},
};
use tagbridge_project::{Body, Language, Project, Routine, Rung};
use tagbridge_store::{ProjectRef, Transaction, Version};

use super::{AccessRequirement, Advice, Core, Refusal, TechnicalReason, UserMessage, versions};

use crate::log_message::{LogMessage, event};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::CodeRead);

/// The source in the requested format.
#[derive(Debug)]
pub(crate) enum Output {
    /// The original file.
    File {
        /// The version's id, which identifies the file.
        version_id: String,
        /// The file's name.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// A [`Source`] as JSON.
    Json(Vec<u8>),
}

/// The source of this version of the project; of the current one by default.
pub(crate) async fn read(
    core: &Core,
    project: ProjectRef,
    version_id: Option<String>,
    format: SourceFormat,
) -> Result<Output, Refusal> {
    let version = core
        .blocking(move |core| {
            core.store_of_project(&project).read(|tx| match &version_id {
                Some(id) => versions::find(tx, &project, id),
                None => current(tx, &project),
            })
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

/// The current version; a project may have none yet.
pub(super) fn current(tx: &Transaction<'_>, project: &ProjectRef) -> Result<Version, Refusal> {
    tx.current_version(project)?.ok_or_else(|| no_file(&project.id))
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

/// A [`Source`] whose model is serialized without an intermediate tree of JSON values.
#[derive(Serialize)]
struct Parsed<'a> {
    format: SourceFormat,
    vendor: Vendor,
    #[serde(rename = "parsed")]
    model: &'a Project,
}

fn to_json<T: Serialize>(source: &T) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(source).map_err(|error| {
        event!(error, LogMessage::SourceNoJson, %error);
        Refusal::internal()
    })
}

/// Whether code is graphical: ladder, function block diagrams and continuous charts. All other code
/// is text.
fn is_drawn(routine: &Routine) -> bool {
    matches!(routine.language, Language::Ld | Language::Fbd | Language::Cfc)
}

/// All textual code: structured text, statement lists and sequences, each routine after a comment
/// with its name.
fn scl(project: &Project) -> String {
    let texts = project.routines.iter().filter(|routine| !is_drawn(routine));
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

/// A network or a step, after its title.
fn network(rung: &Rung) -> String {
    match &rung.title {
        Some(title) => format!("// {title}\n{}", rung.text.trim_end()),
        None => rung.text.trim_end().to_owned(),
    }
}

/// All graphical code, in rungs, networks or sheets.
fn ladder(project: &Project) -> Vec<LadderRoutine> {
    let named = |language: Language| language.as_str().to_owned();
    let drawn = project.routines.iter().filter(|routine| is_drawn(routine));
    drawn
        .map(|routine| LadderRoutine {
            program: routine.owner.clone(),
            routine: routine.name.clone(),
            language: named(routine.language),
            rungs: match &routine.body {
                Body::Rungs(rungs) => rungs
                    .iter()
                    .map(|rung| LadderRung {
                        number: rung.number,
                        language: rung.language.map(named),
                        title: rung.title.clone(),
                        comment: rung.comment.clone(),
                        text: rung.text.clone(),
                    })
                    .collect(),
                Body::Text(text) => {
                    let (language, title, comment) = (None, None, None);
                    vec![LadderRung { number: 0, language, title, comment, text: text.clone() }]
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
    let why = TechnicalReason::ModelTooLarge { bytes, most: INLINE_BYTES_MAX };
    Refusal::new(ErrorCode::PayloadTooLarge, &why).with_remedy(&Advice::AskRaw)
}

fn no_file(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, &TechnicalReason::NoSource { id })
        .for_user(&UserMessage::NoSource)
        .with_remedy(&Advice::AddVersion)
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
            .flat_map(|it| it.rungs.iter().map(|rung| (&*it.language, rung.number, &*rung.text)))
            .collect();
        assert_eq!(rungs, [("LD", 3, "XIC(a)OTE(b);"), ("FBD", 1, "b := a;")]);
    }

    #[test]
    fn a_network_of_another_language_says_so() {
        let rung = |language, text: &str| Rung { language, text: text.into(), ..Rung::default() };
        let rungs = vec![rung(None, "Contact(#a)Coil(#b);"), rung(Some(Language::St), "#b := #a;")];
        let routine =
            Routine { language: Language::Ld, body: Body::Rungs(rungs), ..Routine::default() };
        let other = Routine { body: Body::Text("…".into()), ..Routine::default() };
        for language in [Language::Ld, Language::Sfc, Language::Other] {
            assert_eq!(serde_json::to_value(language).expect("JSON"), language.as_str());
        }
        let file = SourceFile { path: "a.scl".to_owned(), bytes: b"TYPE t : INT; END_TYPE".into() };
        let files = Files { name: "a".to_owned(), files: vec![file], hash: String::new() };
        let project = read(&files).expect("a project");
        let project = Project { routines: vec![routine, other], ..project };
        let rungs = &ladder(&project)[0].rungs;
        let languages: Vec<Option<&str>> = rungs.iter().map(|it| it.language.as_deref()).collect();
        assert_eq!(languages, [None, Some("ST")]);
        assert_eq!(scl(&project), "// \n…\n", "what is of no known language is text");
    }
}
