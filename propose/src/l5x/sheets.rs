//! Sheets of function blocks: another operand, and a condition more at a gate that an output follows.

use tagbridge_project::{self as drawn, Body, Language, Net, Routine, Wire};

use super::{File, Node, series::neutral, updates};
use crate::{
    condition::Condition,
    draft::{Draft, Stop, only},
    element::{attribute, children},
    meaning::Meaning,
    request::RequestedChange,
    says::{Said, Why},
};

/// The inputs that a gate may have.
const INPUTS: usize = 8;

/// A sheet that is changed.
struct Sheet<'f, 'a, 'i> {
    file: &'f File<'a, 'i>,
    routine: &'a Routine,
    number: String,
    net: &'a Net,
    node: Node<'a, 'i>,
}

/// Changes the sheet that the request names; nothing where it names a routine of another kind.
pub(super) fn change(file: &File<'_, '_>) -> Option<Result<Draft, Stop>> {
    let (place, number) = (file.context.place()?, file.context.get("rung")?);
    let mut routines = file.context.logic.project.routines.iter();
    let routine = routines.find(|it| {
        format!("{}/{}", it.owner, it.name).eq_ignore_ascii_case(place)
            && it.language == Language::Fbd
    })?;
    let Body::Rungs(sheets) = &routine.body else { return None };
    let sheet = sheets.iter().find(|it| it.number.to_string() == *number)?;
    let net = sheet.net.as_deref()?;
    let first = net.nodes.first()?.source;
    let mut elements = file.root.descendants();
    let node = elements.find(|it| it.range().start == first)?.parent_element()?;
    Some(Sheet { file, routine, number: number.to_owned(), net, node }.changed())
}

