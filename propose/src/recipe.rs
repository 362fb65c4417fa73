//! Recipes: code for common tasks of plants, from names and times, for all platforms.

use tagbridge_api::generate::RiskLevel;
use tagbridge_logic::query::Found;

use crate::{
    condition::{Condition, Relation},
    context::Context,
    draft::{Draft, Stop},
    meaning::Meaning,
    request::{ChangeRequest, RequestedChange},
    says::{Said, Why},
};

/// Lines of code, and their declarations.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Recipe {
    /// Its kind, as in a step.
    pub(crate) what: &'static str,
    /// The name of its object.
    pub(crate) name: String,
    /// The tags that it needs, with their types, except timers; existing tags are kept.
    pub(crate) tags: Vec<(String, &'static str)>,
    pub(crate) lines: Vec<Line>,
}

/// One rung, or one statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Line {
    /// A bit follows a condition.
    Follow { to: String, when: Condition },
    /// A timer gets a condition; `time` is in the notation of a request: `5 s`.
    Run { timer: String, when: Condition, time: String, is_off: bool },
    /// A number counts up in each scan in which a condition holds.
    Count { number: String, when: Condition },
    /// A number gets a value in each scan in which a condition holds.
    Put { number: String, value: String, when: Condition },
    /// A whole number is the quotient of another one.
    Divide { to: String, from: String, by: u32 },
}

/// A placeholder for the done bit of a timer: [`Recipe::done`] replaces it by the platform's name.
const DONE: &str = ".done";

fn done(timer: &str) -> Condition {
    Condition::bit(&format!("{timer}{DONE}"), true)
}

fn all(of: Vec<Condition>) -> Condition {
    Condition::All(of)
}

fn run(timer: &str, when: Condition, time: &str) -> Line {
    Line::Run { timer: timer.to_owned(), when, time: time.to_owned(), is_off: false }
}

fn follow(to: &str, when: Condition) -> Line {
    Line::Follow { to: to.to_owned(), when }
}

/// A fault that is latched until it is reset.
fn kept(fault: &str, causes: Vec<Condition>, reset: &str) -> Line {
    let causes = causes.into_iter().chain([Condition::bit(fault, true)]).collect();
    let when = all(vec![Condition::Any(causes), Condition::bit(reset, false)]);
    Line::Follow { to: fault.to_owned(), when }
}

/// What becomes of a condition, step by step.
struct Chain<'a> {
    request: &'a ChangeRequest,
    plain: &'a str,
    recipe: Recipe,
    when: Condition,
}

