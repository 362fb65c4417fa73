//! The values of a virtual controller.

use std::sync::Arc;

use opcua::types::Variant;
use tagbridge_driver::Value;

use super::{
    layout::{Layout, Location},
    types::Shape,
    value,
};
use crate::rig::set_up as rig;

/// The values of all variables.
#[derive(Debug, Clone)]
pub struct Memory {
    layout: Arc<Layout>,
    /// One value for each of [`Layout::variables`], of its type.
    values: Vec<Value>,
}

impl rig::Memory for Memory {
    type Error = TagError;

    fn value(&self, name: &str) -> Result<Value, TagError> {
        self.value(name)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), TagError> {
        self.set(name, value)
    }
}

/// Why a variable cannot be read or set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// No variable, member or element with a node has this name.
    #[error("the controller has no `{name}`")]
    Unknown { name: String },
    /// The value does not have the type of the variable.
    #[error("`{name}` is {type_name} and does not take this value")]
    Type { name: String, type_name: String },
}

impl Memory {
    pub(super) fn new(layout: Arc<Layout>) -> Self {
        let values = layout.variables.iter().map(|it| it.initial.clone()).collect();
        Self { layout, values }
    }

    pub(super) fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the value of a variable, member or element: `PLC_PRG.Lanes[1].Speed`, or its node
    /// id.
    pub fn value(&self, name: &str) -> Result<Value, TagError> {
        let place = self.place(name)?;
        let value = self.at(place).cloned();
        value.ok_or_else(|| TagError::Unknown { name: name.to_owned() })
    }

    /// Sets the value, like the program.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), TagError> {
        let layout = Arc::clone(&self.layout);
        let place = find(&layout, name)?;
        if !value::fits(&place.shape, value) {
            let type_name = place.shape.to_string();
            return Err(TagError::Type { name: name.to_owned(), type_name });
        }
        let mut at = &mut self.values[place.variable];
        for step in &place.path {
            let next = match at {
                Value::Array(values) => values.get_mut(*step),
                Value::Struct(members) => members.get_mut(*step).map(|(_, it)| it),
                _ => None,
            };
            at = next.ok_or_else(|| TagError::Unknown { name: name.to_owned() })?;
        }
        at.clone_from(value);
        Ok(())
    }

    /// Returns the type of a variable, member or element; `None` if it has no node.
    pub(super) fn shape(&self, name: &str) -> Option<Shape> {
        self.place(name).ok().map(|place| place.shape.clone())
    }

    /// Returns the variable that contains the name: `PLC_PRG.Lanes`.
    pub(super) fn variable_of(&self, name: &str) -> Result<&str, TagError> {
        Ok(&self.layout.variables[self.place(name)?.variable].name)
    }

    /// Returns the value at a location in OPC UA format.
    pub(super) fn variant(&self, place: &Location, namespace: u16) -> Option<Variant> {
        value::to_variant(&place.shape, self.at(place)?, namespace)
    }

    /// The name, type and value of each variable, for a program that changes the value.
    pub(super) fn variables_mut(&mut self) -> impl Iterator<Item = (&str, &Shape, &mut Value)> {
        let variables = self.layout.variables.iter().zip(&mut self.values);
        variables.map(|(it, value)| (it.name.as_str(), &it.shape, value))
    }

    fn place(&self, name: &str) -> Result<&Location, TagError> {
        find(&self.layout, name)
    }

    fn at(&self, place: &Location) -> Option<&Value> {
        place.path.iter().try_fold(self.values.get(place.variable)?, |at, step| match at {
            Value::Array(values) => values.get(*step),
            Value::Struct(members) => members.get(*step).map(|(_, it)| it),
            _ => None,
        })
    }
}

/// Finds a location by name, or by the text after `s=` in a node id.
fn find<'a>(layout: &'a Layout, name: &str) -> Result<&'a Location, TagError> {
    let id = name.split_once("s=").map_or(name, |(_, id)| id);
    let prefix = format!("|var|{}.", layout.prefix());
    let bare = id.strip_prefix(&prefix).unwrap_or(name);
    layout.place(bare).ok_or_else(|| TagError::Unknown { name: name.to_owned() })
}
