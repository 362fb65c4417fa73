//! Requests that are made of several others: a condition that must hold for a time, an edge, a filter
//! for all that reads a bit, a thing that is deleted with the rung that writes it.

mod home;
mod inputs;
mod merge;
mod ranges;
mod uses;

use tagbridge_logic::{
    Effect, UnitId,
    expr::Expr,
    query::{Found, Wanted},
};
use tagbridge_project::{Vendor, spelling};

pub(crate) use self::home::home;
pub(crate) use self::uses::place_of;
use crate::{
    condition::Condition,
    draft::{Stop, ask},
    locate::Known,
    request::{ChangeRequest, KnownNames, RequestedChange},
    says::{Ask, Why},
};

/// The answer to a question, by its id and the number of the change.
pub(crate) type Answers<'a> = dyn Fn(&str, usize) -> Option<String> + 'a;

/// The changes of which requests are made, in order.
pub(crate) fn expanded(
    known: &Known<'_>,
    requests: Vec<ChangeRequest>,
    answer: &Answers<'_>,
) -> Result<Vec<ChangeRequest>, Stop> {
    let mut all = Vec::new();
    for mut request in requests {
        let nth = all.len();
        default_reset(known, &mut request).map_err(|stop| stop.of(nth))?;
        let answer = |id: &str| answer(id, nth);
        let expand = Expand { known, request, answer: &answer };
        all.extend(expand.all().map_err(|stop| stop.of(nth))?);
    }
    Ok(all)
}

struct Expand<'a> {
    known: &'a Known<'a>,
    request: ChangeRequest,
    answer: &'a dyn Fn(&str) -> Option<String>,
}

