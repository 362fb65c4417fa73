//! Scripts of rungs: edits of the numbered rungs of a drawing.

use tagbridge_structured_text::{
    Dialect, Expression, ExpressionKind, Operator, Sign, StatementKind, parse,
};

use crate::condition::{Comparator as Relation, SwitchCondition as Condition};

/// An edit of a rung, with the statements that display it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RungEdit {
    /// `UPDATE_RUNG 3`, then its statements.
    Update(usize, String),
    /// `INSERT_RUNG_AFTER 3`; 0 inserts before the first one.
    Insert(usize, String),
    /// `DELETE_RUNG 3`
    Delete(usize),
}

/// Parses the edits of a script, in order.
///
/// # Errors
///
/// The first invalid line, with its number.
pub fn edits(script: &str) -> Result<Vec<RungEdit>, String> {
    let mut found: Vec<RungEdit> = Vec::new();
    for (at, line) in (1..).zip(script.lines()) {
        let trimmed = line.trim().trim_end_matches(':');
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let (number, same_line) = rest.trim().split_once([' ', ':']).unwrap_or((rest.trim(), ""));
        let number = || {
            number
                .parse::<usize>()
                .map_err(|_| format!("line {at}: {word} needs the number of a rung"))
        };
        let text = || same_line.trim().to_owned();
        match word.to_ascii_uppercase().as_str() {
            "UPDATE_RUNG" => found.push(RungEdit::Update(number()?, text())),
            "INSERT_RUNG_AFTER" => found.push(RungEdit::Insert(number()?, text())),
            "DELETE_RUNG" => found.push(RungEdit::Delete(number()?)),
            _ if trimmed.is_empty() || trimmed.starts_with("//") => {}
            _ => match found.last_mut() {
                Some(RungEdit::Update(_, text) | RungEdit::Insert(_, text)) => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(line.trim());
                }
                _ => {
                    return Err(format!(
                        "line {at}: expected UPDATE_RUNG n, INSERT_RUNG_AFTER n or DELETE_RUNG n"
                    ));
                }
            },
        }
    }
    if found.is_empty() {
        return Err(
            "the script has no line UPDATE_RUNG, INSERT_RUNG_AFTER or DELETE_RUNG".to_owned()
        );
    }
    Ok(found)
}

/// `Target := condition;` as its target and condition; `None` if it is anything else.
pub fn assignment(text: &str, dialect: Dialect) -> Option<(String, Condition)> {
    let statements = parse(text, dialect);
    let [one] = statements.as_slice() else { return None };
    let StatementKind::Assign { to, value } = &one.kind else { return None };
    let [(target, _)] = to.as_slice() else { return None };
    Some((text[target.span.range()].to_owned(), condition(text, value)?))
}

fn condition(text: &str, value: &Expression) -> Option<Condition> {
    let own = |it: &Expression| text[it.span.range()].to_owned();
    match &value.kind {
        ExpressionKind::Operand(operand) if operand.call().is_none() => {
            Some(Condition::bit(&own(value), true))
        }
        ExpressionKind::Group(inner) => condition(text, inner),
        ExpressionKind::Unary(Sign::Not, inner) => condition(text, inner).map(|it| it.not()),
        ExpressionKind::Chain(first, more) => {
            let operator = more.first()?.0;
            if let Some(how) = relation(operator) {
                let [(_, right)] = more.as_slice() else { return None };
                return Some(Condition::Compare { name: own(first), how, value: own(right) });
            }
            if !more.iter().all(|it| it.0 == operator) {
                return None;
            }
            let parts = std::iter::once(&**first).chain(more.iter().map(|it| &it.1));
            let parts: Vec<Condition> =
                parts.map(|it| condition(text, it)).collect::<Option<_>>()?;
            match operator {
                Operator::And | Operator::AndThen => Some(Condition::All(parts)),
                Operator::Or | Operator::OrElse => Some(Condition::Any(parts)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn relation(operator: Operator) -> Option<Relation> {
    Some(match operator {
        Operator::Greater => Relation::Above,
        Operator::GreaterEqual => Relation::AtLeast,
        Operator::Less => Relation::Below,
        Operator::LessEqual => Relation::AtMost,
        Operator::Equal => Relation::Equal,
        Operator::Unequal => Relation::Unequal,
        _ => return None,
    })
}

/// The description of the target of a change for models.
pub const TARGETS: &str = "The unit's path: Program/Routine or a tag (Logix); a block, Block:Network or a \
    tag (Siemens); a unit such as PLC_PRG (CODESYS).";

/// The description of the content of a change for models.
pub const CONTENTS: &str = "The whole new source of the unit. RLL: all rungs of the routine as neutral \
    text, one a line, each ended by a semicolon, comments before them as // lines. ST, SCL: the whole body, \
    or the whole source of a block. Tag: NAME : TYPE := VALUE; // comment. UDT of Logix: its L5X element. \
    Declaration: the whole declaration. A new unit of CODESYS is ST: its declaration, then its statements. LD, LAD, FBD: lines UPDATE_RUNG n, INSERT_RUNG_AFTER n or \
    DELETE_RUNG n, the first two each followed by the rung as one assignment, such as \
    Q := (A OR B) AND NOT C;";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_line_by_line() {
        let script =
            "UPDATE_RUNG 2\na := b AND NOT c;\nINSERT_RUNG_AFTER 0: d := e;\nDELETE_RUNG 4";
        let expected = [
            RungEdit::Update(2, "a := b AND NOT c;".to_owned()),
            RungEdit::Insert(0, "d := e;".to_owned()),
            RungEdit::Delete(4),
        ];
        assert_eq!(edits(script).unwrap(), expected);
        assert!(edits("a := b;").unwrap_err().starts_with("line 1"));
        assert!(edits("UPDATE_RUNG x").is_err() && edits("").is_err());
    }

    #[test]
    fn a_statement_is_a_condition() {
        let (target, when) = assignment("q := (a OR NOT b) AND x > 5;", Dialect::Codesys).unwrap();
        assert_eq!((target.as_str(), when.text(false).as_str()), ("q", "(a OR NOT b) AND (x > 5)"));
        assert_eq!(assignment("q := a + b;", Dialect::Codesys), None);
    }
}
