//! The communication log: the frames of all sessions, in a readable form.
//!
//! The drivers record bytes. Here they are split into frames, decoded, and paired: each response
//! with its request, and the time between them. Only the summary of a frame is stored with the
//! recording; its fields are decoded again when they are displayed.

mod file;
mod frame;
mod frame_splitter;
mod frame_text;
mod search;
mod source;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use tagbridge_driver::Traffic;
use tagbridge_drivers::Protocol;

use self::source::Source;
pub(crate) use self::{file::pcapng, frame::Frame, frame_text::FrameText, search::Search};
use crate::lock::lock;

/// All recorded frames, in the order of decoding.
#[derive(Default)]
pub(crate) struct WireLog(Mutex<Log>);

#[derive(Default)]
pub(crate) struct Log {
    sources: Vec<Source>,
    frames: VecDeque<Frame>,
    next: u32,
}

impl WireLog {
    /// Reads the log, after adding the newly recorded bytes.
    pub(crate) fn look<T>(
        &self,
        wires: &[(String, &'static Protocol, Arc<Traffic>)],
        look: impl FnOnce(&Log) -> T,
    ) -> T {
        let mut log = lock(&self.0);
        log.refresh(wires);
        look(&log)
    }
}

impl Log {
    fn refresh(&mut self, wires: &[(String, &'static Protocol, Arc<Traffic>)]) {
        let is_there = |it: &Source| wires.iter().any(|(_, _, traffic)| it.is_of(traffic));
        self.sources.retain(is_there);
        for (name, protocol, traffic) in wires {
            if !self.sources.iter().any(|it| it.is_of(traffic)) {
                self.sources.push(Source::new(name, protocol, Arc::clone(traffic)));
            }
        }
        let mut came: Vec<Frame> = self.sources.iter_mut().flat_map(Source::take).collect();
        came.sort_by_key(|it| it.at);
        for mut frame in came {
            self.next += 1;
            frame.number = self.next;
            let source = self.sources.iter_mut().find(|it| it.is_of(&frame.traffic));
            if let Some(answered) = source.and_then(|it| it.pair(&mut frame))
                && let Ok(place) = self.frames.binary_search_by_key(&answered, |it| it.number)
            {
                let request = &mut self.frames[place];
                request.other = Some(frame.number);
                request.took = frame.took;
            }
            self.frames.push_back(frame);
        }
        // Dropped frames and frames of an earlier recording are no longer shown.
        let sources = &self.sources;
        let is_kept = |it: &Frame| {
            sources
                .iter()
                .any(|source| source.is_of(&it.traffic) && source.has_chunk(it.place.chunk))
        };
        if !self.frames.iter().all(is_kept) {
            self.frames.retain(is_kept);
        }
    }

    /// The frames of a session; `None`: of all.
    pub(crate) fn of(&self, session: Option<&str>) -> impl Iterator<Item = &Frame> {
        self.frames.iter().filter(move |it| session.is_none_or(|name| *it.session == *name))
    }

    pub(crate) fn frame(&self, number: u32) -> Option<&Frame> {
        let place = self.frames.binary_search_by_key(&number, |it| it.number).ok()?;
        self.frames.get(place)
    }
}
