//! The places whose values can be read.

use crate::{Index, PlaceId, Scope, Step};

/// Whether a place has a name outside the code.
pub fn is_named(index: &Index, place: PlaceId) -> bool {
    index.places.path(place).iter().all(|part| match index.places.step(*part) {
        Step::Root(scope, _) => !matches!(scope, Scope::AddOn(_) | Scope::Block(_)),
        Step::Behind | Step::AnyBit(_) | Step::Elements(..) => false,
        Step::Index(name) => index.places.indexes(name).iter().all(Option::is_some),
        Step::Member(_) | Step::Bit(_) | Step::Slice(..) => true,
    })
}
