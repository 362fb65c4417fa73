//! What a connection has to learn before it can read: where a name leads, and what types are.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use opcua::types::{
    AttributeId, BrowseDirection, DataValue, NodeId, ReferenceDescription, ReferenceTypeId,
    StatusCode, TimestampsToReturn, Variant,
};
use tagbridge_driver::{Cause, LinkError, Reason};

use super::{
    walk,
    wire::{Ask, Wire},
};
use crate::{
    name::{self, Candidate, Name, Naming, PathStep},
    plan::Aim,
    status,
    types::{self, Kind, Types},
};

/// How often what was not found is looked for again.
const AGAIN: Duration = Duration::from_secs(5);
/// How often a program's prefix is looked for again, which takes a walk through the server.
const SEARCH_AGAIN: Duration = Duration::from_mins(1);
/// Data types of one server that are looked at; a structure that needs more stays opaque.
const TYPES: usize = 10_000;
/// How far a type may be from the protocol's own that it is derived from.
const ANCESTORS: usize = 16;

/// Names that are looked for at a time by their most literal candidates: enough to fill a far line.
const FIRST_AT_A_TIME: usize = 5000;
/// The same by all others, which are up to twenty for each name.
const FURTHER_AT_A_TIME: usize = 1000;

/// A name, the node that it leads to, and that node's data type where the server tells it.
type Lead = (String, Candidate, Option<NodeId>);

/// What a connection has learnt.
#[derive(Default)]
pub(super) struct Knowledge {
    pub(super) naming: Naming,
    pub(super) types: Types,
    /// Where names lead.
    names: HashMap<String, Found>,
    /// When the program's prefix was looked for.
    searched: Option<Instant>,
    /// Whether the server reads parts of arrays.
    pub(super) knows_ranges: bool,
}

/// Where a name leads.
#[derive(Clone)]
struct Found {
    outcome: Result<Aim, Cause>,
    /// When it was looked for; `None`: it leads where it leads.
    missed: Option<Instant>,
}

impl Knowledge {
    /// Where each of the names leads; what is not known is learnt.
    pub(super) async fn aims(
        &mut self,
        names: &[String],
        wire: &mut Wire,
    ) -> Result<Vec<Result<Aim, Cause>>, LinkError> {
        let is_due = |it: &Found| it.missed.is_some_and(|at| at.elapsed() >= AGAIN);
        let mut wanted: Vec<(String, Name)> = Vec::new();
        for name in names {
            if self.names.get(name).is_some_and(|it| !is_due(it)) {
                continue;
            }
            match name::parse(name) {
                Ok(parsed) => wanted.push((name.clone(), parsed)),
                Err(what) => {
                    let outcome = Err(Cause::new(Reason::UnknownTag, what));
                    self.names.insert(name.clone(), Found { outcome, missed: None });
                }
            }
        }
        wanted.sort_by(|a, b| a.0.cmp(&b.0));
        wanted.dedup_by(|a, b| a.0 == b.0);
        if !wanted.is_empty() {
            let symbols = wanted.iter().any(|it| matches!(it.1, Name::Symbol(_)));
            if symbols && self.naming.prefixes.is_empty() {
                self.search(wire).await?;
            }
            self.find(&wanted, wire).await?;
        }
        let unknown = || Err(Reason::UnknownTag.into());
        Ok(names
            .iter()
            .map(|it| self.names.get(it).map_or_else(unknown, |it| it.outcome.clone()))
            .collect())
    }

    /// Whether names should be looked for again that were not found.
    pub(super) fn is_due(&self, names: &[String]) -> bool {
        names.iter().any(|name| {
            self.names.get(name).is_none_or(|it| it.missed.is_some_and(|at| at.elapsed() >= AGAIN))
        })
    }

    /// A name that led somewhere leads nowhere any more: it is looked for again in a while.
    pub(super) fn miss(&mut self, name: &str) {
        if let Some(found) = self.names.get_mut(name) {
            found.missed.get_or_insert_with(Instant::now);
        }
    }

