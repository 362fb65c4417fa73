//! Operands and expressions of instructions: tags, literals, and computed values.

use tagbridge_structured_text::unescaped;

use super::declared::{CodeScope, Declared};
use crate::{
    PlaceId, RefId, Scope, Span, SpecId, Step,
    emit::Emit,
    expr::{Arithmetic, Comparison, Constant, Expr, ExprId, Exprs},
    unit::{OpaqueReason, Operand, UseMode},
};

/// Maximum nesting of brackets.
const MAXIMUM_DEPTH: usize = 256;

/// Reads a part of a unit's text.
pub(super) struct Reader<'e, 'p, 't> {
    pub(super) emit: &'e mut Emit<'p>,
    pub(super) declared: &'e Declared,
    pub(super) home: CodeScope,
    /// The unit's whole text.
    text: &'t str,
    at: usize,
    end: usize,
    spec: SpecId,
    operand: Operand,
    depth: usize,
}

/// An operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct OperandValue {
    /// Its value.
    pub(super) value: ExprId,
    /// Its occurrence, if it is only a tag.
    pub(super) at: Option<RefId>,
}

impl<'e, 'p, 't> Reader<'e, 'p, 't> {
    pub(super) fn new(
        emit: &'e mut Emit<'p>,
        declared: &'e Declared,
        home: CodeScope,
        text: &'t str,
        span: Span,
        (spec, operand): (SpecId, Operand),
    ) -> Self {
        let (at, end) = (span.start as usize, span.end as usize);
        Self { emit, declared, home, text, at, end, spec, operand, depth: 0 }
    }

