//! Compresses the values of many snapshots by tag. Values that change little need few bytes.
//!
//! Integers are stored as differences from the previous value. So are reals: either their decimal
//! digits or their bits are stored as an integer, whichever gives the smaller differences. All
//! other values are JSON, one line each.

use serde_json::{Number, Value};

use crate::bytes::{ByteReader, signed, unsigned, write_signed};

const TEXT: u8 = 0;
const WHOLE: u8 = 1;
const SINGLE: u8 = 2;
const DOUBLE: u8 = 3;
/// Maximum number of decimal places.
const DECIMAL: u8 = 16;
/// With more places, the bits need less space.
const PLACES_MAX: usize = 9;
/// The largest integer that a double represents exactly.
const EXACT: u64 = 1 << 53;
/// Size of the widest real, in bytes.
pub const PLANES: usize = 8;

/// The values of all columns, grouped by encoding.
#[derive(Debug, Default)]
pub struct ValueColumns {
    /// The encoding of each column.
    pub kinds: Vec<u8>,
    /// Differences of integers.
    pub whole: Vec<u8>,
    /// Lines of JSON.
    pub text: Vec<u8>,
    /// Differences of bits: all lowest bytes, then all second bytes, and so on.
    pub planes: [Vec<u8>; PLANES],
}

impl ValueColumns {
    /// Adds the values of one tag, in order.
    pub fn push(&mut self, values: &[&Value]) -> serde_json::Result<()> {
        let reals = || values.iter().map(|it| real(it)).collect::<Option<Vec<f64>>>();
        if values.iter().all(|it| it.is_i64()) {
            self.kinds.push(WHOLE);
            self.differences(values.iter().filter_map(|it| it.as_i64()));
        } else if let Some(reals) = reals() {
            self.push_reals(&reals);
        } else {
            self.kinds.push(TEXT);
            for it in values {
                serde_json::to_writer(&mut self.text, it)?;
                self.text.push(b'\n');
            }
        }
        Ok(())
    }

    fn push_reals(&mut self, reals: &[f64]) {
        let (width, bits) = as_bits(reals);
        let steps: Vec<u64> = steps(&bits, width).collect();
        let by_bits: u32 = steps.iter().map(|it| u64::BITS - it.leading_zeros()).sum();
        let decimal = as_decimals(reals).filter(|(_, whole)| cost(whole) < by_bits);
        if let Some((places, whole)) = decimal {
            self.kinds.push(DECIMAL + places);
            return self.differences(whole);
        }
        self.kinds.push(if width == u32::BITS { SINGLE } else { DOUBLE });
        for step in steps {
            let bytes = step.to_le_bytes();
            for (plane, byte) in self.planes.iter_mut().zip(bytes).take(width as usize / 8) {
                plane.push(byte);
            }
        }
    }

    fn differences(&mut self, whole: impl IntoIterator<Item = i64>) {
        let mut before = 0;
        for it in whole {
            write_signed(it.wrapping_sub(before), &mut self.whole);
            before = it;
        }
    }
}

/// Reads the values that [`ValueColumns::push`] added.
pub struct ColumnReader<'a> {
    /// The encoding of each column.
    pub kinds: ByteReader<'a>,
    /// Differences of integers.
    pub whole: ByteReader<'a>,
    /// Lines of JSON.
    pub text: ByteReader<'a>,
    /// Differences of bits, one plane for each byte.
    pub planes: [ByteReader<'a>; PLANES],
}

impl ColumnReader<'_> {
    /// The values of the next tag in this number of snapshots.
    pub fn column(&mut self, count: usize) -> Option<Vec<Value>> {
        match self.kinds.byte()? {
            TEXT => (0..count).map(|_| serde_json::from_slice(self.text.line()?).ok()).collect(),
            WHOLE => Some(self.differences(count)?.into_iter().map(Value::from).collect()),
            SINGLE => self.reals(count, u32::BITS),
            DOUBLE => self.reals(count, u64::BITS),
            kind => {
                let places = usize::from(kind.checked_sub(DECIMAL)?);
                let whole = self.differences(count)?;
                whole.into_iter().map(|it| number(decimal(it, places)?)).collect()
            }
        }
    }

    /// Skips the next tag.
    pub fn skip(&mut self, count: usize) -> Option<()> {
        match self.kinds.byte()? {
            TEXT => (0..count).try_for_each(|_| self.text.line().map(drop)),
            kind @ (SINGLE | DOUBLE) => {
                let width = if kind == SINGLE { 4 } else { PLANES };
                self.planes.iter_mut().take(width).try_for_each(|it| it.take(count).map(drop))
            }
            _ => (0..count).try_for_each(|_| self.whole.number().map(drop)),
        }
    }

    fn differences(&mut self, count: usize) -> Option<Vec<i64>> {
        let mut before = 0_i64;
        let mut next = || {
            before = before.wrapping_add(self.whole.signed()?);
            Some(before)
        };
        (0..count).map(|_| next()).collect()
    }

    fn reals(&mut self, count: usize, width: u32) -> Option<Vec<Value>> {
        let mut before = 0_u64;
        let mut next = || {
            let mut bytes = [0; PLANES];
            for (byte, plane) in bytes.iter_mut().zip(&mut self.planes).take(width as usize / 8) {
                *byte = plane.byte()?;
            }
            let step = signed(u64::from_le_bytes(bytes)).cast_unsigned();
            before = before.wrapping_add(step) & mask(width);
            let bits = unordered(before, width);
            number(match u32::try_from(bits) {
                Ok(bits) if width == u32::BITS => shortest(f32::from_bits(bits))?,
                _ => f64::from_bits(bits),
            })
        };
        (0..count).map(|_| next()).collect()
    }
}

