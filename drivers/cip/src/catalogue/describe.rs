//! Definitions of structures as a controller tells them, one after the other, with those that they
//! refer to.

use super::{Kind, build::Templates};
use crate::{
    codec::{
        Reply, Request, Status,
        symbol_list::TypeWord,
        template::{self, Attributes, Definition},
    },
    logged::{Logged, event},
};

/// Most bytes of one definition.
const MAX_DEFINITION: u32 = 1 << 20;

/// Definitions that are being read, and those that were.
#[derive(Debug, Default)]
pub(super) struct Describing {
    templates: Templates,
    /// Templates that are still needed.
    wanted: Vec<u16>,
    stage: Option<Stage>,
}

#[derive(Debug)]
enum Stage {
    Attributes(u16),
    Definition { template: u16, attributes: Attributes, bytes: Vec<u8> },
}

impl Describing {
    /// Reads these templates as well, unless they are known.
    pub(super) fn want(&mut self, templates: impl IntoIterator<Item = u16>) {
        self.wanted.extend(templates);
        if self.stage.is_none() {
            self.onwards();
        }
    }

    /// What to ask for next; `None` when all is known that is wanted.
    pub(super) fn request(&self) -> Option<Request> {
        Some(match self.stage.as_ref()? {
            Stage::Attributes(id) => template::attributes_request(*id),
            Stage::Definition { template, attributes, bytes } => {
                let offset = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                let left = attributes.definition_size().saturating_sub(offset);
                template::read_request(*template, offset, u16::try_from(left).unwrap_or(u16::MAX))
            }
        })
    }

    /// Takes the reply to [`request`](Self::request).
    pub(super) fn take(&mut self, reply: &Reply<'_>) {
        match self.stage.take() {
            Some(Stage::Attributes(id)) => self.attributes(id, reply),
            Some(Stage::Definition { template, attributes, bytes }) => {
                self.definition(template, attributes, bytes, reply);
            }
            None => {}
        }
    }

    /// What a type's word means, once all is known that is wanted.
    pub(super) fn kind(&mut self, word: TypeWord) -> Kind {
        self.templates.kind(word)
    }

    fn attributes(&mut self, id: u16, reply: &Reply<'_>) {
        let attributes = match reply.status.general {
            Status::SUCCESS => Attributes::decode(reply.data).ok(),
            _ => None,
        };
        let attributes =
            attributes.filter(|it| (1..=MAX_DEFINITION).contains(&it.definition_size()));
        let Some(attributes) = attributes else { return self.undescribed(id, reply) };
        self.stage = Some(Stage::Definition { template: id, attributes, bytes: Vec::new() });
    }

    fn definition(
        &mut self,
        template: u16,
        attributes: Attributes,
        mut bytes: Vec<u8>,
        reply: &Reply<'_>,
    ) {
        let is_good = matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER);
        if !is_good || reply.data.is_empty() {
            return self.undescribed(template, reply);
        }
        bytes.extend_from_slice(reply.data);
        let size = attributes.definition_size() as usize;
        if bytes.len() < size {
            self.stage = Some(Stage::Definition { template, attributes, bytes });
            return;
        }
        bytes.truncate(size);
        let definition = Definition::decode(&bytes, attributes.member_count);
        if let Err(error) = &definition {
            event!(warn, Logged::StructureUnreadable, template, %error);
        }
        let definition = definition.ok();
        self.wanted.extend(definition.iter().flat_map(Templates::referred));
        self.templates.keep(template, definition.map(|it| (attributes, it)));
        self.onwards();
    }

    fn undescribed(&mut self, template: u16, reply: &Reply<'_>) {
        event!(warn, Logged::StructureNotDescribed, template, status = %reply.status);
        self.templates.keep(template, None);
        self.onwards();
    }

    /// To the next one that is not known.
    fn onwards(&mut self) {
        while let Some(id) = self.wanted.pop() {
            if !self.templates.knows(id) {
                self.stage = Some(Stage::Attributes(id));
                return;
            }
        }
    }
}
