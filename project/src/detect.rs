//! Detects the format of a project file by its contents.

use crate::says::Wrong;
use crate::{Format, codesys, file::is_workbook, text};
use tagbridge_texts::{Coded, Message};

/// Number of bytes that determine the format.
const HEAD: usize = 64 << 10;

/// The format of a file; `None` if it is unknown.
pub(crate) fn format(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"PK") {
        // A workbook with exported tag tables. Other archives within a project are not read.
        return is_workbook(bytes).then_some(Format::Siemens);
    }
    let head = text::decode(&bytes[..bytes.len().min(HEAD)]);
    match root(&head) {
        Some(root) => of_root(&root),
        None => is_siemens_source(&head).then_some(Format::Siemens),
    }
}

/// Whether the format of a file is certain: a spreadsheet may contain anything, and a note next to
/// a project may begin like a Siemens source.
pub(crate) fn is_certain(path: &str, bytes: &[u8]) -> bool {
    const SOURCES: [&str; 6] = [".scl", ".awl", ".stl", ".db", ".udt", ".s7dcl"];
    let path = path.to_ascii_lowercase();
    SOURCES.iter().any(|end| path.ends_with(end))
        || text::decode(bytes).trim_start().starts_with('<')
}

/// Whether a file of a folder or an archive is certainly a source.
pub(crate) fn is_source(path: &str, bytes: &[u8]) -> bool {
    codesys::is_source(path, bytes)
        || format(bytes).is_some_and(|it| it != Format::Siemens || is_certain(path, bytes))
}

/// Whether a text without the extension of a source is a source: it contains a declaration with its
/// end, or a list of tags. Scripts, SQL and notes have lines that begin with the same words.
pub(crate) fn is_whole_source(source: &str) -> bool {
    let mut open: Option<String> = None;
    source.lines().map(str::trim_start).any(|line| {
        let word = text::first_word(line).to_ascii_uppercase();
        if open.as_ref().is_some_and(|it| word.strip_prefix("END_") == Some(it)) {
            return true;
        }
        if open.is_none() && BEGINS.contains(&word.as_str()) {
            open = Some(word);
        }
        is_tag_line(line)
    })
}

/// The line, from 1, where version control marks a conflict that was not resolved.
pub(crate) fn conflict(bytes: &[u8]) -> Option<u32> {
    let mut lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
    let (line, _) = lines.find(|(_, text)| text.starts_with(b"<<<<<<< "))?;
    lines.find(|(_, text)| text.starts_with(b"======="))?;
    lines.find(|(_, text)| text.starts_with(b">>>>>>> ")).map(|_| line)
}

/// Describes a file of unknown format for the user.
pub(crate) fn guess(bytes: &[u8]) -> Message {
    let head = text::decode(&bytes[..bytes.len().min(HEAD)]);
    match root(&head) {
        _ if bytes.is_empty() => Wrong::Empty,
        _ if bytes.starts_with(b"PK") => Wrong::Packed,
        Some(root) => return Wrong::XmlOf { root: root.name }.message(),
        None if bytes.iter().take(HEAD).any(|byte| *byte == 0) => Wrong::Binary,
        None if head.starts_with("version https://git-lfs") => Wrong::GitLfs,
        None => Wrong::PlainText,
    }
    .message()
}

/// The root element of an XML document, as text.
struct Root<'a> {
    /// The name without its prefix.
    name: &'a str,
    /// The text up to the `>`.
    attributes: &'a str,
}

fn of_root(root: &Root<'_>) -> Option<Format> {
    match root.name {
        "RSLogix5000Content" => Some(Format::L5x),
        "ExportFile" => Some(Format::CodesysExport),
        "project" if root.attributes.contains("plcopen.org") => Some(Format::PlcOpenXml),
        "Symbolconfiguration" => Some(Format::SymbolConfiguration),
        "Document" | "Tagtable" | "Tagtables" => Some(Format::Siemens),
        _ => None,
    }
}

