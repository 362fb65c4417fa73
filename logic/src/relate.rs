//! How two places lie to each other: the same, one in the other, overlapping.

use std::collections::HashMap;

use tagbridge_project::{Place as Where, Project};

use crate::{
    ids::{NameId, PlaceId},
    index::Index,
    names::Names,
    place::{Places, Scope, Step},
};

/// How one place lies to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// They are one.
    Same,
    /// The first has the second as a part.
    Contains,
    /// The first is a part of the second.
    Within,
    /// They share some bits.
    Overlaps,
    /// They may: an index or a pointer is computed.
    May,
    /// They share nothing.
    Disjoint,
}

/// Bits of a memory area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) area: char,
    pub(crate) bit: u64,
    pub(crate) bits: u64,
}

impl Extent {
    fn relation(self, other: Self) -> Relation {
        if self.area != other.area {
            return Relation::Disjoint;
        }
        let (end, other_end) = (self.bit + self.bits, other.bit + other.bits);
        if self == other {
            Relation::Same
        } else if self.bit <= other.bit && end >= other_end {
            Relation::Contains
        } else if other.bit <= self.bit && other_end >= end {
            Relation::Within
        } else if self.bit < other_end && other.bit < end {
            Relation::Overlaps
        } else {
            Relation::Disjoint
        }
    }
}

/// What is known of places beyond their paths, made once all code is read.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// What each place stands for once aliases are followed.
    canonical: Vec<PlaceId>,
    /// The places below each root, after aliases are followed.
    by_root: HashMap<PlaceId, Vec<PlaceId>>,
    /// The places that end with a name.
    by_name: HashMap<NameId, Vec<PlaceId>>,
    /// Roots in memory areas.
    extents: HashMap<PlaceId, Extent>,
}

impl Layout {
    pub(crate) fn new(
        project: &Project,
        places: &mut Places,
        names: &mut Names,
        aliases: &HashMap<PlaceId, PlaceId>,
    ) -> Self {
        let mut layout = Self::default();
        let count = places.len();
        for at in 0..count {
            let id = PlaceId::at(at);
            let canonical = layout.follow(id, places, aliases);
            layout.canonical.push(canonical);
        }
        for at in 0..places.len() {
            let id = PlaceId::at(at);
            // Parts that only aliases lead to stand for themselves.
            if at >= count {
                layout.canonical.push(id);
            }
            let root = places.root_of(layout.canonical[at]);
            layout.by_root.entry(root).or_default().push(id);
            if let Step::Root(_, name) | Step::Member(name) = places.step(id) {
                layout.by_name.entry(name).or_default().push(id);
            }
        }
        layout.place_areas(project, places, names);
        layout
    }

    /// One place with all aliases on the way replaced; a circle is left where it closes.
    fn follow(
        &self,
        id: PlaceId,
        places: &mut Places,
        aliases: &HashMap<PlaceId, PlaceId>,
    ) -> PlaceId {
        const MAXIMUM_CHAIN: usize = 64;
        let mut at = match places.parent(id) {
            // Parents come before their parts.
            Some(parent) => {
                let parent = self.canonical.get(parent.index()).copied().unwrap_or(parent);
                let step = places.step(id);
                places.part(parent, step)
            }
            None => id,
        };
        for _ in 0..MAXIMUM_CHAIN {
            let found = places
                .path(at)
                .into_iter()
                .enumerate()
                .rev()
                .find_map(|(depth, prefix)| Some((depth, *aliases.get(&prefix)?)));
            let Some((depth, target)) = found else { break };
            let rest: Vec<Step> =
                places.path(at)[depth + 1..].iter().map(|part| places.step(*part)).collect();
            at = rest.into_iter().fold(target, |of, step| places.part(of, step));
        }
        at
    }