impl<'a, 'i> Sheet<'_, 'a, 'i> {
    fn place(&self) -> String {
        format!("{}/{}:{}", self.routine.owner, self.routine.name, self.number)
    }

    fn changed(&self) -> Result<Draft, Stop> {
        let Routine { owner, name, .. } = self.routine;
        self.file.context.writable(owner, name)?;
        let mut draft = Draft::default();
        let meaning = match self.file.context.request.kind {
            RequestedChange::Replace => self.replace(&mut draft)?,
            RequestedChange::Series => self.extend(&mut draft, "BAND")?,
            RequestedChange::Parallel => self.extend(&mut draft, "BOR")?,
            _ => return Err(Why::NoPattern { name: self.place() }.into()),
        };
        let place = self.place();
        updates(&mut draft, owner, name, Said::of(&meaning, &place));
        if let Some(step) = draft.steps.last_mut() {
            step.code_type = "FBD";
        }
        draft.rung = self.number.parse().ok();
        draft.dangers(&meaning, &place);
        for said in meaning.names() {
            let full = self.file.visible(owner, said).map(|it| it.0.full(said));
            draft.affect(full.as_deref().unwrap_or(said));
        }
        draft.meanings.push(((owner.clone(), name.clone()), meaning));
        Ok(draft)
    }

    /// The nodes of a kind whose operand is called so, by their indices.
    fn named(&self, kind: &str, operand: &str) -> Vec<usize> {
        let is_it = |it: &drawn::Node| {
            let own = it.operand.as_deref();
            it.kind == kind && own.is_some_and(|own| own.eq_ignore_ascii_case(operand))
        };
        (0..self.net.nodes.len()).filter(|it| is_it(&self.net.nodes[*it])).collect()
    }

    /// The element of a node.
    fn element(&self, node: &drawn::Node) -> Result<Node<'a, 'i>, Stop> {
        let mut all = self.node.children().filter(Node::is_element);
        all.find(|it| it.range().start == node.source).ok_or_else(|| self.no_pattern())
    }

    fn replace(&self, draft: &mut Draft) -> Result<Meaning, Stop> {
        let context = self.file.context;
        let (tag, by) = (context.need("tag"), context.need("by"));
        let none = Why::NoContact { name: tag.to_owned(), place: self.place() };
        let one = only(self.named("IRef", tag), tag, &self.place(), none)?;
        neutral(self.file, &self.routine.owner, &Condition::bit(by, true))?;
        let one = self.element(&self.net.nodes[one])?;
        let at = attribute(one, "Operand").ok_or_else(|| self.no_pattern())?;
        draft.splice(self.file.text.file, at.start, at.end, by);
        Ok(Meaning::Replaced { name: tag.to_owned(), by: by.to_owned(), within: None })
    }

    fn no_pattern(&self) -> Stop {
        Why::NoPattern { name: self.place() }.into()
    }

    /// One more input of the gate that an output follows.
    fn extend(&self, draft: &mut Draft, gate: &str) -> Result<Meaning, Stop> {
        let context = self.file.context;
        let (output, when) = (context.output(), context.when()?);
        let no_pattern = || self.no_pattern();
        let Condition::Bit { name: bit, on: true } = &when else { return Err(no_pattern()) };
        neutral(self.file, &self.routine.owner, &when)?;
        let none = Why::NoOutput { place: self.place() };
        let end = only(self.named("ORef", &output), &output, &self.place(), none)?;
        let into: Vec<&Wire> = self.net.wires.iter().filter(|it| it.to == end).collect();
        let [Wire { from, .. }] = into.as_slice() else { return Err(no_pattern()) };
        let drawn = self.net.nodes.get(*from).ok_or_else(no_pattern)?;
        // A gate that others follow, too, would change them.
        let is_block = matches!(drawn.kind.as_str(), "Block" | "Function");
        let is_gate = is_block && drawn.name.strip_suffix("__F").unwrap_or(&drawn.name) == gate;
        if !is_gate || self.net.wires.iter().filter(|it| it.from == *from).count() != 1 {
            return Err(no_pattern());
        }
        let block = self.element(drawn)?;
        let given: Vec<&Wire> = self.net.wires.iter().filter(|it| it.to == *from).collect();
        let is_free = |pin: &String| !given.iter().any(|it| it.to_pin == *pin);
        let mut pins = (1..=INPUTS).map(|at| format!("In{at}"));
        let pin = pins.find(is_free).ok_or_else(no_pattern)?;
        // Text boxes have numbers, too.
        let numbers = self.node.children().filter_map(|it| it.attribute("ID")?.parse::<u32>().ok());
        let id = numbers.max().map_or(0, |it| it + 1);
        let (x, y) = drawn.drawn_at.map_or((40, 40), |(x, y)| ((x - 200).max(0), y));
        let y = y + 20 * i32::try_from(given.len()).unwrap_or(0) + 40;
        let input =
            format!("<IRef ID=\"{id}\" X=\"{x}\" Y=\"{y}\" Operand=\"{bit}\" HideDesc=\"false\"/>");
        let wire = format!("<Wire FromID=\"{id}\" ToID=\"{}\" ToParam=\"{pin}\"/>", drawn.id);
        for (kind, new) in [("IRef", input), ("Wire", wire)] {
            let last = children(self.node, kind).last().ok_or_else(no_pattern)?.range();
            let text = &self.file.text.text;
            let blanks = &text[text[..last.start].trim_end().len()..last.start];
            draft.splice(self.file.text.file, last.end, last.end, format!("{blanks}{new}"));
        }
        if let (Some(shown), Some(at)) =
            (block.attribute("VisiblePins"), attribute(block, "VisiblePins"))
            && !shown.split(' ').any(|it| it == pin)
        {
            let shown = shown.replacen(" Out", &format!(" {pin} Out"), 1);
            draft.splice(self.file.text.file, at.start, at.end, shown);
        }
        Ok(match gate {
            "BAND" => Meaning::Series { output, when },
            _ => Meaning::Parallel { output, when },
        })
    }
}
