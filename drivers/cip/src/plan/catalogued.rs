//! Plans for tags whose place and type are known from the controller's own list.

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::{Cause, Reason};

use super::{
    Knowledge, Limits, Marks, Packet, Plan, Read, ReadPart, ValueSource,
    packing::{Packer, Size, largest_first},
    units::{self, Prices, Unit},
    value_position::{Chunk, ValuePosition},
};
use crate::messages::Why;
use crate::{
    catalogue::{
        Catalogue, Checked, Kind, ReadablePart, ResolvedName, Symbol, UnlistedNames, is_unexplained,
    },
    codec::{
        EPath, Segment,
        read_tag::{TagType, read_tag},
        tag_name::TagName,
    },
};

/// Weights of a byte of a request, in sixteenths of a byte of a response: the plan with the fewest
/// packets is used.
const REQUEST_PRICES: [usize; 3] = [0, 6, 16];
/// A run of elements that is larger than this fraction of a packet is divided if that fills
/// packets.
const LARGE: usize = 4;

impl Plan {
    /// Creates the plan for the `names` with the catalogue. Names that it does not explain are read
    /// by name, with the knowledge in `known`, if a test read has found them. `several`: several
    /// requests are in progress at a time.
    pub(crate) fn by_catalogue(
        names: &[String],
        (catalogue, unlisted): (&Catalogue, &UnlistedNames),
        known: &Knowledge,
        limits: Limits,
        several: bool,
    ) -> Self {
        let mut foreign = Vec::new();
        let wanted = names.iter().map(|it| {
            let name = match TagName::parse(it) {
                Ok(name) => name,
                Err(error) => return Some(Err(Cause::new(Reason::UnknownTag, &error))),
            };
            match catalogue.resolve(&name) {
                Err(lack) if is_unexplained(&name, catalogue) => {
                    let why_not = unlisted.why_not(it, lack);
                    if why_not.is_none() {
                        foreign.push(it.as_str());
                    }
                    why_not.map(Err)
                }
                resolved => Some(resolved.map(Arc::new)),
            }
        });
        let wanted = wanted.collect();
        let foreign = Self::named(foreign.into_iter(), known, limits, |_| None);
        Self::catalogued(wanted, foreign, catalogue, limits, several)
    }

    /// Does the same with the catalogue of a project: names that the project does not have are read
    /// by name, with the knowledge in `known`; names that differ from the project are not read.
    pub(crate) fn by_declaration(
        names: &[String],
        (catalogue, checked): (&Catalogue, &Checked),
        known: &Knowledge,
        limits: Limits,
        several: bool,
    ) -> Self {
        let mut foreign = Vec::new();
        let wanted = names.iter().map(|it| match TagName::parse(it) {
            Ok(name) if !catalogue.has(&name) => {
                foreign.push(it.as_str());
                None
            }
            Err(error) => Some(Err(Cause::new(Reason::UnknownTag, &error))),
            Ok(name) => Some(catalogue.resolve(&name).and_then(|resolved| {
                let lack = resolved.lack().cloned().or_else(|| checked.mismatch(&resolved, &name));
                lack.map_or(Ok(Arc::new(resolved)), Err)
            })),
        });
        let wanted = wanted.collect();
        let missing = |name: &str| checked.foreign(name);
        let foreign = Self::named(foreign.into_iter(), known, limits, missing);
        Self::catalogued(wanted, foreign, catalogue, limits, several)
    }

