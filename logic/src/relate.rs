//! The relation between two places: equal, containing, overlapping.

mod extent;
mod grouped;
mod layout;
mod shared;

use std::collections::{HashMap, HashSet};

use tagbridge_texts::Coded;

use self::extent::overlap;
pub(crate) use self::layout::Layout;
pub use self::shared::shared_addresses;
use crate::{NameId, PlaceId, Step, index::Index};

/// The relation of one place to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "logic-relation")]
pub enum Relation {
    /// They are equal.
    Same,
    /// The first contains the second.
    Contains,
    /// The second contains the first.
    Within,
    /// They share some bits.
    Overlaps,
    /// They may share bits: an index or a pointer is computed.
    May,
    /// They share no bits.
    Disjoint,
}

/// Places that code reaches without their names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pointers {
    /// The targets of pointers and references, with their types.
    pub(crate) behind: HashMap<PlaceId, NameId>,
    /// The places whose address is used, with their types.
    pub(crate) taken: Vec<(PlaceId, NameId)>,
    /// Unions: their members overlap.
    pub(crate) overlaid: HashSet<PlaceId>,
}

impl Index {
    /// Resolves all aliases of a place.
    pub fn canonical(&self, id: PlaceId) -> PlaceId {
        self.layout.canonical.get(id.index()).copied().unwrap_or(id)
    }

    /// The relation between two places after resolving aliases. If the paths do not decide, the
    /// bits do; the target of a pointer may be any place of its type whose address is used.
    pub fn relate(&self, one: PlaceId, other: PlaceId) -> Relation {
        let (one, other) = (self.canonical(one), self.canonical(other));
        if one == other {
            return Relation::Same;
        }
        let relation = self.by_path(one, other);
        if relation != Relation::Disjoint {
            return relation;
        }
        let same_root = self.places.root_of(one) == self.places.root_of(other);
        let relation = match self.layout.relation(one, other) {
            // If the paths exclude an overlap, a pointer cannot cause one.
            Relation::May if same_root => Relation::Disjoint,
            relation => relation,
        };
        if relation == Relation::Disjoint
            && (self.may_point(one, other) || self.may_point(other, one))
        {
            return Relation::May;
        }
        relation
    }

    fn by_path(&self, one: PlaceId, other: PlaceId) -> Relation {
        let (path, other_path) = (self.places.path(one), self.places.path(other));
        if path[0] != other_path[0] {
            return Relation::Disjoint;
        }
        let mut sure = true;
        for (at, (part, other)) in path.iter().zip(&other_path).enumerate().skip(1) {
            match self.steps(*part, *other) {
                Relation::Same => {}
                Relation::May => sure = false,
                Relation::Disjoint if self.pointers.overlaid.contains(&path[at - 1]) => {
                    let whole = path.len() == at + 1 && other_path.len() == at + 1;
                    return if sure && whole { Relation::Overlaps } else { Relation::May };
                }
                relation => return if sure { relation } else { relation.as_possible() },
            }
        }
        let relation = match path.len().cmp(&other_path.len()) {
            std::cmp::Ordering::Less => Relation::Contains,
            std::cmp::Ordering::Equal => Relation::Same,
            std::cmp::Ordering::Greater => Relation::Within,
        };
        if sure { relation } else { Relation::May }
    }

    /// Whether one place is the target of a pointer that may point to the other, or to a part of
    /// it.
    fn may_point(&self, pointer: PlaceId, to: PlaceId) -> bool {
        let path = self.places.path(pointer);
        let behind = path.iter().rev().find_map(|part| self.pointers.behind.get(part));
        let Some(kind) = behind else { return false };
        self.pointers.taken.iter().any(|(taken, of)| {
            self.fits(*kind, *of) && self.by_path(self.canonical(*taken), to) != Relation::Disjoint
        })
    }

    /// Whether a pointer to one type may point to a place of another type. A pointer to bytes or to
    /// an unknown type may point to any place.
    fn fits(&self, pointer: NameId, of: NameId) -> bool {
        let name = self.names.text(pointer);
        pointer == of
            || name.is_empty()
            || ["BYTE", "USINT"].iter().any(|any| any.eq_ignore_ascii_case(name))
    }

