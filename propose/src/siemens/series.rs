//! Changes of a drawn network of SimaticML.

mod gates;

use tagbridge_api::generate::ChangeAction;
use tagbridge_diff::{ChangeKind, units::key};

use super::{
    markup::{Markup, Object, attribute},
    networks,
    operands::{build, named},
    wires::{Flow, Named, pin},
};
use crate::{
    condition::Condition,
    draft::{Content, Draft, Stop, only},
    element::{Element, child, children},
    meaning::Meaning,
    request::RequestedChange,
    says::{Assumed, Said, Why},
    text::{add::literal, rename::routine, world::bare},
};

/// A network to be changed.
pub(super) struct Edited<'m, 'a, 'i> {
    markup: &'m Markup<'a, 'i>,
    pub(super) object: Object<'a, 'i>,
    pub(super) number: usize,
    pub(super) unit: Element<'a, 'i>,
    flow: Flow,
}

/// Whether the place in the request is drawn.
pub(super) fn is_drawn(markup: &Markup<'_, '_>) -> bool {
    let said = markup.world.context.place();
    let found = said.and_then(|it| markup.object(it));
    found.is_some_and(|it| !units(it).is_empty())
}

pub(super) fn units<'a, 'i>(object: Object<'a, 'i>) -> Vec<Element<'a, 'i>> {
    let list = child(object.node, "ObjectList").into_iter();
    list.flat_map(|it| children(it, "SW.Blocks.CompileUnit")).collect()
}

/// Changes the network in the request.
pub(super) fn change(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    match markup.world.context.request.kind {
        RequestedChange::DeleteRung => return networks::delete(markup),
        RequestedChange::MoveRung => return networks::relocate(markup),
        RequestedChange::SetValue => return edited(markup)?.preset(),
        _ => {}
    }
    let mut edited = edited(markup)?;
    let mut draft = Draft::default();
    let of_gates = if edited.is_of_gates() { edited.gates() } else { None };
    let meaning = match (of_gates, markup.world.context.request.kind) {
        (Some(meaning), _) => meaning?,
        (None, RequestedChange::Invert) => edited.contact(None)?,
        (None, RequestedChange::Polarity) => {
            edited.contact(Some(markup.world.context.is_closed()?))?
        }
        (None, RequestedChange::Replace) => edited.replace()?,
        (None, RequestedChange::Take) => edited.take()?,
        (None, RequestedChange::Series) => edited.series()?,
        (None, RequestedChange::Feed) => edited.feed()?,
        (None, RequestedChange::Parallel) => edited.parallel()?,
        (None, RequestedChange::Latch) => edited.latch()?,
        (None, RequestedChange::OnDelay | RequestedChange::OffDelay) => edited.delay(&mut draft)?,
        (None, RequestedChange::PulseOutput) => edited.pulse(&mut draft)?,
        (None, RequestedChange::Limit) => return edited.limit(),
        (None, _) => edited.opposite()?,
    };
    edited.write(&mut draft);
    edited.told(&mut draft, meaning);
    Ok(draft)
}

pub(super) fn edited<'m, 'a, 'i>(markup: &'m Markup<'a, 'i>) -> Result<Edited<'m, 'a, 'i>, Stop> {
    let context = markup.world.context;
    let object = markup.place(|it| !units(*it).is_empty())?;
    let object = markup.writable(object)?;
    let number = context.need("rung");
    let no_rung = || Why::NoRung { number: number.to_owned(), name: object.name.to_owned() };
    let at: usize = number.parse().map_err(|_| no_rung())?;
    let unit = units(object).get(at.wrapping_sub(1)).copied().ok_or_else(no_rung)?;
    let path = routine(markup.world, object.name);
    let (owner, name) = path.split_once('/').unwrap_or((&path, &path));
    context.writable(owner, name)?;
    let drawn = unit.descendants().find(|it| it.tag_name().name() == "FlgNet");
    let flow = drawn.and_then(|it| Flow::read(&object.file.text, it));
    let not_parsed = || Why::NotParsed { name: format!("{}:{number}", object.name) };
    Ok(Edited { markup, object, number: at, unit, flow: flow.ok_or_else(not_parsed)? })
}

