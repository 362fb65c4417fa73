//! Logix names: `Program:Main.Motor.Speed[3].Name`, `Arr[1,2,3]`, `Arr[10..19]`, `Status.8`.
//!
//! Source: Rockwell 1756-PM020, "Tag, alias and member names".

use std::fmt;

use tagbridge_texts::Coded;

use super::{EPath, Segment, epath::MAX_PATH};

/// A parsed name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TagName {
    /// From the outermost to the innermost; at least one.
    pub members: Vec<Member>,
    /// Number of elements from the last index on, for a slice.
    pub run: Option<u16>,
    /// A bit of the named integer.
    pub bit: Option<u8>,
}

/// A tag or member and its indices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// `Motor`, `Program:Main`, `Local:1:I`.
    pub name: String,
    /// At most three, outermost first.
    pub indices: Vec<u32>,
}

/// Maximum length of a name between two dots. Logix allows 40 characters, module tags have some
/// more.
const MAX_MEMBER: usize = 80;
/// Maximum number of dimensions of an array.
const MAX_INDICES: usize = 3;

impl TagName {
    /// Parses a name as users and projects write it.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        if is_in_data_file(text) {
            let problem = Problem::DataFile;
            return Err(NameError { text: text.to_owned(), position: 0, problem });
        }
        let name = Parser { text, at: 0 }.name()?;
        if name.path().size() > MAX_PATH {
            return Err(NameError {
                text: text.to_owned(),
                position: text.chars().count(),
                problem: Problem::TooLong,
            });
        }
        Ok(name)
    }

    /// The symbolic path, without the bit.
    pub fn path(&self) -> EPath {
        self.members
            .iter()
            .flat_map(|member| {
                std::iter::once(Segment::Symbol(member.name.clone()))
                    .chain(member.indices.iter().copied().map(Segment::Member))
            })
            .collect()
    }

    /// Number of elements: 1, or the length of a slice.
    pub fn elements(&self) -> u16 {
        self.run.unwrap_or(1)
    }

    /// The last index, if the name ends with one.
    pub(crate) fn last_index(&self) -> Option<u32> {
        self.members.last()?.indices.last().copied()
    }

    /// The same name with another last index; unchanged if it has none.
    pub(crate) fn with_last_index(mut self, index: u32) -> Self {
        if let Some(last) = self.members.last_mut().and_then(|it| it.indices.last_mut()) {
            *last = index;
        }
        self
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, member) in self.members.iter().enumerate() {
            let is_last = i + 1 == self.members.len();
            write!(f, "{}{}", if i == 0 { "" } else { "." }, member.name)?;
            for (j, index) in member.indices.iter().enumerate() {
                write!(f, "{}{index}", if j == 0 { "[" } else { "," })?;
            }
            if let (true, Some(run), Some(&first)) = (is_last, self.run, member.indices.last()) {
                write!(f, "..{}", u64::from(first) + u64::from(run) - 1)?;
            }
            f.write_str(if member.indices.is_empty() { "" } else { "]" })?;
        }
        match self.bit {
            Some(bit) => write!(f, ".{bit}"),
            None => Ok(()),
        }
    }
}

/// The error in a name, and its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "cip-name")]
pub struct NameError {
    /// The name.
    pub text: String,
    /// The position of the error in characters, from 0.
    #[coded(with = from_one)]
    pub position: usize,
    /// The error.
    pub problem: Problem,
}

/// Users count from 1.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "what derives the code hands it a field")]
fn from_one(position: &usize) -> usize {
    position + 1
}

/// The possible errors in a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "cip-name")]
pub enum Problem {
    /// A name is missing.
    NameMissing,
    /// A name that does not start with a letter or an underscore.
    NameStart,
    /// An invalid character.
    Unexpected,
    /// Too many characters.
    TooLong,
    /// Text other than a number between brackets.
    Index,
    /// More than three indices.
    Indices,
    /// No closing bracket.
    Bracket,
    /// The end of a slice is before its start.
    SliceOrder,
    /// More elements than a request can have.
    SliceLength,
    /// Text after a slice.
    AfterSlice,
    /// A bit number that is too large for the widest integer.
    Bit,
    /// Text after a bit.
    AfterBit,
    /// An alarm of a tag, such as `Tank.@Alarms.High`.
    Alarm,
    /// An address in a data file of a PLC-5, SLC 500 or `MicroLogix`, such as `N7:0`.
    DataFile,
}

