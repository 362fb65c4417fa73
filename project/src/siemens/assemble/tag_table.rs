//! PLC tags and constants of tag tables.

use tagbridge_texts::Coded;

use super::Constants;
use crate::reason::Why;
use crate::{
    Access, Initial, Place, Tag, TypeUse,
    declaration::{Cursor, Dialect, Lowering},
    siemens::{
        found::{Table, TableTag},
        tables::address,
    },
};

/// Adds the tags of all tables.
pub(super) fn all(tables: &[Table], constants: &Constants, tags: &mut Vec<Tag>) {
    for table in tables {
        for tag in &table.tags {
            tags.push(Tag {
                access: access(tag),
                place: address::place(&tag.address),
                ..plain(table, &tag.name, &tag.type_name, tag.comment.as_ref(), constants)
            });
        }
        for constant in &table.constants {
            tags.push(Tag {
                constant: true,
                access: Access::ReadOnly,
                initial: Some(Initial::Scalar(constant.value.clone())),
                ..plain(
                    table,
                    &constant.name,
                    &constant.type_name,
                    constant.comment.as_ref(),
                    constants,
                )
            });
        }
    }
}

fn plain(
    table: &Table,
    name: &str,
    type_name: &str,
    comment: Option<&String>,
    constants: &Constants,
) -> Tag {
    Tag {
        name: format!("\"{name}\""),
        scope: table.name.clone(),
        type_use: type_use(type_name, constants),
        comment: comment.cloned(),
        place: Place::Nowhere { reason: Why::Constant.message() },
        ..Tag::default()
    }
}

/// Parses a type in the notation of a table: `Bool`, `"Motor"`, `Array[0..3] of Int`.
fn type_use(text: &str, constants: &Constants) -> TypeUse {
    let lookup = |name: &str| constants.value(name);
    let mut lowering = Lowering::new(Dialect::Siemens, &lookup);
    match Cursor::new(text, Dialect::Siemens).type_expr() {
        Some(expr) => lowering.type_use(&expr),
        None => TypeUse::scalar(text.trim()),
    }
}

fn access(tag: &TableTag) -> Access {
    match (tag.accessible, tag.writable) {
        (Some(false), _) => Access::None,
        (_, Some(false)) => Access::ReadOnly,
        (Some(true), Some(true)) => Access::ReadWrite,
        _ => Access::Unknown,
    }
}
