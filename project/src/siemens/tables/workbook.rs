//! The cells of a spreadsheet (ECMA-376 Part 1 §18), with limits on memory: a few packed bytes may
//! unpack to any size, a million cells may share one text, and the place of a cell does not show
//! how many others exist.

use std::{
    collections::HashMap,
    io::{Cursor, Read},
};

use roxmltree::Node;
use tagbridge_texts::{Coded, Message};
use zip::ZipArchive;

use crate::says::Sheet as SheetError;
use crate::{text::decode, xml};

/// Maximum size of the unpacked parts, in bytes.
const MAX_UNPACKED: u64 = 64 << 20;
/// Maximum size of the texts in all cells, in bytes.
const MAX_TEXT: usize = 64 << 20;
const BOOK: &str = "xl/workbook.xml";
const PARTS: &str = "xl/_rels/workbook.xml.rels";

/// A sheet: its name and its rows, or why they cannot be read.
pub(super) type Sheet = (String, Result<Vec<Row>, Message>);

/// The cells of a row by column number, from 0.
#[derive(Debug, Default)]
pub(super) struct Row(Vec<(u32, String)>);

impl Row {
    /// The text of a column; empty if there is no cell.
    pub(super) fn cell(&self, column: u32) -> &str {
        self.0.iter().find(|it| it.0 == column).map_or("", |it| it.1.as_str())
    }

    /// The first column with one of these texts, in lower case and without blanks around it.
    pub(super) fn column_of(&self, names: &[&str]) -> Option<u32> {
        self.0.iter().find(|it| names.contains(&it.1.trim().to_lowercase().as_str())).map(|it| it.0)
    }
}

/// The sheets of a workbook, in its order, without empty rows.
pub(super) fn sheets(bytes: &[u8]) -> Result<Vec<Sheet>, Message> {
    let mut parts = Parts {
        archive: ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Message::verbatim(error.to_string()))?,
        left: MAX_UNPACKED,
    };
    let (book, relations) = (parts.text(BOOK)?, parts.text(PARTS)?);
    let targets = targets(&relations)?;
    let document = xml::parse(BOOK, &book).map_err(|error| error.message())?;
    let names: Vec<(String, Option<String>)> = document
        .descendants()
        .filter(|it| it.tag_name().name() == "sheet")
        .map(|it| {
            let id = it.attributes().find(|it| it.name() == "id" && it.namespace().is_some());
            let target = id.and_then(|id| targets.get(id.value()));
            (it.attribute("name").unwrap_or_default().to_owned(), target.cloned())
        })
        .collect();
    let mut cells = Cells { shared: shared(&mut parts, &targets)?, left: MAX_TEXT };
    let sheets = names.into_iter().map(|(name, target)| {
        let rows = target
            .ok_or_else(|| SheetError::NoPart.message())
            .and_then(|target| Ok((parts.text(&target)?, target)))
            .and_then(|(text, target)| cells.rows(&target, &text));
        (name, rows)
    });
    Ok(sheets.collect())
}

/// The parts of the package, and the remaining size limit.
struct Parts<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl Parts<'_> {
    fn text(&mut self, path: &str) -> Result<String, Message> {
        let broken = |error: &dyn std::fmt::Display| {
            SheetError::Packed { path, why: &error.to_string() }.message()
        };
        let entry = self.archive.by_name(path).map_err(|error| broken(&error))?;
        let mut bytes = Vec::new();
        entry.take(self.left + 1).read_to_end(&mut bytes).map_err(|error| broken(&error))?;
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| SheetError::TooLarge.message())?;
        Ok(decode(&bytes).into_owned())
    }
}

/// The paths of parts by their ids in the workbook, and that of the shared texts by its kind.
fn targets(relations: &str) -> Result<HashMap<String, String>, Message> {
    let document = xml::parse(PARTS, relations).map_err(|error| error.message())?;
    let relations = document.descendants().filter(|it| it.tag_name().name() == "Relationship");
    let relations = relations.filter_map(|it| {
        let target = it.attribute("Target")?;
        let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
        let is_shared = it.attribute("Type").is_some_and(|it| it.ends_with("/sharedStrings"));
        let id = if is_shared { SHARED } else { it.attribute("Id")? };
        Some((id.to_owned(), path))
    });
    Ok(relations.collect())
}

const SHARED: &str = "sharedStrings";

/// The shared texts of cells, by number.
fn shared(
    parts: &mut Parts<'_>,
    targets: &HashMap<String, String>,
) -> Result<Vec<String>, Message> {
    let Some(path) = targets.get(SHARED) else { return Ok(Vec::new()) };
    let text = parts.text(path)?;
    let document = xml::parse(path, &text).map_err(|error| error.message())?;
    Ok(xml::children(document.root_element(), "si").map(rich_text).collect())
}

/// The text of all runs, without phonetic hints.
fn rich_text(node: Node<'_, '_>) -> String {
    let is_spoken = |it: &Node<'_, '_>| it.ancestors().any(|it| it.tag_name().name() == "rPh");
    let runs = node.descendants().filter(|it| it.tag_name().name() == "t" && !is_spoken(it));
    // The notation of a carriage return.
    runs.map(xml::text).collect::<String>().replace("_x000D_", "")
}

/// Reads cells until their texts exceed the limit.
struct Cells {
    shared: Vec<String>,
    left: usize,
}