    fn place_areas(&mut self, project: &Project, places: &Places, names: &Names) {
        for tag in &project.tags {
            let Where::Area { area, bit } = tag.place else { continue };
            let bare = tag.name.trim_matches('"');
            let root = names
                .find(bare)
                .and_then(|name| places.find(None, Step::Root(Scope::Global, name)));
            if let (Some(root), Some(bits)) = (root, bits_of(&tag.type_use.name)) {
                let extent = Extent { area, bit: u64::from(bit), bits };
                self.extents.insert(root, extent);
            }
        }
        for id in places.ids() {
            if let Step::Root(Scope::Address, name) = places.step(id)
                && let Some(extent) = address(names.text(name))
            {
                self.extents.insert(id, extent);
            }
        }
    }

    fn extent(&self, id: PlaceId, places: &Places) -> Option<Extent> {
        let path = places.path(id);
        let mut extent = *self.extents.get(path.first()?)?;
        for part in &path[1..] {
            let (first, bits) = match places.step(*part) {
                Step::Bit(bit) => (u64::from(bit), 1),
                Step::Slice(width, at) => (u64::from(width) * u64::from(at), u64::from(width)),
                _ => return None,
            };
            extent = swapped(extent, first, bits);
        }
        Some(extent)
    }
}

/// A part of a word: S7 keeps the highest byte first, so bit 0 of a word is in its last byte.
fn swapped(of: Extent, first: u64, bits: u64) -> Extent {
    let bytes = of.bits.div_ceil(8);
    let byte = bytes.saturating_sub(1 + first / 8);
    let start =
        if bits >= 8 { byte.saturating_sub(bits / 8 - 1) * 8 } else { byte * 8 + first % 8 };
    Extent { bit: of.bit + start, bits, ..of }
}

/// The size of an elementary type.
fn bits_of(name: &str) -> Option<u64> {
    Some(match name.to_ascii_uppercase().as_str() {
        "BOOL" => 1,
        "BYTE" | "CHAR" | "SINT" | "USINT" => 8,
        "WORD" | "INT" | "UINT" | "S5TIME" | "DATE" | "WCHAR" | "COUNTER" | "TIMER" => 16,
        "DWORD" | "DINT" | "UDINT" | "REAL" | "TIME" | "TIME_OF_DAY" | "TOD" => 32,
        "LWORD" | "LINT" | "ULINT" | "LREAL" | "LTIME" | "LTOD" | "LDT" | "DATE_AND_TIME" => 64,
        _ => return None,
    })
}

/// `%M0.3`, `IW4`, `%QX0.1`: German letters too.
fn address(text: &str) -> Option<Extent> {
    let text = text.strip_prefix('%').unwrap_or(text).to_ascii_uppercase();
    let (area, rest) = (text.chars().next()?, text.get(1..)?);
    let area = match area {
        'E' => 'I',
        'A' => 'Q',
        'I' | 'Q' | 'M' => area,
        _ => return None,
    };
    let (bits, rest) = match rest.chars().next()? {
        'X' => (1, &rest[1..]),
        'B' => (8, &rest[1..]),
        'W' => (16, &rest[1..]),
        'D' => (32, &rest[1..]),
        'L' => (64, &rest[1..]),
        _ => (1, rest),
    };
    let (byte, bit) = rest.split_once('.').unwrap_or((rest, "0"));
    let (byte, bit): (u64, u64) = (byte.parse().ok()?, bit.parse().ok()?);
    Some(Extent { area, bit: byte * 8 + bit, bits })
}

impl Index {
    /// What a place stands for once aliases are followed.
    pub fn canonical(&self, id: PlaceId) -> PlaceId {
        self.layout.canonical.get(id.index()).copied().unwrap_or(id)
    }

