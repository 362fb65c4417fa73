//! Drawings of PLCopen XML (IEC 61131-10 §7): elements with numbers, and connections to these.

use std::{collections::HashMap, ops::Range, sync::Arc};

use tagbridge_code::{DiagramEnd, DiagramNode};

use super::drawn::{connection, inputs, said_by, written};
use crate::{
    Networks, ShownNetwork,
    boxes::rewritten,
    element::{
        XmlElement as Element, attribute, child, children, end_tag, escaped, start_tag, with_blanks,
    },
    term::Aim,
    wiring::{End, Source, WiredKind, WiredNode, WiredPin, Wiring},
};

/// Replacements of ranges of a file's text.
pub type Edits = Vec<(Range<usize>, String)>;

/// CODESYS numbers the elements of a network within such a block.
const BLOCK: u64 = 10_000_000_000;

/// A drawing: ladder, a function block diagram, a continuous chart.
pub struct PlcopenBody<'a, 'i> {
    text: &'a str,
    code: Element<'a, 'i>,
    drawn: Arc<[DiagramNode]>,
    /// The elements of the drawing in the file.
    elements: Vec<Element<'a, 'i>>,
    nodes: Vec<WiredNode>,
    /// The indices of the elements at the ends, as networks are counted.
    ends: Vec<usize>,
}

impl<'a, 'i> PlcopenBody<'a, 'i> {
    /// The drawing in a `body`, with the ends of its networks; `None` if the drawing is elsewhere.
    pub fn of(text: &'a str, body: Element<'a, 'i>, ends: &[&DiagramEnd]) -> Option<Self> {
        let drawn = Arc::clone(&ends.first()?.nodes);
        drawn.first().filter(|it| body.range().contains(&it.source.start))?;
        let inside = body.descendants().filter(Element::is_element);
        let inside: HashMap<usize, Element<'a, 'i>> =
            inside.map(|it| (it.range().start, it)).collect();
        let elements = drawn.iter().map(|it| inside.get(&it.source.start).copied());
        let elements: Vec<Element<'a, 'i>> = elements.collect::<Option<_>>()?;
        let code = elements.first()?.parent_element()?;
        let nodes = drawn.iter().map(WiredNode::of).collect();
        let ends = ends.iter().map(|it| it.end).collect();
        Some(Self { text, code, drawn, elements, nodes, ends })
    }

