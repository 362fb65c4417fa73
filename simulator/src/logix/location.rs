//! Resolves a path to a location in memory.

use super::{
    model::{Model, Scope, Symbol, SymbolKind},
    types::{Atomic, Element, ExternalAccess, TagType},
};

/// One step from a tag to one of its members or elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathStep<'a> {
    /// A member, by name in any case.
    Member(&'a str),
    /// The index of one dimension, outermost first.
    Index(u32),
}

/// The tag at the beginning of a path, within its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base<'a> {
    Name(&'a str),
    Instance(u32),
}

/// The location in memory that a path identifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location {
    /// Offset of its first byte.
    pub(super) offset: u32,
    pub(super) element: Element,
    /// The bit of the byte, for a BOOL member of a structure.
    pub(super) bit: Option<u8>,
    /// The dimensions without an index.
    pub(super) dimensions: [u32; 3],
    /// Number of elements from here to the end of the tag or member.
    pub(super) available: u32,
    pub(super) access: ExternalAccess,
}

impl Location {
    pub(super) fn tag_type(&self) -> TagType {
        TagType { element: self.element, dimensions: self.dimensions }
    }
}

/// Why a path cannot be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathFault {
    /// No tag or member has this name, or the type does not have this step.
    Unknown,
    /// No symbol has this instance.
    UnknownInstance,
    /// An index is outside its dimension.
    OutOfRange,
}

