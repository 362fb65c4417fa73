//! The places outside of code where the file names tags.

use tagbridge_texts::{Coded, Message};

use super::Origin;

/// A place outside of code where the file names a tag: an operand of a message, the axis of a
/// coordinate system, the safety tag map. Not part of the JSON of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The role of the tag.
    pub kind: MentionKind,
    /// The object that names it: a tag, a task, a program, a controller.
    pub by: String,
    /// The attribute or the element with the name: `LocalElement`.
    pub field: String,
    /// The tag or a part of it, in the notation of the file.
    pub operand: String,
    /// The program whose tags can be named here; empty if only those of the controller can.
    pub scope: String,
    /// The other end: the tag on the other side of a map, or of another controller.
    pub other: String,
    /// Number of elements, from the named one on.
    pub count: u32,
    /// The place in the file.
    pub origin: Origin,
}

/// The role of a tag that a file names outside of code (Rockwell 1756-RM084).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MentionKind {
    /// A message sends it.
    Sent,
    /// A message stores the received data in it.
    Received,
    /// The motion group of an axis or of a coordinate system.
    MotionGroup,
    /// An axis of a coordinate system.
    Axis,
    /// The trigger of an event task.
    Event,
    /// The input of an alarm.
    AlarmInput,
    /// A tag that an alarm reports.
    AlarmTag,
    /// The standard tag of a pair of the safety tag map.
    SafetySource,
    /// The safety tag of such a pair.
    SafetyCopy,
    /// Its value comes from another controller.
    Consumed,
    /// Other controllers may consume it.
    Produced,
    /// It represents an equipment phase.
    Phase,
    /// A trend, a data log, a watch list, an alarm list or a visualization shows it.
    Shown,
    /// One end of a connection of parameters.
    Connected,
    /// A channel of a device has its value, or gives it one.
    Mapped,
    /// A pragma names it, which neither reads nor writes its value.
    Pragma,
}

impl Mention {
    /// Whether its value is read.
    pub fn reads(&self) -> bool {
        use MentionKind::{Axis, Connected, Mapped, Pragma};
        match self.kind {
            Axis | Connected | Mapped => true,
            Pragma => false,
            _ => !self.writes(),
        }
    }

    /// Whether its value is written.
    pub fn writes(&self) -> bool {
        use MentionKind::{Axis, Connected, Consumed, Mapped, Received, SafetyCopy};
        matches!(self.kind, Received | SafetyCopy | Consumed | Axis | Connected | Mapped)
    }
}

/// `The message Msg1 sends it (LocalElement)`.
impl Coded for Mention {
    const CODES: &'static [tagbridge_texts::Code] = Said::CODES;

    fn message(&self) -> Message {
        let (by, field, other) = (self.by.as_str(), self.field.as_str(), self.other.as_str());
        match self.kind {
            MentionKind::Sent => Said::Sent { by, field },
            MentionKind::Received => Said::Received { by, field },
            MentionKind::MotionGroup => Said::MotionGroup { by },
            MentionKind::Axis => Said::Axis { by },
            MentionKind::Event => Said::Event { by },
            MentionKind::AlarmInput => Said::AlarmInput { by },
            MentionKind::AlarmTag => Said::AlarmTag { by, field },
            MentionKind::SafetySource => Said::SafetySource { other },
            MentionKind::SafetyCopy => Said::SafetyCopy { other },
            MentionKind::Consumed => Said::Consumed { by, other },
            MentionKind::Produced if other.is_empty() => Said::Produced,
            MentionKind::Produced => Said::ProducedFor { other },
            MentionKind::Phase => Said::Phase { by },
            MentionKind::Shown => Said::Shown { by },
            MentionKind::Connected => Said::Connected { other },
            MentionKind::Mapped => Said::Mapped { by },
            MentionKind::Pragma => Said::Pragma { by, field },
        }
        .message()
    }
}

#[derive(Coded)]
#[coded(prefix = "project-mention")]
enum Said<'a> {
    Sent { by: &'a str, field: &'a str },
    Received { by: &'a str, field: &'a str },
    MotionGroup { by: &'a str },
    Axis { by: &'a str },
    Event { by: &'a str },
    AlarmInput { by: &'a str },
    AlarmTag { by: &'a str, field: &'a str },
    SafetySource { other: &'a str },
    SafetyCopy { other: &'a str },
    Consumed { by: &'a str, other: &'a str },
    Produced,
    ProducedFor { other: &'a str },
    Phase { by: &'a str },
    Shown { by: &'a str },
    Connected { other: &'a str },
    Mapped { by: &'a str },
    Pragma { by: &'a str, field: &'a str },
}
