//! Compares the members of structures with the project's, where the controller reports them.

use tagbridge_driver::{Declared, TagInfo};
use tagbridge_project::{DataType, DataTypeKind, Member, Symbol};
use tagbridge_texts::Coded;

use crate::{Names, types::fits};

/// How the layout of a structure in the controller differs from the project's.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "naming-layout")]
pub enum LayoutDiffers {
    /// A member of the project is not in the controller.
    Lacks {
        /// The structure.
        type_name: String,
        /// The member.
        member: String,
    },
    /// A member of the controller is not in the project.
    More {
        /// The structure.
        type_name: String,
        /// The member.
        member: String,
    },
    /// A member has another type.
    Type {
        /// The structure.
        type_name: String,
        /// The member.
        member: String,
        /// Its type in the controller.
        controller: String,
        /// Its type in the project.
        project: String,
    },
    /// The members have another order.
    Order {
        /// The structure.
        type_name: String,
        /// The first member that is elsewhere.
        member: String,
    },
}

impl Names {
    /// The first difference between the members of a tag's type in the controller and in the project.
    pub fn differing_layout(&self, symbol: &Symbol<'_>, info: &TagInfo) -> Option<LayoutDiffers> {
        self.compare_members(symbol.type_name(), &info.members)
    }

    fn compare_members(&self, type_name: &str, members: &[Declared]) -> Option<LayoutDiffers> {
        let types = &self.symbols.project().data_types;
        let is_it = |it: &&DataType| {
            it.kind == DataTypeKind::Structure && it.name.eq_ignore_ascii_case(type_name)
        };
        let expected = types.iter().find(is_it).filter(|_| !members.is_empty())?;
        let named = |one: &Member, other: &Declared| one.name.eq_ignore_ascii_case(&other.name);
        let type_name = || expected.name.clone();
        for member in &expected.members {
            let Some(found) = members.iter().find(|it| named(member, it)) else {
                return Some(LayoutDiffers::Lacks {
                    type_name: type_name(),
                    member: member.name.clone(),
                });
            };
            if let Some(differs) = self.compare_member(&expected.name, member, found) {
                return Some(differs);
            }
        }
        let more = |it: &&Declared| !expected.members.iter().any(|member| named(member, it));
        if let Some(found) = members.iter().find(more) {
            let member = found.name.to_string();
            return Some(LayoutDiffers::More { type_name: type_name(), member });
        }
        let moved = expected.members.iter().zip(members).find(|(one, other)| !named(one, other));
        moved.map(|(member, _)| LayoutDiffers::Order {
            type_name: type_name(),
            member: member.name.clone(),
        })
    }

    fn compare_member(
        &self,
        type_name: &str,
        member: &Member,
        found: &Declared,
    ) -> Option<LayoutDiffers> {
        let sizes: Vec<u32> = member.type_use.dimensions.iter().map(|it| it.count()).collect();
        let project = &member.type_use.name;
        if fits((project, &sizes), (&found.type_name, &found.dimensions)) {
            return self.compare_members(project, &found.members);
        }
        let shown = |name: &str, sizes: &[u32]| match sizes {
            [] => name.to_owned(),
            sizes => format!("{name}{sizes:?}"),
        };
        Some(LayoutDiffers::Type {
            type_name: type_name.to_owned(),
            member: member.name.clone(),
            controller: shown(&found.type_name, &found.dimensions),
            project: shown(project, &sizes),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tagbridge_driver::Access;
    use tagbridge_project::Symbols;

    use super::*;
    use crate::{
        Supplement,
        fixture::{CONTROLLER, names},
    };

    const TYPES: &str = r#"<DataTypes><DataType Name="Motor" Family="NoFamily"><Members>
<Member Name="ZZZZZZZZZZMotor0" DataType="SINT" Dimension="0" Hidden="true"/>
<Member Name="Run" DataType="BIT" Dimension="0" Target="ZZZZZZZZZZMotor0" BitNumber="0"/>
<Member Name="Speeds" DataType="INT" Dimension="4"/></Members></DataType></DataTypes><Tags>
<Tag Name="Pump" TagType="Base" DataType="Motor" ExternalAccess="Read/Write"/>"#;

    fn check(members: &[(&str, &str, &[u32])], expected: Option<&str>) {
        let text = CONTROLLER.replace("<Tags>", TYPES);
        let names = names("l.L5X", &text, "logix", Supplement::default());
        let member = |(name, type_name, sizes): &(&str, &str, &[u32])| Declared {
            name: Arc::from(*name),
            type_name: Arc::from(*type_name),
            dimensions: sizes.to_vec(),
            is_alias: false,
            members: Arc::default(),
        };
        let info = TagInfo {
            name: "Pump".into(),
            type_name: "Motor".into(),
            dimensions: Vec::new(),
            access: Access::ReadWrite,
            is_system: false,
            members: members.iter().map(member).collect(),
        };
        let symbols: &Symbols = &names.symbols;
        let pump = symbols.find("Pump").expect("it is declared");
        let found = names.differing_layout(&pump, &info).map(|it| it.to_string());
        match (&found, expected) {
            (Some(found), Some(expected)) => assert!(found.contains(expected), "{found}"),
            _ => assert_eq!(found.as_deref(), expected, "{members:?}"),
        }
    }

    #[test]
    fn structures_of_one_name_are_compared_by_their_members() {
        let (run, speeds): ((_, _, &[u32]), (_, _, &[u32])) =
            (("Run", "BOOL", &[]), ("speeds", "INT", &[4]));
        check(&[], None);
        check(&[run, speeds], None);
        check(&[run], Some("has no member Speeds"));
        check(&[run, speeds, ("Extra", "DINT", &[])], Some("has an additional member Extra"));
        check(&[run, ("Speeds", "DINT", &[4])], Some("Speeds is DINT[4], the project's is INT[4]"));
        check(&[run, ("Speeds", "INT", &[5])], Some("Speeds is INT[5]"));
        check(&[speeds, run], Some("another order in the controller, from Run on"));
    }
}