/// Resolves a path within `program` (`None`: the tags of the controller).
pub(super) fn resolve(
    model: &Model,
    program: Option<&str>,
    base: Base<'_>,
    steps: &[PathStep<'_>],
) -> Result<Location, PathFault> {
    let scope = model.scope(program).ok_or(PathFault::Unknown)?;
    let tag = match &find(scope, base)?.kind {
        SymbolKind::Tag(tag) => tag,
        SymbolKind::System => return Err(PathFault::Unknown),
    };
    let mut place = Location {
        offset: tag.offset,
        element: tag.shape.element,
        bit: None,
        dimensions: tag.shape.dimensions,
        available: tag.shape.count(),
        access: tag.access,
    };
    let mut rest = steps;
    while let Some(step) = rest.first() {
        match step {
            PathStep::Index(_) => {
                let rank = place.tag_type().rank();
                if rank == 0 || rest.len() < rank {
                    return Err(PathFault::Unknown);
                }
                place = index(model, place, &rest[..rank])?;
                rest = &rest[rank..];
            }
            PathStep::Member(name) => {
                place = member(model, place, name)?;
                rest = &rest[1..];
            }
        }
    }
    Ok(place)
}

fn find<'a>(scope: &'a Scope, base: Base<'_>) -> Result<&'a Symbol, PathFault> {
    match base {
        Base::Name(name) => scope.by_name(name).ok_or(PathFault::Unknown),
        Base::Instance(instance) => scope.by_instance(instance).ok_or(PathFault::UnknownInstance),
    }
}

fn index(model: &Model, place: Location, steps: &[PathStep<'_>]) -> Result<Location, PathFault> {
    let mut linear = 0;
    for (step, size) in steps.iter().zip(place.dimensions) {
        let PathStep::Index(at) = *step else {
            return Err(PathFault::Unknown);
        };
        if at >= size {
            return Err(PathFault::OutOfRange);
        }
        linear = linear * size + at;
    }
    Ok(Location {
        offset: place.offset + linear * model.size_of(place.element),
        dimensions: [0; 3],
        available: place.available - linear,
        ..place
    })
}

fn member(model: &Model, place: Location, name: &str) -> Result<Location, PathFault> {
    let Element::Structure(id) = place.element else {
        return Err(PathFault::Unknown);
    };
    if place.dimensions[0] > 0 {
        return Err(PathFault::Unknown);
    }
    let member = model.structure(id).member(name).ok_or(PathFault::Unknown)?;
    Ok(Location {
        offset: place.offset + member.offset,
        element: member.shape.element,
        bit: member.bit,
        dimensions: member.shape.dimensions,
        available: member.shape.count(),
        access: place.access,
    })
}

/// Resolves a name in text form: `Program:Main.Motor[2].Speed`, `Status.5`, `Flags[70]`.
pub(super) fn resolve_text(model: &Model, text: &str) -> Result<Location, PathFault> {
    let (program, text) = match text.split_once('.') {
        Some((program, rest)) if program.to_ascii_lowercase().starts_with("program:") => {
            (Some(program), rest)
        }
        _ => (None, text),
    };
    let mut steps = Vec::new();
    let mut bit = None;
    for part in text.split('.') {
        if !steps.is_empty() && part.starts_with(|c: char| c.is_ascii_digit()) {
            if bit.is_some() {
                return Err(PathFault::Unknown);
            }
            bit = Some(part.parse::<u32>().map_err(|_| PathFault::Unknown)?);
            continue;
        }
        let (name, indices) = match part.split_once('[') {
            Some((name, rest)) => (name, rest.strip_suffix(']').ok_or(PathFault::Unknown)?),
            None => (part, ""),
        };
        steps.push(PathStep::Member(name));
        for at in indices.split(',').filter(|_| part.len() > name.len()) {
            steps.push(PathStep::Index(at.trim().parse().map_err(|_| PathFault::Unknown)?));
        }
    }
    let Some((PathStep::Member(base), steps)) = steps.split_first() else {
        return Err(PathFault::Unknown);
    };
    let base = Base::Name(base);
    if let (Some((PathStep::Index(at), before)), None) = (steps.split_last(), bit)
        && let Ok(array) = resolve(model, program, base, before)
        && is_bool_array(&array.tag_type())
    {
        return bit_of(array, *at);
    }
    let place = resolve(model, program, base, steps)?;
    match bit {
        None => Ok(place),
        Some(bit) => match place.element {
            Element::Atomic(atomic) if atomic.has_bits() && place.dimensions[0] == 0 => {
                let word = Location { available: 1, ..place };
                if bit < atomic.size() * 8 { bit_of(word, bit) } else { Err(PathFault::OutOfRange) }
            }
            _ => Err(PathFault::Unknown),
        },
    }
}

/// Whether the type is an array that Logix shows as `BOOL[32 × n]`.
pub(super) fn is_bool_array(tag_type: &TagType) -> bool {
    tag_type.element == Element::Atomic(Atomic::Dword) && tag_type.rank() == 1
}

/// The bit `at` of consecutive little-endian integers.
fn bit_of(words: Location, at: u32) -> Result<Location, PathFault> {
    let size = match words.element {
        Element::Atomic(atomic) => atomic.size(),
        Element::Structure(_) => 0,
    };
    if at / 8 >= size * words.available {
        return Err(PathFault::OutOfRange);
    }
    Ok(Location {
        offset: words.offset + at / 8,
        element: Element::Atomic(Atomic::Bool),
        bit: u8::try_from(at % 8).ok(),
        dimensions: [0; 3],
        available: 1,
        access: words.access,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let mut model = Model::new();
        model
            .add_structure("Motor", &[("On", "BOOL"), ("Fault", "BOOL"), ("Temps", "REAL[4]")])
            .unwrap();
        for (name, type_text) in [
            ("Word", "INT"),
            ("Cube", "INT[2,3,4]"),
            ("Flags", "BOOL[64]"),
            ("Motors", "Motor[3]"),
            ("Text", "STRING"),
            ("Program:Main.X", "DINT[5]"),
        ] {
            model.add(name, type_text).unwrap();
        }
        model
    }

    #[test]
    fn leads_to_the_memory() {
        let model = model();
        let start = |name| resolve_text(&model, name).unwrap().offset;
        for (path, base, plus, bit, available) in [
            ("word", "Word", 0, None, 1),
            ("Word.9", "Word", 1, Some(1), 1),
            ("Cube", "Cube", 0, None, 24),
            ("Cube[1, 2,3]", "Cube", 46, None, 1),
            ("Cube[0,1,0]", "Cube", 8, None, 20),
            ("Flags[33]", "Flags", 4, Some(1), 1),
            ("MOTORS[2].fault", "Motors", 40, Some(1), 1),
            ("Motors[1].Temps[3]", "Motors", 20 + 16, None, 1),
            ("Motors[1].Temps", "Motors", 20 + 4, None, 4),
            ("Text.LEN", "Text", 0, None, 1),
            ("Text.DATA[5]", "Text", 9, None, 77),
            ("PROGRAM:main.x[4]", "Program:Main.X", 16, None, 1),
        ] {
            let place = resolve_text(&model, path).expect(path);
            assert_eq!(
                (place.offset - start(base), place.bit, place.available),
                (plus, bit, available),
                "{path}"
            );
        }
    }

    #[test]
    fn leads_nowhere() {
        let model = model();
        for (path, fault) in [
            ("", PathFault::Unknown),
            ("Nope", PathFault::Unknown),
            ("X", PathFault::Unknown),
            ("Program:Main", PathFault::Unknown),
            ("Program:Other.X", PathFault::Unknown),
            ("Word[0]", PathFault::Unknown),
            ("Word.16", PathFault::OutOfRange),
            ("Word.1.2", PathFault::Unknown),
            ("Cube[1]", PathFault::Unknown),
            ("Cube[0,0,0,0]", PathFault::Unknown),
            ("Cube[0,3,0]", PathFault::OutOfRange),
            ("Flags[64]", PathFault::OutOfRange),
            ("Motors.On", PathFault::Unknown),
            ("Motors[0].ZZZZZZZZZZHost0", PathFault::Unknown),
            ("Motors[3]", PathFault::OutOfRange),
            ("Motors[-1]", PathFault::Unknown),
            ("Text[", PathFault::Unknown),
        ] {
            assert_eq!(resolve_text(&model, path), Err(fault), "{path}");
        }
        let gap = resolve(&model, None, Base::Instance(9999), &[]);
        assert_eq!(gap, Err(PathFault::UnknownInstance));
    }
}
