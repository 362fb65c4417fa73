//! Names in the notation of each platform.

use std::fmt::Write as _;

use super::{Step, Symbol};
use crate::{Dimension, Vendor};

impl Symbol<'_> {
    /// The full name in the notation of the platform: `Program:Main.Motor.Speed[3].2`,
    /// `"Recipe"."Steps"[2]."Name"`, `PLC_PRG.motor.speed`.
    pub fn name(&self) -> String {
        self.tag.name.clone() + &self.operand()
    }

    /// The text after the name of the tag: `.Motor.Speed[3].2`.
    pub fn operand(&self) -> String {
        self.written(|text, indexes, _| write_indexes(text, indexes))
    }

    /// As [`operand`](Self::operand), with the lower bounds of arrays that do not begin at 0:
    /// `.Steps[2 from 1]`.
    pub(crate) fn operand_from(&self) -> String {
        self.written(|text, indexes, bounds| {
            if bounds.iter().all(|it| it.low == 0) {
                return write_indexes(text, indexes);
            }
            write_indexes(text, indexes)?;
            text.pop();
            text.push_str(" from ");
            let lows: Vec<String> = bounds.iter().map(|it| it.low.to_string()).collect();
            write!(text, "{}]", lows.join(","))
        })
    }

    fn written(
        &self,
        element: impl Fn(&mut String, &[i32], &[Dimension]) -> std::fmt::Result,
    ) -> String {
        let mut text = String::new();
        let mut bounds = self.bounds.iter();
        for step in &self.path {
            let _ = match (step, self.vendor) {
                (Step::Member(name), Vendor::Siemens) => write!(text, ".\"{name}\""),
                (Step::Member(name), _) => write!(text, ".{name}"),
                (Step::Bit(bit), Vendor::Siemens) => write!(text, ".%X{bit}"),
                (Step::Bit(bit), _) => write!(text, ".{bit}"),
                (Step::Element(indexes), _) => {
                    element(&mut text, indexes, bounds.next().copied().unwrap_or_default())
                }
            };
        }
        text
    }

    /// The operand without quotes, which is the key of the tag's comments and start values.
    pub(super) fn key(&self) -> String {
        let mut text = String::new();
        for step in &self.path {
            let _ = match step {
                Step::Member(name) => write!(text, ".{name}"),
                Step::Bit(bit) => write!(text, ".{bit}"),
                Step::Element(indexes) => write_indexes(&mut text, indexes),
            };
        }
        text
    }
}

fn write_indexes(text: &mut String, indexes: &[i32]) -> std::fmt::Result {
    text.push('[');
    for (at, index) in indexes.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        write!(text, "{comma}{index}")?;
    }
    text.push(']');
    Ok(())
}
