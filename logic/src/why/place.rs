//! Which places are one, and what they are called.

use crate::{Index, PlaceId, Scope, Step};

/// What a place stands for, by aliases of it and of what it is a part of.
pub(crate) fn base(index: &Index, place: PlaceId) -> PlaceId {
    const CHAIN: usize = 32;
    let mut place = place;
    for _ in 0..CHAIN {
        let Some(next) = aliased(index, place) else { break };
        place = next;
    }
    place
}

fn aliased(index: &Index, place: PlaceId) -> Option<PlaceId> {
    if let Some(base) = index.alias(place) {
        return Some(base);
    }
    let parent = aliased(index, index.places.parent(place)?)?;
    index.places.find(Some(parent), index.places.step(place))
}

/// What stands for a place, by aliases of it and of what it is a part of.
pub(super) fn aliases(index: &Index, own: PlaceId) -> Vec<PlaceId> {
    let mut same = Vec::new();
    for part in index.places.path(own) {
        for alias in index.aliases.keys().filter(|alias| base(index, **alias) == part) {
            let steps = index.places.path(own);
            let behind = steps.iter().skip_while(|it| **it != part).skip(1);
            let found = behind
                .copied()
                .try_fold(*alias, |at, step| index.places.find(Some(at), index.places.step(step)));
            same.extend(found);
        }
    }
    same
}

/// Whether it has a name outside of the code.
pub(super) fn is_named(index: &Index, place: PlaceId) -> bool {
    index.places.path(place).iter().all(|part| match index.places.step(*part) {
        Step::Root(scope, _) => !matches!(scope, Scope::AddOn(_) | Scope::Block(_)),
        Step::Behind | Step::AnyBit(_) => false,
        Step::Index(name) => index.places.indexes(name).iter().all(Option::is_some),
        Step::Member(_) | Step::Bit(_) | Step::Slice(..) => true,
    })
}
