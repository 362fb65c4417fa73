//! The information that a connection needs before it can read: the nodes of names, and the data
//! types.

mod data_types;
mod other_nodes;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use opcua::types::{AttributeId, DataValue, NodeId, StatusCode, TimestampsToReturn, Variant};
use tagbridge_driver::{Cause, LinkError, Reason};

use super::{
    similar_names::{self, Names},
    walk,
    wire::{AttributeRead, Wire},
};
use crate::{
    fault::{TagFault, bit},
    name::{self, Candidate, Name, Naming, PathStep},
    plan::TagNode,
    status,
    types::{Builtin, Kind, Types},
};

/// The interval after which missing names are resolved again.
const AGAIN: Duration = Duration::from_secs(5);
/// The interval after which a program's prefix is searched again, which requires a browse of the
/// server.
const SEARCH_AGAIN: Duration = Duration::from_mins(1);

/// Number of names whose most literal candidates are requested together: enough for a slow line.
const FIRST_AT_A_TIME: usize = 5000;
/// The same for all other candidates, of which each name has up to twenty.
const FURTHER_AT_A_TIME: usize = 1000;

/// The result of resolving names.
#[derive(Default)]
struct ResolvedNames {
    /// Names, their nodes, and the nodes' data types if the server reports them.
    found: Vec<(String, Candidate, Option<NodeId>)>,
    missing: Vec<(String, TagFault)>,
}

impl ResolvedNames {
    fn keep(&mut self, name: &str, picked: Result<(Candidate, Option<NodeId>), TagFault>) {
        match picked {
            Ok((candidate, data_type)) => self.found.push((name.to_owned(), candidate, data_type)),
            Err(fault) => self.missing.push((name.to_owned(), fault)),
        }
    }
}

/// The knowledge of a connection.
#[derive(Debug, Default)]
pub(super) struct Knowledge {
    pub(super) naming: Naming,
    pub(super) types: Types,
    /// The resolved names.
    names: HashMap<String, Found>,
    /// When the program's prefix was last searched.
    searched: Option<Instant>,
    /// Data types of variables that are not the protocol's own, and whether all data types of the
    /// server were read.
    declared: HashSet<NodeId>,
    is_all_declared: bool,
    /// Existing names, after a missing one was requested.
    near: Option<Names>,
    /// Whether the server reads parts of arrays.
    pub(super) knows_ranges: bool,
}

/// The names that must be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamesToResolve {
    /// None: all possible names are resolved, or were tried recently.
    Nothing,
    /// Names that the server did not have.
    Missing,
    /// New names.
    New,
    /// Names that were resolved before but no longer: another program may be loaded.
    Lost,
}

/// A resolved name.
#[derive(Debug, Clone)]
struct Found {
    outcome: Result<TagNode, Cause>,
    /// When it was last missing; `None` if it is resolved.
    missed: Option<Instant>,
}

