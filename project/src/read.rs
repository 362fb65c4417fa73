//! Reads a project of any vendor.

use crate::says::{Advice, Wrong};
use crate::{Format, Project, ProjectError, Source, SourceFile, codesys, detect, l5x, siemens};
use tagbridge_texts::{Coded, Message};

/// Reads a project. The format is determined by the contents, not by the name of a file.
///
/// Returns an error if the source contains no project, or several, or if the file cannot be read.
/// Problems of a part become a [`Note`](crate::Note) of the project.
pub fn read(source: &Source) -> Result<Project, ProjectError> {
    let (mut single, mut sources) = (Vec::new(), Vec::new());
    let (mut siemens, mut perhaps) = (false, false);
    for file in &source.files {
        let is_text = codesys::is_source(&file.path, &file.bytes);
        if (is_text || detect::format(&file.bytes).is_some())
            && let Some(line) = detect::conflict(&file.bytes)
        {
            let what = Wrong::MergeConflict.message();
            let error = ProjectError::new(&file.path, what, &Advice::ResolveConflict);
            return Err(error.at_line(line));
        }
        if is_text {
            sources.push(file);
            continue;
        }
        match detect::format(&file.bytes) {
            Some(Format::Siemens) if detect::is_certain(&file.path, &file.bytes) => siemens = true,
            Some(Format::Siemens) => perhaps = true,
            Some(format) => single.push((format, file)),
            None => {}
        }
    }
    // A file without the extension of a source may be a note that quotes one.
    if sources.iter().any(|file| codesys::is_named(&file.path)) {
        sources.retain(|file| codesys::is_named(&file.path));
    }
    siemens |= perhaps && single.is_empty() && sources.is_empty();
    let mut project = match (single.as_slice(), siemens) {
        ([], false) if !sources.is_empty() => codesys::read_sources(&source.name, &sources),
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
        Format::CodesysSources => Ok(codesys::read_sources(path, &[file])),
    }
}

fn unknown(source: &Source) -> ProjectError {
    const TWIN_CAT: [&str; 6] = [".tcpou", ".tcgvl", ".tcdut", ".tcio", ".plcproj", ".tsproj"];
    let what = match source.files.as_slice() {
        [] => Wrong::Nothing.message(),
        [file] => Wrong::Unknown { guess: detect::guess(&file.bytes) }.message(),
        files => Wrong::NoneKnown { files: files.len() }.message(),
    };
    let is_twin_cat = source.files.iter().any(|file| {
        let path = file.path.to_ascii_lowercase();
        TWIN_CAT.iter().any(|end| path.ends_with(end))
    });
    let advice = if is_twin_cat { Advice::ExportFromTwinCat } else { Advice::GiveOneOf };
    ProjectError::new(&source.name, what, &advice)
}

