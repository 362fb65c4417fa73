//! Statements that networks of CODESYS are shown as: a text, and the tree of it.
//!
//! A reader writes what it finds and is given the tree of what it wrote. Only what the file itself has
//! as text is parsed: variables, literals, and the expressions at the pins of boxes.

use std::ops::Range;

use tagbridge_structured_text::{
    Argument, ArgumentHow, Assignment, Branch, Dialect, Expression, ExpressionKind, Operand,
    Operator, Part, PartKind, Root, Sign, Span, Statement, StatementKind, Why, is_word,
    parse_operand,
};

/// Maximum depth of nesting; deeper expressions are not understood.
const MAXIMUM_DEPTH: usize = 256;

/// A part of the text, and its element in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentencePart {
    /// Its place in the displayed text: that of a statement or of an expression.
    pub shown: Span,
    /// The element in the text of the file, in bytes.
    pub source: Span,
}

/// Statements while they are written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sentence {
    text: String,
    statements: Vec<Statement>,
    parts: Vec<SentencePart>,
    /// Whether the statement at hand has something that is not understood.
    is_opaque: bool,
}

/// A box whose arguments are being written.
#[derive(Debug)]
pub struct OpenBox {
    begin: usize,
    bracket: usize,
    /// The called block; `None` for an operator that is not written as a call.
    callee: Option<Expression>,
    joins: Option<Operator>,
}

impl Sentence {
    /// Returns the text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the position of the next text.
    pub fn begin(&self) -> usize {
        self.text.len()
    }

    /// Takes back what was written from there on.
    pub fn truncate(&mut self, begin: usize) {
        self.text.truncate(begin);
    }

    /// Records the element of the file that was written from there on.
    pub fn part(&mut self, begin: usize, source: Range<usize>) {
        let (shown, source) = (self.since(begin), Span::new(source.start, source.end));
        self.parts.push(SentencePart { shown, source });
    }

    /// The recorded elements of the file.
    pub fn take_parts(&mut self) -> Vec<SentencePart> {
        std::mem::take(&mut self.parts)
    }

    /// The text, and the statements that it shows.
    pub fn into_parts(self) -> (String, Vec<Statement>) {
        (self.text, self.statements)
    }

    /// Writes signs, words, blanks.
    pub fn write(&mut self, text: &str) -> Span {
        let begin = self.begin();
        self.text.push_str(text);
        self.since(begin)
    }

    fn since(&self, begin: usize) -> Span {
        Span::new(begin, self.text.len())
    }

    /// Writes a variable, a literal or an expression as the file has it.
    pub fn term(&mut self, text: &str) -> Expression {
        let span = self.write(text);
        let found = parse_operand(&self.text, span, Dialect::Codesys);
        found.unwrap_or_else(|| self.opaque(span))
    }

    /// Writes a sign for something that is missing, or is too much.
    pub fn unclear(&mut self, text: &str) -> Expression {
        let span = self.write(text);
        self.opaque(span)
    }

    fn opaque(&mut self, span: Span) -> Expression {
        self.is_opaque = true;
        Expression { span, kind: ExpressionKind::Opaque(Why::Syntax) }
    }

    /// The opposite of what was written last; the sign is at `begin`.
    pub fn not(&self, begin: usize, inner: Expression) -> Expression {
        let kind = ExpressionKind::Unary(Sign::Not, Box::new(inner));
        Expression { span: self.since(begin), kind }
    }

