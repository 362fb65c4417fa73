//! Ladder of CODESYS and PLCopen, which is displayed as statements.

use tagbridge_structured_text::{
    Argument, ArgumentHow, Assignment, Branch, Expression, ExpressionKind, Operand, Operator,
    PartKind, Sign, Span, Statement, StatementKind,
};

use super::{BoxedRow, InstructionBox, Mark, PinAnnotation, RungPiece};

/// The elements to draw of a network; `None` if it cannot be read.
pub(super) fn pieces(text: &str, statements: &[Statement]) -> Option<Vec<Vec<RungPiece>>> {
    let front = StatementText { text };
    let pieces = statements.iter().map(|statement| match &statement.kind {
        StatementKind::Assign { to, value } => front.assignment(to, value),
        StatementKind::Call(operand) => front.called(operand),
        StatementKind::Label(span) => Some(vec![RungPiece::Block(InstructionBox {
            title: format!("{}:", front.slice(*span)),
            ..InstructionBox::default()
        })]),
        StatementKind::If { branches, .. } => front.jump(branches),
        _ => None,
    });
    let all: Vec<Vec<RungPiece>> = pieces.collect::<Option<_>>()?;
    (!all.is_empty()).then_some(all)
}

/// Pins for power flow, of a block with several pins.
const CURRENT: [&str; 10] = ["EN", "IN", "CLK", "CU", "CD", "S", "S1", "SET", "SET1", "xExecute"];

#[derive(Clone, Copy)]
struct StatementText<'a> {
    text: &'a str,
}

impl<'a> StatementText<'a> {
    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// `IF … THEN JUMP label;`, as jumps are shown: the condition, the mark and the label.
    fn jump(self, branches: &[Branch]) -> Option<Vec<RungPiece>> {
        let [Branch { condition, body }] = branches else { return None };
        let (mark, label) = match &body[..] {
            [Statement { kind: StatementKind::Goto(label), .. }] => ("JMP", Some(*label)),
            [Statement { kind: StatementKind::Return, .. }] => ("RET", None),
            _ => return None,
        };
        let mut flow = self.flow(condition)?;
        let operands = label.iter().map(|it| self.slice(*it).to_owned()).collect();
        flow.push(RungPiece::Coil { mark: Mark::Text(mark.to_owned()), operands });
        Some(flow)
    }

    fn assignment(
        self,
        to: &[(Operand, Assignment)],
        value: &Expression,
    ) -> Option<Vec<RungPiece>> {
        // The sign of a negated coil is before its name, and not in the value.
        let (value, is_negated) = match &value.kind {
            ExpressionKind::Unary(Sign::Not, inner) if inner.span == value.span => (&**inner, true),
            _ => (value, false),
        };
        let mut flow = self.flow(value)?;
        // The result of a box is written to the target of the assignment.
        if let (Some(RungPiece::Block(block)), false) = (flow.last_mut(), is_negated)
            && to.iter().all(|(_, how)| *how == Assignment::Store)
            && is_call(value)
        {
            block.acts = true;
            block.rows.extend(to.iter().map(|(operand, _)| BoxedRow {
                label: "=>".to_owned(),
                value: PinAnnotation::Text(self.slice(operand.span).to_owned()),
            }));
            return Some(flow);
        }
        let mut coils = to.iter().map(|(operand, how)| {
            let mark = match how {
                Assignment::Set => Mark::Text("S".to_owned()),
                Assignment::Reset => Mark::Text("R".to_owned()),
                _ if is_negated => Mark::Negated,
                _ => Mark::None,
            };
            RungPiece::Coil { mark, operands: vec![self.slice(operand.span).to_owned()] }
        });
        match to.len() {
            1 => flow.extend(coils.next()),
            _ => flow.push(RungPiece::Branch(coils.map(|coil| vec![coil]).collect())),
        }
        Some(flow)
    }

