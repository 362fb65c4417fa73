//! Answers to questions about recorded stops and starts: when, for how long, and what changed first.

use std::fmt::Write as _;

use jiff::{
    SignedDuration, Timestamp, ToSpan, Zoned,
    civil::Time,
    tz::{Offset, TimeZone},
};
use tagbridge_cause::{CauseLink, Past, RecordedEdge, first_out, last_edge, names, written};
use tagbridge_interpret::{PastQuestion, PastTime, PastWording};
use tagbridge_logic::{Logic, expr::Scalar};
use tagbridge_texts::{Coded, Language, Message};

use crate::{
    desk::Desk,
    lock::lock,
    parsed_project::ParsedProject,
    projects::blocking,
    recorded::RecordedPast,
    tag_label::Labels,
    view::{AskAnswer, Cited},
};

/// Maximum number of listed changes of a tag.
const LISTED_MAX: usize = 20;
/// Maximum number of chains of causes.
const CHAINS_MAX: usize = 2;

impl Desk {
    /// Answers a question about the past from the recording of the project's session; `None`: it is
    /// another question, or nothing is recorded.
    pub(super) async fn answer_of_past(
        &self,
        project: &str,
        question: &str,
        minutes_ahead: i32,
    ) -> Option<AskAnswer> {
        let offset = Offset::from_seconds(minutes_ahead.checked_mul(60)?).ok()?;
        let wording = PastWording::of(question)?;
        let session = {
            let rooms = self.rooms();
            let own = || rooms.iter().filter(|(_, it)| it.start.project == project);
            let room = own().find(|(_, it)| it.is_running()).or_else(|| own().next())?;
            room.0.clone()
        };
        let book = self.book_in_use(project).await.ok()?;
        let desk = self.clone();
        let now = Timestamp::now().to_zoned(offset.to_time_zone());
        let answering = blocking(move || {
            let Some(question) = wording.find(book.facts()) else { return Ok(None) };
            let Ok(recording) = desk.recording(&session) else { return Ok(None) };
            let recording = lock(&recording);
            let past = RecordedPast::new(&recording, &book.symbols);
            Ok(Some(answer(&book, &past, &question, &now)))
        });
        answering.await.ok().flatten()
    }
}

/// The sentences of an answer. Spans and lists have no words.
#[derive(Debug, Coded)]
#[coded(prefix = "past-answer")]
pub(crate) enum PastSentence {
    /// It went off.
    Off { name: String, at: String, span: String },
    /// It went off, and is still off.
    StillOff { name: String, at: String, span: String },
    /// It went on.
    On { name: String, at: String, span: String },
    /// It went on, and is still on.
    StillOn { name: String, at: String, span: String },
    /// A number changed.
    Changed { name: String, from: String, to: String, at: String },
    /// How often it did so.
    Count { name: String, count: usize, from: String, total: String },
    /// It is not recorded that it did so.
    Never { name: String },
    /// It did not do so in this time.
    NotSince { name: String, from: String },
    /// At that time it was in the other state.
    Otherwise { at: String },
    /// The tag has no recorded values.
    NotRecorded { name: String },
    /// Values of the time since then are missing.
    Gaps { span: String },
    /// A link of a chain.
    Link { change: Message, reason: Message },
}

/// A change, and its end.
struct Event {
    edge: RecordedEdge,
    /// When the tag changed again.
    end: Option<Timestamp>,
}

/// The text of an answer, with its places.
struct Page<'p> {
    text: String,
    cited: Vec<Cited>,
    language: Language,
    labels: Labels<'p>,
    zone: TimeZone,
    now: Timestamp,
}

fn answer(
    book: &ParsedProject,
    past: &dyn Past,
    question: &PastQuestion,
    now: &Zoned,
) -> AskAnswer {
    let (language, labels) = (question.language, Labels::new(book.symbols.project()));
    let (cited, text) = (Vec::new(), String::new());
    let (zone, time) = (now.time_zone().clone(), now.timestamp());
    let mut page = Page { text, cited, language, labels, zone, now: time };
    for name in &question.names {
        page.about(book.logic(), past, name, question, now);
    }
    AskAnswer {
        status: "answer".to_owned(),
        text: page.text.trim_end().to_owned(),
        cited: page.cited,
        tags: question.names.clone(),
        ..AskAnswer::default()
    }
}

