//! Tag tables that TIA Portal exports to spreadsheets.

use std::collections::BTreeMap;

use tagbridge_texts::{Coded, Message};

use super::workbook::{self, Row};
use crate::says::{Noted, Where};
use crate::{
    model::{MentionKind, NoteKind, Origin, Vendor},
    outside::Outside,
    siemens::found::{Found, Table, TableConstant, TableTag},
    spelling::first_name,
};

/// Reads the sheets whose header has a name, a type and an address (tags), or a name, a type and a
/// value (constants). Sheets of HMI tags have similar headers, and name tags of the controller.
pub(in crate::siemens) fn read(file: &str, bytes: &[u8], found: &mut Found) {
    let sheets = match workbook::sheets(bytes) {
        Ok(sheets) => sheets,
        Err(error) => {
            let what = Noted::NoSpreadsheet { why: error };
            return found.note(NoteKind::Unreadable, file, &what);
        }
    };
    let mut tables = BTreeMap::new();
    for (sheet, rows) in sheets {
        let subject = Where::Sheet { file, sheet: &sheet }.message();
        match rows {
            Ok(rows) => sheet_into((file, &subject), &rows, &mut tables, found),
            Err(error) => found.note(NoteKind::Unreadable, &subject, error),
        }
    }
    found.tables.extend(tables.into_values());
}

fn sheet_into(
    (file, subject): (&str, &Message),
    rows: &[Row],
    tables: &mut BTreeMap<String, Table>,
    found: &mut Found,
) {
    let [header, rows @ ..] = rows else { return };
    let column = |names: &[&str]| header.column_of(names);
    // An HMI tag has a connection or a PLC tag.
    if column(&["connection", "plc tag", "verbindung"]).is_some() {
        let named = column(&["plc tag", "plc-variable"]).zip(column(&["name"]));
        for (line, row) in (2..).zip(rows) {
            let Some((tag, name)) = named else { continue };
            // A name has quotes only where it needs them.
            let text = row.cell(tag).trim();
            let (first, rest) = first_name(text).unwrap_or((text, ""));
            let text = format!("\"{first}\"{rest}");
            let kind = (Vendor::Siemens, MentionKind::Shown);
            let origin = || Origin { file: file.to_owned(), line, column: tag + 1 };
            let said = (header.cell(tag), text.as_str());
            found.outside.extend(Outside::read(kind, row.cell(name), said, origin));
        }
        return found.note(NoteKind::Skipped, subject, &Noted::HmiTags);
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
        let cell = |at: Option<u32>| at.map(|at| row.cell(at).to_owned()).unwrap_or_default();
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
