//! Tag tables: tags and constants.

use roxmltree::Node;

use super::{attribute, elements, multilingual};
use crate::{
    siemens::found::{Found, Table, TableConstant, TableTag},
    xml,
};

/// Reads one table.
pub(super) fn read(object: Node<'_, '_>, found: &mut Found) {
    let name = attribute(object, "Name").unwrap_or_default();
    let mut table = Table { name, ..Table::default() };
    let entries = xml::child(object, "ObjectList").into_iter().flat_map(elements);
    for entry in entries {
        let Some(name) = attribute(entry, "Name") else { continue };
        let type_name = attribute(entry, "DataTypeName").unwrap_or_default();
        let comment = multilingual::of_object(entry, "Comment");
        match entry.tag_name().name() {
            "SW.Tags.PlcTag" => {
                let flag = |name| attribute(entry, name).and_then(|it| it.parse().ok());
                table.tags.push(TableTag {
                    name,
                    type_name,
                    address: attribute(entry, "LogicalAddress").unwrap_or_default(),
                    comment,
                    accessible: flag("ExternalAccessible"),
                    writable: flag("ExternalWritable"),
                });
            }
            "SW.Tags.PlcUserConstant" | "SW.Tags.PlcSystemConstant" => {
                let value = attribute(entry, "Value").unwrap_or_default();
                table.constants.push(TableConstant { name, type_name, value, comment });
            }
            _ => {}
        }
    }
    found.tables.push(table);
}
