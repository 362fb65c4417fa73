//! Numbers and times in the notations of people and of the platforms.

use std::ops::Range;

use tagbridge_structured_text::milliseconds;

/// A number, or the milliseconds of a time.
pub fn amount(text: &str) -> Option<(f64, bool)> {
    if let Ok(number) = text.parse::<f64>() {
        return Some((number, false));
    }
    let folded = text.to_lowercase().replace(' ', "");
    let folded = folded.trim_start_matches("time#").trim_start_matches("t#");
    Some((milliseconds(folded)?, true))
}

fn text_of(amount: f64, is_time: bool) -> String {
    let is_whole = |it: f64| (it - it.round()).abs() < 1e-9;
    match is_time {
        true if is_whole(amount / 1_000.0) => format!("{} s", (amount / 1_000.0).round()),
        true => format!("{} ms", amount.round()),
        false if is_whole(amount) => format!("{}", amount.round()),
        false => format!("{amount:.3}").trim_end_matches('0').to_owned(),
    }
}

/// The value multiplied by a factor; `None` for zero, or where a whole number would become a fraction.
pub fn times(now: &str, factor: f64) -> Option<String> {
    let (number, is_time) = amount(now)?;
    let is_fraction = now.contains('.') || (number * factor).fract() == 0.0;
    (number != 0.0 && is_fraction).then(|| text_of(number * factor, is_time))
}

/// A value that is so much more or less than before; a preset without a unit is in milliseconds.
pub fn moved(now: &str, by: &str) -> Option<String> {
    let (less, by) = by.strip_prefix('-').map_or((false, by), |it| (true, it));
    let (number, is_time) = amount(now)?;
    let (amount, has_unit) = amount(by)?;
    if is_time && !has_unit {
        return None;
    }
    let new = if less { number - amount } else { number + amount };
    Some(text_of(new, is_time || has_unit))
}

/// `5 s` becomes `T#5s`.
pub fn duration(said: &str) -> Option<String> {
    let folded = said.to_lowercase().replace(' ', "");
    let folded = folded.trim_start_matches("time#").trim_start_matches("t#");
    let unit = folded.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
    let number = &folded[..folded.len() - unit.len()];
    let unit = match unit {
        "min" => "m",
        "d" | "h" | "m" | "s" | "ms" => unit,
        _ => return None,
    };
    if number.contains('.') {
        let whole = milliseconds(folded)?;
        return Some(format!("T#{}ms", whole.round()));
    }
    number.parse::<f64>().ok().map(|_| format!("T#{number}{unit}"))
}

/// `5 s` and `T#5s` of a timer, in milliseconds.
pub fn whole_milliseconds(value: &str, kind: &str) -> Option<String> {
    if kind != "TIMER" {
        return None;
    }
    let folded = value.to_lowercase().replace(' ', "");
    let folded = folded.trim_start_matches("time#").trim_start_matches("t#");
    let exact = milliseconds(folded)?;
    let whole = exact.round();
    let fits = (whole - exact).abs() < 1e-6 && (0.0..2_147_483_648.0).contains(&whole);
    fits.then(|| format!("{whole:.0}"))
}

/// The position of an element in `[[0,5,0],[0,7,0]]` or `[1,2]`, from 0.
pub fn nth_element(text: &str, whole: Range<usize>, index: usize) -> Option<Range<usize>> {
    let list = text[whole.clone()].strip_prefix('[')?.strip_suffix(']')?;
    let (mut depth, mut begin, mut count) = (0_i32, 0, 0);
    for (at, char) in list.char_indices().chain([(list.len(), ',')]) {
        match char {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                if count == index {
                    let start = whole.start + 1;
                    return Some(start + begin..start + at);
                }
                (count, begin) = (count + 1, at + 1);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_moved_in_its_own_unit() {
        for (now, by, new) in [
            ("5", "2", "7"),
            ("5", "-2", "3"),
            ("T#4s", "2 s", "6 s"),
            ("T#4s", "-500 ms", "3500 ms"),
            ("6000", "-2 s", "4 s"),
            ("1.5", "0.5", "2"),
        ] {
            assert_eq!(moved(now, by).as_deref(), Some(new), "{now} {by}");
        }
        assert_eq!(moved("T#4s", "2"), None);
        assert_eq!(moved("text", "2"), None);
    }
}
