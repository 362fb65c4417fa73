//! What two versions differ in, in words.

use tagbridge_logic::diff::ChangeKind::{self, *};

use super::language::Language;

pub(super) fn what(kind: ChangeKind, language: Language) -> String {
    let (english, german) = match kind {
        RoutineAdded => ("a new routine", "eine neue Routine"),
        RoutineRemoved => ("a routine is gone", "eine Routine fehlt"),
        RoutineRenamed => ("a routine has another name", "eine Routine heißt anders"),
        RoutineBody => {
            ("a routine cannot be compared", "eine Routine kann nicht verglichen werden")
        }
        UnitAdded => ("new code", "neuer Code"),
        UnitRemoved => ("code is gone", "Code fehlt"),
        UnitMoved => ("code stands elsewhere", "Code steht anderswo"),
        ConditionAdded => ("a condition was added", "eine Bedingung ist neu"),
        ConditionRemoved => ("a condition was removed", "eine Bedingung fehlt"),
        ActionAdded => ("an action was added", "eine Aktion ist neu"),
        ActionRemoved => ("an action was removed", "eine Aktion fehlt"),
        Inverted => ("a condition was inverted", "eine Bedingung ist umgekehrt"),
        Operand => ("another operand", "ein anderer Operand"),
        Constant => ("another constant", "eine andere Konstante"),
        Instruction => ("another instruction", "eine andere Anweisung"),
        BranchAdded => ("a branch was added", "ein Zweig ist neu"),
        BranchRemoved => ("a branch was removed", "ein Zweig fehlt"),
        Order => ("another order", "eine andere Reihenfolge"),
        Expression => ("written in another way", "anders geschrieben"),
        Rewritten => (
            "written in another way, with the same condition",
            "anders geschrieben, bei gleicher Bedingung",
        ),
        Renamed => ("renamed", "umbenannt"),
        TagAdded => ("a new tag", "ein neues Tag"),
        TagRemoved => ("a tag is gone", "ein Tag fehlt"),
        TagType => ("a tag has another type", "ein Tag hat einen anderen Typ"),
        TagAlias => ("an alias stands for something else", "ein Alias steht für etwas anderes"),
        TagValue => {
            ("a constant tag has another value", "ein konstantes Tag hat einen anderen Wert")
        }
        TagAccess => ("another access from outside", "ein anderer Zugriff von außen"),
        TypeAdded => ("a new type", "ein neuer Typ"),
        TypeRemoved => ("a type is gone", "ein Typ fehlt"),
        TypeChanged => ("a type is different", "ein Typ ist anders"),
        BlockAdded => ("a new block", "ein neuer Baustein"),
        BlockRemoved => ("a block is gone", "ein Baustein fehlt"),
        BlockChanged => {
            ("a block is declared in another way", "ein Baustein ist anders vereinbart")
        }
        ParameterAdded => ("a new parameter", "ein neuer Parameter"),
        ParameterRemoved => ("a parameter is gone", "ein Parameter fehlt"),
        ParameterChanged => ("a parameter is different", "ein Parameter ist anders"),
        TaskAdded => ("a new task", "eine neue Task"),
        TaskRemoved => ("a task is gone", "eine Task fehlt"),
        TaskChanged => ("a task is different", "eine Task ist anders"),
        ProgramAdded => ("a new program", "ein neues Programm"),
        ProgramRemoved => ("a program is gone", "ein Programm fehlt"),
        ProgramChanged => ("a program begins in another way", "ein Programm beginnt anders"),
        ModuleAdded => ("a new module", "ein neues Modul"),
        ModuleRemoved => ("a module is gone", "ein Modul fehlt"),
        ModuleChanged => ("a module is different", "ein Modul ist anders"),
        Comment => ("a comment is different", "ein Kommentar ist anders"),
    };
    language.of(english, german)
}
