//! The standard function blocks of IEC 61131-3 (§6.6.3.5, tables 43 to 46).

use tagbridge_logic::{Logic, NameId, PlaceId, SpecId, expr::Scalar, types};

use crate::values::Memory;

/// The executed function blocks.
pub(crate) const NAMES: [&str; 6] = ["TON", "TOF", "TP", "R_TRIG", "F_TRIG", "CTU"];

/// The function block of a call. In an S7 text, which calls an instance by its own name, it is the
/// type: `TON_TIME` is a TON.
pub(crate) fn name(logic: Logic<'_>, spec: SpecId, instance: PlaceId) -> String {
    let name = logic.index.names.text(logic.index.specs.name(spec));
    if name != "CALL" {
        return name.to_uppercase();
    }
    let kind = types::name_of(logic.project, logic.index, instance).unwrap_or_default();
    let kind = kind.trim_matches('"').to_uppercase();
    kind.strip_suffix("_TIME").map_or(kind.clone(), str::to_owned)
}

impl Memory<'_> {
    /// Executes a standard function block with its inputs; false if it is not one of them.
    pub(crate) fn standard(
        &mut self,
        name: &str,
        instance: PlaceId,
        given: &[(NameId, Option<Scalar>)],
        elapsed_ms: i64,
    ) -> bool {
        if !NAMES.contains(&name) {
            return false;
        }
        let of = self.place_of(instance);
        for (pin, value) in given {
            if let Some(place) = self.pin(of, *pin) {
                self.write(place, value.clone());
            }
        }
        let input = |it: &Self, pins: &[&str]| {
            let named = |(name, _): &&(NameId, _)| pins.iter().any(|pin| it.is_called(*name, pin));
            match given.iter().find(named) {
                Some((_, value)) => value.clone(),
                None => it.get(pins.iter().find_map(|pin| it.part(of, pin))?).cloned(),
            }
        };
        let bit = |it: &Self, pins: &[&str]| input(it, pins).as_ref().and_then(Scalar::bit);
        let whole = |it: &Self, pins: &[&str]| match input(it, pins) {
            Some(Scalar::Int(number)) => Some(number),
            // A time can also be a fraction.
            #[expect(clippy::cast_possible_truncation, reason = "what is too long is long")]
            Some(Scalar::Real(number)) => Some(number.round() as i64),
            _ => None,
        };
        let outputs = match name {
            "R_TRIG" | "F_TRIG" => bit(self, &["CLK"]).map(|on| {
                let is = on == (name == "R_TRIG");
                let was = self.timers.insert(of, is.into());
                let rises = match (was, name) {
                    (Some(was), _) => Some(is && was == 0),
                    // The input before the first call counts as off; for a falling edge, vendors
                    // differ.
                    (None, "R_TRIG") => Some(is),
                    (None, _) => (!is).then_some(false),
                };
                [("Q", rises.map(Scalar::Bool)), ("", None)]
            }),
            "CTU" => self.counts(
                of,
                bit(self, &["CU"]),
                bit(self, &["R", "RESET"]),
                whole(self, &["PV"]),
            ),
            _ => match (bit(self, &["IN"]), whole(self, &["PT"])) {
                (Some(on), Some(preset)) => Some(self.times(name, of, on, preset, elapsed_ms)),
                _ => None,
            },
        };
        if let Some(outputs) = outputs {
            for (pin, value) in outputs {
                self.put(of, pin, value);
            }
        } else {
            if name.starts_with('T') {
                self.timers.remove(&of);
            }
            for pin in ["Q", "ET", "CV"] {
                self.put(of, pin, None);
            }
        }
        true
    }

    /// A timer: its output, and its elapsed time.
    fn times(
        &mut self,
        name: &str,
        of: PlaceId,
        on: bool,
        preset: i64,
        elapsed_ms: i64,
    ) -> Outputs {
        let run = self.timers.get(&of).map(|run| run.saturating_add(elapsed_ms));
        let (run, done) = match (name, on, run) {
            ("TON", true, run) => (Some(run.unwrap_or(0)), run.unwrap_or(0) >= preset),
            // Its time begins with the scan in which its input turns off.
            ("TOF", true, _) => (Some(-elapsed_ms), true),
            ("TOF", false, Some(run)) | ("TP", _, Some(run)) if run < preset => (Some(run), true),
            ("TP", true, Some(run)) => (Some(run), false),
            ("TP", true, None) => (Some(0), preset > 0),
            _ => (None, false),
        };
        match run {
            Some(run) => self.timers.insert(of, run),
            None => self.timers.remove(&of),
        };
        let elapsed = run.unwrap_or(0).clamp(0, preset.max(0));
        [("Q", Some(Scalar::Bool(done))), ("ET", Some(Scalar::Int(elapsed)))]
    }

    /// An up counter.
    fn counts(
        &mut self,
        of: PlaceId,
        up: Option<bool>,
        reset: Option<bool>,
        preset: Option<i64>,
    ) -> Option<Outputs> {
        let (up, reset, preset) = (up?, reset.unwrap_or(false), preset?);
        let was = self.timers.insert(of, up.into());
        let count = match self.part(of, "CV").and_then(|place| self.get(place)) {
            _ if reset => 0,
            Some(Scalar::Int(count)) => {
                let counts = up && was.unwrap_or(0) == 0;
                *count + i64::from(counts && *count < i64::from(i16::MAX))
            }
            _ => return None,
        };
        Some([("Q", Some(Scalar::Bool(count >= preset))), ("CV", Some(Scalar::Int(count)))])
    }
}

/// Members with their values.
type Outputs = [(&'static str, Option<Scalar>); 2];
