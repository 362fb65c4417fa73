//! Where code uses each name: the comments there, and the names next to it.

use std::collections::HashMap;

use tagbridge_logic::{
    Callee, Effect, Logic, PlaceId, Ref, Statement, Step, UnitId,
    expr::ExprId,
    text::{TokenKind, tokens},
};
use tagbridge_project::Body;

use crate::{
    lists::Lists,
    stems::Stems,
    words::{plain, words},
};

/// Comments of code, and the names in it.
#[derive(Debug, Default)]
pub(crate) struct Context {
    /// The stems of the comment of each segment: a rung, or the lines below a comment.
    pub(crate) segments: Vec<Box<[u32]>>,
    /// The routine of each segment.
    pub(crate) routine_of: Vec<u32>,
    /// The stems of the path and the comment of each routine.
    pub(crate) routines: Vec<Box<[u32]>>,
    /// The segments that write each name, and those that read it.
    pub(crate) written: Lists,
    pub(crate) read: Lists,
    /// The names that decide about each name, and those that it decides about.
    pub(crate) sources: Lists,
    pub(crate) targets: Lists,
}

/// The parent of a place that is a member, and the name of the member.
pub(crate) fn member_of(logic: Logic<'_>, place: PlaceId) -> Option<(PlaceId, &str)> {
    let Step::Member(name) = logic.index.places.step(place) else { return None };
    Some((logic.index.places.parent(place)?, logic.index.names.text(name)))
}

struct Builder<'a, 'b> {
    logic: Logic<'a>,
    by_name: &'b HashMap<String, u32>,
    stems: &'b mut Stems,
    /// The name of each place: its own, or that of the nearest part before it.
    names: HashMap<PlaceId, Option<u32>>,
    found: Context,
    written: Vec<(u32, u32)>,
    read: Vec<(u32, u32)>,
    decides: Vec<(u32, u32)>,
}

impl Context {
    pub(crate) fn of(
        logic: Logic<'_>,
        stems: &mut Stems,
        by_name: &HashMap<String, u32>,
        count: usize,
    ) -> Self {
        let mut builder = Builder {
            logic,
            by_name,
            stems,
            names: HashMap::new(),
            found: Self::default(),
            written: Vec::new(),
            read: Vec::new(),
            decides: Vec::new(),
        };
        for routine in &logic.project.routines {
            let comment = routine.comment.as_deref().unwrap_or_default();
            let text = format!("{} {} {comment}", routine.owner, routine.name);
            let stems = builder.stems_of(&text);
            builder.found.routines.push(stems);
        }
        for (id, _) in logic.index.units() {
            builder.unit(id);
        }
        let turned = builder.decides.iter().map(|(from, to)| (*to, *from)).collect();
        let mut found = builder.found;
        found.written = Lists::of(builder.written, count);
        found.read = Lists::of(builder.read, count);
        found.sources = Lists::of(turned, count);
        found.targets = Lists::of(builder.decides, count);
        found
    }
}

impl Builder<'_, '_> {
    fn stems_of(&mut self, text: &str) -> Box<[u32]> {
        let mut found: Vec<u32> = words(text).iter().map(|it| self.stems.id(it)).collect();
        found.sort_unstable();
        found.dedup();
        found.into_boxed_slice()
    }

    fn segment(&mut self, comment: &str, routine: usize) -> u32 {
        let id = u32::try_from(self.found.segments.len()).unwrap_or(u32::MAX);
        let stems = self.stems_of(comment);
        self.found.segments.push(stems);
        self.found.routine_of.push(u32::try_from(routine).unwrap_or(0));
        id
    }

    /// The name of a place.
    fn name(&mut self, place: PlaceId) -> Option<u32> {
        if let Some(known) = self.names.get(&place) {
            return *known;
        }
        let own = self.by_name.get(&plain(&self.logic.place(place))).copied();
        let found = own.or_else(|| self.name(self.logic.index.places.parent(place)?));
        self.names.insert(place, found);
        found
    }

