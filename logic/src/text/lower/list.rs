//! Instruction lists of CODESYS (IEC 61131-3, tables 51 and 52): instructions on a current result.

use tagbridge_project::Body;

use super::{Declarations, Lowering, Scopes, SkippedRange, value::Value};
use crate::{
    RoutineId, Span,
    emit::Emit,
    text::{
        Assignment, Dialect, ExpressionKind, Operator, TokenKind, parse_at, parse_operand, tokens,
    },
    unit::{Effect, OpaqueReason, Operand as Place, UseMode},
};

/// Maximum nesting of brackets.
const MAX_DEPTH: usize = 256;

/// Reads an instruction list as one unit, or as one unit per network.
pub(crate) fn lower<'p>(emit: &mut Emit<'p>, scopes: &Scopes<'p>, id: RoutineId, body: &'p Body) {
    let owner = &emit.routine_of(id).owner;
    let texts: Vec<(Option<usize>, &str)> = match body {
        Body::Text(text) => vec![(None, text)],
        Body::Rungs(rungs) => {
            rungs.iter().enumerate().map(|(at, rung)| (Some(at), rung.text.as_str())).collect()
        }
        Body::Protected | Body::Absent => Vec::new(),
    };
    for (rung, text) in texts {
        emit.begin(id, rung);
        let declarations = Declarations::Scopes(scopes);
        let lowering = Lowering::new(emit, declarations, owner, text, Dialect::Codesys);
        List { lowering, result: None, open: Vec::new() }.run();
    }
}

/// A list that is being read.
struct List<'e, 'p> {
    lowering: Lowering<'e, 'p>,
    /// The current result.
    result: Option<Value>,
    /// The open brackets: the instruction, the result before it, and its location.
    open: Vec<(Instruction, Option<Value>, Span)>,
}

/// An instruction without its modifiers.
#[derive(Clone, Copy)]
enum Kind {
    Load,
    Store,
    Set(Assignment),
    Combine(Operator),
    Not,
    Jump,
    Call,
    Return,
}

#[derive(Clone, Copy)]
struct Instruction {
    kind: Kind,
    /// `N`: the operand or the condition is negated.
    is_negated: bool,
    /// `C`: only if the current result is true, or with `N`, if it is false.
    is_conditional: bool,
}

fn instruction(word: &str) -> Option<Instruction> {
    let word = word.to_ascii_uppercase();
    let plain = |kind| Instruction { kind, is_negated: false, is_conditional: false };
    if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word) {
        return Some(plain(*kind));
    }
    let (rest, is_negated) = word.strip_suffix('N').map_or((word.as_str(), false), |it| (it, true));
    let (name, is_conditional) = rest.strip_suffix('C').map_or((rest, false), |it| (it, true));
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == name)?;
    let takes = match kind {
        Kind::Load | Kind::Store => !is_conditional,
        Kind::Combine(operator) => {
            !is_conditional && matches!(operator, Operator::And | Operator::Or | Operator::Xor)
        }
        Kind::Jump | Kind::Call | Kind::Return => is_conditional,
        Kind::Set(_) | Kind::Not => false,
    };
    takes.then_some(Instruction { kind: *kind, is_negated, is_conditional })
}

const KINDS: [(&str, Kind); 23] = [
    ("LD", Kind::Load),
    ("ST", Kind::Store),
    ("S", Kind::Set(Assignment::Set)),
    ("R", Kind::Set(Assignment::Reset)),
    ("AND", Kind::Combine(Operator::And)),
    ("&", Kind::Combine(Operator::And)),
    ("OR", Kind::Combine(Operator::Or)),
    ("XOR", Kind::Combine(Operator::Xor)),
    ("NOT", Kind::Not),
    ("ADD", Kind::Combine(Operator::Add)),
    ("SUB", Kind::Combine(Operator::Subtract)),
    ("MUL", Kind::Combine(Operator::Multiply)),
    ("DIV", Kind::Combine(Operator::Divide)),
    ("MOD", Kind::Combine(Operator::Modulo)),
    ("GT", Kind::Combine(Operator::Greater)),
    ("GE", Kind::Combine(Operator::GreaterEqual)),
    ("EQ", Kind::Combine(Operator::Equal)),
    ("NE", Kind::Combine(Operator::Unequal)),
    ("LE", Kind::Combine(Operator::LessEqual)),
    ("LT", Kind::Combine(Operator::Less)),
    ("JMP", Kind::Jump),
    ("CAL", Kind::Call),
    ("RET", Kind::Return),
];

