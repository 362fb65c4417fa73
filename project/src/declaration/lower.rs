//! Converts declarations to the members and types of the model.

use super::{Attribute, Bounds, Dialect, TypeExpr, Variable, evaluate};
use crate::model::{Access, Dimension, Initial, Member, Section, TypeUse};

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
}

impl Lowering<'_> {
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
            TypeExpr::Enumeration { base, .. } => {
                TypeUse::scalar(base.clone().unwrap_or_else(|| "INT".to_owned()))
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
