//! `tagbridge watch`: reads tags repeatedly.

mod last_good;
mod screen;

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use clap::Args;
use tagbridge_api::hmi::Quality;
use tagbridge_bridge::{ReadError, Reader, ScanReport};
use tagbridge_driver::{Logins, TagSet};
use tagbridge_system::asked_to_end;
use tagbridge_texts::Coded;
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use self::{
    last_good::LastGood,
    screen::{ReadEvent, Screen},
};

use crate::{
    arguments::time,
    failure::{Exit, Failure},
    messages::{BadValue, Do, TableWord},
    output::{self, Output, said},
    verbs::{
        controller::{Step, Tags},
        read::exit,
        shortened_value::ValueStyle,
    },
};

/// The first pause after a lost connection, which doubles up to [`PAUSE_MAX`].
const PAUSE_MIN: Duration = Duration::from_secs(1);
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// Read tags from a controller repeatedly, and show each scan.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge watch logix://10.0.0.5/1,0 Speed\n  \
    tagbridge watch logix://10.0.0.5/1,0 Speed --interval 500ms --count 10 --json\n\n\
    On a terminal, the values change in place: Space pauses, s sorts, the arrow keys scroll, q \
    quits. Elsewhere the command prints a line for each scan. --json prints one snapshot per \
    line.\n\n\
    If the connection is lost, the command connects again. If the controller refuses the login, \
    the command ends, because more attempts could lock the user.\n\n\
    Exit codes: 0 all tags were good in all scans; 1 some tags were bad in at least one scan. \
    `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Watch {
    #[command(flatten)]
    tags: Tags,

    /// The scan interval, such as `500ms` or `2s`: the time from the start of one scan to the start
    /// of the next.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time)]
    interval: Duration,

    /// Stop after this number of scans [default: run until Ctrl-C].
    #[arg(long, value_name = "N", value_parser = scans)]
    count: Option<u64>,

    /// Show long values completely [default: long values are shortened, except with --json].
    #[arg(long)]
    full: bool,

    /// Print a line for each scan also on a terminal [default: the values change in place].
    #[arg(long)]
    lines: bool,
}

impl Watch {
    /// Whether the output is an interactive terminal.
    fn is_in_place(&self, output: Output) -> bool {
        let on_terminal = || io::stdin().is_terminal() && io::stdout().is_terminal();
        !output.is_json() && !self.lines && on_terminal()
    }
}

pub(crate) async fn run(mut arguments: Watch, output: Output) -> Result<Exit, Failure> {
    arguments.tags.way.find().await?;
    let mut scans = Scans {
        reader: Some(arguments.tags.connect(arguments.interval).await?),
        set: arguments.tags.set(),
        logins: Logins::default(),
        sequence: 0,
        good: LastGood::default(),
        worst: Exit::Done,
        arguments: &arguments,
        output,
        screen: None,
    };
    let outcome = if arguments.is_in_place(output) {
        scans.go_on_in_place().await
    } else {
        tokio::select! {
            outcome = scans.go_on() => outcome,
            () = asked_to_end() => Ok(()),
        }
    };
    if let Some(reader) = scans.reader.take() {
        reader.close().await;
    }
    outcome.map(|()| scans.worst)
}

/// Parses the number of scans; refuses zero.
fn scans(text: &str) -> Result<u64, BadValue> {
    match text.parse() {
        Ok(0) | Err(_) => Err(BadValue::NoScans),
        Ok(count) => Ok(count),
    }
}

struct Scans<'a> {
    /// `None` while the connection is lost.
    reader: Option<Reader>,
    set: TagSet,
    logins: Logins,
    sequence: u64,
    good: LastGood,
    worst: Exit,
    arguments: &'a Watch,
    output: Output,
    /// The screen that shows the values, if there is one.
    screen: Option<mpsc::UnboundedSender<ReadEvent>>,
}

/// Why a scan failed.
enum ScanFailure {
    /// It may succeed later.
    ForNow(Failure),
    /// The controller refuses this user: servers lock users after a few attempts.
    ForGood(Failure),
}

impl ScanFailure {
    /// The failure of a connection attempt.
    fn of(error: &ReadError, failure: Failure, logins: &mut Logins) -> Self {
        match error {
            ReadError::Link(error) if logins.refused(error) => Self::ForGood(failure),
            ReadError::Link(_) | ReadError::Endpoint(_) => Self::ForNow(failure),
        }
    }
}

impl Scans<'_> {
    /// Does the same on an alternate screen; prints the newest scan as a line at the end.
    async fn go_on_in_place(&mut self) -> Result<(), Failure> {
        let Watch { tags, interval, full, .. } = self.arguments;
        let endpoint = tags.way.endpoint()?.to_string();
        let (news, arrived) = mpsc::unbounded_channel();
        let mut screen = Screen::new(endpoint, ValueStyle::of(*full), *interval);
        self.screen = Some(news);
        let outcome = tokio::select! {
            outcome = self.go_on() => outcome,
            () = asked_to_end() => Ok(()),
            outcome = screen.look(arrived) => outcome.map_err(Into::into),
        };
        self.screen = None;
        if let Some(report) = screen.newest() {
            output::text(line(report, ValueStyle::of(*full), &self.good))?;
        }
        outcome
    }

    async fn go_on(&mut self) -> Result<(), Failure> {
        let mut ticks = interval(self.arguments.interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut pause = PAUSE_MIN;
        while self.arguments.count.is_none_or(|count| self.sequence < count) {
            ticks.tick().await;
            let scanned = self.scan().await;
            match scanned {
                Ok(report) => {
                    pause = PAUSE_MIN;
                    self.show(report)?;
                }
                Err(ScanFailure::ForGood(failure)) => return Err(failure),
                Err(ScanFailure::ForNow(failure)) => {
                    self.reader = None;
                    self.tell(&failure.and(&Do::TryingAgain { seconds: pause.as_secs() }));
                    sleep(pause).await;
                    ticks.reset_at(Instant::now());
                    pause = (pause * 2).min(PAUSE_MAX);
                }
            }
        }
        Ok(())
    }

    async fn scan(&mut self) -> Result<ScanReport, ScanFailure> {
        let tags = &self.arguments.tags;
        let reader = match &mut self.reader {
            Some(reader) => reader,
            lost => {
                let connected = tags.try_connect(self.arguments.interval).await;
                let reader = connected.map_err(ScanFailure::ForNow)?.map_err(|error| {
                    ScanFailure::of(&error, tags.way.unreachable(&error), &mut self.logins)
                })?;
                self.logins.accepted();
                lost.insert(reader)
            }
        };
        let scanned = reader.scan(&self.set).await;
        scanned.map_err(|error| ScanFailure::ForNow(tags.way.failure(Step::Read, &error)))
    }

    fn show(&mut self, mut report: ScanReport) -> Result<(), Failure> {
        self.sequence += 1;
        // Each connection counts its own scans; this command counts all of them.
        report.sequence = self.sequence;
        if exit(&report) == Exit::SomeBad {
            self.worst = Exit::SomeBad;
        }
        if self.output.is_json() {
            output::json(&report)?;
        } else if self.screen.is_none() {
            output::text(line(&report, ValueStyle::of(self.arguments.full), &self.good))?;
        }
        self.good.keep(&report);
        if let Some(screen) = &self.screen {
            // If the screen has ended, this loop ends too.
            _ = screen.send(ReadEvent::Scan(Box::new(report)));
        }
        Ok(())
    }

    /// Prints why there is no scan, and the last values.
    fn tell(&self, failure: &Failure) {
        if let Some(screen) = &self.screen {
            _ = screen.send(ReadEvent::Lost(failure.lines(output::language())));
        } else {
            failure.report(self.output);
            self.show_last();
        }
    }

    /// Prints the last values of the tags, while the controller is not connected.
    fn show_last(&self) {
        let shown = ValueStyle::of(self.arguments.full);
        let names = self.set.names().iter();
        let was: Vec<String> = names
            .filter_map(|name| Some(format!("{name} {}", said(self.good.word(name, shown)?))))
            .collect();
        if !self.output.is_json() && !was.is_empty() {
            output::text_aside(was.join("  "));
        }
    }
}

fn line(report: &ScanReport, shown: ValueStyle, good: &LastGood) -> String {
    let values = report.tags.iter().map(|(name, value)| match value.quality {
        Quality::Good => format!("{name}={}", shown.text(&value.value)),
        Quality::Uncertain => format!("{name}={}?", shown.text(&value.value)),
        Quality::Bad => {
            let cause = report.causes.get(name).cloned();
            let cause = said(cause.unwrap_or_else(|| TableWord::NoValue.message()));
            match good.word(name, shown) {
                Some(was) => format!("{name}: {cause} ({})", said(was)),
                None => format!("{name}: {cause}"),
            }
        }
    });
    let values: Vec<_> = values.collect();
    format!("{}  {:>6.1} ms  {}", report.timestamp, report.duration_ms, values.join("  "))
}

#[cfg(test)]
mod tests {
    use tagbridge_driver::{LinkError, LinkStep};
    use tagbridge_texts::Message;

    use super::*;

    #[test]
    fn who_is_not_let_in_is_not_watched_any_more() {
        let refused = |doing| {
            let why = Message::verbatim("nobody is called joe");
            LinkError::Refused { doing, why, remedy: None }
        };
        let closed = |doing| LinkError::Closed { doing };
        let mut logins = Logins::default();
        for (error, is_for_good) in [
            (closed(LinkStep::Connect), false),
            (refused(LinkStep::ActivateSession), false),
            (closed(LinkStep::LogIn), false),
            (closed(LinkStep::LogIn), true),
            (refused(LinkStep::LogIn), true),
        ] {
            let said = error.to_string();
            let failure = Failure::ours(Message::default(), Message::verbatim(&said));
            let missed = ScanFailure::of(&ReadError::Link(error), failure, &mut logins);
            assert_eq!(matches!(missed, ScanFailure::ForGood(_)), is_for_good, "{said}");
        }
    }
}