impl List<'_, '_> {
    /// One instruction per line; a call continues to the line with its closing bracket.
    fn run(mut self) {
        let text = self.lowering.text;
        let mut line: Vec<Span> = Vec::new();
        let mut brackets = 0_usize;
        for token in tokens(text, Dialect::Codesys) {
            let word = &text[token.span.range()];
            if token.kind.is_trivia() {
                if token.kind == TokenKind::Blank
                    && word.contains('\n')
                    && (brackets == 0 || !self.calls(&line))
                {
                    self.line(&std::mem::take(&mut line));
                    brackets = 0;
                }
                continue;
            }
            match word {
                "(" => brackets += 1,
                ")" => brackets = brackets.saturating_sub(1),
                _ => {}
            }
            line.push(token.span);
        }
        self.line(&line);
        if let Some((.., span)) = self.open.first() {
            self.lowering.emit.opaque(*span, OpaqueReason::Unparsed);
        }
    }

    /// Whether a line is a call, with or without a label.
    fn calls(&self, line: &[Span]) -> bool {
        line.iter().take(3).any(|span| {
            let kind = instruction(&self.lowering.text[span.range()]).map(|it| it.kind);
            matches!(kind, Some(Kind::Call))
        })
    }

    /// `label: OP operand`.
    fn line(&mut self, mut words: &[Span]) {
        let text = self.lowering.text;
        if let [label, colon, rest @ ..] = words
            && text[colon.range()] == *":"
        {
            let name = self.lowering.emit.name(&text[label.range()]);
            self.lowering.left.retain(|(leave, _)| *leave != SkippedRange::Label(name));
            let guard = self.lowering.condition();
            self.lowering.emit.statement(*label, guard, Effect::Label(name));
            // A jump to this label has another result.
            self.result = None;
            words = rest;
        }
        let ([word, ..], Some(last)) = (words, words.last()) else { return };
        let span = Span { start: word.start, end: last.end };
        if text[word.range()] == *")" {
            self.close(span);
            return;
        }
        let Some(instruction) = instruction(&text[word.range()]) else {
            let name = self.lowering.emit.name(&text[word.range()]);
            self.result = Some(self.lowering.unknown("an instruction that is not known"));
            self.lowering.emit.opaque(span, OpaqueReason::UnknownInstruction(name));
            return;
        };
        let mut operand = &words[1..];
        if let (Kind::Combine(_), Some((bracket, rest))) = (instruction.kind, operand.split_first())
            && text[bracket.range()] == *"("
            && (rest.is_empty() || text[rest[rest.len() - 1].range()] != *")")
        {
            if self.open.len() >= MAX_DEPTH {
                self.lowering.emit.opaque(span, OpaqueReason::TooDeep);
                return;
            }
            self.open.push((instruction, self.result.take(), span));
            operand = rest;
            if !operand.is_empty() {
                self.result = self.operand(operand);
            }
            return;
        }
        let spec = self.lowering.emit.spec(&text[word.range()].to_ascii_uppercase());
        let before = (self.lowering.spec, self.lowering.operand);
        (self.lowering.spec, self.lowering.operand) = (spec, Place::None);
        self.execute(instruction, span, operand);
        (self.lowering.spec, self.lowering.operand) = before;
    }

