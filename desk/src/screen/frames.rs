//! The communication log on a screen.
#![expect(
    clippy::needless_pass_by_value,
    reason = "all commands have one shape: of a screen, arguments by value"
)]

use base64::{Engine, prelude::BASE64_STANDARD};

use super::Screen;
use crate::{
    failures::{invalid, not_found},
    problem::{MissingThing, Problem, Remedy},
    time::{count, instant, small},
    view::{
        Failure, FrameDetail, FrameField, FrameFilter, FrameItem, FrameSummary, Frames, ListFrames,
        MadeFile, OneFrame, SaveFrames,
    },
    wire::{Frame, Search, pcapng},
};

/// Maximum number of requested rows.
const ROWS: u32 = 200;
/// Maximum number of displayed items of a frame.
const ITEMS: usize = 500;
/// Maximum number of displayed bytes of a frame.
const BYTES: usize = 4096;

impl Screen {
    pub(crate) fn frames(&self, list: ListFrames) -> Result<Frames, Failure> {
        if list.count > ROWS {
            return Err(invalid(&Problem::TooManyLines, &Remedy::ReloadOldScreen));
        }
        let recordings = self.desk.recordings(list.session.as_deref());
        Ok(self.desk.wire_log(|log| {
            let frames: Vec<&Frame> = log.of(list.session.as_deref()).collect();
            let of_kind = |it: &&&Frame| match list.only {
                FrameFilter::All => true,
                FrameFilter::Unanswered => it.is_unanswered(),
                FrameFilter::Refused => it.is_refused(),
            };
            let mut search = Search::new(&list.search);
            let fitting: Vec<&Frame> = frames
                .iter()
                .filter(of_kind)
                .copied()
                .filter(|it| search.matches_frame(it))
                .collect();
            let matched = small(fitting.len());
            let from = list.from.unwrap_or(u32::MAX).min(matched.saturating_sub(list.count));
            let rows = fitting.iter().skip(from as usize).take(list.count as usize);
            Frames {
                total: small(frames.len()),
                bytes: frames.iter().map(|it| count(it.bytes as u64)).sum(),
                since: frames.first().map(|it| instant(it.at)),
                dropped: recordings.0,
                unanswered: small(frames.iter().filter(|it| it.is_unanswered()).count()),
                refused: small(frames.iter().filter(|it| it.is_refused()).count()),
                matched,
                from,
                rows: rows.map(|it| summary(it)).collect(),
                until: recordings.1,
            }
        }))
    }

    pub(crate) fn one_frame(&self, one: OneFrame) -> Result<FrameDetail, Failure> {
        let frame = self.desk.wire_log(|log| log.frame(one.number).cloned());
        let frame = frame.ok_or_else(|| {
            not_found(MissingThing::Frame, &one.number.to_string(), &Remedy::RecordAgain)
        })?;
        let bytes = if frame.is_hidden() { Vec::new() } else { frame.bytes() };
        let it = (frame.protocol.dissector.dissect)(&bytes, frame.is_ours);
        let (fields, came) =
            if frame.is_hidden() { Default::default() } else { (it.fields, it.items) };
        // A response has its items in the order of the request.
        let items = came.iter().enumerate().map(|(place, item)| FrameItem {
            tags: frame.tags.get(place).cloned().unwrap_or_default(),
            bytes: (item.bytes > 0).then(|| small(item.bytes)),
            refused: item.refused.clone(),
        });
        Ok(FrameDetail {
            summary: summary(&frame),
            protocol: frame.protocol.name.to_owned(),
            local: frame.wire.local.to_string(),
            peer: frame.wire.peer.to_string(),
            fields: fields
                .into_iter()
                .map(|it| FrameField {
                    depth: it.depth.into(),
                    at: small(it.at),
                    bytes: small(it.len),
                    name: it.name.into_owned(),
                    value: it.value,
                })
                .collect(),
            item_count: small(came.len()),
            items: items.take(ITEMS).collect(),
            hex: bytes
                .iter()
                .take(BYTES)
                .fold(String::new(), |text, byte| text + &format!("{byte:02x}")),
            is_hidden: frame.is_hidden(),
        })
    }

    pub(crate) fn save_frames(&self, save: SaveFrames) -> Result<MadeFile, Failure> {
        self.no_path(save.path.is_some())?;
        let made = self.desk.wire_log(|log| {
            let frames: Vec<&Frame> = log.of(save.session.as_deref()).collect();
            if frames.is_empty() {
                return Err(Failure::new(
                    "refused",
                    &Problem::NothingRecorded,
                    &Remedy::RecordAgain,
                ));
            }
            pcapng(&frames).map_err(|error| {
                let problem = Problem::FramesNotPacked { why: error.to_string() };
                Failure::new("internal", &problem, &Remedy::Report)
            })
        });
        let made = made?;
        let name = format!("{}.pcapng", save.session.as_deref().unwrap_or("tagbridge"));
        let Some(path) = save.path else {
            return Ok(MadeFile { name, bytes: Some(BASE64_STANDARD.encode(made)) });
        };
        std::fs::write(&path, made).map_err(|why| {
            let problem = Problem::FileNotSaved { path: path.into(), why };
            Failure::new("disk", &problem, &Remedy::AnotherFolder)
        })?;
        Ok(MadeFile { name, bytes: None })
    }
}

fn summary(frame: &Frame) -> FrameSummary {
    FrameSummary {
        number: frame.number,
        session: frame.session.to_string(),
        at: instant(frame.at),
        is_ours: frame.is_ours,
        said: frame.said(),
        code: frame.code.clone(),
        bytes: small(frame.bytes),
        took: frame.took.map(|it| it.as_secs_f64() * 1000.0),
        other: frame.other,
        is_unanswered: frame.is_unanswered(),
        is_refused: frame.is_refused(),
    }
}
