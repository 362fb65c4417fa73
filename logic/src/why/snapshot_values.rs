use super::{Absence, Sample, Snapshot, is_named};
use crate::{
    Index, NameId, PlaceId, Step,
    expr::{Scalar, Values},
};

/// The values of a snapshot by place.
pub(super) struct SnapshotValues<'a> {
    pub(super) index: &'a Index,
    pub(super) snapshot: &'a Snapshot,
}

impl SnapshotValues<'_> {
    fn reading(&self, place: PlaceId) -> Option<&Sample> {
        let index = self.index;
        let of = |place| self.snapshot.get(&index.places.text(place, &index.names));
        of(place).or_else(|| of(index.canonical(place)))
    }

    pub(super) fn lack(&self, place: PlaceId) -> Absence {
        match self.reading(place) {
            Some(Sample::Bad(reason)) => Absence::Bad(reason.clone()),
            _ if !is_named(self.index, place) => Absence::NoValue,
            _ => Absence::NotRead,
        }
    }

    /// A bit of a whole number in the snapshot.
    fn bit(&self, place: PlaceId) -> Option<Scalar> {
        let (Step::Bit(bit) | Step::Slice(1, bit)) = self.index.places.step(place) else {
            return None;
        };
        match self.reading(self.index.places.parent(place)?)? {
            Sample::Good(Scalar::Int(whole)) => {
                Some(Scalar::Bool(whole.checked_shr(u32::from(bit))? & 1 == 1))
            }
            _ => None,
        }
    }
}

impl Values for SnapshotValues<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        match self.reading(place) {
            Some(Sample::Good(value)) => Some(value.clone()),
            Some(Sample::Bad(_)) => None,
            None => self.bit(place),
        }
    }

    fn text(&self, name: NameId) -> &str {
        self.index.names.text(name)
    }
}
