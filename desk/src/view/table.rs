use serde::{Deserialize, Serialize};
use tagbridge_texts::Language;
use ts_rs::TS;

/// The rows of a session's tags to show on a screen. The answer has the number of rows; topic
/// `values` pushes the rows themselves. A screen has one such window: the next call changes it, and
/// sorts the rows again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenRows {
    /// The session; null: close the window, the pushes end.
    pub session: Option<String>,
    /// Part of a name, an address, or a comment in any language; empty: all tags. Case is ignored.
    #[serde(default)]
    pub search: String,
    /// The language of the comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
    /// The sort column. The order stays as this call creates it: rows do not move when values
    /// change.
    #[serde(default)]
    pub sort: Sort,
    /// Whether to sort in descending order.
    #[serde(default)]
    pub descending: bool,
    /// Only tags of this quality. Rows appear and disappear when their quality changes.
    pub quality: Option<Quality>,
    /// Only tags that consumers request.
    #[serde(default)]
    pub requested: bool,
    /// Only these tags, at most 10,000: a watch list, in its order unless another one is selected;
    /// null: all.
    #[serde(default)]
    pub only: Option<Vec<String>>,
    /// The first row of the window, including pinned rows, which are before all others.
    #[serde(default)]
    pub offset: u32,
    /// The number of rows, at most 500.
    pub limit: u32,
    /// The names of the expanded rows.
    #[serde(default)]
    pub unfolded: Vec<String>,
    /// Number of pinned rows, the table's first, that the window also contains: they stay on the
    /// screen.
    #[serde(default)]
    pub head: u32,
}

/// The columns by which rows can be ordered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Sort {
    /// The session's own order.
    #[default]
    Given,
    /// Name, numbers in it by their size.
    Name,
    /// Value: numbers by size, then text.
    Value,
    /// The type's name.
    Type,
    /// The worst first.
    Quality,
    /// The newest first.
    Age,
    /// Comment.
    Comment,
}

/// The quality of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Quality {
    /// The controller's value at the time of its response.
    Good,
    /// An uncertain value, with a reason.
    Uncertain,
    /// No value, with a reason.
    Bad,
}

/// Numbers of rows, also in each frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowCounts {
    /// Rows that match the search and the filter.
    pub matching: u32,
    /// Pinned rows among them; they are the first rows.
    pub pinned: u32,
    /// Tags of the session.
    pub all: u32,
    /// With a value.
    pub good: u32,
    /// With an uncertain value.
    pub uncertain: u32,
    /// Without a value.
    pub bad: u32,
    /// Tags that consumers request.
    pub requested: u32,
}

/// The window's rows, or the changed ones. Topic `values` pushes one complete frame, then the
/// changes, at most ten per second. Each frame is sent after `ack` of the previous one.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// The number, from 1, for `ack`.
    pub frame: u32,
    /// The session.
    pub session: String,
    /// The number of the window, from the answer of `rows`. Frames of an older window must be
    /// dropped.
    pub window: u32,
    /// The start of the scan of the values; null: no scan yet.
    pub at: Option<f64>,
    /// The numbers of rows.
    pub counts: RowCounts,
    /// The complete window; null: the columns below have only the changes.
    pub whole: Option<Box<WholeRows>>,
    /// The rows of the window to which the columns below belong, from 0; a complete frame has all
    /// rows.
    pub rows: Vec<u32>,
    /// The values as short text, truncated if they are long. En dash: no value. Numbers have a
    /// decimal point and no thousands separator; bits are `true` and `false`. If `qualities` is 2,
    /// it is the last good value, if any; `times` has its time.
    pub texts: Vec<String>,
    /// 0: good, 1: uncertain, 2: bad, 3: not read now, with the last read value.
    pub qualities: Vec<u8>,
    /// Why the quality is not good: a stable code such as `unknown_tag`; for 3: `stopped`,
    /// `paused`,
    /// `not_connected`, `stale`; null if it is good.
    pub reasons: Vec<Option<String>>,
    /// When the response arrived; null: in the scan of `at`.
    pub times: Vec<Option<f64>>,
}

