//! `docs/evidence/benchmarks.svg`: the first table of each protocol as bars. It is drawn from the
//! document, so it shows exactly the measured values.

use std::fmt::{self, Write as _};

/// The drawn sections, by their marks in the document.
const PROTOCOLS: [&str; 3] = ["logix", "s7", "opcua"];

const WIDTH: f64 = 760.0;
const NAMES: f64 = 200.0;
const BAR: f64 = 16.0;
const ROW: f64 = 22.0;
const HEADING: f64 = 44.0;

/// The chart, as SVG. Its colours are readable on a light and on a dark page.
pub(crate) fn svg(document: &str) -> String {
    let charts: Vec<_> = PROTOCOLS.iter().filter_map(|name| Chart::of(document, name)).collect();
    let mut out = String::new();
    draw(&mut out, &charts).unwrap_or_default();
    out
}

/// A table's first column of speed.
#[derive(Debug, PartialEq)]
struct Chart {
    title: String,
    bars: Vec<(String, f64)>,
}

impl Chart {
    fn of(document: &str, protocol: &str) -> Option<Self> {
        let section = document.split_once(&format!("<!-- begin {protocol} -->"))?.1;
        let section = section.split_once("<!-- end ").map_or(section, |(section, _)| section);
        let heading = |mark: &str| {
            section.lines().find_map(|line| line.strip_prefix(mark)).unwrap_or_default()
        };
        let title = format!("{}: {}, snapshots a second", heading("## "), heading("### "));
        let rows = section.lines().skip_while(|line| !line.starts_with("|---"));
        let bars: Vec<_> =
            rows.skip(1).map_while(|line| line.strip_prefix('|')).filter_map(bar).collect();
        (!bars.is_empty()).then_some(Self { title, bars })
    }

    fn height(&self) -> f64 {
        self.bars.iter().fold(HEADING, |height, _| height + ROW)
    }
}

/// A client with its snapshots per second; `None` if it failed.
fn bar(row: &str) -> Option<(String, f64)> {
    let mut cells = row.split('|').map(str::trim);
    let name = cells.next()?;
    let speed = cells.nth(1)?.parse().ok()?;
    Some((name.to_owned(), speed))
}

fn draw(out: &mut String, charts: &[Chart]) -> fmt::Result {
    let height: f64 = charts.iter().map(Chart::height).sum();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#808890\">"
    )?;
    let mut top = 0.0;
    for chart in charts {
        writeln!(
            out,
            "<text x=\"0\" y=\"{}\" font-weight=\"600\">{}</text>",
            top + 26.0,
            text(&chart.title)
        )?;
        let most = chart.bars.iter().map(|(_, speed)| *speed).fold(f64::MIN_POSITIVE, f64::max);
        for (row, (name, speed)) in (0_u32..).zip(&chart.bars) {
            let y = top + HEADING - 8.0 + f64::from(row) * ROW;
            let length = (speed / most * (WIDTH - NAMES - 70.0)).max(1.0);
            let colour = if name.starts_with("Tagbridge") { "#1f9d6b" } else { "#8f98a3" };
            writeln!(out, "<text x=\"0\" y=\"{}\">{}</text>", y + 13.0, text(name))?;
            writeln!(
                out,
                "<rect x=\"{NAMES}\" y=\"{y}\" width=\"{length:.1}\" height=\"{BAR}\" \
                 fill=\"{colour}\"/>"
            )?;
            let x = NAMES + length + 6.0;
            writeln!(out, "<text x=\"{x:.1}\" y=\"{}\">{speed}</text>", y + 13.0)?;
        }
        top += chart.height();
    }
    writeln!(out, "</svg>")
}

/// As XML has it.
fn text(plain: &str) -> String {
    plain.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "<!-- begin logix -->\n## Logix\n\n### 500 tags\n\n\
        | Client | Round trips | Snapshots/s |\n|---|--:|--:|\n\
        | Tagbridge 0.1 | 2.0 | 400 |\n| other | fails: no route | |\n| a < b | 3.0 | 100 |\n\n\
        ### 5,000 tags\n|---|\n| Tagbridge 0.1 | 1 | 7 |\n<!-- end logix -->\n";

    #[test]
    fn a_chart_has_the_first_table_without_those_that_failed() {
        let chart = Chart::of(DOCUMENT, "logix").expect("a table");
        let bars = vec![("Tagbridge 0.1".to_owned(), 400.0), ("a < b".to_owned(), 100.0)];
        assert_eq!(chart, Chart { title: "Logix: 500 tags, snapshots a second".to_owned(), bars });
        assert_eq!(Chart::of(DOCUMENT, "s7"), None);
        let drawn = svg(DOCUMENT);
        assert!(drawn.contains("a &lt; b") && drawn.matches("<rect").count() == 2, "{drawn}");
    }
}
