//! Declarations that overlap in inputs, outputs and memory.

use tagbridge_project::{Place, Project};

use super::{
    Relation,
    extent::{Area, Extent, address, bits_of},
};

/// The pairs of tags that share bits of inputs, outputs or memory, by their indexes, in the order
/// of their addresses. Tags of unknown size are left out.
pub fn shared_addresses(project: &Project) -> Vec<(usize, usize, Relation)> {
    let mut placed: Vec<(char, u64, u64, usize)> = Vec::new();
    for (at, tag) in project.tags.iter().enumerate() {
        if !tag.type_use.dimensions.is_empty() {
            continue;
        }
        let Some(bits) = bits_of(&tag.type_use.name) else { continue };
        match &tag.place {
            // Timers and counters have numbers.
            Place::Area { area: area @ ('T' | 'C'), bit } => {
                placed.push((*area, u64::from(*bit), 1, at));
            }
            Place::Area { area: area @ ('I' | 'Q' | 'M'), bit } => {
                placed.push((*area, u64::from(*bit), bits, at));
            }
            Place::Node { .. } | Place::Nowhere { .. } => {
                let declared = tag.alias_for.as_deref().filter(|it| it.starts_with('%'));
                if let Some(Extent { area: Area::Letter(area), bit, .. }) =
                    declared.and_then(|it| address(it, true))
                {
                    placed.push((area, bit, bits, at));
                }
            }
            _ => {}
        }
    }
    placed.sort_unstable();
    let mut shared = Vec::new();
    for (at, one) in placed.iter().enumerate() {
        for other in &placed[at + 1..] {
            if other.0 != one.0 || other.1 >= one.1 + one.2 {
                break;
            }
            let relation = super::extent::overlap((one.1, one.2), (other.1, other.2));
            shared.push((one.3, other.3, relation));
        }
    }
    shared
}
