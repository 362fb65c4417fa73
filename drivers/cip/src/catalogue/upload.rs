//! The upload of a tag list, step by step: what to ask for next, and what the reply adds.
//!
//! Page after page, the controller's symbols first, then each program's; before a page is passed
//! on, the templates that it needs. The change mark is asked for first and last: if it differs, all
//! of it begins anew, so that no catalogue is made of two projects.

use std::collections::VecDeque;

use super::{Catalogue, Kind, Symbol, build::Templates};
use crate::codec::{
    DecodeError, Reply, Request, Status,
    changes::{self, Mark},
    symbol_list::{self, Entry},
    template::{self, Attributes, Definition},
};

/// Most entries of a list; the largest projects have some 100,000.
const MAX_SYMBOLS: usize = 500_000;
/// Most bytes of pages and definitions together.
const MAX_BYTES: usize = 64 << 20;
/// Most bytes of one definition.
const MAX_DEFINITION: u32 = 1 << 20;
/// How often it begins, before a project that keeps changing is given up.
const MAX_ATTEMPTS: u8 = 3;

/// An upload under way.
#[derive(Debug)]
pub(crate) struct Upload {
    stage: Stage,
    /// Whether the controller tells the external access.
    access: bool,
    attempts: u8,
    mark: Option<Mark>,
    symbols: Vec<Symbol>,
    /// Entries whose templates are not all there yet.
    page: Vec<Entry>,
    /// The program that the page is of.
    program: Option<String>,
    /// Programs whose lists are still to come.
    programs: VecDeque<String>,
    templates: Templates,
    /// Templates that the page needs.
    wanted: Vec<u16>,
    /// Where the list goes on behind the page; `None`: nowhere.
    next: Option<u32>,
    bytes: usize,
}

#[derive(Debug)]
enum Stage {
    MarkBefore,
    Page(u32),
    Attributes(u16),
    Definition { template: u16, attributes: Attributes, bytes: Vec<u8> },
    MarkAfter,
    Done,
}

/// What a reply brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing to show.
    Onwards,
    /// Symbols from this place on are new.
    Listed { from: usize },
    /// The project changed: what was listed so far is void.
    Anew,
    /// All is there.
    Done,
}

/// Why there is no list to be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UploadError {
    /// The controller has none, or does not show it.
    #[error("the controller does not list its tags: {0}")]
    Refused(Status),
    /// What it sends is no list.
    #[error(transparent)]
    Bytes(#[from] DecodeError),
    /// More than any project has.
    #[error("the list has more than {limit} {what}")]
    TooLong { limit: usize, what: &'static str },
    /// It never stands still.
    #[error("the project changed while its tags were listed, {MAX_ATTEMPTS} times in a row")]
    Changing,
}

impl UploadError {
    /// Whether the controller says that it knows no such thing as a list.
    pub(crate) fn is_absence(&self) -> bool {
        match self {
            Self::Refused(status) => matches!(
                status.general,
                Status::SERVICE_NOT_SUPPORTED
                    | Status::PATH_SEGMENT_ERROR
                    | Status::PATH_DESTINATION_UNKNOWN
                    | Status::OBJECT_DOES_NOT_EXIST
            ),
            Self::Bytes(_) | Self::TooLong { .. } | Self::Changing => false,
        }
    }

    /// Whether the next upload would most likely end the same way.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(self, Self::Bytes(_) | Self::TooLong { .. }) || self.is_absence()
    }
}

impl Upload {
    pub(crate) fn new() -> Self {
        Self {
            stage: Stage::MarkBefore,
            access: true,
            attempts: 1,
            mark: None,
            symbols: Vec::new(),
            page: Vec::new(),
            program: None,
            programs: VecDeque::new(),
            templates: Templates::default(),
            wanted: Vec::new(),
            next: None,
            bytes: 0,
        }
    }