    fn execute(&mut self, instruction: Instruction, span: Span, operand: &[Span]) {
        let Instruction { kind, is_negated, is_conditional } = instruction;
        match kind {
            Kind::Load => {
                let value = self.operand(operand);
                self.result = value.map(|value| self.negated(value, is_negated));
            }
            Kind::Combine(operator) => {
                let left = self.current();
                let Some(right) = self.operand(operand) else { return };
                let right = self.negated(right, is_negated);
                self.result = Some(self.combined(operator, left, right));
            }
            Kind::Not => {
                let value = self.current();
                self.result = Some(self.negated(value, true));
            }
            Kind::Store => self.store(span, operand, is_negated, Assignment::Store),
            Kind::Set(how) => self.store(span, operand, false, how),
            Kind::Jump | Kind::Call | Kind::Return => {
                let outer = self.lowering.guard;
                if is_conditional {
                    let value = self.current();
                    let holds = self.negated(value, is_negated).expr;
                    self.lowering.guard = self.lowering.emit.index.exprs.and(&[outer, holds]);
                }
                self.control(kind, span, operand);
                self.lowering.guard = outer;
            }
        }
    }

    fn control(&mut self, kind: Kind, span: Span, operand: &[Span]) {
        let (text, whole) = (self.lowering.text, whole(operand));
        match (kind, whole) {
            (Kind::Jump, Some(label)) => {
                let name = self.lowering.emit.name(&text[label.range()]);
                self.lowering.leave(span, SkippedRange::Label(name), Effect::Jump(Some(name)));
            }
            (Kind::Call, Some(called)) => {
                let statements = parse_at(text, called, Dialect::Codesys);
                self.lowering.statements(&statements);
            }
            (Kind::Return, _) => self.lowering.leave(span, SkippedRange::Routine, Effect::Return),
            _ => self.lowering.emit.opaque(span, OpaqueReason::NotChosen),
        }
    }

    /// The content of a bracket is the operand of the instruction that opened it.
    fn close(&mut self, span: Span) {
        let Some((instruction, before, _)) = self.open.pop() else {
            self.lowering.emit.opaque(span, OpaqueReason::Unparsed);
            return;
        };
        let right = self.current();
        let right = self.negated(right, instruction.is_negated);
        self.result = before;
        let left = self.current();
        if let Kind::Combine(operator) = instruction.kind {
            self.result = Some(self.combined(operator, left, right));
        }
    }

    fn store(&mut self, span: Span, operand: &[Span], is_negated: bool, how: Assignment) {
        let (text, value) = (self.lowering.text, self.current());
        let given = self.negated(value, is_negated);
        let target = whole(operand).and_then(|it| parse_operand(text, it, Dialect::Codesys));
        let Some(ExpressionKind::Operand(target)) = target.map(|it| it.kind) else {
            self.lowering.emit.opaque(span, OpaqueReason::Unparsed);
            return;
        };
        let to = self.lowering.target(&target, UseMode::Write);
        let place = to.map(|(at, _)| self.lowering.emit.index.refs[at.index()].place);
        self.lowering.store(span, to, &target, how, given);
        // The target contains the new value, which may be computed from its old value.
        if let (Assignment::Store, false, Some(place)) = (how, is_negated, place) {
            let expr = self.lowering.emit.index.exprs.read(place);
            self.result = Some(Value { expr, ..given });
        }
    }

    fn operand(&mut self, words: &[Span]) -> Option<Value> {
        let span = whole(words)?;
        let expression = parse_operand(self.lowering.text, span, Dialect::Codesys);
        let Some(expression) = expression else {
            self.lowering.unclear(span, OpaqueReason::Unparsed);
            return Some(self.lowering.unknown("not understood"));
        };
        Some(self.lowering.value(&expression))
    }

    fn current(&mut self) -> Value {
        self.result.unwrap_or_else(|| self.lowering.unknown("the current result"))
    }

    fn negated(&mut self, value: Value, is_negated: bool) -> Value {
        if is_negated { self.lowering.negated(value, None) } else { value }
    }

    fn combined(&mut self, operator: Operator, left: Value, right: Value) -> Value {
        self.lowering.joined(operator, &[left, right], None)
    }
}

/// The whole operand.
fn whole(words: &[Span]) -> Option<Span> {
    let (first, last) = (words.first()?, words.last()?);
    Some(Span { start: first.start, end: last.end })
}
