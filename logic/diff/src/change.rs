use tagbridge_logic::RoutineId;
use tagbridge_texts::Coded;

/// A difference between two versions of a project.
#[derive(Debug, Clone, PartialEq)]
pub struct LogicChange {
    /// The kind of the change.
    pub kind: ChangeKind,
    /// The subject: an operand, an instruction, a tag, a task.
    pub subject: String,
    /// The old text, if it was replaced.
    pub from: Option<String>,
    /// The new text.
    pub to: Option<String>,
    /// The location in the old version.
    pub before: Option<Spot>,
    /// The location in the new version.
    pub after: Option<Spot>,
}

/// A location in the code of one of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The routine.
    pub routine: RoutineId,
    /// The position among its rungs, if it has any.
    pub rung: Option<u32>,
    /// The line of a text, from 1.
    pub line: Option<u32>,
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "logic-change")]
pub enum ChangeKind {
    /// A routine was added.
    RoutineAdded,
    /// A routine was removed.
    RoutineRemoved,
    /// A routine has another name or another owner.
    RoutineRenamed,
    /// A routine can be read in only one version, or is in another language.
    RoutineBody,
    /// A rung, a network or a statement was added.
    UnitAdded,
    /// A rung, a network or a statement was removed.
    UnitRemoved,
    /// A rung, a network or a statement was moved.
    UnitMoved,
    /// A condition was added.
    ConditionAdded,
    /// A condition was removed.
    ConditionRemoved,
    /// An output instruction was added.
    ActionAdded,
    /// An output instruction was removed.
    ActionRemoved,
    /// A condition was inverted.
    Inverted,
    /// Another operand.
    Operand,
    /// Another constant.
    Constant,
    /// Another instruction or operator with the same operands.
    Instruction,
    /// A branch was added.
    BranchAdded,
    /// A branch was removed.
    BranchRemoved,
    /// The same parts in another order.
    Order,
    /// Other text.
    Expression,
    /// Other text with the same effect under the same condition.
    Rewritten,
    /// A name was replaced everywhere.
    Renamed,
    /// A tag was added.
    TagAdded,
    /// A tag was removed.
    TagRemoved,
    /// A tag has another type.
    TagType,
    /// An alias has another target.
    TagAlias,
    /// A tag has another initial value.
    TagValue,
    /// A tag has another external access.
    TagAccess,
    /// A type was added.
    TypeAdded,
    /// A type was removed.
    TypeRemoved,
    /// A type has other members or values.
    TypeChanged,
    /// A block was added.
    BlockAdded,
    /// A block was removed.
    BlockRemoved,
    /// A block extends other blocks, or implements other interfaces.
    BlockChanged,
    /// A parameter or variable of a block was added.
    ParameterAdded,
    /// A parameter or variable of a block was removed.
    ParameterRemoved,
    /// The declaration of a parameter or variable of a block changed.
    ParameterChanged,
    /// A task was added.
    TaskAdded,
    /// A task was removed.
    TaskRemoved,
    /// A task has another schedule, or executes other programs.
    TaskChanged,
    /// A program was added.
    ProgramAdded,
    /// A program was removed.
    ProgramRemoved,
    /// A program has another main routine.
    ProgramChanged,
    /// A module was added.
    ModuleAdded,
    /// A module was removed.
    ModuleRemoved,
    /// A module has another model, or another parent.
    ModuleChanged,
    /// A comment changed, without effect on the execution.
    Comment,
}

impl LogicChange {
    pub(crate) fn new(kind: ChangeKind, subject: impl Into<String>) -> Self {
        Self { kind, subject: subject.into(), from: None, to: None, before: None, after: None }
    }

    pub(crate) fn from(mut self, from: impl Into<String>) -> Self {
        self.from = Some(from.into());
        self
    }

    pub(crate) fn to(mut self, to: impl Into<String>) -> Self {
        self.to = Some(to.into());
        self
    }

    pub(crate) fn at(mut self, before: Option<Spot>, after: Option<Spot>) -> Self {
        (self.before, self.after) = (before, after);
        self
    }
}

impl ChangeKind {
    /// Whether the code has the same effect before and after the change.
    pub fn does_the_same(self) -> bool {
        matches!(self, Self::Rewritten | Self::Renamed | Self::Comment)
    }

    /// Its stable name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoutineAdded => "routine_added",
            Self::RoutineRemoved => "routine_removed",
            Self::RoutineRenamed => "routine_renamed",
            Self::RoutineBody => "routine_body",
            Self::UnitAdded => "unit_added",
            Self::UnitRemoved => "unit_removed",
            Self::UnitMoved => "unit_moved",
            Self::ConditionAdded => "condition_added",
            Self::ConditionRemoved => "condition_removed",
            Self::ActionAdded => "action_added",
            Self::ActionRemoved => "action_removed",
            Self::Inverted => "inverted",
            Self::Operand => "operand",
            Self::Constant => "constant",
            Self::Instruction => "instruction",
            Self::BranchAdded => "branch_added",
            Self::BranchRemoved => "branch_removed",
            Self::Order => "order",
            Self::Expression => "expression",
            Self::Rewritten => "rewritten",
            Self::Renamed => "renamed",
            Self::TagAdded => "tag_added",
            Self::TagRemoved => "tag_removed",
            Self::TagType => "tag_type",
            Self::TagAlias => "tag_alias",
            Self::TagValue => "tag_value",
            Self::TagAccess => "tag_access",
            Self::TypeAdded => "type_added",
            Self::TypeRemoved => "type_removed",
            Self::TypeChanged => "type_changed",
            Self::BlockAdded => "block_added",
            Self::BlockRemoved => "block_removed",
            Self::BlockChanged => "block_changed",
            Self::ParameterAdded => "parameter_added",
            Self::ParameterRemoved => "parameter_removed",
            Self::ParameterChanged => "parameter_changed",
            Self::TaskAdded => "task_added",
            Self::TaskRemoved => "task_removed",
            Self::TaskChanged => "task_changed",
            Self::ProgramAdded => "program_added",
            Self::ProgramRemoved => "program_removed",
            Self::ProgramChanged => "program_changed",
            Self::ModuleAdded => "module_added",
            Self::ModuleRemoved => "module_removed",
            Self::ModuleChanged => "module_changed",
            Self::Comment => "comment",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("diff", &[ChangeKind::CODES]);
    }
}
