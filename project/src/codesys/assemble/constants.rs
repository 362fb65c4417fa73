//! The values of constants, for the bounds of arrays and the lengths of strings.

use std::collections::HashMap;

use super::super::object::{Object, ObjectKind};
use crate::declaration::{TypeExpr, evaluate};

/// Maximum number of constants that depend on each other. Compilers allow more, but real projects
/// do not need it.
const MAX_ROUNDS: usize = 16;

/// Maximum number of names before the name of a list: device, application, namespaces.
const MAX_PREFIXES: usize = 6;

/// Values by qualified name (`gvl.max`) and by name, in lower case.
pub(super) struct Constants {
    values: HashMap<String, i64>,
}

impl Constants {
    pub(super) fn of(objects: &[Object]) -> Self {
        let mut constants = Self { values: HashMap::new() };
        let mut pending: Vec<Pending> = Vec::new();
        for object in objects {
            constants.enumerations(object);
            let scope = object.full_name().to_lowercase();
            let global = object.kind == ObjectKind::Globals && !is_qualified(object);
            let sections = object.unit.sections.iter().filter(|section| section.is_constant());
            for variable in sections.flat_map(|section| &section.variables) {
                let Some(text) = &variable.initial else { continue };
                let name = variable.name.to_lowercase();
                pending.push(Pending { scope: scope.clone(), name, text: text.clone(), global });
            }
        }
        for _ in 0..MAX_ROUNDS {
            let before = pending.len();
            pending.retain(|pending| !constants.settle(pending));
            if pending.len() == before {
                break;
            }
        }
        constants
    }

    /// Returns the value of a constant in a scope: the scope's own constants take precedence.
    pub(super) fn value(&self, scope: &str, name: &str) -> Option<i64> {
        let name = name.to_lowercase();
        if let Some(value) = self.values.get(&format!("{}.{name}", scope.to_lowercase())) {
            return Some(*value);
        }
        // In `Application.GVL.MAX` the first names may be omitted, but `Lib.MAX` is not the `MAX`
        // of a list.
        let alone = name.trim_start_matches('.');
        std::iter::successors(Some(name.as_str()), |name| Some(name.split_once('.')?.1))
            .take(MAX_PREFIXES)
            .filter(|short| short.contains('.') || *short == alone)
            .find_map(|name| self.values.get(name).copied())
    }

    fn settle(&mut self, pending: &Pending) -> bool {
        let Some(value) = evaluate(&pending.text, &|name| self.value(&pending.scope, name)) else {
            return false;
        };
        self.values.entry(format!("{}.{}", pending.scope, pending.name)).or_insert(value);
        if pending.global {
            self.values.entry(pending.name.clone()).or_insert(value);
        }
        true
    }

    fn enumerations(&mut self, object: &Object) {
        for declared in &object.unit.types {
            let TypeExpr::Enumeration { values, .. } = &declared.expr else { continue };
            let numbered = crate::declaration::EnumItem::numbered(values, &|name| {
                self.value(&declared.name, name)
            });
            for value in numbered {
                let Some(number) = value.number else { continue };
                let (kind, name) = (declared.name.to_lowercase(), value.name.to_lowercase());
                self.values.entry(format!("{kind}.{name}")).or_insert(number);
            }
        }
    }
}

/// Whether the names in a list are only valid with the name of the list. The pragma of a list
/// without a head is in its first section.
fn is_qualified(list: &Object) -> bool {
    let of_section = list.unit.sections.first().map(|it| it.attributes.as_slice());
    let mut all = list.unit.attributes.iter().chain(of_section.unwrap_or_default());
    all.any(|attribute| attribute.is("qualified_only"))
}

struct Pending {
    scope: String,
    name: String,
    text: String,
    /// Whether the constant can be used by its name alone.
    global: bool,
}