impl Knowledge {
    /// The nodes of the names; unknown names are resolved first.
    pub(super) async fn aims(
        &mut self,
        names: &[String],
        wire: &mut Wire,
    ) -> Result<Vec<Result<TagNode, Cause>>, LinkError> {
        let is_due = |it: &Found| it.missed.is_some_and(|at| at.elapsed() >= AGAIN);
        let mut wanted: Vec<(String, Name)> = Vec::new();
        for name in names {
            if self.names.get(name).is_some_and(|it| !is_due(it)) {
                continue;
            }
            match name::parse(name) {
                Ok(parsed) => wanted.push((name.clone(), parsed)),
                Err(what) => {
                    let outcome = Err(Cause::new(Reason::UnknownTag, &what));
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

    /// The names that must be resolved.
    pub(super) fn due(&self, names: &[String]) -> NamesToResolve {
        let is_due = |it: &&Found| it.missed.is_some_and(|at| at.elapsed() >= AGAIN);
        let mut due = NamesToResolve::Nothing;
        for name in names {
            match self.names.get(name) {
                None => due = NamesToResolve::New,
                Some(it) if is_due(&it) && it.outcome.is_ok() => return NamesToResolve::Lost,
                Some(it) if is_due(&it) && due == NamesToResolve::Nothing => {
                    due = NamesToResolve::Missing;
                }
                Some(_) => {}
            }
        }
        due
    }

    /// Drops the structures' definitions; they are read again if needed.
    pub(super) fn forget_structures(&mut self) {
        self.declared.extend(self.types.forget_structures());
    }

    /// Records that a resolved name is no longer valid: it is resolved again later.
    pub(super) fn miss(&mut self, name: &str) {
        if let Some(found) = self.names.get_mut(name) {
            found.missed.get_or_insert_with(Instant::now);
        }
    }

    /// Records that a name is valid again.
    pub(super) fn hit(&mut self, name: &str) {
        if let Some(found) = self.names.get_mut(name)
            && found.outcome.is_ok()
        {
            found.missed = None;
        }
    }

    /// Searches the prefix of the program's variables, unless this was done recently.
    async fn search(&mut self, wire: &mut Wire) -> Result<(), LinkError> {
        if self.searched.is_some_and(|it| it.elapsed() < SEARCH_AGAIN) {
            return Ok(());
        }
        self.naming.prefixes = walk::prefixes(wire, &self.naming.namespaces).await?;
        // Set after the search, because an aborted search does not count.
        self.searched = Some(Instant::now());
        if !self.naming.prefixes.is_empty() {
            // Missing names may exist with the prefix.
            self.names.retain(|_, it| it.missed.is_none());
        }
        Ok(())
    }

    /// Resolves names, in portions, to limit the memory for results.
    async fn find(&mut self, wanted: &[(String, Name)], wire: &mut Wire) -> Result<(), LinkError> {
        let mut sought = ResolvedNames::default();
        for some in wanted.chunks(FIRST_AT_A_TIME) {
            let further = self.find_by_first(some, wire, &mut sought).await?;
            for some in further.chunks(FURTHER_AT_A_TIME) {
                self.find_by_further(some, wire, &mut sought).await?;
            }
        }
        self.find_among_others(wanted, wire, &mut sought).await?;
        let ResolvedNames { found, missing } = sought;
        self.miss_all(missing, wire).await?;
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
            if data_type.namespace != 0 {
                self.declared.insert(data_type.clone());
            }
        }
        self.learn_types(structures.clone(), wire).await?;
        self.learn_dictionaries(structures, wire).await?;
        self.learn_names(&data_types, wire).await?;
        for (name, candidate, data_type) in found {
            if let Some(fault) = data_type.as_ref().and_then(|it| self.no_bit(it, &candidate.steps))
            {
                self.names.insert(name, Found { outcome: Err(fault.into()), missed: None });
                continue;
            }
            let leaf = data_type.and_then(|it| self.leaf(it, &candidate.steps));
            let type_name = match leaf {
                Some(leaf) => {
                    self.learn_names(std::slice::from_ref(&leaf), wire).await?;
                    self.types.name(&leaf)
                }
                None => None,
            };
            let Candidate { node, steps } = candidate;
            let outcome = Ok(TagNode { node, steps, type_name });
            self.names.insert(name, Found { outcome, missed: None });
        }
        Ok(())
    }

    /// Requests the most literal candidate of each name, which is right for most servers. Returns
    /// the names with other candidates, and the result of the first.
    async fn find_by_first<'n>(
        &mut self,
        names: &'n [(String, Name)],
        wire: &mut Wire,
        sought: &mut ResolvedNames,
    ) -> Result<Vec<(&'n (String, Name), DataValue)>, LinkError> {
        let mut firsts = Vec::with_capacity(names.len());
        for named in names {
            match self.naming.candidates(&named.1) {
                Err(fault) => sought.keep(&named.0, Err(fault)),
                Ok(candidates) => {
                    let is_only = candidates.len() == 1;
                    match candidates.into_iter().next() {
                        Some(first) => firsts.push((named, first, is_only)),
                        None => sought.keep(&named.0, Err(TagFault::NoNode)),
                    }
                }
            }
        }
        let asks: Vec<AttributeRead> = firsts.iter().map(|it| data_type_of(&it.1)).collect();
        let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
        let mut further = Vec::new();
        for ((named, first, is_only), (answer, _)) in firsts.into_iter().zip(answers) {
            if is_only || is_variable(&answer) {
                sought.keep(&named.0, pick(vec![(first, answer)]));
            } else {
                further.push((named, answer));
            }
        }
        Ok(further)
    }

    /// Requests all other candidates at once, and uses the first variable for each name. Elements
    /// of one array share most candidates.
    async fn find_by_further(
        &mut self,
        names: &[(&(String, Name), DataValue)],
        wire: &mut Wire,
        sought: &mut ResolvedNames,
    ) -> Result<(), LinkError> {
        let candidates = names.iter().map(|it| self.naming.candidates(&it.0.1).unwrap_or_default());
        let candidates: Vec<Vec<Candidate>> = candidates.collect();
        let answers = ask_for(candidates.iter().flat_map(|it| it.iter().skip(1)), wire).await?;
        for ((named, first), candidates) in names.iter().zip(&candidates) {
            let further = candidates.iter().skip(1).map(|it| answers[&it.node].clone());
            let told = std::iter::once(first.clone()).chain(further);
            sought.keep(&named.0, pick(candidates.iter().cloned().zip(told).collect()));
        }
        Ok(())
    }

    /// The data type after these steps.
    fn leaf(&self, data_type: NodeId, steps: &[PathStep]) -> Option<NodeId> {
        steps.iter().try_fold(data_type, |data_type, step| match step {
            PathStep::Element(_) | PathStep::Run(..) => Some(data_type),
            PathStep::Member(name) => match self.types.kind(&data_type)? {
                Kind::Structure(it) => {
                    let field = it.fields.iter().find(|it| *it.name == **name)?;
                    Some(field.data_type.clone())
                }
                Kind::Builtin(it) => {
                    it.bits().and(bit(name)).map(|_| NodeId::new(0, Builtin::Boolean as u32))
                }
                _ => None,
            },
        })
    }

    /// The error if the last step is a bit that the integer before it does not have.
    fn no_bit(&self, data_type: &NodeId, steps: &[PathStep]) -> Option<TagFault> {
        let (PathStep::Member(name), before) = steps.split_last()? else { return None };
        let bit = bit(name)?;
        let Kind::Builtin(kind) = self.types.kind(&self.leaf(data_type.clone(), before)?)? else {
            return None;
        };
        (bit >= kind.bits()?).then(|| TagFault::NoBit { bit, kind: kind.name() })
    }

    /// Records why names cannot be resolved, with similar names for those that do not exist.
    async fn miss_all(
        &mut self,
        missing: Vec<(String, TagFault)>,
        wire: &mut Wire,
    ) -> Result<(), LinkError> {
        let missed = Some(Instant::now());
        for (place, (name, mut fault)) in missing.into_iter().enumerate() {
            if fault == TagFault::NoNode && place < similar_names::SLIPS {
                if self.near.is_none() {
                    self.near = Some(Names::learn(wire, &self.naming).await?);
                }
                fault = self.near.as_ref().map_or(fault, |it| it.missing(&name));
            }
            self.names.insert(name, Found { outcome: Err(fault.into()), missed });
        }
        Ok(())
    }
}

/// The data types of some nodes, each requested once.
async fn ask_for<'c>(
    candidates: impl Iterator<Item = &'c Candidate>,
    wire: &mut Wire,
) -> Result<HashMap<&'c Arc<NodeId>, DataValue>, LinkError> {
    let mut places: HashMap<&Arc<NodeId>, usize> = HashMap::new();
    let mut asks = Vec::new();
    for candidate in candidates {
        places.entry(&candidate.node).or_insert_with(|| {
            asks.push(data_type_of(candidate));
            asks.len() - 1
        });
    }
    let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
    Ok(places.into_iter().map(|(node, place)| (node, answers[place].0.clone())).collect())
}

