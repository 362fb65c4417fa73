//! The filter and the order of the rows.

use std::{cmp::Ordering, collections::HashMap};

use tagbridge_api::hmi::{GroupedTags, TagValue};

use super::{TagMetadata, quality};
use crate::{
    tag_search::TagSearch,
    text::{cell, number},
    time::small,
    view::{OpenRows, Quality, Sort},
};

/// The indices of the matching rows, pinned ones first, and the number of pinned ones.
pub(super) type RowOrder = (Vec<u32>, u32);

/// The rows that match the filter, of any quality or of this one.
pub(super) fn order(
    tags: &GroupedTags,
    metadata: &TagMetadata,
    request: &OpenRows,
    of: Option<Quality>,
) -> RowOrder {
    let vendor = metadata.symbols().map(|it| it.project().vendor);
    let search = TagSearch::new(&request.search, vendor);
    let only: Option<HashMap<&str, usize>> = request
        .only
        .as_ref()
        .map(|it| it.iter().zip(0..).map(|(name, at)| (name.as_str(), at)).collect());
    let passing = tags.iter().enumerate().filter(|(_, (name, value))| {
        only.as_ref().is_none_or(|it| it.contains_key(name.as_str()))
            && of.is_none_or(|it| it == quality(value.quality))
            && (!request.requested || metadata.requested.contains(*name))
            && (search.is_empty()
                || search.is_in(name)
                || metadata.notes.get(*name).is_some_and(|it| search.is_of(it)))
    });
    let mut rows: Vec<usize> = passing.map(|(place, _)| place).collect();
    if let Some(only) = &only {
        let place =
            |row: &usize| tags.get_index(*row).and_then(|(name, _)| only.get(name.as_str()));
        rows.sort_by_key(|it| place(it).copied());
    }
    sort(&mut rows, tags, metadata, request);
    let is_pinned = |place: &usize| {
        tags.get_index(*place).is_some_and(|(name, _)| metadata.pinned.iter().any(|it| it == name))
    };
    let (pinned, others): (Vec<usize>, Vec<usize>) = if metadata.pinned.is_empty() {
        (Vec::new(), rows)
    } else {
        rows.into_iter().partition(is_pinned)
    };
    let count = small(pinned.len());
    (pinned.into_iter().chain(others).map(small).collect(), count)
}

/// The rows of a quality, in the same order.
pub(super) fn of_quality((places, pinned): &RowOrder, tags: &GroupedTags, of: Quality) -> RowOrder {
    let passes = |place: &u32| {
        tags.get_index(*place as usize).is_some_and(|(_, value)| quality(value.quality) == of)
    };
    let passing = |places: &[u32]| places.iter().copied().filter(passes).collect::<Vec<u32>>();
    let (first, others) = places.split_at(*pinned as usize);
    let mut all = passing(first);
    let count = small(all.len());
    all.extend(passing(others));
    (all, count)
}

/// Whether the order of the rows depends on their values.
pub(super) fn is_by_values(sort: Sort) -> bool {
    match sort {
        Sort::Value | Sort::Quality | Sort::Age => true,
        Sort::Given | Sort::Name | Sort::Type | Sort::Comment => false,
    }
}

fn sort(rows: &mut [usize], tags: &GroupedTags, metadata: &TagMetadata, request: &OpenRows) {
    let row = |place: usize| tags.get_index(place);
    let compare = |a: &usize, b: &usize| -> Ordering {
        let (Some((a_name, a)), Some((b_name, b))) = (row(*a), row(*b)) else {
            return Ordering::Equal;
        };
        match request.sort {
            Sort::Given => Ordering::Equal,
            Sort::Name => natural(a_name, b_name),
            Sort::Value => by_value(a, b),
            Sort::Type => natural(&a.type_name, &b.type_name),
            Sort::Quality => (b.quality as u8).cmp(&(a.quality as u8)),
            Sort::Age => b.timestamp.cmp(&a.timestamp),
            Sort::Comment => natural(metadata.comment(a_name), metadata.comment(b_name)),
        }
    };
    // A stable sort: equal rows stay in the session's own order in both directions.
    if request.descending {
        if request.sort == Sort::Given {
            rows.reverse();
        } else {
            rows.sort_by(|a, b| compare(b, a));
        }
    } else if request.sort != Sort::Given {
        rows.sort_by(compare);
    }
}

/// Numbers by size, then text, then missing values.
fn by_value(a: &TagValue, b: &TagValue) -> Ordering {
    let rank = |it: &TagValue| match number(&it.value) {
        Some(_) => 0,
        None if !it.value.is_null() => 1,
        None => 2,
    };
    rank(a).cmp(&rank(b)).then_with(|| match (number(&a.value), number(&b.value)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => natural(&cell(&a.value), &cell(&b.value)),
    })
}

/// In natural order: `Valve[3]` before `Valve[12]`, case-insensitive.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.bytes().peekable(), b.bytes().peekable());
    loop {
        match (a.peek().copied(), b.peek().copied()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (x, y) = (digits(&mut a), digits(&mut b));
                match x.cmp(&y) {
                    Ordering::Equal => {}
                    other => return other,
                }
            }
            (Some(x), Some(y)) => {
                match x.to_ascii_lowercase().cmp(&y.to_ascii_lowercase()) {
                    Ordering::Equal => {}
                    other => return other,
                }
                a.next();
                b.next();
            }
        }
    }
}

/// A number for comparison: its digits without leading zeros, and how many there are.
fn digits(text: &mut std::iter::Peekable<std::str::Bytes<'_>>) -> (usize, Vec<u8>) {
    let mut digits = Vec::new();
    while let Some(digit) = text.next_if(u8::is_ascii_digit) {
        if digit != b'0' || !digits.is_empty() {
            digits.push(digit);
        }
    }
    (digits.len(), digits)
}