    /// A name leads somewhere again.
    pub(super) fn hit(&mut self, name: &str) {
        if let Some(found) = self.names.get_mut(name)
            && found.outcome.is_ok()
        {
            found.missed = None;
        }
    }

    /// Looks for the prefix of the program's variables, unless that was done a while ago.
    async fn search(&mut self, wire: &mut Wire) -> Result<(), LinkError> {
        if self.searched.is_some_and(|it| it.elapsed() < SEARCH_AGAIN) {
            return Ok(());
        }
        self.naming.prefixes = walk::prefixes(wire, &self.naming.namespaces).await?;
        // Only now: a search that was given up is none.
        self.searched = Some(Instant::now());
        if !self.naming.prefixes.is_empty() {
            // What was not found without it may be there.
            self.names.retain(|_, it| it.missed.is_none());
        }
        Ok(())
    }

    /// Finds where names lead, so many at a time that what came does not pile up.
    async fn find(&mut self, wanted: &[(String, Name)], wire: &mut Wire) -> Result<(), LinkError> {
        let mut found = Vec::new();
        for some in wanted.chunks(FIRST_AT_A_TIME) {
            let further = self.find_by_first(some, wire, &mut found).await?;
            for some in further.chunks(FURTHER_AT_A_TIME) {
                self.find_by_further(some, wire, &mut found).await?;
            }
        }
        let mut data_types: Vec<NodeId> = Vec::new();
        let mut structures: Vec<NodeId> = Vec::new();
        for (_, candidate, data_type) in &found {
            let Some(data_type) = data_type else { continue };
            if !data_types.contains(data_type) {
                data_types.push(data_type.clone());
            }
            let has_members = candidate.steps.iter().any(|it| matches!(it, PathStep::Member(_)));
            if has_members && !structures.contains(data_type) {
                structures.push(data_type.clone());
            }
        }
        self.learn_types(structures, wire).await?;
        self.learn_names(&data_types, wire).await?;
        for (name, candidate, data_type) in found {
            let leaf = data_type.and_then(|it| self.leaf(it, &candidate.steps));
            let type_name = match leaf {
                Some(leaf) => {
                    self.learn_names(std::slice::from_ref(&leaf), wire).await?;
                    self.types.name(&leaf)
                }
                None => None,
            };
            let Candidate { node, steps } = candidate;
            let outcome = Ok(Aim { node, steps, type_name });
            self.names.insert(name, Found { outcome, missed: None });
        }
        Ok(())
    }

