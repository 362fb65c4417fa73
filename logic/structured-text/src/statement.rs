//! Statements, and the recovery after syntax errors.

use crate::Span;
use crate::{
    Arm, Assignment, Branch, Dialect, Expression, ExpressionKind, Operand, Sign, Statement,
    StatementKind, TokenKind, Why,
    parser::{Parser, Read},
};

/// Keywords that begin a statement with a body, or occur within or after one.
const FRAMES: [&str; 20] = [
    "IF",
    "ELSIF",
    "ELSE",
    "END_IF",
    "CASE",
    "END_CASE",
    "FOR",
    "END_FOR",
    "WHILE",
    "END_WHILE",
    "REPEAT",
    "UNTIL",
    "END_REPEAT",
    "THEN",
    "DO",
    "OF",
    "__TRY",
    "__CATCH",
    "__FINALLY",
    "__ENDTRY",
];

/// Other keywords.
const WORDS: [&str; 14] = [
    "AND", "OR", "XOR", "NOT", "MOD", "DIV", "AND_THEN", "OR_ELSE", "TO", "BY", "RETURN", "EXIT",
    "CONTINUE", "GOTO",
];

/// Whether a word is a keyword.
pub(crate) fn is_keyword(word: &str) -> bool {
    FRAMES.iter().chain(&WORDS).any(|keyword| keyword.eq_ignore_ascii_case(word))
}

