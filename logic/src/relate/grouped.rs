use crate::PlaceId;

/// Places grouped by a key, in little memory.
#[derive(Debug, Clone)]
pub(super) struct Grouped<K>(Box<[(K, PlaceId)]>);

impl<K> Default for Grouped<K> {
    fn default() -> Self {
        Self(Box::default())
    }
}

impl<K: Copy + Ord> Grouped<K> {
    pub(super) fn new(mut pairs: Vec<(K, PlaceId)>) -> Self {
        pairs.sort_unstable();
        Self(pairs.into_boxed_slice())
    }

    /// The places of one group, in the order of the index.
    pub(super) fn get(&self, key: K) -> impl Iterator<Item = PlaceId> {
        let begin = self.0.partition_point(|(other, _)| *other < key);
        self.0[begin..].iter().take_while(move |(other, _)| *other == key).map(|(_, place)| *place)
    }
}
