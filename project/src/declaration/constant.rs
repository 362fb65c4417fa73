//! Evaluates the bounds of arrays and the lengths of strings.

/// Returns the value of a constant by name.
pub(crate) type Constants<'a> = &'a dyn Fn(&str) -> Option<i64>;

/// Evaluates an expression of integers, names, `+ - * / MOD` and parentheses: `31`, `16#1F`,
/// `#UNITS`, `"MAX" - 1`, `GVL.N * 2`. Returns `None` if it is another expression, overflows, or
/// contains an unknown name.
pub(crate) fn evaluate(text: &str, constants: Constants<'_>) -> Option<i64> {
    let mut reader = Reader { rest: text, constants, depth: 0 };
    let value = reader.sum()?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
    constants: Constants<'a>,
    depth: usize,
}

impl Reader<'_> {
    fn sum(&mut self) -> Option<i64> {
        let mut value = self.product()?;
        loop {
            if self.eat("+") {
                value = value.checked_add(self.product()?)?;
            } else if self.eat("-") {
                value = value.checked_sub(self.product()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<i64> {
        let mut value = self.factor()?;
        loop {
            if self.eat("*") {
                value = value.checked_mul(self.factor()?)?;
            } else if self.eat("/") {
                value = value.checked_div(self.factor()?)?;
            } else if self.eat("MOD ") {
                value = value.checked_rem(self.factor()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn factor(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > super::MAX_DEPTH {
            return None;
        }
        let value = if self.eat("-") {
            self.factor()?.checked_neg()?
        } else if self.eat("+") {
            self.factor()?
        } else if self.eat("(") {
            let value = self.sum()?;
            self.eat(")").then_some(value)?
        } else {
            self.literal_or_name()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn literal_or_name(&mut self) -> Option<i64> {
        let text = self.rest.trim_start();
        // SIMATIC SD: a name of the project itself.
        let text = text.strip_prefix("_.").unwrap_or(text);
        if let Some(name) = text.strip_prefix('"') {
            let (name, rest) = name.split_once('"')?;
            self.rest = rest;
            return (self.constants)(name);
        }
        let text = text.strip_prefix('#').unwrap_or(text);
        let is_part = |c: char| tagbridge_structured_text::is_word(c) || c == '#' || c == '.';
        let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        integer(word).or_else(|| (self.constants)(word))
    }

    fn eat(&mut self, sign: &str) -> bool {
        let text = self.rest.trim_start();
        let found = text.get(..sign.len()).is_some_and(|head| head.eq_ignore_ascii_case(sign));
        if found {
            self.rest = &text[sign.len()..];
        }
        found
    }
}

/// Parses `31`, `1_000`, `16#1F`, `INT#5`, `DINT#16#1F`.
fn integer(word: &str) -> Option<i64> {
    let mut parts = word.rsplit('#');
    let digits = parts.next()?.replace('_', "");
    let radix = match parts.next() {
        None => 10,
        Some("2") => 2,
        Some("8") => 8,
        Some("16") => 16,
        // A type, not a radix.
        Some(kind) if kind.starts_with(|c: char| c.is_ascii_alphabetic()) => 10,
        Some(_) => return None,
    };
    i64::from_str_radix(&digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_come_to_integers() {
        let constants = |name: &str| match name {
            "UNITS" => Some(31),
            "GVL.N" => Some(4),
            "max no" => Some(i64::MAX),
            _ => None,
        };
        let check = |text: &str, expected: Option<i64>| {
            assert_eq!(evaluate(text, &constants), expected, "{text}");
        };
        check("31", Some(31));
        check(" -500 ", Some(-500));
        check("16#1F", Some(31));
        check("DINT#16#1F", Some(31));
        check("INT#5", Some(5));
        check("1_000", Some(1000));
        check("#UNITS", Some(31));
        check("\"max no\"", Some(i64::MAX));
        check("_.\"max no\"", Some(i64::MAX));
        check("_.UNITS", Some(31));
        check("\"max no\" + 1", None);
        check("GVL.N * (2 + 1) - 1", Some(11));
        check("UNITS mod 2", Some(1));
        check("1 / 0", None);
        check("*", None);
        check("UNKNOWN", None);
        check("", None);
        check("5 5", None);
        check(&"(".repeat(100_000), None);
        check(&"-".repeat(100_000), None);
    }
}