    fn wiring(&self) -> Wiring<'_> {
        Wiring { nodes: &self.nodes, is_ladder: self.code.has_tag_name("LD") }
    }

    fn is_continuous(&self) -> bool {
        self.code.has_tag_name("CFC")
    }

    /// The elements of a network alone, and those before them that comment it.
    fn network(&self, at: usize) -> Option<Vec<Element<'a, 'i>>> {
        let wiring = self.wiring();
        let own = wiring.own(self.ends[at], &self.ends);
        let is_rail = |it: &usize| self.nodes[*it].kind == WiredKind::Rail;
        let is_whole = wiring.cone(self.ends[at]).iter().all(|it| own.contains(it) || is_rail(it));
        let first = own.iter().copied().min().filter(|_| is_whole)?;
        let mut all: Vec<usize> = own.into_iter().collect();
        let is_head =
            |it: &usize| matches!(self.drawn[*it].kind.as_str(), "comment" | "vendorElement");
        all.extend((0..first).rev().take_while(is_head));
        all.sort_unstable();
        Some(all.into_iter().map(|it| self.elements[it]).collect())
    }

    /// Behind the rail and before the first network.
    fn begin(&self) -> Option<usize> {
        let first = self.elements.iter().find(|it| !it.has_tag_name("leftPowerRail"))?;
        Some(with_blanks(self.text, *first).start)
    }

    /// Behind the last network.
    fn end(&self) -> usize {
        let is_rail = |it: &&Element<'_, '_>| it.tag_name().name() == "rightPowerRail";
        match self.elements.iter().find(is_rail) {
            Some(rail) => with_blanks(self.text, *rail).start,
            None => match self.elements.last() {
                Some(last) => last.range().end,
                None => end_tag(self.text, self.code),
            },
        }
    }

    fn blanks(&self, of: Element<'_, '_>) -> &'a str {
        let start = of.range().start;
        &self.text[self.text[..start].trim_end().len()..start]
    }

    /// Free numbers for new elements: of the network of an element, or of a new one.
    fn numbers(&self, of: Option<usize>) -> std::ops::RangeFrom<u64> {
        let all: Vec<u64> = self.nodes.iter().filter_map(|it| it.id.parse().ok()).collect();
        let last = all.iter().copied().max().unwrap_or(0);
        let is_blocked = all.iter().any(|it| *it >= BLOCK);
        let block = of.and_then(|it| self.nodes[it].id.parse::<u64>().ok()).map(|it| it / BLOCK);
        let next = match (is_blocked, block) {
            (true, Some(block)) => {
                let own = all.iter().copied().filter(|it| it / BLOCK == block);
                own.max().unwrap_or(last) + 1
            }
            (true, None) => (last / BLOCK + 1) * BLOCK,
            (false, _) => last + 1,
        };
        next..
    }

    /// Edits that add networks with these numbers.
    fn added(
        &self,
        behind: usize,
        networks: Vec<Vec<Aim>>,
        mut numbers: std::ops::RangeFrom<u64>,
    ) -> Option<Edits> {
        if self.is_continuous() {
            return None;
        }
        let model = self.elements.iter().find(|it| !it.has_tag_name("leftPowerRail"))?;
        let blanks = self.blanks(*model);
        let place = match behind {
            0 => self.begin()?,
            it if it >= self.count() => self.end(),
            it => self.elements[self.ends[it - 1]].range().end,
        };
        let mut text = String::new();
        for (nth, aims) in networks.into_iter().enumerate() {
            let [aim] = aims.as_slice() else { return None };
            if nth > 0 {
                let next = numbers.next()?;
                // The next block of numbers, where the file has these.
                numbers = if next > BLOCK { (next / BLOCK + 1) * BLOCK.. } else { next.. };
            }
            text.push_str(&self.title(blanks, &mut numbers)?);
            let mut number = || numbers.next().unwrap_or_default().to_string();
            let new = self.wiring().rewired(&End::New, &self.ends, aim, &mut number)?;
            for node in &new.added {
                text.extend([blanks, &written(self.text, node, blanks, (0, 0))?]);
            }
        }
        Some(vec![(place..place, text)])
    }

    /// The element with a network's title, without text, where the file has such.
    fn title(&self, blanks: &str, numbers: &mut impl Iterator<Item = u64>) -> Option<String> {
        let is_title = |it: &&Element<'_, '_>| it.tag_name().name() == "vendorElement";
        let Some(model) = self.elements.iter().rev().find(is_title) else {
            return Some(String::new());
        };
        let (id, whole) = (attribute(*model, "localId")?, model.range());
        let said = model.descendants().filter(Element::is_text).filter(|it| {
            it.ancestors().any(|it| it.tag_name().name() == "alternativeText")
                && !it.text().unwrap_or_default().trim().is_empty()
        });
        let mut edits: Edits = said.map(|it| (it.range(), String::new())).collect();
        edits.push((id, numbers.next()?.to_string()));
        Some(format!("{blanks}{}", rewritten(self.text, whole, edits)))
    }

    /// The edits that make an element so.
    fn changed(&self, at: usize, new: &WiredNode) -> Option<Edits> {
        let (old, element) = (&self.nodes[at], self.elements[at]);
        let mut edits = Edits::new();
        if old.negated != new.negated {
            edits.push(self.flagged(element, new.negated));
        }
        match &new.kind {
            WiredKind::Contact(name) | WiredKind::Input(name) if old.kind != new.kind => {
                let said = said_by(element)?;
                edits.push((start_tag(self.text, said).0..end_tag(self.text, said), escaped(name)));
            }
            _ => {}
        }
        if let WiredKind::Block(..) = new.kind {
            let names = |of: &[WiredPin]| of.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
            let list = child(element, "inputVariables")?;
            if names(&old.inputs) != names(&new.inputs) {
                // Pins that pass a variable on are of another list.
                let through = child(element, "inOutVariables");
                if through.is_some_and(|it| children(it, "variable").next().is_some()) {
                    return None;
                }
                edits.push((list.range(), inputs(&new.inputs, self.blanks(list))));
                return Some(edits);
            }
            for (one, two) in old.inputs.iter().zip(&new.inputs).filter(|it| it.0 != it.1) {
                let is_it = |it: &Element<'_, '_>| {
                    it.attribute("formalParameter") == Some(one.name.as_str())
                };
                let pin = children(list, "variable").find(is_it)?;
                if one.negated != two.negated {
                    edits.push(self.flagged(pin, two.negated));
                }
                if one.from != two.from {
                    edits.push(self.wired(pin, &two.from)?);
                }
            }
        } else if old.inputs != new.inputs {
            edits.push(self.wired(element, &new.inputs.first()?.from)?);
        }
        Some(edits)
    }

    /// The edit that marks an element as inverted or not.
    fn flagged(&self, element: Element<'_, '_>, negated: bool) -> (Range<usize>, String) {
        if let Some(at) = attribute(element, "negated") {
            return (at, negated.to_string());
        }
        let start = element.range().start;
        let word = self.text[start..].find([' ', '>', '/']).map_or(start, |it| start + it);
        (word..word, format!(" negated=\"{negated}\""))
    }

    fn wired(&self, of: Element<'_, '_>, from: &[Source]) -> Option<(Range<usize>, String)> {
        let point = child(of, "connectionPointIn")?;
        Some((point.range(), connection(from, self.blanks(point))))
    }
}