    /// What to ask for next; `None` when all is there.
    pub(crate) fn request(&self) -> Option<Request> {
        Some(match &self.stage {
            Stage::MarkBefore | Stage::MarkAfter => changes::request(),
            Stage::Page(instance) => {
                symbol_list::request(self.program.as_deref(), *instance, self.access)
            }
            Stage::Attributes(id) => template::attributes_request(*id),
            Stage::Definition { template, attributes, bytes } => {
                let offset = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                let left = attributes.definition_size().saturating_sub(offset);
                template::read_request(*template, offset, u16::try_from(left).unwrap_or(u16::MAX))
            }
            Stage::Done => return None,
        })
    }

    /// Takes the reply to [`request`](Self::request).
    pub(crate) fn take(&mut self, reply: &Reply<'_>) -> Result<Step, UploadError> {
        self.bytes = self.bytes.saturating_add(reply.data.len());
        if self.bytes > MAX_BYTES {
            return Err(UploadError::TooLong { limit: MAX_BYTES, what: "bytes" });
        }
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::MarkBefore => {
                self.mark = mark_of(reply);
                self.stage = Stage::Page(0);
                Ok(Step::Onwards)
            }
            Stage::Page(instance) => self.page(instance, reply),
            Stage::Attributes(id) => Ok(self.attributes(id, reply)),
            Stage::Definition { template, attributes, bytes } => {
                Ok(self.definition(template, attributes, bytes, reply))
            }
            Stage::MarkAfter => self.end(mark_of(reply)),
            Stage::Done => Ok(Step::Done),
        }
    }

    /// Whether the controller tells when its project changes, as those with a list do.
    pub(crate) fn has_mark(&self) -> bool {
        self.mark.is_some()
    }

    /// The symbols that are there by now.
    pub(crate) fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The catalogue of what was listed.
    pub(crate) fn finish(self) -> Catalogue {
        Catalogue::new(self.symbols, self.mark)
    }

    fn page(&mut self, instance: u32, reply: &Reply<'_>) -> Result<Step, UploadError> {
        let is_last = match reply.status.general {
            Status::SUCCESS => true,
            Status::PARTIAL_TRANSFER => false,
            _ if self.access && refuses_attribute(&reply.status) => {
                tracing::info!(status = %reply.status, "the controller does not tell the external access");
                self.access = false;
                self.stage = Stage::Page(instance);
                return Ok(Step::Onwards);
            }
            _ if self.program.is_some() => {
                tracing::warn!(program = self.program, status = %reply.status, "a program's tags are not listed");
                self.next = None;
                return Ok(self.onwards());
            }
            _ => return Err(UploadError::Refused(reply.status.clone())),
        };
        let entries = Entry::decode_page(reply.data, self.access)?;
        let mut least = instance;
        for entry in &entries {
            if entry.instance < least {
                let expected = format!("at least {least}");
                let found = entry.instance.to_string();
                return Err(DecodeError::new("symbol instance", 0, expected, found).into());
            }
            least = entry.instance.saturating_add(1);
        }
        if !is_last && (entries.is_empty() || least == u32::MAX) {
            let expected = "entries, since there are more";
            return Err(DecodeError::new("symbol list", 0, expected, "none").into());
        }
        if self.symbols.len() + entries.len() > MAX_SYMBOLS {
            return Err(UploadError::TooLong { limit: MAX_SYMBOLS, what: "entries" });
        }
        self.next = (!is_last).then_some(least);
        if self.program.is_none() {
            let programs = entries.iter().filter(|it| it.name.starts_with("Program:"));
            self.programs.extend(programs.map(|it| it.name.clone()));
        }
        self.wanted.extend(entries.iter().filter_map(|it| it.kind.template()));
        self.page = entries;
        Ok(self.onwards())
    }

    fn attributes(&mut self, id: u16, reply: &Reply<'_>) -> Step {
        let attributes = match reply.status.general {
            Status::SUCCESS => Attributes::decode(reply.data).ok(),
            _ => None,
        };
        let attributes =
            attributes.filter(|it| (1..=MAX_DEFINITION).contains(&it.definition_size()));
        let Some(attributes) = attributes else {
            tracing::warn!(template = id, status = %reply.status, "a structure is not described");
            self.templates.keep(id, None);
            return self.onwards();
        };
        self.stage = Stage::Definition { template: id, attributes, bytes: Vec::new() };
        Step::Onwards
    }

    fn definition(
        &mut self,
        template: u16,
        attributes: Attributes,
        mut bytes: Vec<u8>,
        reply: &Reply<'_>,
    ) -> Step {
        let is_good = matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER);
        if !is_good || reply.data.is_empty() {
            tracing::warn!(template, status = %reply.status, "a structure is not described");
            self.templates.keep(template, None);
            return self.onwards();
        }
        bytes.extend_from_slice(reply.data);
        let size = attributes.definition_size() as usize;
        if bytes.len() < size {
            self.stage = Stage::Definition { template, attributes, bytes };
            return Step::Onwards;
        }
        bytes.truncate(size);
        let definition = Definition::decode(&bytes, attributes.member_count);
        if let Err(error) = &definition {
            tracing::warn!(template, %error, "a structure's description cannot be read");
        }
        let definition = definition.ok();
        self.wanted.extend(definition.iter().flat_map(Templates::referred));
        self.templates.keep(template, definition.map(|it| (attributes, it)));
        self.onwards()
    }

    /// To the next template that the page needs; else on behind the page.
    fn onwards(&mut self) -> Step {
        while let Some(id) = self.wanted.pop() {
            if !self.templates.knows(id) {
                self.stage = Stage::Attributes(id);
                return Step::Onwards;
            }
        }
        let from = self.symbols.len();
        for entry in std::mem::take(&mut self.page) {
            let symbol = symbol(entry, self.program.as_deref(), &mut self.templates);
            self.symbols.push(symbol);
        }
        self.stage = match self.next.take() {
            Some(instance) => Stage::Page(instance),
            None => match self.programs.pop_front() {
                Some(program) => {
                    self.program = Some(program);
                    Stage::Page(0)
                }
                None if self.mark.is_some() => Stage::MarkAfter,
                None => Stage::Done,
            },
        };
        match self.symbols.len() {
            len if len > from => Step::Listed { from },
            _ if self.request().is_none() => Step::Done,
            _ => Step::Onwards,
        }
    }

    fn end(&mut self, mark: Option<Mark>) -> Result<Step, UploadError> {
        if mark == self.mark {
            return Ok(Step::Done);
        }
        if self.attempts == MAX_ATTEMPTS {
            return Err(UploadError::Changing);
        }
        tracing::info!("the project changed while its tags were listed, they are listed anew");
        let (attempts, access) = (self.attempts + 1, self.access);
        *self = Self { attempts, access, mark, stage: Stage::Page(0), ..Self::new() };
        Ok(Step::Anew)
    }
}

