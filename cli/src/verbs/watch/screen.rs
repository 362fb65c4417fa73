//! A live table of tags on a terminal.

mod terminal;
#[cfg(test)]
mod tests;

use std::{io, time::Duration};

use crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use futures::StreamExt;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};
use tagbridge_bridge::ScanReport;
use tokio::{sync::mpsc, time::interval};

use self::terminal::{Row, RowStyle, Terminal, fit};
use super::last_good::LastGood;
use crate::{
    messages::{Column, Line, TableWord},
    output::{plain, said},
    verbs::{read, shortened_value::ValueStyle},
};

/// The interval at which ages are updated.
const EVERY: Duration = Duration::from_secs(1);

/// A scan is old after three intervals, and at least after this time.
const OLD: Duration = Duration::from_secs(10);

/// Widths in columns: the minimum and maximum of names, and those of values and types.
const NAME_MIN: usize = 8;
const NAME_MAX: usize = 40;
const VALUE: usize = 18;
const TYPE: usize = 8;

/// Number of rows for Page Up and Page Down.
const PAGE: usize = 10;

/// A result of the controller's connection.
pub(super) enum ReadEvent {
    /// A scan.
    Scan(Box<ScanReport>),
    /// There is no scan at the moment: the error, its reason and its remedy, as lines.
    Lost(String),
}

/// The order of the tags.
#[derive(Clone, Copy)]
enum Order {
    AsAsked,
    ByName,
    /// Those without a value first.
    ByQuality,
}

/// A table of tags that changes in place.
pub(super) struct Screen {
    endpoint: String,
    shown: ValueStyle,
    /// The age from which a scan is old.
    old: Duration,
    newest: Option<ScanReport>,
    /// The scan that stays on the screen while the display is paused.
    paused: Option<ScanReport>,
    /// Why there has been no scan since the newest one.
    lost: Option<String>,
    good: LastGood,
    order: Order,
    /// The selected row.
    selected: Option<usize>,
}

impl Screen {
    pub(super) fn new(endpoint: String, shown: ValueStyle, interval: Duration) -> Self {
        Self {
            endpoint,
            shown,
            old: (3 * interval).max(OLD),
            newest: None,
            paused: None,
            lost: None,
            good: LastGood::default(),
            order: Order::AsAsked,
            selected: None,
        }
    }

    /// The newest scan.
    pub(super) fn newest(&self) -> Option<&ScanReport> {
        self.newest.as_ref()
    }

    /// Shows the received data until the user ends it, and then restores the terminal.
    ///
    /// # Errors
    /// The terminal cannot be written or read.
    pub(super) async fn look(
        &mut self,
        mut news: mpsc::UnboundedReceiver<ReadEvent>,
    ) -> io::Result<()> {
        let mut terminal = Terminal::open()?;
        let mut keys = EventStream::new();
        let mut seconds = interval(EVERY);
        loop {
            let (width, height) = Terminal::size()?;
            terminal.paint(&self.draw(width, height, Timestamp::now()))?;
            tokio::select! {
                Some(news) = news.recv() => self.hear(news),
                event = keys.next() => match event.transpose()? {
                    Some(Event::Key(key)) if self.handle_key(key) => return Ok(()),
                    // The terminal is gone.
                    None => return Ok(()),
                    Some(_) => {}
                },
                _ = seconds.tick() => {}
            }
        }
    }

    fn hear(&mut self, news: ReadEvent) {
        match news {
            ReadEvent::Scan(report) => {
                self.good.keep(&report);
                self.newest = Some(*report);
                self.lost = None;
            }
            ReadEvent::Lost(why) => self.lost = Some(why),
        }
    }

    /// Processes a key; returns whether it ends the watch.
    fn handle_key(&mut self, key: KeyEvent) -> bool {
        if key.kind == KeyEventKind::Release {
            return false;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let at = self.selected;
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return true,
            KeyCode::Char('c') if is_control => return true,
            KeyCode::Char(' ') => {
                self.paused = if self.paused.is_some() { None } else { self.newest.clone() };
            }
            KeyCode::Char('s') => {
                self.order = match self.order {
                    Order::AsAsked => Order::ByName,
                    Order::ByName => Order::ByQuality,
                    Order::ByQuality => Order::AsAsked,
                };
            }
            KeyCode::Down => self.selected = Some(at.map_or(0, |at| at + 1)),
            KeyCode::Up => self.selected = Some(at.map_or(0, |at| at.saturating_sub(1))),
            KeyCode::PageDown => self.selected = Some(at.unwrap_or(0) + PAGE),
            KeyCode::PageUp => self.selected = Some(at.unwrap_or(0).saturating_sub(PAGE)),
            KeyCode::Home => self.selected = Some(0),
            KeyCode::End => self.selected = Some(usize::MAX),
            _ => {}
        }
        let rows = self.newest.as_ref().map_or(0, |report| report.tags.len());
        self.selected = self.selected.map(|at| at.min(rows.saturating_sub(1)));
        false
    }

