//! The results of arithmetic as the controller computes them.
//!
//! S7 computes in the widest type of the operands, Logix in at least 32 bits, CODESYS in registers
//! that are wider than most types: in CODESYS, only stored values and bitwise operations have a
//! width.

use tagbridge_code::Width;
use tagbridge_logic::{
    PlaceId,
    expr::{Arithmetic, Expr, ExprId, Scalar},
};
use tagbridge_project::Vendor;

use crate::values::Memory;

/// The minimum width of Logix.
const DINT: Width = Width { bits: 32, is_signed: true };

impl Memory<'_> {
    /// Converts a value to the type of a place.
    pub(crate) fn converted_to_place(&self, place: PlaceId, value: Scalar) -> Scalar {
        let Some(width) = self.width_of(place) else { return value };
        match value {
            Scalar::Int(number) => Scalar::Int(width.fit(number)),
            // MOV and COMPUTE round to the nearest number (1756-RM003, Conversions between Data Types).
            Scalar::Real(number) if self.project.vendor == Vendor::AllenBradley => {
                #[expect(clippy::cast_possible_truncation, reason = "held against the width")]
                let whole = number.round_ties_even() as i64;
                if width.holds(whole) { Scalar::Int(whole) } else { value }
            }
            other => other,
        }
    }

    /// The result of a computation in the controller, before it is stored.
    pub(crate) fn computed(&self, how: Arithmetic, of: &[ExprId], value: Scalar) -> Scalar {
        let Scalar::Int(number) = value else { return value };
        let is_shift = matches!(how, Arithmetic::Shl | Arithmetic::Shr);
        let is_of_bits = is_shift
            || matches!(
                how,
                Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor | Arithmetic::BitNot
            );
        let of = if is_shift { &of[..of.len().min(1)] } else { of };
        let width = match (self.project.vendor, self.widest(of)) {
            (Vendor::Codesys, _) if !is_of_bits => None,
            (Vendor::AllenBradley, Some(width)) if width.bits < DINT.bits => Some(DINT),
            (_, width) => width,
        };
        Scalar::Int(width.map_or(number, |width| width.fit(number)))
    }

    /// What the controller stores for a computation without a result. Logix keeps the dividend where an
    /// integer is divided by 0, and sets a minor fault (1756-RM003, DIV).
    pub(crate) fn undefined(&self, how: Arithmetic, with: &[Scalar]) -> Option<Scalar> {
        match with {
            [dividend @ Scalar::Int(_), Scalar::Int(0)]
                if how == Arithmetic::Div && self.project.vendor == Vendor::AllenBradley =>
            {
                Some(dividend.clone())
            }
            _ => None,
        }
    }

    fn widest(&self, of: &[ExprId]) -> Option<Width> {
        of.iter().filter_map(|id| self.width(*id)).reduce(Width::with)
    }

    /// The width of an expression; `None` for a literal, which has the width of the other operand.
    fn width(&self, id: ExprId) -> Option<Width> {
        let exprs = &self.index.exprs;
        match exprs.get(id) {
            Expr::Ref(place) => self.width_of(place),
            Expr::Arith(Arithmetic::Shl | Arithmetic::Shr, list) => {
                exprs.list(list).first().and_then(|first| self.width(*first))
            }
            Expr::Arith(_, list) => self.widest(exprs.list(list)),
            Expr::Call(callee, _) => {
                let (_, to) = self.index.names.text(callee).rsplit_once("_TO_")?;
                Width::of_type(to)
            }
            _ => None,
        }
    }

    fn width_of(&self, place: PlaceId) -> Option<Width> {
        let mut widths = self.widths.borrow_mut();
        *widths.entry(place).or_insert_with(|| Width::of_type(&self.type_of(place)?))
    }
}
