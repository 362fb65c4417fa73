//! Finds the definitions of a few types, without the tag list.
//!
//! A response to a read names its structure by a handle. The handles of all possible templates are
//! requested, many per packet; then the template is read, with the ones that it refers to
//! (1756-PM020, "Template object"). Several templates may have the same handle, and are then
//! distinguished by their names.

use std::collections::{HashMap, VecDeque};

use tagbridge_driver::{Cause, Reason};
use tagbridge_texts::{Coded, Message};

use super::{Kind, Question, Template, declared::ReportedTypes, describe::DefinitionReads};
use crate::codec::{
    EPath, Reply, Status,
    read_tag::{TagType, TypedData, read_tag},
    symbol_list::TypeWord,
    template,
};
use crate::messages::NoDefinition;
use crate::messages::Why;

/// Instances of templates: those of projects and modules, then the firmware's own.
const INSTANCES: std::ops::RangeInclusive<u16> = 0x100..=0xFFF;
/// Number of tags that are tried for one type, since the controller may not have all of them.
const MAX_TAGS: usize = 4;

/// More handles than one packet can contain.
const AT_A_TIME: usize = 512;

/// The types to find, and those that were found.
#[derive(Debug)]
pub(crate) struct TypeSearch {
    queue: VecDeque<SearchedType>,
    found: ReportedTypes,
    describing: DefinitionReads,
    /// Templates by their handle.
    handles: HashMap<u16, Vec<u16>>,
    /// Instances whose handles were not requested yet.
    unasked: VecDeque<u16>,
    /// Instances whose handles were temporarily not available.
    put_off: Vec<u16>,
}

#[derive(Debug)]
struct SearchedType {
    type_name: String,
    /// Paths of tags of this type.
    tags: Vec<EPath>,
    /// Size of one element in bytes, if a project contains it.
    size: usize,
    handle: Option<u16>,
    /// Whether the response of its tag did not fit into a packet with others.
    is_alone: bool,
}

impl SearchedType {
    /// Requests its tag: the response contains the type before the data.
    fn question(&self) -> Option<Question> {
        let request = read_tag(self.tags.first()?.clone(), 1);
        // A project does not contain hidden members and padding.
        let size = HANDLE_HEAD + self.size + self.size / 4;
        let shared = !self.is_alone;
        Some(if shared { Question::of(request, size) } else { Question::alone(request) })
    }
}

/// Bytes before the data of a structure.
const HANDLE_HEAD: usize = 4;

impl TypeSearch {
    pub(crate) fn new() -> Self {
        Self {
            queue: VecDeque::new(),
            found: ReportedTypes::new(),
            describing: DefinitionReads::default(),
            handles: HashMap::new(),
            unasked: INSTANCES.collect(),
            put_off: Vec::new(),
        }
    }

    /// The types that were found so far.
    pub(crate) fn found(&self) -> &ReportedTypes {
        &self.found
    }

    /// Starts the search for this type, with a tag of it and the approximate size of an element.
    pub(crate) fn want(&mut self, type_name: &str, tag: EPath, size: usize) {
        let type_name = type_name.to_ascii_lowercase();
        if self.found.contains_key(&type_name) {
            return;
        }
        match self.queue.iter_mut().find(|it| it.type_name == type_name) {
            Some(sought) if sought.handle.is_none() && sought.tags.len() < MAX_TAGS => {
                if !sought.tags.contains(&tag) {
                    sought.tags.push(tag);
                }
            }
            Some(_) => {}
            None => {
                let (tags, handle) = (vec![tag], None);
                self.queue.push_back(SearchedType {
                    type_name,
                    tags,
                    size,
                    handle,
                    is_alone: false,
                });
            }
        }
    }

    /// Records the type from the controller's list.
    pub(crate) fn record_type(&mut self, type_name: &str, kind: &Kind) {
        self.found.insert(type_name.to_ascii_lowercase(), Ok(kind.clone()));
    }

    /// Repeats the requests that the controller could not answer temporarily.
    pub(crate) fn resume(&mut self) {
        self.unasked.extend(self.put_off.drain(..));
    }

    /// The next questions, of which as many are sent as fit; empty if the search is complete, or if
    /// the controller cannot answer at the moment.
    pub(crate) fn questions(&self) -> Vec<Question> {
        if !self.describing.is_done() {
            return self.describing.questions();
        }
        let mut unidentified = self.queue.iter().filter(|it| it.handle.is_none()).peekable();
        if unidentified.peek().is_some() {
            return unidentified.filter_map(SearchedType::question).collect();
        }
        let most = if self.queue.is_empty() { 0 } else { AT_A_TIME };
        self.unasked.iter().take(most).map(|it| Question::handle(*it)).collect()
    }

    /// Whether the handles of all possible templates are requested next: too many for separate
    /// requests.
    pub(crate) fn is_sweeping(&self) -> bool {
        self.describing.is_done() && self.queue.iter().all(|it| it.handle.is_some())
    }

