//! The target of a request.

use crate::codec::{DecodeError, Reader, class, epath::SegmentRef};

/// The target of a path, as far as the allow-list distinguishes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// A tag, a member or an element, by name or by the instance of its symbol.
    Tag,
    /// A symbol, which is both an object with attributes and a tag with a value.
    Symbol,
    Template,
    ConnectionManager,
    MessageRouter,
    /// An instance of any other class.
    Object,
}

/// Checks every segment; after the third one they only have to be parts of tags.
pub(super) fn target(path: &[u8]) -> Result<Option<Target>, DecodeError> {
    use SegmentRef::{Attribute, Class, Instance, Member, Symbol};
    let is_part = |it: &SegmentRef<'_>| matches!(it, Symbol(_) | Member(_));
    let mut reader = Reader::new(path);
    let mut first = [None; 3];
    let mut count = 0;
    let mut rest_is_parts = true;
    while !reader.is_empty() {
        let segment = SegmentRef::decode(&mut reader)?;
        match first.get_mut(count) {
            Some(place) => *place = Some(segment),
            None => rest_is_parts &= is_part(&segment),
        }
        count += 1;
    }
    let are_parts = |from: usize| rest_is_parts && first[from..].iter().flatten().all(is_part);
    Ok(match first {
        [Some(Symbol(_)), Some(Class(class::SYMBOL)), Some(Instance(_))] => {
            are_parts(3).then_some(if count == 3 { Target::Symbol } else { Target::Tag })
        }
        [Some(Class(class::SYMBOL)), Some(Instance(_)), None] => Some(Target::Symbol),
        [Some(Class(class::SYMBOL)), Some(Instance(_)), Some(_)] if are_parts(2) => {
            Some(Target::Tag)
        }
        [Some(Symbol(_)), ..] if are_parts(1) => Some(Target::Tag),
        [Some(Class(class)), Some(Instance(_)), None] => Some(match class {
            class::TEMPLATE => Target::Template,
            class::CONNECTION_MANAGER => Target::ConnectionManager,
            class::MESSAGE_ROUTER => Target::MessageRouter,
            _ => Target::Object,
        }),
        [Some(Class(_)), Some(Instance(_)), Some(Attribute(_))] if count == 3 => {
            Some(Target::Object)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{EPath, Segment};

    /// The targets of paths, implemented a second time.
    fn target_of(path: &EPath) -> Option<Target> {
        let is_part = |it: &Segment| matches!(it, Segment::Symbol(_) | Segment::Member(_));
        match path.0.as_slice() {
            [Segment::Symbol(_), Segment::Class(class::SYMBOL), Segment::Instance(_)]
            | [Segment::Class(class::SYMBOL), Segment::Instance(_)] => Some(Target::Symbol),
            [
                Segment::Symbol(_),
                Segment::Class(class::SYMBOL),
                Segment::Instance(_),
                rest @ ..,
            ]
            | [Segment::Class(class::SYMBOL), Segment::Instance(_), rest @ ..]
            | [Segment::Symbol(_), rest @ ..]
                if rest.iter().all(is_part) =>
            {
                Some(Target::Tag)
            }
            [Segment::Class(2), Segment::Instance(_)] => Some(Target::MessageRouter),
            [Segment::Class(6), Segment::Instance(_)] => Some(Target::ConnectionManager),
            [Segment::Class(0x6C), Segment::Instance(_)] => Some(Target::Template),
            [Segment::Class(_), Segment::Instance(_)] => Some(Target::Object),
            [Segment::Class(_), Segment::Instance(_), Segment::Attribute(_)] => {
                Some(Target::Object)
            }
            _ => None,
        }
    }

    #[test]
    fn every_path_leads_where_it_says() {
        let segments = [
            Segment::Symbol("A".into()),
            Segment::Class(class::SYMBOL),
            Segment::Class(class::TEMPLATE),
            Segment::Class(class::MESSAGE_ROUTER),
            Segment::Class(class::CONNECTION_MANAGER),
            Segment::Instance(1),
            Segment::Member(1),
            Segment::Attribute(1),
            Segment::ConnectionPoint(1),
        ];
        let mut paths = vec![EPath::default()];
        for begin in 0.. {
            let Some(path) = paths.get(begin).filter(|it| it.0.len() < 5).cloned() else { break };
            for segment in &segments {
                let more = path.0.iter().chain([segment]).cloned().collect();
                paths.push(more);
            }
        }
        assert!(paths.len() > 60_000, "all paths of five segments and fewer");
        for path in &paths {
            let mut bytes = Vec::new();
            path.encode(&mut bytes);
            assert!(target(&bytes) == Ok(target_of(path)), "{path:?}");
        }
    }
}