impl Page<'_> {
    /// Adds what is recorded of a tag.
    fn about(
        &mut self,
        logic: Logic<'_>,
        past: &dyn Past,
        name: &str,
        question: &PastQuestion,
        now: &Zoned,
    ) {
        let own = names(logic, name);
        let label = self.labels.of(name);
        let Some(latest) = last_edge(past, &own, None, self.now) else {
            let is_known = own.iter().any(|it| past.value(it, self.now).scalar().is_some());
            let (name, absent) = (label.clone(), PastSentence::NotRecorded { name: label });
            return self.say(&if is_known { PastSentence::Never { name } } else { absent });
        };
        // A number has no stop: all of its changes count.
        let wanted = matches!(latest.to, Scalar::Bool(_)).then_some(question.is_start);
        let (from, until) = range(question.time, now);
        let events = events(past, &own, wanted, (from, until));
        match question.time {
            PastTime::Last => match events.last() {
                Some(event) => self.event(&label, event),
                None => self.say(&PastSentence::Never { name: label }),
            },
            PastTime::At { .. } => {
                let at = self.time(until);
                // It was over before that minute.
                let start = until.checked_sub(SignedDuration::from_secs(60)).unwrap_or(until);
                if wanted.is_some()
                    && events.last().is_none_or(|it| it.end.is_some_and(|end| end < start))
                {
                    self.say(&PastSentence::Otherwise { at });
                }
                for event in &events {
                    self.event(&label, event);
                }
            }
            PastTime::Within(_) | PastTime::Today => {
                let since = self.time(from.unwrap_or(Timestamp::MIN));
                if events.is_empty() {
                    self.say(&PastSentence::NotSince { name: label.clone(), from: since });
                } else {
                    let ends = events.iter().map(|it| (it.edge.after, it.end.unwrap_or(self.now)));
                    let total = ends.map(|(from, to)| to.duration_since(from)).sum();
                    let (name, count) = (label.clone(), events.len());
                    let (from, total) = (since, span(total));
                    self.say(&PastSentence::Count { name, count, from, total });
                    for event in events.iter().rev().take(LISTED_MAX) {
                        self.event(&label, event);
                    }
                }
            }
        }
        if let Some(event) = events.last() {
            self.gaps(past, event);
            // Of several things, only the times are reported.
            if question.names.len() == 1 {
                self.cause(logic, past, name, &event.edge);
            }
        }
    }

    fn event(&mut self, name: &str, event: &Event) {
        let (name, at) = (name.to_owned(), self.time(event.edge.after));
        let span = span(event.end.unwrap_or(self.now).duration_since(event.edge.after));
        self.say(&match (&event.edge.to, event.end.is_some()) {
            (Scalar::Bool(false), true) => PastSentence::Off { name, at, span },
            (Scalar::Bool(false), false) => PastSentence::StillOff { name, at, span },
            (Scalar::Bool(true), true) => PastSentence::On { name, at, span },
            (Scalar::Bool(true), false) => PastSentence::StillOn { name, at, span },
            (_, _) => {
                let [from, to] = [&event.edge.from, &event.edge.to].map(written);
                PastSentence::Changed { name, from, to, at }
            }
        });
    }

    /// A later event may be in a gap.
    fn gaps(&mut self, past: &dyn Past, event: &Event) {
        let gaps = past.gaps(event.edge.after, self.now);
        let missing: SignedDuration = gaps.iter().map(|it| it.to.duration_since(it.from)).sum();
        if missing >= SignedDuration::from_secs(1) {
            self.say(&PastSentence::Gaps { span: span(missing) });
        }
    }

    /// What changed first, as the cause analysis of the screens finds it.
    fn cause(&mut self, logic: Logic<'_>, past: &dyn Past, name: &str, edge: &RecordedEdge) {
        let Some(mut found) = first_out(logic, past, name, edge) else { return };
        for link in found.explanations.iter_mut().flat_map(|it| &mut it.causes) {
            link.name = self.labels.of(&link.name);
        }
        self.say(&found.verdict());
        for chain in found.explanations.iter().flat_map(|it| &it.chains).take(CHAINS_MAX) {
            for link in chain {
                self.link(link);
            }
        }
    }

    fn link(&mut self, link: &CauseLink) {
        let link = CauseLink { name: self.labels.of(&link.name), ..link.clone() };
        let change = link.change(self.time(link.after)).message();
        let text = PastSentence::Link { change, reason: link.reason() }.message();
        let number = link.citation.as_ref().map(|it| {
            let kind = if it.rung.is_some() { "rung" } else { "routine" }.to_owned();
            let cited = Cited { kind, path: it.path.clone(), rung: it.rung };
            if let Some(at) = self.cited.iter().position(|it| *it == cited) {
                return at + 1;
            }
            self.cited.push(cited);
            self.cited.len()
        });
        let number = number.map_or_else(String::new, |it| format!(" [{it}]"));
        let _written = writeln!(self.text, "- {}{number}", text.in_language(self.language));
    }

    fn say(&mut self, sentence: &impl Coded) {
        let text = sentence.message().in_language(self.language);
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase).into_iter().flatten();
        self.text.extend(first);
        let end = if text.ends_with('.') { "" } else { "." };
        let _written = writeln!(self.text, "{}{end}", letters.as_str());
    }

    /// A time as this computer's clock shows it; with its date, if it is not of today.
    fn time(&self, at: Timestamp) -> String {
        let [at, now] = [at, self.now].map(|it| it.to_zoned(self.zone.clone()));
        let format = if at.date() == now.date() { "%H:%M:%S" } else { "%Y-%m-%d %H:%M:%S" };
        at.strftime(format).to_string()
    }
}

