//! The section of the document.

use std::fmt::{self, Write as _};

use super::figures::{Figures, Job, Phase, Scroll};
use crate::machine::Moment;

/// The parts, and what the window shows in each.
pub(super) const PHASES: [(&str, &str); 7] = [
    ("tray", "nothing: closed to the tray, it reads, stores and delivers"),
    ("settings", "another place"),
    (TABLE, "the table"),
    ("trend", "the table and the trend of eight tags"),
    (
        WIDE,
        "a table of all tags, of which these change at that rate and the others are read every 5 s",
    ),
    ("tree", "the same with large arrays unfolded"),
    ("builtIn", "the table; the service is the built-in one, in the same process"),
];
const TABLE: &str = "table";
const WIDE: &str = "wide";

/// Our own program, and the web view's.
const PROGRAMS: [&str; 3] = ["tagbridge-desktop", "WebKitWebProcess", "WebKitNetworkProcess"];

/// The part of a core that all processes may take with the table in view.
const CORE: f64 = 0.25;
/// Growth of memory that still counts as flat, in proportion to the average.
const FLAT: f64 = 0.02;
/// Frames that must be drawn of each scan.
const PAINTED: f64 = 0.99;

pub(super) fn section(job: &Job, figures: &Figures, began: &Moment) -> String {
    let mut out = String::new();
    // Writing into a String cannot fail.
    let _ = write_section(&mut out, job, figures, began);
    out
}

fn write_section(out: &mut String, job: &Job, figures: &Figures, began: &Moment) -> fmt::Result {
    writeln!(out, "## The window\n")?;
    let (tags, each, short) = (job.tags, job.interval_ms, job.short);
    writeln!(out, "{began}. {tags} tags, all of which change every {each} ms.\n")?;
    writeln!(
        out,
        "The window of the release build, 1280 by 832, on a display without a GPU (Xvfb). The real \
         driver reads a virtual controller, which is another process, and so is the service, where \
         it is not said otherwise. CPU is that of all processes of the program, as a part of one \
         core; {short:.0} s for each part, after 8 s to settle, and longer for the table, after two \
         minutes more, in which the page's engine warms up. A frame is what changed of the rows in view. It is painted when the page has told the desk so, which \
         it does after drawing; the desk sends the next one then.\n"
    )?;
    writeln!(
        out,
        "| In view | Seconds | CPU, % | tagbridge-desktop | WebKitWebProcess | \
         WebKitNetworkProcess | Scans | missed | Frames sent | painted | Longest between, ms |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")?;
    for (name, about) in PHASES {
        let Some(phase) = figures.phases.iter().find(|it| it.name == name) else { continue };
        write!(out, "| {about} | {:.0} | {:.1} |", phase.seconds, phase.core() * 100.0)?;
        for program in PROGRAMS {
            write!(out, " {:.1} |", phase.core_of(program) * 100.0)?;
        }
        writeln!(
            out,
            " {} | {} | {} | {} | {:.0} |",
            phase.scans, phase.missed, phase.delivered, phase.painted, phase.longest_gap_ms
        )?;
    }
    writeln!(out)?;
    for (name, about) in [(TABLE, "the table"), (WIDE, "the table of all tags")] {
        if let Some(phase) = figures.phases.iter().find(|it| it.name == name) {
            write_memory(out, about, phase)?;
        }
    }
    let (animation, scroll, tree) = (&figures.animation, &figures.scroll, &figures.tree);
    writeln!(
        out,
        "With the table in view the page could be painted {:.0} times a second; the longest time in \
         which it could not was {:.0} ms.\n",
        f64::from(animation.frames) / animation.seconds,
        animation.longest_ms
    )?;
    writeln!(
        out,
        "A table of {} tags, of which the session reads {}: {}\n",
        scroll.rows,
        scroll.read,
        scrolled(scroll)
    )?;
    writeln!(
        out,
        "Ten arrays with {} elements unfolded in it: their first elements were painted after {:.0} ms or less. {}\n",
        tree.rows,
        tree.unfolded,
        scrolled(tree)
    )?;
    writeln!(out, "| Goal | | Figure |\n|---|---|---|")?;
    for (goal, is_met, figure) in verdicts(job, figures) {
        let met = if is_met { "met" } else { "**missed**" };
        writeln!(out, "| {goal} | {met} | {figure} |")?;
    }
    writeln!(out)
}

fn scrolled(it: &Scroll) -> String {
    let mut leaps = it.leaps.clone();
    leaps.sort_by(f64::total_cmp);
    let middle = leaps.get(leaps.len() / 2).copied().unwrap_or_default();
    let worst = leaps.last().copied().unwrap_or_default();
    format!(
        "{} steps of scrolling, {} rows looked at as they were painted, {} of them blank. After a \
         leap to another part of the table, for which the old rows stay, its own rows stood there \
         after {middle:.0} ms (median; {worst:.0} ms at most).",
        it.steps, it.looked, it.blank
    )
}