/// Whether it is an address in a data file: `N7:0`, `B3:0/5`, `T4:1.ACC`, `#ST9:2`. Tags of modules
/// have a third part, `N7:0:I`.
fn is_in_data_file(text: &str) -> bool {
    let text = text.strip_prefix('#').unwrap_or(text);
    let Some((file, element)) = text.split_once(':') else { return false };
    let letters = file.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_file = (1..=2).contains(&letters)
        && (1..=3).contains(&(file.len() - letters))
        && file[letters..].bytes().all(|it| it.is_ascii_digit());
    let digits = element.bytes().take_while(u8::is_ascii_digit).count();
    is_file && digits > 0 && matches!(element.as_bytes().get(digits), None | Some(b'/' | b'.'))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn name(mut self) -> Result<TagName, NameError> {
        let mut name = TagName { members: vec![self.member()?], run: None, bit: None };
        loop {
            if self.peek() == Some(b'[') {
                let (indices, run) = self.indices()?;
                name.run = run;
                if let Some(member) = name.members.last_mut() {
                    member.indices = indices;
                }
            }
            match self.peek() {
                None => return Ok(name),
                Some(_) if name.run.is_some() => return Err(self.error(Problem::AfterSlice)),
                Some(b'.') => self.at += 1,
                Some(_) => return Err(self.error(Problem::Unexpected)),
            }
            if self.peek().is_some_and(|it| it.is_ascii_digit()) {
                name.bit = Some(self.bit()?);
                return match self.peek() {
                    None => Ok(name),
                    Some(_) => Err(self.error(Problem::AfterBit)),
                };
            }
            name.members.push(self.member()?);
        }
    }

    fn member(&mut self) -> Result<Member, NameError> {
        let start = self.at;
        match self.peek() {
            None | Some(b'.' | b'[') => return Err(self.error(Problem::NameMissing)),
            Some(it) if it.is_ascii_alphabetic() || it == b'_' => {}
            Some(it) if it.is_ascii_digit() || it == b':' => {
                return Err(self.error(Problem::NameStart));
            }
            Some(b'@') => return Err(self.error(Problem::Alarm)),
            Some(_) => return Err(self.error(Problem::Unexpected)),
        }
        // `:` separates the parts of module tags and of program names.
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || it == b'_' || it == b':') {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        if name.ends_with(':') {
            return Err(self.error(Problem::NameMissing));
        }
        if name.len() > MAX_MEMBER {
            return Err(self.error(Problem::TooLong));
        }
        Ok(Member { name: name.to_owned(), indices: Vec::new() })
    }

    /// Parses from `[` to `]`; returns the length of a slice if it is one.
    fn indices(&mut self) -> Result<(Vec<u32>, Option<u16>), NameError> {
        self.at += 1;
        let mut indices = Vec::new();
        loop {
            if indices.len() == MAX_INDICES {
                return Err(self.error(Problem::Indices));
            }
            indices.push(self.index()?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok((indices, None));
                }
                Some(b'.') if self.text[self.at..].starts_with("..") => {
                    self.at += 2;
                    let run = self.slice(indices[indices.len() - 1])?;
                    return Ok((indices, Some(run)));
                }
                _ => return Err(self.error(Problem::Bracket)),
            }
        }
    }

    /// Parses the text after `..`, with the closing bracket: elements from `first` to that index.
    fn slice(&mut self, first: u32) -> Result<u16, NameError> {
        let start = self.at;
        let last = self.index()?;
        let here = |problem| NameError { text: self.text.to_owned(), position: start, problem };
        let more = last.checked_sub(first).ok_or_else(|| here(Problem::SliceOrder))?;
        let run = u16::try_from(u64::from(more) + 1).map_err(|_| here(Problem::SliceLength))?;
        if self.peek() != Some(b']') {
            return Err(self.error(Problem::Bracket));
        }
        self.at += 1;
        Ok(run)
    }

    fn index(&mut self) -> Result<u32, NameError> {
        self.skip_blanks();
        let index = self.number().ok_or_else(|| self.error(Problem::Index))?;
        self.skip_blanks();
        Ok(index)
    }

    fn bit(&mut self) -> Result<u8, NameError> {
        let start = self.at;
        self.number().and_then(|it: u8| (it < 64).then_some(it)).ok_or(NameError {
            text: self.text.to_owned(),
            position: start,
            problem: Problem::Bit,
        })
    }

    fn number<N: std::str::FromStr>(&mut self) -> Option<N> {
        let digits =
            self.text.as_bytes()[self.at..].iter().take_while(|it| it.is_ascii_digit()).count();
        let number = self.text[self.at..self.at + digits].parse().ok()?;
        self.at += digits;
        Some(number)
    }

    fn skip_blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, problem: Problem) -> NameError {
        NameError { text: self.text.to_owned(), position: self.at, problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, path: &[u8], elements: u16, bit: Option<u8>) {
        let name = TagName::parse(text).expect(text);
        let mut out = Vec::new();
        name.path().encode(&mut out);
        assert_eq!(out.escape_ascii().to_string(), path.escape_ascii().to_string(), "{text}");
        assert_eq!((name.elements(), name.bit), (elements, bit), "{text}");
        assert_eq!(name.to_string(), text);
    }

    #[test]
    fn names_become_paths() {
        check("Speed", b"\x91\x05Speed\0", 1, None);
        check("_a1", b"\x91\x03_a1\0", 1, None);
        check("Program:Main.X", b"\x91\x0CProgram:Main\x91\x01X\0", 1, None);
        check("M[3].Name", b"\x91\x01M\0\x28\x03\x91\x04Name", 1, None);
        check("A[1,2,300]", b"\x91\x01A\0\x28\x01\x28\x02\x29\0\x2C\x01", 1, None);
        check("A[70000]", b"\x91\x01A\0\x2A\0\x70\x11\x01\0", 1, None);
        check("A[10..19]", b"\x91\x01A\0\x28\x0A", 10, None);
        check("A[2,10..10]", b"\x91\x01A\0\x28\x02\x28\x0A", 1, None);
        check("Status.8", b"\x91\x06Status", 1, Some(8));
        check("A[3].63", b"\x91\x01A\0\x28\x03", 1, Some(63));
        check("N7:0:I.Data", b"\x91\x06N7:0:I\x91\x04Data", 1, None);
        check("Local:1:I.Data.3", b"\x91\x09Local:1:I\0\x91\x04Data", 1, Some(3));
    }

    #[test]
    fn blanks_between_brackets_do_no_harm() {
        let name = TagName::parse("A[ 1, 2 .. 3 ]").unwrap();
        assert_eq!(name.to_string(), "A[1,2..3]");
    }

    #[test]
    fn refuses_what_is_no_name_and_says_where() {
        for (text, position, problem) in [
            ("", 0, Problem::NameMissing),
            (".a", 0, Problem::NameMissing),
            ("a.", 2, Problem::NameMissing),
            ("a..b", 2, Problem::NameMissing),
            ("Program:", 8, Problem::NameMissing),
            ("1a", 0, Problem::NameStart),
            ("a b", 1, Problem::Unexpected),
            ("Tank.@Alarms.High.InAlarm", 5, Problem::Alarm),
            ("N7:0", 0, Problem::DataFile),
            ("#N10:12", 0, Problem::DataFile),
            ("b3:0/5", 0, Problem::DataFile),
            ("T4:1.ACC", 0, Problem::DataFile),
            ("ST9:2", 0, Problem::DataFile),
            ("ä", 0, Problem::Unexpected),
            ("a-1", 1, Problem::Unexpected),
            ("a[]", 2, Problem::Index),
            ("a[-1]", 2, Problem::Index),
            ("a[4294967296]", 2, Problem::Index),
            ("a[1", 3, Problem::Bracket),
            ("a[1,2,3,4]", 8, Problem::Indices),
            ("a[5..4]", 5, Problem::SliceOrder),
            ("a[0..65535]", 5, Problem::SliceLength),
            ("a[0..1].b", 7, Problem::AfterSlice),
            ("a[0..1,2]", 6, Problem::Bracket),
            ("a.64", 2, Problem::Bit),
            ("a.3.4", 3, Problem::AfterBit),
            ("a.3b", 3, Problem::AfterBit),
            ("a[1]b", 4, Problem::Unexpected),
            ("a[1][2]", 4, Problem::Unexpected),
        ] {
            let error = TagName::parse(text).expect_err(text);
            assert_eq!((error.position, error.problem), (position, problem), "{text}");
        }
        assert!(TagName::parse(&"a".repeat(81)).is_err());
        assert!(TagName::parse(&vec!["abcdefgh"; 60].join(".")).is_err());
    }
}