    /// Asks for the most literal candidate of each name, which is the one with most servers. Hands
    /// back the names that have others, each with what was told of the first.
    async fn find_by_first<'n>(
        &mut self,
        names: &'n [(String, Name)],
        wire: &mut Wire,
        found: &mut Vec<Lead>,
    ) -> Result<Vec<(&'n (String, Name), DataValue)>, LinkError> {
        let mut firsts = Vec::with_capacity(names.len());
        for named in names {
            match self.naming.candidates(&named.1) {
                Err(what) => self.lead(&named.0, Err(Cause::new(Reason::UnknownTag, what)), found),
                Ok(candidates) => {
                    let is_only = candidates.len() == 1;
                    match candidates.into_iter().next() {
                        Some(first) => firsts.push((named, first, is_only)),
                        None => self.lead(&named.0, pick(Vec::new()), found),
                    }
                }
            }
        }
        let asks: Vec<Ask> = firsts.iter().map(|it| data_type_of(&it.1)).collect();
        let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
        let mut further = Vec::new();
        for ((named, first, is_only), (answer, _)) in firsts.into_iter().zip(answers) {
            if is_only || is_variable(&answer) {
                self.lead(&named.0, pick(vec![(first, answer)]), found);
            } else {
                further.push((named, answer));
            }
        }
        Ok(further)
    }

    /// Asks for all other candidates at once and takes the first of each name that is a variable.
    /// Elements of one array have most of them in common.
    async fn find_by_further(
        &mut self,
        names: &[(&(String, Name), DataValue)],
        wire: &mut Wire,
        found: &mut Vec<Lead>,
    ) -> Result<(), LinkError> {
        let candidates = names.iter().map(|it| self.naming.candidates(&it.0.1).unwrap_or_default());
        let candidates: Vec<Vec<Candidate>> = candidates.collect();
        let mut places: HashMap<&NodeId, usize> = HashMap::new();
        let mut asks = Vec::new();
        for candidate in candidates.iter().flat_map(|it| it.iter().skip(1)) {
            places.entry(&candidate.node).or_insert_with(|| {
                asks.push(data_type_of(candidate));
                asks.len() - 1
            });
        }
        let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
        for ((named, first), candidates) in names.iter().zip(&candidates) {
            let further = candidates.iter().skip(1).map(|it| answers[places[&it.node]].0.clone());
            let told = std::iter::once(first.clone()).chain(further);
            self.lead(&named.0, pick(candidates.iter().cloned().zip(told).collect()), found);
        }
        Ok(())
    }

    /// Keeps where a name leads, or that it leads nowhere.
    fn lead(
        &mut self,
        name: &str,
        picked: Result<(Candidate, Option<NodeId>), Cause>,
        found: &mut Vec<Lead>,
    ) {
        match picked {
            Ok((candidate, data_type)) => found.push((name.to_owned(), candidate, data_type)),
            Err(cause) => {
                let found = Found { outcome: Err(cause), missed: Some(Instant::now()) };
                self.names.insert(name.to_owned(), found);
            }
        }
    }

    /// The data type of what the steps lead to.
    fn leaf(&self, data_type: NodeId, steps: &[PathStep]) -> Option<NodeId> {
        steps.iter().try_fold(data_type, |data_type, step| match step {
            PathStep::Element(_) | PathStep::Run(..) => Some(data_type),
            PathStep::Member(name) => match self.types.kind(&data_type)? {
                Kind::Structure(it) => {
                    let field = it.fields.iter().find(|it| *it.name == **name)?;
                    Some(field.data_type.clone())
                }
                _ => None,
            },
        })
    }

    /// Learns what data types are called.
    pub(super) async fn learn_names(
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
        let asks: Vec<Ask> =
            asked.iter().map(|it| Ask::attribute((*it).clone(), AttributeId::BrowseName)).collect();
        let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
        for (data_type, (answer, _)) in asked.into_iter().zip(answers) {
            if let Some(Variant::QualifiedName(it)) = answer.value {
                self.types.keep_name(data_type.clone(), it.name.as_ref());
            }
        }
        Ok(())
    }

    /// Learns the structures behind ids of encodings that came with values.
    pub(super) async fn learn_encodings(
        &mut self,
        encodings: Vec<NodeId>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let references = walk::references(
            wire,
            &encodings,
            BrowseDirection::Inverse,
            ReferenceTypeId::HasEncoding,
        )
        .await?;
        let mut data_types = Vec::new();
        let mut of_encoding = Vec::new();
        for (encoding, references) in encodings.into_iter().zip(references) {
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
        let missing = self.types.missing();
        self.learn_types(missing, wire).await
    }

    /// Learns data types, and those that they are made of.
    pub(super) async fn learn_types(
        &mut self,
        data_types: Vec<NodeId>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let mut wanted: Vec<NodeId> =
            data_types.into_iter().filter(|it| self.types.kind(it).is_none()).collect();
        let mut looked_at = 0;
        while !wanted.is_empty() && looked_at < TYPES {
            looked_at += wanted.len();
            let asks: Vec<Ask> = wanted
                .iter()
                .map(|it| Ask::attribute(it.clone(), AttributeId::DataTypeDefinition))
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

    /// What types without a definition are derived from: one of the protocol's own, in the end.
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
                    // A structure of which the server does not tell the members.
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

    /// A structure of a server that tells its types in the older way.
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
            .map(|it| Ask::attribute(it, AttributeId::Value));
        let mut answers = wire.read(&asks, TimestampsToReturn::Neither).await?.into_iter();
        let mut next = || answers.next().and_then(|it| it.0.value);
        let (Some(Variant::String(name)), Some(Variant::ByteString(xml))) = (next(), next()) else {
            return Ok(());
        };
        let Ok(xml) = std::str::from_utf8(xml.as_ref()) else { return Ok(()) };
        let siblings = self.structures_by_name(wire, xml).await?;
        let of_name = |name: &str| siblings.get(name).cloned();
        if let Some(structure) = types::structure_of_dictionary(xml, name.as_ref(), &of_name) {
            self.types.keep(data_type, Kind::Structure(Arc::new(structure)));
        }
        // Members of the dictionary's own are found in it too.
        for (name, node) in &siblings {
            if matches!(self.types.kind(node), None | Some(Kind::Opaque))
                && let Some(it) = types::structure_of_dictionary(xml, name, &of_name)
            {
                self.types.keep(node.clone(), Kind::Structure(Arc::new(it)));
            }
        }
        Ok(())
    }

    /// The data types below Structure by their names.
    async fn structures_by_name(
        &mut self,
        wire: &mut Wire,
        xml: &str,
    ) -> Result<HashMap<String, NodeId>, LinkError> {
        let mut by_name = HashMap::new();
        let mut here = vec![NodeId::new(0, 22_u32)];
        while !here.is_empty() && by_name.len() < TYPES {
            let references = walk::references(
                wire,
                &here,
                BrowseDirection::Forward,
                ReferenceTypeId::HasSubtype,
            )
            .await?;
            here = Vec::new();
            for ReferenceDescription { node_id, browse_name, .. } in
                references.into_iter().flatten()
            {
                let name = browse_name.name.as_ref();
                here.push(node_id.node_id.clone());
                if node_id.node_id.namespace != 0 && xml.contains(name) {
                    by_name.insert(name.to_owned(), node_id.node_id);
                }
            }
        }
        Ok(by_name)
    }
}

fn data_type_of(candidate: &Candidate) -> Ask {
    Ask::attribute(candidate.node.clone(), AttributeId::DataType)
}

/// Whether the server has a variable there, by its answer to a question for its data type.
fn is_variable(answer: &DataValue) -> bool {
    !matches!(
        status::plain(answer.status.unwrap_or(StatusCode::Good)),
        StatusCode::BadNodeIdUnknown
            | StatusCode::BadNodeIdInvalid
            | StatusCode::BadAttributeIdInvalid
    )
}

/// The first candidate that is a variable, and its data type where the server tells it.
fn pick(tried: Vec<(Candidate, DataValue)>) -> Result<(Candidate, Option<NodeId>), Cause> {
    let mut first = None;
    let mut is_object = false;
    for (candidate, answer) in tried {
        let code = answer.status.unwrap_or(StatusCode::Good);
        match (status::plain(code), answer.value) {
            (StatusCode::BadNodeIdUnknown | StatusCode::BadNodeIdInvalid, _) => {
                first.get_or_insert(code);
            }
            // A folder, an object, a method.
            (StatusCode::BadAttributeIdInvalid, _) => is_object = true,
            (_, Some(Variant::NodeId(data_type))) => return Ok((candidate, Some(*data_type))),
            // It is there, but its type is nobody's business.
            _ => return Ok((candidate, None)),
        }
    }
    Err(match first {
        _ if is_object => Cause::new(Reason::NoAddress, "it is no variable, but an object"),
        Some(code) => status::cause(code),
        None => Cause::new(Reason::UnknownTag, "no part of the server has variables by such names"),
    })
}

/// Whether it is one of the protocol's own, and not only derived from it.
fn is_plain(data_type: &NodeId) -> bool {
    data_type.namespace == 0 && data_type.as_u32().is_some_and(|it| (1..=25).contains(&it))
}
