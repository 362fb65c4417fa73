//! The differences within one rung or statement.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::{
    ChangeKind::{
        ActionAdded, ActionRemoved, BranchAdded, BranchRemoved, ConditionAdded, ConditionRemoved,
        Constant, Expression, Instruction, Inverted, Operand, Order,
    },
    LogicChange,
    piece::{Item, Part, Piece, hash, text},
};

/// Compares two series.
pub(crate) fn series(old: &[Piece], new: &[Piece]) -> Vec<LogicChange> {
    let hashes = |pieces: &[Piece]| pieces.iter().map(Piece::hash).collect::<Vec<_>>();
    let mut changes = Vec::new();
    let (mut gone, mut come): (Vec<&Piece>, Vec<&Piece>) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, &hashes(old), &hashes(new)) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (olds, news) = (&old[op.old_range()], &new[op.new_range()]);
        let paired = pair(olds, news, &mut changes);
        gone.extend(olds.iter().enumerate().filter(|(at, _)| !paired.0[*at]).map(|it| it.1));
        come.extend(news.iter().enumerate().filter(|(at, _)| !paired.1[*at]).map(|it| it.1));
    }
    let same = |a: &&Piece, b: &&Piece| a.hash() == b.hash();
    let (mut left, mut moved) = (Vec::new(), Vec::new());
    for piece in gone {
        match come.iter().position(|other| same(&piece, other)) {
            Some(at) => moved.push(come.remove(at)),
            None => left.push(piece),
        }
    }
    changes.extend(moved.into_iter().map(|piece| LogicChange::new(Order, piece.text())));
    for piece in left {
        let kind = kind_of(piece, BranchRemoved, ConditionRemoved, ActionRemoved);
        changes.push(LogicChange::new(kind, piece.text()));
    }
    for piece in come {
        let kind = kind_of(piece, BranchAdded, ConditionAdded, ActionAdded);
        changes.push(LogicChange::new(kind, piece.text()));
    }
    changes
}

fn kind_of<T>(piece: &Piece, branch: T, asks: T, acts: T) -> T {
    match piece {
        Piece::Branch(_) => branch,
        Piece::Item(item) if item.asks() => asks,
        Piece::Item(_) => acts,
    }
}

/// Pairs pieces that replace each other, from left to right; returns which pieces have a partner.
fn pair(old: &[Piece], new: &[Piece], changes: &mut Vec<LogicChange>) -> (Vec<bool>, Vec<bool>) {
    let mut paired = (vec![false; old.len()], vec![false; new.len()]);
    let mut next = 0;
    for (at, piece) in old.iter().enumerate() {
        let partner =
            (next..new.len()).find_map(|to| Some((to, piece_differences(piece, &new[to])?)));
        if let Some((to, found)) = partner {
            changes.extend(found);
            (paired.0[at], paired.1[to]) = (true, true);
            next = to + 1;
        }
    }
    paired
}

/// The differences between a piece and its replacement; `None` if they do not match.
fn piece_differences(old: &Piece, new: &Piece) -> Option<Vec<LogicChange>> {
    match (old, new) {
        (Piece::Item(old), Piece::Item(new)) if old.is_statement() && new.is_statement() => {
            Some(statement(old, new))
        }
        (Piece::Item(old), Piece::Item(new)) => instruction(old, new),
        (Piece::Branch(old), Piece::Branch(new)) => Some(branch(old, new)),
        (Piece::Item(_), Piece::Branch(legs)) => {
            around(old, legs).map(|more| vec![LogicChange::new(BranchAdded, more)])
        }
        (Piece::Branch(legs), Piece::Item(_)) => {
            around(new, legs).map(|less| vec![LogicChange::new(BranchRemoved, less)])
        }
    }
}

/// The other legs, if one leg is only this piece.
fn around(piece: &Piece, legs: &[Vec<Piece>]) -> Option<String> {
    let own = hash(std::slice::from_ref(piece));
    let at = legs.iter().position(|leg| hash(leg) == own)?;
    let others = legs.iter().enumerate().filter(|(other, _)| *other != at);
    Some(others.map(|(_, leg)| text(leg)).collect::<Vec<_>>().join(" ,"))
}

