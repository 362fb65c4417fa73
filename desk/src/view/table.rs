use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which rows of a session's tags a screen wants to see. The answer says how many there are; the
/// rows themselves are pushed by topic `values`. A screen has one such window: the next call
/// changes it, and orders the rows again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenRows {
    /// The session; null: none, the pushes end.
    pub session: Option<String>,
    /// Part of a name or a comment, in any case; empty: all.
    #[serde(default)]
    pub search: String,
    /// The column of the order. The order is created by this call and then kept: rows don't move
    /// because values change.
    #[serde(default)]
    pub sort: Sort,
    /// The other way round.
    #[serde(default)]
    pub descending: bool,
    /// Only tags of this quality. Rows come and go as they become it.
    pub quality: Option<Quality>,
    /// Only what consumers ask for.
    #[serde(default)]
    pub requested: bool,
    /// Only these tags, at most 10,000: a watch list, in its order unless another one is selected;
    /// null: all.
    #[serde(default)]
    pub only: Option<Vec<String>>,
    /// The first row of the window, including pinned rows, which are before all others.
    #[serde(default)]
    pub offset: u32,
    /// How many rows, at most 500.
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

/// Whether to trust a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Quality {
    /// The controller's value as it was when it answered.
    Good,
    /// A value to be taken with care; the reason says why.
    Uncertain,
    /// No value; the reason says why.
    Bad,
}

/// How many rows there are. Frames carry it too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowCounts {
    /// Rows that pass search and filter.
    pub matching: u32,
    /// Of them, pinned ones; they are the first rows.
    pub pinned: u32,
    /// Tags of the session.
    pub all: u32,
    /// With a value.
    pub good: u32,
    /// With a value that should be taken with care.
    pub uncertain: u32,
    /// Without a value.
    pub bad: u32,
    /// Tags that consumers request.
    pub requested: u32,
}

/// The window's rows, or those of them that changed. The pushes of topic `values`: one whole, then
/// only what changed, at most ten a second; the next one comes only after `ack` of the one before.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// From 1 on, to be acknowledged by `ack`.
    pub frame: u32,
    /// The session.
    pub session: String,
    /// Which call of `rows` it belongs to, as the answer said: older ones are to be dropped.
    pub window: u32,
    /// When the scan began that the values are from; null: nothing was read yet.
    pub at: Option<f64>,
    /// How many rows there are.
    pub counts: RowCounts,
    /// The whole window; null: only what changed follows.
    pub whole: Option<Box<WholeRows>>,
    /// Which rows of the window the columns below are for, from 0; of a whole frame all, in order.
    pub rows: Vec<u32>,
    /// The value as short text, truncated if it is long. En dash: no value. Numbers have a decimal
    /// point and no thousands separator; `TRUE` and `FALSE` are `true` and `false`. With 2 in
    /// `qualities` it is the last good value, if there was one; `times` has its age.
    pub texts: Vec<String>,
    /// 0: good, 1: uncertain, 2: bad, 3: not read now, and shown as it was read last.
    pub qualities: Vec<u8>,
    /// Why not good: a stable code such as `unknown_tag`; with 3: `stopped`, `paused`,
    /// `not_connected`, `stale`; null with good.
    pub reasons: Vec<Option<String>>,
    /// When the answer arrived; null: with the scan that `at` names.
    pub times: Vec<Option<f64>>,
}

/// Columns of a window's rows that seldom change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WholeRows {
    /// How many of these are the table's first rows, which stay on the screen.
    pub head: u32,
    /// The number of the first row after them.
    pub offset: u32,
    /// The tags' names.
    pub names: Vec<String>,
    /// The controller's names of their types; empty where not known.
    pub types: Vec<String>,
    /// The project's data of them; empty if there is none.
    pub comments: Vec<String>,
    /// The units in the project; empty if it has none.
    pub units: Vec<String>,
    /// Their addresses in the controller, if the project contains them; empty: the name is the
    /// address.
    pub addresses: Vec<String>,
    /// Whether consumers ask for them.
    pub requested: Vec<bool>,
    /// Whether they are pinned.
    pub pinned: Vec<bool>,
    /// Which of the trend's letters they have, from 0; null: not in the trend.
    pub letters: Vec<Option<u32>>,
    /// How deep in its tag each lies, from 0 for the tag itself.
    pub levels: Vec<u8>,
    /// A part's addition to the name of the whole: `Speed`, `[3]`, `7`; a tag's complete name.
    pub labels: Vec<String>,
    /// The kind of parts of each row.
    pub kinds: Vec<RowKind>,
    /// Into how many parts; of `rest` how many elements are not shown.
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
    /// The number of this window, which its frames carry.
    pub window: u32,
    /// How many rows there are.
    pub counts: RowCounts,
    /// Which of `only` the session does not read: they can be asked for.
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

/// Tags whose last minute a screen wants to see.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LastMinuteOf {
    /// The session.
    pub session: String,
    /// Their names, at most 600.
    pub tags: Vec<String>,
}

/// The last minute of some tags: what small graphs begin with.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LastMinute {
    /// Of each tag, in the order asked: what it was at each second, the newest last, at most 61; bits
    /// are 0 and 1, null: no number was there.
    pub values: Vec<Vec<Option<f64>>>,
}

/// Rows to copy or to export.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TakeRows {
    /// The tags' names; null: all rows of the window's search and filter, in its order.
    pub tags: Option<Vec<String>>,
    /// The session.
    pub session: String,
}

/// Rows of the window's search and filter, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowsBetween {
    /// The session.
    pub session: String,
    /// The first of them, pinned rows counted.
    pub from: u32,
    /// The last of them; if it is before `from`, they are returned in reverse order.
    pub to: u32,
}

/// The tags of these rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowNames {
    /// Their names, from the first row on, at most 10,000.
    pub names: Vec<String>,
    /// How many rows there are between both places.
    pub rows: u32,
}

/// Rows with their whole values, by column.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TakenRows {
    /// The tags' names.
    pub names: Vec<String>,
    /// As in the service's JSON; null if there is no value, even if a last good value is known.
    #[ts(type = "unknown[]")]
    pub values: Vec<serde_json::Value>,
    /// The controller's names of their types; empty where not known.
    pub types: Vec<String>,
    /// As in frames: 0: good, 1: uncertain, 2: bad, 3: not read now, and as it was read last.
    pub qualities: Vec<u8>,
    /// Why not good, or not read: a stable code.
    pub reasons: Vec<Option<String>>,
    /// When the answer arrived.
    pub times: Vec<f64>,
    /// The project's data of them; empty if there is none.
    pub comments: Vec<String>,
    /// The units in the project; empty if it has none.
    pub units: Vec<String>,
    /// Their addresses in the controller, if the project contains them; empty: the name is the
    /// address.
    pub addresses: Vec<String>,
}
