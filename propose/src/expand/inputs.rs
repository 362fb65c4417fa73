//! An input in parallel to one of the same kind.

use tagbridge_logic::{Effect, UnitId};
use tagbridge_project::spelling;

use super::{Expand, uses::place_of};
use crate::{
    condition::Condition,
    draft::{Stop, ask},
    request::{ChangeRequest, KnownNames as _},
    says::{Ask, Why},
};

impl Expand<'_> {
    /// An input that works like another one, which has a word of its name: its contact is parallel to that
    /// of the other one.
    pub(super) fn beside(mut self) -> Result<Vec<ChangeRequest>, Stop> {
        let Some(Condition::Bit { name, .. }) = &self.request.when else {
            return Err(Why::NotUnderstood.into());
        };
        let name = name.clone();
        let own = spelling::last_name(&name).trim_matches('"');
        let words: Vec<String> = own.split('_').map(ToOwned::to_owned).collect();
        let mut found: Vec<(String, UnitId)> = Vec::new();
        let like = |it: &str| {
            let is_other = !it.eq_ignore_ascii_case(&name) && !self.known.is_written(it);
            is_other && self.known.type_of(it).as_deref() == Some("BOOL")
        };
        for word in words {
            for it in self.known.meant(&[word]).into_iter().filter(|it| it.is_of_name) {
                if !it.is_code && like(&it.name) && found.iter().all(|own| own.0 != it.name) {
                    let readers = self.known.readers(&it.name).into_iter();
                    found.extend(readers.map(|unit| (it.name.clone(), unit)));
                }
            }
        }
        let shown = |it: &(String, UnitId)| format!("{} ({})", it.0, self.known.logic.name(it.1));
        let chosen = match found.as_slice() {
            [] => None,
            [one] => Some(one),
            several => {
                let answer = (self.answer)("rung");
                let chosen = answer.and_then(|it| several.iter().find(|own| shown(own) == it));
                let names = || several.iter().map(shown).collect();
                Some(chosen.ok_or_else(|| ask("rung", Ask::Rung, Ask::WhyRung, names()))?)
            }
        };
        let (around, unit) = chosen.ok_or(Why::NoTag { name: name.clone() })?;
        let (place, number) = place_of(self.known.logic, *unit);
        let number = number.ok_or_else(|| Why::Drawn { name: place.clone() })?;
        let rung = format!("{place}:{number}");
        let output = self.output_of(*unit).ok_or(Why::NoOutput { place: rung.clone() })?;
        self.request.set("output", output);
        self.request.set("around", around.clone());
        self.request.set("rung", rung);
        Ok(vec![self.request])
    }

    /// The only bit that a unit writes.
    fn output_of(&self, unit: UnitId) -> Option<String> {
        let logic = self.known.logic;
        let all = logic.index.statements_of(unit).filter_map(|(_, it)| match &it.effect {
            Effect::Assign { to, .. } => Some(logic.place(logic.index.reference(*to).place)),
            _ => None,
        });
        let [one] = <[String; 1]>::try_from(all.collect::<Vec<_>>()).ok()?;
        Some(one)
    }
}
