//! Finds a project's tags by the names that people use for them.

mod absolute;
mod index;
mod operand;
mod suggest;

use std::{fmt, sync::Arc};

use tagbridge_driver::{Cause, Reason, nearest};
use tagbridge_texts::Message;

pub(crate) use self::absolute::begin;
use self::{index::Index, operand::Piece};
use crate::{
    Dimension, Project, Symbol, Vendor,
    expand::{Leaves, Shape, Step, Types, World, position},
    reason::Why,
};

/// A project with its index, to find tags quickly and to expand them.
///
/// Created once for each project; needs about 30 bytes per tag in addition to the project.
#[derive(Debug)]
pub struct Symbols {
    project: Arc<Project>,
    types: Types,
    index: Index,
}

impl Symbols {
    /// Creates the index, which visits every tag once.
    pub fn new(project: Arc<Project>) -> Self {
        Self { types: Types::new(&project), index: Index::new(&project), project }
    }

    /// The project.
    pub fn project(&self) -> &Arc<Project> {
        &self.project
    }

    /// All tags, in the order of the project.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = Symbol<'_>> {
        self.project.tags.iter().map(|tag| Symbol::of(tag, self.project.vendor))
    }

    /// The members of a structure or the elements of an array, one level down; empty for a leaf.
    pub fn parts<'p>(&'p self, of: &Symbol<'p>) -> Vec<Symbol<'p>> {
        let world = self.world();
        match world.shape(of) {
            Shape::Scalar(_) => Vec::new(),
            Shape::Structure(members) => {
                World::visible(members).map(|member| world.member(of, member)).collect()
            }
            Shape::Array { dimensions, element } => (0..crate::expand::count(dimensions))
                .take(MAX_PARTS)
                .map(|at| world.element(of, dimensions, element, at))
                .collect(),
        }
    }

    /// The bounds of an array, the outermost first, also if its type is an alias of an array; empty
    /// for other values.
    pub fn bounds<'p>(&'p self, of: &Symbol<'p>) -> &'p [Dimension] {
        match self.world().shape(of) {
            Shape::Array { dimensions, .. } => dimensions,
            Shape::Structure(_) | Shape::Scalar(_) => &[],
        }
    }

    /// All leaves below a symbol, which are read as one value each. Created on demand.
    pub fn leaves<'p>(&'p self, of: Symbol<'p>) -> Leaves<'p> {
        Leaves::new(self.world(), of)
    }

    /// Finds the tag, member, element or bit with a name.
    ///
    /// Accepted are: the name in the notation of the platform, with any case, with or without
    /// quotes; without the program, the application or the data block, if only one tag has that
    /// name; CODESYS names and node ids with the text before the application; absolute S7 addresses
    /// (`%DB1.DBD4`), if exactly one symbol has that address, and no tag has that name (`T1`).
    pub fn find<'p>(&'p self, name: &str) -> Result<Symbol<'p>, NotFound> {
        self.find_plainly(name).map_err(|it| it.unwrap_or_else(|| self.unknown(name.trim())))
    }

    /// As [`find`](Self::find), but does not search all tags for the nearest name, which would take
    /// long for thousands of names.
    pub fn find_without_hint<'p>(&'p self, name: &str) -> Result<Symbol<'p>, NotFound> {
        self.find_plainly(name).map_err(|it| it.unwrap_or_else(|| no_tag(name.trim())))
    }

    /// The error is empty (`None`) if no tag has a similar name.
    fn find_plainly<'p>(&'p self, name: &str) -> Result<Symbol<'p>, Option<NotFound>> {
        let name = name.trim();
        if self.project.vendor == Vendor::Siemens
            && let Some(place) = absolute::parse(name)
            && !self.index.is_name(&self.project, name)
        {
            let nothing = || NotFound {
                reason: Reason::NotInProject,
                what: (&Why::NothingAt { address: name }).into(),
                suggestion: None,
            };
            return self.at(&place).ok_or_else(|| Some(nothing()));
        }
        let mut missing = None;
        let is_node = name.contains(NODE);
        for name in spellings(name) {
            for (tag, rest) in self.index.candidates(&self.project, name) {
                // A node id is a full name: the variable with that name in another program is a
                // different one.
                if is_node && !index::is_path(tag, &name[..name.len() - rest.len()]) {
                    continue;
                }
                match self.descend(Symbol::of(tag, self.project.vendor), rest) {
                    Ok(symbol) => return Ok(symbol),
                    Err(error) => missing = missing.or(Some(error)),
                }
            }
        }
        Err(missing)
    }

    /// The size of a structure or a data block with standard layout in bits, if known.
    pub(crate) fn bits(&self, name: &str) -> Option<u32> {
        self.types.stride(name)
    }

    pub(crate) fn world(&self) -> World<'_> {
        World { project: &self.project, types: &self.types }
    }

    /// Resolves the part of the name after the tag.
    fn descend<'p>(&'p self, tag: Symbol<'p>, operand: &str) -> Result<Symbol<'p>, NotFound> {
        let pieces = operand::parse(operand).ok_or_else(|| NotFound {
            reason: Reason::NotInProject,
            what: (&Why::NoOperand { name: &tag.tag.name, operand }).into(),
            suggestion: Some(tag.tag.name.clone()),
        })?;
        let mut at = tag;
        for piece in &pieces {
            at = self.step(&at, piece)?;
        }
        Ok(at)
    }

    fn step<'p>(&'p self, of: &Symbol<'p>, piece: &Piece<'_>) -> Result<Symbol<'p>, NotFound> {
        let world = self.world();
        let shape = world.shape(of);
        match (piece, shape) {
            (Piece::Name(name), Shape::Structure(members)) => {
                let same = |own: &str| index::normalised(own).eq(index::normalised(name));
                World::visible(members)
                    .find(|member| same(&member.name))
                    .map(|member| world.member(of, member))
                    .ok_or_else(|| {
                        let names = World::visible(members).map(|member| member.name.as_str());
                        let near = nearest(name, names);
                        NotFound {
                            reason: Reason::NotInProject,
                            what: (&Why::NoMember { name: &of.name(), member: name }).into(),
                            suggestion: near.map(|near| {
                                let mut path = of.clone();
                                path.path.push(Step::Member(near));
                                path.name()
                            }),
                        }
                    })
            }
            (Piece::Indexes(indexes), Shape::Array { dimensions, element }) => {
                match position(dimensions, indexes) {
                    Some(at) => Ok(world.element(of, dimensions, element, at)),
                    None => Err(NotFound {
                        reason: Reason::OutOfRange,
                        what: (&Why::Array {
                            name: &of.name(),
                            dimensions: &dimensions.iter().fold(String::new(), |text, it| {
                                format!("{text} [{}..{}]", it.low, it.high)
                            }),
                        })
                            .into(),
                        suggestion: None,
                    }),
                }
            }
            (Piece::Name(name), Shape::Scalar(typed)) if name.parse::<u32>().is_ok() => {
                let bit = name.parse().ok().and_then(|bit| world.bit(of, bit));
                bit.ok_or_else(|| NotFound {
                    reason: Reason::OutOfRange,
                    what: no_bit(of, typed.name, name),
                    suggestion: None,
                })
            }
            (Piece::Bit(bit), Shape::Scalar(typed)) => {
                world.bit(of, *bit).ok_or_else(|| NotFound {
                    reason: Reason::OutOfRange,
                    what: no_bit(of, typed.name, &bit.to_string()),
                    suggestion: None,
                })
            }
            (piece, _) => {
                let name = &of.name();
                let why = match piece {
                    Piece::Name(member) => Why::NoStructure { name, member },
                    Piece::Indexes(_) => Why::NoArray { name },
                    Piece::Bit(_) => Why::NoBits { name },
                };
                Err(NotFound {
                    reason: Reason::NotInProject,
                    what: (&why).into(),
                    suggestion: Some(of.name()),
                })
            }
        }
    }

    fn unknown(&self, name: &str) -> NotFound {
        let suggestion = self.index.nearest(&self.project, name);
        if suggestion.as_deref() == Some(name) {
            let what = (&Why::Several { name }).into();
            return NotFound { what, ..no_tag(name) };
        }
        NotFound { suggestion, ..no_tag(name) }
    }
}

