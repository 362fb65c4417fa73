mod alias;
mod code;
mod hostile;
mod small;

use tagbridge_texts::Coded;

use crate::{Project, Tag};

/// Reads the export of a controller with these contents.
fn controller(inside: &str) -> Project {
    read(&format!(
        "<RSLogix5000Content SoftwareRevision=\"33.01\" TargetType=\"Controller\">\
         <Controller Use=\"Target\" Name=\"Plant\" ProcessorType=\"1756-L83E\" MajorRev=\"33\" \
         MinorRev=\"11\" ProjectSN=\"16#00a1_b2c3\">{inside}</Controller></RSLogix5000Content>"
    ))
}

fn read(text: &str) -> Project {
    super::read("plant.L5X", text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn tag<'p>(project: &'p Project, name: &str) -> &'p Tag {
    let found = project.tags.iter().find(|tag| tag.name == name);
    found.unwrap_or_else(|| panic!("no tag {name} among {:?}", names(project)))
}

fn names(project: &Project) -> Vec<&str> {
    project.tags.iter().map(|tag| tag.name.as_str()).collect()
}

/// Formats a type for comparison: `Motor[5]`.
fn type_of(tag: &Tag) -> String {
    let counts = tag.type_use.dimensions.iter().map(|it| format!("[{}]", it.count()));
    format!("{}{}", tag.type_use.name, counts.collect::<String>())
}

/// The subjects and texts of all notes.
fn notes(project: &Project) -> Vec<String> {
    project.notes.iter().map(|note| note.message().to_string()).collect()
}
