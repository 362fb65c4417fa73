//! Changes of a drawn network of SimaticML.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::ChangeKind;

use super::{
    markup::{Markup, Object, attribute},
    wires::{Flow, Named, pin},
};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Content, Draft, Stop, only},
    element::{Element, child, children, name_of, with_blanks},
    meaning::Meaning,
    request::Kind,
    says::{Assumed, Danger, Said, Why},
    text::{add::literal, rename::routine, world::bare},
    units::key,
};

/// A network that is changed.
struct Edited<'m, 'a, 'i> {
    markup: &'m Markup<'a, 'i>,
    object: Object<'a, 'i>,
    number: usize,
    unit: Element<'a, 'i>,
    flow: Flow,
}

/// Whether the place that the request means is drawn.
pub(super) fn is_drawn(markup: &Markup<'_, '_>) -> bool {
    let said = markup.world.context.place();
    let found = said.and_then(|it| markup.object(it));
    found.is_some_and(|it| !units(it).is_empty())
}

pub(super) fn units<'a, 'i>(object: Object<'a, 'i>) -> Vec<Element<'a, 'i>> {
    let list = child(object.node, "ObjectList").into_iter();
    list.flat_map(|it| children(it, "SW.Blocks.CompileUnit")).collect()
}

/// Changes the network that the request names.
pub(super) fn change(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    match markup.world.context.request.kind {
        Kind::DeleteRung => return delete(markup),
        Kind::MoveRung => return relocate(markup),
        Kind::NewRung | Kind::AddAlarm => return new(markup),
        Kind::SetValue => return edited(markup)?.preset(),
        _ => {}
    }
    let mut edited = edited(markup)?;
    let mut draft = Draft::default();
    let meaning = match markup.world.context.request.kind {
        Kind::Invert => edited.contact(None)?,
        Kind::Polarity => edited.contact(Some(markup.world.context.is_closed()?))?,
        Kind::Replace => edited.replace()?,
        Kind::Take => edited.take()?,
        Kind::Series => edited.series()?,
        Kind::Parallel => edited.parallel()?,
        Kind::Latch => edited.latch()?,
        Kind::OnDelay | Kind::OffDelay => edited.delay(&mut draft)?,
        Kind::Limit => return edited.limit(),
        _ => edited.opposite()?,
    };
    edited.write(&mut draft);
    edited.told(&mut draft, meaning);
    Ok(draft)
}

fn edited<'m, 'a, 'i>(markup: &'m Markup<'a, 'i>) -> Result<Edited<'m, 'a, 'i>, Stop> {
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
    fn place(&self) -> String {
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

    /// The coil that writes an output, and the pin that it is fed by.
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
        self.flow.invert(&part).ok_or_else(|| self.shared())?;
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
        self.flow.take(&part).ok_or_else(|| self.shared())?;
        Ok(Meaning::Without { name: tag.to_owned(), within: None })
    }

    fn series(&mut self) -> Meant {
        let (output, part, entry) = self.output()?;
        let when = self.markup.world.context.when()?;
        let fragment = self.build(&when)?;
        self.flow.before(&part, entry, fragment).ok_or_else(|| self.shared())?;
        Ok(Meaning::Series { output, when })
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

    /// A timer in front of the coil; the block keeps it.
    fn delay(&mut self, draft: &mut Draft) -> Meant {
        let context = self.markup.world.context;
        let (output, part, entry) = self.output()?;
        let is_off = context.request.kind == Kind::OffDelay;
        let preset = literal("TIME", context.need("time"))?;
        let plain: String = bare(&output)
            .chars()
            .map(|it| if it.is_ascii_alphanumeric() { it } else { '_' })
            .collect();
        let timer = format!("{plain}_{}", if is_off { "OffDelay" } else { "Delay" });
        let kind = if is_off { "TOF" } else { "TON" };
        super::declare::kept(self.markup, self.object, draft, &timer, &format!("{kind}_TIME"))?;
        let flow = &mut self.flow;
        let time = flow.constant("Time", &preset);
        let id = flow.part(
            kind,
            " Version=\"1.0\"",
            &[
                format!("<Instance Scope=\"LocalVariable\" UId=\"{INSTANCE}\">"),
                format!("  <Component Name=\"{timer}\" />"),
                "</Instance>".to_owned(),
                "<TemplateValue Name=\"time_type\" Type=\"Type\">Time</TemplateValue>".to_owned(),
            ],
        );
        flow.number_instance(&id);
        flow.wire(vec![time, pin(&id, "PT")]);
        let fragment = super::wires::Fragment { ins: vec![pin(&id, "IN")], out: pin(&id, "Q") };
        flow.before(&part, entry, fragment).ok_or_else(|| self.shared())?;
        let place = self.object.name.to_owned();
        draft.assumed.push(Assumed::Timer { name: timer.clone(), place });
        Ok(Meaning::Delayed { output, timer })
    }

    /// The time of a timer, as it is given to its box.
    fn preset(self) -> Result<Draft, Stop> {
        let context = self.markup.world.context;
        let timer = context.need("tag");
        let to = literal("TIME", context.need("to"))?;
        let none = Why::NoValue { name: timer.to_owned() };
        let part = only(self.flow.instances(timer), timer, &self.place(), none.clone())?;
        let time = self.flow.operand(&part, "PT").map(|it| (it.id.clone(), it.says.clone()));
        let (id, from) = time.filter(|it| it.1.contains('#')).ok_or(none)?;
        self.exchange(&id, from, to)
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
        self.exchange(&id, from, to)
    }

    /// Another constant in place of one.
    fn exchange(mut self, id: &str, from: String, to: String) -> Result<Draft, Stop> {
        if from == to {
            return Err(Why::Same { name: from }.into());
        }
        self.flow.revalue(id, &to);
        let mut draft = Draft::default();
        self.write(&mut draft);
        draft.expect(ChangeKind::Constant, &[&from, &to]);
        // Where a pin has a name, it is told with it.
        let says = vec![from.clone(), to.clone()];
        draft.otherwise.push(crate::draft::Expect { kind: ChangeKind::Operand, says });
        let place = self.place();
        let said = Said::Constant { from: from.clone(), to: to.clone(), place: place.clone() };
        step(self.markup, self.object, &mut draft, (self.number, &self.flow.text()), said);
        let danger = Danger::LimitMoved { place, from, to };
        draft.risk(RiskLevel::Medium, RiskKind::InterlockChanged, danger);
        Ok(draft)
    }
}

