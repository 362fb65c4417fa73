//! Small projects of each vendor, for tests.

use std::collections::BTreeMap;

use crate::{
    Access, Block, BlockKind, DataType, DataTypeKind, Dimension, Format, Initial, Member, Place,
    Project, Published, Section, Symbols, Tag, TypeUse, Vendor,
};

pub(crate) fn logix() -> Symbols {
    let motor = DataType {
        name: "Motor_UDT".to_owned(),
        kind: DataTypeKind::Structure,
        members: vec![
            Member { unit: Some("rpm".to_owned()), ..member("Speed", "REAL") },
            Member { comment: Some("from the type".to_owned()), ..member("Running", "BOOL") },
            member("Delay", "TIMER"),
            member("Name", "STRING"),
            Member { access: Access::None, ..member("Secret", "DINT") },
        ],
        ..DataType::default()
    };
    let timer = DataType {
        name: "TIMER".to_owned(),
        members: vec![
            member("PRE", "DINT"),
            member("ACC", "DINT"),
            member("EN", "BOOL"),
            member("TT", "BOOL"),
            member("DN", "BOOL"),
        ],
        ..motor.clone()
    };
    let valve = Block {
        kind: BlockKind::AddOnInstruction,
        members: vec![
            Member { section: Some(Section::Input), ..member("In", "BOOL") },
            Member { section: Some(Section::InOut), ..member("Axis", "AXIS_CIP_DRIVE") },
            Member { section: Some(Section::Local), ..member("Private", "DINT") },
        ],
        ..block("Valve_AOI")
    };
    let symbol = |name: &str, of: &str| tag(name, of, Place::Symbol);
    let array = |mut tag: Tag, counts: &[u32]| {
        tag.type_use.dimensions = counts.iter().copied().map(Dimension::of).collect();
        tag
    };
    let texts = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    };
    let tags = vec![
        Tag {
            comment: Some("the pump's motor".to_owned()),
            comments: texts(&[(".SPEED", "as measured")]),
            initial: Some(Initial::Parts(texts(&[(".Speed", "1.5")]))),
            ..symbol("Motor", "Motor_UDT")
        },
        array(symbol("Motors", "Motor_UDT"), &[4]),
        array(symbol("Grid", "INT"), &[2, 3]),
        array(symbol("Huge", "DINT"), &[2_147_483_647]),
        Tag {
            comments: texts(&[(".3", "the door is open")]),
            initial: Some(Initial::Scalar("5".to_owned())),
            ..symbol("Status", "DINT")
        },
        Tag { access: Access::None, ..symbol("Hidden", "DINT") },
        symbol("Valve", "Valve_AOI"),
        symbol("Strange", "AB:Unknown_Type:I:0"),
        symbol("Local:1:I", "AB:1756_DI:I:0"),
        Tag { scope: "Main".to_owned(), ..symbol("Program:Main.Step", "DINT") },
        Tag { scope: "Main".to_owned(), ..symbol("Program:Main.Count", "DINT") },
        Tag { scope: "Other".to_owned(), ..symbol("Program:Other.Count", "DINT") },
    ];
    symbols(Vendor::AllenBradley, Format::L5x, tags, vec![motor, timer], vec![valve])
}

