//! Tag tables in other formats than SimaticML: spreadsheets, symbol tables, `PLCTags.xml`.

pub(super) mod address;
mod plain_xml;
mod sdf;
mod workbook;
mod xlsx;

pub(super) use self::{
    plain_xml::{is as is_plain_xml, read as read_plain_xml},
    sdf::read as read_sdf,
    xlsx::read as read_xlsx,
};