/// What stands for the id of an instance, until it has one.
pub(super) const INSTANCE: &str = "?";

fn build(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    flow: &mut Flow,
    when: &Condition,
) -> Result<super::wires::Fragment, Stop> {
    let bits = bits(when);
    flow.build(when, &mut |name| named(markup, object, name, bits.contains(&name.to_owned())))
}

fn bits(when: &Condition) -> Vec<String> {
    match when {
        Condition::Bit { name, .. } => vec![name.clone()],
        Condition::Compare { .. } => Vec::new(),
        Condition::All(of) | Condition::Any(of) => of.iter().flat_map(bits).collect(),
    }
}

/// An operand that the block may name: a variable of its own, else of the program.
fn named(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    name: &str,
    is_bit: bool,
) -> Result<Named, Stop> {
    let plain = bare(name);
    let no_tag = || Stop::No(Why::NoTag { name: name.to_owned() });
    let own = object.node.descendants().find(|it| {
        it.tag_name().name() == "Member"
            && it.parent().is_some_and(|it| it.tag_name().name() == "Section")
            && name_of(*it).eq_ignore_ascii_case(&plain)
    });
    let (scope, parts, kind) = if let Some(own) = own {
        let kind = own.attribute("Datatype").unwrap_or_default().to_owned();
        ("LocalVariable", vec![name_of(own).to_owned()], kind)
    } else {
        let tags = &markup.world.context.logic.project.tags;
        let tag = tags.iter().find(|it| bare(&it.name).eq_ignore_ascii_case(&plain));
        let tag = tag.ok_or_else(no_tag)?;
        if tag.safety {
            return Err(Why::Safety { name: tag.name.clone() }.into());
        }
        if !tag.type_use.dimensions.is_empty() {
            return Err(no_tag());
        }
        let parts = parts(&tag.name);
        ("GlobalVariable", parts, tag.type_use.name.clone())
    };
    if kind.eq_ignore_ascii_case("Bool") != is_bit {
        let of = if is_bit { "BOOL" } else { "REAL" }.to_owned();
        return Err(Why::BadValue { value: name.to_owned(), of }.into());
    }
    Ok(Named { scope, parts, kind })
}

/// The parts of `"DB 1".x."y z"`.
fn parts(name: &str) -> Vec<String> {
    let (mut found, mut part, mut quoted) = (Vec::new(), String::new(), false);
    for char in name.chars() {
        match char {
            '"' => quoted = !quoted,
            '.' if !quoted => found.push(std::mem::take(&mut part)),
            _ => part.push(char),
        }
    }
    found.push(part);
    found
}

