//! The lines of a conversation: edited, with the earlier ones and the names of the project at hand on
//! a terminal, as they come elsewhere.

use std::io::{BufRead as _, IsTerminal as _};

use rustyline::{
    Context, Editor, Helper, completion::Completer, highlight::Highlighter, hint::Hinter,
    history::MemHistory, validate::Validator,
};

/// What the prompt shows.
const PROMPT: &str = "? ";
/// So many names at most complete what is written.
const NAMES_MAX: usize = 50;

/// Where lines come from.
pub(super) enum Lines {
    /// A person at a terminal.
    Terminal(Box<Editor<Names, MemHistory>>),
    /// A file or another program.
    Piped,
}

impl Lines {
    /// Lines with these names to complete.
    pub(super) fn new(names: Vec<String>) -> Self {
        if !std::io::stdin().is_terminal() {
            return Self::Piped;
        }
        match Editor::with_history(rustyline::Config::default(), MemHistory::new()) {
            Ok(mut editor) => {
                editor.set_helper(Some(Names(names)));
                Self::Terminal(Box::new(editor))
            }
            Err(_) => Self::Piped,
        }
    }

    /// The next line that is not empty; none at the end of the input, or where it says so.
    pub(super) fn next(&mut self) -> Option<String> {
        loop {
            let line = match self {
                Self::Terminal(editor) => {
                    let line = editor.readline(PROMPT).ok()?;
                    // A line that is not remembered is no reason to stop.
                    let _remembered = editor.add_history_entry(line.as_str());
                    line
                }
                Self::Piped => {
                    let mut line = String::new();
                    let read = std::io::stdin().lock().read_line(&mut line).ok()?;
                    (read > 0).then_some(line)?
                }
            };
            match line.trim() {
                "" => {}
                "exit" | "quit" => return None,
                line => return Some(line.to_owned()),
            }
        }
    }
}

/// The names that complete the word before the cursor.
pub(super) struct Names(Vec<String>);

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..cursor).unwrap_or(line);
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        Ok((start, self.beginning(&before[start..])))
    }
}

impl Names {
    fn beginning(&self, word: &str) -> Vec<String> {
        let word = word.trim_start_matches('"').to_lowercase();
        if word.is_empty() {
            return Vec::new();
        }
        let begins = |name: &&String| {
            let name = name.to_lowercase();
            let mut parts = name.match_indices(['.', '#', '/']).map(|(at, _)| &name[at + 1..]);
            name.trim_start_matches('"').starts_with(&word)
                || parts.any(|part| part.trim_start_matches('"').starts_with(&word))
        };
        self.0.iter().filter(begins).take(NAMES_MAX).cloned().collect()
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed_by_the_beginning_of_each_of_their_parts() {
        let names = ["Line_Run", "Program:Main.Speed", "\"Tank\".Level"].map(str::to_owned);
        let names = Names(names.to_vec());
        assert_eq!(names.beginning("line"), ["Line_Run"]);
        assert_eq!(names.beginning("sp"), ["Program:Main.Speed"]);
        assert_eq!(names.beginning("tan"), ["\"Tank\".Level"]);
        assert!(names.beginning("").is_empty());
    }
}
