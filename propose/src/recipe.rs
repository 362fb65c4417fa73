//! Recipes: code for common tasks of plants, from names and times, for all platforms.

use crate::{
    condition::{Condition, Relation},
    draft::Stop,
    request::{Kind, Request},
    says::Why,
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
    /// A timer runs while a condition holds; `time` is in the notation of a request: `5 s`.
    Run { timer: String, when: Condition, time: String },
    /// A number counts up in each scan in which a condition holds.
    Count { number: String, when: Condition },
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

/// A fault that is latched until it is reset.
fn kept(fault: &str, causes: Vec<Condition>, reset: &str) -> Line {
    let causes = causes.into_iter().chain([Condition::bit(fault, true)]).collect();
    let when = all(vec![Condition::Any(causes), Condition::bit(reset, false)]);
    Line::Follow { to: fault.to_owned(), when }
}

impl Recipe {
    /// The recipe of a request.
    pub(crate) fn of(request: &Request) -> Result<Self, Stop> {
        let name = request.need("tag").to_owned();
        let plain: String =
            name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        let own = |end: &str| format!("{plain}_{end}");
        let time = |otherwise: &str| request.get("time").unwrap_or(otherwise).to_owned();
        let on = |name: &str| Condition::bit(name, true);
        let off = |name: &str| Condition::bit(name, false);
        Ok(match request.kind {
            Kind::Debounce => {
                let (timer, bit) = (own("Debounce"), own("Debounced"));
                let lines = vec![
                    Line::Run { timer: timer.clone(), when: on(&name), time: time("100 ms") },
                    Line::Follow { to: bit.clone(), when: done(&timer) },
                ];
                Self { what: "debounce", name, tags: vec![(bit, "BOOL")], lines }
            }
            Kind::Hours => {
                let (timer, seconds, hours) = (own("Second"), own("RunSeconds"), own("RunHours"));
                // The end of a second begins the next one.
                let when = all(vec![on(&name), done(&timer).not()]);
                let lines = vec![
                    Line::Run { timer: timer.clone(), when, time: "1 s".to_owned() },
                    Line::Count { number: seconds.clone(), when: done(&timer) },
                    Line::Divide { to: hours.clone(), from: seconds.clone(), by: 3_600 },
                ];
                Self { what: "hours", name, tags: vec![(seconds, "DINT"), (hours, "DINT")], lines }
            }
            Kind::Starter => {
                let missing = || Stop::No(Why::NotUnderstood);
                let (start, stop) = (
                    request.get("start").ok_or_else(missing)?,
                    request.get("stop").ok_or_else(missing)?,
                );
                let (fault, reset, timer) = (own("Fault"), own("Reset"), own("Monitor"));
                let mut tags = vec![(name.clone(), "BOOL")];
                let run = Condition::Any(vec![on(start), on(&name)]);
                let Some(feedback) = request.get("feedback") else {
                    let when = all(vec![run, off(stop)]);
                    let lines = vec![Line::Follow { to: name.clone(), when }];
                    return Ok(Self { what: "starter", name, tags, lines });
                };
                tags.extend([(fault.clone(), "BOOL"), (reset.clone(), "BOOL")]);
                let lines = vec![
                    Line::Follow { to: name.clone(), when: all(vec![run, off(stop), off(&fault)]) },
                    Line::Run {
                        timer: timer.clone(),
                        when: all(vec![on(&name), off(feedback)]),
                        time: time("5 s"),
                    },
                    kept(&fault, vec![done(&timer)], &reset),
                ];
                Self { what: "starter", name, tags, lines }
            }
            Kind::Valve => {
                let missing = || Stop::No(Why::NotUnderstood);
                let (open, closed) = (
                    request.get("open").ok_or_else(missing)?,
                    request.get("closed").ok_or_else(missing)?,
                );
                let (fault, reset) = (own("Fault"), own("Reset"));
                let (opening, closing) = (own("Opening"), own("Closing"));
                let run = |timer: &str, when| Line::Run {
                    timer: timer.to_owned(),
                    when,
                    time: time("10 s"),
                };
                let lines = vec![
                    run(&opening, all(vec![on(&name), off(open)])),
                    run(&closing, all(vec![off(&name), off(closed)])),
                    kept(&fault, vec![done(&opening), done(&closing)], &reset),
                ];
                let tags = vec![(name.clone(), "BOOL"), (fault, "BOOL"), (reset, "BOOL")];
                Self { what: "valve", name, tags, lines }
            }
            _ => return Self::watched(request, name, own),
        })
    }

    /// A chain of conditions, or an alarm with hysteresis.
    fn watched(
        request: &Request,
        name: String,
        own: impl Fn(&str) -> String,
    ) -> Result<Self, Stop> {
        let on = |name: &str| Condition::bit(name, true);
        if request.kind == Kind::Chain {
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
        let (alarm, unseen, ack) = (own("Alarm"), own("Unacknowledged"), own("Ack"));
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
                Line::Follow { when, .. } | Line::Run { when, .. } | Line::Count { when, .. } => {
                    *when = named(when);
                }
                Line::Divide { .. } => {}
            }
        }
        self
    }

    /// Whether a line gives a tag its value.
    pub(crate) fn writes(&self, tag: &str) -> bool {
        self.lines
            .iter()
            .any(|it| matches!(it, Line::Follow { to, .. } | Line::Divide { to, .. } if to == tag))
    }

    /// Its timers, each with its time.
    pub(crate) fn timers(&self) -> Vec<(&str, &str)> {
        let timers = self.lines.iter().filter_map(|it| match it {
            Line::Run { timer, time, .. } => Some((timer.as_str(), time.as_str())),
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
