//! Networks of ladder and function blocks, changed as the statements that display them: a new
//! statement becomes elements of the file again, and unchanged elements keep their bytes.

mod recipe;

use tagbridge_forms::{Aim, Networks, ShownNetwork, boxes::rewritten, plcopen::Edits};
use tagbridge_project::{Body, Rung};
use tagbridge_structured_text::{Dialect, StatementKind, parse};

use crate::{
    draft::{Draft, Stop},
    meaning::Meaning,
    request::RequestedChange,
    says::{Said, Why},
    script::Edit,
    text::{
        World,
        piece::{DRAWN, Piece},
        series::told,
    },
};

/// A unit with networks.
pub(super) struct Drawn<'n> {
    pub(super) name: String,
    /// The index of its file in the source.
    pub(super) file: usize,
    /// Its index in the world.
    pub(super) at: usize,
    pub(super) networks: Box<dyn Networks + 'n>,
    /// The changed network, and its display as text.
    pub(super) edited: Option<(usize, String)>,
}

impl Drawn<'_> {
    /// The unit in the request, if it is drawn; its network becomes a text of the world.
    pub(super) fn of(all: Vec<Self>, world: &mut World<'_>) -> Result<Option<Self>, Stop> {
        let kind = world.context.request.kind;
        if kind == RequestedChange::Comment && world.context.get("rung").is_none() {
            return Ok(None);
        }
        let place = world.context.place().map(ToOwned::to_owned);
        // New code belongs to the only unit with code, if the request names no unit.
        let only = || {
            let is_drawn = world.units.iter().all(|it| it.code.is_none());
            let [one] = all.as_slice() else { return None };
            (is_drawn && Self::is_of_networks(kind)).then(|| one.name.clone())
        };
        let Some(place) = place.or_else(only) else { return Ok(None) };
        let Some(mut this) = Self::called(all, &place) else { return Ok(None) };
        if let Some(number) = world.context.get("rung") {
            this.open(world, number)?;
        }
        Ok(Some(this))
    }

    /// The unit with this name, if it is drawn.
    pub(super) fn called(all: Vec<Self>, place: &str) -> Option<Self> {
        all.into_iter().find(|it| {
            it.name.eq_ignore_ascii_case(place)
                || it.name.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(place))
        })
    }

    /// Applies the edits of a script to the networks.
    pub(super) fn scripted(&self, world: &World<'_>, edits: &[Edit]) -> Result<Draft, Stop> {
        world.writable(self.at)?;
        let name = world.units[self.at].name.clone();
        let of = |number: usize| {
            let no_rung = || Why::NoRung { number: number.to_string(), name: name.clone() };
            number.checked_sub(1).filter(|it| *it < self.networks.count()).ok_or_else(no_rung)
        };
        let mut draft = Draft::default();
        for edit in edits {
            let made = match edit {
                Edit::Update(number, text) => {
                    let at = of(*number)?;
                    self.networks.replaced(at, self.shown(world, at), self.aims(world, text, &[])?)
                }
                Edit::Insert(number, text) => {
                    let like = self.shown(world, of((*number).max(1))?);
                    self.networks.inserted(*number, like, vec![self.aims(world, text, &[])?])
                }
                Edit::Delete(number) => self.networks.removed(of(*number)?),
            };
            self.splice(world, &mut draft, made)?;
        }
        Ok(draft)
    }

    /// Adds edits of the file; a drawing that cannot be made is refused.
    fn splice(
        &self,
        world: &World<'_>,
        draft: &mut Draft,
        made: Option<Edits>,
    ) -> Result<(), Stop> {
        let name = || world.units[self.at].name.clone();
        for (at, text) in made.ok_or_else(|| Stop::No(Why::NoPattern { name: name() }))? {
            draft.splice(self.file, at.start, at.end, text);
        }
        Ok(())
    }

    /// The networks of the unit in the project.
    fn rungs<'w>(&self, world: &World<'w>) -> &'w [Rung] {
        let name = &world.units[self.at].name;
        let routines = &world.context.logic.project.routines;
        let routine = routines.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        match routine.map(|it| &it.body) {
            Some(Body::Rungs(rungs)) => rungs,
            _ => &[],
        }
    }

    /// A network as it is shown.
    fn shown<'w>(&self, world: &World<'w>, at: usize) -> ShownNetwork<'w> {
        let rung = self.rungs(world).get(at);
        ShownNetwork {
            text: rung.map_or("", |it| it.text.as_str()),
            statements: rung.and_then(|it| it.statements.as_deref()).unwrap_or_default(),
            parts: rung.and_then(|it| it.parts.as_deref()).unwrap_or_default(),
        }
    }

    fn open(&mut self, world: &mut World<'_>, number: &str) -> Result<(), Stop> {
        let name = world.units[self.at].name.clone();
        let no_rung = || Stop::No(Why::NoRung { number: number.to_owned(), name: name.clone() });
        let at =
            number.parse::<usize>().ok().and_then(|it| it.checked_sub(1)).ok_or_else(no_rung)?;
        let rungs = self.rungs(world);
        let rung = rungs.get(at).ok_or_else(no_rung)?;
        let text = rung.text.clone();
        let statements = rung.statements.as_deref().unwrap_or_default();
        let is_plain = rungs.len() == self.networks.count()
            && self.networks.is_plain(at, statements.len())
            && !statements.iter().any(|it| matches!(it.kind, StatementKind::Opaque(_)));
        if !is_plain {
            return Err(Why::NotParsed { name: format!("{name}:{number}") }.into());
        }
        let statements = statements.to_vec();
        let index = world.text(Piece::drawn(&text));
        world.shown = Some((index, statements));
        world.units[self.at].code = Some((index, 0..text.len()));
        self.edited = Some((at, text));
        Ok(())
    }

    /// Whether this request creates, deletes or moves whole networks.
    pub(super) fn is_of_networks(kind: RequestedChange) -> bool {
        use RequestedChange::{Comment, DeleteRung, MoveRung};
        matches!(kind, DeleteRung | MoveRung | Comment) || kind.is_recipe()
    }

    /// Creates, deletes or moves networks.
    pub(super) fn whole(&self, world: &World<'_>) -> Result<Draft, Stop> {
        let context = world.context;
        world.writable(self.at)?;
        let name = world.units[self.at].name.clone();
        let mut draft = Draft::default();
        let count = self.networks.count();
        match context.request.kind {
            RequestedChange::Comment => return self.comment(world),
            kind if kind.is_recipe() => return self.recipe(world),
            kind => {
                let (own, shown) = self.edited.clone().ok_or(Why::NotUnderstood)?;
                if count < 2 {
                    return Err(Why::LastOfBranch { name }.into());
                }
                let delete = format!("DELETE_RUNG {}", own + 1);
                if kind == RequestedChange::DeleteRung {
                    self.splice(world, &mut draft, self.networks.removed(own))?;
                    self.told(world, &mut draft, own + 1, delete, Meaning::Gone);
                    return Ok(draft);
                }
                if context.get("target").is_some() {
                    return Err(Why::NoPattern { name }.into());
                }
                let is_first = context.need("to") == "first";
                let to = if is_first { 0 } else { count - 1 };
                if own == to {
                    return Err(Why::Same { name: format!("{name}:{}", own + 1) }.into());
                }
                self.splice(world, &mut draft, self.networks.moved(own, is_first))?;
                let after = if is_first { 0 } else { to + 1 };
                let script = format!("INSERT_RUNG_AFTER {after}\n{shown}\n{delete}");
                self.told(world, &mut draft, own + 1, script, Meaning::Moved);
            }
        }
        Ok(draft)
    }

    /// Changes the comment of a network.
    fn comment(&self, world: &World<'_>) -> Result<Draft, Stop> {
        let (at, _) = self.edited.as_ref().ok_or(Why::NotUnderstood)?;
        let said = world.context.need("text");
        let name = world.units[self.at].name.clone();
        if self.networks.comment(*at).is_some_and(|it| it.trim() == said) {
            return Err(Why::Same { name: said.to_owned() }.into());
        }
        let mut draft = Draft::default();
        self.splice(world, &mut draft, self.networks.commented(*at, said))?;
        draft.expect(tagbridge_diff::ChangeKind::Comment, &[said]);
        let number = at + 1;
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
        told(world, draft, self.at, number, meaning);
        scripted(draft, script);
        draft.rung = u32::try_from(number).ok();
    }

    /// Applies the changes of the network's text to the network.
    pub(super) fn close(&self, world: &World<'_>, mut draft: Draft) -> Result<Draft, Stop> {
        let Some((at, text)) = &self.edited else { return Ok(draft) };
        let mut edits: Edits = Vec::new();
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
        let aims = self.aims(world, &new, &declared_by(&draft))?;
        let made = self.networks.replaced(*at, self.shown(world, *at), aims);
        self.splice(world, &mut draft, made)?;
        let number = at + 1;
        scripted(&mut draft, format!("UPDATE_RUNG {number}\n{new}"));
        draft.rung = u32::try_from(number).ok();
        for step in &mut draft.steps {
            step.said.renumber(&world.units[self.at].name, number);
        }
        Ok(draft)
    }

    /// What a network with these statements is to do.
    fn aims(
        &self,
        world: &World<'_>,
        text: &str,
        declared: &[(String, String)],
    ) -> Result<Vec<Aim>, Stop> {
        let name = || world.units[self.at].name.clone();
        let statements = parse(text, Dialect::Codesys);
        if statements.iter().any(|it| matches!(it.kind, StatementKind::Opaque(_))) {
            return Err(Why::NotParsed { name: name() }.into());
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
        let aims = statements.iter().map(|statement| Aim::of(text, statement, &kind_of));
        let aims: Option<Vec<Aim>> = aims.collect();
        aims.ok_or_else(|| Why::NoPattern { name: name() }.into())
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
        | Self::Fed { place, .. }
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
