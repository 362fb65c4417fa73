//! Whether a proposal matches its request, only by the text of the files: this check is independent
//! of the model and the splices.

/// The expected new text.
#[derive(Debug, Clone)]
pub(crate) enum Verdict {
    /// The old text with one inserted piece that contains all of this.
    Insertion(Vec<String>),
    /// The old text with inserted pieces that contain each of these; nothing is removed.
    Insertions(Vec<String>),
    /// The old text without a piece that contains all of this.
    Deletion(Vec<String>),
    /// The old text with this name replaced, in any case.
    Renamed { from: String, to: String },
    /// The old text with the other value in at most this number of places.
    Replaced { from: String, to: String, places: usize },
    /// No file contains it.
    Gone(String),
    /// The old text with a copy of a piece under another name.
    Copy { from: String, to: String },
}

/// The mark of the target object in an export.
const TARGET: &str = " Use=\"Target\"";

/// Returns `None` if the text is as expected; otherwise the reason.
pub(crate) fn wrong(old: &str, new: &str, verdict: &Verdict) -> Option<String> {
    // A copy is not the target of the export.
    if matches!(verdict, Verdict::Copy { .. }) && old.contains(TARGET) {
        return wrong(&old.replace(TARGET, ""), &new.replace(TARGET, ""), verdict);
    }
    let (before, removed, inserted) = middle(old, new);
    let has_all = |text: &str, all: &[String]| all.iter().all(|it| text.contains(it.as_str()));
    let is_right = match verdict {
        Verdict::Insertion(all) => {
            // An empty element gets a content.
            let opened = removed == "/" && inserted.starts_with('>');
            (removed.is_empty() || opened) && has_all(&around(new, before, inserted), all)
        }
        Verdict::Insertions(all) => is_subsequence(old, new) && has_all(new, all),
        Verdict::Deletion(all) => {
            inserted.is_empty()
                && !removed.is_empty()
                && has_all(&around(old, before, removed), all)
        }
        Verdict::Renamed { from, to } => {
            !old.contains(to.as_str())
                && new.contains(to.as_str())
                && new.replace(to.as_str(), from).eq_ignore_ascii_case(old)
        }
        Verdict::Replaced { from, to, places } => {
            let (old_words, new_words) = (words(old), words(new));
            let differ: Vec<(&str, &str)> = old_words
                .iter()
                .zip(&new_words)
                .filter(|(a, b)| a != b)
                .map(|(a, b)| (*a, *b))
                .collect();
            old_words.len() == new_words.len()
                && !differ.is_empty()
                && differ.len() <= *places
                && differ.iter().all(|(a, b)| same(a, from) && same(b, to))
        }
        Verdict::Gone(_) => false,
        Verdict::Copy { from, to } => {
            let piece = around(new, before, inserted);
            removed.is_empty() && piece.contains(to.as_str()) && {
                let original = inserted.replace(to.as_str(), from);
                let trimmed = original.trim();
                // The common beginning is cut off: most of the rest must occur once more.
                !trimmed.is_empty() && (old.contains(trimmed) || is_rotated(old, &original))
            }
        }
    };
    (!is_right).then(|| format!("{verdict:?}: removed {removed:?}, inserted {inserted:?}"))
}

fn same(word: &str, value: &str) -> bool {
    word.contains(value)
        || matches!((word.parse::<f64>(), value.parse::<f64>()), (Ok(a), Ok(b)) if (a - b).abs() < 1e-6)
        || value.parse::<f64>().is_ok_and(|it| it.fract() == 0.0 && word == format!("{it:.0}"))
}

/// Whether a piece begins in the middle of another one, because a common beginning shifts it.
fn is_rotated(old: &str, piece: &str) -> bool {
    piece.char_indices().skip(1).step_by(1).take(400).any(|(at, _)| {
        let (head, tail) = piece.split_at(at);
        let turned = format!("{tail}{head}");
        old.contains(turned.trim())
    }) || {
        let chars = piece.char_indices().rev().take(400);
        let mut chars = chars.map(|it| it.0);
        chars.any(|at| {
            let (head, tail) = piece.split_at(at);
            old.contains(format!("{tail}{head}").trim())
        })
    }
}

/// The pieces that differ between the common beginning and the common end.
fn middle<'a>(old: &'a str, new: &'a str) -> (usize, &'a str, &'a str) {
    let same = |(a, b): &(char, char)| a == b;
    let begin: usize =
        old.chars().zip(new.chars()).take_while(same).map(|it| it.0.len_utf8()).sum();
    let rest = (old[begin..].chars().rev()).zip(new[begin..].chars().rev());
    let end: usize = rest.take_while(same).map(|it| it.0.len_utf8()).sum();
    (begin, &old[begin..old.len() - end], &new[begin..new.len() - end])
}

/// A piece with text before and after it, because a common beginning may shift it.
fn around(text: &str, at: usize, piece: &str) -> String {
    let (mut from, mut to) = (at.saturating_sub(200), (at + piece.len() + 200).min(text.len()));
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(to) {
        to += 1;
    }
    text[from..to].to_owned()
}

/// Whether the new text contains all lines of the old one in order; a changed line contains all of
/// its words.
fn is_subsequence(old: &str, new: &str) -> bool {
    let mut lines = new.lines();
    old.lines().all(|line| {
        lines.any(|it| {
            it == line || {
                let mut chars = it.chars();
                !line.is_empty() && line.chars().all(|wanted| chars.any(|char| char == wanted))
            }
        })
    })
}

fn words(text: &str) -> Vec<&str> {
    text.split(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '.' | '+' | '-' | '#')))
        .filter(|it| !it.is_empty())
        .collect()
}
