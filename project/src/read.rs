//! A project from its source, whatever vendor's it is.

use crate::{Format, Project, ProjectError, Source, SourceFile, codesys, detect, l5x, siemens};

/// Reads a project. The format is told by content, never by a file's name.
///
/// An error where nothing in it is a project, where it is several, or where the file cannot be
/// read at all; what is wrong with a part alone is a [`Note`](crate::Note) of the project.
pub fn read(source: &Source) -> Result<Project, ProjectError> {
    let mut single = Vec::new();
    let mut siemens = false;
    for file in &source.files {
        match detect::format(&file.bytes) {
            Some(Format::Siemens) => siemens = true,
            Some(format) => single.push((format, file)),
            None => {}
        }
    }
    let mut project = match (single.as_slice(), siemens) {
        ([], true) => siemens::read(&source.name, &source.files)?,
        ([(format, file)], false) => read_file(*format, file)?,
        ([], false) => return Err(unknown(source)),
        (several, siemens) => return Err(ambiguous(source, several, siemens)),
    };
    source.hash.clone_into(&mut project.hash);
    if project.name.is_empty() {
        let stem = source.name.rsplit_once('.').map_or(source.name.as_str(), |(stem, _)| stem);
        stem.clone_into(&mut project.name);
    }
    Ok(project)
}

fn read_file(format: Format, file: &SourceFile) -> Result<Project, ProjectError> {
    let SourceFile { path, bytes } = file;
    match format {
        Format::L5x => l5x::read(path, bytes),
        Format::CodesysExport => codesys::read_export(path, bytes),
        Format::PlcOpenXml => codesys::read_plcopen(path, bytes),
        Format::SymbolConfiguration => codesys::read_symbols(path, bytes),
        Format::Siemens => siemens::read(path, std::slice::from_ref(file)),
    }
}

fn unknown(source: &Source) -> ProjectError {
    let what = match source.files.as_slice() {
        [] => "there is no file in it".to_owned(),
        [file] => format!("no project file that is known: {}", detect::guess(&file.bytes)),
        files => format!("none of its {} files is a project file that is known", files.len()),
    };
    ProjectError::new(
        &source.name,
        what,
        "give an L5X file, Siemens sources (a folder or a ZIP), or a CODESYS .export, PLCopenXML \
         or symbol file",
    )
}

fn ambiguous(source: &Source, single: &[(Format, &SourceFile)], siemens: bool) -> ProjectError {
    let mut names: Vec<String> =
        single.iter().take(3).map(|(_, file)| format!("`{}`", file.path)).collect();
    if single.len() > 3 {
        names.push(format!("{} more", single.len() - 3));
    }
    if siemens {
        names.push("Siemens sources".to_owned());
    }
    ProjectError::new(
        &source.name,
        format!("several projects are in it: {}", names.join(", ")),
        "give one of them",
    )
}
