//! Symbol tables as text: quoted fields, separated by commas (STEP 7 manual A5E02789666, 8.6).

use crate::siemens::found::{BlockSymbol, Found, Table, TableTag};

/// Reads `"name","address","type","comment"`, one symbol per line. The `.sdf` files of TIA Portal
/// have the same first fields and further ones. The addresses of blocks are their numbers.
pub(in crate::siemens) fn read(name: &str, text: &str, found: &mut Found) {
    let mut table = Table { name: name.to_owned(), ..Table::default() };
    for line in text.lines() {
        let mut fields = fields(line).into_iter();
        let (Some(name), Some(address)) = (fields.next(), fields.next()) else { continue };
        if name.is_empty() {
            continue;
        }
        if let Some((kind, number)) = super::address::block_number(&address) {
            found.numbers.push(BlockSymbol { name, kind, number });
            continue;
        }
        let type_name = fields.next().unwrap_or_default();
        // TIA Portal writes flags between the type and the comment.
        let is_flag = |field: &String| ["true", "false"].contains(&field.to_lowercase().as_str());
        let comment = fields.find(|field| !is_flag(field));
        // A symbol table also contains types, variable tables and other objects.
        if ["UDT", "VAT", "SFB", "SFC"].iter().any(|kind| address.starts_with(kind)) {
            continue;
        }
        let comment = comment.filter(|comment| !comment.is_empty());
        let (accessible, writable) = (None, None);
        table.tags.push(TableTag { name, type_name, address, comment, accessible, writable });
    }
    found.tables.push(table);
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
}
