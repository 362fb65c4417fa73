use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The saved watch lists and trends of a project. An exported file has the same format.
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

/// A trend, and how it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedTrend {
    /// Its name.
    pub name: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The displayed time up to the newest value, in milliseconds.
    pub span: f64,
    /// A displayed period in the past; null: the newest values.
    pub zoom: Option<SavedRange>,
    /// Whether all curves share one axis.
    pub is_one_axis: bool,
    /// The scale limits that the user set, by tag.
    pub scales: BTreeMap<String, [f64; 2]>,
}

/// A period.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedRange {
    /// The start.
    pub from: f64,
    /// The end.
    pub to: f64,
}

/// New watch lists and trends of a project.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveViews {
    /// As in the list of projects.
    pub project: String,
    /// All watch lists and trends.
    pub views: SavedViews,
}
