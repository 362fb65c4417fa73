//! Tag tables in other formats than SimaticML: spreadsheets, symbol tables, `PLCTags.xml`.

pub(super) mod address;
mod plain_xml;
mod symbols;
mod workbook;
mod xlsx;

pub(super) use self::{
    plain_xml::{is as is_plain_xml, read as read_plain_xml},
    symbols::read as read_symbols,
    xlsx::read as read_xlsx,
};
