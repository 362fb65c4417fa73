//! Converts statements to reads, writes, conditions and calls.

mod access_path;
mod call;
mod chart;
mod control;
mod list;
mod name;
mod scopes;
mod value;

pub(crate) use self::{
    chart::lower as chart,
    list::lower as list,
    scopes::{Scopes, constant},
};
use self::{scopes::Type, value::Value};
use super::{
    Assignment, Dialect, Expression, ExpressionKind, Operand, Root, Statement, StatementKind, Why,
    parse, parse_operand,
};
use tagbridge_project::{Body, Vendor};
use tagbridge_structured_text::data_block_name;

use crate::{
    RefId, RoutineId, Scope, Span, SpecId,
    emit::Emit,
    expr::{Arithmetic, Constant, ExprId},
    logix,
    unit::{Effect, How, OpaqueReason, Operand as Place, UseMode},
};

/// The declarations of a platform, which give the names in a text their meaning.
#[derive(Clone, Copy)]
pub(crate) enum Declarations<'d, 'p> {
    /// Logix: the declared names, the visible scope, and the types.
    Logix(&'d logix::Declared, logix::CodeScope, &'d Scopes<'p>),
    /// S7 and CODESYS.
    Scopes(&'d Scopes<'p>),
}

/// Reads a routine in structured text as one unit, or as one unit per network.
pub(crate) fn routine<'p>(
    emit: &mut Emit<'p>,
    declared: &logix::Declared,
    scopes: &Scopes<'p>,
    id: RoutineId,
    body: &'p Body,
) {
    let routine = emit.routine_of(id);
    let dialect = emit.project.dialect();
    let declarations = match emit.project.vendor {
        Vendor::AllenBradley => {
            let owner = emit.name(&routine.owner);
            Declarations::Logix(declared, declared.home(owner), scopes)
        }
        Vendor::Siemens | Vendor::Codesys => Declarations::Scopes(scopes),
    };
    match body {
        Body::Text(text) => {
            emit.begin(id, None);
            Lowering::new(emit, declarations, &routine.owner, text, dialect).run();
        }
        Body::Rungs(rungs) => {
            for (at, rung) in rungs.iter().enumerate() {
                emit.begin(id, Some(at));
                let mut it = Lowering::new(emit, declarations, &routine.owner, &rung.text, dialect);
                match &rung.statements {
                    Some(statements) => it.statements(statements),
                    None => it.run(),
                }
            }
        }
        Body::Protected | Body::Absent => {}
    }
}

/// Reads an SCL network of an S7 block in another language, as the current unit.
pub(crate) fn network<'p>(emit: &mut Emit<'p>, scopes: &Scopes<'p>, id: RoutineId, text: &'p str) {
    let owner = &emit.routine_of(id).owner;
    let declarations = Declarations::Scopes(scopes);
    Lowering::new(emit, declarations, owner, text, Dialect::Siemens).run();
}

/// Reads statements in a part of a unit's text that are executed under a condition.
pub(crate) fn statements_at<'p>(
    emit: &mut Emit<'p>,
    declarations: Declarations<'_, 'p>,
    owner: &'p str,
    (text, part): (&'p str, Span),
    dialect: Dialect,
    guard: ExprId,
) {
    let first = emit.next_statement();
    emit.taken(first, guard, guard);
    let mut lowering = Lowering::new(emit, declarations, owner, text, dialect);
    lowering.guard = guard;
    let statements = super::parse_at(text, part, dialect);
    lowering.statements(&statements);
}

/// Reads the condition in a part of a unit's text.
pub(crate) fn condition_at<'p>(
    emit: &mut Emit<'p>,
    declarations: Declarations<'_, 'p>,
    owner: &'p str,
    (text, part): (&'p str, Span),
    dialect: Dialect,
    spec: &str,
) -> ExprId {
    let expression = parse_operand(text, part, dialect);
    let mut lowering = Lowering::new(emit, declarations, owner, text, dialect);
    let wanted = (spec == "TRANSITION").then_some(false);
    let spec = lowering.emit.spec(spec);
    if let Some(expression) = expression {
        return lowering.within(spec, Place::None, |it| it.value_as(&expression, wanted)).expr;
    }
    lowering.unclear(part, OpaqueReason::Unparsed);
    lowering.unknown("not understood").expr
}