    /// Processes the responses to the first of the [`questions`](Self::questions).
    pub(crate) fn take(&mut self, replies: &[Reply<'_>]) {
        if !self.describing.is_done() {
            self.describing.take(replies);
        } else if self.is_sweeping() {
            self.take_handles(replies);
        } else {
            self.identify(replies);
        }
        self.settle();
    }

    fn take_handles(&mut self, replies: &[Reply<'_>]) {
        for reply in replies {
            let Some(instance) = self.unasked.pop_front() else { break };
            if reply.status.passes() {
                self.put_off.push(instance);
            } else if reply.status.is_success()
                && let Ok(handle) = template::decode_handle(reply.data)
            {
                self.handles.entry(handle).or_default().push(instance);
            }
        }
    }

    /// Ends the search: the controller does not answer such requests.
    pub(crate) fn give_up(&mut self, why: &Message) {
        for sought in std::mem::take(&mut self.queue) {
            self.found
                .insert(sought.type_name.clone(), Err(undefined(&sought.type_name, why.clone())));
        }
    }

    /// Reads the types from the responses to tags.
    fn identify(&mut self, replies: &[Reply<'_>]) {
        let mut replies = replies.iter();
        let is_shared = replies.len() > 1;
        for mut sought in std::mem::take(&mut self.queue) {
            let reply = match sought.handle {
                None => replies.next(),
                Some(_) => None,
            };
            let Some(reply) = reply else {
                self.queue.push_back(sought);
                continue;
            };
            let is_there =
                matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER);
            let found = match TypedData::decode(reply.data) {
                Ok(data) if is_there => match data.kind {
                    TagType::LOGIX_STRING => Ok(Kind::Structure(Template::logix_string().into())),
                    TagType::Structure { handle } => {
                        sought.handle = Some(handle);
                        self.queue.push_back(sought);
                        continue;
                    }
                    TagType::Elementary(kind) => Ok(Kind::Atomic(kind)),
                    TagType::Unknown(code) => Ok(Kind::Unknown(code)),
                },
                // It is requested again if it is still needed.
                _ if reply.status.passes() => continue,
                _ if is_shared && reply.status.general == Status::REPLY_TOO_LARGE => {
                    sought.is_alone = true;
                    self.queue.push_back(sought);
                    continue;
                }
                _ => Err(NoDefinition::Untold { status: reply.status.message() }.message()),
            };
            self.conclude_unless_another(sought, found);
        }
    }

    /// Continues as far as possible without a request.
    fn settle(&mut self) {
        let is_swept = self.unasked.is_empty() && self.put_off.is_empty();
        let handles = self.queue.iter().filter_map(|it| self.handles.get(&it.handle?));
        let candidates: Vec<u16> = handles.flatten().copied().collect();
        self.describing.want(candidates);
        if !self.describing.is_done() {
            return;
        }
        for sought in std::mem::take(&mut self.queue) {
            let Some(handle) = sought.handle else {
                self.queue.push_back(sought);
                continue;
            };
            let word = |instance: &u16| TypeWord(0x8000 | instance);
            let candidates = self.handles.get(&handle).into_iter().flatten();
            let kinds: Vec<Kind> = candidates.map(|it| self.describing.kind(word(it))).collect();
            let is_it = |it: &&Kind| it.name().eq_ignore_ascii_case(&sought.type_name);
            match (kinds.iter().find(is_it), &kinds[..]) {
                (Some(kind), _) => self.conclude(sought, Ok(kind.clone())),
                _ if !is_swept => self.queue.push_back(sought),
                (None, [kind @ Kind::Structure(_)]) => {
                    self.conclude_unless_another(sought, Ok(kind.clone()));
                }
                (None, kinds) => {
                    let handle = &*format!("{handle:#06x}");
                    let why = match kinds.len() {
                        0 => NoDefinition::NoHandle { handle },
                        1 => NoDefinition::Undescribed,
                        _ => NoDefinition::Handles { handle },
                    };
                    self.conclude_unless_another(sought, Err(why.message()));
                }
            }
        }
    }

    /// Ends the search of a type, unless it has another tag: not every tag of the project has its
    /// declared type in the controller.
    fn conclude_unless_another(&mut self, mut sought: SearchedType, found: Result<Kind, Message>) {
        if sought.tags.len() > 1 {
            sought.tags.remove(0);
            sought.handle = None;
            self.queue.push_back(sought);
        } else {
            self.conclude(sought, found);
        }
    }

    fn conclude(&mut self, sought: SearchedType, found: Result<Kind, Message>) {
        let SearchedType { type_name, .. } = sought;
        let found = found.map_err(|why| undefined(&type_name, why));
        self.found.insert(type_name, found);
    }
}

fn undefined(type_name: &str, why: Message) -> Cause {
    Cause::new(Reason::TypeMismatch, &Why::Undefined { type_name, why })
}

#[cfg(test)]
mod tests;