fn root(head: &str) -> Option<Root<'_>> {
    let mut rest = head.trim_start();
    loop {
        let body = rest.strip_prefix('<')?;
        let end = match body.as_bytes().first()? {
            b'?' => body.find("?>")? + 2,
            b'!' if body.starts_with("!--") => body.find("-->")? + 3,
            b'!' => match (body.find('['), body.find('>')?) {
                (Some(bracket), end) if bracket < end => {
                    let close = body[bracket..].find(']')? + bracket;
                    close + body[close..].find('>')? + 1
                }
                (_, end) => end + 1,
            },
            _ => {
                let tag = body.split_once('>').map_or(body, |(tag, _)| tag);
                let (name, attributes) =
                    tag.split_once(|c: char| c.is_whitespace() || c == '/').unwrap_or((tag, ""));
                let name = name.rsplit(':').next().unwrap_or(name);
                return Some(Root { name, attributes });
            }
        };
        rest = body[end..].trim_start();
    }
}

/// The first keywords of declarations in sources.
const BEGINS: [&str; 5] =
    ["FUNCTION_BLOCK", "FUNCTION", "ORGANIZATION_BLOCK", "DATA_BLOCK", "TYPE"];

/// Whether a line begins a declaration of a source or of SIMATIC SD, or is a line of a tag list.
fn is_siemens_source(head: &str) -> bool {
    head.lines().map(str::trim_start).any(|line| {
        let word = text::first_word(line);
        BEGINS.iter().any(|known| known.eq_ignore_ascii_case(word)) || is_tag_line(line)
    })
}

/// Whether a line is a PLC tag of an `.sdf` file: `"Name","%I0.0","Bool",…`.
fn is_tag_line(line: &str) -> bool {
    line.starts_with('"')
        && line.split("\",\"").take(4).any(|cell| {
            let cell = cell.trim_matches('"');
            cell.starts_with('%') && cell.len() > 2 && cell.ends_with(|c: char| c.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_formats_by_content() {
        for (content, expected) in [
            ("<?xml version='1.0'?>\r\n<RSLogix5000Content A='b'>", Some(Format::L5x)),
            ("\u{feff}<!-- made by hand --><RSLogix5000Content/>", Some(Format::L5x)),
            ("<!DOCTYPE a [<!ENTITY b 'c>'>]><RSLogix5000Content>", Some(Format::L5x)),
            ("<ExportFile>\n", Some(Format::CodesysExport)),
            ("<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\">", Some(Format::PlcOpenXml)),
            ("<project>", None),
            ("<s:Symbolconfiguration xmlns:s='x'>", Some(Format::SymbolConfiguration)),
            ("<Document>\n<Engineering version=\"V17\" />", Some(Format::Siemens)),
            ("<Tagtables><Tagtable name='a'/>", Some(Format::Siemens)),
            ("FUNCTION_BLOCK \"x\"\n", Some(Format::Siemens)),
            ("// a comment\r\n\r\n  data_block DB 5", Some(Format::Siemens)),
            ("{ S7_Optimized := 'TRUE' }\nTYPE\n x : STRUCT", Some(Format::Siemens)),
            ("\"Start\",\"%I0.0\",\"Bool\",\"True\"", Some(Format::Siemens)),
            ("PK\u{3}\u{4}", None),
            ("<html>", None),
            ("<", None),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(format(content.as_bytes()), expected, "{content}");
        }
        let wide: Vec<u8> = "<ExportFile>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(format(&wide), Some(Format::CodesysExport));
    }

    #[test]
    fn guesses_what_else_it_is() {
        for (content, says) in [
            (b"<html></html>".as_slice(), "the root <html>"),
            (b"", "empty"),
            (b"\x7FELF\0\0\x01\x02", "binary"),
            (b"hello", "text without"),
            (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "`git lfs pull`"),
        ] {
            assert!(guess(content).to_string().contains(says), "{}", guess(content));
        }
    }
}
