//! Converts declarations to the members and types of the model.

use std::collections::HashMap;

use super::{Attribute, Bounds, Dialect, EnumItem, TypeExpr, Variable, evaluate};
use crate::model::{Access, DataType, DataTypeKind, Dimension, Initial, Member, Section, TypeUse};

/// How declarations become members: the values of constants, and the access of attributes.
pub(crate) struct Lowering<'a> {
    /// The values of constants by name, for bounds and lengths.
    pub(crate) constants: &'a dyn Fn(&str) -> Option<i64>,
    /// The access according to a member's attributes.
    pub(crate) access: fn(&[Attribute]) -> Access,
    /// Bounds and lengths that could not be evaluated, as text; their dimension is empty.
    pub(crate) unresolved: Vec<String>,
    /// The dialect of the declarations.
    pub(crate) dialect: Dialect,
    /// The enumerations without a name.
    pub(crate) enumerations: Enumerations,
}

impl<'a> Lowering<'a> {
    /// Without attributes that restrict access.
    pub(crate) fn new(dialect: Dialect, constants: &'a dyn Fn(&str) -> Option<i64>) -> Self {
        Self {
            constants,
            access: |_| Access::Unknown,
            unresolved: Vec::new(),
            dialect,
            enumerations: Enumerations::default(),
        }
    }

    /// Converts a variable to a member.
    pub(crate) fn member(&mut self, variable: &Variable, section: Option<Section>) -> Member {
        Member {
            name: variable.name.clone(),
            type_use: variable.type_expr.as_ref().map(|it| self.type_use(it)).unwrap_or_default(),
            section,
            access: (self.access)(&variable.attributes),
            initial: variable.initial.clone().map(Initial::Scalar),
            comment: variable.comment.clone(),
            at: variable.at.as_ref().map(|at| at.trim_matches('"').to_owned()),
            retention: variable.retention(),
            ..Member::default()
        }
    }

    /// Converts a type. Arrays of arrays become arrays with more dimensions.
    pub(crate) fn type_use(&mut self, expr: &TypeExpr) -> TypeUse {
        match expr {
            TypeExpr::Named { name, length: None, .. } => TypeUse::scalar(name.clone()),
            TypeExpr::Named { name, length: Some(text), .. } => match self.length(text) {
                // Not a string without a length, whose size is different.
                None if self.dialect == Dialect::Siemens => {
                    TypeUse::scalar(format!("{name}[{text}]"))
                }
                length => TypeUse { length, ..TypeUse::scalar(name.clone()) },
            },
            TypeExpr::Array { bounds, of } => {
                let mut type_use = self.type_use(of);
                let outer = bounds.iter().map(|bounds| self.dimension(bounds));
                type_use.dimensions = outer.chain(type_use.dimensions.clone()).collect();
                type_use
            }
            TypeExpr::Structure(members) => self.anonymous("Struct", members),
            TypeExpr::Union(members) => self.anonymous("Union", members),
            TypeExpr::Enumeration { values, base } => {
                let base = base.as_deref();
                TypeUse::scalar(match self.dialect {
                    Dialect::Siemens => base.unwrap_or(INT).to_owned(),
                    Dialect::Codesys => self.enumerations.named(values, base, self.constants),
                })
            }
            TypeExpr::Reference(text) => TypeUse::scalar(text.clone()),
        }
    }

    fn anonymous(&mut self, name: &str, members: &[Variable]) -> TypeUse {
        let members = members.iter().map(|variable| self.member(variable, None)).collect();
        TypeUse { name: name.to_owned(), members, ..TypeUse::default() }
    }

    /// Converts bounds; `*` is an array parameter of any size, and has none.
    fn dimension(&mut self, bounds: &Bounds) -> Dimension {
        const EMPTY: Dimension = Dimension { low: 0, high: -1 };
        if bounds.low.is_empty() {
            return EMPTY;
        }
        let value = |text: &String| evaluate(text, self.constants)?.try_into().ok();
        let (Some(low), Some(high)) = (value(&bounds.low), value(&bounds.high)) else {
            self.unresolved.push(format!("{}..{}", bounds.low, bounds.high));
            return EMPTY;
        };
        Dimension { low, high }
    }

    fn length(&mut self, text: &str) -> Option<u32> {
        let length = evaluate(text, self.constants).and_then(|it| u32::try_from(it).ok());
        if length.is_none() {
            self.unresolved.push(text.to_owned());
        }
        length
    }
}

/// Enumerations that are declared where they are used: `Mode : (Off, On := 5) INT;`. Their name is
/// their declaration.
#[derive(Debug, Default)]
pub(crate) struct Enumerations {
    /// In the order of their first use.
    pub(crate) types: Vec<DataType>,
    /// The indexes of the types by their whole declaration.
    known: HashMap<String, usize>,
}

/// Maximum length of the name of such an enumeration, in bytes, before the last value in it.
const MAX_NAME: usize = 200;

/// The base type of an enumeration that declares none.
const INT: &str = "INT";

impl Enumerations {
    fn named(
        &mut self,
        items: &[EnumItem],
        base: Option<&str>,
        constants: &dyn Fn(&str) -> Option<i64>,
    ) -> String {
        let values = EnumItem::numbered(items, constants);
        let (mut whole, mut cut) = (String::from("("), None);
        for (item, value) in items.iter().zip(&values) {
            if whole.len() > 1 {
                whole.push_str(", ");
            }
            if whole.len() > MAX_NAME && cut.is_none() {
                cut = Some(format!("{whole}…) {}", self.types.len() + 1));
            }
            whole.push_str(&item.name);
            if let Some(written) = &item.number {
                let number = value.number.map_or_else(|| written.clone(), |it| it.to_string());
                whole.extend([" := ", &number]);
            }
        }
        whole.push(')');
        whole.extend(base.into_iter().flat_map(|base| [" ", base]));
        if let Some(known) = self.known.get(&whole) {
            return self.types[*known].name.clone();
        }
        let name = cut.unwrap_or_else(|| whole.clone());
        self.known.insert(whole, self.types.len());
        self.types.push(DataType {
            name: name.clone(),
            kind: DataTypeKind::Enumeration,
            values,
            base: Some(TypeUse::scalar(base.unwrap_or(INT))),
            ..DataType::default()
        });
        name
    }
}
