use super::{
    super::template::tests::{member, motor, template},
    *,
};

fn catalogue() -> Catalogue {
    let line = template(
        "Line",
        84,
        vec![
            member("Motors", 0, Kind::Structure(motor()), 2),
            member("Word", 80, Kind::Atomic(Elementary::Dint), 0),
        ],
    );
    let atomic = Kind::Atomic;
    let tags = [
        ("Word", atomic(Elementary::Dint), [0; 3]),
        ("Count", atomic(Elementary::Dint), [100, 0, 0]),
        ("Grid", atomic(Elementary::Int), [2, 3, 4]),
        ("Flags", atomic(Elementary::Dword), [3, 0, 0]),
        ("Line1", Kind::Structure(line), [0; 3]),
        ("Program:Main.Step", atomic(Elementary::Sint), [0; 3]),
        ("Local:1:I", atomic(Elementary::Dint), [0; 3]),
        ("Program:Main", Kind::Unknown(0x1068), [0; 3]),
    ];
    let symbol = |(at, (name, kind, dimensions)): (u32, (&str, Kind, _))| Symbol {
        name: name.into(),
        path: Symbol::path_of(name.split_once('.').map(|it| it.0), at),
        is_system: matches!(kind, Kind::Unknown(_)),
        is_alias: false,
        kind,
        dimensions,
        access: Access::ReadWrite,
    };
    let secret = Symbol {
        access: Access::None,
        ..symbol((99, ("Secret", atomic(Elementary::Dint), [0; 3])))
    };
    Catalogue::new((0..).zip(tags).map(symbol).chain([secret]), None)
}

fn resolve(name: &str) -> Result<ResolvedName, Cause> {
    catalogue().resolve(&TagName::parse(name).expect(name))
}

/// Checks spelling, type, and the innermost piece: offset in the tag, elements, path after the tag.
fn check(name: &str, spelt: &str, type_name: &str, offset: u32, elements: u32, path: &[u8]) {
    let it = resolve(name).unwrap_or_else(|cause| panic!("{name}: {cause}"));
    assert_eq!((&*it.name, &*it.type_name()), (spelt, type_name));
    let piece = it.innermost();
    let mut bytes = Vec::new();
    piece.path.encode(&mut bytes);
    let mut tag = Vec::new();
    it.symbol.path.encode(&mut tag);
    assert_eq!((piece.offset, piece.elements), (offset, elements), "{name}");
    assert_eq!(bytes.strip_prefix(&*tag), Some(path), "{name}");
    let outer: Vec<_> = it.pieces.iter().map(|it| it.offset).collect();
    assert!(outer.is_sorted(), "{name}: each piece lies within the one before");
}

#[test]
fn names_become_pieces_of_tags() {
    check("word", "Word", "DINT", 0, 1, b"");
    check("WORD.31", "Word.31", "BOOL", 0, 1, b"");
    check("count", "Count", "DINT[100]", 0, 100, b"");
    check("COUNT[7]", "Count[7]", "DINT", 28, 1, b"\x28\x07");
    check("count[10..19]", "Count[10..19]", "DINT[10]", 40, 10, b"\x28\x0A");
    check("grid", "Grid", "INT[2,3,4]", 0, 24, b"");
    check("grid[1,2,3]", "Grid[1,2,3]", "INT", 46, 1, b"\x28\x01\x28\x02\x28\x03");
    check("grid[1,0,1..2]", "Grid[1,0,1..2]", "INT[2]", 26, 2, b"\x28\x01\x28\0\x28\x01");
    check("flags", "Flags", "BOOL[96]", 0, 3, b"");
    check("flags[33]", "Flags[33]", "BOOL", 4, 1, b"\x28\x01");
    check("flags[31..64]", "Flags[31..64]", "BOOL[34]", 0, 3, b"\x28\0");
    check("program:MAIN.step.7", "Program:Main.Step.7", "BOOL", 0, 1, b"");
    check("local:1:i.3", "Local:1:I.3", "BOOL", 0, 1, b"");
    check("line1", "Line1", "Line", 0, 1, b"");
    check("line1.motors", "Line1.Motors", "Motor[2]", 0, 2, b"\x91\x06Motors");
    let motor = b"\x91\x06Motors\x28\x01";
    let behind = |more: &[u8]| [motor, more].concat();
    check("line1.motors[1]", "Line1.Motors[1]", "Motor", 40, 1, motor);
    check(
        "line1.motors[1].fault",
        "Line1.Motors[1].Fault",
        "BOOL",
        40,
        1,
        &behind(b"\x91\x05Fault\0"),
    );
    check(
        "line1.motors[1].temps",
        "Line1.Motors[1].Temps",
        "INT[2]",
        48,
        2,
        &behind(b"\x91\x05Temps\0"),
    );
    check(
        "line1.motors[1].label",
        "Line1.Motors[1].Label",
        "STRING",
        56,
        1,
        &behind(b"\x91\x05Label\0"),
    );
    check(
        "line1.motors[1].bits[5]",
        "Line1.Motors[1].Bits[5]",
        "BOOL",
        52,
        1,
        &behind(b"\x91\x04Bits\x28\0"),
    );
}

