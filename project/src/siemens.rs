//! Siemens STEP 7 and TIA Portal: sources, SimaticML, SIMATIC SD and tag tables, in any combination.
//!
//! Each file is read separately ([`found`]). Then the project is assembled ([`assemble`]): blocks
//! that several files contain are merged; types and constants are resolved by name; data blocks get
//! the members of their function blocks; standard blocks get a layout; tags get their places.

mod assemble;
mod found;
mod layout;
mod simaticml;
mod system;
mod tables;
mod text;

pub(crate) use self::found::Kind;
pub(crate) use self::layout::{Layouts, Structured, is_structured};
use self::{found::Found, text::Resources};
use crate::says::Noted;
use crate::says::{Advice, Wrong};
use crate::{Format, NoteKind, Project, ProjectError, SourceFile, detect, text::decode, xml};
use tagbridge_notation::SYMBOL_TABLES;
use tagbridge_texts::Coded;
use tagbridge_texts::Message;

/// Reads one file, or all files of a folder or an archive. `name` is the name of the whole.
///
/// A file that cannot be read becomes a note if others can be read; otherwise it is an error.
pub(crate) fn read(name: &str, files: &[SourceFile]) -> Result<Project, ProjectError> {
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut resources = Resources::default();
    let mut found = Found::default();
    for file in files.iter().filter(|file| extension(&file.path) == "s7res") {
        resources.add(&file.path, &decode(&file.bytes), &mut found.translations);
    }
    let mut failed = None;
    for file in &files {
        if let Err(error) = read_file(file, files.len() == 1, &resources, &mut found) {
            let subject = error.place.to_string();
            let what = Message::all([error.what.clone(), error.remedy.clone()]);
            found.note(NoteKind::Unreadable, &subject, what);
            failed.get_or_insert(error);
        }
    }
    if found.blocks.is_empty() && found.tables.is_empty() {
        return Err(failed.unwrap_or_else(|| nothing(name, &found)));
    }
    Ok(assemble::project(name, &files, found))
}

fn read_file(
    file: &SourceFile,
    is_alone: bool,
    resources: &Resources,
    found: &mut Found,
) -> Result<(), ProjectError> {
    let path = &file.path;
    match extension(path).as_str() {
        // Files that version control adds to a workspace, and texts that were already read.
        "libinfo" | "libint" | "liblink" | "s7res" => return Ok(()),
        "xlsx" => {
            tables::read_xlsx(path, &file.bytes, found);
            return Ok(());
        }
        end if SYMBOL_TABLES.contains(&end) => {
            tables::read_symbols(stem(path), &decode(&file.bytes), found);
            return Ok(());
        }
        "scl" | "awl" | "stl" | "db" | "udt" | "s7dcl" => {
            text::read(path, &decode(&file.bytes), resources, found);
            return Ok(());
        }
        _ => {}
    }
    if is_hidden(path) {
        return Ok(());
    }
    if file.bytes.starts_with(b"PK") {
        tables::read_xlsx(path, &file.bytes, found);
        return Ok(());
    }
    let text = decode(&file.bytes);
    if text.trim_start().starts_with('<') {
        let document = xml::parse(path, &text)?;
        if tables::is_plain_xml(&document) {
            tables::read_plain_xml(&document, found);
        } else if simaticml::is(&document) {
            simaticml::read(path, &document, found);
        } else {
            let root = document.root_element().tag_name().name();
            let what = Wrong::XmlOf { root }.message();
            found.note(NoteKind::Skipped, path, &Noted::NothingToRead { what });
        }
        return Ok(());
    }
    // A single file is a source; a file among others may be a script or a note.
    let is_meant = is_alone || detect::is_whole_source(&text);
    if detect::format(&file.bytes) == Some(Format::Siemens) && is_meant {
        if text.trim_start().starts_with('"') {
            tables::read_symbols(stem(path), &text, found);
        } else {
            text::read(path, &text, resources, found);
        }
    } else {
        let what = detect::guess(&file.bytes);
        found.note(NoteKind::Skipped, path, &Noted::NothingToRead { what });
    }
    Ok(())
}

fn nothing(name: &str, found: &Found) -> ProjectError {
    let what = match found.notes.first() {
        Some(note) => {
            let (why, subject) = (note.what.clone(), note.subject.clone());
            Wrong::NoBlockSince { why, subject }.message()
        }
        None => Wrong::NoBlock.message(),
    };
    ProjectError::new(name, what, &Advice::GenerateSources)
}

fn extension(path: &str) -> String {
    let file = file_name(path);
    file.rsplit_once('.').map_or_else(String::new, |(_, end)| end.to_ascii_lowercase())
}

fn stem(path: &str) -> &str {
    let file = file_name(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether the file belongs to the operating system or to version control: `.git/…`, `__MACOSX/…`,
/// `.DS_Store`.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}
