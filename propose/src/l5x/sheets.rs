//! Sheets of function blocks: another operand, and a condition more at a gate that an output follows.

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
    owner: String,
    name: String,
    number: String,
    node: Node<'a, 'i>,
}

/// Changes the sheet that the request names; nothing where it names a routine of another kind.
pub(super) fn change(file: &File<'_, '_>) -> Option<Result<Draft, Stop>> {
    let place = file.context.place()?;
    let mut routines = file.routines().into_iter();
    let (owner, name, node) = routines.find(|(owner, name, node)| {
        format!("{owner}/{name}").eq_ignore_ascii_case(place)
            && node.attribute("Type") == Some("FBD")
    })?;
    let number = file.context.get("rung")?.to_owned();
    let mut sheets = node.descendants().filter(|it| it.has_tag_name("Sheet"));
    let sheet = sheets.find(|it| it.attribute("Number") == Some(&number))?;
    Some(Sheet { file, owner, name, number, node: sheet }.changed())
}

impl<'a, 'i> Sheet<'_, 'a, 'i> {
    fn place(&self) -> String {
        format!("{}/{}:{}", self.owner, self.name, self.number)
    }

    fn changed(&self) -> Result<Draft, Stop> {
        self.file.context.writable(&self.owner, &self.name)?;
        let mut draft = Draft::default();
        let meaning = match self.file.context.request.kind {
            RequestedChange::Replace => self.replace(&mut draft)?,
            RequestedChange::Series => self.extend(&mut draft, "BAND")?,
            RequestedChange::Parallel => self.extend(&mut draft, "BOR")?,
            _ => return Err(Why::NoPattern { name: self.place() }.into()),
        };
        let place = self.place();
        updates(&mut draft, &self.owner, &self.name, Said::of(&meaning, &place));
        if let Some(step) = draft.steps.last_mut() {
            step.code_type = "FBD";
        }
        draft.rung = self.number.parse().ok();
        draft.dangers(&meaning, &place);
        for name in meaning.names() {
            let full = self.file.visible(&self.owner, name).map(|it| it.0.full(name));
            draft.affect(full.as_deref().unwrap_or(name));
        }
        draft.meanings.push(((self.owner.clone(), self.name.clone()), meaning));
        Ok(draft)
    }

    /// The elements of a name whose operand is called so.
    fn named(&self, kind: &str, operand: &str) -> Vec<Node<'a, 'i>> {
        let is_it = |it: &Node<'_, '_>| {
            it.attribute("Operand").is_some_and(|own| own.eq_ignore_ascii_case(operand))
        };
        children(self.node, kind).filter(is_it).collect()
    }

    /// The wires that lead from an element, or to it.
    fn wires(&self, end: &str, id: &str) -> Vec<Node<'a, 'i>> {
        let wires = ["Wire", "FeedbackWire"].into_iter();
        let wires = wires.flat_map(|kind| children(self.node, kind));
        wires.filter(|it| it.attribute(end) == Some(id)).collect()
    }

    fn replace(&self, draft: &mut Draft) -> Result<Meaning, Stop> {
        let context = self.file.context;
        let (tag, by) = (context.need("tag"), context.need("by"));
        let none = Why::NoContact { name: tag.to_owned(), place: self.place() };
        let one = only(self.named("IRef", tag), tag, &self.place(), none)?;
        neutral(self.file, &self.owner, &Condition::bit(by, true))?;
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
        neutral(self.file, &self.owner, &when)?;
        let none = Why::NoOutput { place: self.place() };
        let end = only(self.named("ORef", &output), &output, &self.place(), none)?;
        let into = self.wires("ToID", end.attribute("ID").unwrap_or_default());
        let [wire] = into.as_slice() else { return Err(no_pattern()) };
        let from = wire.attribute("FromID").unwrap_or_default();
        let mut blocks = children(self.node, "Block").chain(children(self.node, "Function"));
        let block = blocks.find(|it| it.attribute("ID") == Some(from)).ok_or_else(no_pattern)?;
        let kind = block.attribute("Type").unwrap_or_default();
        // A gate that others follow, too, would change them.
        let is_gate = kind == gate || kind.strip_suffix("__F") == Some(gate);
        if !is_gate || self.wires("FromID", from).len() != 1 {
            return Err(no_pattern());
        }
        let given = self.wires("ToID", from);
        let is_free =
            |pin: &String| !given.iter().any(|it| it.attribute("ToParam") == Some(pin.as_str()));
        let mut pins = (1..=INPUTS).map(|at| format!("In{at}"));
        let pin = pins.find(is_free).ok_or_else(no_pattern)?;
        let numbers = self.node.children().filter_map(|it| it.attribute("ID")?.parse::<u32>().ok());
        let id = numbers.max().map_or(0, |it| it + 1);
        let number = |name: &str| block.attribute(name).and_then(|it| it.parse::<i32>().ok());
        let x = number("X").map_or(40, |it| (it - 200).max(0));
        let y = number("Y").unwrap_or(40) + 20 * i32::try_from(given.len()).unwrap_or(0) + 40;
        let input =
            format!("<IRef ID=\"{id}\" X=\"{x}\" Y=\"{y}\" Operand=\"{bit}\" HideDesc=\"false\"/>");
        let wire = format!("<Wire FromID=\"{id}\" ToID=\"{from}\" ToParam=\"{pin}\"/>");
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