#[test]
fn what_is_not_there_has_its_cause() {
    for (name, reason, says) in [
        ("Nope", Reason::UnknownTag, "has no tag Nope"),
        ("Program:Main.Nope", Reason::UnknownTag, "has no tag Program:Main.Nope"),
        ("Program:Main", Reason::TypeMismatch, "does not describe (0x1068)"),
        ("Secret", Reason::AccessDenied, "external access of Secret is None"),
        ("Word.32", Reason::OutOfRange, "has 32 bits"),
        ("Word[0]", Reason::TypeMismatch, "is a DINT, not an array"),
        ("Word.Nope", Reason::TypeMismatch, "is a DINT, which has no member Nope"),
        ("Count[100]", Reason::OutOfRange, "has the dimensions [100]"),
        ("Count[95..104]", Reason::OutOfRange, "has the dimensions [100]"),
        ("Count.3", Reason::TypeMismatch, "has no bits"),
        ("Grid[0]", Reason::TypeMismatch, "has 3 dimensions (2,3,4), not 1"),
        ("Grid[0,3,0]", Reason::OutOfRange, "has the dimensions [2,3,4]"),
        ("Flags[96]", Reason::OutOfRange, "has the dimensions [96]"),
        ("Flags[4294967295]", Reason::OutOfRange, "has the dimensions [96]"),
        ("Flags[5].1", Reason::TypeMismatch, "is a BOOL, which has no bits"),
        ("Line1.Nope", Reason::UnknownTag, "Line1 is a Line, which has no member Nope"),
        ("Line1.Motors.On", Reason::TypeMismatch, "name one of its elements"),
        ("Line1.Motors[0].ZZZZZZZZZZMotor0", Reason::UnknownTag, "has no member"),
        ("Line1.Motors[0].On.0", Reason::TypeMismatch, "is a BOOL, which has no bits"),
    ] {
        let cause = resolve(name).expect_err(name);
        assert_eq!(cause.reason, reason, "{name}");
        assert!(cause.to_string().contains(says), "{name}: {cause}");
    }
}

/// A value has the same place in the whole tag and in each of its pieces.
#[test]
fn pieces_lie_within_each_other() {
    let mut bytes: Vec<u8> = (0..84).collect();
    bytes[40] = 0b10;
    for (name, expected) in [
        ("Line1.Word.4", Value::Bool(true)),
        ("Line1.Motors[1].Fault", Value::Bool(true)),
        ("Line1.Motors[1].On", Value::Bool(false)),
        ("Line1.Motors[1].Temps[1]", Value::Int(0x3332)),
        ("Line1.Motors[1].Bits[2]", Value::Bool(true)),
        (
            "Line1.Motors[1].Bits[0..2]",
            Value::Array([false, false, true].map(Value::Bool).to_vec()),
        ),
    ] {
        let it = resolve(name).expect(name);
        let inner = it.innermost();
        let begin = inner.offset as usize;
        let part = &bytes[begin..];
        let found = match inner.bit {
            Some(bit) => Ok(Value::Bool(part[0] >> bit & 1 == 1)),
            None => it.value(&part[..inner.size().unwrap() as usize]),
        };
        assert_eq!(found, Ok(expected), "{name}");
        let end_of = |piece: &ReadablePart| piece.offset + piece.size().unwrap();
        for piece in &it.pieces {
            assert!(piece.offset <= inner.offset && end_of(inner) <= end_of(piece), "{name}");
        }
    }
    assert_eq!(resolve("Line1.Motors[1].Fault").unwrap().value(&[0xFF]), Ok(Value::Bool(true)));
    let it = resolve("Flags[31..33]").unwrap();
    let bools = [true, false, true].map(Value::Bool).to_vec();
    assert_eq!(it.value(&[0, 0, 0, 0x80, 2, 0, 0, 0]), Ok(Value::Array(bools)));
}
