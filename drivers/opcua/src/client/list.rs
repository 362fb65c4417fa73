//! Lists the variables of a server, level by level.

use std::{collections::HashSet, sync::Arc};

use opcua::types::{AttributeId, NodeClass, NodeId, ObjectId, TimestampsToReturn, Variant};
use tagbridge_driver::{Access, LinkError, Listing, TagInfo};

use super::{
    learn::Knowledge,
    walk,
    wire::{AttributeRead, Wire},
};

use crate::log_message::{LogMessage, event};

/// Maximum number of visited nodes; a server with more has a loop, or is not a controller.
const NODES: usize = 1_000_000;
/// Number of nodes that are browsed before the variables are passed on.
const STRIDE: usize = 1600;

/// A node to visit, and whether it belongs to the server itself.
struct Stop {
    node: NodeId,
    is_system: bool,
}

/// Passes on all variables, each page as soon as it was received.
pub(super) async fn browse(
    wire: &mut Wire,
    knowledge: &mut Knowledge,
    sink: &mut (dyn FnMut(Listing) + Send),
) -> Result<(), LinkError> {
    let mut seen: HashSet<NodeId> = HashSet::new();
    let server = NodeId::from(ObjectId::Server);
    let mut level = vec![Stop { node: ObjectId::ObjectsFolder.into(), is_system: false }];
    for _ in 0..walk::DEPTH {
        let mut next = Vec::new();
        for some in level.chunks(STRIDE) {
            let nodes: Vec<NodeId> = some.iter().map(|it| it.node.clone()).collect();
            let below = walk::below(wire, &nodes).await?;
            let mut variables = Vec::new();
            for (stop, references) in some.iter().zip(below) {
                for reference in references {
                    let node = reference.node_id.node_id;
                    if seen.len() >= NODES || !seen.insert(node.clone()) {
                        continue;
                    }
                    if let Some(prefix) = walk::prefix(&node, &knowledge.naming.namespaces)
                        && !knowledge.naming.prefixes.contains(&prefix)
                    {
                        knowledge.naming.prefixes.push(prefix);
                    }
                    let is_system = stop.is_system || node.namespace == 0 || node == server;
                    if reference.node_class == NodeClass::Variable {
                        variables.push(Stop { node: node.clone(), is_system });
                    }
                    next.push(Stop { node, is_system });
                }
            }
            let tags = describe(wire, knowledge, &variables).await?;
            if !tags.is_empty() {
                sink(Listing::Tags(tags));
            }
        }
        // The program's own first.
        next.sort_by_key(|it| it.is_system);
        level = next;
        if level.is_empty() {
            return Ok(());
        }
    }
    event!(info, LogMessage::TooDeep, depth = walk::DEPTH);
    Ok(())
}

async fn describe(
    wire: &mut Wire,
    knowledge: &mut Knowledge,
    variables: &[Stop],
) -> Result<Vec<TagInfo>, LinkError> {
    let wanted = [AttributeId::DataType, AttributeId::ValueRank, AttributeId::UserAccessLevel];
    let asks: Vec<AttributeRead> = variables
        .iter()
        .flat_map(|it| wanted.map(|attribute| AttributeRead::attribute(it.node.clone(), attribute)))
        .collect();
    let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
    let values: Vec<Option<Variant>> = answers.into_iter().map(|it| it.0.value).collect();
    let is_array = |row: &[Option<Variant>]| !matches!(row[1], Some(Variant::Int32(-1)));
    let arrays = variables.iter().zip(values.chunks_exact(wanted.len()));
    let asks: Vec<AttributeRead> = arrays
        .filter(|it| is_array(it.1))
        .map(|it| AttributeRead::attribute(it.0.node.clone(), AttributeId::ArrayDimensions))
        .collect();
    let sizes = wire.read(&asks, TimestampsToReturn::Neither).await?;
    let mut sizes = sizes.into_iter().map(|it| it.0.value);
    let mut data_types: Vec<NodeId> = Vec::new();
    for row in values.chunks_exact(wanted.len()) {
        if let Some(Variant::NodeId(it)) = &row[0]
            && !data_types.contains(it)
        {
            data_types.push((**it).clone());
        }
    }
    knowledge.learn_names(&data_types, wire).await?;
    let unnamed: Arc<str> = "".into();
    let tags = variables.iter().zip(values.chunks_exact(wanted.len())).map(|(it, row)| {
        let type_name = match &row[0] {
            Some(Variant::NodeId(data_type)) => knowledge.types.name(data_type),
            _ => None,
        };
        let sizes = if is_array(row) { sizes.next().flatten() } else { None };
        TagInfo {
            name: knowledge.naming.called(&it.node),
            type_name: type_name.unwrap_or_else(|| Arc::clone(&unnamed)),
            dimensions: dimensions(row[1].as_ref(), sizes.as_ref()),
            access: access(row[2].as_ref()),
            is_system: it.is_system,
            members: Arc::default(),
        }
    });
    Ok(tags.collect())
}

/// The sizes of an array; 0 if the server does not report one.
fn dimensions(rank: Option<&Variant>, sizes: Option<&Variant>) -> Vec<u32> {
    let told: Vec<u32> = match sizes {
        Some(Variant::Array(it)) => it
            .values
            .iter()
            .map(|it| if let Variant::UInt32(size) = it { *size } else { 0 })
            .collect(),
        _ => Vec::new(),
    };
    match rank {
        Some(Variant::Int32(rank)) if *rank >= 1 => {
            let mut sizes = told;
            sizes.resize(usize::try_from(*rank).unwrap_or(1).min(16), 0);
            sizes
        }
        Some(Variant::Int32(0)) if told.is_empty() => vec![0],
        _ => told,
    }
}

/// The access level (OPC UA Part 3 §8.57).
fn access(level: Option<&Variant>) -> Access {
    let Some(Variant::Byte(level)) = level else { return Access::Unknown };
    match (level & 1 != 0, level & 2 != 0) {
        (true, true) => Access::ReadWrite,
        (true, false) => Access::ReadOnly,
        (false, _) => Access::None,
    }
}

#[cfg(test)]
mod tests {
    use opcua::types::{Array, VariantScalarTypeId};

    use super::*;

    #[test]
    fn sizes_and_access_are_told() {
        let sizes = |values: &[u32]| {
            let values: Vec<Variant> = values.iter().map(|it| Variant::from(*it)).collect();
            let array = Array { value_type: VariantScalarTypeId::UInt32, values, dimensions: None };
            Variant::Array(Box::new(array))
        };
        for (rank, told, expected) in [
            (-1, None, vec![]),
            (1, None, vec![0]),
            (1, Some(sizes(&[10])), vec![10]),
            (2, Some(sizes(&[2, 3])), vec![2, 3]),
            (2, Some(sizes(&[2])), vec![2, 0]),
            (0, None, vec![0]),
            (-2, None, vec![]),
        ] {
            assert_eq!(dimensions(Some(&Variant::from(rank)), told.as_ref()), expected, "{rank}");
        }
        let access = |level: u8| access(Some(&Variant::from(level)));
        assert_eq!(
            [access(0), access(1), access(2), access(3)],
            [Access::None, Access::ReadOnly, Access::None, Access::ReadWrite]
        );
    }
}
