//! A project's tags as drivers want to know them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tagbridge_driver::{Declarations, Declared};
use tagbridge_project::Symbol;

use crate::Names;

/// Structures in structures.
const MAX_DEPTH: usize = 32;

/// The declarations of a project.
#[derive(Debug)]
pub(crate) struct Project {
    names: Arc<Names>,
    /// The members of structures, by the lowercase names of their types.
    members: Mutex<HashMap<String, Arc<[Declared]>>>,
}

impl Project {
    pub(crate) fn new(names: Arc<Names>) -> Self {
        Self { names, members: Mutex::default() }
    }

    fn declared(&self, symbol: &Symbol<'_>, name: &str, depth: usize) -> Declared {
        Declared {
            name: name.into(),
            type_name: symbol.type_name().into(),
            dimensions: symbol.dimensions().iter().map(|it| it.count()).collect(),
            is_alias: symbol.path.is_empty() && symbol.tag.alias_for.is_some(),
            members: self.members(symbol, depth),
        }
    }

    fn members(&self, symbol: &Symbol<'_>, depth: usize) -> Arc<[Declared]> {
        let known = || self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let key = symbol.type_name().to_lowercase();
        if let Some(members) = known().get(&key) {
            return Arc::clone(members);
        }
        if depth >= MAX_DEPTH {
            return Arc::default();
        }
        // What a type that contains itself would hold in there.
        known().insert(key.clone(), Arc::default());
        let symbols = &self.names.symbols;
        let element = match symbol.dimensions().len() {
            0 => Some(symbol.clone()),
            dimensions => {
                let first = vec!["0"; dimensions].join(",");
                symbols.find_without_hint(&format!("{}[{first}]", symbol.name())).ok()
            }
        };
        let parts = element.map(|it| symbols.parts(&it)).unwrap_or_default();
        let seen = parts.iter().filter(|it| it.hidden().is_none());
        let members: Arc<[Declared]> = seen
            .filter_map(|it| match it.path.last() {
                Some(tagbridge_project::Step::Member(name)) => {
                    Some(self.declared(it, name, depth + 1))
                }
                _ => None,
            })
            .collect();
        known().insert(key, Arc::clone(&members));
        members
    }
}

impl Declarations for Project {
    fn tag(&self, name: &str) -> Option<Declared> {
        let symbol = self.names.symbols.find_without_hint(name).ok()?;
        let own = symbol.name();
        let is_it = symbol.path.is_empty() && own.eq_ignore_ascii_case(name);
        // If the target of an alias is not in the file, only the controller knows its members.
        let is_told = !symbol.type_name().is_empty();
        (is_it && is_told).then(|| self.declared(&symbol, &own, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Supplement,
        fixture::{CONTROLLER, names},
    };

    const TYPES: &str = r#"<DataTypes><DataType Name="Pump" Family="NoFamily"><Members>
<Member Name="Run" DataType="BIT" Dimension="0"/>
<Member Name="Key" DataType="DINT" Dimension="0" ExternalAccess="None"/>
<Member Name="Ramps" DataType="TIMER" Dimension="2"/></Members></DataType></DataTypes><Tags>
<Tag Name="Lost" TagType="Alias" AliasFor="Gone.Speed"/>
<Tag Name="Pumps" TagType="Base" DataType="Pump" Dimensions="2 3" ExternalAccess="Read/Write"/>"#;

    #[test]
    fn tags_are_declared_down_to_what_an_outsider_sees() {
        let text = CONTROLLER.replace("<Tags>", TYPES);
        let project = Project::new(Arc::new(names("l.L5X", &text, "logix", Supplement::default())));
        let shown = |it: &Declared| format!("{} {}{:?}", it.name, it.type_name, it.dimensions);
        let tag = |name: &str| project.tag(name).map(|it| shown(&it));
        assert_eq!(tag("SPEED").as_deref(), Some("Speed REAL[]"));
        assert_eq!(tag("count").as_deref(), Some("Count DINT[10]"));
        for other in ["Count[0]", "Nope", "Pumps[0,0].Run", "Lost"] {
            assert_eq!(tag(other), None, "{other}");
        }
        let pumps = project.tag("Pumps").expect("it is declared");
        assert_eq!(shown(&pumps), "Pumps Pump[2, 3]");
        let members: Vec<String> = pumps.members.iter().map(shown).collect();
        assert_eq!(members, ["Run BOOL[]", "Ramps TIMER[2]"]);
        let timer: Vec<String> = pumps.members[1].members.iter().map(shown).collect();
        assert_eq!(timer[..2], ["PRE DINT[]", "ACC DINT[]"]);
    }

    #[test]
    fn types_that_contain_each_other_come_to_an_end() {
        let members = |kind: &str| {
            let member = |at| format!(r#"<Member Name="M{at}" DataType="{kind}" Dimension="0"/>"#);
            (0..4).map(member).collect::<String>()
        };
        let declared = |name: &str, kind: &str| {
            let members = members(kind);
            format!(
                r#"<DataType Name="{name}" Family="NoFamily"><Members>{members}</Members></DataType>"#
            )
        };
        let types = [declared("Hen", "Egg"), declared("Egg", "Hen")].concat();
        let tag = r#"<Tag Name="First" TagType="Base" DataType="Hen"/>"#;
        let tags = format!("<DataTypes>{types}</DataTypes><Tags>{tag}");
        let text = CONTROLLER.replace("<Tags>", &tags);
        let project = Project::new(Arc::new(names("l.L5X", &text, "logix", Supplement::default())));
        let first = project.tag("First").expect("it is declared");
        assert_eq!((first.members.len(), first.members[0].members.len()), (4, 4));
        assert_eq!(first.members[0].members[0].members.len(), 0);
    }
}
