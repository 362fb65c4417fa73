//! The memory of bridge and service during a soak test as a picture, drawn from its printed lines.

use std::fmt::{self, Write as _};

use super::MemorySample;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 268.0;
const TOP: f64 = 16.0;
const RIGHT: f64 = 690.0;

/// The drawn figures of a minute.
type Figure = fn(&MemorySample) -> f64;

/// Parses the lines of figures in the output of a soak test; other lines are skipped.
pub fn minutes(printed: &str) -> Vec<MemorySample> {
    printed.lines().filter_map(minute).collect()
}

fn minute(line: &str) -> Option<MemorySample> {
    let mut figures = line.split(',').map(str::trim);
    let minute = MemorySample {
        at: figures.next()?.parse().ok()?,
        cycles: figures.next()?.parse().ok()?,
        bridge_mib: figures.next()?.parse().ok()?,
        service_mib: figures.next()?.parse().ok()?,
        oldest_ms: figures.next()?.parse().ok()?,
    };
    figures.next().is_none().then_some(minute)
}

/// The picture as SVG, with colours for light and dark pages.
pub fn svg(curve: &[MemorySample]) -> String {
    let mut out = String::new();
    draw(&mut out, curve).unwrap_or_default();
    out
}

fn draw(out: &mut String, curve: &[MemorySample]) -> fmt::Result {
    let most = curve.iter().flat_map(|it| [it.bridge_mib, it.service_mib]).fold(1.0, f64::max);
    let (step, until) = (step(most), curve.last().map_or(1.0, |it| it.at).max(1.0));
    let top = (most / step).ceil() * step;
    let x = |at: f64| LEFT + at / until * (RIGHT - LEFT);
    let y = |mib: f64| BOTTOM - mib / top * (BOTTOM - TOP);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#808890\">"
    )?;
    let mut level = 0.0;
    while level <= top {
        let at = y(level);
        writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#808890\" stroke-opacity=\"0.3\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{level}</text>",
            LEFT - 6.0,
            at + 4.0
        )?;
        level += step;
    }
    let foot = HEIGHT - 8.0;
    writeln!(out, "<text x=\"{LEFT}\" y=\"{foot}\">0</text>")?;
    writeln!(out, "<text x=\"{RIGHT}\" y=\"{foot}\" text-anchor=\"end\">{until:.0} min</text>")?;
    writeln!(out, "<text x=\"{}\" y=\"{TOP}\">MiB</text>", RIGHT + 8.0)?;
    let lines: [(&str, &str, Figure); 2] =
        [("service", "#1f9d6b", |it| it.service_mib), ("bridge", "#4f7fd0", |it| it.bridge_mib)];
    for (name, colour, figure) in lines {
        let points: Vec<String> =
            curve.iter().map(|it| format!("{:.1} {:.1}", x(it.at), y(figure(it)))).collect();
        let Some(last) = curve.last() else { continue };
        writeln!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            points.join("L"),
            RIGHT + 8.0,
            y(figure(last)) + 4.0
        )?;
    }
    writeln!(out, "</svg>")
}

/// The distance of grid lines, for four to eight lines.
fn step(most: f64) -> f64 {
    let mut step = 1.0;
    while most / step > 8.0 {
        step *= 2.0;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "minute,faults,bridge_mib,service_mib,oldest_live_ms\n\
        1.0,20,10.0,20.0,1500\n2.0,41,15.0,20.5,1500\nslow: cut, 5.1 s\n\
        seed 1, 2 min: 41 faults, 480 snapshots stored\n4.0,80,12.0,40.0,3000\nlost 0, doubled 0\n";

    #[test]
    fn each_minute_is_a_point_of_both_lines() {
        let curve = minutes(PRINTED);
        let figures: Vec<_> = curve.iter().map(|it| (it.cycles, it.oldest_ms)).collect();
        assert_eq!(figures, [(20, 1500), (41, 1500), (80, 3000)]);
        let drawn = svg(&curve);
        // The top is 40 MiB, the right end is the last minute.
        assert!(drawn.contains("M205.5 142.0L367.0 138.9L690.0 16.0\""), "{drawn}");
        assert!(drawn.contains("M205.5 205.0L367.0 173.5L690.0 192.4\""), "{drawn}");
        assert_eq!(drawn.matches(">16</text>").count(), 1, "the grid has numbers: {drawn}");
        assert!(svg(&[]).ends_with("</svg>\n"));
    }
}