    /// An unresolved tag uses the next of the `foreign` ones.
    fn catalogued(
        resolved: Vec<Option<Result<Arc<ResolvedName>, Cause>>>,
        (first, foreign): (Vec<Read>, Vec<Result<Vec<ReadPart>, Cause>>),
        catalogue: &Catalogue,
        limits: Limits,
        several: bool,
    ) -> Self {
        let tags = tags(&resolved);
        let by_name = catalogue.is_by_name();
        let marks = match (catalogue.mark().is_none(), several) {
            (true, _) => Marks::None,
            (false, true) => Marks::Every,
            (false, false) => Marks::FirstAndLast,
        };
        let has_choice = resolved.iter().flatten().flatten().any(|it| it.pieces.len() > 1);
        let prices = if has_choice { &REQUEST_PRICES[..] } else { &REQUEST_PRICES[..1] };
        let drafts = prices.iter().map(|&request| {
            let prices = Prices { limits, request, by_name };
            Draft::new(&first, &tags, prices, marks)
        });
        let best = drafts.min_by_key(|it| (it.trips(), it.bytes()));
        let Draft { mut reads, packer, chunks, .. } = best.unwrap_or_else(|| {
            Draft::new(&first, &tags, Prices { limits, request: 0, by_name }, marks)
        });
        // The plan would keep the spare capacity.
        reads.shrink_to_fit();
        let mut type_names: HashMap<String, Arc<str>> = HashMap::new();
        let mut sources: HashMap<usize, (Vec<Chunk>, ReadablePart)> = HashMap::new();
        for (unit, chunks) in chunks {
            for &place in &unit.wanted {
                sources.insert(place, (chunks.clone(), unit.piece.clone()));
            }
        }
        let is_empty = resolved.is_empty();
        let mut foreign = foreign.into_iter();
        let takes = resolved
            .into_iter()
            .enumerate()
            .map(|(place, resolved)| {
                let Some(resolved) = resolved else {
                    let takes = foreign.next().unwrap_or_else(|| Err(Reason::UnknownTag.into()));
                    return takes.map(ValueSource::Taken);
                };
                let resolved = resolved?;
                let text = resolved.type_name();
                let type_name = type_names.entry(text).or_insert_with_key(|it| it.as_str().into());
                let Some((chunks, unit)) = sources.remove(&place) else {
                    return Err(Cause::new(Reason::NoAddress, &Why::PathTooLong));
                };
                let aim = ValuePosition::new(resolved, &unit, &chunks, Arc::clone(type_name));
                Ok(ValueSource::Aimed(aim))
            })
            .collect();
        let mut packets = packer.finish();
        if packets.is_empty() && marks != Marks::None && !is_empty {
            // A download may create the missing tags.
            packets.push(Packet::Together { members: Vec::new(), marked: true });
        }
        Self { by_catalogue: true, ..Self::assembled(reads, takes, packets, limits) }
    }
}

/// The names that begin with the same tag, by their index.
type Tag<'a> = (&'a Symbol, Vec<(usize, &'a ResolvedName)>);

fn tags(resolved: &[Option<Result<Arc<ResolvedName>, Cause>>]) -> Vec<Tag<'_>> {
    let mut tags: Vec<Tag<'_>> = Vec::new();
    let mut places: HashMap<*const Symbol, usize> = HashMap::new();
    for (place, name) in resolved.iter().enumerate() {
        let Some(Ok(name)) = name else { continue };
        let tag = *places.entry(Arc::as_ptr(&name.symbol)).or_insert_with(|| {
            tags.push((&name.symbol, Vec::new()));
            tags.len() - 1
        });
        tags[tag].1.push((place, name));
    }
    tags
}

/// One way to read all tags.
struct Draft {
    reads: Vec<Read>,
    packer: Packer,
    /// The chunks of each unit; without units that do not fit into a request.
    chunks: Vec<(Unit, Vec<Chunk>)>,
    limits: Limits,
}