    /// How a place lies to another, aliases followed.
    pub fn relate(&self, one: PlaceId, other: PlaceId) -> Relation {
        let (one, other) = (self.canonical(one), self.canonical(other));
        if one == other {
            return Relation::Same;
        }
        let (path, other_path) = (self.places.path(one), self.places.path(other));
        if path[0] != other_path[0] {
            let extents =
                (self.layout.extent(one, &self.places), self.layout.extent(other, &self.places));
            return match extents {
                (Some(extent), Some(other)) => extent.relation(other),
                _ => Relation::Disjoint,
            };
        }
        let mut sure = true;
        for (part, other) in path.iter().zip(&other_path).skip(1) {
            match self.steps(*part, *other) {
                Relation::Same => {}
                Relation::May => sure = false,
                relation => return if sure { relation } else { relation.unsure() },
            }
        }
        let relation = match path.len().cmp(&other_path.len()) {
            std::cmp::Ordering::Less => Relation::Contains,
            std::cmp::Ordering::Equal => Relation::Same,
            std::cmp::Ordering::Greater => Relation::Within,
        };
        if sure { relation } else { Relation::May }
    }

    /// How two parts of one place lie to each other.
    fn steps(&self, one: PlaceId, other: PlaceId) -> Relation {
        let (one, other) = (self.places.step(one), self.places.step(other));
        if one == other {
            return match one {
                Step::Index(index) if self.places.indexes(index).contains(&None) => Relation::May,
                Step::AnyBit(_) => Relation::May,
                _ => Relation::Same,
            };
        }
        match (one, other) {
            (Step::Index(one), Step::Index(other)) => {
                let (one, other) = (self.places.indexes(one), self.places.indexes(other));
                let differ = one.iter().zip(other).any(|pair| match pair {
                    (Some(one), Some(other)) => one != other,
                    _ => false,
                });
                if differ { Relation::Disjoint } else { Relation::May }
            }
            (Step::AnyBit(_), Step::Bit(_) | Step::AnyBit(_) | Step::Slice(..))
            | (Step::Bit(_) | Step::Slice(..), Step::AnyBit(_))
            | (Step::Behind, _)
            | (_, Step::Behind) => Relation::May,
            (Step::Bit(_) | Step::Slice(..), Step::Bit(_) | Step::Slice(..)) => {
                interval(one).relation(interval(other))
            }
            _ => Relation::Disjoint,
        }
    }

    /// Every place that the code names and that is not disjoint, with how it lies.
    pub fn related(&self, place: PlaceId) -> Vec<(PlaceId, Relation)> {
        let root = self.places.root_of(self.canonical(place));
        let mut roots = vec![root];
        if let Some(extent) = self.layout.extents.get(&root) {
            let others = self.layout.extents.iter().filter(|(other, found)| {
                **other != root && extent.relation(**found) != Relation::Disjoint
            });
            roots.extend(others.map(|(other, _)| *other));
        }
        let mut related: Vec<(PlaceId, Relation)> = roots
            .iter()
            .flat_map(|root| self.layout.by_root.get(root).into_iter().flatten())
            .map(|other| (*other, self.relate(*other, place)))
            .filter(|(_, relation)| *relation != Relation::Disjoint)
            .collect();
        related.sort_unstable();
        related
    }

    /// Whether a place lies in a memory area: an input, an output, a marker.
    pub(crate) fn is_in_an_area(&self, root: PlaceId) -> bool {
        self.layout.extents.get(&root).is_some_and(|extent| extent.area != 'M')
    }

    /// The places whose last name this is.
    pub(crate) fn named(&self, name: NameId) -> &[PlaceId] {
        self.layout.by_name.get(&name).map_or(&[], Vec::as_slice)
    }
}

impl Relation {
    fn unsure(self) -> Self {
        if self == Self::Disjoint { self } else { Self::May }
    }
}

fn interval(step: Step) -> Extent {
    let (bit, bits) = match step {
        Step::Bit(bit) => (u64::from(bit), 1),
        Step::Slice(width, at) => (u64::from(width) * u64::from(at), u64::from(width)),
        _ => (0, 0),
    };
    Extent { area: '.', bit, bits }
}
