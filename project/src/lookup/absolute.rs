//! Absolute S7 addresses back to names.

use super::Symbols;
use crate::{
    Place, Symbol,
    expand::{Shape, World, elementary},
};

/// A place in a controller's memory as an address tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Memory {
    area: Area,
    /// From the area's beginning; of timers and counters the number.
    bit: u32,
    /// How many bits it takes.
    size: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    Block(u16),
    Other(char),
}

/// An address as TIA and STEP 7 write it: `%DB1.DBX0.3`, `DB1.DBD4`, `%MW4`, `I0.3`, `T5`. A type
/// after it (`:REAL`) says nothing of the place. `None` where it is none.
pub(super) fn parse(text: &str) -> Option<Memory> {
    let text = text.strip_prefix('%').unwrap_or(text).to_ascii_uppercase();
    let text = text.split_once(':').map_or(text.as_str(), |(address, _)| address);
    if let Some(rest) = text.strip_prefix("DB") {
        let (number, rest) = rest.split_once('.')?;
        let number = number.parse().ok()?;
        let (bit, size) = within(rest.strip_prefix("DB")?)?;
        return Some(Memory { area: Area::Block(number), bit, size });
    }
    let area = match text.chars().next()? {
        'I' | 'E' => 'I',
        'Q' | 'A' => 'Q',
        'M' => 'M',
        'T' => 'T',
        'C' | 'Z' => 'C',
        _ => return None,
    };
    let rest = &text[1..];
    if matches!(area, 'T' | 'C') {
        return Some(Memory { area: Area::Other(area), bit: rest.parse().ok()?, size: 16 });
    }
    let (bit, size) = if rest.starts_with(|c: char| c.is_ascii_digit()) {
        within(&format!("X{rest}"))
    } else {
        within(rest)
    }?;
    Some(Memory { area: Area::Other(area), bit, size })
}

/// Bit and size of `X0.3`, `B4`, `W4`, `D4`.
fn within(text: &str) -> Option<(u32, u32)> {
    let size = match text.chars().next()? {
        'X' => {
            let (byte, bit) = text[1..].split_once('.')?;
            let bit = bit.parse().ok().filter(|bit: &u32| *bit < 8)?;
            return Some((byte.parse::<u32>().ok()?.checked_mul(8)? + bit, 1));
        }
        'B' => 8,
        'W' => 16,
        'D' => 32,
        _ => return None,
    };
    Some((text[1..].parse::<u32>().ok()?.checked_mul(8)?, size))
}

impl Symbols {
    /// The one thing that lies just there.
    pub(super) fn at(&self, memory: Memory) -> Option<Symbol<'_>> {
        let begins = |place: &Place| match (place, memory.area) {
            (Place::Block { number: Some(number), bit, .. }, Area::Block(asked)) => {
                (*number == asked).then_some(*bit)
            }
            (Place::Area { area, bit }, Area::Other(asked)) => (*area == asked).then_some(*bit),
            _ => None,
        };
        let before = self.tags().filter_map(|symbol| Some((begins(&symbol.tag.place)?, symbol)));
        let mut found = before
            .filter(|(bit, _)| *bit <= memory.bit)
            .filter_map(|(bit, symbol)| self.within(symbol, memory.bit - bit, memory.size));
        let one = found.next()?;
        found.next().is_none().then_some(one)
    }

    /// What begins so many bits into a symbol and has this size.
    fn within<'p>(&'p self, symbol: Symbol<'p>, bit: u32, size: u32) -> Option<Symbol<'p>> {
        let world = self.world();
        let mut at = symbol;
        let start = at.offset()?;
        let wanted = start.checked_add(bit)?;
        loop {
            let into = wanted.checked_sub(at.offset()?)?;
            at = match world.shape(&at) {
                Shape::Scalar(typed) => {
                    let (_, own) = elementary(typed)?;
                    return (into == 0 && own == size).then_some(at);
                }
                Shape::Structure(members) => {
                    let member = World::visible(members)
                        .filter(|member| member.bit_offset.is_some_and(|bit| bit <= into))
                        .max_by_key(|member| member.bit_offset)?;
                    world.member(&at, member)
                }
                Shape::Array { dimensions, element } => {
                    let second = world.element(&at, dimensions, element, 1).offset()?;
                    let stride = second.checked_sub(at.offset()?).filter(|stride| *stride > 0)?;
                    let position = u64::from(into / stride);
                    if position >= crate::expand::count(dimensions) {
                        return None;
                    }
                    world.element(&at, dimensions, element, position)
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn understands_what_tia_writes() {
        for (text, expected) in [
            ("%DB1.DBX2.3", Some((Area::Block(1), 19, 1))),
            ("db20.dbd4:REAL", Some((Area::Block(20), 32, 32))),
            ("M0.7", Some((Area::Other('M'), 7, 1))),
            ("%EW4", Some((Area::Other('I'), 32, 16))),
            ("QB1", Some((Area::Other('Q'), 8, 8))),
            ("T5", Some((Area::Other('T'), 5, 16))),
            ("Z3", Some((Area::Other('C'), 3, 16))),
            ("\"DB1\".DBD4", None),
            ("DB1.Speed", None),
            ("Motor", None),
            ("M0.8", None),
            ("Main", None),
            ("I", None),
            ("", None),
            ("%", None),
        ] {
            let expected = expected.map(|(area, bit, size)| Memory { area, bit, size });
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