impl Cells {
    fn rows(&mut self, path: &str, text: &str) -> Result<Vec<Row>, Message> {
        let document = xml::parse(path, text).map_err(|error| error.message())?;
        let Some(data) = xml::child(document.root_element(), "sheetData") else {
            return Ok(Vec::new());
        };
        let mut rows = Vec::new();
        for row in xml::children(data, "row") {
            let mut cells = Vec::new();
            let mut next = 0;
            for cell in xml::children(row, "c") {
                let column = cell.attribute("r").and_then(column).unwrap_or(next);
                next = column.saturating_add(1);
                let text = self.text(cell)?;
                if !text.is_empty() {
                    cells.push((column, text));
                }
            }
            if !cells.is_empty() {
                rows.push(Row(cells));
            }
        }
        Ok(rows)
    }

    /// The displayed text of a cell, for all types of content (§18.18.11).
    fn text(&mut self, cell: Node<'_, '_>) -> Result<String, Message> {
        let value = || xml::child(cell, "v").map(xml::text).unwrap_or_default();
        let text = match cell.attribute("t") {
            Some("s") => {
                let shared = value().trim().parse().ok().and_then(|it: usize| self.shared.get(it));
                let text = shared.map(String::as_str).unwrap_or_default();
                // Checked before the text is copied.
                take(&mut self.left, text.len())?;
                return Ok(text.to_owned());
            }
            Some("inlineStr") => xml::child(cell, "is").map(rich_text).unwrap_or_default(),
            Some("b") => (value().trim() == "1").to_string(),
            _ => value().into_owned(),
        };
        take(&mut self.left, text.len())?;
        Ok(text)
    }
}

fn take(left: &mut usize, bytes: usize) -> Result<(), Message> {
    *left = left.checked_sub(bytes).ok_or_else(|| SheetError::Cells.message())?;
    Ok(())
}

/// The column number of a cell's place, from 0: `AB12` is in column 27.
fn column(place: &str) -> Option<u32> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters
        .take(4)
        .fold(0, |number, letter| number * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    /// A workbook with one sheet of these rows, and with these shared texts.
    fn workbook(rows: &str, shared: &str) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, text) in [
            (
                BOOK,
                "<workbook xmlns:r='urn:r'><sheets><sheet name='T' r:id='a'/><sheet name='U' \
                 r:id='c'/></sheets></workbook>"
                    .to_owned(),
            ),
            (
                PARTS,
                "\u{feff}<Relationships><Relationship Id='a' Type='x/worksheet' \
                 Target='sheets/1.xml'/><Relationship Id='b' Type='x/sharedStrings' \
                 Target='/xl/s.xml'/></Relationships>"
                    .to_owned(),
            ),
            ("xl/sheets/1.xml", format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")),
            ("xl/s.xml", format!("<sst uniqueCount='999999999999999'>{shared}</sst>")),
        ] {
            writer.start_file(path, SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn first(rows: &str, shared: &str) -> Result<Vec<Row>, Message> {
        let mut sheets = sheets(&workbook(rows, shared)).unwrap();
        assert_eq!(sheets.len(), 2);
        assert_eq!(sheets[1].0, "U");
        assert!(
            sheets[1].1.as_ref().is_err_and(|it| it.to_string().contains("place of the sheet")),
            "{sheets:?}"
        );
        sheets.swap_remove(0).1
    }

    #[test]
    fn cells_say_what_a_person_sees() {
        let rows = first(
            "<row/><row r='3'><c r='B3' t='s'><v>1</v></c><c t='inlineStr'><is><t>in</t></is></c>\
             <c r='AB3' t='b'><v>1</v></c><c t='str'><f>A1</f><v>of a formula</v></c><c><v>1.5</v>\
             </c><c t='s'><v>9</v></c></row>",
            "<si><t>zero</t></si><si><r><t>o</t></r><r><t>ne_x000D_\n</t></r><rPh><t>said</t></rPh>\
             </si>",
        )
        .unwrap();
        assert_eq!(rows.len(), 1);
        let cells: Vec<(u32, &str)> = rows[0].0.iter().map(|it| (it.0, it.1.as_str())).collect();
        let expected = [(1, "one\n"), (2, "in"), (27, "true"), (28, "of a formula"), (29, "1.5")];
        assert_eq!(cells, expected);
        assert_eq!((rows[0].cell(2), rows[0].cell(3)), ("in", ""));
        assert_eq!(rows[0].column_of(&["x", "one"]), Some(1));
    }

    /// A far cell, a wrong place, and one text in all cells.
    #[test]
    fn what_it_may_take_has_an_end() {
        let far = "<row r='1048576'><c r='XFD1048576' t='s'><v>0</v></c></row><row><c \
                   r='ZZZZZZZZ1'><v>1</v></c></row>";
        assert_eq!(first(far, "<si><t>a</t></si>").unwrap()[0].cell(16_383), "a");
        let long = format!("<si><t>{}</t></si>", "x".repeat(1 << 20));
        let many = format!("<row>{}</row>", "<c t='s'><v>0</v></c>".repeat(100));
        assert!(
            first(&many, &long)
                .is_err_and(|it| it.to_string().contains("too much text for a tag table"))
        );
        let bomb = workbook(&format!("<row><c><v>{}</v></c></row>", " ".repeat(70 << 20)), "");
        assert!(bomb.len() < 1 << 20);
        let rows = sheets(&bomb).unwrap().swap_remove(0).1;
        assert!(rows.is_err_and(|it| it.to_string().contains("unpacks to more")));
    }

    #[test]
    fn what_is_no_workbook_is_an_error() {
        let whole = workbook("<row><c><v>1</v></c></row>", "");
        for bytes in
            [&b"PK"[..], &b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"[..], &whole[..300]]
        {
            assert!(sheets(bytes).is_err());
        }
    }
}
