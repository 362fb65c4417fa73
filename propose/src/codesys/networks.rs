//! Networks of ladder and function blocks in the native export, changed as the statements that
//! display them: a new statement becomes boxes again, and unchanged boxes keep their bytes.

mod recipe;

use std::ops::Range;

use tagbridge_project::Body;
use tagbridge_structured_text::{Dialect, Statement, StatementKind, parse};

use super::{
    boxes::{Boxes, behind, rewritten},
    export::{Entry, Export, field, said},
};
use crate::{
    copy::FileText,
    draft::{Draft, Stop},
    element::{Element, end_tag, start_tag, with_blanks},
    meaning::Meaning,
    request::Kind,
    says::{Assumed, Said, Why},
    script::Edit,
    text::{
        World,
        piece::{DRAWN, Piece, escaped},
        series::{told_at, written},
        statements::target_in,
    },
};

/// A unit with networks.
pub(super) struct Drawn<'a, 'i> {
    file: &'a FileText,
    /// Its index in the world.
    at: usize,
    /// Its networks.
    networks: Vec<Element<'a, 'i>>,
    boxes: Boxes<'a, 'i>,
    /// The changed network, and its display as text.
    edited: Option<(Element<'a, 'i>, String)>,
}

fn networks_of<'a, 'i>(entry: &Entry<'a, 'i>) -> Vec<Element<'a, 'i>> {
    let implementation = entry.object.and_then(|it| field(it, "Implementation"));
    let list = implementation.and_then(|it| items_of(it, "NetworkList"));
    list.map(|it| it.children().filter(Element::is_element).collect()).unwrap_or_default()
}

/// The list in a field; some lists are objects that contain one with the same name.
pub(super) fn items_of<'a, 'i>(of: Element<'a, 'i>, name: &str) -> Option<Element<'a, 'i>> {
    let mut found = field(of, name)?;
    for _ in 0..2 {
        if found.tag_name().name() != "Single" {
            break;
        }
        let is_list =
            |it: &Element<'_, '_>| matches!(it.tag_name().name(), "List" | "List2" | "Array");
        found = found.children().find(is_list)?;
    }
    Some(found)
}

impl<'a, 'i> Drawn<'a, 'i> {
    /// The unit in the request, if it is drawn; its network becomes a text of the world.
    pub(super) fn of(export: &Export<'a, 'i>, world: &mut World<'_>) -> Result<Option<Self>, Stop> {
        let kind = world.context.request.kind;
        if kind == Kind::Comment && world.context.get("rung").is_none() {
            return Ok(None);
        }
        let place = world.context.place().map(ToOwned::to_owned);
        // New code belongs to the only unit with code, if the request names no unit.
        let only = || {
            let mut drawn = export.entries.iter().filter(|it| !networks_of(it).is_empty());
            let is_drawn = world.units.iter().all(|it| it.code.is_none());
            let first = drawn.next().filter(|_| is_drawn && Self::is_of_networks(kind))?;
            drawn.next().is_none().then(|| first.name.clone())
        };
        let Some(place) = place.or_else(only) else { return Ok(None) };
        let Some(mut this) = Self::called(export, world, &place) else { return Ok(None) };
        if let Some(number) = world.context.get("rung") {
            this.open(world, number)?;
        }
        Ok(Some(this))
    }