fn write_memory(out: &mut String, about: &str, table: &Phase) -> fmt::Result {
    let (Some(first), Some(last)) = (table.memory.first(), table.memory.last()) else {
        return Ok(());
    };
    let (growth, mean) = table.growth();
    writeln!(
        out,
        "Memory of all processes with {about} in view (PSS: of what is shared, each its part): \
         {:.1} MB at the beginning, {:.1} MB at the end, {:.1} MB on average; the line through \
         {} samples grows by {:.1} MB in {:.1} minutes. RSS, in which what is shared counts more than \
         once: {:.1} MB, then {:.1} MB.\n",
        first.pss / 1e6,
        last.pss / 1e6,
        mean / 1e6,
        table.memory.len(),
        growth / 1e6,
        table.seconds / 60.0,
        first.rss / 1e6,
        last.rss / 1e6,
    )
}

/// Goals, whether they are met, and by what they are judged.
pub(super) fn verdicts(job: &Job, figures: &Figures) -> Vec<(String, bool, String)> {
    let mut verdicts = Vec::new();
    if let Some(table) = figures.phases.iter().find(|it| it.name == TABLE) {
        let (growth, mean) = table.growth();
        verdicts.push((
            format!("the table in view, every scan made: {:.0} % of a core or less", CORE * 100.0),
            table.core_at(job.interval_ms) <= CORE,
            format!(
                "{:.1} %; {:.1} % with the scans that took place",
                table.core_at(job.interval_ms) * 100.0,
                table.core() * 100.0
            ),
        ));
        verdicts.push((
            format!("memory is flat: it grows by {:.0} % or less", FLAT * 100.0),
            growth <= FLAT * mean,
            format!("{:.1} %", growth / mean * 100.0),
        ));
        verdicts.push((
            "no frame is lost".to_owned(),
            table.lost() == 0 && table.painted > 0,
            format!("{} of {}", table.lost(), table.delivered),
        ));
        verdicts.push((
            "a frame is painted of every scan".to_owned(),
            table.painted_per_scan() >= PAINTED,
            format!("{:.1} %", table.painted_per_scan() * 100.0),
        ));
    }
    if let Some(wide) = figures.phases.iter().find(|it| it.name == WIDE) {
        let (growth, mean) = wide.growth();
        verdicts.push((
            format!(
                "memory with {} tags is flat: it grows by {:.0} % or less",
                job.rows,
                FLAT * 100.0
            ),
            growth <= FLAT * mean && wide.lost() == 0,
            format!(
                "{:.1} %, {} of {} frames lost",
                growth / mean * 100.0,
                wide.lost(),
                wide.delivered
            ),
        ));
    }
    for (what, it) in [("rows", &figures.scroll), ("elements", &figures.tree)] {
        verdicts.push((
            format!("{} {what} scroll without a blank one", it.rows),
            it.blank == 0 && it.looked > 0,
            format!("{} blank", it.blank),
        ));
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::figures::{Memory, Process};

    fn figures(cpu: f64, growth: f64, painted: u32, blank: u32) -> Figures {
        let memory = (0..=60).map(f64::from).map(|at| {
            let pss = 100e6 + growth * at / 60.0;
            Memory { at, rss: pss, pss }
        });
        let table = Phase {
            name: TABLE.into(),
            seconds: 60.0,
            processes: vec![Process { program: PROGRAMS[0].into(), cpu }],
            memory: memory.collect(),
            scans: 600,
            delivered: 600,
            painted,
            ..Phase::default()
        };
        let scroll = Scroll {
            rows: 50,
            read: 50,
            steps: 1,
            looked: 20,
            blank,
            leaps: vec![1.0],
            unfolded: 0.0,
        };
        let tree = Scroll { rows: 100, blank: 0, ..scroll.clone() };
        Figures {
            phases: vec![table],
            animation: crate::ui::figures::Animation::default(),
            scroll,
            tree,
        }
    }

    #[test]
    fn each_goal_is_judged_by_its_own_figure() {
        let figures_of_it = std::path::PathBuf::new();
        let job = Job {
            tags: 1,
            rows: 50,
            leaves: 100,
            interval_ms: 100,
            long: 60.0,
            short: 6.0,
            figures: figures_of_it,
        };
        for (figures, expected) in [
            (figures(15.0, 1e6, 600, 0), [true; 6]),
            (figures(15.1, 1e6, 600, 0), [false, true, true, true, true, true]),
            (figures(15.0, 3e6, 600, 0), [true, false, true, true, true, true]),
            (figures(15.0, -9e6, 599, 0), [true, true, false, true, true, true]),
            (figures(15.0, 1e6, 590, 1), [true, true, false, false, false, true]),
        ] {
            let verdicts = verdicts(&job, &figures);
            let got: Vec<bool> = verdicts.iter().map(|it| it.1).collect();
            assert_eq!(got, expected, "{verdicts:?}");
        }
    }
}
