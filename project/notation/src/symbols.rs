//! Symbol tables as text, in the four forms that STEP 7 exports (STEP 7 Manual A5E02789666, 8.6).
//!
//! | Extension | A symbol is |
//! |---|---|
//! | `.sdf` | `"name","address","type","comment"` |
//! | `.asc` | `126,` and columns of 24, 12, 10 and 80 characters |
//! | `.seq` | the address, the name and the comment, with a tab before each |
//! | `.dif` | a tuple of four texts (Data Interchange Format) |

use std::ops::Range;

/// The extensions of symbol tables.
pub const SYMBOL_TABLES: [&str; 4] = ["sdf", "asc", "seq", "dif"];

/// Widths of the columns of an `.asc` file.
const COLUMNS: [usize; 4] = [24, 12, 10, 80];

/// The place of a name in a symbol table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolPlace {
    /// The name.
    pub name: String,
    /// The bytes of the name and of the blanks that fill its column.
    pub at: Range<usize>,
    /// Whether a longer name would move the next column.
    pub is_fixed: bool,
}

/// The places of the names in a symbol table, in its order; empty if the file is not one.
pub fn symbol_places(path: &str, text: &str) -> Vec<SymbolPlace> {
    let extension = path.rsplit_once('.').map_or("", |it| it.1);
    if !SYMBOL_TABLES.contains(&extension.to_ascii_lowercase().as_str()) {
        return Vec::new();
    }
    let place = |cells: Vec<Range<usize>>| {
        let cell = cells.into_iter().next()?;
        let said = &text[cell.clone()];
        let is_fixed = text[..cell.start].ends_with(COLUMNS_MARK);
        let at = cell.end - said.trim_start().len()..cell.end;
        Some(SymbolPlace { name: written_symbol(said), at, is_fixed })
    };
    symbol_rows(text).into_iter().filter_map(place).collect()
}

/// What a cell says, without the blanks that fill it. A quote in it is doubled.
pub fn written_symbol(cell: &str) -> String {
    cell.trim().replace("\"\"", "\"")
}

/// The cells of each row: the name, the address, the type and the comment.
pub fn symbol_rows(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let at = start..start + line.trim_end_matches(['\r', '\n']).len();
        start += line.len();
        at
    });
    match text.trim_start().lines().next().unwrap_or_default() {
        "TABLE" => tuples(text, lines),
        _ => lines.map(|line| row(text, line)).collect(),
    }
}

/// The beginning of a line with columns.
const COLUMNS_MARK: &str = "126,";

/// The cells of a line in any form.
fn row(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let said = &text[line.clone()];
    if let Some(columns) = said.strip_prefix(COLUMNS_MARK) {
        let mut at = line.start + COLUMNS_MARK.len();
        let mut chars = columns.chars();
        let column = |width| {
            let length: usize = chars.by_ref().take(width).map(char::len_utf8).sum();
            at += length;
            at - length..at
        };
        return COLUMNS.into_iter().map(column).collect();
    }
    let is_tabbed = said.contains('\t') && !said.starts_with('"');
    let mut cells = split(text, line, if is_tabbed { '\t' } else { ',' });
    if is_tabbed {
        let empty = cells.iter().take_while(|it| text[(*it).clone()].trim().is_empty()).count();
        cells.drain(..empty);
        // The address is before the name, and there is no type.
        if cells.len() > 1 {
            cells.swap(0, 1);
            cells.insert(2, cells[0].end..cells[0].end);
        }
    }
    cells
}

/// The texts of each tuple: a type in one line, the text in the next.
fn tuples(text: &str, lines: impl Iterator<Item = Range<usize>>) -> Vec<Vec<Range<usize>>> {
    let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
    let mut lines = lines.skip_while(|line| text[line.clone()].trim() != "DATA").skip(1);
    while let (Some(line), Some(next)) = (lines.next(), lines.next()) {
        match text[line].trim() {
            "-1,0" if text[next.clone()].trim() == "BOT" => rows.push(Vec::new()),
            "1,0" => {
                if let Some(row) = rows.last_mut() {
                    row.extend(split(text, next, '\0'));
                }
            }
            _ => {}
        }
    }
    rows
}

/// Splits a line into cells, without the quotes around them. A quote in a cell is doubled.
fn split(text: &str, line: Range<usize>, separator: char) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut cell = line.start..line.start;
    let (mut quoted, mut begun) = (false, false);
    for (at, char) in text[line.clone()].char_indices().map(|(at, char)| (line.start + at, char)) {
        let end = at + char.len_utf8();
        if char == separator && !quoted {
            cells.push(std::mem::replace(&mut cell, end..end));
            begun = false;
        } else if separator == '\t' {
            cell.end = end;
        } else if char == '"' {
            quoted = !quoted;
            if !begun {
                cell = end..end;
                begun = true;
            } else if quoted {
                cell.end = end;
            }
        } else if quoted || !char.is_whitespace() {
            cell.end = end;
        }
    }
    cells.push(cell);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_the_blanks_that_fill_its_column() {
        for (text, expected) in [
            ("\"a\"\"b\"\"  \",\"M 0.0\"", ("a\"b\"", 1..9, false)),
            ("red , \"M 0.0\"", ("red", 0..3, false)),
            ("126,red                     Q 0.0", ("red", 4..28, true)),
            ("\tQ 0.0\tred  \tlamp", ("red", 7..12, false)),
        ] {
            let (name, at, is_fixed) = expected;
            let place = SymbolPlace { name: name.to_owned(), at, is_fixed };
            assert_eq!(symbol_places("a.sdf", text), [place], "{text}");
            assert_eq!(symbol_places("a.txt", text), [], "{text}");
        }
    }
}
