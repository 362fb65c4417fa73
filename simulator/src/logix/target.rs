//! The target of a request's path: an object or a tag.

use tagbridge_cip::codec::{EPath, Segment, class};

use super::location::{Base, PathStep};

/// The target of a request's path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target<'a> {
    /// A class (instance 0), an object, or an attribute of it.
    Object {
        class: u32,
        instance: u32,
        attribute: Option<u32>,
        /// The program whose symbols are addressed; only for the symbol class.
        program: Option<&'a str>,
    },
    /// A tag, by name or by instance, followed by steps.
    Tag { program: Option<&'a str>, base: Base<'a>, steps: Vec<PathStep<'a>> },
}

impl<'a> Target<'a> {
    /// Returns the target, or `None` if the order of the segments is invalid.
    pub(super) fn of(path: &'a EPath) -> Option<Self> {
        let (program, segments) = match path.0.as_slice() {
            [Segment::Symbol(name), rest @ ..] if !rest.is_empty() && is_program(name) => {
                (Some(name.as_str()), rest)
            }
            all => (None, all),
        };
        match segments {
            [Segment::Symbol(name), rest @ ..] => {
                Some(Self::Tag { program, base: Base::Name(name), steps: steps(rest)? })
            }
            [Segment::Class(class::SYMBOL), Segment::Instance(instance), rest @ ..]
                if !rest.is_empty() && !matches!(rest, [Segment::Attribute(_)]) =>
            {
                Some(Self::Tag { program, base: Base::Instance(*instance), steps: steps(rest)? })
            }
            [Segment::Class(class), Segment::Instance(instance), rest @ ..]
                if program.is_none() || *class == class::SYMBOL =>
            {
                let attribute = match rest {
                    [] => None,
                    [Segment::Attribute(attribute)] => Some(*attribute),
                    _ => return None,
                };
                Some(Self::Object { class: *class, instance: *instance, attribute, program })
            }
            _ => None,
        }
    }

    /// The class for which requests to this target are counted.
    pub(super) fn class(&self) -> u32 {
        match self {
            Self::Object { class, .. } => *class,
            Self::Tag { .. } => class::SYMBOL,
        }
    }
}

fn is_program(name: &str) -> bool {
    name.get(..8).is_some_and(|prefix| prefix.eq_ignore_ascii_case("Program:"))
}

fn steps(segments: &[Segment]) -> Option<Vec<PathStep<'_>>> {
    segments
        .iter()
        .map(|segment| match segment {
            Segment::Symbol(name) => Some(PathStep::Member(name)),
            Segment::Member(at) => Some(PathStep::Index(*at)),
            _ => None,
        })
        .collect()
}
