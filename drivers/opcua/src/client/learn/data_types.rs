//! Reads data types: their definitions, their base types, and the older dictionaries.

use std::{collections::HashMap, sync::Arc};

use opcua::types::{
    AttributeId, BrowseDirection, NodeId, ReferenceDescription, ReferenceTypeId,
    TimestampsToReturn, Variant,
};
use tagbridge_driver::LinkError;

use super::Knowledge;
use crate::{
    client::{
        walk,
        wire::{AttributeRead, Wire},
    },
    types::{self, Kind, Types},
};

/// Maximum number of data types of one server; a structure that needs more stays opaque.
const TYPES: usize = 10_000;
/// Maximum number of levels between a type and the base type of the protocol.
const ANCESTORS: usize = 16;

impl Knowledge {
    /// Reads the names of data types.
    pub(in crate::client) async fn learn_names(
        &mut self,
        data_types: &[NodeId],
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let unknown: Vec<&NodeId> =
            data_types.iter().filter(|it| self.types.name(it).is_none()).collect();
        let mut asked: Vec<&NodeId> = Vec::new();
        for data_type in unknown {
            match self.types.kind(data_type) {
                Some(Kind::Builtin(it)) if is_plain(data_type) => {
                    self.types.keep_name(data_type.clone(), it.name());
                }
                _ => asked.push(data_type),
            }
        }
        let asks: Vec<AttributeRead> = asked
            .iter()
            .map(|it| AttributeRead::attribute((*it).clone(), AttributeId::BrowseName))
            .collect();
        let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
        for (data_type, (answer, _)) in asked.into_iter().zip(answers) {
            if let Some(Variant::QualifiedName(it)) = answer.value {
                self.types.keep_name(data_type.clone(), it.name.as_ref());
            }
        }
        Ok(())
    }

    /// Reads the structures of encoding ids in values.
    pub(in crate::client) async fn learn_encodings(
        &mut self,
        mut encodings: Vec<NodeId>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        // A definition contains the encoding of its type, even if the encoding has no node.
        let declared = std::mem::take(&mut self.declared);
        self.learn_types(declared.into_iter().collect(), wire).await?;
        encodings.retain(|it| self.types.encoded(it).is_none());
        let references = walk::references(
            wire,
            &encodings,
            BrowseDirection::Inverse,
            ReferenceTypeId::HasEncoding,
        )
        .await?;
        let mut data_types = Vec::new();
        let mut of_encoding = Vec::new();
        for (encoding, references) in encodings.iter().cloned().zip(references) {
            // Some servers send the data type's own id.
            let data_type = references
                .into_iter()
                .next()
                .map_or_else(|| encoding.clone(), |it| it.node_id.node_id);
            self.types.keep_encoding(encoding.clone(), data_type.clone());
            data_types.push(data_type.clone());
            of_encoding.push((encoding, data_type));
        }
        self.learn_types(data_types, wire).await?;
        for (encoding, data_type) in of_encoding {
            if matches!(self.types.kind(&data_type), None | Some(Kind::Opaque)) {
                self.learn_from_dictionary(&encoding, data_type, wire).await?;
            }
        }
        if encodings_left(&self.types, &encodings)
            && !std::mem::replace(&mut self.is_all_declared, true)
        {
            let all = structures(wire).await?.into_values().collect();
            self.learn_types(all, wire).await?;
        }
        let missing = self.types.missing();
        self.learn_types(missing, wire).await
    }

    /// Reads structures without a definition from their dictionaries.
    pub(super) async fn learn_dictionaries(
        &mut self,
        mut data_types: Vec<NodeId>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        data_types.retain(|it| matches!(self.types.kind(it), Some(Kind::Opaque)));
        let (forward, kind) = (BrowseDirection::Forward, ReferenceTypeId::HasEncoding);
        let encodings = walk::references(wire, &data_types, forward, kind).await?;
        for (data_type, encodings) in data_types.into_iter().zip(encodings) {
            let is_binary = |it: &ReferenceDescription| it.browse_name.name.as_ref() == BINARY;
            let Some(encoding) = encodings.into_iter().find(is_binary) else { continue };
            let encoding = encoding.node_id.node_id;
            self.types.keep_encoding(encoding.clone(), data_type.clone());
            self.learn_from_dictionary(&encoding, data_type, wire).await?;
        }
        Ok(())
    }

    /// Reads data types, and those of their members.
    pub(in crate::client) async fn learn_types(
        &mut self,
        data_types: Vec<NodeId>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let mut wanted: Vec<NodeId> =
            data_types.into_iter().filter(|it| self.types.kind(it).is_none()).collect();
        let mut looked_at = 0;
        while !wanted.is_empty() && looked_at < TYPES {
            looked_at += wanted.len();
            let asks: Vec<AttributeRead> = wanted
                .iter()
                .map(|it| AttributeRead::attribute(it.clone(), AttributeId::DataTypeDefinition))
                .collect();
            let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
            let mut derived = Vec::new();
            for (data_type, (answer, _)) in wanted.into_iter().zip(answers) {
                let defined = match answer.value {
                    Some(Variant::ExtensionObject(it)) => types::definition(it),
                    _ => None,
                };
                match defined {
                    Some((kind, encoding)) => {
                        if let Some(encoding) = encoding {
                            self.types.keep_encoding(encoding, data_type.clone());
                        }
                        self.types.keep(data_type, kind);
                    }
                    None => derived.push(data_type),
                }
            }
            self.learn_ancestors(derived, wire).await?;
            wanted = self.types.missing();
        }
        for data_type in self.types.missing() {
            self.types.keep(data_type, Kind::Opaque);
        }
        Ok(())
    }

