//! The blocks of one file of a recording, in order.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use crate::{
    block::Block,
    frame::{Frame, Kind, frames},
    gap::FileGaps,
    head::Head,
    names::Names,
};

/// A block of a file, or the period of blocks that cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// `None`: damaged.
    pub(crate) frame: Option<Frame>,
    pub(crate) from_ms: i64,
    pub(crate) to_ms: i64,
    pub(crate) names: Arc<Names>,
}

/// The contents of a file.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) path: PathBuf,
    pub(crate) head: Option<Head>,
    pub(crate) pieces: Vec<Piece>,
    /// The newest frame of an incident.
    pub(crate) incident: Option<Frame>,
    pub(crate) project: Option<Frame>,
    /// Number of unreadable bytes, without those of a block that was not completely written.
    pub(crate) lost_bytes: u64,
    gaps: OnceLock<FileGaps>,
}

impl Piece {
    /// Whether its first scan has all tags.
    pub(crate) fn is_complete(&self) -> bool {
        self.frame.is_some_and(|it| it.kind == Kind::Complete)
    }
}

impl Contents {
    /// Reads the headers of the frames, and the names.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let (all, unread) = frames(&mut file, 0)?;
        let mut it = Self { path: path.to_owned(), ..Self::default() };
        let mut names = Arc::new(Names::default());
        let mut unread = unread.into_iter().peekable();
        let mut to_ms = all.first().map_or(0, |it| it.from_ms);
        for (place, frame) in all.iter().enumerate() {
            while let Some(lost) = unread.next_if(|it| it.behind <= place) {
                it.lost_bytes += lost.length;
                it.lose((to_ms, frame.from_ms), &names);
            }
            let mut payload = || frame.payload(&mut file).ok();
            match frame.kind {
                Kind::Head => {
                    // A new part has its own numbers.
                    names = Arc::default();
                    let head = payload().and_then(|it| Head::read(&it));
                    it.head = it.head.or(head);
                }
                Kind::Names => {
                    let taken = payload().and_then(|it| Arc::make_mut(&mut names).read(&it));
                    if taken.is_none() {
                        it.lost_bytes += u64::from(frame.length);
                    }
                }
                Kind::Complete | Kind::Changes => {
                    let (from_ms, names) = (frame.from_ms, Arc::clone(&names));
                    let (frame, to) = (Some(*frame), frame.to_ms);
                    it.pieces.push(Piece { frame, from_ms, to_ms: to, names });
                    to_ms = to;
                }
                Kind::Incident => it.incident = Some(*frame),
                Kind::Project => it.project = Some(*frame),
            }
        }
        for lost in unread.filter(|it| !it.is_tail) {
            it.lost_bytes += lost.length;
        }
        Ok(it)
    }

    fn lose(&mut self, (from_ms, to_ms): (i64, i64), names: &Arc<Names>) {
        self.pieces.push(Piece { frame: None, from_ms, to_ms, names: Arc::clone(names) });
    }

    /// The block of a piece; `None`: it is damaged.
    pub(crate) fn block(&self, place: usize) -> io::Result<Option<Block>> {
        let Some(frame) = self.pieces.get(place).and_then(|it| it.frame) else { return Ok(None) };
        Ok(self.payload(&frame)?.and_then(Block::read))
    }

    /// Its gaps. All of its blocks are read once.
    pub(crate) fn gaps(&self) -> io::Result<&FileGaps> {
        if let Some(known) = self.gaps.get() {
            return Ok(known);
        }
        let mut gaps = FileGaps::default();
        for (place, piece) in self.pieces.iter().enumerate() {
            match self.block(place)? {
                Some(block) => gaps.add(block.rows),
                None => gaps.add_damage(piece.from_ms, piece.to_ms),
            }
        }
        Ok(self.gaps.get_or_init(|| gaps))
    }

    /// The payload of one of its frames; `None`: it is damaged.
    pub(crate) fn payload(&self, frame: &Frame) -> io::Result<Option<Vec<u8>>> {
        match frame.payload(&mut File::open(&self.path)?) {
            Ok(it) => Ok(Some(it)),
            Err(error) => match error.kind() {
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Ok(None),
                _ => Err(error),
            },
        }
    }

    /// Its first and last moment, in milliseconds since 1970.
    pub(crate) fn span(&self) -> Option<(i64, i64)> {
        let from = self.pieces.iter().map(|it| it.from_ms).min()?;
        Some((from, self.pieces.iter().map(|it| it.to_ms).max()?))
    }
}
