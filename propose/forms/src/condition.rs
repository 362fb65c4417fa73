//! Conditions of requests, and their notations on the platforms.

/// A condition, with names as in the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SwitchCondition {
    /// A bit that is on, or off.
    Bit { name: String, on: bool },
    /// A comparison of two values: `Level > 90`.
    Compare { name: String, how: Comparator, value: String },
    /// All of them.
    All(Vec<SwitchCondition>),
    /// Any of them.
    Any(Vec<SwitchCondition>),
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparator {
    Above,
    AtLeast,
    Below,
    AtMost,
    Equal,
    Unequal,
}

impl Comparator {
    /// The operator of a fixed phrase.
    pub fn called(said: &str) -> Self {
        match said {
            ">" | "above" | "over" | "exceeds" | "über" | "größer" => Self::Above,
            "<" | "below" | "under" | "unter" | "kleiner" => Self::Below,
            ">=" => Self::AtLeast,
            _ => Self::AtMost,
        }
    }

    /// The sign in structured text.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Above => ">",
            Self::AtLeast => ">=",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::Unequal => "<>",
        }
    }

    /// The Logix instruction (1756-RM003, §"Compare Instructions"); the names of version 36 and
    /// later are shorter.
    pub fn logix(self, is_new: bool) -> &'static str {
        match (self, is_new) {
            (Self::Above, false) => "GRT",
            (Self::AtLeast, false) => "GEQ",
            (Self::Below, false) => "LES",
            (Self::AtMost, false) => "LEQ",
            (Self::Equal, false) => "EQU",
            (Self::Unequal, false) => "NEQ",
            (Self::Above, true) => "GT",
            (Self::AtLeast, true) => "GE",
            (Self::Below, true) => "LT",
            (Self::AtMost, true) => "LE",
            (Self::Equal, true) => "EQ",
            (Self::Unequal, true) => "NE",
        }
    }

    /// The name of the box in SimaticML.
    pub fn simatic(self) -> &'static str {
        match self {
            Self::Above => "Gt",
            Self::AtLeast => "Ge",
            Self::Below => "Lt",
            Self::AtMost => "Le",
            Self::Equal => "Eq",
            Self::Unequal => "Ne",
        }
    }

    pub fn opposite(self) -> Self {
        match self {
            Self::Above => Self::AtMost,
            Self::AtLeast => Self::Below,
            Self::Below => Self::AtLeast,
            Self::AtMost => Self::Above,
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
        }
    }
}

impl SwitchCondition {
    pub fn bit(name: &str, on: bool) -> Self {
        Self::Bit { name: name.to_owned(), on }
    }

    /// The negation.
    pub fn not(&self) -> Self {
        match self {
            Self::Bit { name, on } => Self::Bit { name: name.clone(), on: !on },
            Self::Compare { name, how, value } => {
                Self::Compare { name: name.clone(), how: how.opposite(), value: value.clone() }
            }
            Self::All(of) => Self::Any(of.iter().map(Self::not).collect()),
            Self::Any(of) => Self::All(of.iter().map(Self::not).collect()),
        }
    }

    /// The names in it.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Bit { name, .. } => vec![name],
            Self::Compare { name, value, .. } => {
                let is_name = value.parse::<f64>().is_err();
                [Some(name.as_str()), is_name.then_some(value.as_str())]
                    .into_iter()
                    .flatten()
                    .collect()
            }
            Self::All(of) | Self::Any(of) => of.iter().flat_map(Self::names).collect(),
        }
    }

    /// The condition with names as in code.
    pub fn written<E>(
        &self,
        write: &mut impl FnMut(&str, bool) -> Result<String, E>,
    ) -> Result<Self, E> {
        Ok(match self {
            Self::Bit { name, on } => Self::Bit { name: write(name, true)?, on: *on },
            Self::Compare { name, how, value } => {
                let value = match value.parse::<f64>() {
                    Ok(_) => value.clone(),
                    Err(_) => write(value, false)?,
                };
                Self::Compare { name: write(name, false)?, how: *how, value }
            }
            Self::All(of) => {
                Self::All(of.iter().map(|it| it.written(write)).collect::<Result<_, _>>()?)
            }
            Self::Any(of) => {
                Self::Any(of.iter().map(|it| it.written(write)).collect::<Result<_, _>>()?)
            }
        })
    }

    /// The condition as Logix neutral text: `XIC(a)[XIO(b) ,GRT(c,5) ]`.
    pub fn neutral(&self, is_new: bool) -> String {
        match self {
            Self::Bit { name, on } => format!("{}({name})", if *on { "XIC" } else { "XIO" }),
            Self::Compare { name, how, value } => format!("{}({name},{value})", how.logix(is_new)),
            Self::All(of) => of.iter().map(|it| it.neutral(is_new)).collect(),
            Self::Any(of) if of.len() == 1 => of[0].neutral(is_new),
            Self::Any(of) => {
                let legs: Vec<String> = of.iter().map(|it| it.neutral(is_new)).collect();
                format!("[{} ]", legs.join(" ,"))
            }
        }
    }

    /// The condition as structured text: `a AND NOT b`. `inside` adds brackets around OR.
    pub fn text(&self, inside: bool) -> String {
        let join = |of: &[Self], sign: &str| {
            of.iter().map(|it| it.text(true)).collect::<Vec<_>>().join(sign)
        };
        match self {
            Self::Bit { name, on: true } => name.clone(),
            Self::Bit { name, on: false } => format!("NOT {name}"),
            Self::Compare { name, how, value } if inside => {
                format!("({name} {} {value})", how.sign())
            }
            Self::Compare { name, how, value } => format!("{name} {} {value}", how.sign()),
            Self::All(of) => join(of, " AND "),
            Self::Any(of) if of.len() == 1 => of[0].text(inside),
            Self::Any(of) if inside => format!("({})", join(of, " OR ")),
            Self::Any(of) => join(of, " OR "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_has_its_form() {
        let level = SwitchCondition::Compare {
            name: "Level".to_owned(),
            how: Comparator::Above,
            value: "90".to_owned(),
        };
        let of = SwitchCondition::All(vec![
            SwitchCondition::Any(vec![SwitchCondition::bit("a", true), level]),
            SwitchCondition::bit("b", false),
        ]);
        assert_eq!(of.neutral(false), "[XIC(a) ,GRT(Level,90) ]XIO(b)");
        assert_eq!(of.neutral(true), "[XIC(a) ,GT(Level,90) ]XIO(b)");
        assert_eq!(of.text(false), "(a OR (Level > 90)) AND NOT b");
        assert_eq!(of.not().text(false), "NOT a AND (Level <= 90) OR b");
        assert_eq!(of.names(), ["a", "Level", "b"]);
    }
}