/// The range of time of a question; without a beginning for the last time.
fn range(time: PastTime, now: &Zoned) -> (Option<Timestamp>, Timestamp) {
    let end = now.timestamp();
    match time {
        PastTime::Last => (None, end),
        PastTime::Within(seconds) => {
            let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
            let back = SignedDuration::from_secs(seconds);
            (Some(end.checked_sub(back).unwrap_or(Timestamp::MIN)), end)
        }
        PastTime::Today => (now.start_of_day().ok().map(|it| it.timestamp()), end),
        PastTime::At { hour, minute, second } => {
            // The last moment of the minute, or of the second.
            let clock = Time::new(hour, minute, second.unwrap_or(59), 999_999_999);
            let at = clock.ok().and_then(|it| now.with().time(it).build().ok());
            let Some(at) = at else { return (None, end) };
            let begin = at.timestamp().checked_sub(SignedDuration::from_secs(60));
            let is_over = begin.is_ok_and(|begin| begin < end);
            let at = if is_over { Ok(at) } else { at.checked_sub(1.day()) };
            (None, at.map_or(end, |it| it.timestamp().min(end)))
        }
    }
}

/// The changes of a tag in a range of time, oldest first: of a bit to a value, of a number all.
fn events(
    past: &dyn Past,
    names: &[String],
    to: Option<bool>,
    (from, until): (Option<Timestamp>, Timestamp),
) -> Vec<Event> {
    let mut found: Vec<Event> = Vec::new();
    let mut before = until;
    // Without a beginning only the last one is asked for.
    let most = if from.is_some() { usize::MAX } else { 1 };
    while found.len() < most
        && let Some(edge) = last_edge(past, names, to, before)
        && from.is_none_or(|from| edge.after >= from)
    {
        before = edge.before;
        let end = next_change(past, names, &edge);
        found.push(Event { edge, end });
    }
    found.reverse();
    found
}

/// The first later scan with another value than an edge led to.
fn next_change(past: &dyn Past, names: &[String], edge: &RecordedEdge) -> Option<Timestamp> {
    let changes = names.iter().flat_map(|it| past.changes(it, edge.after, Timestamp::MAX));
    let other = changes
        .filter(|it| it.time > edge.after && it.value.scalar().is_some_and(|it| *it != edge.to));
    other.map(|it| it.time).min()
}

/// `2 h 5 min`, `1 min 3 s`, `4.2 s`.
fn span(span: SignedDuration) -> String {
    let (seconds, tenths) = (span.as_secs(), span.subsec_millis() / 100);
    match seconds {
        0..10 => format!("{seconds}.{tenths} s"),
        10..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests;
