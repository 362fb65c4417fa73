//! Uses of a constant in code, which contains its value and reads no memory, and declared values.

use tagbridge_project::{Initial, TypeUse};

use crate::{Citation, Logic, PlaceId, Span, expr::Scalar, text, types};

impl Logic<'_> {
    /// The uses of a constant in code, by its full declared name. Empty if it is not a constant.
    pub fn constant_uses(&self, declared: &str) -> Vec<Citation> {
        let found = self.project.constant_uses(declared).into_iter();
        let cited = found.filter_map(|(routine, rung, at)| {
            let (id, _) = self.index.units().find(|(_, unit)| {
                unit.routine.index() == routine && unit.rung.map(|it| it as usize) == rung
            })?;
            Some(self.cite(id, Span::new(at.start, at.end)))
        });
        cited.collect()
    }

    /// The value of a place with this declared start value: a literal, or a value of its
    /// enumeration.
    pub fn start(&self, place: PlaceId, declared: &str) -> Option<Scalar> {
        let name = types::name_of(self.project, self.index, place)?;
        let own = declared.rsplit(['.', '#']).next().unwrap_or(declared).trim();
        let kind = self.project.data_types.iter().find(|it| it.name.eq_ignore_ascii_case(&name));
        let named = kind.and_then(|kind| {
            let value = kind.values.iter().find(|it| it.name.eq_ignore_ascii_case(own))?;
            value.number.map(Scalar::Int)
        });
        named.or_else(|| {
            let of_type = types::elementary(self.project, self.index, place)?;
            let initial = Initial::Scalar(declared.to_owned());
            text::constant(Some(&initial), &TypeUse::scalar(of_type))?.scalar()
        })
    }
}
