//! The data blocks of S7 that have absolute addresses, with their lengths.

use std::collections::HashMap;

use crate::{BlockKind, Place, Symbols, Target, TypeUse, siemens::Layouts};

/// A data block of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataBlock {
    /// Its name, without quotes.
    pub name: String,
    /// Its number.
    pub number: u16,
    /// Its length in bytes, if its layout is known.
    pub bytes: Option<u32>,
}

impl Symbols {
    /// The data blocks with absolute addresses, in the order of the project; empty if the target is not S7.
    pub fn data_blocks(&self, target: &Target) -> Vec<DataBlock> {
        let Target::S7 { numbers } = target else { return Vec::new() };
        let built_in = Layouts::new(std::iter::empty());
        let mut of_files = HashMap::new();
        for tag in &self.project().tags {
            if let Place::Block { block, number, .. } = &tag.place {
                of_files.entry(block.as_str()).or_insert(*number);
            }
        }
        let blocks = self.project().blocks.iter().filter(|it| it.kind == BlockKind::DataBlock);
        blocks
            .filter_map(|block| {
                let of_file = *of_files.get(block.name.as_str())?;
                let number = crate::address::number_of(&block.name, numbers).or(of_file)?;
                // A built-in type is larger than its known members.
                let of = block.instance_of.as_ref().map(TypeUse::scalar);
                let built_in = of.and_then(|of| built_in.stride(&of));
                let bytes = built_in.or_else(|| self.bits(&block.name)).map(|it| it.div_ceil(8));
                Some(DataBlock { name: block.name.clone(), number, bytes })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Source;

    /// Formats each block as `name number bytes`.
    fn blocks(text: &str, numbers: &[(&str, u16)]) -> Vec<String> {
        let source = Source::of_bytes("line.scl", text.as_bytes().to_vec()).unwrap();
        let symbols = Symbols::new(crate::read(&source).unwrap().into());
        let numbers: BTreeMap<_, _> =
            numbers.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect();
        let blocks = symbols.data_blocks(&Target::S7 { numbers });
        blocks.iter().map(|it| format!("{} {} {:?}", it.name, it.number, it.bytes)).collect()
    }

    #[test]
    fn blocks_are_as_long_as_what_they_are_made_of() {
        let text = r#"
FUNCTION_BLOCK "Valve"
{ S7_Optimized_Access := 'FALSE' }
VAR
  word : Word;
  bits AT word : Array[0..15] of Bool;
  count : Int;
END_VAR
BEGIN
END_FUNCTION_BLOCK
FUNCTION_BLOCK "Pair"
{ S7_Optimized_Access := 'FALSE' }
VAR
  one : "Valve";
  two : "Valve";
  after : Int;
END_VAR
BEGIN
END_FUNCTION_BLOCK
DATA_BLOCK "Pair_DB"
{ S7_Optimized_Access := 'FALSE' }
"Pair"
BEGIN
END_DATA_BLOCK
DATA_BLOCK "Delay"
{ S7_Optimized_Access := 'FALSE' }
IEC_TIMER
BEGIN
END_DATA_BLOCK
"#;
        assert_eq!(
            blocks(text, &[("\"pair_db\"", 3), ("Delay", 4)]),
            ["Pair_DB 3 Some(10)", "Delay 4 Some(16)"]
        );
        let source = Source::of_bytes("line.scl", text.as_bytes().to_vec()).unwrap();
        let symbols = Symbols::new(crate::read(&source).unwrap().into());
        let target = Target::S7 { numbers: [("Pair_DB".to_owned(), 3)].into() };
        for (name, address) in [
            ("Pair_DB.two.count", "DB3.DBW6:INT"),
            ("Pair_DB.two.bits[1]", "DB3.DBX4.1"),
            ("Pair_DB.after", "DB3.DBW8:INT"),
        ] {
            let symbol = symbols.find(name).unwrap();
            assert_eq!(symbols.address(&symbol, &target).as_deref(), Ok(address), "{name}");
        }
    }

    #[test]
    fn a_text_that_is_passed_by_reference_has_no_address() {
        let text = r#"
FUNCTION_BLOCK "Printer"
{ S7_Optimized_Access := 'FALSE' }
VAR_IN_OUT
  text : String;
  count : Int;
END_VAR
BEGIN
END_FUNCTION_BLOCK
FUNCTION_BLOCK "Line"
{ S7_Optimized_Access := 'FALSE' }
VAR
  printer : "Printer";
END_VAR
BEGIN
END_FUNCTION_BLOCK
DATA_BLOCK "Line_DB"
{ S7_Optimized_Access := 'FALSE' }
"Line"
BEGIN
END_DATA_BLOCK
"#;
        let source = Source::of_bytes("line.scl", text.as_bytes().to_vec()).unwrap();
        let symbols = Symbols::new(crate::read(&source).unwrap().into());
        let target = Target::S7 { numbers: [("Line_DB".to_owned(), 3)].into() };
        let address = |name: &str| symbols.address(&symbols.find(name).unwrap(), &target).ok();
        assert_eq!(address("Line_DB.printer.text"), None);
        assert_eq!(address("Line_DB.printer.count").as_deref(), Some("DB3.DBW6:INT"));
    }

    #[test]
    fn aliases_are_as_large_as_what_they_stand_for() {
        let text = r#"
TYPE "Row" : Array[0..3] of Int;
END_TYPE
TYPE "Grid"
STRUCT
  row : "Row";
  last : Int;
END_STRUCT;
END_TYPE
DATA_BLOCK "Line"
{ S7_Optimized_Access := 'FALSE' }
STRUCT
  grids : Array[0..1] of "Grid";
END_STRUCT;
BEGIN
END_DATA_BLOCK
"#;
        assert_eq!(blocks(text, &[("Line", 3)]), ["Line 3 Some(20)"]);
    }
}