/// `None`: the controller does not tell. cpppo says something else instead.
fn mark_of(reply: &Reply<'_>) -> Option<Mark> {
    reply.status.is_success().then(|| Mark::decode(reply.data).ok())?
}

/// Whether an attribute of the list may be to blame.
fn refuses_attribute(status: &Status) -> bool {
    /// At least one attribute of a list failed.
    const ATTRIBUTE_LIST_ERROR: u8 = 0x0A;
    /// The list of attributes lacks data.
    const ATTRIBUTE_LIST_SHORTAGE: u8 = 0x1C;
    /// An attribute's value is invalid.
    const INVALID_ATTRIBUTE: u8 = 0x09;
    matches!(
        status.general,
        Status::ATTRIBUTE_NOT_SUPPORTED
            | ATTRIBUTE_LIST_ERROR
            | ATTRIBUTE_LIST_SHORTAGE
            | INVALID_ATTRIBUTE
    )
}

fn symbol(entry: Entry, program: Option<&str>, templates: &mut Templates) -> Symbol {
    let is_system = entry.kind.is_system() || is_system(&entry.name);
    let kind = if entry.kind.is_system() {
        Kind::Unknown(entry.kind.0)
    } else {
        templates.kind(entry.kind)
    };
    Symbol {
        path: Symbol::path_of(program, entry.instance),
        name: match program {
            Some(program) => format!("{program}.{}", entry.name),
            None => entry.name,
        },
        kind,
        dimensions: entry.dimensions,
        access: entry.access,
        is_system,
    }
}

