//! `PLCTags.xml`: `<Tagtable name=…><Tag type= addr= remark=>Name</Tag></Tagtable>`.

use roxmltree::Document;

use crate::{
    siemens::found::{Found, Table, TableConstant, TableTag},
    xml,
};

/// Whether the document is in this format.
pub(in crate::siemens) fn is(document: &Document<'_>) -> bool {
    let root = document.root_element().tag_name().name();
    root.eq_ignore_ascii_case("Tagtable") || root.eq_ignore_ascii_case("Tagtables")
}

/// Reads all tables of the document.
pub(in crate::siemens) fn read(document: &Document<'_>, found: &mut Found) {
    let tables = document.descendants().filter(|node| {
        node.is_element() && node.tag_name().name().eq_ignore_ascii_case("Tagtable")
    });
    for node in tables {
        let mut table = Table {
            name: node.attribute("name").unwrap_or_default().to_owned(),
            ..Table::default()
        };
        for tag in node.children().filter(roxmltree::Node::is_element) {
            let value = |name: &str| tag.attribute(name).unwrap_or_default().to_owned();
            let flag = |name: &str| value(name).to_ascii_lowercase().parse().ok();
            let name = xml::text(tag).trim().to_owned();
            let comment = Some(value("remark")).filter(|remark| !remark.is_empty());
            match tag.tag_name().name() {
                "Tag" => table.tags.push(TableTag {
                    name,
                    type_name: value("type"),
                    address: value("addr"),
                    comment,
                    accessible: flag("hmiAccessible"),
                    writable: flag("hmiWriteable"),
                }),
                "Constant" => table.constants.push(TableConstant {
                    name,
                    type_name: value("type"),
                    value: value("value"),
                    comment,
                }),
                _ => {}
            }
        }
        found.tables.push(table);
    }
}
