use super::{
    MARK, Made, Text,
    find::{legs, line_of},
};
use crate::random::Random;

impl Text<'_> {
    /// Makes a change without meaning: blanks, comments, the order of parallel legs.
    pub(crate) fn idle(&self, random: &mut Random) -> Option<Made> {
        let made = |text: String, what: &str| {
            Some(Made { text, what: what.into(), kinds: Vec::new(), says: Vec::new(), rung: None })
        };
        let kind = random.below(5);
        if kind == 4 {
            let ends: Vec<usize> = self.statements().collect();
            let at = *ends.get(random.below(ends.len().max(1)))?;
            let new = ["\n\n   ", " (* by edit; *) ", "\n// by edit := 1;\n"][random.below(3)];
            return made(format!("{}{new}{}", &self.text[..at], &self.text[at..]), "text");
        }
        let rung = self.rungs.get(random.below(self.rungs.len().max(1)))?;
        let says = &self.text[rung.says.0..rung.says.1];
        let with = |new: String| {
            format!("{}{new}{}", &self.text[..rung.says.0], &self.text[rung.says.1..])
        };
        match kind {
            0 => made(with(says.replace("XIC(", "  XIC( ").replace('[', "[ ")), "blanks"),
            1 => made(with(says.to_string() + "\n"), "line end"),
            2 => {
                let at = rung.element.0 + self.text[rung.element.0..].find("<Text>")?;
                let has = self.text[rung.element.0..at].contains("<Comment>");
                let new = "<Comment><![CDATA[said by edit]]></Comment>\n";
                (!has).then(|| {
                    made(format!("{}{new}{}", &self.text[..at], &self.text[at..]), "comment")
                })?
            }
            _ => {
                let (at, first, second) = legs(says)?;
                let old = format!("[{first} ,{second} ]");
                made(
                    with(format!("{}[{second} ,{first} ]{}", &says[..at], &says[at + old.len()..])),
                    &old,
                )
            }
        }
    }

    /// The ends of statements that end their line.
    pub(super) fn statements(&self) -> impl Iterator<Item = usize> {
        let (from, to) = self.code().unwrap_or((0, 0));
        self.text[from..to]
            .match_indices(';')
            .map(move |it| from + it.0 + 1)
            .filter(|at| self.is_statement(at - 1))
    }

    /// The range that can contain code.
    pub(super) fn code(&self) -> Option<(usize, usize)> {
        if self.text.starts_with("<?xml") {
            return Some((0, self.text.len()));
        }
        let begin = self.text.rfind("\nBEGIN").map(|it| it + 6)?;
        Some((begin, self.text.rfind("END_F")?))
    }

    /// Whether a position is in a statement of structured text, outside comments.
    pub(super) fn is_statement(&self, at: usize) -> bool {
        let line = line_of(self.text, at);
        let start = self.text[..at].rfind('\n').map_or(0, |it| it + 1);
        let before = &self.text[start..at];
        let code = !self.text.starts_with("<?xml") || {
            let open = self.text[..at].rfind(MARK);
            let element =
                open.and_then(|it| self.text[..it].rfind('<').map(|tag| &self.text[tag..it]));
            let closed = self.text[..at].rfind("]]>");
            open > closed && element.is_some_and(|it| it.starts_with("<Line "))
        };
        let comment = self.text[..at].rfind("(*") > self.text[..at].rfind("*)")
            || self.text[..at].rfind("/*") > self.text[..at].rfind("*/");
        code && !comment
            && !before.contains("//")
            && !before.contains('\'')
            && !line.contains("REGION")
    }
}
