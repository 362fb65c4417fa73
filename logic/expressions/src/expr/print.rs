use std::cell::Cell;

use super::{Arithmetic, Comparison, Constant, Edge, Expr, ExprId, Exprs, Unclear};
use crate::{ids::NameId, names::Names, place::Places};

/// Maximum printed depth of an expression.
const DEPTH: usize = 64;
/// Maximum number of printed parts. Expressions share their parts, and a text has each of them as often as it
/// occurs.
const PARTS: u32 = 10_000;

impl Exprs {
    /// As structured text: `Auto AND NOT E_Stop`.
    pub fn text(&self, id: ExprId, places: &Places, names: &Names) -> String {
        Printer { exprs: self, places, names, left: Cell::new(PARTS) }.text(id, 0, DEPTH)
    }

    /// The conjunction of these conditions: `(Auto OR Jog) AND NOT E_Stop`; `TRUE` if there are
    /// none.
    pub fn all_text(&self, ids: &[ExprId], places: &Places, names: &Names) -> String {
        let printer = Printer { exprs: self, places, names, left: Cell::new(PARTS) };
        match ids {
            [] => "TRUE".to_owned(),
            [only] => printer.text(*only, 0, DEPTH),
            all => printer.joined(all, " AND ", 2, DEPTH),
        }
    }
}

struct Printer<'a> {
    exprs: &'a Exprs,
    places: &'a Places,
    names: &'a Names,
    /// The number of parts that may still be printed.
    left: Cell<u32>,
}

impl Printer<'_> {
    /// Adds brackets if the expression binds less than the one around it.
    fn text(&self, id: ExprId, around: u8, depth: usize) -> String {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.get().checked_sub(1))
        else {
            return "…".to_owned();
        };
        self.left.set(left);
        let (binds, text) = match self.exprs.get(id) {
            Expr::Const(constant) => (9, self.constant(constant)),
            Expr::Ref(place) => (9, self.places.text(place, self.names)),
            Expr::Not(of) => (7, format!("NOT {}", self.text(of, 8, depth))),
            Expr::And(list) => (3, self.joined(self.exprs.list(list), " AND ", 3, depth)),
            Expr::Or(list) => (1, self.joined(self.exprs.list(list), " OR ", 1, depth)),
            Expr::Xor(left, right) => (2, self.joined(&[left, right], " XOR ", 2, depth)),
            Expr::Compare(how, left, right) => {
                (4, self.joined(&[left, right], &format!(" {} ", how.sign()), 4, depth))
            }
            Expr::Arith(how, list) => match how.sign() {
                Ok(sign) => (5, self.joined(self.exprs.list(list), &format!(" {sign} "), 5, depth)),
                Err(name) => (9, self.call(name, self.exprs.list(list), depth)),
            },
            Expr::Edge(Edge::Rising, of, _) => (9, self.call("rising", &[of], depth)),
            Expr::Edge(Edge::Falling, of, _) => (9, self.call("falling", &[of], depth)),
            Expr::Output(_, pin) => (9, format!("?.{}", self.name(pin))),
            Expr::Call(callee, list) => {
                (9, self.call(self.name(callee), self.exprs.list(list), depth))
            }
            Expr::Unknown(Unclear::Named(name)) => (9, format!("?{}", self.name(name))),
            Expr::Unknown(Unclear::TooDeep) => (9, "…".to_owned()),
        };
        if binds <= around { format!("({text})") } else { text }
    }

    fn name(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    fn constant(&self, constant: Constant) -> String {
        match constant {
            Constant::Bool(true) => "TRUE".to_owned(),
            Constant::Bool(false) => "FALSE".to_owned(),
            Constant::Int(value) => value.to_string(),
            Constant::Real(bits) => format!("{:?}", f64::from_bits(bits)),
            Constant::Text(name) => format!("'{}'", self.name(name)),
        }
    }

    fn joined(&self, of: &[ExprId], between: &str, around: u8, depth: usize) -> String {
        of.iter().map(|id| self.text(*id, around, depth)).collect::<Vec<_>>().join(between)
    }

    fn call(&self, name: &str, of: &[ExprId], depth: usize) -> String {
        format!("{name}({})", self.joined(of, ", ", 0, depth))
    }
}

impl Comparison {
    /// `=`, `<>`, `<`, `<=`, `>`, `>=`.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "<>",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl Arithmetic {
    /// The operator between two operands; otherwise the name of the function.
    fn sign(self) -> Result<&'static str, &'static str> {
        Ok(match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Mod => "MOD",
            Self::Pow => "**",
            Self::BitAnd => "AND",
            Self::BitOr => "OR",
            Self::BitXor => "XOR",
            Self::Neg => return Err("NEG"),
            Self::Abs => return Err("ABS"),
            Self::Sqrt => return Err("SQRT"),
            Self::Min => return Err("MIN"),
            Self::Max => return Err("MAX"),
            Self::BitNot => return Err("NOT"),
            Self::Shl => return Err("SHL"),
            Self::Shr => return Err("SHR"),
        })
    }
}
