//! The arguments of a message.

use std::{
    borrow::Cow,
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{Coded, Language, Message, catalogue};

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Argument {
    /// A count, a size, milliseconds.
    Number(#[cfg_attr(feature = "bindings", ts(type = "number"))] i64),
    /// A name, an address, a text from elsewhere.
    Text(String),
    /// Several arguments, separated by commas, or by semicolons between sentences. Before a
    /// message, because serde would read a list as the fields of one.
    List(Vec<Argument>),
    /// Another message.
    Message(Message),
}

/// The English text.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&catalogue::text(self, Language::English))
    }
}

/// Types that can be arguments. A duration is its milliseconds; an error of the operating system
/// has a code.
pub trait ToArgument {
    /// Converts it to an argument.
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

impl ToArgument for &dyn fmt::Display {
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