impl Draft {
    /// The existing reads are `first`.
    fn new(first: &[Read], tags: &[Tag<'_>], prices: Prices, marks: Marks) -> Self {
        let limits = prices.limits;
        let packer = Packer::new(limits, marks);
        let mut draft = Self { reads: first.to_vec(), packer, chunks: Vec::new(), limits };
        let mut large = Vec::new();
        let mut sizes: Vec<Size> = first.iter().map(|it| it.size).collect();
        for (symbol, names) in tags {
            for unit in units::choose(symbol, names, prices) {
                let size = prices.size(symbol, &unit.piece);
                // A path that does not fit into a request is left out.
                if size.request > limits.request {
                    continue;
                }
                if is_divisible(&unit.piece, size, limits) {
                    large.push((*symbol, unit));
                } else {
                    let path = prices.path(symbol, &unit.piece.path);
                    let read = draft.read(symbol, &unit.piece, path, size);
                    let len = units::bytes(&unit.piece);
                    sizes.push(size);
                    draft.chunks.push((unit, vec![Chunk { read, at: 0, len }]));
                }
            }
        }
        for read in largest_first(&sizes, limits) {
            draft.packer.add(read, sizes[read]);
        }
        for (symbol, unit) in large {
            draft.pour(symbol, unit, prices);
        }
        draft
    }

    fn pour(&mut self, symbol: &Symbol, unit: Unit, prices: Prices) {
        let element = usize::try_from(unit.piece.kind.size().unwrap_or(1)).unwrap_or(usize::MAX);
        let head = Size {
            request: prices
                .size(symbol, &part(symbol, &unit.piece, unit.piece.elements - 1, 1))
                .request,
            reply: units::head(&unit.piece.kind),
        };
        let mut chunks = Vec::new();
        let reads = &mut self.reads;
        self.packer.pour(unit.piece.elements, element, head, |first, count| {
            let piece = part(symbol, &unit.piece, first, count);
            let path = prices.path(symbol, &piece.path);
            let size = prices.size(symbol, &piece);
            reads.push(made(symbol, &piece, path, size));
            let at = usize::try_from(first).unwrap_or(usize::MAX) * element;
            chunks.push((at, Chunk { read: reads.len() - 1, at: 0, len: units::bytes(&piece) }));
            reads.len() - 1
        });
        chunks.sort_unstable_by_key(|it| it.0);
        self.chunks.push((unit, chunks.into_iter().map(|it| it.1).collect()));
    }

    fn read(&mut self, symbol: &Symbol, piece: &ReadablePart, path: EPath, size: Size) -> usize {
        self.reads.push(made(symbol, piece, path, size));
        self.reads.len() - 1
    }

    fn trips(&self) -> usize {
        let packets = self.packer.clone().finish();
        let limit = self.limits.reply.max(1);
        let trips = |it: &Packet| match it {
            Packet::InParts(one) => self.reads[*one].size.reply.div_ceil(limit),
            _ => 1,
        };
        packets.iter().map(trips).sum()
    }

    fn bytes(&self) -> usize {
        self.reads.iter().map(|it| it.size.request + it.size.reply).sum()
    }
}

fn made(symbol: &Symbol, piece: &ReadablePart, path: EPath, size: Size) -> Read {
    let elements = u16::try_from(piece.elements).unwrap_or(u16::MAX);
    debug_assert_eq!(read_tag(path.clone(), elements).size(), size.request);
    Read {
        key: (units::piece_name(symbol, &piece.path), elements),
        path,
        elements,
        size,
        index: None,
        is_joined: false,
        is_assumed: false,
        expected: Some((wire_type(&piece.kind), piece.size().map(|_| units::bytes(piece)))),
    }
}

/// Whether it should be read in parts.
fn is_divisible(piece: &ReadablePart, size: Size, limits: Limits) -> bool {
    let element = piece.kind.size().map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(0));
    let is_large = size.reply > limits.reply / LARGE || piece.elements > u32::from(u16::MAX);
    piece.elements > 1 && is_large && units::head(&piece.kind) + element <= limits.reply
}

/// Elements of a piece, from its `first` on.
fn part(symbol: &Symbol, piece: &ReadablePart, first: u32, count: u32) -> ReadablePart {
    let before = piece.kind.size().unwrap_or(0).saturating_mul(first);
    let offset = piece.offset.saturating_add(before);
    let path = if first == 0 { piece.path.clone() } else { further(symbol, &piece.path, first) };
    ReadablePart { path, offset, elements: count, ..piece.clone() }
}

/// The path of an element at this distance from the element of a path, or from the first one of an
/// array. Elements are stored row by row.
fn further(symbol: &Symbol, path: &EPath, elements: u32) -> EPath {
    let is_index = |it: &Segment| matches!(it, Segment::Member(_));
    let base = path.0.iter().rposition(|it| !is_index(it)).map_or(0, |it| it + 1);
    let dimensions = if base == symbol.path.0.len() {
        symbol.dimensions.iter().copied().filter(|&it| it > 0).collect()
    } else {
        // Members of structures have at most one dimension.
        vec![u32::MAX]
    };
    let mut linear = elements;
    let mut step = 1_u32;
    for (segment, size) in path.0[base..].iter().zip(&dimensions).rev() {
        if let Segment::Member(index) = segment {
            linear = linear.saturating_add(index.saturating_mul(step));
        }
        step = step.saturating_mul(*size);
    }
    let mut indices: Vec<Segment> = Vec::new();
    for size in dimensions.iter().rev() {
        indices.push(Segment::Member(linear % size));
        linear /= size;
    }
    path.0[..base].iter().cloned().chain(indices.into_iter().rev()).collect()
}

fn wire_type(kind: &Kind) -> TagType {
    match kind {
        Kind::Atomic(it) => TagType::Elementary(*it),
        Kind::Structure(it) => TagType::Structure { handle: it.handle },
        Kind::Outline(it) => TagType::Structure { handle: it.template.handle },
        Kind::Unknown(word) => TagType::Unknown(*word),
    }
}
