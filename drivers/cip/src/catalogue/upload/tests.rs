use std::collections::HashMap;

use tagbridge_driver::Access;

use super::*;
use crate::codec::{
    Incoming, Segment, Service, attribute_list, class,
    symbol_list::TypeWord,
    template::{Attributes, Definition, MemberDefinition},
};

/// A controller that answers the requests of an upload.
struct Fake {
    /// The entries by scope: empty for the controller's, or `Program:Main`.
    scopes: HashMap<&'static str, Vec<Entry>>,
    templates: HashMap<u32, (Attributes, Vec<u8>)>,
    /// Entries per page.
    room: usize,
    knows_access: bool,
    /// The mark in each response; the last one repeats.
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
        let mut definition = Definition { name: name.into(), members }.encode();
        let words = (definition.len() + 23).div_ceil(4);
        definition.resize(words * 4 - 20, 0);
        let attributes = Attributes {
            handle: 7,
            member_count: 2,
            definition_words: u32::try_from(words).unwrap(),
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

    /// Definitions are sent in parts of ten bytes.
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

/// Sends one packet with space for three questions.
fn step(fake: &mut Fake, upload: &mut Upload) -> Result<Progress, UploadError> {
    let questions = upload.questions();
    let answer = |it: &Question| fake.answer(&it.request.to_bytes());
    let answers: Vec<_> = questions.iter().take(3).map(answer).collect();
    let reply = |(status, data)| Reply { service: 0, status: Status::clone(status), data };
    let replies = answers.iter().map(|(status, data)| reply((status, &data[..])));
    upload.take(&replies.collect::<Vec<_>>())
}

/// Runs an upload to its end: returns the symbols since its last start.
fn run(fake: &mut Fake) -> Result<(Upload, Vec<String>), UploadError> {
    let mut upload = Upload::new();
    let mut listed = Vec::new();
    while !upload.is_done() {
        assert!(fake.requests < 1000, "it comes to an end");
        match step(fake, &mut upload)? {
            Progress::Onwards | Progress::Done => {}
            Progress::Listed { from } => {
                listed.extend(upload.symbols()[from..].iter().map(|it| it.name.clone()));
            }
            Progress::Restarted => listed.clear(),
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
        assert_eq!(listed, upload.symbols().iter().map(|it| it.name.clone()).collect::<Vec<_>>());
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
        if step(&mut fake, &mut upload).unwrap() == (Progress::Listed { from: 0 }) {
            // The mark, a page of three, and three templates with two requests or more.
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
            upload.take(&[Reply { service: 0, status: Status::of(status), data }])
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
