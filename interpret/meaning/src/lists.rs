//! Lists of numbers for each of many things, in one piece of memory.

/// For each thing its numbers.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    /// The numbers of pairs of a thing and a number; each number once for a thing.
    pub(crate) fn of(mut pairs: Vec<(u32, u32)>, count: usize) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0_u32; count + 1];
        for (thing, _) in &pairs {
            starts[*thing as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { starts, all: pairs.into_iter().map(|it| it.1).collect() }
    }

    pub(crate) fn get(&self, thing: usize) -> &[u32] {
        match (self.starts.get(thing), self.starts.get(thing + 1)) {
            (Some(start), Some(end)) => &self.all[*start as usize..*end as usize],
            _ => &[],
        }
    }
}
