//! The variables of the virtual controller, and their values.

use std::time::Duration;

use tagbridge_driver::Value;
use tagbridge_simulator::Program;
use tagbridge_simulator::opcua::{
    Declaration, Memory, Model, ModelError, ProgramUnit, VirtualCodesys,
};

/// Variables with constant values.
const STILL: usize = 5000;
/// Variables that change all the time.
const ALIVE: usize = 500;
/// The types of the constant ones, in turn.
const CYCLE: [&str; 4] = ["DINT", "REAL", "INT", "BOOL"];
/// The namespace of variables, and the prefix of their names.
const NODE: &str = "ns=4;s=|var|CODESYS Control Win V3 x64.Application.PLC_PRG";
const DEVICE: &str = "CODESYS Control Win V3 x64";

/// Variables that are read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// This number of variables of several types, with constant values.
    Still(usize),
    /// 500 REALs, which change. Their whole parts stay as they are.
    Alive,
}

impl Part {
    /// The ids of the nodes.
    pub(super) fn nodes(self) -> Vec<String> {
        match self {
            Self::Still(count) => (0..count).map(|it| format!("{NODE}.Tag{it:04}")).collect(),
            Self::Alive => (0..ALIVE).map(|it| format!("{NODE}.{}", alive(it))).collect(),
        }
    }

    /// The sum of the whole parts of all values.
    pub(super) fn sum(self) -> f64 {
        match self {
            Self::Still(count) => (0..count).map(|it| whole(&still_value(it))).sum(),
            Self::Alive => (0..ALIVE).map(|it| whole(&alive_value(it, 0))).sum(),
        }
    }
}

/// Returns the whole part of a value, for a sum.
pub(super) fn whole(value: &Value) -> f64 {
    crate::ours::number_in(value).floor()
}

/// The controller, before it listens.
pub(super) fn controller(is_alive: bool) -> Result<VirtualCodesys, ModelError> {
    let still = (0..STILL).zip(CYCLE.iter().cycle()).map(|(place, type_text)| {
        Declaration::new(format!("Tag{place:04}"), *type_text).initial(still_value(place))
    });
    let changing =
        (0..ALIVE).map(|it| Declaration::new(alive(it), "REAL").initial(alive_value(it, 0)));
    let unit = ProgramUnit::program("PLC_PRG", still.chain(changing));
    let controller = VirtualCodesys::builder(&Model::new(DEVICE).unit(unit))?;
    Ok(if is_alive { controller.program(Box::new(Life::default())) } else { controller })
}

fn alive(place: usize) -> String {
    format!("Live{place:03}")
}

fn still_value(place: usize) -> Value {
    let number = i64::try_from(place).unwrap_or_default();
    match place % CYCLE.len() {
        0 => Value::Int(number * 7919 % 1_000_003),
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        1 => Value::Real(place as f32 - 250.0),
        2 => Value::Int(1000 - number),
        _ => Value::Bool(place % 8 == 3),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred, and 63 at most")]
fn alive_value(place: usize, scan: u8) -> Value {
    Value::Real(place as f32 + f32::from(scan % 64) / 64.0)
}

/// Changes the fraction of the values at each scan.
#[derive(Default)]
struct Life {
    scan: u8,
}

impl Program<Memory> for Life {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        self.scan = self.scan.wrapping_add(1);
        for place in 0..ALIVE {
            // There is each of them, and it is a REAL.
            let _ =
                memory.set(&format!("PLC_PRG.{}", alive(place)), &alive_value(place, self.scan));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_controller_holds_what_the_sums_say() {
        let controller =
            controller(false).unwrap().listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
        for part in [Part::Still(500), Part::Still(STILL), Part::Alive] {
            let nodes = part.nodes();
            let values = nodes.iter().map(|it| {
                let name = &it[NODE.len() - "PLC_PRG".len()..];
                assert_eq!(*it, controller.node_id(name));
                controller.value_of(name).unwrap()
            });
            let sum: f64 = values.map(|it| whole(&it)).sum();
            assert_eq!(sum.to_bits(), part.sum().to_bits(), "{part:?}");
            assert!(sum.abs() > 0.0);
        }
        controller.stop().await;
    }
}
