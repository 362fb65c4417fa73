//! Structures, unions, enumerations and aliases.

use std::collections::HashSet;

use super::{super::object::Object, interface::Interfaces};
use crate::{
    declaration::{EnumItem, TypeDeclaration, TypeExpr},
    model::{DataType, DataTypeKind, Member, TypeUse},
};

/// As for function blocks.
const MAX_ANCESTORS: usize = 32;

/// The types of one object, usually a single one.
pub(super) fn data_types(object: &Object, interfaces: &mut Interfaces<'_>) -> Vec<DataType> {
    object.unit.types.iter().map(|declared| data_type(object, declared, interfaces)).collect()
}

fn data_type(
    object: &Object,
    declared: &TypeDeclaration,
    interfaces: &mut Interfaces<'_>,
) -> DataType {
    let mut data_type = DataType {
        name: declared.name.clone(),
        kind: DataTypeKind::Alias,
        extends: declared.extends.clone(),
        comment: declared.comment.clone().or_else(|| object.unit.comment.clone()),
        ..DataType::default()
    };
    match &declared.expr {
        TypeExpr::Structure(_) => {
            data_type.kind = DataTypeKind::Structure;
            data_type.members = members(declared, interfaces);
        }
        TypeExpr::Union(_) => {
            data_type.kind = DataTypeKind::Union;
            data_type.members = members(declared, interfaces);
        }
        TypeExpr::Enumeration { values, base } => {
            data_type.kind = DataTypeKind::Enumeration;
            let constants = interfaces.constants();
            data_type.values =
                EnumItem::numbered(values, &|name| constants.value(&declared.name, name));
            data_type.base = Some(TypeUse::scalar(base.as_deref().unwrap_or("INT")));
        }
        other => data_type.base = Some(interfaces.type_use(&declared.name, other)),
    }
    data_type
}

/// The inherited members, then the type's own.
fn members(declared: &TypeDeclaration, interfaces: &mut Interfaces<'_>) -> Vec<Member> {
    let mut line = vec![declared];
    let mut seen = HashSet::from([declared.name.to_lowercase()]);
    while line.len() <= MAX_ANCESTORS
        && let Some(name) = line.last().and_then(|last| last.extends.as_ref())
        && seen.insert(name.to_lowercase())
        && let Some(parent) = interfaces.type_named(name)
        && let Some(parent) = parent.unit.types.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    {
        line.push(parent);
    }
    let mut members = Vec::new();
    for declared in line.into_iter().rev() {
        if let TypeExpr::Structure(variables) | TypeExpr::Union(variables) = &declared.expr {
            members.extend(variables.iter().map(|it| interfaces.member(&declared.name, it, None)));
        }
    }
    members
}
