//! Browses a server's nodes: references of some nodes, the path to the program's variables, and the
//! complete address space.

use std::{collections::HashSet, ops::Range, sync::Arc};

use futures::stream::{FuturesUnordered, StreamExt};
use opcua::types::{
    BrowseDescription, BrowseDirection, BrowseResult, ByteString, Identifier, NodeClass, NodeId,
    ObjectId, ReferenceDescription, ReferenceTypeId, StatusCode,
};
use tagbridge_driver::{LinkError, LinkStep};
use tagbridge_texts::Message;

use super::wire::Wire;
use crate::name::Prefix;

const BROWSE: LinkStep = LinkStep::Browse;
/// Number of nodes that are browsed in one request, if the server reports no limit.
const AT_A_TIME: usize = 100;
/// Number of references of one node in the first response; the others follow.
const REFERENCES: u32 = 1000;
/// Maximum number of requests for further references of the same nodes; a server with more has no
/// end.
const PAGES: usize = 10_000;
/// Maximum number of visited nodes on the path to the program's variables.
const ON_THE_WAY: usize = 5000;
/// Maximum depth of nodes.
pub(super) const DEPTH: usize = 32;

/// All references of a type, and of derived types, of each node. A missing node has no references.
pub(super) async fn references(
    wire: &mut Wire,
    nodes: &[NodeId],
    direction: BrowseDirection,
    kind: ReferenceTypeId,
) -> Result<Vec<Vec<ReferenceDescription>>, LinkError> {
    let mut all: Vec<Vec<ReferenceDescription>> = Vec::new();
    all.resize_with(nodes.len(), Vec::new);
    let mut most = wire.browses.min(AT_A_TIME);
    let mut waiting = cut(0..nodes.len(), most);
    let session = Arc::clone(&wire.session);
    let mut under_way = FuturesUnordered::new();
    loop {
        while under_way.len() < wire.under_way
            && let Some(some) = waiting.pop()
        {
            let asked = nodes[some.clone()].iter().map(|it| describe(it, direction, kind));
            let asked = session.browse(asked.collect(), REFERENCES);
            under_way.push(async move { (some, asked.await) });
        }
        let Some((some, outcome)) = under_way.next().await else { return Ok(all) };
        wire.requests += 1;
        let results = match outcome {
            Ok(results) => results,
            Err(fault) if some.len() > 1 && fault.wants_less().is_some() => {
                most = most.min(some.len() / 2);
                wire.browses = most;
                waiting.extend(cut(some, most));
                continue;
            }
            Err(fault) => return Err(fault.into_link(BROWSE)),
        };
        let mut pending: Vec<(usize, ByteString)> = Vec::new();
        for (place, result) in some.zip(results) {
            let BrowseResult { status_code, continuation_point, references } = result;
            // The server has no free continuation point: the node is requested again alone.
            if status_code == StatusCode::BadNoContinuationPoints {
                let alone = describe(&nodes[place], direction, kind);
                all[place] = alone_with(wire, alone).await?;
                continue;
            }
            all[place] = references.unwrap_or_default();
            if !continuation_point.is_null_or_empty() {
                pending.push((place, continuation_point));
            }
        }
        follow(wire, pending, &mut all).await?;
    }
}

/// Portions of this size, the last one first.
pub(super) fn cut(places: Range<usize>, most: usize) -> Vec<Range<usize>> {
    let end = places.end;
    let portions = places.step_by(most.max(1)).map(|from| from..end.min(from + most.max(1)));
    let mut portions: Vec<_> = portions.collect();
    portions.reverse();
    portions
}

/// Requests the references after continuation points.
async fn follow(
    wire: &mut Wire,
    mut pending: Vec<(usize, ByteString)>,
    all: &mut [Vec<ReferenceDescription>],
) -> Result<(), LinkError> {
    let mut pages = 0;
    while !pending.is_empty() {
        pages += 1;
        if pages > PAGES {
            let what = format!("it had more after {PAGES} continuation points");
            return Err(LinkError::Protocol { doing: BROWSE, why: Message::verbatim(what) });
        }
        let now: Vec<_> = pending.drain(..pending.len().min(AT_A_TIME)).collect();
        let points = now.iter().map(|it| it.1.clone()).collect();
        let results = wire.session.browse_next(points, false).await;
        wire.requests += 1;
        let results = results.map_err(|fault| fault.into_link(BROWSE))?;
        for ((place, _), result) in now.into_iter().zip(results) {
            let more = result.references.unwrap_or_default();
            // A server that always has more, but returns no references, is not asked permanently.
            let goes_on = !more.is_empty() && !result.continuation_point.is_null_or_empty();
            all[place].extend(more);
            if goes_on {
                pending.push((place, result.continuation_point));
            }
        }
    }
    Ok(())
}

async fn alone_with(
    wire: &mut Wire,
    asked: BrowseDescription,
) -> Result<Vec<ReferenceDescription>, LinkError> {
    let results = wire.session.browse(vec![asked], 0).await;
    wire.requests += 1;
    let mut results = results.map_err(|fault| fault.into_link(BROWSE))?;
    let Some(result) = results.pop() else { return Ok(Vec::new()) };
    let mut all = vec![result.references.unwrap_or_default()];
    if !result.continuation_point.is_null_or_empty() {
        follow(wire, vec![(0, result.continuation_point)], &mut all).await?;
    }
    Ok(all.pop().unwrap_or_default())
}

