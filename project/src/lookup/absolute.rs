//! Finds names by absolute S7 addresses.

use tagbridge_s7_address::{Address, Area, Type, Written};

use super::Symbols;
use crate::{
    Place, Symbol,
    expand::{Shape, World, elementary},
};

/// Parses an address in the notation of TIA Portal, STEP 7 and others, perhaps with a type after
/// it. `None` if it is not an address.
pub(super) fn parse(text: &str) -> Option<Written> {
    tagbridge_s7_address::parse(text).ok()
}

/// The place of an address: bits from the beginning of the area, or the number of a timer or a counter.
pub(crate) fn begin(address: &Address) -> u32 {
    match address.area.unit() {
        1 => address.start * 8 + u32::from(address.bit),
        unit => address.start / unit,
    }
}

impl Symbols {
    /// The only symbol at this place with the type of the address: a request for a `DINT`, or for
    /// three of them, must not return a `REAL`, or a single one.
    pub(super) fn at(&self, written: &Written) -> Option<Symbol<'_>> {
        let asked = written.address.area;
        let begins = |place: &Place| match place {
            Place::Block { number: Some(number), bit, .. } => {
                (Area::Block(*number) == asked).then_some(*bit)
            }
            Place::Area { area, bit } => asked.letter().starts_with(*area).then_some(*bit),
            _ => None,
        };
        let start = begin(&written.address);
        let before = self.tags().filter_map(|symbol| Some((begins(&symbol.tag.place)?, symbol)));
        let mut found = before
            .filter(|(bit, _)| *bit <= start)
            .filter_map(|(bit, symbol)| self.within(symbol, start - bit, written));
        let one = found.next()?;
        found.next().is_none().then_some(one)
    }

    /// The part at this offset in a symbol that has the size and type of the address.
    fn within<'p>(&'p self, symbol: Symbol<'p>, bit: u32, written: &Written) -> Option<Symbol<'p>> {
        let world = self.world();
        let mut at = symbol;
        let start = at.offset()?;
        let wanted = start.checked_add(bit)?;
        loop {
            let into = wanted.checked_sub(at.offset()?)?;
            at = match world.shape(&at) {
                Shape::Scalar(typed) => {
                    let (name, size) = elementary(typed)?;
                    let is_it = is_of(written, name.as_deref(), size);
                    return (into == 0 && is_it).then_some(at);
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

/// Whether an address is a single value with this type and size in bits.
fn is_of(written: &Written, name: Option<&str>, bits: u32) -> bool {
    let Written { address, is_typed } = written;
    let asked = match address.kind {
        Type::Bool => 1,
        kind => kind.size() * 8,
    };
    let shown = address.kind.to_string();
    let is_named = |name: &str| name == shown || Type::by_name(name) == Some(address.kind);
    address.count.is_none() && asked == bits && (!is_typed || name.is_some_and(is_named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_asks_for_its_size_and_where_it_says_so_for_its_type() {
        for (text, name, bits, expected) in [
            ("%DB1.DBX2.3", "BOOL", 1, true),
            ("db20.dbd4", "REAL", 32, true),
            ("db20.dbd4", "INT", 16, false),
            ("db20.dbd4:Real", "REAL", 32, true),
            ("db20.dbd4:DInt", "REAL", 32, false),
            ("DB20,R4", "REAL", 32, true),
            ("%DB20:4:REAL", "DINT", 32, false),
            ("QB1:SINT[4]", "SINT", 8, false),
            ("MD0:TOD", "TIME_OF_DAY", 32, true),
            ("DB1.DBB0:STRING[20]", "STRING[20]", 176, true),
            ("DB1.DBB0:STRING[20]", "STRING[10]", 96, false),
            ("T5", "TIMER", 16, true),
            ("Z3", "WORD", 16, true),
        ] {
            let written = parse(text).expect(text);
            assert_eq!(is_of(&written, Some(name), bits), expected, "{text} {name}");
        }
        assert_eq!(begin(&parse("M2.3").expect("it is one").address), 19);
        assert_eq!(begin(&parse("T5").expect("it is one").address), 5);
        for text in ["\"DB1\".DBD4", "DB1.Speed", "Motor", "M0.8", "Main", "I", "", "%"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
