//! Binary coded decimals: two digits per byte.

use jiff::civil;

/// The number of a byte's two digits.
pub(crate) fn digits(byte: u8) -> Option<u8> {
    let (high, low) = (byte >> 4, byte & 0x0F);
    (high < 10 && low < 10).then_some(high * 10 + low)
}

/// The number of the lower three digits of a word.
pub(crate) fn three_digits(word: u16) -> Option<u16> {
    let [high, low] = word.to_be_bytes();
    Some(u16::from(digits(high & 0x0F)?) * 100 + u16::from(digits(low)?))
}

/// Encodes the last two digits of a number.
pub(crate) fn byte(number: i64) -> u8 {
    let number = u8::try_from(number.rem_euclid(100)).unwrap_or_default();
    ((number / 10) << 4) | (number % 10)
}

/// A `DATE_AND_TIME`: year (90 to 99: 19xx), month, day, hour, minute, second, and three digits of
/// milliseconds followed by the day of the week.
pub(crate) fn date_and_time(stamp: [u8; 8]) -> Option<civil::DateTime> {
    let part = |index: usize| digits(stamp[index]).map(|it| i8::try_from(it).unwrap_or(i8::MAX));
    let year = i16::from(part(0)?);
    let year = if year >= 90 { 1900 + year } else { 2000 + year };
    let tenths = stamp[7] >> 4;
    if tenths > 9 {
        return None;
    }
    let milliseconds = i32::from(digits(stamp[6])?) * 10 + i32::from(tenths);
    civil::DateTime::new(
        year,
        part(1)?,
        part(2)?,
        part(3)?,
        part(4)?,
        part(5)?,
        milliseconds * 1_000_000,
    )
    .ok()
}

/// Encodes a `DATE_AND_TIME`.
pub(crate) fn stamp(time: civil::DateTime) -> [u8; 8] {
    let millisecond = i64::from(time.millisecond());
    let weekday = u8::try_from(time.weekday().to_sunday_one_offset()).unwrap_or_default();
    [
        byte(i64::from(time.year())),
        byte(i64::from(time.month())),
        byte(i64::from(time.day())),
        byte(i64::from(time.hour())),
        byte(i64::from(time.minute())),
        byte(i64::from(time.second())),
        byte(millisecond / 10),
        byte(millisecond % 10) << 4 | weekday,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_and_time_reads_back() {
        for text in ["1990-01-01T00:00:00", "2026-11-21T06:47:29.987", "2089-12-31T23:59:59.999"] {
            let time: civil::DateTime = text.parse().expect(text);
            assert_eq!(date_and_time(stamp(time)), Some(time));
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for stamp in [
            [0x20, 0x13, 0x01, 0, 0, 0, 0, 1],
            [0x20, 0x01, 0x1A, 0, 0, 0, 0, 1],
            [0x20, 0x02, 0x30, 0, 0, 0, 0, 1],
            [0; 8],
        ] {
            assert_eq!(date_and_time(stamp), None, "{stamp:02x?}");
        }
    }
}
