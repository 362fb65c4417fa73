//! A planned change: the edits of the files, and the expected result.

use std::collections::BTreeSet;

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::ChangeKind;
use tagbridge_project::SourceFile;

use crate::{
    copy::Splice,
    meaning::Meaning,
    says::{Ask, Assumed, Danger, Said, Why},
};

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Information is missing.
    Ask(Asking),
    /// The change is refused.
    No(Why),
}

impl Stop {
    /// Adds the number of the change, from 0, if there are several.
    pub(crate) fn of(self, nth: usize) -> Self {
        match self {
            Self::Ask(asking) => Self::Ask(Asking { nth, ..asking }),
            no @ Self::No(_) => no,
        }
    }
}

impl Stop {
    /// Whether the names of the request lead to no code.
    pub(crate) fn is_dead_end(&self) -> bool {
        use Why::{
            AlreadyWritten, BadValue, NoContact, NoOutput, NoRoutine, NoTag, NoTagNear, NoUnit,
            NoValue, NotUnderstood, NotWritten,
        };
        let Self::No(why) = self else { return false };
        matches!(
            why,
            AlreadyWritten { .. }
                | BadValue { .. }
                | NoContact { .. }
                | NoOutput { .. }
                | NoRoutine { .. }
                | NoTag { .. }
                | NoTagNear { .. }
                | NoUnit { .. }
                | NoValue { .. }
                | NotUnderstood
                | NotWritten { .. }
        )
    }

    /// Whether the names of the request, or a part of it, are not understood.
    pub(crate) fn is_open(&self) -> bool {
        self.is_dead_end() || matches!(self, Self::Ask(it) if ["part", "name"].contains(&it.slot))
    }

    /// Whether an answer to it leads to a plan: it asks where, or for a value.
    pub(crate) fn leads_on(&self) -> bool {
        matches!(self, Self::Ask(it) if ["rung", "input", "time", "value", "to"].contains(&it.slot))
    }
}

impl From<Why> for Stop {
    fn from(no: Why) -> Self {
        Self::No(no)
    }
}

/// Missing information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asking {
    /// The slot of the request for the answer.
    pub(crate) slot: &'static str,
    /// The number of the change in the request, from 0.
    pub(crate) nth: usize,
    pub(crate) question: Ask,
    pub(crate) why: Ask,
    /// 2 to 4 of them.
    pub(crate) options: Vec<Choice>,
    /// The number of all possible answers, of which the options are the first ones.
    pub(crate) of: usize,
    /// The words of the request that it is about.
    pub(crate) about: Option<String>,
}

/// An option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// A name.
    Name(String),
    /// The text of an option, and its meaning.
    Meaning(Ask, &'static str),
}

/// A question about names.
pub(crate) fn ask(slot: &'static str, question: Ask, why: Ask, names: Vec<String>) -> Stop {
    let of = names.len();
    let options = names.into_iter().take(4).map(Choice::Name).collect();
    Stop::Ask(Asking { slot, nth: 0, question, why, options, of, about: None })
}

/// The only object with this name in a place; otherwise `none`, or their number.
pub(crate) fn only<T>(found: Vec<T>, name: &str, place: &str, none: Why) -> Result<T, Stop> {
    let count = found.len();
    let mut found = found.into_iter();
    match (found.next(), count) {
        (None, _) => Err(none.into()),
        (Some(one), 1) => Ok(one),
        _ => Err(Why::NotOnce { name: name.to_owned(), count, place: place.to_owned() }.into()),
    }
}

/// A step of a plan.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) action: ChangeAction,
    pub(crate) target: String,
    pub(crate) code_type: &'static str,
    pub(crate) said: Said,
    pub(crate) new_name: Option<String>,
    pub(crate) content: Content,
}

/// The content of the unit that a step shows.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// The unit is deleted, or only its name is different.
    None,
    /// This text.
    Given(String),
    /// The body of this routine after it is parsed again.
    Body { owner: String, name: String },
}

/// An expected semantic difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expect {
    pub(crate) kind: ChangeKind,
    /// The texts that it must contain.
    pub(crate) says: Vec<String>,
}

/// A changed initial value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewValue {
    /// The name of the tag in the model.
    pub(crate) tag: String,
    /// The operand after it: `.PRE`; empty for the whole tag.
    pub(crate) operand: String,
    pub(crate) to: String,
}

/// A planned change.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub(crate) steps: Vec<Step>,
    pub(crate) splices: Vec<Splice>,
    /// Deleted files.
    pub(crate) without: BTreeSet<usize>,
    /// New files.
    pub(crate) new_files: Vec<SourceFile>,
    /// The only difference is that this name replaces that one.
    pub(crate) renaming: Option<(String, String)>,
    pub(crate) expects: Vec<Expect>,
    /// Alternative expected differences, if a small rung is reported as another one.
    pub(crate) otherwise: Vec<Expect>,
    pub(crate) values: Vec<NewValue>,
    /// The meaning of the changed routines, by owner and name: it is compared with the code after
    /// it is parsed again; any differences are allowed in these routines.
    pub(crate) meanings: Vec<((String, String), Meaning)>,
    /// The changed units of the model: see [`units`](tagbridge_diff::units::units).
    pub(crate) touched: BTreeSet<String>,
    /// A type or block whose derived units may change, too.
    pub(crate) derived_of: Option<String>,
    pub(crate) risks: Vec<(RiskLevel, RiskKind, Danger)>,
    pub(crate) assumed: Vec<Assumed>,
    /// The names of affected tags.
    pub(crate) affected: Vec<String>,
    /// The routines of the risks and citations, by owner and name.
    pub(crate) near: Vec<(String, String)>,
    /// The changed rung.
    pub(crate) rung: Option<u32>,
}

