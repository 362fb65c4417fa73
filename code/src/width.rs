//! The width of integer types: a result that does not fit keeps its lowest bits.

/// The width of an integer type, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width {
    /// 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether it has negative numbers.
    pub is_signed: bool,
}

impl Width {
    /// The width of a type by its name; `None` if it is not an integer type.
    pub fn of_type(name: &str) -> Option<Self> {
        let (bits, is_signed) = match name.to_ascii_uppercase().as_str() {
            "SINT" => (8, true),
            "INT" => (16, true),
            "DINT" => (32, true),
            "LINT" => (64, true),
            "USINT" | "BYTE" => (8, false),
            "UINT" | "WORD" => (16, false),
            "UDINT" | "DWORD" => (32, false),
            "ULINT" | "LWORD" => (64, false),
            _ => return None,
        };
        Some(Self { bits, is_signed })
    }

    /// The lowest bits of a number, interpreted by its type.
    pub fn fit(self, number: i64) -> i64 {
        let unused = 64 - self.bits;
        let top = number << unused;
        if self.is_signed { top >> unused } else { (top.cast_unsigned() >> unused).cast_signed() }
    }

    /// The lowest and the highest number.
    pub fn range(self) -> (i128, i128) {
        let all = 1_i128 << self.bits;
        if self.is_signed { (-(all / 2), all / 2 - 1) } else { (0, all - 1) }
    }

    /// Whether a number has the same value in this type.
    pub fn holds(self, number: i64) -> bool {
        self.fit(number) == number
    }

    /// The narrowest type that can represent the numbers of both.
    pub fn with(self, other: Self) -> Self {
        let (signed, unsigned) = match (self.is_signed, other.is_signed) {
            (true, false) => (self, other),
            (false, true) => (other, self),
            _ => return if self.bits < other.bits { other } else { self },
        };
        let bits = signed.bits.max((unsigned.bits * 2).min(64));
        Self { bits, is_signed: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_lowest_bits() {
        for (name, number, expected) in [
            ("INT", 32_768, -32_768),
            ("INT", -32_769, 32_767),
            ("UINT", -1, 65_535),
            ("BYTE", !0x0F, 0xF0),
            ("WORD", 0x21 << 12, 0x1000),
            ("DINT", 1 << 31, -1 << 31),
            ("UDINT", -1, 0xFFFF_FFFF),
            ("LINT", i64::MIN, i64::MIN),
            ("ULINT", -1, -1),
        ] {
            let width = Width::of_type(name).expect("a whole number");
            assert_eq!(width.fit(number), expected, "{number} as {name}");
            assert!(width.holds(expected), "{expected} as {name}");
        }
        assert_eq!(Width::of_type("REAL"), None);
    }

    #[test]
    fn a_type_has_room_for_the_numbers_of_both() {
        for (one, other, both) in [
            ("INT", "DINT", "DINT"),
            ("INT", "USINT", "INT"),
            ("INT", "UINT", "DINT"),
            ("SINT", "UDINT", "LINT"),
            ("LINT", "ULINT", "LINT"),
            ("BYTE", "WORD", "WORD"),
        ] {
            let [one, other, both] =
                [one, other, both].map(|it| Width::of_type(it).expect("known"));
            assert_eq!((one.with(other), other.with(one)), (both, both));
        }
    }
}