fn no_bit(of: &Symbol<'_>, type_name: &str, bit: &str) -> Message {
    (&Why::NoBit { name: &of.name(), type_name, bit }).into()
}

fn no_tag(name: &str) -> NotFound {
    NotFound {
        reason: Reason::NotInProject,
        what: (&Why::Unknown { name }).into(),
        suggestion: None,
    }
}

/// Where the prefix in a CODESYS node id begins.
const NODE: &str = "|var|";

/// Maximum number of elements that [`Symbols::parts`] lists.
const MAX_PARTS: usize = 10_000;

/// The possible spellings of a name. For a CODESYS node id
/// (`ns=4;s=|var|Prefix.Application.PLC_PRG.x`) these are the text after `|var|`, and the same
/// without its first parts, because the end of the prefix is unknown.
fn spellings(name: &str) -> impl Iterator<Item = &str> {
    let node = name.split_once(NODE).map(|(_, own)| own);
    let parts =
        node.into_iter().flat_map(|own| own.match_indices('.').map(|(at, _)| &own[at + 1..]));
    std::iter::once(node.unwrap_or(name)).chain(parts.take(8))
}

/// A name that does not exist in the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// [`Reason::NotInProject`], or [`Reason::OutOfRange`] for an index or a bit.
    pub reason: Reason,
    /// What is wrong.
    pub what: Message,
    /// The nearest existing name.
    pub suggestion: Option<String>,
}

impl NotFound {
    /// The error as the cause of a reading.
    pub fn cause(&self) -> Cause {
        Cause::new(self.reason, self.message())
    }

    fn message(&self) -> Message {
        let Some(name) = self.suggestion.as_deref() else { return self.what.clone() };
        Message::all([self.what.clone(), (&Why::DidYouMean { name }).into()])
    }
}

impl std::error::Error for NotFound {}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

#[cfg(test)]
mod tests;