type Meant = Result<Meaning, Stop>;

impl Edited<'_, '_, '_> {
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.object.name, self.number)
    }

    fn shared(&self) -> Stop {
        Why::Shared { place: self.place() }.into()
    }

    fn write(&self, draft: &mut Draft) {
        let at = self.flow.at.clone();
        draft.splice(self.object.file.file, at.start, at.end, self.flow.text());
    }

    fn told(&self, draft: &mut Draft, meaning: Meaning) {
        told(self.markup, self.object, draft, (self.number, &self.flow.text()), meaning);
    }

    fn only_contact(&self, tag: &str) -> Result<String, Stop> {
        let found = self.flow.parts_of(|it| it == "Contact", "operand", tag);
        let none = Why::NoContact { name: tag.to_owned(), place: self.place() };
        only(found, tag, &self.place(), none)
    }

    /// The coil of an output, and its input pin.
    fn output(&self) -> Result<(String, String, &'static str), Stop> {
        let output = self.markup.world.context.need("output");
        let found = self.flow.parts_of(|it| it.ends_with("Coil"), "operand", output);
        let none = Why::NoOutput { place: self.place() };
        let part = only(found, output, &self.place(), none)?;
        let entry = self.flow.entry(&part).ok_or_else(|| self.shared())?;
        Ok((output.to_owned(), part, entry))
    }

    fn named(&self, name: &str, bit: bool) -> Result<Named, Stop> {
        named(self.markup, self.object, name, bit)
    }

    fn build(&mut self, when: &Condition) -> Result<super::wires::Fragment, Stop> {
        let (markup, object) = (self.markup, self.object);
        build(markup, object, &mut self.flow, when)
    }

    fn contact(&mut self, closed: Option<bool>) -> Meant {
        let tag = self.markup.world.context.need("tag");
        let part = self.only_contact(tag)?;
        let is_closed = self.flow.item(&part).is_some_and(|it| !it.negated.is_empty());
        if closed == Some(is_closed) {
            return Err(Why::Same { name: tag.to_owned() }.into());
        }
        self.flow.invert(&part, "operand").ok_or_else(|| self.shared())?;
        Ok(Meaning::Inverted { name: tag.to_owned(), within: None })
    }

    fn replace(&mut self) -> Meant {
        let context = self.markup.world.context;
        let (tag, by) = (context.need("tag"), context.need("by"));
        let part = self.only_contact(tag)?;
        let named = self.named(by, true)?;
        let operand = self.flow.operand(&part, "operand").map(|it| it.id.clone());
        self.flow.rename(&operand.ok_or_else(|| self.shared())?, &named);
        Ok(Meaning::Replaced { name: tag.to_owned(), by: by.to_owned(), within: None })
    }

    fn take(&mut self) -> Meant {
        let tag = self.markup.world.context.need("tag");
        let part = self.only_contact(tag)?;
        let last = || Why::LastOfBranch { name: tag.to_owned() };
        self.flow.take(&part).ok_or_else(last)?;
        Ok(Meaning::Without { name: tag.to_owned(), within: None })
    }

    fn series(&mut self) -> Meant {
        let (output, part, entry) = self.output()?;
        let when = self.markup.world.context.when()?;
        let fragment = self.build(&when)?;
        self.flow.before(&part, entry, fragment).ok_or_else(|| self.shared())?;
        Ok(Meaning::Series { output, when })
    }

    /// Adds contacts at the input of a call.
    fn feed(&mut self) -> Meant {
        let context = self.markup.world.context;
        let (output, pin) = (context.need("output").to_owned(), context.need("input").to_owned());
        let place = self.place();
        let calls = self.flow.instances(context.need("instance"));
        let none = Why::NoValue { name: format!("{}.{pin}", context.need("instance")) };
        let call = only(calls, &pin, &place, none.clone())?;
        let when = context.when()?;
        let fragment = self.build(&when)?;
        self.flow.at_input(&call, &pin, fragment).ok_or(none)?;
        Ok(Meaning::Fed { output, pin, when, helper: None })
    }

    fn parallel(&mut self) -> Meant {
        let context = self.markup.world.context;
        let when = context.when()?;
        if let Some(around) = context.get("around") {
            let part = self.only_contact(around)?;
            let fragment = self.build(&when)?;
            self.flow.around(&part, fragment).ok_or_else(|| self.shared())?;
            return Ok(Meaning::Around { name: around.to_owned(), when, within: None });
        }
        let (output, part, entry) = self.output()?;
        let fragment = self.build(&when)?;
        self.flow.beside(&part, entry, fragment).ok_or_else(|| self.shared())?;
        Ok(Meaning::Parallel { output, when })
    }

    fn latch(&mut self) -> Meant {
        let until = self.markup.world.context.need("tag");
        let (output, part, entry) = self.output()?;
        let own = self.build(&Condition::bit(&output, true))?;
        self.flow.beside(&part, entry, own).ok_or_else(|| self.shared())?;
        let reset = self.build(&Condition::bit(until, false))?;
        self.flow.before(&part, entry, reset).ok_or_else(|| self.shared())?;
        Ok(Meaning::Latched { output, until: until.to_owned() })
    }

    fn opposite(&mut self) -> Meant {
        let (output, part, entry) = self.output()?;
        let not = self.flow.part("Not", "", &[]);
        let fragment = super::wires::Fragment { ins: vec![pin(&not, "in")], out: pin(&not, "out") };
        self.flow.before(&part, entry, fragment).ok_or_else(|| self.shared())?;
        Ok(Meaning::Opposite { output })
    }

    /// Adds a timer before the coil; it is a variable of the block.
    fn delay(&mut self, draft: &mut Draft) -> Meant {
        let context = self.markup.world.context;
        let (output, part, entry) = self.output()?;
        let is_off = context.request.kind == RequestedChange::OffDelay;
        let preset = literal("TIME", context.need("time"))?;
        let plain: String = bare(&output)
            .chars()
            .map(|it| if it.is_ascii_alphanumeric() { it } else { '_' })
            .collect();
        let timer = format!("{plain}_{}", if is_off { "OffDelay" } else { "Delay" });
        let kind = if is_off { "TOF" } else { "TON" };
        let kept = format!("{kind}_TIME");
        let instance = super::declare::kept(self.markup, self.object, draft, &timer, &kept)?;
        let flow = &mut self.flow;
        // A coil that holds itself is held by the timer's input: the delayed bit comes too late for a button.
        let mut held = instance.clone();
        held.parts.push("IN".to_owned());
        "Bool".clone_into(&mut held.kind);
        for contact in flow.parts_of(|it| it == "Contact", "operand", &output) {
            let operand = flow.operand(&contact, "operand").map(|it| it.id.clone());
            if let Some(operand) = operand {
                flow.rename(&operand, &held);
            }
        }
        let id = flow.timer(kind, &instance, &preset);
        let fragment = super::wires::Fragment { ins: vec![pin(&id, "IN")], out: pin(&id, "Q") };
        flow.before(&part, entry, fragment).ok_or_else(|| self.shared())?;
        let place = self.object.name.to_owned();
        draft.assumed.push(Assumed::Timer { name: timer.clone(), place });
        Ok(Meaning::Delayed { output, timer })
    }

    /// Adds a box before the coil that is on for one scan.
    fn pulse(&mut self, draft: &mut Draft) -> Meant {
        let (output, part, entry) = self.output()?;
        let memory = format!("{}_Edge", bare(&output).replace(['.', ' '], "_"));
        let kept = super::declare::kept(self.markup, self.object, draft, &memory, "Bool")?;
        let flow = &mut self.flow;
        let (operand, id) = (flow.access(&kept), flow.part("PBox", "", &[]));
        flow.wire(vec![operand, pin(&id, "bit")]);
        let fragment = super::wires::Fragment { ins: vec![pin(&id, "in")], out: pin(&id, "out") };
        flow.before(&part, entry, fragment).ok_or_else(|| self.shared())?;
        Ok(Meaning::Pulsed { output, memory })
    }

    /// Changes the time of a timer at its box.
    fn preset(self) -> Result<Draft, Stop> {
        let context = self.markup.world.context;
        let timer = context.need("tag");
        let to = literal("TIME", context.need("to"))?;
        let none = Why::NoValue { name: timer.to_owned() };
        let part = only(self.flow.instances(timer), timer, &self.place(), none.clone())?;
        let time = self.flow.operand(&part, "PT").map(|it| (it.id.clone(), it.says.clone()));
        let (id, from) = time.filter(|it| it.1.contains('#')).ok_or(none)?;
        self.exchange(&id, &from, &to)
    }

    fn limit(self) -> Result<Draft, Stop> {
        let context = self.markup.world.context;
        let (output, to) = (context.need("output"), context.need("to"));
        let wanted = context.get("from").map(|it| it.parse::<f64>().ok());
        let mut found = self.flow.numbers();
        found.retain(|it| wanted.is_none_or(|wanted| wanted == it.1.parse::<f64>().ok()));
        let none = Why::NoValue { name: format!("{}: {output}", self.place()) };
        let (id, from) = only(found, output, &self.place(), none)?;
        let is_real = from.contains('.') && !to.contains('.');
        let to = if is_real { format!("{to}.0") } else { to.to_owned() };
        self.exchange(&id, &from, &to)
    }

    /// Replaces a constant.
    fn exchange(mut self, id: &str, from: &str, to: &str) -> Result<Draft, Stop> {
        if from == to {
            return Err(Why::Same { name: from.to_owned() }.into());
        }
        self.flow.revalue(id, to);
        let mut draft = Draft::default();
        self.write(&mut draft);
        draft.expect(ChangeKind::Constant, &[from, to]);
        // A pin with a name is reported with it.
        let says = vec![from.to_owned(), to.to_owned()];
        draft.otherwise.push(crate::draft::Expect { kind: ChangeKind::Operand, says });
        let said = draft.constant(self.place(), from, to);
        step(self.markup, self.object, &mut draft, (self.number, &self.flow.text()), said);
        Ok(draft)
    }
}

