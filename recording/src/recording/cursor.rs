//! Iterates over the pieces of a recording.

use super::{Place, Recording};

impl Recording {
    /// The place of the last piece that begins at or before a time. Later files have later times,
    /// unless the clock was set back.
    pub(super) fn place_at(&self, at_ms: i64) -> Option<Place> {
        self.files.iter().enumerate().rev().find_map(|(file, contents)| {
            let piece = contents.pieces.iter().rposition(|it| it.from_ms <= at_ms)?;
            Some((file, piece))
        })
    }

    /// The previous piece.
    pub(super) fn before(&self, (file, piece): Place) -> Option<Place> {
        if let Some(before) = piece.checked_sub(1) {
            return Some((file, before));
        }
        (0..file)
            .rev()
            .find_map(|file| Some((file, self.files.get(file)?.pieces.len().checked_sub(1)?)))
    }

    /// The next piece.
    pub(super) fn behind(&self, (file, piece): Place) -> Option<Place> {
        if self.piece((file, piece + 1)).is_some() {
            return Some((file, piece + 1));
        }
        (file + 1..self.files.len()).map(|file| (file, 0)).find(|it| self.piece(*it).is_some())
    }

    /// The first piece.
    pub(super) fn first(&self) -> Option<Place> {
        (0..self.files.len()).map(|file| (file, 0)).find(|it| self.piece(*it).is_some())
    }

    /// The pieces that may contain scans of a period, in order.
    pub(super) fn places(&self, from_ms: i64, until_ms: i64) -> impl Iterator<Item = Place> {
        self.files.iter().enumerate().flat_map(move |(file, contents)| {
            let pieces = contents.pieces.iter().enumerate();
            let touched =
                pieces.filter(move |(_, it)| it.to_ms >= from_ms && it.from_ms <= until_ms);
            touched.map(move |(piece, _)| (file, piece))
        })
    }
}