    /// The unit with this name, if it is drawn.
    pub(super) fn called(export: &Export<'a, 'i>, world: &World<'_>, place: &str) -> Option<Self> {
        let is_it = |name: &str| {
            name.eq_ignore_ascii_case(place)
                || name.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(place))
        };
        let drawn = export.entries.iter().filter(|it| !networks_of(it).is_empty());
        let entry = drawn.into_iter().find(|it| is_it(&it.name))?;
        let at = world.units.iter().position(|it| is_it(&it.name))?;
        let networks = networks_of(entry);
        let boxes = Boxes { text: &export.file.text, root: entry.node.document().root_element() };
        Some(Self { file: export.file, at, networks, boxes, edited: None })
    }

    /// Applies the edits of a script to the networks.
    pub(super) fn scripted(&self, world: &World<'_>, edits: &[Edit]) -> Result<Draft, Stop> {
        world.writable(self.at)?;
        let name = world.units[self.at].name.clone();
        let of = |number: usize| {
            let no_rung = || Why::NoRung { number: number.to_string(), name: name.clone() };
            self.networks.get(number.wrapping_sub(1)).copied().ok_or_else(no_rung)
        };
        let mut draft = Draft::default();
        for edit in edits {
            match edit {
                Edit::Update(number, text) => {
                    let network = of(*number)?;
                    let new = self.network(world, network, text, &[])?;
                    let at = network.range();
                    draft.splice(self.file.file, at.start, at.end, new);
                }
                Edit::Insert(number, text) => {
                    let like = of((*number).max(1))?;
                    let new = self.network(world, like, text, &[])?;
                    let whole = with_blanks(&self.file.text, like);
                    let blanks = &self.file.text[whole.start..like.range().start];
                    let at = if *number == 0 { whole.start } else { whole.end };
                    draft.splice(self.file.file, at, at, format!("{blanks}{new}"));
                }
                Edit::Delete(number) => {
                    let at = with_blanks(&self.file.text, of(*number)?);
                    draft.splice(self.file.file, at.start, at.end, "");
                }
            }
        }
        Ok(draft)
    }

    fn open(&mut self, world: &mut World<'_>, number: &str) -> Result<(), Stop> {
        let name = world.units[self.at].name.clone();
        let no_rung = || Stop::No(Why::NoRung { number: number.to_owned(), name: name.clone() });
        let at =
            number.parse::<usize>().ok().and_then(|it| it.checked_sub(1)).ok_or_else(no_rung)?;
        let network = *self.networks.get(at).ok_or_else(no_rung)?;
        let routines = &world.context.logic.project.routines;
        let routine = routines.iter().find(|it| it.name.eq_ignore_ascii_case(&name));
        let rung = routine.and_then(|it| match &it.body {
            Body::Rungs(rungs) => rungs.get(at),
            _ => None,
        });
        let rung = rung.ok_or_else(no_rung)?;
        let text = rung.text.clone();
        let not_parsed = || Stop::No(Why::NotParsed { name: format!("{name}:{number}") });
        let count = items_of(network, "NetworkItems")
            .map_or(0, |it| it.children().filter(Element::is_element).count());
        let statements = rung.statements.as_deref().unwrap_or_default();
        let is_plain = statements.len() == count
            && said(network, "OutCommented") != "True"
            && !statements.iter().any(|it| matches!(it.kind, StatementKind::Opaque(_)));
        if !is_plain {
            return Err(not_parsed());
        }
        let index = world.text(Piece::drawn(&text));
        world.units[self.at].code = Some((index, 0..text.len()));
        self.edited = Some((network, text));
        Ok(())
    }

    /// Whether this request creates, deletes or moves whole networks.
    pub(super) fn is_of_networks(kind: Kind) -> bool {
        use Kind::{AddAlarm, Comment, DeleteRung, MoveRung, NewRung};
        matches!(kind, NewRung | DeleteRung | MoveRung | AddAlarm | Comment) || kind.is_recipe()
    }

    /// Creates, deletes or moves networks.
    pub(super) fn whole(&self, world: &World<'_>) -> Result<Draft, Stop> {
        let context = world.context;
        world.writable(self.at)?;
        let name = world.units[self.at].name.clone();
        let mut draft = Draft::default();
        match context.request.kind {
            Kind::NewRung | Kind::AddAlarm => {
                let (output, when) = (context.output(), context.when()?);
                let target = target_in(world, self.at, &output, &mut draft)?;
                let condition = written(world, self.at, &when)?.text(false);
                let text = format!("{target} := {condition};");
                let number = self.networks.len() + 1;
                let last = self.networks.last().copied();
                let last = last.ok_or_else(|| Why::NotParsed { name: name.clone() })?;
                let network = self.network(world, last, &text, &[])?;
                let blanks = with_blanks(&self.file.text, last);
                let blanks = &self.file.text[blanks.start..last.range().start];
                let end = last.range().end;
                draft.splice(self.file.file, end, end, format!("{blanks}{network}"));
                draft.assumed.push(Assumed::AtTheEnd { place: name.clone() });
                let meaning = Meaning::New { output, when };
                let after = format!("INSERT_RUNG_AFTER {}\n{text}", number - 1);
                self.told(world, &mut draft, number, after, meaning);
                draft.risks.clear();
            }
            Kind::Comment => return self.comment(world),
            kind if kind.is_recipe() => return self.recipe(world),
            kind => {
                let (network, _) = self.edited.as_ref().ok_or(Why::NotUnderstood)?;
                let own = self.networks.iter().position(|it| it == network).unwrap_or(0);
                if self.networks.len() < 2 {
                    return Err(Why::LastOfBranch { name }.into());
                }
                let at = with_blanks(&self.file.text, *network);
                draft.splice(self.file.file, at.start, at.end, "");
                let delete = format!("DELETE_RUNG {}", own + 1);
                if kind == Kind::DeleteRung {
                    self.told(world, &mut draft, own + 1, delete, Meaning::Gone);
                    return Ok(draft);
                }
                let is_first = context.need("to") == "first";
                let to = if is_first { 0 } else { self.networks.len() - 1 };
                if own == to {
                    return Err(Why::Same { name: format!("{name}:{}", own + 1) }.into());
                }
                let text = self.file.text[at].to_owned();
                let edge = self.networks[to];
                let target = if is_first {
                    with_blanks(&self.file.text, edge).start
                } else {
                    edge.range().end
                };
                draft.splice(self.file.file, target, target, text);
                let shown = self.edited.as_ref().map(|it| it.1.clone()).unwrap_or_default();
                let after = if is_first { 0 } else { to + 1 };
                let script = format!("INSERT_RUNG_AFTER {after}\n{shown}\n{delete}");
                self.told(world, &mut draft, own + 1, script, Meaning::Moved);
            }
        }
        Ok(draft)
    }

    /// Changes the comment of a network.
    fn comment(&self, world: &World<'_>) -> Result<Draft, Stop> {
        let (network, _) = self.edited.as_ref().ok_or(Why::NotUnderstood)?;
        let said = world.context.need("text");
        let name = world.units[self.at].name.clone();
        let not_parsed = || Stop::No(Why::NotParsed { name: name.clone() });
        let field = field(*network, "Comment").ok_or_else(not_parsed)?;
        if field.text().unwrap_or_default().trim() == said {
            return Err(Why::Same { name: said.to_owned() }.into());
        }
        let source = &self.file.text;
        let (start, is_empty) = start_tag(source, field);
        if is_empty {
            return Err(not_parsed());
        }
        let mut draft = Draft::default();
        draft.splice(self.file.file, start, end_tag(source, field), escaped(said));
        draft.expect(tagbridge_diff::ChangeKind::Comment, &[said]);
        let number = self.networks.iter().position(|it| it == network).unwrap_or(0) + 1;
        let step = Said::Comment { place: format!("{name}:{number}"), text: said.to_owned() };
        crate::text::code::updates(world, &mut draft, self.at, step);
        draft.rung = u32::try_from(number).ok();
        Ok(draft)
    }

    fn told(
        &self,
        world: &World<'_>,
        draft: &mut Draft,
        number: usize,
        script: String,
        meaning: Meaning,
    ) {
        told_at(world, draft, self.at, number, meaning);
        scripted(draft, script);
        draft.rung = u32::try_from(number).ok();
    }

    /// Applies the changes of the network's text to the network.
    pub(super) fn close(&self, world: &World<'_>, mut draft: Draft) -> Result<Draft, Stop> {
        let Some((network, text)) = &self.edited else { return Ok(draft) };
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        draft.splices.retain(|it| {
            if it.file == DRAWN {
                edits.push((it.start..it.end, it.text.clone()));
            }
            it.file != DRAWN
        });
        if edits.is_empty() {
            return Ok(draft);
        }
        let new = rewritten(text, 0..text.len(), edits);
        let declared = declared_by(&draft);
        let network_text = self.network(world, *network, &new, &declared)?;
        let at = network.range();
        draft.splice(self.file.file, at.start, at.end, network_text);
        let number = self.networks.iter().position(|it| it == network).unwrap_or(0) + 1;
        scripted(&mut draft, format!("UPDATE_RUNG {number}\n{new}"));
        draft.rung = u32::try_from(number).ok();
        for step in &mut draft.steps {
            step.said.renumber(&world.units[self.at].name, number);
        }
        Ok(draft)
    }

    /// A network with these statements, modelled on another one.
    pub(super) fn network(
        &self,
        world: &World<'_>,
        like: Element<'_, '_>,
        text: &str,
        declared: &[(String, String)],
    ) -> Result<String, Stop> {
        let name = || world.units[self.at].name.clone();
        let not_parsed = || Stop::No(Why::NotParsed { name: name() });
        let list = items_of(like, "NetworkItems").ok_or_else(not_parsed)?;
        let olds: Vec<Element<'_, '_>> = list.children().filter(Element::is_element).collect();
        let statements = parse(text, Dialect::Codesys);
        if statements.iter().any(|it| matches!(it.kind, StatementKind::Opaque(_))) {
            return Err(not_parsed());
        }
        let kind_of = |instance: &str| {
            let new = declared.iter().find(|it| it.0.eq_ignore_ascii_case(instance));
            if let Some((_, kind)) = new {
                return Some(kind.clone());
            }
            let (_, variable) = world.units[self.at].variable(instance)?;
            let kind = world.said(world.units[self.at].piece, &variable.kind).trim();
            Some(kind.to_owned())
        };
        let items = statements
            .iter()
            .map(|statement: &Statement| self.boxes.item(text, statement, &olds, &kind_of));
        let items: Vec<String> = items
            .collect::<Option<_>>()
            .ok_or_else(|| Stop::No(Why::NoPattern { name: name() }))?;
        let source = &self.file.text;
        let blanks = olds.first().map_or("", |it| {
            let whole = with_blanks(source, *it);
            &source[whole.start..it.range().start]
        });
        let inside = behind(blanks, &items);
        let (start, is_empty) = start_tag(source, list);
        if is_empty {
            return Err(not_parsed());
        }
        let end = end_tag(source, list);
        let close = source[..end].trim_end().len();
        let mut edits = vec![(start..close.max(start), inside)];
        let is_new = self.edited.as_ref().is_none_or(|it| it.0 != like);
        if is_new {
            for name in ["Title", "Comment", "Label"] {
                if let Some(it) = field(like, name).filter(|it| it.text().is_some()) {
                    edits.push((start_tag(source, it).0..end_tag(source, it), String::new()));
                }
            }
        }
        Ok(rewritten(source, like.range(), edits))
    }
}

/// What a draft declares, with its types.
fn declared_by(draft: &Draft) -> Vec<(String, String)> {
    let declared = draft.steps.iter().filter_map(|it| match &it.said {
        Said::Tag { name, kind, .. } => Some((name.clone(), kind.clone())),
        _ => None,
    });
    declared.collect()
}

/// The content of the last step, as a script of rungs.
fn scripted(draft: &mut Draft, script: String) {
    if let Some(step) = draft.steps.last_mut() {
        step.content = crate::draft::Content::Given(script);
        step.code_type = "LD";
    }
}

impl Said {
    /// For a change of a network, replaces the line of its text with its number.
    fn renumber(&mut self, unit: &str, number: usize) {
        let (Self::Inverted { place, .. }
        | Self::NoContact { place, .. }
        | Self::Replaced { place, .. }
        | Self::Series { place, .. }
        | Self::Parallel { place, .. }
        | Self::Around { place, .. }
        | Self::Latched { place, .. }
        | Self::Opposite { place, .. }
        | Self::Delay { place, .. }
        | Self::Stay { place, .. }
        | Self::Constant { place, .. }) = self
        else {
            return;
        };
        *place = format!("{unit}:{number}");
    }
}
