//! The project of the virtual controller, and the values of its tags.

use tagbridge_driver::Value;
use tagbridge_simulator::logix::{Model, SetUpError, VirtualLogix};

use crate::ours::number_in;

const SCALARS: usize = 5000;
pub(super) const ARRAY: &str = "Contiguous";
pub(super) const ELEMENTS: u16 = 5000;
pub(super) const STRUCTURES: usize = 200;
/// Their type.
pub(super) const STRUCTURE: &str = "Station";
/// BOOLs in the structure's first byte; three unused bytes follow.
const BOOLS: usize = 8;
const DINTS: usize = 6;
const REALS: usize = 6;
/// Bytes of a structure.
pub(super) const STRUCTURE_SIZE: usize = 4 + 4 * DINTS + 4 * REALS;

/// The name of a scattered DINT: 14 characters.
pub(super) fn scalar(place: usize) -> String {
    format!("Scattered_{place:04}")
}

pub(super) fn scalar_value(place: usize) -> i32 {
    number(place) * 7919 % 1_000_003
}

pub(super) fn element_value(place: usize) -> i32 {
    number(place) * 31
}

/// The name of a structure: 14 characters.
pub(super) fn structure(place: usize) -> String {
    format!("Structure_{place:04}")
}

/// The sum of all members, TRUE being 1.
pub(super) fn structure_sum(place: usize) -> f64 {
    members(place).iter().map(|(_, value)| number_in(value)).sum()
}

/// The sum of the members, from a structure's bytes.
#[cfg(feature = "peers")]
pub(super) fn sum_of_bytes(bytes: &[u8; STRUCTURE_SIZE]) -> f64 {
    let (words, _) = bytes.as_chunks::<4>();
    let dints: f64 = words[1..=DINTS].iter().map(|it| f64::from(i32::from_le_bytes(*it))).sum();
    let reals: f64 = words[1 + DINTS..].iter().map(|it| f64::from(f32::from_le_bytes(*it))).sum();
    f64::from(bytes[0].count_ones()) + dints + reals
}

/// The controller, before it listens. Its values are constant.
pub(super) fn controller() -> Result<VirtualLogix, SetUpError> {
    let mut model = Model::new();
    let layout = members(0);
    let layout: Vec<(&str, &str)> = layout
        .iter()
        .map(|(name, value)| match value {
            Value::Bool(_) => (name.as_str(), "BOOL"),
            Value::Int(_) => (name.as_str(), "DINT"),
            _ => (name.as_str(), "REAL"),
        })
        .collect();
    model.add_structure(STRUCTURE, &layout)?;
    for place in 0..SCALARS {
        model.add(&scalar(place), "DINT")?;
    }
    model.add(ARRAY, &format!("DINT[{ELEMENTS}]"))?;
    for place in 0..STRUCTURES {
        model.add(&structure(place), STRUCTURE)?;
    }
    let mut controller = VirtualLogix::builder(model);
    for place in 0..SCALARS {
        let value = Value::Int(scalar_value(place).into());
        controller = controller.set(&scalar(place), &value)?;
    }
    for place in 0..usize::from(ELEMENTS) {
        let value = Value::Int(element_value(place).into());
        controller = controller.set(&format!("{ARRAY}[{place}]"), &value)?;
    }
    for place in 0..STRUCTURES {
        for (name, value) in members(place) {
            controller = controller.set(&format!("{}.{name}", structure(place)), &value)?;
        }
    }
    Ok(controller)
}

fn members(place: usize) -> Vec<(String, Value)> {
    let bools = (0..BOOLS).map(|it| (format!("State_{it}"), Value::Bool((place + it) % 2 == 1)));
    let dints = (0..DINTS)
        .map(|it| (format!("Count_{it}"), Value::Int((number(place) * 10 + number(it)).into())));
    #[expect(clippy::cast_precision_loss, reason = "a few hundred halves")]
    let reals =
        (0..REALS).map(|it| (format!("Level_{it}"), Value::Real((place + it) as f32 / 2.0)));
    bools.chain(dints).chain(reals).collect()
}

fn number(place: usize) -> i32 {
    i32::try_from(place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_controller_holds_what_the_sums_say() {
        let controller =
            controller().unwrap().listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let sum = |name: &str| number_in(&controller.value_of(name).unwrap());
        let place = 4321;
        assert_eq!(scalar(place).len(), 14);
        assert_eq!(structure(place).len(), 14);
        let check = |name: &str, expected: f64| assert_eq!(sum(name).to_bits(), expected.to_bits());
        check(&scalar(place), scalar_value(place).into());
        check(&structure(123), structure_sum(123));
        check(ARRAY, (0..usize::from(ELEMENTS)).map(|it| f64::from(element_value(it))).sum());
        controller.stop().await;
    }
}