    fn unit(&mut self, id: UnitId) {
        let (logic, unit) = (self.logic, self.logic.index.unit(id));
        let routine = &logic.project.routines[unit.routine.index()];
        let at = unit.routine.index();
        // Where each segment begins in the text.
        let mut begins: Vec<(u32, u32)> = Vec::new();
        match (&routine.body, unit.rung) {
            (Body::Rungs(rungs), Some(rung)) => {
                let rung = rungs.get(rung as usize);
                let comments = rung.into_iter().flat_map(|it| [&it.title, &it.comment]);
                let text: Vec<&str> = comments.flatten().map(String::as_str).collect();
                begins.push((0, self.segment(&text.join(" "), at)));
            }
            _ => {
                for (start, comment) in paragraphs(logic, logic.text(id)) {
                    begins.push((start, self.segment(&comment, at)));
                }
            }
        }
        let segment_of = |start: u32| {
            let place = begins.partition_point(|it| it.0 <= start);
            begins.get(place.saturating_sub(1)).map_or(0, |it| it.1)
        };
        let paths = [logic.path(unit.routine), routine.owner.clone()];
        let code: Vec<u32> = paths
            .iter()
            .filter_map(|it| self.by_name.get(&format!("={}", plain(it))).copied())
            .collect();
        for code in &code {
            self.written.extend(begins.iter().map(|it| (*code, it.1)));
        }
        for of in logic.index.refs_of(id) {
            let Some(name) = self.name(of.place) else { continue };
            let segment = segment_of(of.start);
            if of.mode.writes() {
                self.written.push((name, segment));
                self.decides.extend(code.iter().map(|it| (*it, name)));
            } else {
                self.read.push((name, segment));
            }
        }
        let statements: Vec<&Statement> = logic.index.statements_of(id).map(|it| it.1).collect();
        for statement in statements {
            self.statement(statement, segment_of(statement.span.start));
        }
    }

    /// Notes which names decide about which.
    fn statement(&mut self, statement: &Statement, segment: u32) {
        let index = self.logic.index;
        let mut from: Vec<ExprId> = vec![statement.guard];
        let mut to: Vec<PlaceId> = Vec::new();
        let place = |of: &Ref| of.place;
        match &statement.effect {
            Effect::Assign { to: target, value, .. } => {
                from.push(*value);
                to.push(place(index.reference(*target)));
            }
            Effect::Run { instance, inputs, .. } => {
                from.extend(inputs.iter().map(|it| it.1));
                to.extend(instance.map(|it| place(index.reference(it))));
            }
            Effect::Call { callee, instance, bindings, .. } => {
                for binding in index.bindings(bindings) {
                    match (binding.direction, binding.at) {
                        (tagbridge_logic::Direction::Out, Some(at)) => {
                            to.push(place(index.reference(at)));
                        }
                        _ => from.push(binding.actual),
                    }
                }
                to.extend(instance.map(|it| place(index.reference(it))));
                if let Callee::Block(block) = callee
                    && let Some(block) = self.logic.project.blocks.get(*block as usize)
                    && let Some(code) = self.by_name.get(&format!("={}", plain(&block.name)))
                {
                    self.read.push((*code, segment));
                }
            }
            _ => {}
        }
        let mut read: Vec<u32> = Vec::new();
        for place in from.into_iter().flat_map(|it| index.exprs.places(it)) {
            read.extend(self.name(place));
        }
        for place in to {
            let Some(name) = self.name(place) else { continue };
            self.decides.extend(read.iter().filter(|it| **it != name).map(|it| (*it, name)));
        }
    }
}

/// The comments of a text, each with the position where the code begins that it is about: the lines
/// below it until an empty line or the next comment, and the line in which it is.
fn paragraphs(logic: Logic<'_>, text: &str) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = vec![(0, String::new())];
    let mut head = String::new();
    let (mut is_code, mut has_code) = (false, false);
    let mut line_start = 0_u32;
    let mut own = String::new();
    let mut end_line =
        |start: u32, is_code: bool, own: &str, head: &mut String, has_code: &mut bool| {
            if is_code {
                *has_code = true;
                found.push((start, format!("{head} {own}")));
            } else if own.is_empty() {
                head.clear();
            } else {
                if *has_code {
                    head.clear();
                }
                *has_code = false;
                head.push(' ');
                head.push_str(own);
            }
        };
    for token in tokens(text, logic.project.dialect()) {
        let piece = &text[token.span.range()];
        let is_comment = token.kind == TokenKind::Comment;
        for (at, part) in piece.split('\n').enumerate() {
            if at > 0 {
                end_line(line_start, is_code, &own, &mut head, &mut has_code);
                own.clear();
                is_code = false;
                let before: usize = piece.split('\n').take(at).map(|it| it.len() + 1).sum();
                line_start = token.span.start + u32::try_from(before).unwrap_or(0);
            }
            if is_comment {
                own.push_str(part);
            } else {
                is_code |= !part.trim().is_empty();
            }
        }
    }
    end_line(line_start, is_code, &own, &mut head, &mut has_code);
    found
}
