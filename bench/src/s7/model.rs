//! The blocks of the virtual controller, and their values.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{TagError, VirtualS7};

use super::tag::{Kind, Tag};
use crate::ours::number_in;

/// Number of blocks with scattered tags, from block 1 on.
const SCATTERED_BLOCKS: u16 = 10;
/// Bytes from one scattered tag to the next in its block.
const DISTANCE: u32 = 1000;
const CONTIGUOUS: u16 = 11;
const DENSE: u16 = 12;
const APART: u16 = 13;
/// The first of the machine's blocks.
const MACHINE: u16 = 20;
/// Tags of the machine.
const MACHINE_TAGS: usize = 2000;

/// Tags that are read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// 500 DWORDs, each far from the others.
    Scattered,
    /// 2,000 bytes.
    Contiguous,
    /// 2,000 tags of several types.
    Machine,
    /// 500 REALs, one after the other.
    Dense,
    /// 500 REALs, 12 bytes from one to the next.
    Apart,
}

impl Part {
    const ALL: [Self; 5] =
        [Self::Scattered, Self::Contiguous, Self::Machine, Self::Dense, Self::Apart];

    pub(super) fn tags(self) -> Vec<Tag> {
        let tag = |block, byte, kind, size| Tag { block, byte, kind, size };
        let reals = |block, distance: u32| {
            (0..500).map(|it| tag(block, it * distance, Kind::Real, 4)).collect()
        };
        match self {
            Self::Scattered => (0..50)
                .flat_map(|row| (1..=SCATTERED_BLOCKS).map(move |block| (block, row * DISTANCE)))
                .map(|(block, byte)| tag(block, byte, Kind::DWord, 4))
                .collect(),
            Self::Contiguous => vec![tag(CONTIGUOUS, 0, Kind::Bytes, 2000)],
            Self::Machine => machine(),
            Self::Dense => reals(DENSE, 4),
            Self::Apart => reals(APART, 12),
        }
    }

    /// The sum of all its values.
    pub(super) fn sum(self) -> f64 {
        let tags = self.tags();
        tags.iter().enumerate().map(|(place, tag)| number_in(&value(place, tag))).sum()
    }
}

/// The controller, before it listens. Its memory is constant.
pub(super) fn controller() -> Result<VirtualS7, TagError> {
    let parts = Part::ALL.map(Part::tags);
    let mut sizes: BTreeMap<u16, u32> = BTreeMap::new();
    for tag in parts.iter().flatten() {
        let size = sizes.entry(tag.block).or_default();
        *size = (*size).max(tag.byte + tag.size);
    }
    let mut controller = VirtualS7::new();
    for (block, size) in sizes {
        controller = controller.block(block, usize::try_from(size).unwrap_or_default());
    }
    for (place, tag) in parts.iter().flat_map(|it| it.iter().enumerate()) {
        controller = controller.set(&tag.name(), &value(place, tag))?;
    }
    Ok(controller)
}

/// Blocks of stations of 40 bytes in sequence. Half of their members are read; the space in between
/// is not.
fn machine() -> Vec<Tag> {
    let members = [
        (Kind::Bool, 1, 2),
        (Kind::Int, 2, 2),
        (Kind::Real, 4, 4),
        (Kind::DInt, 4, 4),
        (Kind::Real, 4, 4),
        (Kind::String, 18, 18),
        (Kind::Word, 2, 2),
        (Kind::Time, 4, 4),
    ];
    let mut state = 13u32;
    let mut dice = |sides: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % sides
    };
    let mut tags = Vec::new();
    for block in MACHINE.. {
        let mut byte = 0;
        for _ in 0..20 + dice(60) {
            for (kind, size, room) in members {
                if dice(10) < 5 {
                    tags.push(Tag { block, byte, kind, size });
                }
                byte += room;
            }
            byte += dice(5) * 20;
        }
        if tags.len() >= MACHINE_TAGS {
            break;
        }
    }
    tags.truncate(MACHINE_TAGS);
    tags
}

/// Returns the value of a tag by its place in its part.
fn value(place: usize, tag: &Tag) -> Value {
    let number = i32::try_from(place).unwrap_or_default();
    match tag.kind {
        Kind::Bool => Value::Bool(place % 2 == 1),
        Kind::Int => Value::Int((1000 - number).into()),
        Kind::DInt => Value::Int((number * -31).into()),
        Kind::Word => Value::Uint(number.unsigned_abs().into()),
        Kind::DWord => Value::Uint((number * 7919 % 1_000_003).unsigned_abs().into()),
        #[expect(clippy::cast_precision_loss, reason = "a few thousand halves")]
        Kind::Real => Value::Real(place as f32 / 2.0),
        Kind::Time => Value::Duration(SignedDuration::from_millis((number * 10).into())),
        Kind::String => Value::Text(format!("Lot {place}")),
        Kind::Bytes => {
            Value::Array((0..tag.size).map(|it| Value::Uint(u64::from(it * 31 % 251))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_controller_holds_what_the_sums_say() {
        let controller =
            controller().unwrap().listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
        for part in Part::ALL {
            let values = part.tags();
            let values = values.iter().map(|it| controller.value_of(&it.name()).unwrap());
            let sum: f64 = values.map(|it| number_in(&it)).sum();
            assert_eq!(sum.to_bits(), part.sum().to_bits(), "{part:?}");
            assert!(sum.abs() > 0.0);
        }
        controller.stop().await;
    }
}