impl Expand<'_> {
    fn all(self) -> Result<Vec<ChangeRequest>, Stop> {
        let output = self.request.need("output").to_owned();
        match self.request.kind {
            RequestedChange::Mutual => self.mutual(),
            RequestedChange::Merge => self.merged(&output),
            RequestedChange::Parallel if output == "?" => self.beside(),
            RequestedChange::Series | RequestedChange::Parallel if self.is_lasting() => {
                Ok(self.helped(&output))
            }
            RequestedChange::MoveRung if self.request.get("other").is_some() => self.moved(),
            RequestedChange::Put if self.request.get("tag").is_some() => {
                let mut request = self.request;
                request.when = Some(Condition::bit(request.need("tag"), true));
                request.unset("tag");
                Ok(vec![request])
            }
            RequestedChange::Put if self.request.when.is_none() => self.initial(),
            RequestedChange::Limit if self.request.get("side").is_some() => self.sided(&output),
            RequestedChange::Clamp => Ok(self.clamped(&output)),
            RequestedChange::Comment if self.request.get("append").is_some() => Ok(self.remarked()),
            RequestedChange::Blink => Ok(self.blinking(&output)),
            RequestedChange::Pulse => self.pulse(),
            RequestedChange::Debounce => self.debounced(),
            RequestedChange::Swapped => self.swapped(),
            RequestedChange::Scale => self.scaled(),
            RequestedChange::Delete => Ok(self.deleted()),
            _ => Ok(vec![self.request]),
        }
    }

    fn is_lasting(&self) -> bool {
        ["for", "edge", "keep"].iter().any(|it| self.request.get(it).is_some())
    }

    /// Which of two outputs waits for the other must be known.
    fn mutual(self) -> Result<Vec<ChangeRequest>, Stop> {
        let both = [self.request.need("one").to_owned(), self.request.need("other").to_owned()];
        let Some(waits) = (self.answer)("output") else {
            return Err(ask("output", Ask::Priority, Ask::WhyPriority, both.to_vec()));
        };
        let other = both.iter().find(|it| **it != waits).cloned().unwrap_or_default();
        let mut request = ChangeRequest::of(RequestedChange::Series, &[("output", &waits)]);
        request.when = Some(Condition::bit(&other, false));
        Ok(vec![request])
    }

    /// A new bit before an output, which holds what the output's condition needs.
    fn helper(&self, output: &str, end: &str) -> ChangeRequest {
        let name = format!("{}_{end}", plain(output));
        let mut helper = self.request.clone();
        helper.kind = RequestedChange::NewRung;
        helper.set("output", name);
        helper.set("before", output);
        helper
    }

    fn helped(mut self, output: &str) -> Vec<ChangeRequest> {
        let helper = self.helper(output, "Permit");
        let is_on = self.request.get("not").is_none();
        self.request.when = Some(Condition::bit(helper.need("output"), is_on));
        for slot in ["for", "edge", "keep"] {
            self.request.unset(slot);
        }
        vec![helper, self.request]
    }

    /// A blinking output: by a bit that blinks already, or by a new one.
    fn blinking(mut self, output: &str) -> Vec<ChangeRequest> {
        let when = self.request.when.take();
        let is_written = self.known.is_written(output);
        // A bit that no code writes does not blink.
        let said = self.request.get("bit").map(ToOwned::to_owned);
        let said = said.filter(|it| self.known.is_written(it));
        let blinks = said.or_else(|| self.known.blinks());
        let half = "500 ms";
        if !is_written && let Some(when) = when {
            let mut new = ChangeRequest::of(RequestedChange::NewRung, &[("output", output)]);
            if let Some(bit) = blinks {
                new.when = Some(Condition::All(vec![when, Condition::bit(&bit, true)]));
            } else {
                new.set("blink", half);
                new.when = Some(when);
            }
            return vec![new];
        }
        let mut all = Vec::new();
        let bit = blinks.unwrap_or_else(|| {
            let mut helper = self.helper(output, "Blink");
            helper.set("blink", half);
            helper.when = Some(Condition::All(Vec::new()));
            all.push(helper);
            format!("{}_Blink", plain(output))
        });
        let bit = Condition::bit(&bit, true);
        // What the output follows already is only made to blink.
        let is_own = when.as_ref().is_none_or(|when| self.known.decides(output, when));
        let kind = if is_own { RequestedChange::Series } else { RequestedChange::Parallel };
        let mut change = ChangeRequest::of(kind, &[("output", output)]);
        change.when = Some(match when {
            Some(when) if !is_own => Condition::All(vec![when, bit]),
            _ => bit,
        });
        all.push(change);
        all
    }

    /// An output that is on for one scan, or an input of which only the edge counts.
    fn pulse(mut self) -> Result<Vec<ChangeRequest>, Stop> {
        let tag = self.request.need("tag").to_owned();
        if self.known.is_written(&tag) {
            self.request.set("output", tag);
            self.request.kind = RequestedChange::PulseOutput;
            return Ok(vec![self.request]);
        }
        let readers = self.known.readers(&tag);
        let name = |unit: &UnitId| self.known.logic.name(*unit);
        let unit = match readers.as_slice() {
            [] => return Err(Why::NoTag { name: tag }.into()),
            [unit] => *unit,
            several => {
                let chosen = (self.answer)("rung");
                let chosen = chosen.and_then(|it| several.iter().find(|unit| name(unit) == it));
                let names = || several.iter().map(name).collect();
                *chosen.ok_or_else(|| ask("rung", Ask::Rung, Ask::WhyRung, names()))?
            }
        };
        Ok(self.replaced(&tag, &[unit], "Pulse"))
    }

    /// A bit that is filtered before all that reads it in one routine.
    fn debounced(self) -> Result<Vec<ChangeRequest>, Stop> {
        let tag = self.request.need("tag").to_owned();
        let readers = self.known.readers(&tag);
        // What is filtered already gets another time.
        if self.request.get("more").is_some() {
            let timers: Vec<String> =
                readers.iter().flat_map(|it| self.known.timers_of(*it)).collect();
            let timer = match timers.as_slice() {
                [one] => Some(one.clone()),
                [] => None,
                _ => Some(
                    (self.answer)("tag")
                        .ok_or_else(|| ask("tag", Ask::Name, Ask::WhyName, timers))?,
                ),
            };
            if let Some(timer) = timer {
                let slots = [("noun", "value"), ("tag", timer.as_str())];
                let mut change = ChangeRequest::of(RequestedChange::SetValue, &slots);
                if let Some(time) = self.request.get("time") {
                    change.set("to", time);
                }
                return Ok(vec![change]);
            }
        }
        let routine = |it: &UnitId| self.known.logic.index.unit(*it).routine;
        let is_one = readers.iter().all(|it| routine(it) == routine(&readers[0]));
        let is_drawn = readers.iter().all(|it| self.known.logic.index.unit(*it).rung.is_some());
        if readers.is_empty() || !is_one || !is_drawn || self.request.get("place").is_some() {
            return Ok(vec![self.request]);
        }
        Ok(self.replaced(&tag, &readers, "Debounced"))
    }

    /// A new bit made of another one, before the rungs that read it then.
    fn replaced(self, tag: &str, readers: &[UnitId], end: &str) -> Vec<ChangeRequest> {
        let logic = self.known.logic;
        let by = format!("{}_{end}", plain(tag));
        let (place, first) = place_of(logic, readers[0]);
        let mut new = self.request.clone();
        if new.kind != RequestedChange::Debounce {
            new.kind = RequestedChange::NewRung;
            new.set("output", by.clone());
            new.when = Some(Condition::bit(tag, true));
        }
        new.set("place", place);
        if let Some(first) = first {
            new.set("rung", first.to_string());
        }
        // The rungs that come before the readers.
        let count = if new.kind == RequestedChange::NewRung { 3 } else { 2 };
        let mut all = vec![new];
        for unit in readers {
            let (place, number) = place_of(logic, *unit);
            let mut replace =
                ChangeRequest::of(RequestedChange::Replace, &[("tag", tag), ("by", &by)]);
            replace.set("place", place);
            if let Some(number) = number {
                replace.set("rung", (number + count).to_string());
            }
            all.push(replace);
        }
        all
    }

    /// A sensor whose meaning is inverted, in all rungs that read it.
    fn swapped(self) -> Result<Vec<ChangeRequest>, Stop> {
        let tag = self.request.need("tag").to_owned();
        let readers = self.known.readers(&tag);
        if readers.is_empty() {
            return Err(Why::NoTag { name: tag }.into());
        }
        let all = readers.into_iter().map(|unit| {
            let (place, number) = place_of(self.known.logic, unit);
            let mut invert =
                ChangeRequest::of(RequestedChange::Invert, &[("tag", &tag), ("place", &place)]);
            if let Some(number) = number {
                invert.set("rung", number.to_string());
            }
            invert
        });
        Ok(all.collect())
    }

    /// A tag that is only written goes with the rung that writes it under its own name, and nothing else:
    /// a rung that writes the word around a bit, or the tag behind an alias, stays.
    fn deleted(self) -> Vec<ChangeRequest> {
        let logic = self.known.logic;
        let name = self.request.need("name").to_owned();
        let mut all = Vec::new();
        if let Found::One(place) = logic.find(&name)
            && logic.uses(place, Wanted::Read).rows.is_empty()
            && let [row] = logic.uses(place, Wanted::Written).rows.as_slice()
            && logic.index.statements_of(row.citation.unit).count() == 1
            && logic.index.refs_of(row.citation.unit).iter().any(|it| it.place == place)
        {
            all.push(ChangeRequest::of(RequestedChange::DeleteRung, &[("output", &name)]));
        }
        all.push(self.request);
        all
    }

    /// A rung before or behind the one that writes another output.
    fn moved(mut self) -> Result<Vec<ChangeRequest>, Stop> {
        let logic = self.known.logic;
        let other = self.request.need("other").to_owned();
        let place = self.request.get("place").map(str::to_lowercase);
        let is_there = |unit: &UnitId| {
            let (path, _) = place_of(logic, *unit);
            place.as_ref().is_none_or(|it| path.to_lowercase().split('/').any(|own| own == it))
        };
        let mut units = self.known.writers(&other);
        units.retain(|it| is_there(it));
        match units.as_slice() {
            [unit] => {
                let (path, number) = place_of(logic, *unit);
                let number = number.ok_or(Stop::No(Why::Drawn { name: path.clone() }))?;
                self.request.set("place", path);
                self.request.set("target", number.to_string());
                Ok(vec![self.request])
            }
            [] => Err(Why::NotWritten { name: other }.into()),
            several => {
                let names = several.iter().map(|it| logic.name(*it)).collect();
                Err(ask("other", Ask::Rung, Ask::WhyRung, names))
            }
        }
    }

    /// A number that gets a value in the first scan.
    fn initial(mut self) -> Result<Vec<ChangeRequest>, Stop> {
        let output = self.request.need("output").to_owned();
        let logic = self.known.logic;
        // What code writes in each scan has no value to start with.
        let is_always = |unit: &UnitId| {
            logic.index.statements_of(*unit).any(|(_, statement)| match &statement.effect {
                Effect::Assign { to, .. } => {
                    let own = logic.place(logic.index.reference(*to).place).to_lowercase();
                    let is_it = spelling::plain(&own) == spelling::plain(&output.to_lowercase())
                        || spelling::ends_with(&own, &output.to_lowercase());
                    let guard = logic.index.exprs.get(statement.guard);
                    is_it && matches!(guard, Expr::Const(_))
                }
                _ => false,
            })
        };
        let writers = self.known.writers(&output);
        let count = writers.iter().filter(|it| is_always(it)).count();
        if count > 0 {
            return Err(Why::AlreadyWritten { name: output, count }.into());
        }
        self.request.when = Some(if self.known.logic.project.vendor == Vendor::AllenBradley {
            Condition::bit("S:FS", true)
        } else {
            Condition::bit(&format!("{}_Started", plain(&output)), false)
        });
        Ok(vec![self.request])
    }

    /// A remark is added to the comment that a tag has.
    fn remarked(mut self) -> Vec<ChangeRequest> {
        let name = self.request.need("place").to_owned();
        let mut tags = self.known.logic.project.tags.iter();
        let tag = tags.find(|it| {
            it.name.eq_ignore_ascii_case(&name)
                || spelling::last_name(&it.name).eq_ignore_ascii_case(&name)
        });
        if let Some(was) = tag.and_then(|it| it.comment.clone()).filter(|it| !it.contains('\n')) {
            let text = format!("{was}; {}", self.request.need("text"));
            self.request.set("text", text);
        }
        vec![self.request]
    }
}

/// The bit that most code reads as a reset, where a request does not name one.
fn default_reset(known: &Known<'_>, request: &mut ChangeRequest) -> Result<(), Stop> {
    let slot = ["reset", "tag"].into_iter().find(|it| request.get(it) == Some("?"));
    let Some(slot) = slot else { return Ok(()) };
    let mut all: Vec<(usize, String)> = known
        .meant(&["reset".to_owned()])
        .into_iter()
        .filter(|it| !it.is_code && known.type_of(&it.name).as_deref() == Some("BOOL"))
        .map(|it| (known.readers(&it.name).len(), it.name))
        .collect();
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    match all.as_slice() {
        [] => Err(Why::NoTag { name: "Reset".to_owned() }.into()),
        [one] => {
            request.set(slot, one.1.clone());
            Ok(())
        }
        [first, second, ..] if first.0 > second.0 => {
            request.set(slot, first.1.clone());
            Ok(())
        }
        _ => {
            let names = all.into_iter().map(|it| it.1).collect();
            Err(ask(slot, Ask::Name, Ask::WhyName, names))
        }
    }
}

fn plain(name: &str) -> String {
    let own = spelling::last_name(name);
    let char = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
    own.trim_matches('"').chars().map(char).collect()
}
