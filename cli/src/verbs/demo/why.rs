//! Explains why a conveyor is stopped: when it stops, from live values, with its rung.

use serde_json::Value;
use tagbridge_api::hmi::{Quality, live::LiveValues};
use tagbridge_logic::{
    Index, Logic,
    expr::Scalar,
    query::Found,
    why::{Sample, Snapshot, why},
};
use tagbridge_project::Project;

use super::plant::Controller;
use crate::verbs::logic::in_short;

/// The tag of the question.
const ASKED: &str = "Line_Running";

pub(super) struct Why {
    project: Project,
    index: Index,
    /// The last report, which is not repeated while it is the same.
    told: bool,
}

impl Why {
    pub(super) fn new(controller: &Controller) -> Self {
        let project = controller.read().clone();
        let index = Index::build(&project);
        Self { project, index, told: false }
    }

    /// Why the line does not run, once each time that it stops.
    pub(super) fn tell(&mut self, values: &LiveValues) -> Option<String> {
        let logic = Logic::new(&self.project, &self.index);
        let Found::One(place) = logic.find(ASKED) else { return None };
        let mut now = Snapshot::new(values.sequence.unwrap_or_default());
        for (name, value) in &values.tags {
            if value.quality == Quality::Good {
                now.insert(name, Sample::Good(scalar(&value.value)?));
            }
        }
        let stands = now.value(ASKED).and_then(Scalar::bit) == Some(false);
        let is_news = stands && !self.told;
        self.told = stands;
        is_news.then(|| in_short(&logic, &why(logic, place, true, &now, &[])))
    }
}

fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Bool(value) => Some(Scalar::Bool(*value)),
        Value::Number(number) => {
            number.as_i64().map(Scalar::Int).or_else(|| number.as_f64().map(Scalar::Real))
        }
        other => Some(Scalar::Text(other.to_string().into())),
    }
}
