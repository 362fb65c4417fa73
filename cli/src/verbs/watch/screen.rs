//! The tags of a watch in place, where a person looks at a terminal.

use std::{io, time::Duration};

use futures::StreamExt;
use ratatui::{
    Frame, Terminal,
    backend::Backend,
    crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::{Constraint, Layout},
    style::{Color, Modifier, Style, Stylize},
    text::Text,
    widgets::{Paragraph, Row, Table, TableState},
};
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};
use tagbridge_bridge::ScanReport;
use tokio::{sync::mpsc, time::interval};

use super::last_good::LastGood;
use crate::{
    output::{plain, said, wants_colours},
    says::{Column, Line, Word},
    verbs::{brief::Shown, read},
};

/// How often ages are brought up to date.
const EVERY: Duration = Duration::from_secs(1);

/// A scan is old after three intervals, and never sooner than this; see `docs/evidence/reliability.md`.
const OLD: Duration = Duration::from_secs(10);

/// Columns of the terminal for a long name, a value and a type.
const NAME_MAX: u16 = 40;
const VALUE: u16 = 18;
const TYPE: u16 = 8;

/// What the screen is told.
pub(super) enum News {
    /// A scan.
    Scan(Box<ScanReport>),
    /// There is none for now: what happened, why, and what to do, as lines.
    Lost(String),
}

/// In which order tags are shown.
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
    shown: Shown,
    /// From this age on a scan is old.
    old: Duration,
    newest: Option<ScanReport>,
    /// What stands still while the person reads it.
    paused: Option<ScanReport>,
    /// Why there has been no scan since the newest.
    lost: Option<String>,
    good: LastGood,
    order: Order,
    position: TableState,
}

impl Screen {
    pub(super) fn new(endpoint: String, shown: Shown, interval: Duration) -> Self {
        Self {
            endpoint,
            shown,
            old: (3 * interval).max(OLD),
            newest: None,
            paused: None,
            lost: None,
            good: LastGood::default(),
            order: Order::AsAsked,
            position: TableState::default(),
        }
    }

    /// The newest scan.
    pub(super) fn newest(&self) -> Option<&ScanReport> {
        self.newest.as_ref()
    }

    /// Shows what arrives until the person ends it.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written or read.
    pub(super) async fn look<B: Backend<Error = io::Error>>(
        &mut self,
        terminal: &mut Terminal<B>,
        mut news: mpsc::UnboundedReceiver<News>,
    ) -> io::Result<()> {
        let mut keys = EventStream::new();
        let mut seconds = interval(EVERY);
        loop {
            terminal.draw(|frame| self.draw(frame, Timestamp::now()))?;
            tokio::select! {
                Some(news) = news.recv() => self.hear(news),
                event = keys.next() => match event.transpose()? {
                    Some(Event::Key(key)) if self.press(key) => return Ok(()),
                    // The terminal is gone.
                    None => return Ok(()),
                    Some(_) => {}
                },
                _ = seconds.tick() => {}
            }
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Scan(report) => {
                self.good.keep(&report);
                self.newest = Some(*report);
                self.lost = None;
            }
            News::Lost(why) => self.lost = Some(why),
        }
    }

