//! Tag tables as TIA writes them into spreadsheets.

use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read},
};

use calamine::{Data, Range, Reader, Xlsx};

use crate::{
    model::NoteKind,
    siemens::found::{Found, Table, TableConstant, TableTag},
};

/// More cells than the largest controller has tags for.
const MAX_CELLS: usize = 4_000_000;

/// In bytes.
const MAX_UNPACKED: u64 = 256 << 20;

/// Reads the sheets whose header has a name, a type and an address (tags), or a name, a type and a
/// value (constants). Sheets of HMI tags look alike and are left out.
pub(in crate::siemens) fn read(file: &str, bytes: &[u8], found: &mut Found) {
    if !is_sane(bytes).unwrap_or(false) {
        let text = "it is no spreadsheet, or one that unpacks to more than a tag table has";
        return found.note(NoteKind::Unreadable, file, text);
    }
    let mut workbook: Xlsx<_> = match Xlsx::new(Cursor::new(bytes)) {
        Ok(workbook) => workbook,
        Err(error) => {
            let text = format!("it is no spreadsheet that can be read: {error}");
            return found.note(NoteKind::Unreadable, file, text);
        }
    };
    let mut tables = BTreeMap::new();
    for sheet in workbook.sheet_names() {
        let subject = format!("{file} sheet {sheet}");
        match workbook.worksheet_range(&sheet) {
            Ok(range) => sheet_into(&subject, &range, &mut tables, found),
            Err(error) => found.note(NoteKind::Unreadable, subject, error.to_string()),
        }
    }
    found.tables.extend(tables.into_values());
}

/// Whether all that is packed in a spreadsheet comes to a sane size: a few bytes can be packed to
/// unpack to as many as one likes.
fn is_sane(bytes: &[u8]) -> zip::result::ZipResult<bool> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let entry = archive.by_index(index)?;
        left = left.saturating_sub(io::copy(&mut entry.take(left), &mut io::sink())?);
    }
    Ok(left > 0)
}

fn sheet_into(
    subject: &str,
    range: &Range<Data>,
    tables: &mut BTreeMap<String, Table>,
    found: &mut Found,
) {
    let (height, width) = range.get_size();
    if height.saturating_mul(width) > MAX_CELLS {
        let text = format!("more than {MAX_CELLS} cells are no tag table");
        return found.note(NoteKind::Unreadable, subject, text);
    }
    let mut rows = range.rows();
    let Some(header) = rows.next() else { return };
    let header: Vec<String> = header.iter().map(|cell| cell.to_string().to_lowercase()).collect();
    let column = |names: &[&str]| header.iter().position(|it| names.contains(&it.trim()));
    // An HMI tag has a connection or the PLC tag that it stands for.
    if column(&["connection", "plc tag", "verbindung"]).is_some() {
        return found.note(NoteKind::Skipped, subject, "HMI tags are no PLC tags");
    }
    let Some(name) = column(&["name"]) else { return };
    let Some(type_name) = column(&["data type", "datentyp"]) else { return };
    let path = column(&["path", "pfad"]);
    let comment = column(&["comment", "kommentar"]);
    let accessible = column(&["hmi accessible"]);
    let writable = column(&["hmi writeable", "hmi writable"]);
    let address = column(&["logical address", "logische adresse", "address", "adresse"]);
    let value = column(&["value", "wert"]);
    for row in rows {
        let cell = |at: Option<usize>| {
            at.and_then(|at| row.get(at)).map(ToString::to_string).unwrap_or_default()
        };
        let flag = |at| cell(at).to_ascii_lowercase().parse().ok();
        let tag_name = cell(Some(name));
        if tag_name.trim().is_empty() {
            continue;
        }
        let table_name = cell(path);
        let table = tables
            .entry(table_name.clone())
            .or_insert_with(|| Table { name: table_name, ..Table::default() });
        let said = Some(cell(comment)).filter(|text| !text.is_empty());
        if address.is_some() {
            table.tags.push(TableTag {
                name: tag_name,
                type_name: cell(Some(type_name)),
                address: cell(address),
                comment: said,
                accessible: flag(accessible),
                writable: flag(writable),
            });
        } else if value.is_some() {
            table.constants.push(TableConstant {
                name: tag_name,
                type_name: cell(Some(type_name)),
                value: cell(value),
                comment: said,
            });
        }
    }
}