fn ambiguous(source: &Source, single: &[(Format, &SourceFile)], siemens: bool) -> ProjectError {
    let shown: Vec<String> =
        single.iter().take(3).map(|(_, file)| format!("`{}`", file.path)).collect();
    let mut names = Message::verbatim(shown.join(", "));
    if let count @ 1.. = single.len().saturating_sub(3) {
        names = Wrong::NamesAndMore { names, count }.message();
    }
    if siemens {
        names = Wrong::NamesAndSiemens { names }.message();
    }
    ProjectError::new(&source.name, &Wrong::Several { names }, &Advice::GiveOne)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vendor;

    const L5X: &str = "<RSLogix5000Content TargetName=\"Line\"><Controller Use=\"Target\" \
                       Name=\"Line\"/></RSLogix5000Content>";
    const SCL: &str = "FUNCTION_BLOCK \"F\"\nBEGIN\nEND_FUNCTION_BLOCK\n";

    fn check(files: &[(&str, &[u8])], expected: Result<Vendor, &str>) {
        let files = files
            .iter()
            .map(|(path, bytes)| SourceFile { path: (*path).to_owned(), bytes: bytes.to_vec() });
        let source =
            Source { name: "plant".to_owned(), files: files.collect(), hash: String::new() };
        match (read(&source), expected) {
            (Ok(project), Ok(vendor)) => assert_eq!(project.vendor, vendor),
            (Err(error), Err(says)) => assert!(error.to_string().contains(says), "{error}"),
            (read, expected) => panic!("{read:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn what_lies_beside_a_project_is_no_project() {
        let source = |path: &str, bytes: &[u8]| {
            let file = SourceFile { path: path.to_owned(), bytes: bytes.to_vec() };
            Source { name: path.to_owned(), files: vec![file], hash: String::new() }
        };
        let book = Source {
            files: vec![SourceFile { path: "xl/workbook.xml".to_owned(), bytes: Vec::new() }],
            ..source("io.xlsx", b"")
        };
        let (_, book) = book.into_one_file().expect("it is packed");
        let l5x = ("Line.L5X", L5X.as_bytes());
        let note = ("notes.txt", b"Function: fills bottles\n".as_slice());
        let backup = ("old.zip", b"PK\x03\x04 and so on".as_slice());
        check(&[l5x, note, ("io.xlsx", &book), backup], Ok(Vendor::AllenBradley));
        check(&[note], Err("a function needs a name, but `:` was found (notes.txt line 1)"));
        check(&[backup], Err("not a known project file: it is an archive"));
        check(&[l5x, ("a.scl", SCL.as_bytes())], Err("`Line.L5X`, Siemens sources"));
        check(&[l5x, ("b.L5X", L5X.as_bytes())], Err("`Line.L5X`, `b.L5X`"));
        check(&[("a.txt", SCL.as_bytes()), backup], Ok(Vendor::Siemens));
        let text = b"PROGRAM PLC_PRG\nVAR\n  n : INT;\nEND_VAR\nn := n + 1;\n".as_slice();
        let quoted = b"```\nPROGRAM PLC_PRG\nVAR\nEND_VAR\nEND_PROGRAM\n```\n".as_slice();
        check(&[("src/PLC_PRG.st", text), ("README.md", quoted), note], Ok(Vendor::Codesys));
        check(&[l5x, ("README.md", quoted)], Ok(Vendor::AllenBradley));
        check(&[], Err("it contains no file"));
    }

    #[test]
    fn a_conflict_that_was_not_resolved_is_called_by_its_name() {
        let marked = |text: &str| {
            let (head, tail) = text.split_once('\n').expect("two lines");
            format!("{head}\n<<<<<<< HEAD\n{tail}\n=======\n{tail}\n>>>>>>> other\n")
        };
        let st = "PROGRAM PLC_PRG\nVAR\n  n : INT;\nEND_VAR\nEND_PROGRAM\n";
        let export = "<ExportFile>\n<StructuredView Guid=\"{21af5390}\"/></ExportFile>\n";
        for (path, text) in [("F.scl", SCL), ("PLC_PRG.st", st), ("a.export", export)] {
            let says = format!("{path} line 2: marks of a merge conflict (`<<<<<<<`)");
            check(&[(path, marked(text).as_bytes())], Err(&says));
        }
        // A note may quote such marks, and so may a comment of a source.
        check(&[("README.md", b"a\n<<<<<<< HEAD\n=======\n>>>>>>> b\n")], Err("not a known"));
        let comment = SCL.replace("BEGIN\n", "BEGIN\n(*\n<<<<<<< begin\n*)\n");
        check(&[("F.scl", comment.as_bytes())], Ok(Vendor::Siemens));
    }

    #[test]
    fn files_of_twin_cat_are_refused_with_what_to_do() {
        let bytes = b"<TcPlcObject Version=\"1.1.0.1\"><POU Name=\"MAIN\"/></TcPlcObject>".to_vec();
        let source = Source::of_bytes("MAIN.TcPOU", bytes).expect("a source");
        let error = read(&source).expect_err("no project");
        assert!(error.remedy.to_string().contains("Export PLCopenXML"), "{error}");
    }
}