impl Chain<'_> {
    fn own(&self, end: &str) -> String {
        format!("{}_{end}", self.plain)
    }

    fn bit(&mut self, end: &str) -> String {
        let name = self.own(end);
        self.recipe.tags.push((name.clone(), "BOOL"));
        name
    }

    fn now(&mut self, when: Condition) -> Condition {
        std::mem::replace(&mut self.when, when)
    }

    /// The condition holds for one scan, when it begins or ends to hold.
    fn edge(&mut self, is_falling: bool) {
        let (pulse, before) = (self.bit("Edge"), self.bit("Before"));
        let when = self.now(Condition::bit(&pulse, true));
        let when = if is_falling { when.not() } else { when };
        let lines = &mut self.recipe.lines;
        lines.push(follow(&pulse, all(vec![when.clone(), Condition::bit(&before, false)])));
        lines.push(follow(&before, when));
    }

    /// The condition has held for a time, or holds for a time longer.
    fn timer(&mut self, time: &str, is_off: bool) {
        let timer = self.own(if is_off { "OffDelay" } else { "Delay" });
        let when = self.now(done(&timer));
        let time = time.to_owned();
        self.recipe.lines.push(Line::Run { timer, when, time, is_off });
    }

    /// The condition holds half of the time.
    fn blinks(&mut self, half: &str) {
        let (off, on) = (self.own("Dark"), self.own("Light"));
        self.recipe.lines.push(run(&off, done(&on).not(), half));
        self.recipe.lines.push(run(&on, done(&off), half));
        let when = self.now(done(&off));
        self.when = match when {
            Condition::All(of) if of.is_empty() => done(&off),
            when => all(vec![when, done(&off)]),
        };
    }

    fn steps(mut self, to: &str) -> Recipe {
        let get = |slot| self.request.get(slot).map(ToOwned::to_owned);
        let on = |name: &str| Condition::bit(name, true);
        let off = |name: &str| Condition::bit(name, false);
        if let Some(time) = get("for") {
            self.timer(&time, false);
        }
        if let Some(edge) = get("edge") {
            self.edge(edge == "falling");
        }
        if let Some(time) = get("keep") {
            self.timer(&time, true);
        }
        // A cause that is still there is stronger than its reset.
        if let Some(reset) = get("reset") {
            let when = self.when.clone();
            self.when = Condition::Any(vec![when, all(vec![on(to), off(&reset)])]);
        }
        if get("toggle").is_some() {
            let (when, not) = (self.when.clone(), self.when.not());
            self.when = Condition::Any(vec![all(vec![when, off(to)]), all(vec![not, on(to)])]);
        }
        if let Some(half) = get("blink") {
            self.blinks(&half);
        }
        let when = self.when;
        let number = to.to_owned();
        if get("count").is_some() {
            self.recipe.lines.push(Line::Count { number, when });
        } else if self.request.kind == RequestedChange::Put {
            let value = get("value").unwrap_or_default();
            self.recipe.lines.push(Line::Put { number, value, when: when.clone() });
            // Where the platform has no bit of the first scan, it is the scan before this bit is on.
            if let Condition::Bit { name, on: false } = &when {
                self.recipe.tags.push((name.clone(), "BOOL"));
                let (number, value) = (name.clone(), "TRUE".to_owned());
                self.recipe.lines.push(Line::Put { number, value, when });
            }
        } else {
            self.recipe.lines.push(follow(to, when));
        }
        self.recipe
    }
}