/// The step of a change of a network: its content is the network as the file has it.
fn step(
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

fn told(
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
            if kind == Kind::OffDelay { said.stays() } else { said }
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

fn delete(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let edited = edited(markup)?;
    if units(edited.object).len() < 2 {
        return Err(Why::LastOfBranch { name: edited.place() }.into());
    }
    let mut draft = Draft::default();
    let at = with_blanks(&edited.object.file.text, edited.unit);
    draft.splice(edited.object.file.file, at.start, at.end, "");
    told(markup, edited.object, &mut draft, (edited.number, ""), Meaning::Gone);
    Ok(draft)
}

fn relocate(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let edited = edited(markup)?;
    let all = units(edited.object);
    let is_first = markup.world.context.need("to") == "first";
    let edge = if is_first { all.first() } else { all.last() };
    let same = || Stop::No(Why::Same { name: edited.place() });
    let edge = edge.filter(|it| **it != edited.unit).ok_or_else(same)?;
    let text = &edited.object.file.text;
    let at = with_blanks(text, edited.unit);
    let own = text[at.clone()].to_owned();
    let target = if is_first { with_blanks(text, *edge).start } else { edge.range().end };
    let mut draft = Draft::default();
    draft.splice(edited.object.file.file, at.start, at.end, "");
    draft.splice(edited.object.file.file, target, target, own);
    told(markup, edited.object, &mut draft, (edited.number, ""), Meaning::Moved);
    Ok(draft)
}

/// A network behind the last that turns an output on.
fn new(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let object = markup.place(|it| !units(*it).is_empty())?;
    let object = markup.writable(object)?;
    let (output, when) = (context.output(), context.when()?);
    let mut draft = Draft::default();
    let target = match named(markup, object, &output, true) {
        Err(Stop::No(Why::NoTag { .. })) => {
            let name = Context::name(&output)?;
            super::declare::kept(markup, object, &mut draft, name, "Bool")?;
            let (scope, parts) = ("LocalVariable", vec![name.to_owned()]);
            Named { scope, parts, kind: "Bool".to_owned() }
        }
        other => other?,
    };
    let count = context.writes(&format!("\"{}\"", bare(&output)));
    if count > 0 {
        return Err(Why::AlreadyWritten { name: output, count }.into());
    }
    let all = units(object);
    let last = all.last().ok_or_else(|| Why::NotParsed { name: object.name.to_owned() })?;
    let text = &object.file.text;
    let network = drawn(markup, object, &target, &when)?;
    let at = with_blanks(text, *last);
    let copy = super::units::like(text, *last, &network, next_id(object))
        .ok_or_else(|| Why::NotParsed { name: object.name.to_owned() })?;
    let blanks = &text[at.start..last.range().start];
    draft.splice(object.file.file, at.end, at.end, format!("{blanks}{copy}"));
    let number = all.len() + 1;
    draft.assumed.push(Assumed::AtTheEnd { place: object.name.to_owned() });
    let meaning = Meaning::New { output, when };
    told(markup, object, &mut draft, (number, &network), meaning);
    draft.risks.clear();
    Ok(draft)
}

/// An id above all of a block's file.
pub(super) fn next_id(object: Object<'_, '_>) -> u32 {
    let ids = object.node.document().descendants().filter_map(|it| it.attribute("ID"));
    ids.filter_map(|it| u32::from_str_radix(it, 16).ok()).max().unwrap_or(0) + 1
}

/// A network that turns an output on under a condition.
pub(super) fn network(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    output: &str,
    when: &Condition,
) -> Result<String, Stop> {
    let target = named(markup, object, output, true)?;
    drawn(markup, object, &target, when)
}

fn drawn(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    target: &Named,
    when: &Condition,
) -> Result<String, Stop> {
    let mut nets = object.node.descendants().filter(|it| it.tag_name().name() == "FlgNet");
    let namespace = nets.find_map(|it| it.tag_name().namespace());
    let namespace = namespace.ok_or_else(|| Why::NotParsed { name: object.name.to_owned() })?;
    let mut flow = Flow::new("\n    ");
    let fragment = build(markup, object, &mut flow, when)?;
    let operand = flow.access(target);
    let coil = flow.part("Coil", "", &[]);
    flow.wire(vec![operand, pin(&coil, "operand")]);
    flow.wire(std::iter::once(super::wires::End::Rail).chain(fragment.ins).collect());
    flow.wire(vec![fragment.out, pin(&coil, "in")]);
    Ok(format!("<FlgNet xmlns=\"{namespace}\">\n  {}\n</FlgNet>", flow.text()))
}

/// Where the drawing of a network stands, and another one in its place.
pub(super) fn replaced(
    text: &str,
    unit: Element<'_, '_>,
    drawing: &str,
) -> Option<(std::ops::Range<usize>, String)> {
    let old = unit.descendants().find(|it| it.tag_name().name() == "FlgNet")?;
    let namespace = old.tag_name().namespace()?;
    let open = drawing.find('>')?;
    let new = if drawing[..open].contains("xmlns") {
        drawing.to_owned()
    } else {
        format!("<FlgNet xmlns=\"{namespace}\"{}", &drawing[open..])
    };
    roxmltree::Document::parse(&new).ok()?;
    text.get(old.range())?;
    Some((old.range(), new))
}
