//! Matches the cells of two versions.

use std::collections::HashMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::piece::Cell;

/// The fate of cells, by their indexes in the old and the new list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellMatch {
    /// At the same position.
    Same(usize, usize),
    /// At another position.
    Moved(usize, usize),
    /// With other content.
    Changed(usize, usize),
    /// Only in the old list.
    Removed(usize),
    /// Only in the new list.
    Added(usize),
}

/// Minimum similarity of two cells to count as changed.
const ALIKE: f64 = 0.5;

/// Aligns two versions of a routine.
pub(crate) fn align(old: &[Cell], new: &[Cell]) -> Vec<CellMatch> {
    let hashes = |cells: &[Cell]| cells.iter().map(|cell| cell.hash).collect::<Vec<_>>();
    let (mut fates, mut gaps) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Patience, &hashes(old), &hashes(new)) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            fates.extend((0..len).map(|at| CellMatch::Same(old_index + at, new_index + at)));
        } else {
            gaps.push((op.old_range(), op.new_range()));
        }
    }
    let mut gone: Vec<usize> = gaps.iter().flat_map(|(old, _)| old.clone()).collect();
    let mut come: Vec<usize> = gaps.iter().flat_map(|(_, new)| new.clone()).collect();
    fates.extend(moved(old, new, &mut gone, &mut come));
    for (olds, news) in gaps {
        let olds: Vec<usize> = olds.filter(|at| gone.contains(at)).collect();
        let news: Vec<usize> = news.filter(|at| come.contains(at)).collect();
        fates.extend(alike(old, new, &olds, &news, &mut gone, &mut come));
    }
    let (olds, news) = (gone.clone(), come.clone());
    fates.extend(alike(old, new, &olds, &news, &mut gone, &mut come));
    fates.extend(gone.into_iter().map(CellMatch::Removed));
    fates.extend(come.into_iter().map(CellMatch::Added));
    fates
}

/// Equal cells at different positions.
fn moved(
    old: &[Cell],
    new: &[Cell],
    gone: &mut Vec<usize>,
    come: &mut Vec<usize>,
) -> Vec<CellMatch> {
    let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    for at in come.iter().rev() {
        by_hash.entry(new[*at].hash).or_default().push(*at);
    }
    let mut fates = Vec::new();
    gone.retain(|at| {
        let there = by_hash.get_mut(&old[*at].hash).and_then(Vec::pop);
        fates.extend(there.map(|there| CellMatch::Moved(*at, there)));
        there.is_none()
    });
    let arrived =
        |at: &usize| fates.iter().any(|it| matches!(it, CellMatch::Moved(_, to) if to == at));
    come.retain(|at| !arrived(at));
    fates
}

/// The most similar pairs, in descending order.
fn alike(
    old: &[Cell],
    new: &[Cell],
    olds: &[usize],
    news: &[usize],
    gone: &mut Vec<usize>,
    come: &mut Vec<usize>,
) -> Vec<CellMatch> {
    let words: Vec<Words> = news.iter().map(|at| Words::of(&new[*at])).collect();
    let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, words) in words.iter().enumerate() {
        for word in words.counts.keys() {
            by_word.entry(word.as_str()).or_default().push(index);
        }
    }
    let mut pairs = Vec::new();
    for at in olds {
        let own = Words::of(&old[*at]);
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for (word, count) in &own.counts {
            for index in by_word.get(word.as_str()).into_iter().flatten() {
                *shared.entry(*index).or_default() += (*count).min(words[*index].counts[word]);
            }
        }
        // A single cell in its gap is a change of its counterpart, unless they share nothing.
        let alone = olds.len() == 1 && news.len() == 1;
        for (index, shared) in shared {
            #[expect(clippy::cast_precision_loss, reason = "words of one rung")]
            let share = 2.0 * shared as f64 / (own.total + words[index].total).max(1) as f64;
            if share >= ALIKE || (alone && share > 0.0) {
                pairs.push((share, *at, news[index]));
            }
        }
    }
    pairs.sort_by(|a, b| {
        let distance = |pair: &(f64, usize, usize)| pair.1.abs_diff(pair.2);
        b.0.total_cmp(&a.0).then_with(|| distance(a).cmp(&distance(b))).then_with(|| a.1.cmp(&b.1))
    });
    let mut fates = Vec::new();
    for (_, from, to) in pairs {
        if gone.contains(&from) && come.contains(&to) {
            gone.retain(|at| *at != from);
            come.retain(|at| *at != to);
            fates.push(CellMatch::Changed(from, to));
        }
    }
    fates
}

/// The words of a cell, in any order.
struct Words {
    counts: HashMap<String, usize>,
    total: usize,
}

impl Words {
    fn of(cell: &Cell) -> Self {
        let mut items = Vec::new();
        cell.pieces.iter().for_each(|piece| piece.items(&mut items));
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut total = 0;
        for item in items {
            let head = (!item.is_statement()).then(|| item.head.to_lowercase());
            for word in item.parts.iter().map(|part| part.folded.clone()).chain(head) {
                if word.chars().any(char::is_alphanumeric) {
                    *counts.entry(word).or_default() += 1;
                    total += 1;
                }
            }
        }
        Self { counts, total }
    }
}
