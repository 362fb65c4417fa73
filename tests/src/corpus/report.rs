//! The results of a corpus, as figures and lines.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
    path::Path,
};

use serde_json::Value;

/// Maximum number of lines of one kind.
const LINES: usize = 40;

/// The results of all projects of a folder.
#[derive(Debug, Default)]
pub struct Report {
    figures: BTreeMap<&'static str, u64>,
    unread: BTreeMap<String, u64>,
    rules: BTreeMap<String, u64>,
    refused_renames: BTreeMap<String, u64>,
    not_decoded: BTreeMap<String, u64>,
    /// The errors, by kind.
    wrong: BTreeMap<&'static str, Vec<String>>,
    /// The results that a person should check, by kind.
    remarks: BTreeMap<&'static str, Vec<String>>,
    slowest: (f64, String),
    largest: (u64, String),
}

impl Report {
    pub(super) fn new(folder: &Path, rows: &[Value], compared: &[Value]) -> Self {
        let mut report = Self::default();
        for (row, compared) in rows.iter().zip(compared) {
            let path = Path::new(row["path"].as_str().unwrap_or_default());
            let path = path.strip_prefix(folder).unwrap_or(path).display().to_string();
            report.add(&path, &row["seen"], compared);
        }
        report
    }

    /// Whether no process crashed, no name was lost, each value is as the other program decoded it,
    /// and each rename was complete.
    pub fn holds(&self) -> bool {
        self.wrong.is_empty()
    }

    /// A count: `projects`, `names`, `values`, `renames`.
    pub fn figure(&self, name: &str) -> u64 {
        self.figures.get(name).copied().unwrap_or_default()
    }

    fn add(&mut self, path: &str, seen: &Value, compared: &Value) {
        *self.figures.entry("projects").or_default() += 1;
        if let Some(crash) = seen["crash"].as_str() {
            self.wrong.entry("crashes").or_default().push(format!("{path}: {crash}"));
            return;
        }
        if let Some(refused) = seen["refused"].as_str() {
            *self.figures.entry("refused").or_default() += 1;
            self.remarks.entry("refused").or_default().push(format!("{path}: {refused}"));
            return;
        }
        *self.figures.entry("units").or_default() += seen["units"].as_u64().unwrap_or_default();
        add_counts(&mut self.unread, &seen["unread"]);
        add_counts(&mut self.not_decoded, &compared["not_decoded"]);
        let seconds = seen["seconds"].as_f64().unwrap_or_default();
        if seconds > self.slowest.0 {
            self.slowest = (seconds, path.to_owned());
        }
        let memory = seen["memory_kib"].as_u64().unwrap_or_default();
        if memory > self.largest.0 {
            self.largest = (memory, path.to_owned());
        }
        for failed in texts(&seen["failed"]) {
            self.wrong.entry("phases that failed").or_default().push(format!("{path}: {failed}"));
        }
        for error in texts(&seen["errors"]).filter_map(Value::as_str) {
            let rule = error.split(' ').next().unwrap_or_default().to_owned();
            *self.rules.entry(rule).or_default() += 1;
            self.remarks
                .entry("findings of severity error")
                .or_default()
                .push(format!("{path}: {error}"));
        }
        for rename in texts(&seen["renames"]) {
            *self.figures.entry("renames").or_default() += 1;
            if let Some(code) = rename["refused"].as_str() {
                *self.refused_renames.entry(code.to_owned()).or_default() += 1;
                let (name, why) = (&rename["name"], &rename["why"]);
                let line = format!("{path}: {name}: {code}: {why}");
                self.remarks.entry("renames that are not planned").or_default().push(line);
            }
        }
        for name in ["names", "values"] {
            *self.figures.entry(name).or_default() += compared[name].as_u64().unwrap_or_default();
        }
        for (kind, field) in [
            ("names lost", "lost"),
            ("values that differ", "different"),
            ("words left by renames", "left"),
        ] {
            for line in texts(&compared[field]).filter_map(Value::as_str) {
                self.wrong.entry(kind).or_default().push(format!("{path}: {line}"));
            }
        }
    }
}

fn texts(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn add_counts(counts: &mut BTreeMap<String, u64>, more: &Value) {
    for (name, count) in more.as_object().into_iter().flatten() {
        *counts.entry(name.clone()).or_default() += count.as_u64().unwrap_or_default();
    }
}

impl Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in &self.figures {
            writeln!(out, "{name}: {count}")?;
        }
        for (title, counts) in [
            ("units not read whole", &self.unread),
            ("findings of severity error", &self.rules),
            ("renames that are not planned", &self.refused_renames),
            ("values without an independent decoder", &self.not_decoded),
        ] {
            let counts: Vec<String> =
                counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            writeln!(
                out,
                "{title}: {}",
                if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
            )?;
        }
        writeln!(out, "slowest: {:.1} s, {}", self.slowest.0, self.slowest.1)?;
        writeln!(out, "most memory: {} MiB, {}", self.largest.0 / 1024, self.largest.1)?;
        for (kind, lines) in self.wrong.iter().chain(&self.remarks) {
            writeln!(out, "\n{kind}: {}", lines.len())?;
            for line in lines.iter().take(LINES) {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }
}
