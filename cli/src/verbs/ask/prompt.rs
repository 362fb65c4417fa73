//! The lines of a conversation: on a terminal, with editing, a history and completion of the
//! project's names; otherwise unchanged.

use std::io::{BufRead as _, IsTerminal as _};

use rustyline::{
    Context, Editor, Helper, completion::Completer, highlight::Highlighter, hint::Hinter,
    history::MemHistory, validate::Validator,
};

/// The text of the prompt.
const PROMPT: &str = "? ";
/// Maximum number of completions.
const NAMES_MAX: usize = 50;

/// The source of lines.
pub(super) enum Lines {
    /// A user at a terminal.
    Terminal(Box<Editor<Names, MemHistory>>),
    /// A file or another program.
    Piped,
}

impl Lines {
    /// Creates the source, with these names for completion.
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

    /// The next line that is not empty; `None` at the end of the input, or after the command to
    /// end.
    pub(super) fn next(&mut self) -> Option<String> {
        loop {
            let line = match self {
                Self::Terminal(editor) => {
                    let line = editor.readline(PROMPT).ok()?;
                    // An error of the history is ignored.
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

/// The names for the completion of the word before the cursor.
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