    /// What a key does; whether it ends the watch.
    fn press(&mut self, key: KeyEvent) -> bool {
        if key.kind == KeyEventKind::Release {
            return false;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
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
            KeyCode::Down => self.position.scroll_down_by(1),
            KeyCode::Up => self.position.scroll_up_by(1),
            KeyCode::PageDown => self.position.scroll_down_by(10),
            KeyCode::PageUp => self.position.scroll_up_by(10),
            KeyCode::Home => self.position.select_first(),
            KeyCode::End => self.position.select_last(),
            _ => {}
        }
        false
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Timestamp) {
        let told = self.lost.clone().unwrap_or_default();
        let height = u16::try_from(told.lines().count()).unwrap_or(u16::MAX);
        let [head, state, body, lost, foot] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Min(2),
            Constraint::Length(height),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        frame.render_widget(Text::from(plain(&self.endpoint).bold()), head);
        frame
            .render_widget(Paragraph::new(plain(&told).into_owned()).style(tone(Color::Red)), lost);
        frame.render_widget(Text::from(said(&Line::WatchKeys)).dim(), foot);
        let Some(report) = self.paused.as_ref().or(self.newest.as_ref()) else {
            return frame.render_widget(Text::from(said(&Line::ValuesAwaited)), state);
        };
        let age = Duration::from_millis(
            u64::try_from(now.as_millis() - report.timestamp.as_millis()).unwrap_or(0),
        );
        let is_live = self.paused.is_none() && self.lost.is_none() && age < self.old;
        let line = if self.paused.is_some() {
            Text::from(said(&Line::WatchPaused { at: &report.timestamp.to_string() }))
                .style(tone(Color::Yellow))
        } else if is_live {
            Text::from(said(read::scanned(report)))
        } else {
            let seconds = age.as_secs();
            Text::from(said(&Line::WatchOld { seconds })).style(tone(Color::Red))
        };
        frame.render_widget(line, state);

        let mut tags: Vec<_> = report.tags.iter().collect();
        match self.order {
            Order::AsAsked => {}
            Order::ByName => tags.sort_by_key(|(name, _)| name.to_lowercase()),
            Order::ByQuality => tags.sort_by_key(|(_, value)| value.quality == Quality::Good),
        }
        let names = tags.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let rows = tags.into_iter().map(|(name, value)| {
            if is_live { self.live(report, name, value) } else { self.old(name) }
        });
        let columns = [Column::Tag, Column::Value, Column::Type, Column::Quality];
        let header = Row::new(columns.iter().map(said)).bold();
        // What is wrong with a tag is the longest, and has what the others leave.
        let widths = [
            Constraint::Length(u16::try_from(names).unwrap_or(NAME_MAX).clamp(8, NAME_MAX)),
            Constraint::Length(VALUE),
            Constraint::Length(TYPE),
            Constraint::Fill(1),
        ];
        let table = Table::new(rows, widths).header(header).row_highlight_style(Modifier::REVERSED);
        frame.render_stateful_widget(table, body, &mut self.position);
    }

    /// A tag of a scan that is young: its quality is a word, the colour only underlines it.
    fn live(&self, report: &ScanReport, name: &str, value: &TagValue) -> Row<'static> {
        let cells = read::row(report, name, value, self.shown);
        let was = self.good.word(name, self.shown).filter(|_| value.quality == Quality::Bad);
        let mut cells: Vec<_> = cells.iter().map(|cell| plain(cell).into_owned()).collect();
        if let (Some(was), Some(quality)) = (was, cells.last_mut()) {
            *quality = format!("{quality} ({})", plain(&said(was)));
        }
        Row::new(cells).style(match value.quality {
            Quality::Good => Style::new(),
            Quality::Uncertain => tone(Color::Yellow),
            Quality::Bad => tone(Color::Red),
        })
    }

    /// A tag when there is no young scan: what it was, and nothing that looks like a value of now.
    fn old(&self, name: &str) -> Row<'static> {
        let was = self.good.word(name, self.shown).map_or_else(|| said(&Word::NoValue), said);
        let cells = [name, "", "", &was].map(|cell| plain(cell).into_owned());
        Row::new(cells).style(Modifier::DIM)
    }
}

/// A colour, unless the person wants none.
fn tone(colour: Color) -> Style {
    if wants_colours() { Style::new().fg(colour) } else { Style::new() }
}

#[cfg(test)]
mod tests {
    use ratatui::{backend::TestBackend, buffer::Buffer};
    use tagbridge_api::hmi::{Controller, Reason};

    use super::*;