    /// Several values with an operator between them.
    pub fn chain(&self, operator: Operator, parts: Vec<Expression>) -> Expression {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            let span = self.since(self.begin());
            return Expression { span, kind: ExpressionKind::Opaque(Why::Syntax) };
        };
        let mut rest: Vec<(Operator, Expression)> = parts.map(|it| (operator, it)).collect();
        let Some((_, last)) = rest.last() else { return first };
        let span = Span { start: first.span.start, end: last.span.end };
        let kind = match first.kind {
            ExpressionKind::Chain(first, mut before)
                if before.iter().all(|(own, _)| *own == operator) =>
            {
                before.append(&mut rest);
                ExpressionKind::Chain(first, before)
            }
            _ => ExpressionKind::Chain(Box::new(first), rest),
        };
        Expression { span, kind }
    }

    /// Returns the expression in brackets; the opening bracket is at `begin`.
    pub fn group(&self, begin: usize, inner: Expression) -> Expression {
        Expression { span: self.since(begin), kind: ExpressionKind::Group(Box::new(inner)) }
    }

    /// Returns the operator of a box that is displayed as an expression, with the operator between
    /// the inputs.
    pub fn operator(kind: &str) -> Option<Operator> {
        let known = [("AND", Operator::And), ("OR", Operator::Or), ("XOR", Operator::Xor)];
        known.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|it| it.1)
    }

    /// Begins a box: `ADD(a, b)`, `Timer.TON(IN := a, PT := T#1s)`, `(a AND b)`.
    pub fn open(
        &mut self,
        (instance, kind): (Option<&str>, &str),
        joins: Option<Operator>,
    ) -> OpenBox {
        let begin = self.begin();
        let callee = match instance {
            _ if joins.is_some() => None,
            Some(instance) => Some(self.term(&format!("{instance}.{kind}"))),
            None if kind.eq_ignore_ascii_case("NOT") => {
                self.write(kind);
                None
            }
            None if kind.is_empty() || !kind.chars().all(is_word) => Some(self.term(kind)),
            // The name of a box may be a word of the text: `DIV(a, b)`.
            None => {
                let span = self.write(kind);
                let parts = Vec::new();
                let operand = Operand { span, root: Root::Name, root_span: span, parts };
                Some(Expression { span, kind: ExpressionKind::Operand(operand) })
            }
        };
        let bracket = self.write("(").range().start;
        OpenBox { begin, bracket, callee, joins }
    }

    /// Begins an argument: `IN := `, `Q => `. Writes the separator first, unless it is the first
    /// argument.
    pub fn argue(
        &mut self,
        of: &OpenBox,
        is_first: bool,
        (name, how): (&str, ArgumentHow),
    ) -> Argument {
        if !is_first {
            self.write(match of.joins {
                Some(Operator::And) => " AND ",
                Some(Operator::Or) => " OR ",
                Some(_) => " XOR ",
                None => ", ",
            });
        }
        let begin = self.begin();
        let is_given = how == ArgumentHow::Give;
        let name = if of.joins.is_some() { "" } else { name };
        let is_name =
            name.chars().all(is_word) && !name.starts_with(|it: char| it.is_ascii_digit());
        self.is_opaque |= !is_name || (name.is_empty() && !is_given);
        let own = (!name.is_empty()).then(|| self.write(name));
        match (own.is_some(), is_given) {
            (true, true) => self.write(" := "),
            (true, false) => self.write(" => "),
            (false, true) => self.write(""),
            (false, false) => self.write("=> "),
        };
        let how = if own.is_none() { ArgumentHow::Position } else { how };
        Argument { span: self.since(begin), name: own, how, value: None }
    }

    /// Ends an argument after its value was written.
    pub fn argued(&self, mut of: Argument, value: Expression) -> Argument {
        of.span = self.since(of.span.range().start);
        of.value = Some(value);
        of
    }

    /// Ends a box.
    pub fn close(&mut self, of: OpenBox, mut arguments: Vec<Argument>) -> Expression {
        let OpenBox { begin, bracket, callee, joins } = of;
        self.write(")");
        let span = self.since(begin);
        match (joins, callee.map(|it| it.kind)) {
            (Some(operator), _) => {
                let parts = arguments.into_iter().filter_map(|it| it.value).collect();
                self.group(begin, self.chain(operator, parts))
            }
            (None, Some(ExpressionKind::Operand(mut operand))) => {
                let kind = PartKind::Call(arguments);
                operand.parts.push(Part { span: self.since(bracket), kind });
                operand.span = span;
                Expression { span, kind: ExpressionKind::Operand(operand) }
            }
            (None, None) if arguments.len() == 1 => match arguments.pop().and_then(|it| it.value) {
                Some(value) => self.not(begin, self.group(bracket, value)),
                None => self.opaque(span),
            },
            _ => self.opaque(span),
        }
    }

    /// Writes the output of a box behind it: `.Q`.
    pub fn member(&mut self, of: Expression, name: &str) -> Expression {
        let begin = of.span.range().start;
        let dot = self.write(".").range().start;
        let own = self.write(name);
        let ExpressionKind::Operand(mut operand) = of.kind else {
            return self.opaque(self.since(begin));
        };
        operand.parts.push(Part { span: self.since(dot), kind: PartKind::Member(own) });
        operand.span = self.since(begin);
        Expression { span: operand.span, kind: ExpressionKind::Operand(operand) }
    }

    /// Ends an assignment with its semicolon.
    pub fn assigned(&mut self, begin: usize, to: Vec<(Expression, Assignment)>, value: Expression) {
        let operands = to.into_iter().map(|(to, how)| match to.kind {
            ExpressionKind::Operand(operand) => Some((operand, how)),
            _ => None,
        });
        let kind = operands.collect::<Option<Vec<(Operand, Assignment)>>>();
        let kind = kind.filter(|_| is_shallow(&value, 0));
        self.end(begin, kind.map(|to| StatementKind::Assign { to, value }));
    }

    /// Ends a call with its semicolon.
    pub fn called(&mut self, begin: usize, value: Expression) {
        let is_shallow = is_shallow(&value, 0);
        let call = match value.kind {
            ExpressionKind::Operand(operand) if is_shallow => Some(StatementKind::Call(operand)),
            _ => None,
        };
        self.end(begin, call);
    }

    /// Ends `IF … THEN JUMP label` and `IF … THEN RETURN` with its semicolon; `begin` is the
    /// position of the word after THEN.
    pub fn jumped(&mut self, begin: usize, condition: Expression, label: Option<Span>) {
        let kind = label.map_or(StatementKind::Return, StatementKind::Goto);
        let inner = Statement { span: Span::new(begin, self.begin() + 1), kind };
        let branches = vec![Branch { condition, body: vec![inner] }];
        self.end(0, Some(StatementKind::If { branches, otherwise: Vec::new() }));
    }

    /// Ends a statement with its semicolon; `None` if it is not understood.
    fn end(&mut self, begin: usize, kind: Option<StatementKind>) {
        self.write(";");
        let is_opaque = std::mem::take(&mut self.is_opaque);
        let kind = kind.filter(|_| !is_opaque).unwrap_or(StatementKind::Opaque(Why::Syntax));
        self.statements.push(Statement { span: self.since(begin), kind });
    }

    /// All that is written is not understood.
    pub fn unread(&mut self) {
        let kind = StatementKind::Opaque(Why::Syntax);
        self.statements = vec![Statement { span: self.since(0), kind }];
    }

    /// Writes a label.
    pub fn label(&mut self, name: &str) {
        let begin = self.begin();
        let own = self.write(name);
        self.write(":");
        let is_name = !name.is_empty() && name.chars().all(is_word);
        let kind =
            if is_name { StatementKind::Label(own) } else { StatementKind::Opaque(Why::Syntax) };
        self.statements.push(Statement { span: self.since(begin), kind });
    }
}

/// Whether an expression nests no deeper than others are read.
fn is_shallow(of: &Expression, depth: usize) -> bool {
    let inner = |it: &Expression| is_shallow(it, depth + 1);
    depth <= MAXIMUM_DEPTH
        && match &of.kind {
            ExpressionKind::Group(it) | ExpressionKind::Unary(_, it) => inner(it),
            ExpressionKind::Chain(first, rest) => {
                inner(first) && rest.iter().all(|it| inner(&it.1))
            }
            ExpressionKind::Operand(operand) => operand.parts.iter().all(|part| match &part.kind {
                PartKind::Call(all) => all.iter().all(|it| it.value.as_ref().is_none_or(inner)),
                _ => true,
            }),
            ExpressionKind::Literal | ExpressionKind::Values(_) | ExpressionKind::Opaque(_) => true,
        }
}
