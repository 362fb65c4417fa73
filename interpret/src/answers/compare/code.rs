//! The differences between the code of two routines or blocks.

use tagbridge_logic::{Citation, UnitId};

use super::super::sentences::in_words;
use crate::{book::Book, say::with, words::words};

/// A statement of code.
struct Statement {
    citation: Citation,
    sentence: String,
    /// The sentence without names and numbers that only belong to this code.
    shape: String,
    numbers: Vec<String>,
}

/// The statements that only one of two routines has, and those that have other numbers.
pub(super) fn units(book: &mut Book<'_>, one: (&[UnitId], &str), other: (&[UnitId], &str)) {
    let first = statements(book, one.0, [one.1, other.1]);
    let second = statements(book, other.0, [other.1, one.1]);
    let only = |own: &[Statement], others: &[Statement]| -> Vec<usize> {
        let mut left: Vec<&str> = others.iter().map(|it| it.shape.as_str()).collect();
        let is_lacking = |at: &usize| match left.iter().position(|it| *it == own[*at].shape) {
            Some(found) => {
                left.remove(found);
                false
            }
            None => true,
        };
        (0..own.len()).filter(is_lacking).collect()
    };
    let differences =
        [(one.1, &first, only(&first, &second)), (other.1, &second, only(&second, &first))];
    let pairs = pairs(&first, &second);
    let is_same = differences.iter().all(|it| it.2.is_empty()) && pairs.is_empty();
    book.say(
        if is_same { "compare-same" } else { "compare-code" },
        &with![
            "one" => one.1, "other" => other.1, "numbers" => pairs.len(),
            "first" => differences[0].2.len(), "second" => differences[1].2.len(),
        ],
    );
    for (at, other) in pairs {
        let [first, second] = [&first[at], &second[other]];
        let label = book.label(&second.citation);
        let text = book.words(
            "compare-numbers",
            &with!["one" => first.sentence.as_str(), "other" => second.sentence.as_str(), "place" => label],
        );
        book.item(&first.citation, &text);
    }
    for (name, statements, lacking) in differences {
        for at in lacking {
            let Statement { citation, sentence, .. } = &statements[at];
            let text = book.words("compare-only", &with!["name" => name]);
            book.item(citation, &format!("{text}: {sentence}"));
        }
    }
}

/// The statements with one shape and other numbers, by their positions.
fn pairs(first: &[Statement], second: &[Statement]) -> Vec<(usize, usize)> {
    let mut used = vec![false; second.len()];
    let mut found = Vec::new();
    for (at, own) in first.iter().enumerate() {
        let same = |other: &usize| !used[*other] && second[*other].shape == own.shape;
        let Some(other) = (0..second.len()).find(same) else { continue };
        used[other] = true;
        if second[other].numbers != own.numbers {
            found.push((at, other));
        }
    }
    found
}

fn statements(book: &Book<'_>, units: &[UnitId], names: [&str; 2]) -> Vec<Statement> {
    let rows = units.iter().flat_map(|unit| book.logic().explain(*unit).rows);
    let statement = |row| {
        let sentence = in_words(book, &row);
        let shape = shape(&sentence, names);
        let numbers = numbers(&sentence);
        Statement { citation: row.citation, sentence, shape, numbers }
    };
    rows.map(statement).collect()
}

/// A text in lower case, without the words that only the first of two names has, and without digits.
pub(super) fn shape(text: &str, [own, other]: [&str; 2]) -> String {
    let mut text = text.to_lowercase().replace(&own.to_lowercase(), "§");
    let others = words(other);
    for word in words(own).into_iter().filter(|it| it.len() > 2 && !others.contains(it)) {
        text = text.replace(&word, "§");
    }
    text.chars().filter(|it| !it.is_ascii_digit()).collect()
}

/// The numbers in a text that are no part of a name.
fn numbers(text: &str) -> Vec<String> {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '#');
    let tokens = text.split(|it: char| !is_part(it));
    let is_number =
        |it: &&str| it.starts_with(|it: char| it.is_ascii_digit()) || it.starts_with("T#");
    tokens.filter(is_number).map(|it| it.trim_end_matches('.').to_owned()).collect()
}