    /// The pieces of a condition. `None` if it is not a condition, or is unknown.
    fn flow(self, expression: &Expression) -> Option<Vec<RungPiece>> {
        let (text, span) = (self.slice(expression.span), expression.span);
        let contact = |mark: Mark, operand: &str| RungPiece::Contact {
            mark,
            operands: if operand.is_empty() { Vec::new() } else { vec![operand.to_owned()] },
            span,
        };
        match &expression.kind {
            ExpressionKind::Literal if text.eq_ignore_ascii_case("TRUE") => Some(Vec::new()),
            ExpressionKind::Operand(operand) if has_call(operand) => self.called(operand),
            ExpressionKind::Literal | ExpressionKind::Operand(_) => {
                Some(vec![contact(Mark::None, text)])
            }
            ExpressionKind::Group(inner) => self.flow(inner),
            ExpressionKind::Unary(Sign::Not, inner) => {
                let mut flow = self.flow(inner)?;
                match &mut flow[..] {
                    [RungPiece::Contact { mark: mark @ Mark::None, span: own, .. }] => {
                        (*mark, *own) = (Mark::Negated, span);
                    }
                    _ => flow.push(contact(Mark::Text("NOT".to_owned()), "")),
                }
                Some(flow)
            }
            ExpressionKind::Chain(first, rest) => {
                let operator = rest.first()?.0;
                if rest.iter().any(|(other, _)| kind(*other) != kind(operator)) {
                    return None;
                }
                let parts: Vec<&Expression> =
                    std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).collect();
                let flows = || parts.iter().map(|part| self.flow(part)).collect::<Option<Vec<_>>>();
                match kind(operator) {
                    Kind::And => Some(flows()?.concat()),
                    Kind::Or => Some(vec![RungPiece::Branch(flows()?)]),
                    Kind::Else(title) => Some(vec![RungPiece::Block(InstructionBox {
                        title: title.to_owned(),
                        rows: parts.iter().map(|part| self.row("", part)).collect::<Option<_>>()?,
                        span,
                        ..InstructionBox::default()
                    })]),
                }
            }
            _ => None,
        }
    }

    fn row(self, label: &str, value: &Expression) -> Option<BoxedRow> {
        let is_flow = is_current(value);
        let value = if is_flow {
            PinAnnotation::Flow(self.flow(value)?)
        } else {
            PinAnnotation::Text(self.slice(value.span).to_owned())
        };
        Some(BoxedRow { label: label.to_owned(), value })
    }

    /// A box after its input pieces: `Timer.TON(IN := a, PT := T#1s).Q`.
    fn called(self, operand: &Operand) -> Option<Vec<RungPiece>> {
        let is_call =
            |part: &tagbridge_structured_text::Part| matches!(part.kind, PartKind::Call(_));
        let at = operand.parts.iter().position(is_call)?;
        let call = &operand.parts[at];
        let PartKind::Call(arguments) = &call.kind else { return None };
        let name = self.text.get(operand.span.start as usize..call.span.start as usize)?;
        let behind = self.text.get(call.span.end as usize..operand.span.end as usize)?;
        let (instance, title) = match name.rsplit_once('.') {
            Some((instance, title)) => (Some(instance.to_owned()), title),
            None => (None, name),
        };
        let main = arguments.iter().position(|it| self.is_main(it));
        let mut pieces = Vec::new();
        let mut rows = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let label = argument.name.map_or("", |span| self.slice(span));
            let Some(value) = &argument.value else { continue };
            if Some(at) == main {
                pieces = self.flow(value)?;
            } else if argument.how == ArgumentHow::Take {
                let value = PinAnnotation::Text(self.slice(value.span).to_owned());
                rows.push(BoxedRow { label: format!("{label} =>"), value });
            } else {
                rows.push(self.row(label, value)?);
            }
        }
        if let Some(pin) = behind.strip_prefix('.') {
            rows.push(BoxedRow {
                label: format!("{pin} =>"),
                value: PinAnnotation::Text(String::new()),
            });
        }
        let title = title.to_owned();
        pieces.push(RungPiece::Block(InstructionBox {
            title,
            instance,
            rows,
            acts: false,
            span: operand.span,
        }));
        Some(pieces)
    }

    /// Whether an argument is the input of the power flow.
    fn is_main(self, argument: &Argument) -> bool {
        let name = argument.name.map_or("", |span| self.slice(span));
        argument.how != ArgumentHow::Take
            && argument.value.as_ref().is_some_and(|value| {
                CURRENT.contains(&name) || (name.is_empty() && is_current(value))
            })
    }
}

fn has_call(operand: &Operand) -> bool {
    operand.parts.iter().any(|part| matches!(part.kind, PartKind::Call(_)))
}

/// Whether an expression is only the result of a call.
fn is_call(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Group(inner) => is_call(inner),
        ExpressionKind::Operand(operand) => operand.call().is_some(),
        _ => false,
    }
}

/// Whether an expression consists of contacts.
fn is_current(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Group(inner) => is_current(inner),
        ExpressionKind::Unary(Sign::Not, _) => true,
        ExpressionKind::Operand(operand) => has_call(operand),
        ExpressionKind::Chain(_, rest) => {
            rest.iter().all(|(operator, _)| matches!(kind(*operator), Kind::And | Kind::Or))
        }
        _ => false,
    }
}

#[derive(PartialEq)]
enum Kind {
    And,
    Or,
    Else(&'static str),
}

fn kind(operator: Operator) -> Kind {
    match operator {
        Operator::And | Operator::AndThen => Kind::And,
        Operator::Or | Operator::OrElse => Kind::Or,
        Operator::Xor => Kind::Else("XOR"),
        Operator::Equal => Kind::Else("EQ"),
        Operator::Unequal => Kind::Else("NE"),
        Operator::Less => Kind::Else("LT"),
        Operator::LessEqual => Kind::Else("LE"),
        Operator::Greater => Kind::Else("GT"),
        Operator::GreaterEqual => Kind::Else("GE"),
        Operator::Add => Kind::Else("ADD"),
        Operator::Subtract => Kind::Else("SUB"),
        Operator::Multiply => Kind::Else("MUL"),
        Operator::Divide | Operator::IntegerDivide => Kind::Else("DIV"),
        Operator::Modulo => Kind::Else("MOD"),
        Operator::Power => Kind::Else("EXPT"),
    }
}
