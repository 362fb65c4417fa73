use super::*;
use crate::codec::{
    Elementary, Incoming, Segment, class,
    template::{Attributes, Definition, MemberDefinition},
};

/// A controller that answers requests for types.
struct Fake {
    /// Instance, handle, name, and the type word of the one member.
    templates: Vec<(u16, u16, &'static str, u16)>,
    tags: Vec<(&'static str, TagType)>,
    requests: Vec<&'static str>,
    /// Whether it returns no handle the first time.
    is_busy: bool,
}

impl Fake {
    fn answer(&mut self, request: &crate::codec::Request) -> (Status, Vec<u8>) {
        let bytes = request.to_bytes();
        let request = Incoming::decode(&bytes).expect("a request");
        let absent = (Status::of(Status::PATH_DESTINATION_UNKNOWN), vec![]);
        match &request.path.0[..] {
            [Segment::Symbol(tag)] => {
                self.requests.push("tag");
                let Some((_, kind)) = self.tags.iter().find(|it| it.0 == tag) else {
                    return absent;
                };
                let mut data = Vec::new();
                kind.encode(&mut data);
                (Status::of(Status::PARTIAL_TRANSFER), [data, vec![0; 4]].concat())
            }
            &[Segment::Class(class::TEMPLATE), Segment::Instance(instance)] => {
                let Some(&(_, handle, name, word)) =
                    self.templates.iter().find(|it| u32::from(it.0) == instance)
                else {
                    return absent;
                };
                let member =
                    MemberDefinition { name: "M".into(), info: 0, kind: TypeWord(word), offset: 0 };
                let mut definition =
                    Definition { name: name.into(), members: vec![member] }.encode();
                let words = (definition.len() + 23).div_ceil(4);
                definition.resize(words * 4 - 20, 0);
                match request.data {
                    [1, 0, ..] => {
                        (Status::of(0), [&[1, 0, 1, 0, 0, 0], &handle.to_le_bytes()[..]].concat())
                    }
                    [4, 0, ..] => {
                        self.requests.push("attributes");
                        let attributes = Attributes {
                            handle,
                            member_count: 1,
                            definition_words: u32::try_from(words).expect("a small number"),
                            structure_size: 4,
                        };
                        (Status::of(0), attributes.encode())
                    }
                    _ => {
                        self.requests.push("definition");
                        (Status::of(0), definition)
                    }
                }
            }
            path => panic!("{path:?}"),
        }
    }

    /// Finds these types, each by the tag of its name and by a tag that does not exist.
    fn find(&mut self, types: &[(&str, &str)]) -> Vec<Result<Kind, String>> {
        let mut seek = TypeSearch::new();
        for (type_name, tag) in types {
            for tag in ["Nowhere", tag] {
                seek.want(type_name, EPath(vec![Segment::Symbol(tag.into())]), 4);
            }
        }
        loop {
            if seek.questions().is_empty() {
                seek.resume();
            }
            let questions = seek.questions();
            if questions.is_empty() {
                break;
            }
            let is_sweeping = seek.is_sweeping();
            if is_sweeping {
                self.requests.push("handles");
                assert!(self.requests.len() < 100, "it comes to an end");
            }
            let room = if is_sweeping { 100 } else { 2 };
            let answers: Vec<_> =
                questions.iter().take(room).map(|it| self.answer(&it.request)).collect();
            let is_busy = is_sweeping && std::mem::take(&mut self.is_busy);
            let status = |own: &Status| {
                if is_busy { Status::of(Status::RESOURCE_UNAVAILABLE) } else { own.clone() }
            };
            let reply = |(own, data)| Reply { service: 3, status: status(own), data };
            let replies = answers.iter().map(|(own, data)| reply((own, &data[..])));
            seek.take(&replies.collect::<Vec<_>>());
        }
        let found = |it: &(&str, &str)| seek.found()[&it.0.to_ascii_lowercase()].clone();
        types.iter().map(|it| found(it).map_err(|cause| cause.to_string())).collect()
    }
}

fn structure(handle: u16) -> TagType {
    TagType::Structure { handle }
}

fn name(found: &Result<Kind, String>) -> &str {
    match found {
        Ok(Kind::Structure(it)) => &it.name,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_type_is_found_by_its_handle_with_what_is_in_it() {
    let mut fake = Fake {
        templates: vec![(0x123, 7, "Motor", 0x8200), (0x200, 8, "Ramp", 0x00C4)],
        tags: vec![("M1", structure(7))],
        requests: vec![],
        is_busy: false,
    };
    let found = fake.find(&[("MOTOR", "M1")]);
    assert_eq!(name(&found[0]), "Motor");
    let Ok(Kind::Structure(motor)) = &found[0] else { panic!("{found:?}") };
    assert!(matches!(&motor.members[0].kind, Kind::Structure(it) if &*it.name == "Ramp"));
    let expected =
        ["tag", "tag", "handles", "attributes", "definition", "attributes", "definition"];
    assert_eq!(fake.requests, expected, "no more than is needed");
}

#[test]
fn what_a_busy_controller_cannot_tell_is_asked_for_again() {
    for instance in [0x100, 0x120, 0xFFE] {
        let mut fake = Fake {
            templates: vec![(instance, 7, "Motor", 0x00C4), (0x800, 7, "Pump", 0x00C4)],
            tags: vec![("M1", structure(7))],
            requests: vec![],
            is_busy: true,
        };
        assert_eq!(name(&fake.find(&[("Motor", "M1")])[0]), "Motor", "{instance:#x}");
    }
    let mut seek = TypeSearch::new();
    seek.want("Motor", EPath(vec![Segment::Symbol("M1".into())]), 4);
    let status = Status::of(Status::RESOURCE_UNAVAILABLE);
    seek.take(&[Reply { service: 0x4C, status, data: &[] }]);
    assert!(seek.questions().is_empty() && seek.found().is_empty(), "nothing is known of it");
}

#[test]
fn one_handle_of_several_types_is_told_apart_by_name() {
    let mut fake = Fake {
        templates: vec![(0x100, 7, "Pump", 0x00C4), (0xFFE, 7, "Motor", 0x00CA)],
        tags: vec![("M1", structure(7)), ("P1", structure(7)), ("V1", structure(7))],
        requests: vec![],
        is_busy: false,
    };
    let found = fake.find(&[("Motor", "M1"), ("Pump", "P1"), ("Valve", "V1")]);
    assert_eq!((name(&found[0]), name(&found[1])), ("Motor", "Pump"));
    let Err(why) = &found[2] else { panic!("{found:?}") };
    assert!(why.contains("several templates have the handle 0x0007"), "{why}");
}

/// The first tag that has this type in the project has another type in the controller.
#[test]
fn a_tag_of_another_type_hides_none() {
    for other in [structure(8), TagType::Elementary(Elementary::Dint), TagType::LOGIX_STRING] {
        let mut fake = Fake {
            templates: vec![(0x100, 7, "Motor", 0x00C4), (0x101, 8, "Pump", 0x00C4)],
            tags: vec![("Nowhere", other), ("M1", structure(7))],
            requests: vec![],
            is_busy: false,
        };
        assert_eq!(name(&fake.find(&[("Motor", "M1")])[0]), "Motor", "{other}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let mut fake = Fake {
        templates: vec![(0x100, 7, "Renamed", 0x00C4)],
        tags: vec![
            ("R1", structure(7)),
            ("X1", structure(9)),
            ("D1", TagType::Elementary(Elementary::Dint)),
            ("S1", TagType::LOGIX_STRING),
        ],
        requests: vec![],
        is_busy: false,
    };
    let found = fake.find(&[("R", "R1"), ("X", "X1"), ("D", "D1"), ("S", "S1"), ("N", "N1")]);
    // The controller uses another name: the caller compares the names.
    assert_eq!(name(&found[0]), "Renamed");
    assert!(matches!(&found[1], Err(it) if it.contains("no template has the handle 0x0009")));
    assert_eq!(found[2], Ok(Kind::Atomic(Elementary::Dint)));
    assert_eq!(name(&found[3]), "STRING");
    assert!(matches!(&found[4], Err(it) if it.contains("the controller does not return it")));
}
