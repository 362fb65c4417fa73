//! Values for evaluating old and new code.

use tagbridge_logic::{
    Logic, NameId, PlaceId, StatementId,
    expr::{Scalar, Truth, Values},
    types,
};

use super::deeds::deed;
use crate::condition::{Condition, Relation};

/// The values of all places in a round; places with the same name have the same value.
pub(super) struct Drawn<'a> {
    pub(super) logic: Logic<'a>,
    round: u64,
    /// A place with another value.
    pub(super) change: Option<(String, bool)>,
    /// The beginning of the names of a timer's inputs, which have the value of an output.
    pub(super) alias: Option<(String, String)>,
}

impl<'a> Drawn<'a> {
    pub(super) fn new(logic: Logic<'a>, round: u64) -> Self {
        Self { logic, round, change: None, alias: None }
    }

    fn number(&self, name: &str) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ self.round.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in name.bytes() {
            hash = (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01B3);
        }
        hash ^= hash >> 29;
        hash.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
    }

    pub(super) fn bit(&self, name: &str) -> bool {
        self.number(name) & 1 == 1
    }

    /// Whether a condition of the request holds.
    pub(super) fn of(&self, when: &Condition) -> Truth {
        match when {
            Condition::Bit { name, on } => (self.bit(name) == *on).into(),
            Condition::Compare { name, how, value } => {
                let number =
                    |name: &str| name.parse::<f64>().ok().or_else(|| self.quantity(name).number());
                match (number(name), number(value)) {
                    (Some(left), Some(right)) => match how {
                        Relation::Above => left > right,
                        Relation::AtLeast => left >= right,
                        Relation::Below => left < right,
                        Relation::AtMost => left <= right,
                        Relation::Equal => (left - right).abs() < f64::EPSILON,
                        Relation::Unequal => (left - right).abs() >= f64::EPSILON,
                    }
                    .into(),
                    _ => Truth::Unknown,
                }
            }
            Condition::All(of) => of.iter().fold(Truth::True, |all, it| all.and(self.of(it))),
            Condition::Any(of) => of.iter().fold(Truth::False, |any, it| any.or(self.of(it))),
        }
    }

    /// A number around the limits in code, below and above them.
    fn quantity(&self, name: &str) -> Scalar {
        let drawn = self.number(name);
        let span = [4, 20, 120, 2_000][usize::try_from(drawn % 4).unwrap_or(0)];
        Scalar::Int(i64::try_from((drawn / 4) % span).unwrap_or(0))
    }

    fn value_of(&self, name: &str, is_bit: bool) -> Scalar {
        if let Some((changed, value)) = &self.change
            && changed.eq_ignore_ascii_case(name)
        {
            return Scalar::Bool(*value);
        }
        let of_timer = self.alias.as_ref().filter(|(timer, _)| {
            let pin = name.get(timer.len()..).unwrap_or_default().trim_matches('"');
            let is_input = ["EN", "IN"].iter().any(|it| pin.eq_ignore_ascii_case(it));
            is_input && name.get(..timer.len()).is_some_and(|it| it.eq_ignore_ascii_case(timer))
        });
        let name = of_timer.map_or(name, |it| &it.1);
        if is_bit { Scalar::Bool(self.bit(name)) } else { self.quantity(name) }
    }
}

impl Values for Drawn<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let index = self.logic.index;
        let place = index.canonical(place);
        let is_bit = types::is_bit(self.logic.project, index, place).unwrap_or(true);
        Some(self.value_of(&self.logic.place(place), is_bit))
    }

    fn text(&self, name: NameId) -> &str {
        self.logic.index.names.text(name)
    }

    fn before(&self, memory: PlaceId) -> Option<bool> {
        Some(self.bit(&format!("{} before", self.logic.place(memory))))
    }

    fn output(&self, of: StatementId, pin: NameId) -> Option<Scalar> {
        let index = self.logic.index;
        let statement = index.statement(of);
        let pin = index.names.text(pin);
        let name = format!("{} {pin}", deed(self.logic, statement).key);
        Some(
            self.value_of(
                &name,
                !pin.eq_ignore_ascii_case("ET") && !pin.eq_ignore_ascii_case("CV"),
            ),
        )
    }
}