impl Recipe {
    /// The recipe of a request.
    pub(crate) fn of(context: Context<'_>) -> Result<Self, Stop> {
        let request = context.request;
        let is_new = matches!(
            request.kind,
            RequestedChange::NewRung | RequestedChange::AddAlarm | RequestedChange::Put
        );
        let name = if is_new { context.output() } else { request.need("tag").to_owned() };
        let plain: String =
            name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        let own = |end: &str| format!("{plain}_{end}");
        let time = |otherwise: &str| request.get("time").unwrap_or(otherwise).to_owned();
        let on = |name: &str| Condition::bit(name, true);
        let off = |name: &str| Condition::bit(name, false);
        let need = |slot: &str| {
            request.get(slot).map(ToOwned::to_owned).ok_or(Stop::No(Why::NotUnderstood))
        };
        Ok(match request.kind {
            RequestedChange::NewRung | RequestedChange::AddAlarm | RequestedChange::Put => {
                let what = if request.kind == RequestedChange::AddAlarm { "limit" } else { "rung" };
                let kind = if request.get("count").is_some() || request.kind == RequestedChange::Put
                {
                    "DINT"
                } else {
                    "BOOL"
                };
                let (tags, lines) = (vec![(name.clone(), kind)], Vec::new());
                let recipe = Self { what, name: name.clone(), tags, lines };
                Chain { request, plain: &plain, recipe, when: context.when()? }.steps(&name)
            }
            RequestedChange::Debounce => {
                let (timer, bit) = (own("Debounce"), own("Debounced"));
                let lines =
                    vec![run(&timer, on(&name), &time("100 ms")), follow(&bit, done(&timer))];
                Self { what: "debounce", name, tags: vec![(bit, "BOOL")], lines }
            }
            RequestedChange::Hours => {
                let (timer, seconds, hours) = (own("Second"), own("RunSeconds"), own("RunHours"));
                // The end of a second begins the next one.
                let when = all(vec![on(&name), done(&timer).not()]);
                let lines = vec![
                    run(&timer, when, "1 s"),
                    Line::Count { number: seconds.clone(), when: done(&timer) },
                    Line::Divide { to: hours.clone(), from: seconds.clone(), by: 3_600 },
                ];
                Self { what: "hours", name, tags: vec![(seconds, "DINT"), (hours, "DINT")], lines }
            }
            RequestedChange::Starter => {
                let given = |slot: &str, end: &str| {
                    request.get(slot).map_or_else(|| own(end), str::to_owned)
                };
                let (start, stop) = (given("start", "Start"), given("stop", "Stop"));
                let (fault, reset, timer) = (own("Fault"), own("Reset"), own("Monitor"));
                let mut tags = vec![(name.clone(), "BOOL")];
                // Inputs that the project does not have are declared, too.
                let inputs = [Some(start.as_str()), Some(stop.as_str()), request.get("feedback")];
                let is_new = |it: &&str| {
                    !it.contains(['.', '[', ':']) && context.logic.find(it) == Found::None
                };
                let new = inputs.into_iter().flatten().filter(is_new);
                tags.extend(new.map(|it| (it.to_owned(), "BOOL")));
                let either = Condition::Any(vec![on(&start), on(&name)]);
                let Some(feedback) = request.get("feedback") else {
                    let lines = vec![follow(&name, all(vec![either, off(&stop)]))];
                    return Ok(Self { what: "starter", name, tags, lines });
                };
                tags.extend([(fault.clone(), "BOOL"), (reset.clone(), "BOOL")]);
                let lines = vec![
                    follow(&name, all(vec![either, off(&stop), off(&fault)])),
                    run(&timer, all(vec![on(&name), off(feedback)]), &time("5 s")),
                    kept(&fault, vec![done(&timer)], &reset),
                ];
                Self { what: "starter", name, tags, lines }
            }
            RequestedChange::Valve => {
                let (open, closed) = (need("open")?, need("closed")?);
                let (fault, reset) = (own("Fault"), own("Reset"));
                let (opening, closing) = (own("Opening"), own("Closing"));
                let time = time("10 s");
                let lines = vec![
                    run(&opening, all(vec![on(&name), off(&open)]), &time),
                    run(&closing, all(vec![off(&name), off(&closed)]), &time),
                    kept(&fault, vec![done(&opening), done(&closing)], &reset),
                ];
                let tags = vec![(name.clone(), "BOOL"), (fault, "BOOL"), (reset, "BOOL")];
                Self { what: "valve", name, tags, lines }
            }
            _ => return Self::watched(request, name, own),
        })
    }

    /// The sentence of its step.
    pub(crate) fn said(&self, context: Context<'_>, place: &str) -> Said {
        let (name, place) = (self.name.clone(), place.to_owned());
        let get = |slot| context.request.get(slot);
        let steps = [("for", "TON"), ("edge", "EDGE"), ("keep", "TOF"), ("reset", "RESET")];
        let others = [("toggle", "TOGGLE"), ("blink", "BLINK"), ("count", "COUNT")];
        let mut condition = context.when().map(|it| it.text(false)).unwrap_or_default();
        for (slot, sign) in steps.into_iter().chain(others) {
            if let Some(value) = get(slot) {
                condition = format!("{condition} [{sign} {value}]");
            }
        }
        match self.what {
            "rung" if context.request.kind == RequestedChange::Put => {
                let value = get("value").unwrap_or_default().to_owned();
                Said::NewValue { name, value, condition, place }
            }
            "limit" => Said::Alarm { name, condition, place },
            "rung" => Said::NewRung { name, condition, place },
            "alarm" if let [Line::Follow { to, when }, ..] = self.lines.as_slice() => {
                Said::Alarm { name: to.clone(), condition: when.text(false), place }
            }
            what => Said::Recipe { what: what.to_owned(), name, place },
        }
    }

    /// What its routine must mean then.
    pub(crate) fn meaning(&self) -> Meaning {
        let timed = |when: &Condition| {
            let is_of = |name: &&str| self.timers().iter().any(|it| name.starts_with(it.0));
            when.names().iter().any(is_of)
        };
        let follows = self.lines.iter().filter_map(|it| match it {
            Line::Follow { to, when } if !timed(when) => Some((to.clone(), when.clone())),
            _ => None,
        });
        Meaning::Added { follows: follows.collect(), count: self.lines.len() }
    }

