use tagbridge_logic::RoutineId;
use tagbridge_texts::Coded;

/// Something that two versions of a project differ in.
#[derive(Debug, Clone, PartialEq)]
pub struct LogicChange {
    /// What is different.
    pub kind: ChangeKind,
    /// What it is about: an operand, an instruction, a tag, a task.
    pub subject: String,
    /// What it was, where something took its place.
    pub from: Option<String>,
    /// What it is now.
    pub to: Option<String>,
    /// Where it stood.
    pub before: Option<Spot>,
    /// Where it stands.
    pub after: Option<Spot>,
}

/// A place in the code of one of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The routine.
    pub routine: RoutineId,
    /// The position among its rungs, where it has any.
    pub rung: Option<u32>,
    /// Of a text the line, counted from 1.
    pub line: Option<u32>,
}

/// What is different.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "logic-change")]
pub enum ChangeKind {
    /// A routine is new.
    RoutineAdded,
    /// A routine is gone.
    RoutineRemoved,
    /// A routine has another name or another owner.
    RoutineRenamed,
    /// A routine can be read in one version alone, or is written in another language.
    RoutineBody,
    /// A rung, a network or a statement is new.
    UnitAdded,
    /// A rung, a network or a statement is gone.
    UnitRemoved,
    /// A rung, a network or a statement stands elsewhere.
    UnitMoved,
    /// A condition was added.
    ConditionAdded,
    /// A condition was removed.
    ConditionRemoved,
    /// An instruction that acts was added.
    ActionAdded,
    /// An instruction that acts was removed.
    ActionRemoved,
    /// A condition now holds where it did not.
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
    /// Written in another way.
    Expression,
    /// Written in another way, with the same effect under the same condition.
    Rewritten,
    /// One name took the place of another everywhere.
    Renamed,
    /// A tag is new.
    TagAdded,
    /// A tag is gone.
    TagRemoved,
    /// A tag has another type.
    TagType,
    /// An alias stands for something else.
    TagAlias,
    /// A constant tag has another value.
    TagValue,
    /// A tag may be used from outside in another way.
    TagAccess,
    /// A type is new.
    TypeAdded,
    /// A type is gone.
    TypeRemoved,
    /// A type has other members or values.
    TypeChanged,
    /// A block is new.
    BlockAdded,
    /// A block is gone.
    BlockRemoved,
    /// A block is made from other blocks, or promises other interfaces.
    BlockChanged,
    /// A parameter or variable of a block is new.
    ParameterAdded,
    /// A parameter or variable of a block is gone.
    ParameterRemoved,
    /// A parameter or variable of a block is declared in another way.
    ParameterChanged,
    /// A task is new.
    TaskAdded,
    /// A task is gone.
    TaskRemoved,
    /// A task runs at other times, or runs something else.
    TaskChanged,
    /// A program is new.
    ProgramAdded,
    /// A program is gone.
    ProgramRemoved,
    /// A program begins with another routine.
    ProgramChanged,
    /// A module is new.
    ModuleAdded,
    /// A module is gone.
    ModuleRemoved,
    /// A module is of another model, or hangs elsewhere.
    ModuleChanged,
    /// What is said of something is different; nothing is executed otherwise.
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
    /// Whether what is executed does the same after it as before.
    pub fn does_the_same(self) -> bool {
        matches!(self, Self::Rewritten | Self::Renamed | Self::Comment)
    }

    /// Its stable name, as on the wire.
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
