//! Tests with small files and their expected contents.

mod charts;
mod code;
mod declared;
mod hostile;
mod objects;
mod other_formats;

use super::*;
use crate::{
    Body, Initial, NoteKind, Place, Project, ProjectError,
    model::{Access, BlockKind, Member},
};

/// An export with entries: name, GUID, parent's GUID, type's GUID, and the fields of the object.
fn export(entries: &[(&str, &str, &str, &str, String)]) -> String {
    let entry = |(name, guid, parent, kind, object): &(&str, &str, &str, &str, String)| {
        format!(
            "<Single><Single Name=\"MetaObject\"><Single Name=\"Guid\">{guid}</Single>\
             <Single Name=\"ParentGuid\">{parent}</Single><Single Name=\"Name\">{name}</Single>\
             <Single Name=\"TypeGuid\">{kind}</Single></Single>\
             <Single Name=\"Object\">{object}</Single></Single>"
        )
    };
    let entries: String = entries.iter().map(entry).collect();
    format!(
        "<ExportFile><StructuredView Guid=\"{{d9b2b2cc}}\"><Single>\
         <Array Name=\"Profile\" Type=\"byte\">not base64 at all ===</Array>\
         <List2 Name=\"EntryList\">{entries}</List2></Single></StructuredView></ExportFile>"
    )
}

const POU: &str = "6f9dac99-8de1-4efc-8465-68ac443b7d08";
const GLOBALS: &str = "ffbfa93a-b94d-45fc-a329-229860183b1d";
const TYPE: &str = "2db5746d-d284-4425-9f7f-2663a34b0ebc";
const APPLICATION: &str = "639b491f-5557-464c-af91-1471bac9f549";
const SYMBOLS: &str = "21d4fe94-4123-4e23-9091-ead220afbd1f";
const DEVICE: &str = "225bfe47-7336-4dbc-9419-4105a7c831fa";
const METHOD: &str = "f8a58466-d7f6-439f-bbb8-d4600e41d099";
const PROPERTY: &str = "5a3b8626-d3e9-4f37-98b5-66420063d91e";
const ACCESSOR: &str = "792f2eb6-721e-4e64-ba20-bc98351056db";
const INTERFACE: &str = "6654496c-404d-479a-aad2-8551054e5f1e";

fn declared(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<Single Name=\"Interface\"><Single Name=\"TextDocument\">\
         <Single Name=\"TextBlobForSerialisation\">{text}</Single></Single></Single>"
    )
}

fn coded(kind: &str, content: &str) -> String {
    format!("<Single Name=\"Implementation\" Type=\"{{{kind}}}\">{content}</Single>")
}

/// An application with a program, a list, a function block and types.
fn plant(program: &str, globals: &str, more: &[(&'static str, &str, String)]) -> Project {
    let mut entries = vec![
        ("App", "a", "0", APPLICATION, String::new()),
        ("PLC_PRG", "p", "a", POU, declared(program)),
        ("GVL", "g", "a", GLOBALS, declared(globals)),
    ];
    let guids: Vec<String> = (0..more.len()).map(|it| format!("m{it}")).collect();
    for ((name, kind, object), guid) in more.iter().zip(&guids) {
        entries.push((name, guid, "a", kind, object.clone()));
    }
    let text = export(&entries);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    serde_json::to_string(&project).expect("a model is JSON");
    project
}

/// Formats tags as `name @place: type = initial`, and further properties.
fn tags(project: &Project) -> Vec<String> {
    let tag = |it: &crate::Tag| {
        let place = match &it.place {
            Place::Node { path, published } => format!("{path} {published:?}"),
            Place::Nowhere { reason } => format!("nowhere: {reason}"),
            other => format!("{other:?}"),
        };
        let initial = it.initial.as_ref().map(|it| format!(" = {it:?}")).unwrap_or_default();
        let more = [
            it.constant.then(|| "constant".to_owned()),
            (it.access != Access::Unknown).then(|| format!("{:?}", it.access)),
            it.alias_for.as_ref().map(|it| format!("at {it}")),
            it.comment.as_ref().map(|it| format!("// {it}")),
        ];
        let more: Vec<_> = more.into_iter().flatten().map(|it| format!(" {it}")).collect();
        let more = more.concat();
        format!("{}: {} @{place}{initial}{more}", it.name, it.type_use.name)
    };
    project.tags.iter().map(tag).collect()
}

fn notes(project: &Project) -> Vec<String> {
    project.notes.iter().map(|it| format!("{:?} {}: {}", it.kind, it.subject, it.what)).collect()
}

fn names(members: &[Member]) -> Vec<&str> {
    members.iter().map(|it| it.name.as_str()).collect()
}

fn rungs(project: &Project) -> Vec<String> {
    match &project.routines[0].body {
        Body::Rungs(rungs) => rungs.iter().map(|it| it.text.clone()).collect(),
        other => panic!("{other:?}"),
    }
}