    /// Finds the base types of types without a definition, up to the protocol's own.
    async fn learn_ancestors(
        &mut self,
        data_types: Vec<NodeId>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let mut paths: Vec<(NodeId, NodeId)> =
            data_types.into_iter().map(|it| (it.clone(), it)).collect();
        for _ in 0..ANCESTORS {
            if paths.is_empty() {
                return Ok(());
            }
            let here: Vec<NodeId> = paths.iter().map(|it| it.1.clone()).collect();
            let references = walk::references(
                wire,
                &here,
                BrowseDirection::Inverse,
                ReferenceTypeId::HasSubtype,
            )
            .await?;
            let mut further = Vec::new();
            for ((data_type, _), references) in paths.into_iter().zip(references) {
                let Some(parent) = references.into_iter().next() else {
                    self.types.keep(data_type, Kind::Opaque);
                    continue;
                };
                let parent = parent.node_id.node_id;
                match self.types.kind(&parent) {
                    // A structure whose members the server does not report.
                    _ if parent == NodeId::new(0, 22_u32) => {
                        self.types.keep(data_type, Kind::Opaque);
                    }
                    Some(Kind::Structure(_)) => self.types.keep(data_type, Kind::Opaque),
                    Some(kind) => self.types.keep(data_type, kind),
                    None => further.push((data_type, parent)),
                }
            }
            paths = further;
        }
        for (data_type, _) in paths {
            self.types.keep(data_type, Kind::Opaque);
        }
        Ok(())
    }

    /// A structure of a server with the older type dictionary.
    async fn learn_from_dictionary(
        &mut self,
        encoding: &NodeId,
        data_type: NodeId,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let one = std::slice::from_ref(encoding);
        let mut described =
            walk::references(wire, one, BrowseDirection::Forward, ReferenceTypeId::HasDescription)
                .await?;
        let Some(description) = described.pop().and_then(|it| it.into_iter().next()) else {
            return Ok(());
        };
        let description = description.node_id.node_id;
        let mut owners = walk::references(
            wire,
            std::slice::from_ref(&description),
            BrowseDirection::Inverse,
            ReferenceTypeId::HasComponent,
        )
        .await?;
        let Some(dictionary) = owners.pop().and_then(|it| it.into_iter().next()) else {
            return Ok(());
        };
        let asks = [description, dictionary.node_id.node_id]
            .map(|it| AttributeRead::attribute(it, AttributeId::Value));
        let mut answers = wire.read(&asks, TimestampsToReturn::Neither).await?.into_iter();
        let mut next = || answers.next().and_then(|it| it.0.value);
        let (Some(Variant::String(name)), Some(Variant::ByteString(xml))) = (next(), next()) else {
            return Ok(());
        };
        let Ok(xml) = std::str::from_utf8(xml.as_ref()) else { return Ok(()) };
        let mut siblings = structures(wire).await?;
        siblings.retain(|name, _| xml.contains(name.as_str()));
        let of_name = |name: &str| siblings.get(name).cloned();
        if let Some(structure) = types::structure_of_dictionary(xml, name.as_ref(), &of_name) {
            self.types.keep(data_type, Kind::Structure(Arc::new(structure)));
        }
        // Members with types of the dictionary are read from it too.
        for (name, node) in &siblings {
            if matches!(self.types.kind(node), None | Some(Kind::Opaque))
                && let Some(it) = types::structure_of_dictionary(xml, name, &of_name)
            {
                self.types.keep(node.clone(), Kind::Structure(Arc::new(it)));
            }
        }
        Ok(())
    }
}

/// The name of the encoding in which values are transmitted (OPC UA Part 5 §6.4.2).
const BINARY: &str = "Default Binary";

/// Whether any structure is still unknown.
fn encodings_left(types: &Types, encodings: &[NodeId]) -> bool {
    encodings.iter().any(|it| matches!(types.encoded(it), None | Some(Kind::Opaque)))
}

/// The server's own data types below Structure, by their names.
async fn structures(wire: &mut Wire) -> Result<HashMap<String, NodeId>, LinkError> {
    let mut by_name = HashMap::new();
    let mut here = vec![NodeId::new(0, 22_u32)];
    while !here.is_empty() && by_name.len() < TYPES {
        let references =
            walk::references(wire, &here, BrowseDirection::Forward, ReferenceTypeId::HasSubtype)
                .await?;
        here = Vec::new();
        for ReferenceDescription { node_id, browse_name, .. } in references.into_iter().flatten() {
            here.push(node_id.node_id.clone());
            if node_id.node_id.namespace != 0 {
                by_name.insert(browse_name.name.as_ref().to_owned(), node_id.node_id);
            }
        }
    }
    Ok(by_name)
}

/// Whether it is one of the protocol's own types, not one that is derived from it.
fn is_plain(data_type: &NodeId) -> bool {
    data_type.namespace == 0 && data_type.as_u32().is_some_and(|it| (1..=25).contains(&it))
}
