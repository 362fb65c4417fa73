//! Where current flowed at past moments: what the rungs of a recording hand on to their coils is what
//! the controller that executed them had at that scan.

use jiff::Timestamp;
use tagbridge_cause::{Past, PastSamples};
use tagbridge_code::{Element, PinValue};
use tagbridge_logic::{
    Index, Logic, NameId, PlaceId, RoutineId, Step,
    expr::{Evaluation, Scalar, Truth, Values},
    power::Flows,
};
use tagbridge_project::Body;

use crate::{
    generated,
    plant::{Plant, time},
    random::Random,
};

const SCANS: i64 = 12_000;
const MOMENTS: usize = 1_000;

/// The values of a recording at one moment, as a routine names them.
struct Then<'a> {
    index: &'a Index,
    past: &'a dyn Past,
    time: Timestamp,
}

impl Values for Then<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let of = |place| {
            let name = self.index.places.text(place, &self.index.names);
            self.past.value(&name, self.time).scalar().cloned()
        };
        of(place).or_else(|| {
            match (self.index.places.step(place), self.index.places.parent(place)) {
                (Step::Bit(bit), Some(word)) => match of(word)? {
                    Scalar::Int(word) => Some(Scalar::Bool(word >> bit & 1 == 1)),
                    _ => None,
                },
                _ => None,
            }
        })
    }

    fn text(&self, name: NameId) -> &str {
        self.index.names.text(name)
    }
}

/// What flows behind elements; `coil` gets what flows into each coil, by the name of its tag.
fn series(
    elements: &[Element],
    begin: Truth,
    behind: &mut dyn FnMut(tagbridge_logic::Span, Truth) -> Truth,
    text: &str,
    coil: &mut dyn FnMut(&str, Truth),
) -> Truth {
    let mut now = begin;
    for element in elements {
        now = match element {
            Element::Part(part) => {
                if &text[part.name.range()] == "OTE"
                    && let Some(PinValue::Operand(tag)) = part.pins.first().map(|pin| &pin.value)
                {
                    coil(&text[tag.range()], now);
                    now
                } else {
                    behind(part.span, now)
                }
            }
            Element::Branch(legs) => legs
                .iter()
                .map(|leg| series(leg, now, behind, text, coil))
                .fold(Truth::False, Truth::or),
            Element::Signal(_) | Element::Opaque(..) => Truth::Unknown,
        };
    }
    now
}

#[test]
fn power_at_a_past_moment_is_what_the_controller_had() {
    let mut random = Random(61);
    let project = generated::coils(7);
    let index = Index::build(&project);
    let (mut plant, layout) = Plant::new(Logic::new(&project, &index), &mut random);
    let mut past = PastSamples::default();
    // What the controller had, of each scan.
    let mut had = Vec::new();
    for _ in 0..SCANS {
        if random.below(3) == 0 {
            let input = &layout.inputs[random.below(layout.inputs.len())];
            let value = input.values[random.below(input.values.len())].clone();
            plant.values.insert(input.name.clone(), value);
        }
        plant.scan();
        plant.read(&mut past);
        had.push(plant.values.clone());
    }
    let own = project.routines.iter().position(|it| it.owner == "Main").expect("a routine");
    let Body::Rungs(rungs) = &project.routines[own].body else { panic!("ladder") };
    let flows = Flows::of(&project, RoutineId::at(own));
    let (mut compared, mut on) = (0, 0);
    for _ in 0..MOMENTS {
        let scan = random.below(had.len());
        let first = had.len() - usize::try_from(plant.scans).expect("positive");
        let at = time(i64::try_from(scan - first).expect("small") + 1);
        let then = Then { index: &flows.index, past: &past, time: at };
        let mut evaluation = flows.evaluation(&then);
        for (number, rung) in (0_u32..).zip(rungs) {
            let ladder = rung.ladder(project.vendor).expect("a drawing");
            for drawn in &ladder.rungs {
                let mut behind =
                    |span, before| behind(&flows, number, span, before, &mut evaluation);
                let mut coil = |tag: &str, power: Truth| {
                    let expected = had[scan].get(tag).and_then(Scalar::bit);
                    let expected = expected.unwrap_or_else(|| panic!("{tag}: {}", rung.text));
                    assert_eq!(power, Truth::from(expected), "{tag} of rung {number} at {at}");
                    compared += 1;
                    on += usize::from(expected);
                };
                series(&drawn.elements, Truth::True, &mut behind, &rung.text, &mut coil);
            }
        }
    }
    assert!(compared >= MOMENTS * 10, "{compared} coils");
    assert!(on * 10 > compared && on * 10 < compared * 9, "{on} of {compared} were on");
}

fn behind(
    flows: &Flows,
    rung: u32,
    span: tagbridge_logic::Span,
    before: Truth,
    evaluation: &mut Evaluation<'_>,
) -> Truth {
    flows.behind((rung, span), before, evaluation)
}