fn instruction(old: &Item, new: &Item) -> Option<Vec<LogicChange>> {
    let same_head = old.head.eq_ignore_ascii_case(&new.head);
    let differing: Vec<(&Part, &Part)> =
        old.parts.iter().zip(&new.parts).filter(|(old, new)| old.folded != new.folded).collect();
    let same_count = old.parts.len() == new.parts.len();
    if !same_head {
        if !same_count || !differing.is_empty() {
            return None;
        }
        let heads = [old.head.to_uppercase(), new.head.to_uppercase()];
        let inverse = [["XIC", "XIO"], ["XIO", "XIC"]].iter().any(|pair| heads == *pair);
        let kind = if inverse { Inverted } else { Instruction };
        return Some(vec![LogicChange::new(kind, new.text()).from(&old.head).to(&new.head)]);
    }
    // Completely different conditions are one changed condition only if nothing is kept.
    if !same_count {
        return Some(vec![
            LogicChange::new(Expression, new.text()).from(old.text()).to(new.text()),
        ]);
    }
    Some(differing.into_iter().map(|(old, to)| operand(old, to, &new.text())).collect())
}

fn operand(old: &Part, new: &Part, within: &str) -> LogicChange {
    let inverted = old.upright().as_deref() == Some(new.folded.as_str())
        || new.upright().as_deref() == Some(old.folded.as_str());
    let kind = match () {
        () if inverted => Inverted,
        () if old.is_literal() && new.is_literal() => Constant,
        () if old.is_name() || new.is_name() => Operand,
        () => Expression,
    };
    LogicChange::new(kind, within).from(&old.text).to(&new.text)
}

fn branch(old: &[Vec<Piece>], new: &[Vec<Piece>]) -> Vec<LogicChange> {
    let hashes = |legs: &[Vec<Piece>]| legs.iter().map(|leg| hash(leg)).collect::<Vec<_>>();
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, &hashes(old), &hashes(new)) {
        if !matches!(op, DiffOp::Equal { .. }) {
            gone.extend(&old[op.old_range()]);
            come.extend(&new[op.new_range()]);
        }
    }
    let mut changes = Vec::new();
    gone.retain(|leg| match come.iter().position(|other| hash(other) == hash(leg)) {
        Some(at) => {
            let leg = come.remove(at);
            if !leg.iter().all(Piece::asks) {
                changes.push(LogicChange::new(Order, text(leg)));
            }
            false
        }
        None => true,
    });
    while !gone.is_empty() && !come.is_empty() {
        let differences = |(from, to): (usize, usize)| {
            let found = series(gone[from], come[to]);
            (found.len(), from.abs_diff(to), from, to, found)
        };
        let all = (0..gone.len()).flat_map(|from| (0..come.len()).map(move |to| (from, to)));
        let Some((.., from, to, found)) = all
            .take(64)
            .map(differences)
            .min_by(|a, b| (a.0, a.1, a.2, a.3).cmp(&(b.0, b.1, b.2, b.3)))
        else {
            break;
        };
        changes.extend(found);
        gone.remove(from);
        come.remove(to);
    }
    changes.extend(gone.into_iter().map(|leg| LogicChange::new(BranchRemoved, text(leg))));
    changes.extend(come.into_iter().map(|leg| LogicChange::new(BranchAdded, text(leg))));
    changes
}

/// Compares two statements, token by token.
fn statement(old: &Item, new: &Item) -> Vec<LogicChange> {
    let folded = |item: &Item| item.parts.iter().map(|it| it.folded.clone()).collect::<Vec<_>>();
    let within = new.text();
    let mut changes = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &folded(old), &folded(new)) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (olds, news) = (&old.parts[op.old_range()], &new.parts[op.new_range()]);
        changes.push(match (olds, news) {
            ([old], [new]) if is_sign(old) && is_sign(new) => {
                LogicChange::new(Instruction, &within).from(&old.text).to(&new.text)
            }
            ([old], [new]) => operand(old, new, &within),
            ([only], []) | ([], [only]) if only.folded == "not" => {
                LogicChange::new(Inverted, &within)
            }
            (run, []) => LogicChange::new(ConditionRemoved, &within).from(joined(run)),
            ([], run) => LogicChange::new(ConditionAdded, &within).to(joined(run)),
            (olds, news) => {
                LogicChange::new(Expression, &within).from(joined(olds)).to(joined(news))
            }
        });
    }
    changes
}

fn is_sign(part: &Part) -> bool {
    const WORDS: [&str; 6] = ["and", "or", "xor", "mod", "div", "&"];
    WORDS.contains(&part.folded.as_str()) || !part.folded.contains(|c: char| c.is_alphanumeric())
}

fn joined(parts: &[Part]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ")
}