/// The distance between new elements of a drawing with positions.
const STEP: i32 = 100;

impl Networks for PlcopenBody<'_, '_> {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn is_plain(&self, _: usize, statements: usize) -> bool {
        statements == 1
    }

    fn comment(&self, at: usize) -> Option<String> {
        let comment = self.network(at)?.into_iter().find(|it| it.has_tag_name("comment"))?;
        let said = comment.descendants().filter(Element::is_text).filter_map(|it| it.text());
        Some(said.collect::<String>().trim().to_owned())
    }

    fn commented(&self, at: usize, said: &str) -> Option<Edits> {
        let all = self.network(at)?;
        if let Some(comment) = all.iter().find(|it| it.has_tag_name("comment")) {
            let content = child(*comment, "content")?;
            let inside = child(content, "xhtml").unwrap_or(content);
            let (start, is_empty) = start_tag(self.text, inside);
            if is_empty {
                let whole = inside.range();
                let open = self.text[whole.clone()].trim_end_matches("/>").trim_end();
                let name = inside.tag_name().name();
                return Some(vec![(whole.clone(), format!("{open}>{}</{name}>", escaped(said)))]);
            }
            return Some(vec![(start..end_tag(self.text, inside), escaped(said))]);
        }
        let first = all.first()?;
        let blanks = self.blanks(*first);
        let id = self.numbers(None).next()?;
        let new = format!(
            "{blanks}<comment localId=\"{id}\" height=\"0\" width=\"0\">{blanks}  \
             <position x=\"0\" y=\"0\" />{blanks}  <content>{blanks}    \
             <xhtml xmlns=\"http://www.w3.org/1999/xhtml\">{}</xhtml>{blanks}  </content>{blanks}\
             </comment>",
            escaped(said)
        );
        let place = with_blanks(self.text, *first).start;
        Some(vec![(place..place, new)])
    }

    fn replaced(&self, at: usize, shown: ShownNetwork<'_>, aims: Vec<Aim>) -> Option<Edits> {
        if shown.shows(&aims) {
            return Some(Edits::new());
        }
        // The last statement is that of this end; others are networks before it.
        let (aim, before) = aims.split_last()?;
        let end = self.ends[at];
        let mut numbers = self.numbers(Some(end));
        let mut number = || numbers.next().unwrap_or_default().to_string();
        let new = self.wiring().rewired(&End::There(end), &self.ends, aim, &mut number)?;
        let has_box = new.added.iter().any(|it| matches!(it.kind, WiredKind::Block(..)));
        if has_box && self.is_continuous() {
            return None;
        }
        let mut edits: Edits = Vec::new();
        let place = self.drawn[end].drawn_at;
        let (is_drawn, (x, y)) = (place.is_some(), place.unwrap_or_default());
        let blanks = self.blanks(self.elements[end]);
        let place = with_blanks(self.text, self.elements[end]).start;
        let mut added = String::new();
        for (nth, node) in (0..).zip(&new.added) {
            let x = if is_drawn { x + nth * STEP } else { 0 };
            added.extend([blanks, &written(self.text, node, blanks, (x, y))?]);
        }
        edits.push((place..place, added));
        for (at, node) in &new.changed {
            edits.extend(self.changed(*at, node)?);
        }
        let moved = i32::try_from(new.added.len()).ok()? * STEP;
        let own = child(self.elements[end], "position").and_then(|it| attribute(it, "x"));
        if let Some(at) = own.filter(|_| is_drawn && moved > 0) {
            edits.push((at, (x + moved).to_string()));
        }
        let gone = new.removed.iter().map(|it| with_blanks(self.text, self.elements[*it]));
        edits.extend(gone.map(|it| (it, String::new())));
        let free = match self.numbers(None) {
            free if free.start < BLOCK => numbers,
            free => free,
        };
        let networks: Vec<Vec<Aim>> = before.iter().map(|it| vec![it.clone()]).collect();
        if !networks.is_empty() {
            edits.extend(self.added(at, networks, free)?);
        }
        edits.retain(|it| !(it.0.is_empty() && it.1.is_empty()));
        Some(edits)
    }

    fn inserted(
        &self,
        behind: usize,
        _: ShownNetwork<'_>,
        networks: Vec<Vec<Aim>>,
    ) -> Option<Edits> {
        self.added(behind, networks, self.numbers(None))
    }

    fn removed(&self, at: usize) -> Option<Edits> {
        let all = self.network(at)?;
        Some(all.into_iter().map(|it| (with_blanks(self.text, it), String::new())).collect())
    }

    fn moved(&self, at: usize, is_first: bool) -> Option<Edits> {
        let all = self.network(at)?;
        let text: String = all.iter().map(|it| &self.text[with_blanks(self.text, *it)]).collect();
        let place = if is_first { self.begin()? } else { self.end() };
        let mut edits = self.removed(at)?;
        edits.push((place..place, text));
        Some(edits)
    }
}