    /// The rows of the whole screen.
    fn draw(&self, width: usize, height: usize, now: Timestamp) -> Vec<Row> {
        let lost = self.lost.iter().flat_map(|why| why.lines());
        let mut below: Vec<Row> = lost.map(|line| Row::new(plain(line), RowStyle::Alarm)).collect();
        below.push(Row::new(said(&Line::WatchKeys), RowStyle::Dim));
        let mut rows = vec![Row::new(plain(&self.endpoint), RowStyle::Bold)];
        match self.paused.as_ref().or(self.newest.as_ref()) {
            None => rows.push(Row::new(said(&Line::ValuesAwaited), RowStyle::Plain)),
            Some(report) => {
                let room = height.saturating_sub(below.len() + 3);
                self.draw_scan(report, width, room, now, &mut rows);
            }
        }
        rows.resize_with(height.saturating_sub(below.len()), Row::default);
        rows.append(&mut below);
        rows
    }

    /// The state, the header and as many tags as fit on the screen.
    fn draw_scan(
        &self,
        report: &ScanReport,
        width: usize,
        room: usize,
        now: Timestamp,
        rows: &mut Vec<Row>,
    ) {
        let age = now.as_millis() - report.timestamp.as_millis();
        let age = Duration::from_millis(u64::try_from(age).unwrap_or(0));
        let is_live = self.paused.is_none() && self.lost.is_none() && age < self.old;
        rows.push(if self.paused.is_some() {
            let at = report.timestamp.to_string();
            Row::new(said(&Line::WatchPaused { at: &at }), RowStyle::Warning)
        } else if is_live {
            Row::new(said(read::scanned(report)), RowStyle::Plain)
        } else {
            Row::new(said(&Line::WatchOld { seconds: age.as_secs() }), RowStyle::Alarm)
        });
        let mut tags: Vec<_> = report.tags.iter().collect();
        match self.order {
            Order::AsAsked => {}
            Order::ByName => tags.sort_by_key(|(name, _)| name.to_lowercase()),
            Order::ByQuality => tags.sort_by_key(|(_, value)| value.quality == Quality::Good),
        }
        let names = tags.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        // The reason of a bad tag is the longest text, and has the rest of the line.
        let widths = [names.clamp(NAME_MIN, NAME_MAX), VALUE, TYPE];
        let columns = [Column::Tag, Column::Value, Column::Type, Column::Quality];
        rows.push(Row::new(in_columns(&columns.map(|it| said(&it)), widths), RowStyle::Bold));
        let first = self.selected.map_or(0, |at| (at + 1).saturating_sub(room));
        for (at, (name, value)) in tags.into_iter().enumerate().skip(first).take(room) {
            let (cells, look) =
                if is_live { self.live(report, name, value) } else { self.old(name) };
            let text = fit(&in_columns(&cells, widths), width);
            let is_selected = self.selected == Some(at);
            rows.push(Row { is_selected, ..Row::new(text, look) });
        }
    }

    /// A tag of a current scan: its quality is a word; the colour is only additional.
    fn live(&self, report: &ScanReport, name: &str, value: &TagValue) -> (Vec<String>, RowStyle) {
        let mut cells = read::row(report, name, value, self.shown);
        let was = self.good.word(name, self.shown).filter(|_| value.quality == Quality::Bad);
        if let (Some(was), Some(quality)) = (was, cells.last_mut()) {
            *quality = format!("{quality} ({})", said(was));
        }
        let look = match value.quality {
            Quality::Good => RowStyle::Plain,
            Quality::Uncertain => RowStyle::Warning,
            Quality::Bad => RowStyle::Alarm,
        };
        (cells, look)
    }

    /// A tag without a current scan: its last good value with its age, never displayed as current.
    fn old(&self, name: &str) -> (Vec<String>, RowStyle) {
        let was = self.good.word(name, self.shown).map_or_else(|| said(&TableWord::NoValue), said);
        (vec![name.to_owned(), String::new(), String::new(), was], RowStyle::Dim)
    }
}

/// Cells of one row, each in its width; the last one has the rest.
fn in_columns(cells: &[String], widths: [usize; 3]) -> String {
    let widths = widths.into_iter().map(Some).chain([None]);
    let cells = cells.iter().zip(widths).map(|(cell, width)| match width {
        Some(width) => fit(&plain(cell), width),
        None => plain(cell).into_owned(),
    });
    cells.collect::<Vec<_>>().join(" ")
}
