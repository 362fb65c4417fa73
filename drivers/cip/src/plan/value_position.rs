//! The position of a tag's value in the data of a scan, if its type is already known.

use std::{borrow::Cow, sync::Arc};

use bytes::Bytes;
use tagbridge_driver::Value;

use crate::{
    catalogue::{Kind, ReadablePart, RequestedPart, ResolvedName},
    codec::{DecodeError, Elementary, Reader},
};

/// A range of a read's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) read: usize,
    /// Its offset.
    pub(crate) at: usize,
    pub(crate) len: usize,
}

/// The position of a tag's value, and its encoding.
#[derive(Debug)]
pub(crate) struct ValuePosition {
    resolved: Arc<ResolvedName>,
    pub(crate) type_name: Arc<str>,
    /// In sequence they contain the tag's bytes; at least one.
    pub(crate) chunks: Vec<Chunk>,
    form: Form,
}

/// The encoding of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// One elementary value.
    Scalar(Elementary),
    /// This number of elementary values in one dimension, none of them divided between chunks.
    Run(Elementary, usize),
    /// A bit of the first byte.
    Bit(u8),
    /// By the type's definition.
    Defined,
}

impl ValuePosition {
    /// The value of `resolved` in a unit whose data is in these chunks.
    pub(super) fn new(
        resolved: Arc<ResolvedName>,
        unit: &ReadablePart,
        chunks: &[Chunk],
        type_name: Arc<str>,
    ) -> Self {
        let inner = resolved.innermost();
        let is_unit = inner == unit;
        let form = match (inner.bit, &inner.kind, &resolved.pick) {
            (Some(bit), ..) if !is_unit => Form::Bit(bit),
            (_, Kind::Atomic(kind), RequestedPart::Elements(dimensions))
                if dimensions.is_empty() =>
            {
                Form::Scalar(*kind)
            }
            _ => Form::Defined,
        };
        let chunks = if is_unit {
            chunks.to_vec()
        } else {
            let begin = inner.offset.saturating_sub(unit.offset);
            let len = if inner.bit.is_some() { Some(1) } else { inner.size() };
            cut(chunks, size(begin), len.map_or(usize::MAX, size))
        };
        let form = match (form, &inner.kind, &resolved.pick) {
            (Form::Defined, Kind::Atomic(kind), RequestedPart::Elements(dimensions)) => {
                run(*kind, dimensions, &chunks).unwrap_or(form)
            }
            _ => form,
        };
        Self { resolved, type_name, chunks, form }
    }

    /// The name, in the controller's spelling.
    pub(crate) fn name(&self) -> &str {
        &self.resolved.name
    }

    /// Decodes the value; `data` returns the data of a read.
    pub(crate) fn value<'a>(
        &self,
        data: impl Fn(usize) -> &'a Bytes,
    ) -> Result<Value, DecodeError> {
        let part = |chunk: &Chunk| {
            let bytes = data(chunk.read);
            let end = chunk.at.checked_add(chunk.len);
            end.and_then(|end| bytes.get(chunk.at..end)).ok_or_else(|| {
                let expected = format!("{} bytes", chunk.len);
                DecodeError::new("tag data", chunk.at, expected, format!("{} in all", bytes.len()))
            })
        };
        if let Form::Run(kind, count) = self.form {
            let mut values = Vec::with_capacity(count);
            for chunk in &self.chunks {
                kind.decode_run(part(chunk)?, &mut values)?;
            }
            return Ok(Value::Array(values));
        }
        let bytes: Cow<'_, [u8]> = match &self.chunks[..] {
            [one] => part(one)?.into(),
            several => {
                let mut bytes = Vec::with_capacity(several.iter().map(|it| it.len).sum());
                for chunk in several {
                    bytes.extend_from_slice(part(chunk)?);
                }
                bytes.into()
            }
        };
        match self.form {
            Form::Scalar(kind) => kind.decode(&mut Reader::new(&bytes)),
            Form::Bit(bit) => Ok(Value::Bool(bytes.first().is_some_and(|it| it >> bit & 1 == 1))),
            Form::Run(..) | Form::Defined => self.resolved.value(&bytes),
        }
    }
}

/// A run, if the chunks have exactly its elements.
fn run(kind: Elementary, dimensions: &[u32], chunks: &[Chunk]) -> Option<Form> {
    let &[count] = dimensions else { return None };
    let element = kind.size()?;
    let is_whole = chunks.iter().all(|it| it.len.is_multiple_of(element));
    let bytes: usize = chunks.iter().map(|it| it.len).sum();
    let is_run = is_whole && bytes == size(count) * element && !Kind::Atomic(kind).is_packed(count);
    is_run.then_some(Form::Run(kind, size(count)))
}

/// Selects `len` bytes of the chunks, from `begin` on.
fn cut(chunks: &[Chunk], begin: usize, len: usize) -> Vec<Chunk> {
    let mut parts = Vec::with_capacity(1);
    let (mut skip, mut left) = (begin, len);
    for chunk in chunks {
        if left > 0 && skip < chunk.len {
            let len = left.min(chunk.len - skip);
            parts.push(Chunk { at: chunk.at + skip, len, ..*chunk });
            left -= len;
        }
        skip = skip.saturating_sub(chunk.len);
    }
    parts
}

fn size(bytes: u32) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_whole_in_all_their_chunks() {
        let chunk = |len| Chunk { read: 0, at: 0, len };
        let form = |count| Some(Form::Run(Elementary::Dint, count));
        for (kind, dimensions, lens, expected) in [
            (Elementary::Dint, &[3][..], &[8, 4][..], form(3)),
            (Elementary::Dint, &[3], &[6, 6], None),
            (Elementary::Dint, &[4], &[8, 4], None),
            (Elementary::Dint, &[3, 1], &[12], None),
            (Elementary::Dword, &[3], &[12], None),
            (Elementary::String, &[3], &[12], None),
        ] {
            let chunks: Vec<_> = lens.iter().map(|&it| chunk(it)).collect();
            assert_eq!(run(kind, dimensions, &chunks), expected, "{kind} {dimensions:?} {lens:?}");
        }
    }

    #[test]
    fn cuts_go_across_chunks() {
        let chunk = |read, at, len| Chunk { read, at, len };
        let chunks = [chunk(4, 0, 10), chunk(5, 0, 10), chunk(9, 2, 10)];
        for (begin, len, expected) in [
            (0, 10, vec![chunk(4, 0, 10)]),
            (3, 4, vec![chunk(4, 3, 4)]),
            (10, 2, vec![chunk(5, 0, 2)]),
            (8, 4, vec![chunk(4, 8, 2), chunk(5, 0, 2)]),
            (9, 14, vec![chunk(4, 9, 1), chunk(5, 0, 10), chunk(9, 2, 3)]),
            (0, 30, chunks.to_vec()),
        ] {
            assert_eq!(cut(&chunks, begin, len), expected, "{len} from {begin}");
        }
    }
}