fn data_type_of(candidate: &Candidate) -> AttributeRead {
    AttributeRead::attribute(Arc::clone(&candidate.node), AttributeId::DataType)
}

/// Whether the node is a variable, by the server's response for its data type.
fn is_variable(answer: &DataValue) -> bool {
    !matches!(
        status::plain(answer.status.unwrap_or(StatusCode::Good)),
        StatusCode::BadNodeIdUnknown
            | StatusCode::BadNodeIdInvalid
            | StatusCode::BadAttributeIdInvalid
    )
}

/// The first candidate that is a variable, and its data type if the server reports it.
fn pick(tried: Vec<(Candidate, DataValue)>) -> Result<(Candidate, Option<NodeId>), TagFault> {
    let mut fault = TagFault::NoNode;
    for (candidate, answer) in tried {
        let code = answer.status.unwrap_or(StatusCode::Good);
        match (status::plain(code), answer.value) {
            (StatusCode::BadNodeIdUnknown | StatusCode::BadNodeIdInvalid, _) => {}
            // A folder, an object or a method is only valid without further steps.
            (StatusCode::BadAttributeIdInvalid, _) => {
                if candidate.steps.is_empty() {
                    fault = TagFault::IsObject;
                }
            }
            (_, Some(Variant::NodeId(data_type))) => return Ok((candidate, Some(*data_type))),
            // The node exists, but its data type cannot be read.
            _ => return Ok((candidate, None)),
        }
    }
    Err(fault)
}
