//! Types that a project defines.

use super::{
    tree::Element,
    types::{access, type_use},
};
use crate::{Access, DataType, DataTypeKind, Member, TypeUse};

/// Reads a `DataType` element, without the hidden members that only store bits.
pub(super) fn read(element: Element<'_, '_>, access_by_default: Access) -> DataType {
    let members: Vec<Member> = element
        .within("Members", "Member")
        .filter(|member| !member.is("Hidden", "true"))
        .map(|found| member(found, access_by_default))
        .collect();
    let text = element.is("Family", "StringFamily");
    let characters = members.iter().find(|member| member.name.eq_ignore_ascii_case("DATA"));
    let length = characters.and_then(|data| data.type_use.dimensions.first()).map(|it| it.count());
    DataType {
        name: element.owned("Name"),
        kind: if text { DataTypeKind::String } else { DataTypeKind::Structure },
        base: text.then(|| TypeUse { length, ..TypeUse::scalar("STRING") }),
        comment: element.remark("Description"),
        members,
        ..DataType::default()
    }
}

fn member(element: Element<'_, '_>, access_by_default: Access) -> Member {
    let type_name = match element.owned("DataType") {
        name if name.eq_ignore_ascii_case("BIT") => "BOOL".to_owned(),
        name => name,
    };
    Member {
        name: element.owned("Name"),
        type_use: type_use(type_name, element.attribute("Dimension").as_deref()),
        access: access(element, access_by_default),
        comment: element.remark("Description"),
        unit: element.remark("EngineeringUnit"),
        ..Member::default()
    }
}