impl Parser<'_> {
    /// All statements of the text. An end keyword without a beginning is an opaque statement.
    pub(crate) fn whole(&mut self) -> Vec<Statement> {
        let mut all = Vec::new();
        loop {
            self.statements(&mut all);
            if self.is_done() {
                return all;
            }
            self.attempt();
            self.failed();
            let begin = self.take();
            self.eat(";");
            all.push(opaque(self.since(begin), Why::Syntax));
        }
    }

    /// Statements up to a keyword that ends or divides a body, or to the end.
    fn statements(&mut self, into: &mut Vec<Statement>) {
        while !self.is_done() && !self.is_divider() {
            let statement = self.statement();
            into.push(statement);
        }
    }

    fn body(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        self.statements(&mut body);
        body
    }

    pub(crate) fn is_divider(&self) -> bool {
        const DIVIDERS: [&str; 8] =
            ["ELSIF", "ELSE", "END_IF", "END_CASE", "END_FOR", "END_WHILE", "UNTIL", "END_REPEAT"];
        self.kind() == Some(TokenKind::Word)
            && DIVIDERS.iter().any(|word| self.peek().eq_ignore_ascii_case(word))
    }

    /// Whether the next token begins, divides or ends a statement with a body.
    pub(crate) fn is_statement_word(&self) -> bool {
        self.kind() == Some(TokenKind::Word)
            && FRAMES[..13].iter().any(|word| self.peek().eq_ignore_ascii_case(word))
    }

    /// One statement; consumes at least one token.
    fn statement(&mut self) -> Statement {
        let (mark, begin, errors) = (self.mark(), self.span(), self.errors.len());
        self.attempt();
        let why = match self.deeper(Self::known) {
            Ok(kind) => return Statement { span: self.since(begin), kind },
            Err(why) => why,
        };
        self.errors.truncate(errors);
        self.failed();
        self.reset(mark);
        self.take();
        while !self.is_done() && !self.sees(";") && !self.is_statement_word() {
            self.take();
        }
        self.eat(";");
        opaque(self.since(begin), why)
    }

    fn known(&mut self) -> Read<StatementKind> {
        if self.eat(";") {
            return Ok(StatementKind::Empty);
        }
        if self.kind() != Some(TokenKind::Word) {
            return self.simple();
        }
        let kind = match self.peek().to_ascii_uppercase().as_str() {
            "IF" => return Ok(self.conditional()),
            "CASE" => return Ok(self.case()),
            "FOR" => return self.counted(),
            "WHILE" => {
                self.take();
                let condition = self.head("DO");
                let body = self.body();
                self.end("END_WHILE");
                return Ok(StatementKind::While(Branch { condition, body }));
            }
            "REPEAT" => return Ok(self.repeat()),
            "EXIT" => StatementKind::Exit,
            "CONTINUE" => StatementKind::Continue,
            "RETURN" => StatementKind::Return,
            "GOTO" | "JMP" if matches!(self.kind_at(1), Some(TokenKind::Word)) => {
                self.take();
                let label = self.take();
                self.expect_end()?;
                return Ok(StatementKind::Goto(label));
            }
            "__TRY" | "__FINALLY" | "__ENDTRY" => {
                self.take();
                self.eat(";");
                return Ok(StatementKind::Empty);
            }
            // It is executed if an exception was raised.
            "__CATCH" => {
                self.take();
                self.expect("(")?;
                let begin = self.span();
                let kind = ExpressionKind::Operand(self.operand()?);
                let condition = Expression { span: self.since(begin), kind };
                self.expect(")")?;
                let mut body = Vec::new();
                while !self.is_done()
                    && !self.is_divider()
                    && !self.sees_word("__FINALLY")
                    && !self.sees_word("__ENDTRY")
                {
                    body.push(self.statement());
                }
                let branches = vec![Branch { condition, body }];
                return Ok(StatementKind::If { branches, otherwise: Vec::new() });
            }
            _ if self.peek_at(1) == ":" && self.kind_at(1) == Some(TokenKind::Sign) => {
                let label = self.take();
                self.take();
                return Ok(StatementKind::Label(label));
            }
            _ => return self.simple(),
        };
        self.take();
        self.expect_end()?;
        Ok(kind)
    }

    /// An assignment or a call.
    fn simple(&mut self) -> Read<StatementKind> {
        // A negated coil in the display of CODESYS networks.
        let negated =
            (self.dialect == Dialect::Codesys && self.sees_word("NOT")).then(|| self.take());
        let first = self.operand()?;
        let Some(how) = self.assignment() else {
            self.expect_end()?;
            // A single name calls an action in CODESYS, or a routine without arguments.
            return Ok(StatementKind::Call(first));
        };
        let mut to = vec![(first, how)];
        let value = loop {
            let value = self.expression()?;
            let Some(how) = self.assignment() else { break value };
            match value.kind {
                ExpressionKind::Operand(operand) => to.push((operand, how)),
                _ => return Err(Why::Syntax),
            }
        };
        self.expect_end()?;
        let value = match negated {
            Some(_) => {
                let span = value.span;
                let kind = ExpressionKind::Unary(Sign::Not, Box::new(value));
                Expression { span, kind }
            }
            None => value,
        };
        Ok(StatementKind::Assign { to, value })
    }

    /// Consumes an assignment operator.
    fn assignment(&mut self) -> Option<Assignment> {
        let how = match (self.kind()?, self.peek()) {
            (TokenKind::Sign, ":=") => Assignment::Store,
            (TokenKind::Sign, "[:=]") => Assignment::NotRetained,
            (TokenKind::Sign, "?=") => Assignment::Attempt,
            (TokenKind::Sign, "+=" | "-=" | "*=" | "/=") => Assignment::Update,
            (TokenKind::Word, word)
                if self.dialect == Dialect::Codesys
                    && self.is_next_adjacent()
                    && self.peek_at(1) == "=" =>
            {
                let how = match word.to_ascii_uppercase().as_str() {
                    "S" => Assignment::Set,
                    "R" => Assignment::Reset,
                    "REF" => Assignment::Reference,
                    _ => return None,
                };
                self.take();
                how
            }
            _ => return None,
        };
        self.take();
        Some(how)
    }

    fn conditional(&mut self) -> StatementKind {
        let mut branches = Vec::new();
        loop {
            self.take();
            let condition = self.head("THEN");
            branches.push(Branch { condition, body: self.body() });
            if !self.sees_word("ELSIF") {
                break;
            }
        }
        let otherwise = self.otherwise();
        self.end("END_IF");
        StatementKind::If { branches, otherwise }
    }

    fn otherwise(&mut self) -> Vec<Statement> {
        if !self.eat_word("ELSE") {
            return Vec::new();
        }
        self.eat(":");
        self.body()
    }

    fn case(&mut self) -> StatementKind {
        self.take();
        let selector = self.head("OF");
        let mut arms: Vec<Arm> = Vec::new();
        let mut stray = Vec::new();
        while !self.is_done() && !self.is_divider() {
            if self.is_label() {
                self.attempt();
                let labels = self.deeper(Self::labels);
                let labels = match labels {
                    Ok(labels) => labels,
                    Err(_) => self.opaque_label(),
                };
                arms.push(Arm { labels, body: Vec::new() });
                continue;
            }
            let statement = self.statement();
            arms.last_mut().map_or(&mut stray, |arm| &mut arm.body).push(statement);
        }
        if !stray.is_empty() {
            arms.insert(0, Arm { labels: Vec::new(), body: stray });
        }
        let otherwise = self.otherwise();
        self.end("END_CASE");
        StatementKind::Case { selector, arms, otherwise }
    }

    /// Whether a list of values and a colon follow, instead of a statement.
    fn is_label(&self) -> bool {
        let mut depth = 0_usize;
        for ahead in 0.. {
            let Some(kind) = self.kind_at(ahead) else { return false };
            let text = self.peek_at(ahead);
            match (kind, text) {
                (TokenKind::Sign, "(") => depth += 1,
                (TokenKind::Sign, ")") => depth = depth.saturating_sub(1),
                (TokenKind::Sign, ":") if depth == 0 => return true,
                (TokenKind::Sign, "," | ".." | "." | "-" | "+" | "*" | "#") => {}
                (TokenKind::Sign, _) => return false,
                (TokenKind::Word, word) if is_keyword(word) => return false,
                _ => {}
            }
        }
        false
    }

    fn labels(&mut self) -> Read<Vec<(Expression, Option<Expression>)>> {
        let mark = self.mark();
        let mut labels = Vec::new();
        loop {
            let from = self.expression();
            let to = if from.is_ok() && self.eat("..") { Some(self.expression()) } else { None };
            match (from, to.transpose()) {
                (Ok(from), Ok(to)) => labels.push((from, to)),
                (Err(why), _) | (_, Err(why)) => {
                    self.reset(mark);
                    return Err(why);
                }
            }
            if self.eat(":") {
                return Ok(labels);
            }
            if !self.eat(",") {
                self.reset(mark);
                return Err(Why::Syntax);
            }
        }
    }

    fn opaque_label(&mut self) -> Vec<(Expression, Option<Expression>)> {
        let begin = self.span();
        self.failed();
        while !self.is_done() && !self.sees(":") {
            self.take();
        }
        let kind = ExpressionKind::Opaque(Why::Syntax);
        let label = Expression { span: self.since(begin), kind };
        self.eat(":");
        vec![(label, None)]
    }

    fn counted(&mut self) -> Read<StatementKind> {
        self.take();
        let variable: Operand = self.operand()?;
        self.expect(":=")?;
        let from = self.head("TO");
        let mark = self.mark();
        let (to, by) = match self.expression() {
            Ok(to) if self.eat_word("BY") => (to, Some(self.head("DO"))),
            _ => {
                self.reset(mark);
                (self.head("DO"), None)
            }
        };
        let body = self.body();
        self.end("END_FOR");
        Ok(StatementKind::For { variable, from, to, by, body })
    }

    fn repeat(&mut self) -> StatementKind {
        self.take();
        let body = self.body();
        let mut condition = Expression {
            span: Span { start: self.span().start, end: self.span().start },
            kind: ExpressionKind::Opaque(Why::Syntax),
        };
        if self.eat_word("UNTIL") {
            condition = self.until();
        } else {
            self.lacks("UNTIL");
        }
        StatementKind::Repeat(Branch { condition, body })
    }
}

fn opaque(span: Span, why: Why) -> Statement {
    Statement { span, kind: StatementKind::Opaque(why) }
}
