//! What the recording has of a cell.

use jiff::Timestamp;
use tagbridge_logic::{Step, expr::Scalar};

use super::CauseContext;
use crate::cell::Cell;

impl CauseContext<'_, '_> {
    /// What a scan read of a cell: itself, or the word that it is a bit of. It is read once.
    pub(crate) fn recorded(&self, cell: Cell, time: Timestamp) -> Option<Scalar> {
        if let Some(value) = self.recorded.borrow().get(&(cell, time)) {
            return value.clone();
        }
        let value = self.read_recorded(cell, time);
        self.recorded.borrow_mut().insert((cell, time), value.clone());
        value
    }

    fn read_recorded(&self, cell: Cell, time: Timestamp) -> Option<Scalar> {
        let cells = self.finder.cells;
        let of = |cell| {
            let names = cells.names(cell);
            names.iter().find_map(|name| self.past.value(name, time).scalar().cloned())
        };
        if let Some(value) = of(cell) {
            return Some(value);
        }
        let places = &self.index().places;
        let (Step::Bit(bit) | Step::Slice(1, bit)) = places.step(cell.place) else { return None };
        let word = of(Cell { place: places.parent(cell.place)?, ..cell })?;
        match word {
            Scalar::Int(word) => Some(Scalar::Bool(word.checked_shr(u32::from(bit))? & 1 == 1)),
            _ => None,
        }
    }
}