/// Reads an operand of an S7 network in the current unit: a variable with its use, or a value.
/// Returns its value, and the occurrence of a variable.
pub(crate) fn network_operand<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    owner: &'p str,
    text: &'p str,
    (span, mode): (Span, UseMode),
    (spec, operand): (SpecId, Place),
) -> (ExprId, Option<RefId>) {
    // In a drawing, the name of a local variable can begin with a digit; a text would need quotes.
    let own = text.get(span.range()).and_then(|written| written.strip_prefix('#'));
    if let Some(own) = own.filter(|own| own.starts_with(|first: char| first.is_ascii_digit()))
        && own.chars().all(|char| char.is_alphanumeric() || char == '_')
    {
        let (owner, own) = (emit.name(owner), emit.name(own));
        let place = emit.index.places.root(Scope::Block(owner), own);
        let at = emit.reference(place, span, mode, spec, operand);
        return (emit.index.exprs.read(place), Some(at));
    }
    // `DB 20` in a list.
    let block = text.get(span.range()).and_then(data_block_name);
    if let Some(block) = block.filter(|_| mode == UseMode::Both) {
        let name = emit.name(&block);
        let place = emit.index.places.root(Scope::Global, name);
        let at = emit.reference(place, span, mode, spec, operand);
        return (emit.index.exprs.read(place), Some(at));
    }
    let expression = parse_operand(text, span, Dialect::Siemens);
    let declarations = Declarations::Scopes(scopes);
    let mut lowering = Lowering::new(emit, declarations, owner, text, Dialect::Siemens);
    (lowering.spec, lowering.operand, lowering.is_drawn) = (spec, operand, true);
    let Some(expression) = expression else {
        lowering.unclear(span, OpaqueReason::Unparsed);
        return (lowering.unknown("not understood").expr, None);
    };
    if let ExpressionKind::Operand(operand) = &expression.kind {
        let (value, at) = lowering.named_place(operand, mode);
        return (value.expr, at);
    }
    (lowering.value(&expression).expr, None)
}

/// The text that is being read, and the position.
struct Lowering<'e, 'p> {
    emit: &'e mut Emit<'p>,
    declarations: Declarations<'e, 'p>,
    text: &'p str,
    dialect: Dialect,
    /// The program or block of the code.
    owner: &'p str,
    /// The conditions around the statement, without those of jumps and returns.
    guard: ExprId,
    /// The executed jumps and returns, with their conditions and ranges.
    left: Vec<(SkippedRange, ExprId)>,
    /// Number of loops around the statement.
    loops: usize,
    /// The current construct or instruction, and its operand.
    spec: SpecId,
    operand: Place,
    /// Whether it is an operand of a drawing, not a whole text.
    is_drawn: bool,
    /// Whether the context of the next expression needs a number or a bit.
    wanted: Option<bool>,
}

/// The range that a jump, exit or return skips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SkippedRange {
    /// To the end of the routine.
    Routine,
    /// To the end of the loop with this number of loops around it.
    Loop(usize),
    /// To a label.
    Label(crate::NameId),
}

impl<'e, 'p> Lowering<'e, 'p> {
    fn new(
        emit: &'e mut Emit<'p>,
        declarations: Declarations<'e, 'p>,
        owner: &'p str,
        text: &'p str,
        dialect: Dialect,
    ) -> Self {
        let guard = emit.index.exprs.yes();
        let spec = emit.spec(":=");
        let (left, loops, operand) = (Vec::new(), 0, Place::None);
        let is_drawn = false;
        Self {
            emit,
            declarations,
            text,
            dialect,
            owner,
            guard,
            left,
            loops,
            spec,
            operand,
            is_drawn,
            wanted: None,
        }
    }

    fn run(mut self) {
        let statements = parse(self.text, self.dialect);
        self.statements(&statements);
    }
}