    /// The relation between two parts of one place.
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
            (Step::Elements(..), Step::Index(_) | Step::Elements(..))
            | (Step::Index(_), Step::Elements(..)) => self.elements(one, other),
            (Step::AnyBit(_), Step::Bit(_) | Step::AnyBit(_) | Step::Slice(..))
            | (Step::Bit(_) | Step::Slice(..), Step::AnyBit(_))
            | (Step::Behind, _)
            | (_, Step::Behind) => Relation::May,
            (Step::Bit(_) | Step::Slice(..), Step::Bit(_) | Step::Slice(..)) => {
                overlap(interval(one), interval(other))
            }
            _ => Relation::Disjoint,
        }
    }

    /// The relation between two ranges of elements of the same array.
    fn elements(&self, one: Step, other: Step) -> Relation {
        let run = |step| match step {
            Step::Elements(index, count) => (self.places.indexes(index), count),
            Step::Index(index) => (self.places.indexes(index), 1),
            _ => (&[][..], 0),
        };
        let ((one, count), (other, other_count)) = (run(one), run(other));
        // To the end of an array of unknown length.
        let open = count == u32::MAX || other_count == u32::MAX;
        let ([Some(first)], [Some(second)]) = (one, other) else {
            // With several dimensions, the last index varies fastest.
            let known = one.iter().chain(other).all(Option::is_some) && one.len() == other.len();
            let ends = known && (count == 1 && one < other || other_count == 1 && other < one);
            return if ends { Relation::Disjoint } else { Relation::May };
        };
        let (Ok(first), Ok(second)) = (u64::try_from(*first), u64::try_from(*second)) else {
            return Relation::May;
        };
        match overlap((first, u64::from(count)), (second, u64::from(other_count))) {
            Relation::Disjoint => Relation::Disjoint,
            _ if open => Relation::May,
            relation => relation,
        }
    }

    /// All places in the code that are not disjoint from a place, with their relation.
    pub fn related(&self, place: PlaceId) -> Vec<(PlaceId, Relation)> {
        let canonical = self.canonical(place);
        let mut roots = vec![self.places.root_of(canonical)];
        roots.extend(self.layout.beside(canonical).map(|place| self.places.root_of(place)));
        if !self.pointers.taken.is_empty() {
            let root = roots[0];
            let pointing = self.pointers.behind.keys().map(|place| self.canonical(*place));
            let taken = self.pointers.taken.iter().map(|(place, _)| self.canonical(*place));
            let of = |place| self.places.root_of(place);
            if taken.clone().any(|taken| of(taken) == root) {
                roots.extend(pointing.clone().map(of));
            }
            if pointing.clone().any(|pointing| of(pointing) == root) {
                roots.extend(taken.map(of));
            }
        }
        roots.sort_unstable();
        roots.dedup();
        let mut related: Vec<(PlaceId, Relation)> = roots
            .iter()
            .flat_map(|root| self.layout.by_root.get(*root))
            .map(|other| (other, self.relate(other, place)))
            .filter(|(_, relation)| *relation != Relation::Disjoint)
            .collect();
        related.sort_unstable();
        related
    }

    /// Whether a place is an input or an output.
    pub(crate) fn is_in_an_area(&self, root: PlaceId) -> bool {
        self.layout.is_input_or_output(root)
    }

    /// The places with this last name.
    pub(crate) fn named(&self, name: NameId) -> impl Iterator<Item = PlaceId> {
        self.layout.by_name.get(name)
    }
}

impl Relation {
    fn as_possible(self) -> Self {
        if self == Self::Disjoint { self } else { Self::May }
    }
}

/// The first bit and the number of bits.
fn interval(step: Step) -> (u64, u64) {
    match step {
        Step::Bit(bit) => (u64::from(bit), 1),
        Step::Slice(width, at) => (u64::from(width) * u64::from(at), u64::from(width)),
        _ => (0, 0),
    }
}
