//! Absolute S7 addresses back to names.

use super::Symbols;
use crate::{
    Place, Symbol,
    expand::{Shape, World, elementary},
};

/// A place in a controller's memory as an address tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Memory {
    area: Area,
    /// From the area's beginning; of timers and counters the number.
    bit: u32,
    /// How many bits it takes.
    size: u32,
    /// The type that is to be read there, where the address says one: `REAL`, `INT[3]`.
    said: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    Block(u16),
    Other(char),
}

/// An address as TIA and STEP 7 write it: `%DB1.DBX0.3`, `DB1.DBD4`, `%MW4`, `I0.3`, `T5`, and
/// perhaps with a type after it (`:REAL`). `None` where it is none.
pub(super) fn parse(text: &str) -> Option<Memory> {
    let text = text.strip_prefix('%').unwrap_or(text).to_ascii_uppercase();
    let (text, said) = match text.split_once(':') {
        Some((address, said)) => (address, Some(said.to_owned())),
        None => (text.as_str(), None),
    };
    if let Some(rest) = text.strip_prefix("DB") {
        let (number, rest) = rest.split_once('.')?;
        let number = number.parse().ok()?;
        let (bit, size) = within(rest.strip_prefix("DB")?)?;
        return Some(Memory { area: Area::Block(number), bit, size, said });
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
        let bit = rest.parse().ok()?;
        return Some(Memory { area: Area::Other(area), bit, size: 16, said });
    }
    let (bit, size) = if rest.starts_with(|c: char| c.is_ascii_digit()) {
        within(&format!("X{rest}"))
    } else {
        within(rest)
    }?;
    Some(Memory { area: Area::Other(area), bit, size, said })
}

/// Bit and size of `X0.3`, `B4`, `W4`, `D4`.
fn within(text: &str) -> Option<(u32, u32)> {
    let size = match text.chars().next()? {
        'X' => {
            let (byte, bit) = text[1..].split_once('.')?;
            let bit = bit.parse().ok().filter(|bit: &u32| *bit < 8)?;
            return Some((byte.parse::<u32>().ok()?.checked_mul(8)?.checked_add(bit)?, 1));
        }
        'B' => 8,
        'W' => 16,
        'D' => 32,
        _ => return None,
    };
    Some((text[1..].parse::<u32>().ok()?.checked_mul(8)?, size))
}

impl Symbols {
    /// The one thing that lies just there, and is of the type that the address says: who asks for
    /// a `DINT` or for three of them is not to be given the `REAL` or the one of the project.
    pub(super) fn at(&self, memory: &Memory) -> Option<Symbol<'_>> {
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
            .filter_map(|(bit, symbol)| self.within(symbol, memory.bit - bit, memory));
        let one = found.next()?;
        found.next().is_none().then_some(one)
    }

    /// What begins so many bits into a symbol and has the memory's size and type.
    fn within<'p>(&'p self, symbol: Symbol<'p>, bit: u32, memory: &Memory) -> Option<Symbol<'p>> {
        let world = self.world();
        let mut at = symbol;
        let start = at.offset()?;
        let wanted = start.checked_add(bit)?;
        loop {
            let into = wanted.checked_sub(at.offset()?)?;
            at = match world.shape(&at) {
                Shape::Scalar(typed) => {
                    let (name, size) = elementary(typed)?;
                    let is_said = memory.said.is_none() || memory.said == name;
                    return (into == 0 && size == memory.size && is_said).then_some(at);
                }
                Shape::Structure(members) => {
                    let member = World::visible(members)
                        .filter(|member| member.bit_offset.is_some_and(|bit| bit <= into))
                        .max_by_key(|member| member.bit_offset)?;
                    world.member(&at, member)
                }
                Shape::Array { dimensions, element } => {
                    let position = world.position(dimensions, element, into)?;
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
            ("%DB1.DBX2.3", Some((Area::Block(1), 19, 1, None))),
            ("db20.dbd4:Real", Some((Area::Block(20), 32, 32, Some("REAL")))),
            ("M0.7", Some((Area::Other('M'), 7, 1, None))),
            ("%EW4", Some((Area::Other('I'), 32, 16, None))),
            ("QB1:SINT[4]", Some((Area::Other('Q'), 8, 8, Some("SINT[4]")))),
            ("T5", Some((Area::Other('T'), 5, 16, None))),
            ("Z3", Some((Area::Other('C'), 3, 16, None))),
            ("%MX536870911.7", Some((Area::Other('M'), u32::MAX, 1, None))),
            ("%MX536870912.0", None),
            ("\"DB1\".DBD4", None),
            ("DB1.Speed", None),
            ("Motor", None),
            ("M0.8", None),
            ("Main", None),
            ("I", None),
            ("", None),
            ("%", None),
        ] {
            let expected = expected.map(|(area, bit, size, said): (_, _, _, Option<&str>)| {
                Memory { area, bit, size, said: said.map(str::to_owned) }
            });
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