/// The step of a change of a network: its content is the network as the file has it.
pub(super) fn step(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    draft: &mut Draft,
    (number, content): (usize, &str),
    said: Said,
) {
    let path = routine(markup.world, object.name);
    let (owner, name) = path.split_once('/').unwrap_or((&path, &path));
    draft.near.push((owner.to_owned(), name.to_owned()));
    draft.touch(key("routine", &path));
    draft.rung = u32::try_from(number).ok();
    let language = attribute(object.node, "ProgrammingLanguage").unwrap_or_default();
    let code_type = if language == "FBD" { "FBD" } else { "LAD" };
    let content = if content.is_empty() {
        Content::None
    } else {
        let is_whole = content.starts_with("<FlgNet");
        let whole = format!("<FlgNet>{content}</FlgNet>");
        Content::Given(if is_whole { content.to_owned() } else { whole })
    };
    draft.step(ChangeAction::Update, format!("{}:{number}", object.name), code_type, said, content);
}

pub(super) fn told(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    draft: &mut Draft,
    (number, content): (usize, &str),
    meaning: Meaning,
) {
    let place = format!("{}:{number}", object.name);
    let asked = markup.world.context;
    let said = match (&meaning, asked.request.kind) {
        (Meaning::Delayed { output, .. }, kind) => {
            let time = asked.need("time").to_owned();
            let said = Said::Delay { name: output.clone(), time, place: place.clone() };
            if kind == RequestedChange::OffDelay { said.stays() } else { said }
        }
        _ => Said::of(&meaning, &place),
    };
    step(markup, object, draft, (number, content), said);
    draft.dangers(&meaning, &place);
    for name in meaning.names() {
        let quoted = format!("\"{}\"", bare(name));
        draft.affect(if asked.tag(&quoted).is_some() { &quoted } else { name });
    }
    let routine = draft.near.last().cloned().unwrap_or_default();
    draft.meanings.push((routine, meaning));
}
