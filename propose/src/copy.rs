//! A copy of a project's files, with replaced pieces of text.

use encoding_rs::{UTF_8, WINDOWS_1252};
use tagbridge_project::{Source, SourceFile};

pub(crate) use tagbridge_forms::piece::FileSplice as Splice;
use tagbridge_forms::piece::PieceFile;

use crate::says::Why;

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The text of a file, and its encoding.
#[derive(Debug, Clone)]
pub(crate) struct FileText {
    /// The index of the file in the source.
    pub(crate) file: usize,
    /// The text, without the byte order mark.
    pub(crate) text: String,
    marked: bool,
    /// Windows-1252, as in STEP 7 classic; otherwise UTF-8.
    classic: bool,
}

impl FileText {
    /// The text for its pieces.
    pub(crate) fn piece(&self) -> PieceFile<'_> {
        PieceFile { file: self.file, text: &self.text, line_end: self.line_end() }
    }

    /// Decodes a file, if encoding returns the same bytes.
    pub(crate) fn of(source: &Source, file: usize) -> Result<Self, Why> {
        let SourceFile { path, bytes } = &source.files[file];
        let marked = bytes.starts_with(MARK);
        let content = if marked { &bytes[MARK.len()..] } else { bytes };
        let not_text = || Why::NotText { file: path.clone() };
        if matches!(bytes.as_slice(), [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) || content.contains(&0) {
            return Err(not_text());
        }
        let classic = std::str::from_utf8(content).is_err();
        let encoding = if classic { WINDOWS_1252 } else { UTF_8 };
        let text = encoding.decode_without_bom_handling(content).0.into_owned();
        let read = Self { file, text, marked, classic };
        match read.bytes(&read.text, path) {
            Ok(again) if again == *bytes => Ok(read),
            _ => Err(not_text()),
        }
    }

    fn bytes(&self, text: &str, path: &str) -> Result<Vec<u8>, Why> {
        let mut bytes = if self.marked { MARK.to_vec() } else { Vec::new() };
        if self.classic {
            let (written, _, lossy) = WINDOWS_1252.encode(text);
            if lossy {
                return Err(Why::NotEncodable { file: path.to_owned() });
            }
            bytes.extend_from_slice(&written);
        } else {
            bytes.extend_from_slice(text.as_bytes());
        }
        Ok(bytes)
    }

    /// The line ending.
    pub(crate) fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

/// Applies splices to the files. The text between them keeps its bytes.
pub(crate) fn apply(source: &Source, splices: &[Splice]) -> Result<Vec<SourceFile>, Why> {
    let mut files = source.files.clone();
    let mut splices: Vec<&Splice> = splices.iter().collect();
    splices.sort();
    for of_file in splices.chunk_by(|a, b| a.file == b.file) {
        let read = FileText::of(source, of_file[0].file)?;
        let (mut text, mut end) = (String::with_capacity(read.text.len()), 0);
        for splice in of_file {
            let before = read.text.get(end..splice.start);
            let (Some(before), true) = (before, splice.end >= splice.start) else {
                return Err(Why::Differs { what: source.files[read.file].path.clone() });
            };
            text.push_str(before);
            text.push_str(&splice.text);
            end = splice.end;
        }
        text.push_str(&read.text[end..]);
        let file = &mut files[read.file];
        file.bytes = read.bytes(&text, &file.path)?;
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(bytes: &[u8]) -> Source {
        let file = SourceFile { path: "a.scl".to_owned(), bytes: bytes.to_vec() };
        Source { name: "a.scl".to_owned(), files: vec![file], hash: String::new() }
    }

    fn splice(start: usize, end: usize, text: &str) -> Splice {
        Splice { file: 0, start, end, text: text.to_owned() }
    }

    #[test]
    fn what_is_around_a_splice_stays_byte_for_byte() {
        for (bytes, expected) in [
            (b"abc\r\ndef".as_slice(), b"aX\r\ndef!".as_slice()),
            (b"\xEF\xBB\xBFabc\r\ndef", b"\xEF\xBB\xBFaX\r\ndef!"),
            (b"abc\r\nd\xF6f", b"aX\r\nd\xF6f!"),
        ] {
            let source = source(bytes);
            let end = FileText::of(&source, 0).unwrap().text.len();
            let files = apply(&source, &[splice(end, end, "!"), splice(1, 3, "X")]).unwrap();
            assert_eq!(files[0].bytes, expected);
        }
    }

    #[test]
    fn what_cannot_be_written_back_is_refused() {
        let classic = source(b"d\xF6f");
        let why = Why::NotEncodable { file: "a.scl".to_owned() };
        assert_eq!(apply(&classic, &[splice(0, 1, "\u{416}")]).unwrap_err(), why);
        let wide = source(b"\xFF\xFEa\0");
        assert_eq!(FileText::of(&wide, 0).unwrap_err(), Why::NotText { file: "a.scl".to_owned() });
        let overlapping = [splice(0, 2, ""), splice(1, 3, "")];
        assert!(apply(&source(b"abc"), &overlapping).is_err());
    }
}
