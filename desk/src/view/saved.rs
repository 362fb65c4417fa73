use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The watch lists and trends that were saved for a project. Exported, they are a file of this form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedViews {
    /// The watch lists, by name.
    pub lists: Vec<SavedList>,
    /// The trends, by name.
    pub trends: Vec<SavedTrend>,
}

/// A watch list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedList {
    /// Its name.
    pub name: String,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A trend, and how it is looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedTrend {
    /// Its name.
    pub name: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The time up to the newest value, in milliseconds.
    pub span: f64,
    /// A part of the past instead; null: the newest values.
    pub zoom: Option<SavedRange>,
    /// All curves are on one axis.
    pub is_one_axis: bool,
    /// Ends of a tag's scale that a person set.
    pub scales: BTreeMap<String, [f64; 2]>,
}

/// A time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedRange {
    /// The start.
    pub from: f64,
    /// The end.
    pub to: f64,
}

/// The watch lists and trends of a project, from now on.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveViews {
    /// As in the list of projects.
    pub project: String,
    /// All of them.
    pub views: SavedViews,
}