fn number(real: f64) -> Option<Value> {
    Number::from_f64(real).map(Value::Number)
}

fn real(value: &Value) -> Option<f64> {
    match value {
        Value::Number(it) if it.is_f64() => it.as_f64(),
        _ => None,
    }
}

/// Their bits as integers in the order of the reals, and the number of bits: 32 if four bytes are
/// enough for each value.
fn as_bits(reals: &[f64]) -> (u32, Vec<u64>) {
    let short: Option<Vec<u64>> =
        reals.iter().map(|it| Some(single(*it)?.to_bits().into())).collect();
    let (width, bits) = match short {
        Some(bits) => (u32::BITS, bits),
        None => (u64::BITS, reals.iter().map(|it| it.to_bits()).collect()),
    };
    (width, bits.into_iter().map(|it| ordered(it, width)).collect())
}

/// The differences from the previous value in zigzag encoding: 0, −1, 1, −2 …
fn steps(ordered: &[u64], width: u32) -> impl Iterator<Item = u64> {
    let unused = u64::BITS - width;
    let befores = std::iter::once(0).chain(ordered.iter().copied());
    ordered.iter().zip(befores).map(move |(it, before)| {
        // A signed number of that width.
        let step = (it.wrapping_sub(before) << unused).cast_signed() >> unused;
        unsigned(step) & mask(width)
    })
}

/// Size of the differences, in bits.
fn cost(whole: &[i64]) -> u32 {
    let befores = std::iter::once(0).chain(whole.iter().copied());
    let steps = whole.iter().zip(befores).map(|(it, before)| unsigned(it.wrapping_sub(before)));
    steps.map(|it| u64::BITS - it.leading_zeros()).sum()
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (u64::BITS - width)
}

fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

fn ordered(bits: u64, width: u32) -> u64 {
    if bits & sign(width) == 0 { bits | sign(width) } else { !bits & mask(width) }
}

fn unordered(bits: u64, width: u32) -> u64 {
    if bits & sign(width) == 0 { !bits & mask(width) } else { bits & !sign(width) }
}

/// The real as four bytes, if its shortest decimal digits are the same.
#[expect(clippy::cast_possible_truncation, reason = "what is truncated is not used")]
fn single(real: f64) -> Option<f32> {
    let single = real as f32;
    // Six digits always identify a single, so that they are its shortest ones.
    let is_short = places_of(real).is_some_and(|(_, whole)| whole.unsigned_abs() < 1_000_000);
    (is_short || shortest(single)?.to_bits() == real.to_bits()).then_some(single)
}

/// The shortest decimal digits that identify the real.
fn shortest(single: f32) -> Option<f64> {
    zmij::Buffer::new().format(single).parse().ok()
}

/// The powers of ten that a double represents exactly, as far as they are needed.
const POWERS: [f64; PLACES_MAX + 1] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// The smallest number of decimal places that give exactly this real, and its digits as an integer.
fn places_of(real: f64) -> Option<(usize, i64)> {
    (0..=PLACES_MAX).find_map(|places| Some((places, digits(real, places)?)))
}

/// The digits of a real with this number of decimal places, if they give exactly this real.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a double represents it exactly"
)]
fn digits(real: f64, places: usize) -> Option<i64> {
    let whole = (real * POWERS[places]).round();
    let is_it =
        whole.abs() < EXACT as f64 && decimal(whole as i64, places)?.to_bits() == real.to_bits();
    is_it.then_some(whole as i64)
}

/// All values as decimal digits, and the number of digits after the point.
fn as_decimals(reals: &[f64]) -> Option<(u8, Vec<i64>)> {
    let mut places = 0;
    for real in reals {
        places = (places..=PLACES_MAX).find(|it| digits(*real, *it).is_some())?;
    }
    let whole = reals.iter().map(|real| digits(*real, places)).collect::<Option<_>>()?;
    Some((u8::try_from(places).ok()?, whole))
}

/// The real with these digits: both numbers are exact in a double, so that the quotient is the
/// nearest one, as of a parsed text.
#[expect(clippy::cast_precision_loss, reason = "larger numbers are parsed")]
fn decimal(whole: i64, places: usize) -> Option<f64> {
    match POWERS.get(places) {
        Some(power) if whole.unsigned_abs() < EXACT => Some(whole as f64 / power),
        _ => format!("{whole}e-{places}").parse().ok(),
    }
}
