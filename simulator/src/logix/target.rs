//! What a request's path leads to: an object, or a tag.

use tagbridge_cip::codec::{EPath, Segment, class};

use super::location::{Base, PathStep};

/// What a request's path leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target<'a> {
    /// A class (instance 0), an object, or an attribute of it.
    Object {
        class: u32,
        instance: u32,
        attribute: Option<u32>,
        /// Whose symbols are meant; of the symbol class alone.
        program: Option<&'a str>,
    },
    /// A tag, by name or by instance and then on.
    Tag { program: Option<&'a str>, base: Base<'a>, steps: Vec<PathStep<'a>> },
}

impl<'a> Target<'a> {
    /// `None` when the segments do not make sense in this order.
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

    /// The class that it is counted under.
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