fn describe(node: &NodeId, direction: BrowseDirection, kind: ReferenceTypeId) -> BrowseDescription {
    BrowseDescription {
        node_id: node.clone(),
        browse_direction: direction,
        reference_type_id: NodeId::new(0, kind as u32),
        include_subtypes: true,
        node_class_mask: 0,
        // All information of a reference: a few bytes more, but no special cases.
        result_mask: 0x3F,
    }
}

/// The nodes below others, without their properties and methods.
pub(super) async fn below(
    wire: &mut Wire,
    nodes: &[NodeId],
) -> Result<Vec<Vec<ReferenceDescription>>, LinkError> {
    let property = NodeId::new(0, ReferenceTypeId::HasProperty as u32);
    let mut all =
        references(wire, nodes, BrowseDirection::Forward, ReferenceTypeId::HierarchicalReferences)
            .await?;
    for references in &mut all {
        references.retain(|it| {
            it.reference_type_id != property
                && it.node_id.server_index == 0
                && matches!(it.node_class, NodeClass::Object | NodeClass::Variable)
        });
    }
    Ok(all)
}

/// Finds the server's programs: browses until the first of their nodes, and then to the end of that
/// level.
pub(super) async fn prefixes(
    wire: &mut Wire,
    namespaces: &[String],
) -> Result<Vec<Prefix>, LinkError> {
    let mut seen: HashSet<NodeId> = HashSet::new();
    let mut here = vec![ObjectId::ObjectsFolder.into()];
    let mut prefixes: Vec<Prefix> = Vec::new();
    for _ in 0..DEPTH {
        let below = below(wire, &here).await?;
        here = Vec::new();
        for reference in below.into_iter().flatten() {
            let node = reference.node_id.node_id;
            if let Some(prefix) = prefix(&node, namespaces)
                && !prefixes.contains(&prefix)
            {
                prefixes.push(prefix);
            }
            // Nodes of the server itself do not lead to a program.
            let is_own = node.namespace == 0 && node != ObjectId::ObjectsFolder;
            if !is_own && reference.node_class == NodeClass::Object && seen.insert(node.clone()) {
                here.push(node);
            }
        }
        if !prefixes.is_empty() || here.is_empty() || seen.len() > ON_THE_WAY {
            break;
        }
    }
    tracing::debug!(?prefixes, visited = seen.len(), "looked for programs");
    Ok(prefixes)
}

/// The prefix of a program's variables, if the node contains it.
pub(super) fn prefix(node: &NodeId, namespaces: &[String]) -> Option<Prefix> {
    let Identifier::String(text) = &node.identifier else { return None };
    let text = text.as_ref();
    // CODESYS: |appo|DEVICE.APPLICATION, |var|DEVICE.APPLICATION.POU.x
    if let Some(application) = text.strip_prefix("|appo|") {
        let name = application.rsplit('.').next().unwrap_or(application);
        let namespace = namespaces
            .iter()
            .position(|it| it == "CODESYSSPV3/3S/IecVarAccess")
            .and_then(|it| u16::try_from(it).ok())
            .unwrap_or(node.namespace);
        return Some(Prefix {
            namespace,
            text: format!("|var|{application}."),
            application: name.to_owned(),
        });
    }
    if let Some(path) = text.strip_prefix("|var|") {
        let mut dots = path.match_indices('.').map(|it| it.0);
        let (device, application) = (dots.next()?, dots.next()?);
        return Some(Prefix {
            namespace: node.namespace,
            text: format!("|var|{}", &path[..=application]),
            application: path[device + 1..application].to_owned(),
        });
    }
    // ctrlX: plc/app/APPLICATION/sym/POU/x
    let (application, _) = text.strip_prefix("plc/app/")?.split_once("/sym/")?;
    Some(Prefix {
        namespace: node.namespace,
        text: format!("plc/app/{application}/sym/"),
        application: application.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_tells_where_programs_are() {
        let namespaces = ["http://opcfoundation.org/UA/", "CODESYSSPV3/3S/IecVarAccess"];
        let namespaces = namespaces.map(str::to_owned);
        for (text, expected) in [
            ("|appo|PLC x64.Application", Some((1, "|var|PLC x64.Application.", "Application"))),
            ("|var|PLC x64.App.PLC_PRG.x", Some((4, "|var|PLC x64.App.", "App"))),
            ("|var|PLC.App", None),
            (
                "plc/app/Application/sym/PLC_PRG/x",
                Some((4, "plc/app/Application/sym/", "Application")),
            ),
            ("MAIN.x", None),
            ("|plc|PLC x64", None),
        ] {
            let found = prefix(&NodeId::new(4, text), &namespaces);
            let expected = expected.map(|(namespace, text, application)| Prefix {
                namespace,
                text: text.to_owned(),
                application: application.to_owned(),
            });
            assert_eq!(found, expected, "{text}");
        }
    }
}
