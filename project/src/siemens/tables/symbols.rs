//! Symbol tables as text, in the four forms that STEP 7 exports (STEP 7 Manual A5E02789666, 8.6).
//!
//! | Extension | A symbol is |
//! |---|---|
//! | `.sdf` | `"name","address","type","comment"` |
//! | `.asc` | `126,` and columns of 24, 12, 10 and 80 characters |
//! | `.seq` | the address, the name and the comment, with a tab before each |
//! | `.dif` | a tuple of four texts (Data Interchange Format) |

use super::address;
use crate::siemens::found::{BlockSymbol, Found, Table, TableTag};

/// Widths of the columns of an `.asc` file.
const COLUMNS: [usize; 4] = [24, 12, 10, 80];

/// Reads one symbol per line or per tuple. TIA's own `.sdf` has the same first fields and more behind
/// them. Blocks in it give their numbers.
pub(in crate::siemens) fn read(name: &str, text: &str, found: &mut Found) {
    let mut table = Table { name: name.to_owned(), ..Table::default() };
    let rows: Vec<Vec<String>> = match text.trim_start().lines().next().unwrap_or_default() {
        "TABLE" => tuples(text),
        _ => text.lines().map(row).collect(),
    };
    for row in rows {
        add(row.into_iter(), &mut table, found);
    }
    found.tables.push(table);
}

fn add(mut fields: impl Iterator<Item = String>, table: &mut Table, found: &mut Found) {
    let (Some(name), Some(address)) = (fields.next(), fields.next()) else { return };
    if name.is_empty() {
        return;
    }
    if let Some((kind, number)) = address::block_number(&address) {
        found.numbers.push(BlockSymbol { name, kind, number });
        return;
    }
    let type_name = fields.next().unwrap_or_default();
    // TIA Portal writes flags between the type and the comment.
    let is_flag = |field: &String| ["true", "false"].contains(&field.to_lowercase().as_str());
    let comment = fields.find(|field| !is_flag(field));
    // A symbol table also contains types, variable tables and other objects.
    if ["UDT", "VAT", "SFB", "SFC"].iter().any(|kind| address.starts_with(kind)) {
        return;
    }
    let comment = comment.filter(|comment| !comment.is_empty());
    let (accessible, writable) = (None, None);
    table.tags.push(TableTag { name, type_name, address, comment, accessible, writable });
}

/// The name, the address, the type and the comment of a line in any form.
fn row(line: &str) -> Vec<String> {
    if let Some(columns) = line.strip_prefix("126,") {
        let mut chars = columns.chars();
        let column = |width| chars.by_ref().take(width).collect::<String>().trim().to_owned();
        return COLUMNS.into_iter().map(column).collect();
    }
    if line.contains('\t') && !line.starts_with('"') {
        let parts = line.split('\t').map(|it| it.trim().to_owned());
        let mut parts: Vec<String> = parts.skip_while(String::is_empty).collect();
        // The address is before the name, and there is no type.
        if parts.len() > 1 {
            parts.swap(0, 1);
            parts.insert(2, String::new());
        }
        return parts;
    }
    fields(line)
}

/// The texts of each tuple: a type in one line, the text in the next.
fn tuples(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut lines = text.lines().map(str::trim).skip_while(|line| *line != "DATA").skip(1);
    while let Some(line) = lines.next() {
        match (line, lines.next()) {
            ("-1,0", Some("BOT")) => rows.push(Vec::new()),
            ("1,0", Some(text)) => {
                if let Some(row) = rows.last_mut() {
                    row.push(text.trim_matches('"').trim().to_owned());
                }
            }
            _ => {}
        }
    }
    rows
}

/// Splits a line into fields, without the quotes and blanks around them. A quote in a field is doubled.
fn fields(line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut chars = line.trim().chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field).trim().to_owned()),
            _ => field.push(char),
        }
    }
    fields.push(field.trim().to_owned());
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::siemens::found::Kind;

    #[test]
    fn symbols_and_block_numbers() {
        let text = "\"green_phase\", \"T 2\", \"TIMER\",\"Duration, of \"\"green\"\"\"\n\
                    \"red\",\"Q      0.0\",\"BOOL\",\"\"\n\"Recipe\",\"DB    20\",\"DB    20\",\"\"\n\
                    \"T1\",\"UDT   1\",\"UDT   1\",\"\"\n\nbroken";
        let mut found = Found::default();
        read("symbols", text, &mut found);
        let tags = &found.tables[0].tags;
        assert_eq!(tags.len(), 2);
        assert_eq!(tags[0].comment.as_deref(), Some("Duration, of \"green\""));
        assert_eq!((tags[1].name.as_str(), tags[1].address.as_str()), ("red", "Q      0.0"));
        let recipe = BlockSymbol { name: "Recipe".to_owned(), kind: Kind::DataBlock, number: 20 };
        assert_eq!(found.numbers, [recipe]);
    }

    #[test]
    fn the_other_forms_have_the_same_symbols() {
        let asc = "126,red                     Q      0.0  BOOL      lamp\r\n\
                   126,Recipe                  DB     20   DB     20 \r\n\
                   126,Motor                   FB     10   FB     10 \r\n";
        let seq = "\tQ      0.0\tred\tlamp\r\n\tDB     20\tRecipe\t\r\n\tFB     10\tMotor\t\r\n";
        let tuple = |fields: [&str; 4]| {
            let texts = fields.map(|text| format!("1,0\r\n\"{text}\"\r\n"));
            format!("-1,0\r\nBOT\r\n{}", texts.concat())
        };
        let dif = format!(
            "TABLE\r\n0,1\r\n\"S7\"\r\nDATA\r\n0,0\r\n\"\"\r\n{}{}{}-1,0\r\nEOD\r\n",
            tuple(["red", "Q      0.0", "BOOL", "lamp"]),
            tuple(["Recipe", "DB     20", "DB     20", ""]),
            tuple(["Motor", "FB     10", "FB     10", ""]),
        );
        for text in [asc, seq, &dif] {
            let mut found = Found::default();
            read("symbols", text, &mut found);
            let [tag] = found.tables[0].tags.as_slice() else { panic!("{text}: {found:?}") };
            assert_eq!((tag.name.as_str(), tag.address.as_str()), ("red", "Q      0.0"), "{text}");
            assert_eq!(tag.comment.as_deref(), Some("lamp"), "{text}");
            let numbers: Vec<_> =
                found.numbers.iter().map(|it| (it.name.as_str(), it.number)).collect();
            assert_eq!(numbers, [("Recipe", 20), ("Motor", 10)], "{text}");
        }
    }
}