    /// Reads a whole operand: a tag with its use, or a value, which is read. Absent if it is empty,
    /// not chosen (`?`) or unknown; an unknown operand is recorded.
    pub(super) fn whole(mut self, mode: UseMode) -> Option<OperandValue> {
        let span = Span::new(self.at, self.end);
        let text = &self.text[self.at..self.end];
        if text.is_empty() || text == "?" {
            return None;
        }
        let first = self.emit.next_ref();
        if let Some(place) = self.path()
            && self.at == self.end
        {
            let at = self.emit.reference(place, span, mode, self.spec, self.operand);
            return Some(OperandValue { value: self.emit.index.exprs.read(place), at: Some(at) });
        }
        self.emit.forget(first);
        self.at = span.start as usize;
        let value = self.chain(0);
        self.blanks();
        match value {
            Some(value) if self.at == self.end => Some(OperandValue { value, at: None }),
            _ => {
                self.emit.unclear(span, OpaqueReason::Unparsed);
                None
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..self.end].starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn word(&mut self) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// A tag, a member, an element, a bit: `Local:1:I.Data[i+1].3`, `\Filling.Level`.
    fn path(&mut self) -> Option<PlaceId> {
        let place = if self.eat("\\") {
            let program = self.word();
            if program.is_empty() || !self.eat(".") {
                return None;
            }
            let name = self.word();
            let (program, name) = (self.emit.name(program), self.emit.name(name));
            self.emit.index.places.root(Scope::Program(program), name)
        } else {
            let start = self.at;
            if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_') {
                return None;
            }
            self.word();
            while self.peek() == Some(b':') {
                self.at += 1;
                self.word();
            }
            self.declared.root(self.emit, self.home, &self.text[start..self.at])
        };
        self.parts(place)
    }

    fn parts(&mut self, root: PlaceId) -> Option<PlaceId> {
        let mut place = root;
        loop {
            if self.eat("[") {
                let inside = self.inside()?;
                let Emit { index, .. } = &mut *self.emit;
                place = index.places.element(place, inside, &mut index.names);
            } else if self.eat(".[") {
                let inside = self.inside()?;
                let name = self.emit.name(inside);
                place = self.emit.index.places.part(place, Step::AnyBit(name));
            } else if self.eat(".") {
                let word = self.word();
                let step = match word.bytes().next()? {
                    b'0'..=b'9' => Step::Bit(word.parse().ok()?),
                    _ => Step::Member(self.emit.name(word)),
                };
                place = self.emit.index.places.part(place, step);
            } else {
                return Some(place);
            }
        }
    }

    /// The text between square brackets, whose content is read separately.
    fn inside(&mut self) -> Option<&'t str> {
        let start = self.at;
        let operand = std::mem::replace(&mut self.operand, Operand::None);
        let read = loop {
            let Some(_) = self.deeper(|reader| reader.chain(0)) else { break None };
            self.blanks();
            if self.eat(",") {
                continue;
            }
            let inside = self.text[start..self.at].trim();
            break self.eat("]").then_some(inside);
        };
        self.operand = operand;
        read
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAXIMUM_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Operators of this rank and above, from left to right (1756-RM003, order of operation).
    fn chain(&mut self, rank: u8) -> Option<ExprId> {
        let mut left = self.unary()?;
        loop {
            self.blanks();
            let mark = self.at;
            let Some((operator, its_rank)) = self.operator() else { return Some(left) };
            if its_rank < rank {
                self.at = mark;
                return Some(left);
            }
            let right = self.deeper(|reader| reader.chain(its_rank + 1))?;
            let exprs = &mut self.emit.index.exprs;
            left = match operator {
                Sign::Compare(how) => exprs.compare(how, left, right),
                Sign::Compute(how) => match how {
                    // For comparisons, a logical operation; for numbers, a bitwise one.
                    Arithmetic::BitAnd if is_condition(exprs, left) => exprs.and(&[left, right]),
                    Arithmetic::BitOr if is_condition(exprs, left) => exprs.or(&[left, right]),
                    Arithmetic::BitXor if is_condition(exprs, left) => exprs.xor(left, right),
                    _ => exprs.arith(how, &[left, right]),
                },
            };
        }
    }

    fn operator(&mut self) -> Option<(Sign, u8)> {
        const SIGNS: [(&str, Sign, u8); 13] = [
            ("**", Sign::Compute(Arithmetic::Pow), 7),
            ("*", Sign::Compute(Arithmetic::Mul), 6),
            ("/", Sign::Compute(Arithmetic::Div), 6),
            ("+", Sign::Compute(Arithmetic::Add), 5),
            ("-", Sign::Compute(Arithmetic::Sub), 5),
            ("<>", Sign::Compare(Comparison::Ne), 3),
            ("<=", Sign::Compare(Comparison::Le), 4),
            (">=", Sign::Compare(Comparison::Ge), 4),
            ("<", Sign::Compare(Comparison::Lt), 4),
            (">", Sign::Compare(Comparison::Gt), 4),
            ("=", Sign::Compare(Comparison::Eq), 3),
            ("&", Sign::Compute(Arithmetic::BitAnd), 2),
            ("|", Sign::Compute(Arithmetic::BitOr), 0),
        ];
        for (text, sign, rank) in SIGNS {
            if self.eat(text) {
                return Some((sign, rank));
            }
        }
        let mark = self.at;
        let found = match &*self.word().to_ascii_uppercase() {
            "MOD" => Some((Sign::Compute(Arithmetic::Mod), 6)),
            "AND" => Some((Sign::Compute(Arithmetic::BitAnd), 2)),
            "XOR" => Some((Sign::Compute(Arithmetic::BitXor), 1)),
            "OR" => Some((Sign::Compute(Arithmetic::BitOr), 0)),
            _ => None,
        };
        if found.is_none() {
            self.at = mark;
        }
        found
    }

    fn unary(&mut self) -> Option<ExprId> {
        self.blanks();
        if self.eat("-") {
            let of = self.deeper(|reader| reader.chain(7))?;
            return Some(self.emit.index.exprs.arith(Arithmetic::Neg, &[of]));
        }
        if self.eat("+") {
            return self.deeper(|reader| reader.chain(7));
        }
        if self.eat("(") {
            let inner = self.deeper(|reader| reader.chain(0))?;
            self.blanks();
            return self.eat(")").then_some(inner);
        }
        match self.peek()? {
            b'\'' => self.quoted(),
            b'0'..=b'9' | b'.' => self.number(),
            _ => self.name(),
        }
    }

    fn quoted(&mut self) -> Option<ExprId> {
        let start = self.at;
        self.at += 1;
        while self.peek()? != b'\'' {
            self.at += if self.peek() == Some(b'$') { 2 } else { 1 };
        }
        self.at += 1;
        let inner = self.text.get(start + 1..self.at - 1)?;
        let names = &mut self.emit.index.names;
        let Some(text) = unescaped(inner) else {
            let name = names.exact(inner);
            return Some(self.emit.index.exprs.unknown(name));
        };
        let text = names.exact(&text);
        Some(self.emit.index.exprs.constant(Constant::Text(text)))
    }

    /// `10`, `-1.5e3`, `16#FF`, `2#1010_1010`.
    fn number(&mut self) -> Option<ExprId> {
        let start = self.at;
        while self.peek().is_some_and(|byte| {
            let sign = matches!(byte, b'+' | b'-')
                && self.text[start..self.at].ends_with(['e', 'E'])
                && !self.text[start..self.at].contains('#');
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'#') || sign
        }) {
            self.at += 1;
        }
        let constant = constant(&self.text[start..self.at])?;
        Some(self.emit.index.exprs.constant(constant))
    }

