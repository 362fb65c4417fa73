//! A screen's window into the table, and its updates.

use std::{collections::HashSet, sync::Arc};

use tagbridge_api::hmi::{GroupedTags, Quality as ApiQuality, Reason, TagValue};
use tagbridge_bridge::LiveView;

use super::{
    ROWS_MAX, TagMetadata, counts,
    lines::{Line, TableRows},
    order::{RowOrder, is_by_values, of_quality, order},
    quality, quality_code,
};
use crate::{
    parts::LastGood,
    text::short,
    time::millis,
    view::{Frame, OpenRows, RowCounts, WholeRows},
};

/// A screen's window.
pub(crate) struct Window {
    pub(crate) number: u32,
    pub(crate) session: String,
    request: OpenRows,
    /// The names of the expanded rows.
    unfolded: HashSet<String>,
    /// The tags that match the filter.
    order: RowOrder,
    /// The tags of all qualities that match the filter otherwise, if their order does not depend on
    /// values.
    of_every_quality: Option<RowOrder>,
    /// The rows: these tags, and their parts.
    lines: TableRows,
    /// The values that determined the order.
    ordered: Option<Arc<LiveView>>,
    /// The filter selects other tags than when the order was created, for any qualities.
    members_due: bool,
    /// The displayed rows.
    shown: Vec<Shown>,
    /// The sources of the last frame.
    last: Option<Arc<LiveView>>,
    /// Why its tags are not read now; `None` if they are read.
    unread: Option<&'static str>,
    /// The last good values of the tags that have none now.
    was: Arc<LastGood>,
    whole_due: bool,
}

/// The displayed data of a row.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    text: String,
    quality: u8,
    reason: Option<&'static str>,
    /// `None`: the time of the scan.
    time: Option<f64>,
}

impl Window {
    pub(crate) fn new(
        number: u32,
        session: String,
        mut request: OpenRows,
        (view, unread): (Option<Arc<LiveView>>, Option<&'static str>),
        metadata: &TagMetadata,
    ) -> Self {
        request.limit = request.limit.min(ROWS_MAX);
        let unfolded = std::mem::take(&mut request.unfolded).into_iter().collect();
        let mut it = Self {
            number,
            session,
            request,
            unfolded,
            order: (Vec::new(), 0),
            of_every_quality: None,
            lines: TableRows::default(),
            ordered: None,
            members_due: false,
            shown: Vec::new(),
            last: None,
            unread,
            was: Arc::default(),
            whole_due: true,
        };
        if let Some(view) = view {
            it.reorder(&view, metadata);
        }
        it
    }

    /// Sets whether its tags are read, or the reason why not, and their last good values.
    pub(crate) fn set_availability(&mut self, unread: Option<&'static str>, was: Arc<LastGood>) {
        self.whole_due |= self.unread != unread;
        self.members_due |= self.unread.is_some() != unread.is_some();
        self.unread = unread;
        if !Arc::ptr_eq(&self.was, &was) {
            self.was = was;
            self.last = None;
        }
    }

    /// Number of rows.
    pub(crate) fn counts(&self, view: Option<&LiveView>, metadata: &TagMetadata) -> RowCounts {
        let mut all = view.map_or_else(RowCounts::default, |it| counts(&it.tags, metadata));
        if self.unread.is_some() {
            all = RowCounts { good: 0, uncertain: 0, bad: 0, ..all };
        }
        let matching = crate::time::small(self.lines.len());
        RowCounts { matching, pinned: self.lines.pinned, ..all }
    }

    /// The names of all matching rows, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        let tags = self.ordered.as_deref().map(|it| &it.tags);
        self.lines.iter().filter_map(move |line| self.lines.name(line, tags?))
    }

    /// Makes the next frame complete, because data other than the values changed.
    pub(crate) fn renew(&mut self, view: Option<&Arc<LiveView>>, metadata: &TagMetadata) {
        if let Some(view) = view {
            self.reorder(view, metadata);
        }
        self.whole_due = true;
    }

    /// The changes since the last frame; `None` if there are none.
    pub(crate) fn frame(
        &mut self,
        number: u32,
        view: Option<&Arc<LiveView>>,
        metadata: &TagMetadata,
    ) -> Option<Frame> {
        let Some(view) = view else {
            // No tag was read yet. This is sent once.
            return std::mem::take(&mut self.whole_due).then(|| self.empty(number));
        };
        if !self.whole_due && self.last.as_ref().is_some_and(|it| Arc::ptr_eq(it, view)) {
            return None;
        }
        let is_old = self.ordered.as_ref().is_none_or(|it| !it.tags.has_names_of(&view.tags));
        if is_old {
            self.reorder(view, metadata);
            self.whole_due = true;
        } else if let Some(order) = self.other_members(view, metadata) {
            self.take_order(order, view, metadata);
            self.whole_due = true;
        } else if self.lines.is_old(&view.tags, metadata) {
            self.lines = TableRows::new(&self.order, &self.unfolded, &view.tags, metadata);
            self.whole_due = true;
        }
        let mut frame = self.empty(number);
        frame.at = Some(millis(view.timestamp));
        frame.counts = self.counts(Some(view), metadata);
        let whole = std::mem::take(&mut self.whole_due);
        if whole {
            self.shown.clear();
            frame.whole = Some(Box::new(self.whole(view, metadata)));
        }
        for (row, line) in self.shown_lines().collect::<Vec<_>>().into_iter().enumerate() {
            let Some(value) = self.lines.value(line, &view.tags) else { continue };
            let was = self.lines.last_good(line, &view.tags, &self.was);
            let now = Shown::of(&value, view, self.unread, was.as_deref());
            match self.shown.get_mut(row) {
                Some(before) if *before == now => continue,
                Some(before) => *before = now.clone(),
                None => self.shown.push(now.clone()),
            }
            frame.rows.push(crate::time::small(row));
            frame.texts.push(now.text);
            frame.qualities.push(now.quality);
            frame.reasons.push(now.reason.map(str::to_owned));
            frame.times.push(now.time);
        }
        self.last = Some(Arc::clone(view));
        Some(frame)
    }

