//! Access paths of variables, and calls.

use crate::{
    Argument, ArgumentHow, Dialect, Operand, Part, PartKind, Root, TokenKind, Why,
    parser::{Parser, Read},
    statement::is_keyword,
};

impl Parser<'_> {
    /// An operand with all its steps.
    pub(crate) fn operand(&mut self) -> Read<Operand> {
        let begin = self.span();
        let (root, root_span) = match (self.kind(), self.peek()) {
            (Some(TokenKind::Word), word) if !is_keyword(word) => (Root::Name, self.take()),
            (Some(TokenKind::Quoted), _) => (Root::Quoted, self.take()),
            (Some(TokenKind::Direct), _) => (Root::Direct, self.take()),
            (Some(TokenKind::Sign), "#") if self.dialect == Dialect::Siemens => {
                self.take();
                match self.kind() {
                    Some(TokenKind::Word | TokenKind::Quoted) if self.is_adjacent() => {
                        (Root::Local, self.take())
                    }
                    _ => return Err(Why::Syntax),
                }
            }
            (Some(TokenKind::Sign), "\\") if self.dialect == Dialect::Logix => {
                self.take();
                match self.kind() {
                    Some(TokenKind::Word) => (Root::Program, self.take()),
                    _ => return Err(Why::Syntax),
                }
            }
            (Some(TokenKind::Sign), ".") if self.dialect == Dialect::Codesys => {
                (Root::Global, begin)
            }
            _ => return Err(Why::Syntax),
        };
        let mut parts = Vec::new();
        while let Some(part) = self.part()? {
            parts.push(part);
        }
        if root == Root::Global && parts.is_empty() {
            return Err(Why::Syntax);
        }
        Ok(Operand { span: self.since(begin), root, root_span, parts })
    }

    fn part(&mut self) -> Read<Option<Part>> {
        if self.kind() != Some(TokenKind::Sign) {
            return Ok(None);
        }
        let begin = self.span();
        let kind = match self.peek() {
            "." => {
                self.take();
                self.step()?
            }
            "[" => {
                self.take();
                let indices = self.deeper(|parser| parser.list("]"))?;
                PartKind::Index(indices)
            }
            "^" => {
                self.take();
                PartKind::Pointer
            }
            "(" => {
                self.take();
                let arguments = self.deeper(Self::arguments)?;
                PartKind::Call(arguments)
            }
            ":" if self.is_peripheral() => {
                self.take();
                self.take();
                PartKind::Peripheral
            }
            _ => return Ok(None),
        };
        Ok(Some(Part { span: self.since(begin), kind }))
    }

    /// The step after a dot.
    fn step(&mut self) -> Read<PartKind> {
        match self.kind() {
            Some(TokenKind::Word | TokenKind::Quoted) => Ok(PartKind::Member(self.take())),
            Some(TokenKind::Literal) if self.peek().starts_with(|c: char| c.is_ascii_digit()) => {
                Ok(PartKind::Bit(self.take()))
            }
            Some(TokenKind::Direct) => Ok(PartKind::Slice(self.take())),
            Some(TokenKind::Sign) if self.sees("[") && self.dialect == Dialect::Logix => {
                self.take();
                let bit = self.deeper(Self::expression)?;
                self.expect("]")?;
                Ok(PartKind::BitIndex(Box::new(bit)))
            }
            _ => Err(Why::Syntax),
        }
    }

    /// `"Tag":P`, not the colon of a label.
    fn is_peripheral(&self) -> bool {
        self.dialect == Dialect::Siemens
            && self.is_adjacent()
            && self.peek_at(1).eq_ignore_ascii_case("P")
            && self.is_next_adjacent()
    }

    fn list(&mut self, end: &str) -> Read<Vec<super::Expression>> {
        let mut all = Vec::new();
        loop {
            all.push(self.expression()?);
            if self.eat(end) {
                return Ok(all);
            }
            self.expect(",")?;
        }
    }

    fn arguments(&mut self) -> Read<Vec<Argument>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.argument()?);
            if self.eat(")") {
                return Ok(arguments);
            }
            self.expect(",")?;
        }
    }

    fn argument(&mut self) -> Read<Argument> {
        let begin = self.span();
        let is_name = matches!(self.kind(), Some(TokenKind::Word | TokenKind::Quoted));
        let how = match (is_name, self.kind_at(1), self.peek_at(1)) {
            (true, Some(TokenKind::Sign), ":=") => ArgumentHow::Give,
            (true, Some(TokenKind::Sign), "=>") => ArgumentHow::Take,
            _ => ArgumentHow::Position,
        };
        let name = (how != ArgumentHow::Position).then(|| {
            let name = self.take();
            self.take();
            name
        });
        let empty = self.sees(",") || self.sees(")");
        let value = if empty { None } else { Some(self.expression()?) };
        Ok(Argument { span: self.since(begin), name, how, value })
    }
}
