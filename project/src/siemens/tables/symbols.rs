//! Symbol tables as text.

use tagbridge_notation::{symbol_rows, written_symbol};

use super::address;
use crate::siemens::found::{BlockSymbol, Found, Table, TableTag};

/// Reads one symbol per line or per tuple. TIA's own `.sdf` has the same first fields and more behind
/// them. Blocks in it give their numbers.
pub(in crate::siemens) fn read(name: &str, text: &str, found: &mut Found) {
    let mut table = Table { name: name.to_owned(), ..Table::default() };
    for row in symbol_rows(text) {
        add(row.into_iter().map(|cell| written_symbol(&text[cell])), &mut table, found);
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
