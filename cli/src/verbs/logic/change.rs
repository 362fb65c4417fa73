//! What two versions differ in, in words.

use tagbridge_logic::diff::ChangeKind as Kind;
use tagbridge_texts::Language;

use super::language::OneOfTwo;

pub(super) fn what(kind: Kind, language: Language) -> String {
    let (english, german) = match kind {
        Kind::RoutineAdded => ("a new routine", "eine neue Routine"),
        Kind::RoutineRemoved => ("a routine is gone", "eine Routine fehlt"),
        Kind::RoutineRenamed => ("a routine has another name", "eine Routine heißt anders"),
        Kind::RoutineBody => {
            ("a routine cannot be compared", "eine Routine kann nicht verglichen werden")
        }
        Kind::UnitAdded => ("new code", "neuer Code"),
        Kind::UnitRemoved => ("code is gone", "Code fehlt"),
        Kind::UnitMoved => ("code stands elsewhere", "Code steht anderswo"),
        Kind::ConditionAdded => ("a condition was added", "eine Bedingung ist neu"),
        Kind::ConditionRemoved => ("a condition was removed", "eine Bedingung fehlt"),
        Kind::ActionAdded => ("an action was added", "eine Aktion ist neu"),
        Kind::ActionRemoved => ("an action was removed", "eine Aktion fehlt"),
        Kind::Inverted => ("a condition was inverted", "eine Bedingung ist umgekehrt"),
        Kind::Operand => ("another operand", "ein anderer Operand"),
        Kind::Constant => ("another constant", "eine andere Konstante"),
        Kind::Instruction => ("another instruction", "eine andere Anweisung"),
        Kind::BranchAdded => ("a branch was added", "ein Zweig ist neu"),
        Kind::BranchRemoved => ("a branch was removed", "ein Zweig fehlt"),
        Kind::Order => ("another order", "eine andere Reihenfolge"),
        Kind::Expression => ("written in another way", "anders geschrieben"),
        Kind::Rewritten => (
            "written in another way, with the same condition",
            "anders geschrieben, bei gleicher Bedingung",
        ),
        Kind::Renamed => ("renamed", "umbenannt"),
        Kind::TagAdded => ("a new tag", "ein neues Tag"),
        Kind::TagRemoved => ("a tag is gone", "ein Tag fehlt"),
        Kind::TagType => ("a tag has another type", "ein Tag hat einen anderen Typ"),
        Kind::TagAlias => {
            ("an alias stands for something else", "ein Alias steht für etwas anderes")
        }
        Kind::TagValue => {
            ("a constant tag has another value", "ein konstantes Tag hat einen anderen Wert")
        }
        Kind::TagAccess => ("another access from outside", "ein anderer Zugriff von außen"),
        Kind::TypeAdded => ("a new type", "ein neuer Typ"),
        Kind::TypeRemoved => ("a type is gone", "ein Typ fehlt"),
        Kind::TypeChanged => ("a type is different", "ein Typ ist anders"),
        Kind::BlockAdded => ("a new block", "ein neuer Baustein"),
        Kind::BlockRemoved => ("a block is gone", "ein Baustein fehlt"),
        Kind::BlockChanged => {
            ("a block is declared in another way", "ein Baustein ist anders vereinbart")
        }
        Kind::ParameterAdded => ("a new parameter", "ein neuer Parameter"),
        Kind::ParameterRemoved => ("a parameter is gone", "ein Parameter fehlt"),
        Kind::ParameterChanged => ("a parameter is different", "ein Parameter ist anders"),
        Kind::TaskAdded => ("a new task", "eine neue Task"),
        Kind::TaskRemoved => ("a task is gone", "eine Task fehlt"),
        Kind::TaskChanged => ("a task is different", "eine Task ist anders"),
        Kind::ProgramAdded => ("a new program", "ein neues Programm"),
        Kind::ProgramRemoved => ("a program is gone", "ein Programm fehlt"),
        Kind::ProgramChanged => ("a program begins in another way", "ein Programm beginnt anders"),
        Kind::ModuleAdded => ("a new module", "ein neues Modul"),
        Kind::ModuleRemoved => ("a module is gone", "ein Modul fehlt"),
        Kind::ModuleChanged => ("a module is different", "ein Modul ist anders"),
        Kind::Comment => ("a comment is different", "ein Kommentar ist anders"),
    };
    language.of(english, german)
}