    fn reorder(&mut self, view: &Arc<LiveView>, metadata: &TagMetadata) {
        self.of_every_quality = None;
        let order = self.matching_rows(view, metadata);
        self.take_order(order, view, metadata);
    }

    fn take_order(&mut self, order: RowOrder, view: &Arc<LiveView>, metadata: &TagMetadata) {
        self.order = order;
        self.lines = TableRows::new(&self.order, &self.unfolded, &view.tags, metadata);
        self.ordered = Some(Arc::clone(view));
    }

    /// A tag that is not read has no quality.
    fn matching_rows(&mut self, view: &LiveView, metadata: &TagMetadata) -> RowOrder {
        self.members_due = false;
        let (tags, request) = (&view.tags, &self.request);
        match request.quality {
            Some(_) if self.unread.is_some() => RowOrder::default(),
            Some(of) if !is_by_values(request.sort) => {
                let all = || order(tags, metadata, request, None);
                of_quality(self.of_every_quality.get_or_insert_with(all), tags, of)
            }
            of => order(tags, metadata, request, of),
        }
    }

    /// The rows that match the filter now, if they differ from those of the current order. Only the
    /// qualities of the tags that were read since then are checked: usually none has changed.
    fn other_members(&mut self, view: &LiveView, metadata: &TagMetadata) -> Option<RowOrder> {
        let of = self.request.quality?;
        let ordered = Arc::clone(self.ordered.as_ref()?);
        let is_of = |tags: &GroupedTags, place: &usize| {
            tags.get_index(*place).is_some_and(|(_, it)| quality(it.quality) == of)
        };
        let others = view.tags.requalified_since(&ordered.tags);
        let mut others = others.iter();
        let may_be = others.any(|it| is_of(&view.tags, it) != is_of(&ordered.tags, it));
        if !may_be && !self.members_due {
            return None;
        }
        let order = self.matching_rows(view, metadata);
        let sorted = |places: &[u32]| {
            let mut places = places.to_vec();
            places.sort_unstable();
            places
        };
        (sorted(&order.0) != sorted(&self.order.0)).then_some(order)
    }

    /// Number of the window's rows that are pinned ones from before its offset.
    fn head(&self) -> u32 {
        self.request.head.min(self.lines.pinned).min(self.request.offset).min(ROWS_MAX)
    }

    /// The rows in the window.
    fn shown_lines(&self) -> impl Iterator<Item = Line> {
        let (offset, limit) = (self.request.offset as usize, self.request.limit as usize);
        let head = self.lines.iter().take(self.head() as usize);
        head.chain(self.lines.iter().skip(offset).take(limit))
    }

    fn whole(&self, view: &LiveView, metadata: &TagMetadata) -> WholeRows {
        let (head, offset) = (self.head(), self.request.offset);
        let mut it = WholeRows { head, offset, ..WholeRows::default() };
        for line in self.shown_lines() {
            self.lines.describe(line, (&view.tags, metadata, &self.unfolded), &mut it);
        }
        it
    }

    fn empty(&self, number: u32) -> Frame {
        Frame {
            frame: number,
            session: self.session.clone(),
            window: self.number,
            at: None,
            counts: RowCounts::default(),
            whole: None,
            rows: Vec::new(),
            texts: Vec::new(),
            qualities: Vec::new(),
            reasons: Vec::new(),
            times: Vec::new(),
        }
    }
}

impl Shown {
    fn of(
        value: &TagValue,
        view: &LiveView,
        unread: Option<&'static str>,
        was: Option<&TagValue>,
    ) -> Self {
        let seen = was.filter(|_| value.quality == ApiQuality::Bad).unwrap_or(value);
        let (began, at) = (millis(view.timestamp), millis(seen.timestamp));
        let is_of_scan = (began..=began + view.duration_ms + 1.0).contains(&at);
        Self {
            text: short(&seen.value),
            quality: quality_code(value.quality, unread.is_some()),
            reason: unread.or(value.reason.map(Reason::as_str)),
            time: (!is_of_scan).then_some(at),
        }
    }
}