impl Draft {
    pub(crate) fn step(
        &mut self,
        action: ChangeAction,
        target: impl Into<String>,
        code_type: &'static str,
        said: Said,
        content: Content,
    ) -> &mut Self {
        let target = target.into();
        self.steps.push(Step { action, target, code_type, said, new_name: None, content });
        self
    }

    /// The step of a copy: the original, and the name of the copy.
    pub(crate) fn copied(
        &mut self,
        from: &str,
        to: &str,
        code_type: &'static str,
        content: Content,
    ) -> &mut Self {
        let said = Said::Copy { name: from.to_owned(), to: to.to_owned() };
        self.step(ChangeAction::Duplicate, from, code_type, said, content);
        if let Some(step) = self.steps.last_mut() {
            step.new_name = Some(to.to_owned());
        }
        self
    }

    pub(crate) fn expect(&mut self, kind: ChangeKind, says: &[&str]) -> &mut Self {
        let says = says.iter().map(|it| (*it).to_owned()).collect();
        self.expects.push(Expect { kind, says });
        self
    }

    pub(crate) fn splice(
        &mut self,
        file: usize,
        start: usize,
        end: usize,
        text: impl Into<String>,
    ) {
        self.splices.push(Splice { file, start, end, text: text.into() });
    }

    pub(crate) fn touch(&mut self, unit: impl Into<String>) -> &mut Self {
        self.touched.insert(unit.into());
        self
    }

    pub(crate) fn risk(&mut self, level: RiskLevel, kind: RiskKind, danger: Danger) -> &mut Self {
        self.risks.push((level, kind, danger));
        self
    }

    /// Another constant at a place, with its risk.
    pub(crate) fn constant(&mut self, place: String, from: &str, to: &str) -> Said {
        let (from, to) = (from.to_owned(), to.to_owned());
        let danger =
            Danger::LimitMoved { place: place.clone(), from: from.clone(), to: to.clone() };
        self.risk(RiskLevel::Medium, RiskKind::InterlockChanged, danger);
        Said::Constant { from, to, place }
    }

    /// A contact more in series at a place, with its risk.
    pub(crate) fn tighter(&mut self, name: &str, place: String, closed: bool) -> Said {
        let name = name.to_owned();
        let danger = Danger::InterlockTighter { place: place.clone(), name: name.clone() };
        self.risk(RiskLevel::Medium, RiskKind::InterlockChanged, danger);
        if closed { Said::ContactOff { name, place } } else { Said::ContactOn { name, place } }
    }

    /// A contact less in series at a place, with its risk.
    pub(crate) fn looser(&mut self, name: &str, place: String) -> Said {
        let name = name.to_owned();
        let danger = Danger::InterlockLooser { place: place.clone(), name: name.clone() };
        self.risk(RiskLevel::High, RiskKind::InterlockChanged, danger);
        Said::NoContact { name, place }
    }

    /// The risk that the controller keeps the current value.
    pub(crate) fn kept(&mut self, name: &str) -> &mut Self {
        let danger = Danger::Retentive { name: name.to_owned() };
        self.risk(RiskLevel::Medium, RiskKind::RetentiveValue, danger)
    }

    /// The risk that code writes it in this number of places; omitted if there are none.
    pub(crate) fn written(&mut self, level: RiskLevel, name: &str, count: usize) -> &mut Self {
        if count > 0 {
            let danger = Danger::WrittenElsewhere { name: name.to_owned(), count };
            self.risk(level, RiskKind::WrittenElsewhere, danger);
        }
        self
    }

    /// Adds a tag whose declaration, value or use changes.
    pub(crate) fn affect(&mut self, name: &str) {
        self.affected.push(name.to_owned());
    }

    /// Appends the steps of another change.
    pub(crate) fn and(&mut self, other: Self) {
        self.steps.extend(other.steps);
        self.splices.extend(other.splices);
        self.without.extend(other.without);
        self.new_files.extend(other.new_files);
        self.renaming = self.renaming.take().or(other.renaming);
        self.derived_of = self.derived_of.take().or(other.derived_of);
        self.expects.extend(other.expects);
        self.otherwise.extend(other.otherwise);
        self.values.extend(other.values);
        self.meanings.extend(other.meanings);
        self.rung = self.rung.or(other.rung);
        self.touched.extend(other.touched);
        self.risks.extend(other.risks);
        self.assumed.extend(other.assumed);
        self.affected.extend(other.affected);
        self.near.extend(other.near);
    }
}
