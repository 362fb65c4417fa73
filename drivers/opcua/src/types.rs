//! The server's data types, and the decoding of its values.

mod builtin;
mod decode;
mod dictionary;
mod value;

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use opcua::types::{DataTypeDefinition, ExtensionObject, Identifier, NodeId, StructureType};

#[cfg(test)]
pub(crate) use self::value::Malformed;
pub(crate) use self::{
    builtin::Builtin,
    dictionary::structure as structure_of_dictionary,
    value::{DecodeProblem, select, timestamp, value},
};

/// The known data types, by the ids of their nodes.
#[derive(Debug, Default)]
pub(crate) struct Types {
    kinds: HashMap<NodeId, Kind>,
    /// Data types by the ids of their binary encodings, which are in the values.
    encodings: HashMap<NodeId, NodeId>,
    names: HashMap<NodeId, Arc<str>>,
    /// Encodings that did not match their types, and when these were read again.
    confirmed: HashMap<NodeId, Instant>,
}

/// How long bytes that do not match a type are accepted after the type was read again: some servers
/// send more than they declare.
const CONFIRMED: Duration = Duration::from_mins(1);

/// A data type.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// One of the 25 types of the protocol, or derived from one.
    Builtin(Builtin),
    /// Numbers with names; encoded as an Int32.
    Enumeration,
    /// A structure with members.
    Structure(Arc<Structure>),
    /// The server does not report it.
    Opaque,
}

/// A structure's members, in the order of the encoding.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Structure {
    pub(crate) layout: Layout,
    pub(crate) fields: Vec<Field>,
}

/// The encoding of a structure (OPC UA Part 6 §5.2.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// All members.
    Plain,
    /// A mask, and the optional members that it selects.
    Optional,
    /// The number of one member, followed by it.
    Union,
}

/// A member.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: Arc<str>,
    pub(crate) data_type: NodeId,
    /// 0: one value; otherwise the dimensions of an array.
    pub(crate) dimensions: usize,
    pub(crate) is_optional: bool,
    /// Whether a derived type is allowed here; the value then contains its type.
    pub(crate) is_open: bool,
}

impl Types {
    /// A data type; `None`: it must be requested.
    pub(crate) fn kind(&self, data_type: &NodeId) -> Option<Kind> {
        if let Some(builtin) = builtin_of(data_type) {
            return Some(builtin);
        }
        self.kinds.get(data_type).cloned()
    }

    /// Its name; `None`: it must be requested.
    pub(crate) fn name(&self, data_type: &NodeId) -> Option<Arc<str>> {
        self.names.get(data_type).cloned()
    }

    pub(crate) fn keep_name(&mut self, data_type: NodeId, name: &str) {
        // Some versions of open62541 send additional memory content after the name.
        let name = name.split('\0').next().unwrap_or_default();
        self.names.insert(data_type, name.into());
    }

    pub(crate) fn keep(&mut self, data_type: NodeId, kind: Kind) {
        self.kinds.insert(data_type, kind);
    }

    /// Records the type of an encoding id.
    pub(crate) fn keep_encoding(&mut self, encoding: NodeId, data_type: NodeId) {
        self.encodings.insert(encoding, data_type);
    }

    /// Drops the structures' definitions, and returns the data types that were known. Another
    /// program may have other structures with the same names.
    pub(crate) fn forget_structures(&mut self) -> Vec<NodeId> {
        self.encodings.clear();
        let of_structure = |kind: &Kind| matches!(kind, Kind::Structure(_) | Kind::Opaque);
        let gone = self.kinds.extract_if(|_, kind| of_structure(kind));
        gone.map(|it| it.0).collect()
    }

    /// Records that the type of an encoding was read again.
    pub(crate) fn confirm(&mut self, encoding: NodeId) {
        self.confirmed.insert(encoding, Instant::now());
    }

    /// Whether the type of an encoding was read again recently.
    pub(crate) fn is_confirmed(&self, encoding: &NodeId) -> bool {
        self.confirmed.get(encoding).is_some_and(|at| at.elapsed() < CONFIRMED)
    }

    /// The structure of an encoding id.
    pub(crate) fn encoded(&self, encoding: &NodeId) -> Option<Kind> {
        let data_type = self.encodings.get(encoding)?;
        self.kind(data_type)
    }

    /// The unknown data types of the known structures' members.
    pub(crate) fn missing(&self) -> Vec<NodeId> {
        let mut missing: Vec<NodeId> = Vec::new();
        for kind in self.kinds.values() {
            let Kind::Structure(structure) = kind else { continue };
            for field in &structure.fields {
                if self.kind(&field.data_type).is_none() && !missing.contains(&field.data_type) {
                    missing.push(field.data_type.clone());
                }
            }
        }
        missing
    }
}

/// The data types that the specification defines (OPC UA Part 6 §5.1.2).
fn builtin_of(data_type: &NodeId) -> Option<Kind> {
    let (0, Identifier::Numeric(number)) = (data_type.namespace, &data_type.identifier) else {
        return None;
    };
    match *number {
        // Structure itself, Number, Integer, UInteger: any value of that kind.
        22 => Some(Kind::Builtin(Builtin::ExtensionObject)),
        24 | 26..=28 => Some(Kind::Builtin(Builtin::Variant)),
        29 => Some(Kind::Enumeration),
        // Many structures have members of type Duration and UtcTime.
        290 => Some(Kind::Builtin(Builtin::Double)),
        294 => Some(Kind::Builtin(Builtin::DateTime)),
        295 => Some(Kind::Builtin(Builtin::String)),
        number => Builtin::of(number).map(Kind::Builtin),
    }
}

/// Decodes a `DataTypeDefinition` and the id of its encoding. `None`: it is not supported.
pub(crate) fn definition(object: ExtensionObject) -> Option<(Kind, Option<NodeId>)> {
    match DataTypeDefinition::from_extension_object(object).ok()? {
        DataTypeDefinition::Enum(_) => Some((Kind::Enumeration, None)),
        DataTypeDefinition::Structure(it) => {
            let (layout, is_open) = match it.structure_type {
                StructureType::Structure => (Layout::Plain, false),
                StructureType::StructureWithOptionalFields => (Layout::Optional, false),
                StructureType::Union => (Layout::Union, false),
                StructureType::StructureWithSubtypedValues => (Layout::Plain, true),
                StructureType::UnionWithSubtypedValues => (Layout::Union, true),
            };
            let fields = it.fields.unwrap_or_default().into_iter().map(|it| Field {
                name: it.name.as_ref().into(),
                data_type: it.data_type,
                dimensions: usize::try_from(it.value_rank).unwrap_or(0),
                is_optional: it.is_optional && layout == Layout::Optional,
                is_open: it.is_optional && is_open,
            });
            let structure = Structure { layout, fields: fields.collect() };
            let encoding = Some(it.default_encoding_id).filter(|it| !it.is_null());
            Some((Kind::Structure(Arc::new(structure)), encoding))
        }
    }
}
