//! A change while it is planned: what is done to the file, and what must come of it.

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
    /// Something must be known first.
    Ask(Asking),
    /// It is not done.
    No(Why),
}

impl Stop {
    /// Of a change of several, from 0.
    pub(crate) fn of(self, nth: usize) -> Self {
        match self {
            Self::Ask(asking) => Self::Ask(Asking { nth, ..asking }),
            no @ Self::No(_) => no,
        }
    }
}

impl From<Why> for Stop {
    fn from(no: Why) -> Self {
        Self::No(no)
    }
}

/// What must be known first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asking {
    /// The place of the sentence that the answer belongs to.
    pub(crate) slot: &'static str,
    /// Which change of the request it is about, from 0.
    pub(crate) nth: usize,
    pub(crate) question: Ask,
    pub(crate) why: Ask,
    /// 2 to 4 of them.
    pub(crate) options: Vec<Choice>,
    /// The words of the request that it is about.
    pub(crate) about: Option<String>,
}

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// A name.
    Name(String),
    /// What is meant by it, and what it is for.
    Meaning(Ask, &'static str),
}

/// What must be known first, of names.
pub(crate) fn ask(slot: &'static str, question: Ask, why: Ask, names: Vec<String>) -> Stop {
    let options = names.into_iter().take(4).map(Choice::Name).collect();
    Stop::Ask(Asking { slot, nth: 0, question, why, options, about: None })
}

/// The one thing of this name that a place has; else `none`, or how many there are.
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

/// What a step shows of the unit as it is proposed.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// The unit goes, or nothing of it but its name is different.
    None,
    /// This.
    Given(String),
    /// The body of this routine, as it is read again.
    Body { owner: String, name: String },
}

/// What the semantic difference must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expect {
    pub(crate) kind: ChangeKind,
    /// All of this is said of it.
    pub(crate) says: Vec<String>,
}

/// A value to start with that is different afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewValue {
    /// The tag's name, as the model has it.
    pub(crate) tag: String,
    /// The operand behind it: `.PRE`; nothing for all of it.
    pub(crate) operand: String,
    pub(crate) to: String,
}

/// A change while it is planned.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub(crate) steps: Vec<Step>,
    pub(crate) splices: Vec<Splice>,
    /// Files that are no more.
    pub(crate) without: BTreeSet<usize>,
    /// Files that are new.
    pub(crate) new_files: Vec<SourceFile>,
    /// The difference is that this name took the place of that one, and nothing else.
    pub(crate) renaming: Option<(String, String)>,
    pub(crate) expects: Vec<Expect>,
    /// The same, where the difference reports a small rung as another one.
    pub(crate) otherwise: Vec<Expect>,
    pub(crate) values: Vec<NewValue>,
    /// What the code of routines means afterwards, by owner and name: it is held against the code as it
    /// is read again, and the difference may have any change in these routines.
    pub(crate) meanings: Vec<((String, String), Meaning)>,
    /// Rungs that were added behind the last.
    pub(crate) appended: usize,
    /// The units of the model that are different afterwards: see [`units`](crate::units::units).
    pub(crate) touched: BTreeSet<String>,
    /// A type or block: what is made of it may be different, too.
    pub(crate) derived_of: Option<String>,
    pub(crate) risks: Vec<(RiskLevel, RiskKind, Danger)>,
    pub(crate) assumed: Vec<Assumed>,
    /// Tags, by name.
    pub(crate) affected: Vec<String>,
    /// Routines, by owner and name, which the risks and the citations are about.
    pub(crate) near: Vec<(String, String)>,
    /// Rungs of them that are changed.
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

    /// The step of a copy: what is copied, and the name that the copy gets.
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

    /// The risk that the controller keeps the value it has.
    pub(crate) fn kept(&mut self, name: &str) -> &mut Self {
        let danger = Danger::Retentive { name: name.to_owned() };
        self.risk(RiskLevel::Medium, RiskKind::RetentiveValue, danger)
    }

    /// The risk that code gives it a value in so many places; none where there is no such place.
    pub(crate) fn written(&mut self, level: RiskLevel, name: &str, count: usize) -> &mut Self {
        if count > 0 {
            let danger = Danger::WrittenElsewhere { name: name.to_owned(), count };
            self.risk(level, RiskKind::WrittenElsewhere, danger);
        }
        self
    }

    /// A tag whose declaration, value or use is different afterwards.
    pub(crate) fn affect(&mut self, name: &str) {
        self.affected.push(name.to_owned());
    }

    /// The steps of another change behind these.
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
        self.appended += other.appended;
        self.rung = self.rung.or(other.rung);
        self.touched.extend(other.touched);
        self.risks.extend(other.risks);
        self.assumed.extend(other.assumed);
        self.affected.extend(other.affected);
        self.near.extend(other.near);
    }
}