/// Columns of a window's rows that seldom change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WholeRows {
    /// The number of fixed rows, which are the table's first rows.
    pub head: u32,
    /// The number of the first row after the fixed ones.
    pub offset: u32,
    /// The tags' names.
    pub names: Vec<String>,
    /// The controller's names of their types; empty if not known.
    pub types: Vec<String>,
    /// The comments in the project, in the requested language; empty if it has no comment.
    pub comments: Vec<String>,
    /// The units in the project; empty if it has none.
    pub units: Vec<String>,
    /// Their addresses as the vendor's editor writes them: `%I0.3`, `Local:1:I.Data.3`; empty: the
    /// name is the address.
    pub addresses: Vec<String>,
    /// Whether consumers request them.
    pub requested: Vec<bool>,
    /// Whether they are pinned.
    pub pinned: Vec<bool>,
    /// Their letters in the trend, from 0; null: not in the trend.
    pub letters: Vec<Option<u32>>,
    /// The depth in the tag, 0 for the tag itself.
    pub levels: Vec<u8>,
    /// A part's addition to the name of the whole: `Speed`, `[3]`, `7`; a tag's complete name.
    pub labels: Vec<String>,
    /// The kind of parts of each row.
    pub kinds: Vec<RowKind>,
    /// The number of parts; for `rest` the number of hidden elements.
    pub parts: Vec<u32>,
    /// Whether it is expanded.
    pub unfolded: Vec<bool>,
}

/// The kind of parts of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RowKind {
    /// No parts.
    Leaf,
    /// Members.
    Structure,
    /// Elements.
    Array,
    /// Bits; it also has its own value.
    Bits,
    /// It represents elements that are not shown.
    Rest,
}

/// The answer of `rows`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowsOpened {
    /// The number of this window, as in its frames.
    pub window: u32,
    /// The numbers of rows.
    pub counts: RowCounts,
    /// The tags of `only` that the session does not read; they can be requested.
    pub missing: Vec<String>,
}

/// A frame that was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Ack {
    /// Its number.
    pub frame: u32,
}

/// One tag of a session.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OneTag {
    /// The session.
    pub session: String,
    /// The tag's name.
    pub tag: String,
}

/// A tag to pin or unpin.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Pin {
    /// The session.
    pub session: String,
    /// The tag's name.
    pub tag: String,
    /// Whether it is pinned.
    pub pinned: bool,
}

/// Tags whose last minute is shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LastMinuteOf {
    /// The session.
    pub session: String,
    /// Their names, at most 600.
    pub tags: Vec<String>,
}

/// The last minute of some tags, for small graphs.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LastMinute {
    /// For each tag, in the requested order: its value at each second, the newest last, at most 61.
    /// Bits are 0 and 1; null: no number.
    pub values: Vec<Vec<Option<f64>>>,
}

/// Rows to copy or to export.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TakeRows {
    /// The tags' names; null: all rows of the window's search and filter, in its order.
    pub tags: Option<Vec<String>>,
    /// The language of the comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
    /// The session.
    pub session: String,
}

/// Rows of the window's search and filter, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowsBetween {
    /// The session.
    pub session: String,
    /// The first row, including pinned rows.
    pub from: u32,
    /// The last row; if it is before `from`, the rows are returned in reverse order.
    pub to: u32,
}

/// The tags of these rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowNames {
    /// Their names, from the first row on, at most 10,000.
    pub names: Vec<String>,
    /// The number of rows between both.
    pub rows: u32,
}

/// Rows with their complete values, by column.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TakenRows {
    /// The tags' names.
    pub names: Vec<String>,
    /// The values as in the service's JSON; null without a value, even if a last good value is
    /// known.
    #[ts(type = "unknown[]")]
    pub values: Vec<serde_json::Value>,
    /// The controller's names of their types; empty if not known.
    pub types: Vec<String>,
    /// As in frames: 0: good, 1: uncertain, 2: bad, 3: not read now, with the last read value.
    pub qualities: Vec<u8>,
    /// Why the quality is not good, or why it is not read: a stable code.
    pub reasons: Vec<Option<String>>,
    /// When the response arrived.
    pub times: Vec<f64>,
    /// The comments in the project, in the requested language; empty if it has no comment.
    pub comments: Vec<String>,
    /// The units in the project; empty if it has none.
    pub units: Vec<String>,
    /// Their addresses as the vendor's editor writes them: `%I0.3`, `Local:1:I.Data.3`; empty: the
    /// name is the address.
    pub addresses: Vec<String>,
}
