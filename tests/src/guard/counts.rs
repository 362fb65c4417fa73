//! Counts of workloads as a text table, and the regressions between two tables.

use std::{collections::BTreeMap, fmt};

/// Workloads: a bridge that delivers 500 tags, 250 tags, 500 tags without the service, and 500 tags without a
/// recording.
pub(super) const STREAM: &str = "stream-500";
pub(super) const FEW: &str = "stream-250";
pub(super) const OUTAGE: &str = "outage-500";
pub(super) const UNRECORDED: &str = "unrecorded-500";

/// The cost of a workload.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests to the controller, or pushes to the service.
    pub requests: u64,
    /// Bytes on the wire in both directions, or bytes that the service has stored.
    pub bytes: u64,
    /// Calls of the allocator.
    pub allocations: u64,
    /// Instructions of all threads.
    pub instructions: u64,
}

impl Counts {
    /// Each count with its name.
    fn named(self) -> [(&'static str, u64); 4] {
        [
            ("requests", self.requests),
            ("bytes", self.bytes),
            ("allocations", self.allocations),
            ("instructions", self.instructions),
        ]
    }
}

/// The counts of each workload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table(pub BTreeMap<String, Counts>);

impl Table {
    /// Parses its `Display` text. Lines that begin with `#` are comments.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
        let row = |line: &str| {
            let mut cells = line.split('\t');
            let name = cells.next()?.to_owned();
            let counts: Vec<u64> = cells.map_while(|it| it.parse().ok()).collect();
            let [requests, bytes, allocations, instructions] = counts.try_into().ok()?;
            Some((name, Counts { requests, bytes, allocations, instructions }))
        };
        let rows = lines.map(|it| row(it).ok_or_else(|| format!("no row of counts: {it}")));
        rows.collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# workload\trequests\tbytes\tallocations\tinstructions")?;
        for (name, counts) in &self.0 {
            write!(f, "{name}")?;
            for (_, count) in counts.named() {
                write!(f, "\t{count}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A count that is more than 10 % above that of the previous release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regression {
    /// The workload.
    pub workload: String,
    /// The name of the count.
    pub what: &'static str,
    /// The count of the previous release.
    pub before: u64,
    /// The count of this program.
    pub now: u64,
}

impl fmt::Display for Regression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { workload, what, before, now } = self;
        let percent = (now * 100).checked_div(*before).unwrap_or(0).saturating_sub(100);
        write!(f, "{workload}: {now} {what}, {before} in the previous release (+{percent} %)")
    }
}

/// The counts that increased by more than 10 %. A workload that the previous table lacks is new.
pub fn regressions(before: &Table, now: &Table) -> Vec<Regression> {
    let pairs = now.0.iter().filter_map(|(name, now)| Some((name, before.0.get(name)?, now)));
    let worse = pairs.flat_map(|(name, before, now)| {
        let counts = before.named().into_iter().zip(now.named());
        counts.filter(|((_, before), (_, now))| now * 10 > before * 11).map(
            move |((what, before), (_, now))| Regression {
                workload: name.clone(),
                what,
                before,
                now,
            },
        )
    });
    worse.collect()
}

/// A bridge's instructions without the service, relative to normal operation: at most 1. `None`:
/// not both were measured.
pub fn outage(now: &Table) -> Option<f64> {
    Some(instructions(now, OUTAGE)? / instructions(now, STREAM)?)
}

/// A bridge's instructions with a recording, relative to those without one. `None`: not both were
/// measured.
pub fn recording(now: &Table) -> Option<f64> {
    Some(instructions(now, STREAM)? / instructions(now, UNRECORDED)?)
}

fn instructions(now: &Table, name: &str) -> Option<f64> {
    Some(float(now.0.get(name)?.instructions))
}

/// Calls of the allocator per additional value, from the controller's response to the service's
/// receipt.
pub fn allocations_a_value(now: &Table) -> Option<f64> {
    let allocations = |name| Some(float(now.0.get(name)?.allocations));
    let more = super::outage::SCANS * u64::from(super::outage::TAGS / 2);
    Some((allocations(STREAM)? - allocations(FEW)?) / float(more))
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: Counts =
        Counts { requests: 20, bytes: 5000, allocations: 1000, instructions: 70_000_000 };

    fn table(counts: Counts) -> Table {
        Table([("logix-500".to_owned(), counts)].into())
    }

    #[test]
    fn a_planted_regression_of_each_count_is_found() {
        let before = table(COUNTS);
        for (worse, what) in [
            (Counts { requests: 23, ..COUNTS }, "requests"),
            (Counts { bytes: 5501, ..COUNTS }, "bytes"),
            (Counts { allocations: 1101, ..COUNTS }, "allocations"),
            (Counts { instructions: 77_000_001, ..COUNTS }, "instructions"),
        ] {
            let found = regressions(&before, &table(worse));
            assert!(matches!(&found[..], [one] if one.what == what), "{found:?}");
        }
        let margin = Counts { requests: 22, bytes: 5500, allocations: 1100, instructions: 1 };
        assert_eq!(regressions(&before, &table(margin)), []);
        assert_eq!(regressions(&Table::default(), &before), [], "a new workload");
    }

    #[test]
    fn an_outage_and_a_value_more_are_put_into_figures() {
        let row = |name: &str, instructions, allocations| {
            (name.to_owned(), Counts { allocations, instructions, ..COUNTS })
        };
        let rows = [
            row(STREAM, 100, 75_000),
            row(FEW, 60, 30_000),
            row(OUTAGE, 80, 1),
            row(UNRECORDED, 50, 1),
        ];
        let table = Table(rows.into());
        assert_eq!((outage(&table), allocations_a_value(&table)), (Some(0.8), Some(3.0)));
        assert_eq!(recording(&table), Some(2.0));
        assert_eq!(outage(&Table::default()), None);
    }

    #[test]
    fn a_table_comes_back_as_it_was_written() {
        let table = table(COUNTS);
        assert_eq!(Table::parse(&format!("# a comment\n\n{table}")), Ok(table));
        assert!(Table::parse("logix-500\t1\t2\n").is_err());
    }
}
