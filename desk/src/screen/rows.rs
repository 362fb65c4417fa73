//! The tag table's commands of a screen.
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all commands have one shape: arguments by value; an answer or a failure"
)]

use super::{Screen, Table, past::DisplayedMoment};
use crate::{
    failures::{invalid, not_found},
    lock::lock,
    problem::{MissingThing, Problem, Remedy},
    table::{Window, taken},
    time::small,
    view::{
        Ack, Failure, OpenRows, Pin, RowCounts, RowNames, RowsBetween, RowsOpened, TakeRows,
        TakenRows,
    },
};

/// Maximum number of rows whose names are sent at a time: more than a user selects.
const NAMES_MAX: usize = 10_000;

impl Screen {
    pub(crate) fn rows(&self, rows: OpenRows) -> Result<RowsOpened, Failure> {
        let number = self.next_number();
        let Some(session) = rows.session.clone() else {
            self.with(|state| state.table = None);
            let counts = RowCounts::default();
            return Ok(RowsOpened { window: number, counts, missing: Vec::new() });
        };
        let past = self.past();
        let (metadata, shown, requested) = self.desk.room(&session, |room| {
            let shown = DisplayedMoment::shown(past.as_ref(), &session, room);
            (room.metadata(&self.desk.0.keeper, &[], rows.language), shown, room.feed.requested())
        })?;
        if rows.only.as_ref().is_some_and(|it| it.len() > NAMES_MAX) {
            return Err(invalid(&Problem::TooManyTags, &Remedy::ShownTags));
        }
        let is_read =
            |name: &String| shown.0.as_deref().is_some_and(|view| view.tags.contains_key(name));
        let missing = rows.only.iter().flatten().filter(|it| !is_read(it)).cloned().collect();
        let window = Window::new(number, session, rows, shown.clone(), &metadata);
        let counts = window.counts(shown.0.as_deref(), &metadata);
        self.with(|state| {
            let frame = state.table.take().map_or(0, |it| it.frame);
            let table = Table { window, metadata, requested, frame, unacknowledged: false };
            state.table = Some(table);
        });
        Ok(RowsOpened { window: number, counts, missing })
    }

    pub(crate) fn row_names(&self, rows: RowsBetween) -> Result<RowNames, Failure> {
        let state = lock(&self.state);
        let table = state.table.as_ref().filter(|table| table.window.session == rows.session);
        let table = table
            .ok_or_else(|| not_found(MissingThing::Table, &rows.session, &Remedy::OpenRows))?;
        let all: Vec<&String> = table.window.names().collect();
        let (first, last) = (rows.from.min(rows.to) as usize, rows.from.max(rows.to) as usize);
        let between = all.get(first..all.len().min(last + 1)).unwrap_or_default();
        let told = between.iter().copied().cloned();
        let names = if rows.from <= rows.to {
            told.take(NAMES_MAX).collect()
        } else {
            told.rev().take(NAMES_MAX).collect()
        };
        Ok(RowNames { names, rows: small(between.len()) })
    }

    pub(crate) fn ack(&self, ack: Ack) -> Result<(), Failure> {
        self.with(|state| {
            if let Some(table) = state.table.as_mut().filter(|table| table.frame == ack.frame) {
                table.unacknowledged = false;
            }
        });
        Ok(())
    }

    pub(crate) fn pin(&self, pin: Pin) -> Result<(), Failure> {
        let project = self.desk.room(&pin.session, |room| room.start.project.clone())?;
        self.desk.0.keeper.change(|kept| {
            let pins = kept.pins.entry(project).or_default();
            pins.retain(|tag| *tag != pin.tag);
            if pin.pinned {
                pins.push(pin.tag);
            }
        })?;
        let past = self.past();
        let open = lock(&self.state).table.as_ref().map(|it| it.metadata.language);
        let language = open.unwrap_or_default();
        let (mut metadata, (view, _)) = self.desk.room(&pin.session, |room| {
            let shown = DisplayedMoment::shown(past.as_ref(), &pin.session, room);
            (room.metadata(&self.desk.0.keeper, &[], language), shown)
        })?;
        self.with(|state| {
            if let Some(table) = &mut state.table {
                metadata.traced = std::mem::take(&mut table.metadata.traced);
                table.metadata = metadata;
                table.window.renew(view.as_ref(), &table.metadata);
            }
        });
        Ok(())
    }

    pub(crate) fn take_rows(&self, rows: TakeRows) -> Result<TakenRows, Failure> {
        let past = self.past();
        let (metadata, (view, unread)) = self.desk.room(&rows.session, |room| {
            let shown = DisplayedMoment::shown(past.as_ref(), &rows.session, room);
            (room.metadata(&self.desk.0.keeper, &[], rows.language), shown)
        })?;
        let Some(view) = view else { return Ok(TakenRows::default()) };
        let names = match rows.tags {
            Some(tags) => tags,
            None => lock(&self.state)
                .table
                .as_ref()
                .filter(|table| table.window.session == rows.session)
                .map(|table| table.window.names().cloned().collect())
                .unwrap_or_default(),
        };
        Ok(taken(&names, &view.tags, unread, &metadata))
    }
}