/// Whether a name is one that the controller or a module gave for itself (1756-PM020, "Tag names
/// and type codes"; module tags as pycomm3 tells them apart).
fn is_system(name: &str) -> bool {
    const OWN: [&str; 5] = ["Program", "Routine", "Task", "Map", "Cxn"];
    let mut parts = name.split(':');
    let first = parts.next().unwrap_or_default();
    let is_module = parts.clone().any(|it| it.starts_with(['I', 'O', 'C', 'S']));
    name.starts_with("__") || OWN.contains(&first) || parts.next().is_some() && !is_module
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tagbridge_driver::Access;

    use super::*;
    use crate::codec::{
        Incoming, Segment, Service, attribute_list, class, symbol_list::TypeWord,
        template::MemberDefinition,
    };

    /// A controller as far as an upload asks it.
    struct Fake {
        /// By scope: nothing for the controller's, or `Program:Main`.
        scopes: HashMap<&'static str, Vec<Entry>>,
        templates: HashMap<u32, (Attributes, Vec<u8>)>,
        /// Entries of a page.
        room: usize,
        knows_access: bool,
        /// A number for each answer to the question for the mark; the last one stays.
        marks: Vec<u8>,
        requests: usize,
    }

    fn entry(instance: u32, name: &str, word: u16) -> Entry {
        let dimensions = if word & 0x2000 == 0 { [0; 3] } else { [4, 0, 0] };
        let access = Access::ReadOnly;
        Entry { instance, name: name.into(), kind: TypeWord(word), dimensions, access }
    }

    fn member(name: &str, kind: u16, offset: u32) -> MemberDefinition {
        MemberDefinition { name: name.into(), info: 0, kind: TypeWord(kind), offset }
    }

    fn fake() -> Fake {
        let mut templates = HashMap::new();
        for (id, name, size, inner) in
            [(0x100, "Motor", 8, 0x00CA), (0x101, "Line", 12, 0x8100), (0x102, "Plant", 16, 0x8101)]
        {
            let members = vec![member("Inner", inner, 0), member("Word", 0x00C4, size - 4)];
            let definition = Definition { name: name.into(), members }.encode();
            let words = u32::try_from(definition.len() + 20).unwrap() / 4;
            let attributes = Attributes {
                handle: 7,
                member_count: 2,
                definition_words: words,
                structure_size: size,
            };
            templates.insert(id, (attributes, definition));
        }
        let controller = vec![
            entry(1, "Count", 0x20C4),
            entry(2, "Program:Main", 0x1068),
            entry(5, "Plant1", 0x8102),
            entry(9, "Local:1:I", 0xA100),
            entry(300, "__hidden", 0x00C4),
            entry(70_000, "Map:Local", 0x00C4),
            entry(70_001, "Lost", 0x8777),
        ];
        let program = vec![entry(1, "Step", 0x00C4), entry(2, "Routine:Main", 0x1070)];
        Fake {
            scopes: HashMap::from([("", controller), ("Program:Main", program)]),
            templates,
            room: 3,
            knows_access: true,
            marks: vec![1],
            requests: 0,
        }
    }

    impl Fake {
        fn answer(&mut self, request: &[u8]) -> (Status, Vec<u8>) {
            self.requests += 1;
            let request = Incoming::decode(request).unwrap();
            let (scope, path) = match &request.path.0[..] {
                [Segment::Symbol(program), rest @ ..] => (program.as_str(), rest),
                rest => ("", rest),
            };
            let &[Segment::Class(class), Segment::Instance(instance)] = path else {
                panic!("{path:?}");
            };
            match class {
                class::CHANGES => {
                    let last = self.marks.len() == 1;
                    let mark = if last { self.marks[0] } else { self.marks.remove(0) };
                    mark_reply(mark)
                }
                class::SYMBOL => self.page(scope, instance, request.data),
                _ => self.template(instance, &request),
            }
        }

        fn page(&self, scope: &str, instance: u32, data: &[u8]) -> (Status, Vec<u8>) {
            let access = attribute_list::decode(data).unwrap().contains(&10);
            if access && !self.knows_access {
                return (Status::of(Status::ATTRIBUTE_NOT_SUPPORTED), vec![]);
            }
            let Some(scope) = self.scopes.get(scope) else {
                return (Status::of(Status::PATH_DESTINATION_UNKNOWN), vec![]);
            };
            let rest: Vec<_> = scope.iter().filter(|it| it.instance >= instance).collect();
            let mut page = Vec::new();
            rest.iter().take(self.room).for_each(|it| it.encode(access, &mut page));
            let is_last = rest.len() <= self.room;
            (Status::of(if is_last { 0 } else { Status::PARTIAL_TRANSFER }), page)
        }

        /// Definitions come ten bytes at a time.
        fn template(&self, instance: u32, request: &Incoming<'_>) -> (Status, Vec<u8>) {
            let Some((attributes, definition)) = self.templates.get(&instance) else {
                return (Status::of(Status::PATH_DESTINATION_UNKNOWN), vec![]);
            };
            if request.is(Service::GET_ATTRIBUTE_LIST) {
                return (Status::of(0), attributes.encode());
            }
            let [a, b, _, _, low, high] = request.data[..] else { panic!("{request:?}") };
            let begin = usize::from(u16::from_le_bytes([a, b]));
            let end = begin + usize::from(u16::from_le_bytes([low, high]));
            assert!(end <= definition.len(), "asks for what is there");
            match end.min(begin + 10) {
                fits if fits < end => {
                    (Status::of(Status::PARTIAL_TRANSFER), definition[begin..fits].to_vec())
                }
                _ => (Status::of(0), definition[begin..end].to_vec()),
            }
        }
    }

    fn mark_reply(mark: u8) -> (Status, Vec<u8>) {
        if mark == 0 {
            return (Status::of(Status::PATH_DESTINATION_UNKNOWN), vec![]);
        }
        let mut data = vec![5, 0];
        for (attribute, size) in [(1, 2), (2, 2), (3, 4), (4, 4), (10, 4)] {
            data.extend([attribute, 0, 0, 0]);
            data.extend(&[mark, 0, 0, 0][..size]);
        }
        (Status::of(0), data)
    }

    /// Runs an upload to its end: what was listed since it last began.
    fn run(fake: &mut Fake) -> Result<(Upload, Vec<String>), UploadError> {
        let mut upload = Upload::new();
        let mut listed = Vec::new();
        while let Some(request) = upload.request() {
            assert!(fake.requests < 1000, "it comes to an end");
            let (status, data) = fake.answer(&request.to_bytes());
            let service = request.service().code();
            match upload.take(&Reply { service, status, data: &data })? {
                Step::Onwards | Step::Done => {}
                Step::Listed { from } => {
                    listed.extend(upload.symbols()[from..].iter().map(|it| it.name.clone()));
                }
                Step::Anew => listed.clear(),
            }
        }
        Ok((upload, listed))
    }

    #[test]
    fn all_scopes_come_with_their_types() {
        for room in 1..10 {
            let mut fake = Fake { room, ..fake() };
            let (upload, listed) = run(&mut fake).unwrap();
            let rows: Vec<String> = upload
                .symbols()
                .iter()
                .map(|it| {
                    let info = it.info();
                    assert_eq!(info.access, Access::ReadOnly);
                    let system = if it.is_system { " system" } else { "" };
                    format!("{} {}{:?}{system}", it.name, info.type_name, info.dimensions)
                })
                .collect();
            let expected = [
                "Count DINT[4]",
                "Program:Main Program[] system",
                "Plant1 Plant[]",
                "Local:1:I Motor[4]",
                "__hidden DINT[] system",
                "Map:Local DINT[] system",
                "Lost type 0x8777[]",
                "Program:Main.Step DINT[]",
                "Program:Main.Routine:Main Routine[] system",
            ];
            assert_eq!(rows, expected, "{room} entries a page");
            assert_eq!(
                listed,
                upload.symbols().iter().map(|it| it.name.clone()).collect::<Vec<_>>()
            );
            let catalogue = upload.finish();
            assert!(catalogue.mark().is_some());
            let far = catalogue.symbol("MAP:LOCAL").unwrap();
            assert_eq!(far.path, Symbol::path_of(None, 70_000));
            let Kind::Structure(plant) = &catalogue.symbol("plant1").unwrap().kind else {
                panic!("a structure");
            };
            assert_eq!(plant.member("inner").unwrap().kind.name().as_ref(), "Line");
        }
    }

    #[test]
    fn the_first_tags_do_not_wait_for_the_last() {
        let mut fake = fake();
        let mut upload = Upload::new();
        for asked in 1.. {
            let request = upload.request().unwrap();
            let (status, data) = fake.answer(&request.to_bytes());
            let service = request.service().code();
            let step = upload.take(&Reply { service, status, data: &data }).unwrap();
            if step == (Step::Listed { from: 0 }) {
                // The mark, a page of three, three templates of two requests or more.
                assert!(asked < 40, "{asked} requests before the first tags");
                assert_eq!(upload.symbols().len(), 3);
                return;
            }
        }
    }

    #[test]
    fn a_changed_project_is_listed_anew() {
        let (upload, listed) = run(&mut Fake { marks: vec![1, 2, 2], ..fake() }).unwrap();
        assert_eq!((upload.symbols().len(), listed.len()), (9, 9));
        let changing = run(&mut Fake { marks: (1..20).collect(), ..fake() });
        assert_eq!(changing.unwrap_err(), UploadError::Changing);
        let (upload, _) = run(&mut Fake { marks: vec![0], ..fake() }).unwrap();
        assert_eq!(upload.finish().mark(), None);
    }

    #[test]
    fn old_controllers_do_not_tell_the_access() {
        let (upload, _) = run(&mut Fake { knows_access: false, ..fake() }).unwrap();
        assert_eq!(upload.symbols().len(), 9);
        assert!(upload.symbols().iter().all(|it| it.access == Access::Unknown));
    }

    #[test]
    fn what_is_refused_is_left_out_or_said() {
        let mut fake = fake();
        fake.scopes.remove("Program:Main");
        assert_eq!(run(&mut fake).unwrap().0.symbols().len(), 7);
        fake.scopes.remove("");
        let status = Status::of(Status::PATH_DESTINATION_UNKNOWN);
        assert_eq!(run(&mut fake).unwrap_err(), UploadError::Refused(status.clone()));
        assert!(UploadError::Refused(status).is_absence());
        assert!(UploadError::TooLong { limit: 1, what: "entries" }.is_lasting());
        assert!(!UploadError::Changing.is_lasting());
        assert!(!UploadError::Refused(Status::of(Status::RESOURCE_UNAVAILABLE)).is_absence());
    }

    #[test]
    fn a_list_that_does_not_go_on_is_an_error() {
        let page = |entries: &[Entry]| {
            let mut page = Vec::new();
            for it in entries {
                it.encode(true, &mut page);
            }
            page
        };
        let cases = [
            page(&[]),
            page(&[entry(1, "A", 0xC4)]),
            page(&[entry(9, "A", 0xC4), entry(8, "B", 0xC4)]),
            page(&[entry(u32::MAX, "A", 0xC4)]),
        ];
        for second in cases {
            let mut upload = Upload::new();
            let mut step = |status, data: &[u8]| {
                let request = upload.request().unwrap();
                let service = request.service().code();
                upload.take(&Reply { service, status: Status::of(status), data })
            };
            step(Status::PATH_DESTINATION_UNKNOWN, &[]).unwrap();
            step(Status::PARTIAL_TRANSFER, &page(&[entry(7, "First", 0xC4)])).unwrap();
            let error = step(Status::PARTIAL_TRANSFER, &second);
            assert!(matches!(error, Err(UploadError::Bytes(_))), "{error:?}");
        }
    }

    #[test]
    fn module_tags_are_ordinary_and_the_systems_own_are_not() {
        for (name, expected) in [
            ("Speed", false),
            ("Local:1:I", false),
            ("Local:3:C", false),
            ("Rack_2:I1", false),
            ("Safe:SO", false),
            ("__DEFVAL_0012", true),
            ("Map:Input", true),
            ("Cxn:Standard:1", true),
            ("Task:Main", true),
            ("Routine:Main", true),
            ("Program:Main", true),
            ("Odd:thing", true),
        ] {
            assert_eq!(is_system(name), expected, "{name}");
        }
    }
}