pub(crate) fn s7() -> Symbols {
    let step = DataType {
        name: "Step_UDT".to_owned(),
        kind: DataTypeKind::Structure,
        members: vec![at(0, member("Time", "Real")), at(32, member("Open", "Bool"))],
        ..DataType::default()
    };
    let timer = DataType {
        name: "IEC_TIMER".to_owned(),
        members: vec![member("PT", "Time"), member("Q", "Bool")],
        ..step.clone()
    };
    let block = |name: &str, of: &str, number: Option<u16>, bit: u32| {
        let (block, _) = name.split_once('.').expect("a member of a block");
        let place = Place::Block { block: block.trim_matches('"').to_owned(), number, bit };
        tag(name, of, place)
    };
    let mut recipe = block("\"Recipe\".\"Name\"", "String", Some(20), 0);
    recipe.type_use.length = Some(20);
    let mut steps = block("\"Recipe\".\"Steps\"", "Step_UDT", Some(20), 22 * 8);
    steps.type_use.dimensions = vec![Dimension { low: 1, high: 3 }];
    let mut flags = block("\"Recipe\".\"Flags\"", "Bool", Some(20), 40 * 8);
    flags.type_use.dimensions = vec![Dimension::of(10)];
    let mut grid = block("\"Recipe\".\"Grid\"", "Int", Some(20), 60 * 8);
    grid.type_use.dimensions = vec![Dimension::of(2), Dimension::of(3)];
    let optimised = Place::Optimised { block: "Fast".to_owned(), certain: true };
    let mut names = tag("\"Fast\".\"Names\"", "String", optimised.clone());
    names.type_use.dimensions = vec![Dimension::of(2)];
    let tags = vec![
        recipe,
        steps,
        flags,
        block("\"Recipe\".\"Code\"", "Word", Some(20), 42 * 8),
        block("\"Recipe\".\"Delay\"", "IEC_TIMER", Some(20), 44 * 8),
        grid,
        block("\"Later\".\"Level\"", "LReal", None, 8 * 8),
        tag("\"Fast\".\"Step\"", "Step_UDT", optimised),
        names,
        tag("\"Start\"", "Bool", Place::Area { area: 'I', bit: 3 }),
        tag("\"Speed\"", "Int", Place::Area { area: 'M', bit: 32 }),
        tag("\"Wait\"", "Timer", Place::Area { area: 'T', bit: 5 }),
        Tag {
            access: Access::None,
            ..tag("\"Private\"", "Int", Place::Area { area: 'M', bit: 64 })
        },
    ];
    symbols(Vendor::Siemens, Format::Siemens, tags, vec![step, timer], Vec::new())
}

pub(crate) fn codesys() -> Symbols {
    let motor = Block {
        members: vec![
            Member { section: Some(Section::Input), ..member("xStart", "BOOL") },
            Member { section: Some(Section::Static), ..member("tDelay", "TON") },
            Member { section: Some(Section::Temp), ..member("iTemp", "INT") },
        ],
        ..block("FB_Motor")
    };
    let timer = Block {
        members: [("IN", "BOOL"), ("PT", "TIME"), ("Q", "BOOL"), ("ET", "TIME")]
            .map(|(name, of)| member(name, of))
            .into(),
        ..block("TON")
    };
    let mode = DataType {
        name: "E_Mode".to_owned(),
        kind: DataTypeKind::Enumeration,
        base: Some(TypeUse::scalar("UINT")),
        ..DataType::default()
    };
    let node = |name: &str, of: &str, published| {
        let path = format!("Application.{name}");
        tag(name, of, Place::Node { path, published })
    };
    let mut motors = node("GVL.aMotors", "FB_Motor", Published::Yes);
    motors.type_use.dimensions = vec![Dimension { low: 1, high: 2 }];
    let mut numbers = node("GVL.aNumbers", "INT", Published::Yes);
    numbers.type_use.dimensions = vec![Dimension { low: 0, high: 9 }];
    let tags = vec![
        node("PLC_PRG.rSpeed", "REAL", Published::Yes),
        node("PLC_PRG.eMode", "E_Mode", Published::Unknown),
        node("PLC_PRG.fbMotor", "FB_Motor", Published::Yes),
        node("PLC_PRG.xInternal", "BOOL", Published::No),
        motors,
        numbers,
    ];
    symbols(Vendor::Codesys, Format::CodesysExport, tags, vec![mode], vec![motor, timer])
}

pub(crate) fn member(name: &str, of: &str) -> Member {
    Member { name: name.to_owned(), type_use: TypeUse::scalar(of), ..Member::default() }
}

fn at(bit: u32, member: Member) -> Member {
    Member { bit_offset: Some(bit), ..member }
}

fn tag(name: &str, of: &str, place: Place) -> Tag {
    Tag {
        name: name.to_owned(),
        scope: String::new(),
        type_use: TypeUse::scalar(of),
        place,
        ..Tag::default()
    }
}

fn block(name: &str) -> Block {
    Block { name: name.to_owned(), kind: BlockKind::FunctionBlock, ..Block::default() }
}

fn symbols(
    vendor: Vendor,
    format: Format,
    tags: Vec<Tag>,
    data_types: Vec<DataType>,
    blocks: Vec<Block>,
) -> Symbols {
    let project = Project { tags, data_types, blocks, ..Project::new(vendor, format, "Line") };
    Symbols::new(project.into())
}
