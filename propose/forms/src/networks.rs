//! Networks of a unit in the form of its file.

use crate::{
    boxes::{Boxes, behind, field, items_of, rewritten, said},
    element::{XmlElement as Element, end_tag, start_tag, with_blanks},
    plcopen::Edits,
    shown::ShownNetwork,
    term::Aim,
};

/// The networks of a unit, counted from 0. A function returns `None` if the file cannot show what is
/// asked.
pub trait Networks {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether a network is executed, and is displayed completely as so many statements.
    fn is_plain(&self, at: usize, statements: usize) -> bool;
    /// The comment of a network.
    fn comment(&self, at: usize) -> Option<String>;
    /// Edits that set the comment of a network.
    fn commented(&self, at: usize, said: &str) -> Option<Edits>;
    /// Edits that make a network, which is shown so, do something else.
    fn replaced(&self, at: usize, shown: ShownNetwork<'_>, aims: Vec<Aim>) -> Option<Edits>;
    /// Edits that add networks behind so many, modelled on the last of these, which is shown so.
    fn inserted(
        &self,
        behind: usize,
        shown: ShownNetwork<'_>,
        networks: Vec<Vec<Aim>>,
    ) -> Option<Edits>;
    /// Edits that remove a network.
    fn removed(&self, at: usize) -> Option<Edits>;
    /// Edits that put a network before all others, or behind them.
    fn moved(&self, at: usize, is_first: bool) -> Option<Edits>;
}

/// The networks of a unit in a native export.
pub struct ExportNetworks<'a, 'i> {
    boxes: Boxes<'a, 'i>,
    all: Vec<Element<'a, 'i>>,
}

impl<'a, 'i> ExportNetworks<'a, 'i> {
    /// The networks of an object; `None` if it has none.
    pub fn of(text: &'a str, object: Element<'a, 'i>) -> Option<Self> {
        let list = items_of(field(object, "Implementation")?, "NetworkList")?;
        let all: Vec<_> = list.children().filter(Element::is_element).collect();
        let root = object.document().root_element();
        (!all.is_empty()).then_some(Self { boxes: Boxes { text, root }, all })
    }

    /// A network with these statements, modelled on another one, which is shown so.
    fn network(
        &self,
        (like, shown): (Element<'_, '_>, ShownNetwork<'_>),
        aims: &[Aim],
        is_new: bool,
    ) -> Option<String> {
        let source = self.boxes.text;
        let list = items_of(like, "NetworkItems")?;
        let items: Option<Vec<String>> =
            aims.iter().map(|it| self.boxes.item(it, &shown)).collect();
        let first = list.children().find(Element::is_element);
        let blanks = first.map_or("", |it| self.blanks(it));
        let inside = behind(blanks, &items?);
        let (start, is_empty) = start_tag(source, list);
        if is_empty {
            return None;
        }
        let end = end_tag(source, list);
        let close = source[..end].trim_end().len();
        let mut edits = vec![(start..close.max(start), inside)];
        for name in ["Title", "Comment", "Label"] {
            let own = field(like, name).filter(|it| is_new && it.text().is_some());
            if let Some(it) = own {
                edits.push((start_tag(source, it).0..end_tag(source, it), String::new()));
            }
        }
        Some(rewritten(source, like.range(), edits))
    }

    fn blanks(&self, of: Element<'_, '_>) -> &'a str {
        &self.boxes.text[with_blanks(self.boxes.text, of).start..of.range().start]
    }
}

impl Networks for ExportNetworks<'_, '_> {
    fn count(&self) -> usize {
        self.all.len()
    }

    fn is_plain(&self, at: usize, statements: usize) -> bool {
        let count = items_of(self.all[at], "NetworkItems")
            .map_or(0, |it| it.children().filter(Element::is_element).count());
        statements == count && said(self.all[at], "OutCommented") != "True"
    }

    fn comment(&self, at: usize) -> Option<String> {
        Some(said(self.all[at], "Comment"))
    }

    fn commented(&self, at: usize, text: &str) -> Option<Edits> {
        let field = field(self.all[at], "Comment")?;
        let (start, is_empty) = start_tag(self.boxes.text, field);
        let at = start..end_tag(self.boxes.text, field);
        (!is_empty).then(|| vec![(at, escaped_text(text))])
    }

    fn replaced(&self, at: usize, shown: ShownNetwork<'_>, aims: Vec<Aim>) -> Option<Edits> {
        if shown.shows(&aims) {
            return Some(Edits::new());
        }
        let own = self.all[at];
        Some(vec![(own.range(), self.network((own, shown), &aims, false)?)])
    }

    fn inserted(
        &self,
        behind: usize,
        shown: ShownNetwork<'_>,
        networks: Vec<Vec<Aim>>,
    ) -> Option<Edits> {
        let like = *self.all.get(behind.max(1) - 1)?;
        let whole = with_blanks(self.boxes.text, like);
        let mut text = String::new();
        for aims in networks {
            text.extend([self.blanks(like), &self.network((like, shown), &aims, true)?]);
        }
        let at = if behind == 0 { whole.start } else { whole.end };
        Some(vec![(at..at, text)])
    }

    fn removed(&self, at: usize) -> Option<Edits> {
        Some(vec![(with_blanks(self.boxes.text, self.all[at]), String::new())])
    }

    fn moved(&self, at: usize, is_first: bool) -> Option<Edits> {
        let own = with_blanks(self.boxes.text, self.all[at]);
        let place = if is_first {
            with_blanks(self.boxes.text, *self.all.first()?).start
        } else {
            self.all.last()?.range().end
        };
        let text = self.boxes.text[own.clone()].to_owned();
        Some(vec![(own, String::new()), (place..place, text)])
    }
}

/// Escaped for the text of an element.
fn escaped_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