    /// A tag, a function, or `NOT x`.
    fn name(&mut self) -> Option<ExprId> {
        let start = self.at;
        let word = self.word();
        if word.eq_ignore_ascii_case("NOT") {
            let of = self.deeper(|reader| reader.chain(7))?;
            let exprs = &mut self.emit.index.exprs;
            return Some(if is_condition(exprs, of) {
                exprs.not(of)
            } else {
                exprs.arith(Arithmetic::BitNot, &[of])
            });
        }
        if !word.is_empty() && self.eat("(") {
            return self.function(word);
        }
        self.at = start;
        let place = self.path()?;
        let span = Span::new(start, self.at);
        self.emit.reference(place, span, UseMode::Read, self.spec, self.operand);
        Some(self.emit.index.exprs.read(place))
    }

    /// The function reads the values.
    fn function(&mut self, name: &str) -> Option<ExprId> {
        let callee = self.emit.name(name);
        let spec = std::mem::replace(&mut self.spec, self.emit.index.specs.of(callee));
        let operand = std::mem::replace(&mut self.operand, Operand::None);
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.deeper(|reader| reader.chain(0))?);
            self.blanks();
            if !self.eat(",") {
                break;
            }
        }
        (self.spec, self.operand) = (spec, operand);
        if !self.eat(")") {
            return None;
        }
        let exprs = &mut self.emit.index.exprs;
        Some(match &*name.to_ascii_uppercase() {
            "ABS" => exprs.arith(Arithmetic::Abs, &arguments),
            "SQR" | "SQRT" => exprs.arith(Arithmetic::Sqrt, &arguments),
            _ => exprs.call(callee, &arguments),
        })
    }
}

fn is_condition(exprs: &Exprs, id: ExprId) -> bool {
    matches!(
        exprs.get(id),
        Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Xor(..) | Expr::Not(_)
    )
}

#[derive(Clone, Copy)]
enum Sign {
    Compare(Comparison),
    Compute(Arithmetic),
}

/// A number in Logix format.
pub(super) fn constant(text: &str) -> Option<Constant> {
    let digits = text.replace('_', "");
    if let Some((base, digits)) = digits.split_once('#') {
        let base = base.parse().ok().filter(|base| matches!(base, 2 | 8 | 16))?;
        let bits = u64::from_str_radix(digits, base).ok()?;
        // The first of 32 bits is the sign, as in the tags that it is compared with.
        let of_dint = u32::try_from(bits).map(|bits| i64::from(bits.cast_signed()));
        return Some(Constant::Int(of_dint.unwrap_or(bits.cast_signed())));
    }
    if let Ok(number) = digits.parse() {
        return Some(Constant::Int(number));
    }
    digits.parse().ok().map(Constant::real)
}