    fn scan(at: Timestamp) -> ScanReport {
        let tag = |value: f64, quality, reason| TagValue {
            value: if quality == Quality::Bad { serde_json::Value::Null } else { value.into() },
            type_name: "REAL".into(),
            quality,
            reason,
            timestamp: at,
        };
        ScanReport {
            sequence: 1,
            timestamp: at,
            duration_ms: 1.0,
            round_trips: 1,
            controller: Controller::default(),
            tags: [
                ("Speed".to_owned(), tag(12.5, Quality::Good, None)),
                ("Gone".to_owned(), tag(0.0, Quality::Bad, Some(Reason::UnknownTag))),
            ]
            .into_iter()
            .collect(),
            causes: [].into_iter().collect(),
        }
    }

    fn drawn(screen: &mut Screen, now: Timestamp) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(100, 12)).expect("there is room");
        terminal.draw(|frame| screen.draw(frame, now)).expect("it can be drawn");
        terminal.backend().buffer().clone()
    }

    /// The line that begins with a name, and its colour and manner.
    fn line(buffer: &Buffer, name: &str) -> (String, Style) {
        let width = usize::from(buffer.area.width);
        let mut lines = buffer.content.chunks(width);
        let cells = lines.find(|cells| text(cells).starts_with(name)).expect(name);
        (text(cells), cells[0].style())
    }

    fn text(cells: &[ratatui::buffer::Cell]) -> String {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    fn screen() -> Screen {
        Screen::new("logix://10.0.0.5/1,0".into(), Shown::Brief, Duration::from_secs(1))
    }

    #[test]
    fn a_value_of_now_looks_like_one_and_a_bad_one_says_why() {
        let (mut screen, now) = (screen(), Timestamp::now());
        screen.hear(News::Scan(Box::new(scan(now))));
        let picture = drawn(&mut screen, now);
        let (speed, style) = line(&picture, "Speed");
        assert!(speed.contains("12.5") && speed.contains("good"), "{speed}");
        assert!(!style.add_modifier.contains(Modifier::DIM));
        let (gone, style) = line(&picture, "Gone");
        assert!(gone.contains("bad"), "{gone}");
        assert_eq!(style.fg, Some(if wants_colours() { Color::Red } else { Color::Reset }));
    }

    #[test]
    fn what_is_not_of_now_never_looks_like_it() {
        let now = Timestamp::now();
        let later = Timestamp::from_millis(now.as_millis() + 12_000).expect("a time");
        let lost: fn(&mut Screen) = |screen| screen.hear(News::Lost("the link is gone".into()));
        let paused: fn(&mut Screen) = |screen| _ = screen.press(KeyCode::Char(' ').into());
        let silent: fn(&mut Screen) = |_| {};
        for (what, at, says) in
            [(lost, now, "the link is gone"), (paused, now, "Paused"), (silent, later, "12 s old")]
        {
            let mut screen = screen();
            screen.hear(News::Scan(Box::new(scan(now))));
            what(&mut screen);
            let picture = drawn(&mut screen, at);
            let (speed, style) = line(&picture, "Speed");
            assert!(speed.contains("was 12.5") && !speed.contains("good"), "{says}: {speed}");
            assert!(style.add_modifier.contains(Modifier::DIM), "{says}");
            assert!(text(&picture.content).contains(says), "{says}");
        }
    }

    #[test]
    fn keys_sort_pause_and_end() {
        let (mut screen, now) = (screen(), Timestamp::now());
        screen.hear(News::Scan(Box::new(scan(now))));
        let place = |screen: &mut Screen, name| {
            text(&drawn(screen, now).content).find(name).expect("it is drawn")
        };
        assert!(place(&mut screen, "Speed") < place(&mut screen, "Gone"));
        assert!(!screen.press(KeyCode::Char('s').into()));
        assert!(place(&mut screen, "Gone") < place(&mut screen, "Speed"));
        assert!(!screen.press(KeyCode::Char(' ').into()) && screen.paused.is_some());
        assert!(!screen.press(KeyCode::Char(' ').into()) && screen.paused.is_none());
        assert!(screen.press(KeyCode::Char('q').into()));
        assert!(screen.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    }
}