    /// A chain of conditions, or an alarm with hysteresis.
    fn watched(
        request: &ChangeRequest,
        name: String,
        own: impl Fn(&str) -> String,
    ) -> Result<Self, Stop> {
        let on = |name: &str| Condition::bit(name, true);
        if request.kind == RequestedChange::Chain {
            let (tripped, reset) = (own("Tripped"), own("Reset"));
            let conditions = request.need("conditions").lines().map(on).collect();
            let lines = vec![
                Line::Follow { to: name.clone(), when: all(conditions) },
                kept(&tripped, vec![Condition::bit(&name, false)], &reset),
            ];
            let tags = vec![(name.clone(), "BOOL"), (tripped, "BOOL"), (reset, "BOOL")];
            return Ok(Self { what: "interlock chain", name, tags, lines });
        }
        let missing = || Stop::No(Why::NotUnderstood);
        let (limit, back) =
            (request.get("value").ok_or_else(missing)?, request.get("back").ok_or_else(missing)?);
        let alarm = request.get("alarm").map_or_else(|| own("Alarm"), ToOwned::to_owned);
        let (unseen, ack) = (own("Unacknowledged"), own("Ack"));
        let is_high = limit.parse::<f64>().ok() > back.parse::<f64>().ok();
        let beyond = |value: &str| Condition::Compare {
            name: name.clone(),
            how: if is_high { Relation::Above } else { Relation::Below },
            value: value.to_owned(),
        };
        let stays = all(vec![on(&alarm), beyond(back)]);
        let lines = vec![
            Line::Follow { to: alarm.clone(), when: Condition::Any(vec![beyond(limit), stays]) },
            kept(&unseen, vec![on(&alarm)], &ack),
        ];
        let tags = vec![(alarm, "BOOL"), (unseen, "BOOL"), (ack, "BOOL")];
        Ok(Self { what: "alarm", name, tags, lines })
    }

    /// The same with the bit of timers as a platform calls it: `DN`, `Q`.
    pub(crate) fn done(mut self, bit: &str) -> Self {
        let named = |when: &Condition| {
            let name = |it: &str, _: bool| {
                Ok::<_, ()>(match it.strip_suffix(DONE) {
                    Some(timer) => format!("{timer}.{bit}"),
                    None => it.to_owned(),
                })
            };
            when.written(&mut { name }).unwrap_or_else(|()| when.clone())
        };
        for line in &mut self.lines {
            match line {
                Line::Follow { when, .. }
                | Line::Run { when, .. }
                | Line::Count { when, .. }
                | Line::Put { when, .. } => *when = named(when),
                Line::Divide { .. } => {}
            }
        }
        self
    }

    /// Refuses a bit that code writes already; for an alarm, it is a risk.
    pub(crate) fn not_written(
        &self,
        draft: &mut Draft,
        name: &str,
        count: usize,
    ) -> Result<(), Stop> {
        if self.what == "limit" {
            draft.written(RiskLevel::High, name, count);
        } else if count > 0 {
            return Err(Why::AlreadyWritten { name: name.to_owned(), count }.into());
        }
        Ok(())
    }

    /// Whether a line gives a tag its value.
    pub(crate) fn writes(&self, tag: &str) -> bool {
        self.lines
            .iter()
            .any(|it| matches!(it, Line::Follow { to, .. } | Line::Divide { to, .. } if to == tag))
    }

    /// Its timers, each with its time, and whether it delays the end of its condition.
    pub(crate) fn timers(&self) -> Vec<(&str, &str, bool)> {
        let timers = self.lines.iter().filter_map(|it| match it {
            Line::Run { timer, time, is_off, .. } => Some((timer.as_str(), time.as_str(), *is_off)),
            _ => None,
        });
        timers.collect()
    }

    /// Whether it declares a name.
    pub(crate) fn declares(&self, name: &str) -> bool {
        let root = name.split('.').next().unwrap_or(name);
        self.tags.iter().any(|it| it.0.eq_ignore_ascii_case(root))
            || self.timers().iter().any(|it| it.0.eq_ignore_ascii_case(root))
    }
}