impl<'p> Lowering<'_, 'p> {
    fn slice(&self, span: Span) -> &'p str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// The condition under which the current statement is executed.
    fn condition(&mut self) -> ExprId {
        let exprs = &mut self.emit.index.exprs;
        let mut all = vec![self.guard];
        for (_, condition) in &self.left {
            all.push(exprs.not(*condition));
        }
        exprs.and(&all)
    }

    fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Assign { to, value } => self.assign(span, to, value),
            StatementKind::Call(operand) => self.call_statement(span, operand),
            StatementKind::If { branches, otherwise } => self.branches(branches, otherwise),
            StatementKind::Case { selector, arms, otherwise } => {
                self.case(selector, arms, otherwise);
            }
            StatementKind::For { variable, from, to, by, body } => {
                self.counted(span, variable, (from, to, by.as_ref()), body);
            }
            StatementKind::While(branch) => self.repeated(branch, true),
            StatementKind::Repeat(branch) => self.repeated(branch, false),
            StatementKind::Exit | StatementKind::Continue => {
                self.leave(span, SkippedRange::Loop(self.loops), Effect::Jump(None));
            }
            StatementKind::Return => self.leave(span, SkippedRange::Routine, Effect::Return),
            StatementKind::Goto(label) => {
                let text = &self.text[label.range()];
                let name = self.emit.name(text);
                self.leave(span, SkippedRange::Label(name), Effect::Jump(Some(name)));
            }
            StatementKind::Label(label) => {
                let text = &self.text[label.range()];
                let name = self.emit.name(text);
                self.left.retain(|(leave, _)| *leave != SkippedRange::Label(name));
                let guard = self.condition();
                self.emit.statement(span, guard, Effect::Label(name));
            }
            StatementKind::Empty => {}
            StatementKind::Opaque(why) => self.emit.opaque(span, reason(*why)),
        }
    }

    fn assign(&mut self, span: Span, to: &[(Operand, Assignment)], value: &Expression) {
        let Some((_, first)) = to.first() else { return };
        let sign = match first {
            Assignment::Store | Assignment::NotRetained => ":=",
            Assignment::Attempt => "?=",
            Assignment::Update => "+=",
            Assignment::Reference => "REF=",
            Assignment::Set => "S=",
            Assignment::Reset => "R=",
        };
        let spec = self.emit.spec(sign);
        let to: Vec<&(Operand, Assignment)> = to.iter().filter(|it| !self.is_eno(&it.0)).collect();
        self.within(spec, Place::None, |lowering| {
            let mut targets = Vec::new();
            for (operand, how) in &to {
                let mode = if *how == Assignment::Update { UseMode::Both } else { UseMode::Write };
                targets.push((lowering.target(operand, mode), *how));
            }
            let given = if *first == Assignment::Reference {
                lowering.address(value)
            } else {
                // Set and reset have a condition instead of a value.
                let wanted = match (first, targets.first()) {
                    (Assignment::Set | Assignment::Reset, _) => Some(false),
                    (_, Some((Some((_, before)), _))) => before.number,
                    _ => None,
                };
                lowering.value_as(value, wanted)
            };
            for ((target, how), (operand, _)) in targets.into_iter().zip(to) {
                lowering.store(span, target, operand, how, given);
            }
        });
    }

    /// Whether it is the enable output of an S7 block, which code sets like a variable.
    fn is_eno(&self, operand: &Operand) -> bool {
        self.dialect == Dialect::Siemens
            && operand.root == Root::Name
            && operand.parts.is_empty()
            && ["ENO", "OK"].iter().any(|it| it.eq_ignore_ascii_case(self.slice(operand.root_span)))
    }

    /// The effect of one assignment.
    fn store(
        &mut self,
        span: Span,
        target: Option<(RefId, Value)>,
        operand: &Operand,
        how: Assignment,
        given: Value,
    ) {
        let guard = self.condition();
        let Some((to, before)) = target else {
            self.emit.opaque(operand.span, OpaqueReason::Unparsed);
            return;
        };
        let operator = self.text[operand.span.end as usize..].trim_start().chars().next();
        let exprs = &mut self.emit.index.exprs;
        let (guard, value, how) = match how {
            Assignment::Set => {
                let guard = exprs.and(&[guard, given.expr]);
                (guard, exprs.constant(Constant::Bool(true)), How::Latch)
            }
            Assignment::Reset => {
                let guard = exprs.and(&[guard, given.expr]);
                (guard, exprs.constant(Constant::Bool(false)), How::Unlatch)
            }
            Assignment::Update => {
                let kind = match operator {
                    Some('-') => Arithmetic::Sub,
                    Some('*') => Arithmetic::Mul,
                    Some('/') => Arithmetic::Div,
                    _ => Arithmetic::Add,
                };
                (guard, exprs.arith(kind, &[before.expr, given.expr]), How::Store)
            }
            _ => (guard, given.expr, How::Store),
        };
        self.emit.statement(span, guard, Effect::Assign { to, value, how });
    }

    /// The operand of `REF=`, whose address is used, not its value.
    fn address(&mut self, value: &Expression) -> Value {
        if let ExpressionKind::Operand(operand) = &value.kind {
            self.unclear(operand.span, OpaqueReason::AddressTaken);
            self.operand(operand, UseMode::Address);
            return self.unknown("an address");
        }
        self.value(value)
    }
}

/// The reason why code is unknown.
fn reason(why: Why) -> OpaqueReason {
    match why {
        Why::Syntax => OpaqueReason::Unparsed,
        Why::Depth => OpaqueReason::TooDeep,
    }
}
