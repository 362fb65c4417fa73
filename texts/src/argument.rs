//! What a sentence is made with beside its words.

use std::{
    borrow::Cow,
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{Coded, Language, Message, catalogue};

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Argument {
    /// A count, a size, milliseconds.
    Number(#[cfg_attr(feature = "bindings", ts(type = "number"))] i64),
    /// A name, an address, words of somebody else's.
    Text(String),
    /// Several, with commas between them, or semicolons between sentences. Before a message, as which
    /// serde would read a list, too: its fields one after the other.
    List(Vec<Argument>),
    /// Another sentence.
    Message(Message),
}

/// In English.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&catalogue::text(self, Language::English))
    }
}

/// What can be one. A duration is its milliseconds; what the operating system says has a code.
pub trait ToArgument {
    /// It as an argument.
    fn to_argument(&self) -> Argument;
}

impl<T: Coded> ToArgument for T {
    fn to_argument(&self) -> Argument {
        Argument::Message(self.message())
    }
}

impl ToArgument for Message {
    fn to_argument(&self) -> Argument {
        Argument::Message(self.clone())
    }
}

impl ToArgument for Argument {
    fn to_argument(&self) -> Argument {
        self.clone()
    }
}

impl<T: ToArgument> ToArgument for [T] {
    fn to_argument(&self) -> Argument {
        Argument::List(self.iter().map(ToArgument::to_argument).collect())
    }
}

impl<T: ToArgument> ToArgument for &[T] {
    fn to_argument(&self) -> Argument {
        (**self).to_argument()
    }
}

impl<T: ToArgument> ToArgument for Vec<T> {
    fn to_argument(&self) -> Argument {
        self.as_slice().to_argument()
    }
}

impl ToArgument for str {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.to_owned())
    }
}

impl ToArgument for &str {
    fn to_argument(&self) -> Argument {
        (**self).to_argument()
    }
}

impl ToArgument for String {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.clone())
    }
}

impl ToArgument for Cow<'_, str> {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.to_string())
    }
}

impl ToArgument for char {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.to_string())
    }
}

impl ToArgument for Path {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.display().to_string())
    }
}

impl ToArgument for &Path {
    fn to_argument(&self) -> Argument {
        (**self).to_argument()
    }
}

impl ToArgument for PathBuf {
    fn to_argument(&self) -> Argument {
        self.as_path().to_argument()
    }
}

impl ToArgument for Duration {
    fn to_argument(&self) -> Argument {
        self.as_millis().to_argument()
    }
}

impl ToArgument for io::Error {
    fn to_argument(&self) -> Argument {
        Argument::Message(Message::system(self))
    }
}

impl ToArgument for Box<dyn Error + Send + Sync> {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.to_string())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl ToArgument for $number {
            fn to_argument(&self) -> Argument {
                Argument::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, isize);
