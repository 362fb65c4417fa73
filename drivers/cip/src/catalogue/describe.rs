//! Reads definitions of structures from a controller, many per packet, with the structures that
//! they refer to.

use std::collections::{HashSet, VecDeque};

use super::{Kind, build::Templates, question::Question};
use crate::{
    codec::{
        Reply, Status,
        symbol_list::TypeWord,
        template::{self, Attributes, Definition},
    },
    log_message::{LogMessage, event},
};

/// Maximum size of one definition, in bytes.
const MAX_DEFINITION: u32 = 1 << 20;

/// Definitions that are being read, and those that were.
#[derive(Debug, Default)]
pub(super) struct DefinitionReads {
    templates: Templates,
    /// All templates that were requested.
    asked: HashSet<u16>,
    /// The templates that are still needed, as far as they are known.
    stages: VecDeque<Stage>,
    /// Whether one was refused in a packet with others: it is requested again alone.
    is_alone: bool,
}

#[derive(Debug)]
enum Stage {
    Attributes(u16),
    Definition { template: u16, attributes: Attributes, bytes: Vec<u8> },
}

impl Stage {
    fn template(&self) -> u16 {
        match self {
            Self::Attributes(template) | Self::Definition { template, .. } => *template,
        }
    }

    fn question(&self) -> Question {
        match self {
            Self::Attributes(id) => Question::attributes(*id),
            Self::Definition { template, attributes, bytes } => {
                let offset = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                let left = attributes.definition_size().saturating_sub(offset);
                let count = u16::try_from(left).unwrap_or(u16::MAX);
                let request = template::read_request(*template, offset, count);
                Question::of(request, count.into())
            }
        }
    }
}

impl DefinitionReads {
    /// Reads these templates as well, unless they are known.
    pub(super) fn want(&mut self, templates: impl IntoIterator<Item = u16>) {
        let news = templates.into_iter().filter(|it| self.asked.insert(*it));
        self.stages.extend(news.map(Stage::Attributes));
    }

    /// Whether all requested templates are known.
    pub(super) fn is_done(&self) -> bool {
        self.stages.is_empty()
    }

    /// The next questions, for one packet or more; empty if all wanted definitions are known.
    pub(super) fn questions(&self) -> Vec<Question> {
        let most = if self.is_alone { 1 } else { usize::MAX };
        self.stages.iter().take(most).map(Stage::question).collect()
    }

    /// Processes the responses to the first of the [`questions`](Self::questions).
    pub(super) fn take(&mut self, replies: &[Reply<'_>]) {
        self.is_alone = false;
        let asked = replies.len().min(self.stages.len());
        let stages: Vec<Stage> = self.stages.drain(..asked).collect();
        for (stage, reply) in stages.into_iter().zip(replies) {
            let is_refused =
                !matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER);
            if is_refused && asked > 1 {
                self.is_alone = true;
                self.stages.push_front(stage);
                continue;
            }
            let template = stage.template();
            match next(stage, reply) {
                Next::Stage(stage) => self.stages.push_back(stage),
                Next::Known(attributes, definition) => {
                    self.want(Templates::referenced_templates(&definition));
                    self.templates.keep(template, Some((attributes, definition)));
                }
                Next::Nothing => {
                    event!(warn, LogMessage::StructureNotDescribed, template, status = %reply.status);
                    self.templates.keep(template, None);
                }
            }
        }
    }

    /// The type of a type word, after all requested templates were read.
    pub(super) fn kind(&mut self, word: TypeWord) -> Kind {
        self.templates.kind(word)
    }
}

/// The step after a response.
enum Next {
    Stage(Stage),
    Known(Attributes, Definition),
    Nothing,
}

fn next(stage: Stage, reply: &Reply<'_>) -> Next {
    match stage {
        Stage::Attributes(template) => {
            let attributes = Attributes::decode(reply.data).ok();
            let sizes = 1..=MAX_DEFINITION;
            match attributes
                .filter(|it| reply.status.is_success() && sizes.contains(&it.definition_size()))
            {
                Some(attributes) => {
                    Next::Stage(Stage::Definition { template, attributes, bytes: Vec::new() })
                }
                None => Next::Nothing,
            }
        }
        Stage::Definition { template, attributes, mut bytes } => {
            let is_good =
                matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER);
            if !is_good || reply.data.is_empty() {
                return Next::Nothing;
            }
            bytes.extend_from_slice(reply.data);
            let size = attributes.definition_size() as usize;
            if bytes.len() < size {
                return Next::Stage(Stage::Definition { template, attributes, bytes });
            }
            bytes.truncate(size);
            match Definition::decode(&bytes, attributes.member_count) {
                Ok(definition) => Next::Known(attributes, definition),
                Err(error) => {
                    event!(warn, LogMessage::StructureUnreadable, template, %error);
                    Next::Nothing
                }
            }
        }
    }
}
