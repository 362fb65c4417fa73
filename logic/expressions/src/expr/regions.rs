use super::{Comparison, Scalar, variable::Test};

/// Numbers between two optional bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: Option<f64>,
    /// Whether the lower bound belongs to it.
    pub low_included: bool,
    /// The upper bound.
    pub high: Option<f64>,
    /// Whether the upper bound belongs to it.
    pub high_included: bool,
}

/// The values of a variable, divided into regions that a condition distinguishes.
#[derive(Debug, Clone)]
pub(super) enum Regions {
    /// Off and on.
    Bit,
    /// Intervals in ascending order, each with a number in it.
    Numbers(Vec<(Interval, f64)>),
}

impl Regions {
    /// The regions that these tests distinguish; for whole numbers, only intervals that contain
    /// one.
    pub(super) fn of(tests: &[Test], whole: bool) -> Self {
        let mut cuts: Vec<f64> = tests
            .iter()
            .filter_map(|test| match test {
                Test::Than(_, number) => Some(*number + 0.0),
                Test::On | Test::Off => None,
            })
            .collect();
        if cuts.is_empty() {
            return Self::Bit;
        }
        if cuts.len() < tests.len() {
            cuts.push(0.0);
        }
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut regions = Vec::new();
        let mut low = None;
        for cut in cuts {
            regions.push(between(low, Some(cut)));
            regions.push(Interval {
                low: Some(cut),
                low_included: true,
                high: Some(cut),
                high_included: true,
            });
            low = Some(cut);
        }
        regions.push(between(low, None));
        Self::Numbers(regions.into_iter().filter_map(|it| Some((it, sample(it, whole)?))).collect())
    }

    /// Number of regions.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Bit => 2,
            Self::Numbers(regions) => regions.len(),
        }
    }

    /// For each region, whether a test holds.
    pub(super) fn holds(&self, test: Test) -> Vec<bool> {
        match self {
            Self::Bit => vec![test == Test::Off, test == Test::On],
            Self::Numbers(regions) => {
                let (how, number) = match test {
                    Test::On => (Comparison::Ne, 0.0),
                    Test::Off => (Comparison::Eq, 0.0),
                    Test::Than(how, number) => (how, number),
                };
                regions
                    .iter()
                    .map(|(_, sample)| sample.partial_cmp(&number).is_some_and(|it| how.holds(it)))
                    .collect()
            }
        }
    }

    /// The region of a value.
    pub(super) fn find(&self, value: &Scalar) -> Option<usize> {
        match self {
            Self::Bit => value.bit().map(usize::from),
            Self::Numbers(regions) => {
                let value = value.number()? + 0.0;
                regions.iter().position(|(interval, _)| interval.contains(value))
            }
        }
    }

    /// The allowed regions as intervals, with adjacent ones joined. Empty for a bit.
    pub(super) fn intervals(&self, allowed: &[bool]) -> Vec<Interval> {
        let Self::Numbers(regions) = self else { return Vec::new() };
        let mut joined: Vec<Interval> = Vec::new();
        let mut open = false;
        for ((interval, _), allowed) in regions.iter().zip(allowed) {
            match joined.last_mut() {
                Some(last) if *allowed && open => {
                    last.high = interval.high;
                    last.high_included = interval.high_included;
                }
                _ if *allowed => joined.push(*interval),
                _ => {}
            }
            open = *allowed;
        }
        joined
    }
}

impl Interval {
    /// Whether a number is in the interval.
    pub fn contains(&self, number: f64) -> bool {
        let above = self.low.is_none_or(|low| {
            number > low || (self.low_included && number.total_cmp(&low).is_eq())
        });
        let below = self.high.is_none_or(|high| {
            number < high || (self.high_included && number.total_cmp(&high).is_eq())
        });
        above && below
    }

    /// The distance of a number from the interval: 0 inside.
    pub fn distance(&self, number: f64) -> f64 {
        let short = self.low.map_or(0.0, |low| low - number);
        let over = self.high.map_or(0.0, |high| number - high);
        short.max(over).max(0.0)
    }
}

fn between(low: Option<f64>, high: Option<f64>) -> Interval {
    Interval { low, low_included: false, high, high_included: false }
}

/// A number in an interval, if it has one.
fn sample(interval: Interval, whole: bool) -> Option<f64> {
    let number = match (interval.low, interval.high) {
        (Some(low), Some(_)) if interval.low_included => low,
        (Some(low), Some(high)) if whole => (low.floor() + 1.0).min(high),
        (Some(low), Some(high)) => low + (high - low) / 2.0,
        (Some(low), None) => low.floor() + 1.0,
        (None, Some(high)) => high.ceil() - 1.0,
        (None, None) => 0.0,
    };
    (interval.contains(number) && (!whole || number.fract() == 0.0)).then_some(number)
}
