//! The effect of action qualifiers in sequential function charts of all platforms.
//!
//! IEC 61131-3 §6.7.4.4; 1756-PM006I-EN-P, page 32, and page 36 of the step's timer; the help of
//! CODESYS, "Qualifiers for Actions in SFC", and of TIA Portal, GRAPH, "Standard actions".

use crate::{
    NameId, Names,
    expr::{Comparison, Constant, Edge, ExprId, Exprs},
    unit::How,
};

/// The start of a time if the step has no timer: how long ago its step became active.
pub(crate) const SINCE: &str = "TIME_SINCE";

/// A step of an action.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Active {
    /// Whether it is active.
    pub(crate) step: ExprId,
    /// How long it has been active, by its own timer.
    pub(crate) elapsed: ExprId,
}

/// The effect of an action: the condition, the value, and how it is assigned.
pub(crate) struct ActionEffect {
    pub(crate) guard: ExprId,
    pub(crate) value: ExprId,
    pub(crate) how: How,
}

/// The effect of an action with a qualifier during and after its step; a missing time is unknown.
/// `None` if the qualifier is unknown.
pub(crate) fn act(
    exprs: &mut Exprs,
    names: &mut Names,
    qualifier: &str,
    active: Active,
    time: Option<ExprId>,
) -> Option<ActionEffect> {
    let Active { step, elapsed } = active;
    let (yes, on) = (exprs.yes(), exprs.constant(Constant::Bool(true)));
    let untold = names.exact("a time that the file does not tell");
    let time = time.unwrap_or_else(|| exprs.unknown(untold));
    let follow = |value| Some(ActionEffect { guard: yes, value, how: How::Follow });
    let latch = |guard| Some(ActionEffect { guard, value: on, how: How::Latch });
    match qualifier {
        "N" | "main" | "" => follow(step),
        "S" => latch(step),
        "R" => {
            let value = exprs.no();
            Some(ActionEffect { guard: step, value, how: How::Unlatch })
        }
        "P1" | "entry" => follow(exprs.edge(Edge::Rising, step, None)),
        "P0" | "exit" => follow(exprs.edge(Edge::Falling, step, None)),
        "P" => {
            let both = [Edge::Rising, Edge::Falling].map(|edge| exprs.edge(edge, step, None));
            follow(exprs.or(&both))
        }
        "L" => {
            let within = exprs.compare(Comparison::Lt, elapsed, time);
            follow(exprs.and(&[step, within]))
        }
        "D" | "DS" => {
            let over = exprs.compare(Comparison::Ge, elapsed, time);
            let both = exprs.and(&[step, over]);
            if qualifier == "D" { follow(both) } else { latch(both) }
        }
        // The step may have ended.
        "SL" => {
            let since = since(exprs, names.name(SINCE), step);
            follow(exprs.compare(Comparison::Lt, since, time))
        }
        "SD" => {
            let since = since(exprs, names.name(SINCE), step);
            latch(exprs.compare(Comparison::Ge, since, time))
        }
        _ => None,
    }
}

fn since(exprs: &mut Exprs, name: NameId, step: ExprId) -> ExprId {
    exprs.call(name, &[step])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        PlaceId,
        expr::{Evaluation, Scalar, Truth, Values},
    };

    /// A step that has been active for this time, or is inactive.
    struct Step(bool, i64);

    impl Values for Step {
        fn value(&self, place: PlaceId) -> Option<Scalar> {
            Some(if place.0 == 0 { Scalar::Bool(self.0) } else { Scalar::Int(self.1) })
        }

        fn text(&self, _: NameId) -> &'static str {
            ""
        }

        fn call(&self, _: NameId, _: &[Scalar]) -> Option<Scalar> {
            Some(Scalar::Int(self.1))
        }
    }

    #[test]
    fn time_is_a_part_of_the_condition() {
        let (mut exprs, mut names) = (Exprs::new(), Names::default());
        let (step, elapsed) = (exprs.read(PlaceId(0)), exprs.read(PlaceId(1)));
        let active = Active { step, elapsed };
        let time = exprs.constant(Constant::Int(500));
        // Early, late, and late after the step has ended.
        for (qualifier, how, expected) in [
            ("N", How::Follow, [true, true, false]),
            ("S", How::Latch, [true, true, false]),
            ("R", How::Unlatch, [true, true, false]),
            ("L", How::Follow, [true, false, false]),
            ("D", How::Follow, [false, true, false]),
            ("DS", How::Latch, [false, true, false]),
            ("SD", How::Latch, [false, true, true]),
            ("SL", How::Follow, [true, false, false]),
        ] {
            let act = act(&mut exprs, &mut names, qualifier, active, Some(time)).expect("known");
            let condition = if how == How::Follow { act.value } else { act.guard };
            let seen = [Step(true, 100), Step(true, 900), Step(false, 900)]
                .map(|now| Evaluation::new(&exprs, &now).truth(condition));
            assert_eq!((act.how, seen), (how, expected.map(Truth::from)), "{qualifier}");
        }
        assert!(act(&mut exprs, &mut names, "X", active, None).is_none());
        // An unknown time does not affect independent values.
        let act = act(&mut exprs, &mut names, "L", active, None).expect("known");
        let truth = |now: &Step| Evaluation::new(&exprs, now).truth(act.value);
        assert_eq!(truth(&Step(false, 0)), Truth::False);
        assert_eq!(truth(&Step(true, 0)), Truth::Unknown);
    }
}
