//! All rungs of all samples, drawn and read back.

use std::hash::{DefaultHasher, Hash, Hasher};

use tagbridge_code::{self as network, Element, Sentence};
use tagbridge_project::{Body, Language, Project, Routine, Rung, Vendor};
use tagbridge_report::{
    Fonts, Pen, Scene, Shape,
    draw::{Drawing, Mark, PinAnnotation, RungPiece},
};
use tagbridge_structured_text::{Dialect, parse};

use crate::{read_back::Read, samples};

/// A part of a rung from the parsers of the logic crate.
enum Part {
    /// Its mark and its operand; for a contact, whether it can be closed.
    Symbol {
        is_coil: bool,
        mark: String,
        operand: String,
    },
    Box {
        title: String,
        values: Option<String>,
        flows: Vec<Vec<Part>>,
    },
    Branch(Vec<Vec<Part>>),
}

#[test]
fn contacts_coils_and_boxes_of_every_rung_read_back_as_it_was_written() {
    let fonts = Fonts::default();
    let (mut drawn, mut opaque, mut wrapped) = ([0; 3], Vec::new(), 0);
    for (file, project) in samples::projects() {
        let drawing = Drawing::new(&project, &fonts);
        for (routine, rung) in ladder(&project) {
            let place = format!("{file} {}/{} {}", routine.owner, routine.name, rung.number);
            for width in [70.0, 34.0] {
                let Some(scene) = drawing.rung(rung, &routine.owner, width) else {
                    opaque.push(format!("{place}: {}", rung.text));
                    continue;
                };
                drawn[project.vendor as usize] += 1;
                let pieces = drawing.pieces(rung, &routine.owner).expect("as it was drawn");
                let expected = match project.vendor {
                    Vendor::AllenBradley => logix(rung),
                    Vendor::Siemens => siemens(rung),
                    // The same pieces as in the drawing: a table of texts is below.
                    Vendor::Codesys => pieces.iter().map(|it| of_pieces(it)).collect(),
                };
                let read = Read::of(&scene);
                wrapped += usize::from(
                    scene.shapes.iter().any(|it| matches!(it, Shape::Curve(p) if p.len() == 3)),
                );
                same(&read, &expected, &place);
                nothing_overlaps(&scene, &fonts, &place);
            }
        }
    }
    if drawn.iter().sum::<usize>() > 0 {
        opaque.sort();
        opaque.dedup();
        assert!(opaque.len() < 12, "{} are not drawn: {opaque:#?}", opaque.len());
        assert!(drawn[0] > 800 && drawn[1] > 150 && wrapped > 20, "{drawn:?} {wrapped}");
    }
}

fn ladder(project: &Project) -> impl Iterator<Item = (&Routine, &Rung)> {
    project.routines.iter().flat_map(|routine| {
        let rungs = match &routine.body {
            Body::Rungs(rungs) => rungs.as_slice(),
            _ => &[],
        };
        let is_ladder =
            move |rung: &&Rung| rung.language.unwrap_or(routine.language) == Language::Ld;
        rungs.iter().filter(is_ladder).map(move |rung| (routine, rung))
    })
}

fn same(read: &Read, expected: &[Vec<Part>], place: &str) {
    let (mut symbols, mut boxes) = (Vec::new(), Vec::new());
    for series in expected {
        collect(series, &mut symbols, &mut boxes);
    }
    let mut found: Vec<(bool, String, String)> =
        read.symbols.iter().map(|it| (it.is_coil, it.mark.clone(), it.operand.clone())).collect();
    found.sort();
    symbols.sort();
    assert_eq!(found, symbols, "{place}");
    let mut titles: Vec<&str> = boxes.iter().map(|it| it.0).collect();
    let mut drawn: Vec<&str> = read.boxes.iter().map(|it| it.title.as_str()).collect();
    titles.sort_unstable();
    drawn.sort_unstable();
    assert_eq!(drawn, titles, "{place}");
    for values in boxes.iter().filter_map(|it| it.1) {
        assert!(
            read.boxes.iter().any(|it| it.values == values),
            "{place}: {values} {:?}",
            read.boxes
        );
    }
    for seed in 0..8_u32 {
        let is_true = |mark: &str, operand: &str| {
            let mut hasher = DefaultHasher::new();
            (seed, if mark == "/" { "" } else { mark }, operand).hash(&mut hasher);
            // Most contacts are closed, so that power flows far.
            hasher.finish().is_multiple_of(4) == (mark == "/")
        };
        let energised = read.energised(|it| it.is_coil || is_true(&it.mark, &it.operand));
        let coils = read.symbols.iter().zip(energised).filter(|(it, _)| it.is_coil);
        let mut coils: Vec<(String, bool)> =
            coils.map(|(it, on)| (it.operand.clone(), on)).collect();
        let mut wanted = Vec::new();
        for series in expected {
            flow(series, true, &is_true, &mut wanted);
        }
        coils.sort();
        wanted.sort();
        assert_eq!(coils, wanted, "{place} {seed}");
    }
}

fn collect<'p>(
    series: &'p [Part],
    symbols: &mut Vec<(bool, String, String)>,
    boxes: &mut Vec<(&'p str, Option<&'p str>)>,
) {
    for part in series {
        match part {
            Part::Symbol { is_coil, mark, operand } => {
                symbols.push((*is_coil, mark.clone(), operand.clone()));
            }
            Part::Box { title, values, flows } => {
                boxes.push((title, values.as_deref()));
                for flow in flows {
                    collect(flow, symbols, boxes);
                }
            }
            Part::Branch(legs) => legs.iter().for_each(|leg| collect(leg, symbols, boxes)),
        }
    }
}

/// Whether power flows out of the series, and the coils that it reaches.
fn flow(
    series: &[Part],
    arrives: bool,
    is_true: &impl Fn(&str, &str) -> bool,
    coils: &mut Vec<(String, bool)>,
) -> bool {
    let mut on = arrives;
    for part in series {
        match part {
            Part::Symbol { is_coil: true, operand, .. } => coils.push((operand.clone(), on)),
            Part::Symbol { mark, operand, .. } => on &= is_true(mark, operand),
            Part::Box { flows, .. } => {
                for inner in flows {
                    flow(inner, true, is_true, coils);
                }
            }
            Part::Branch(legs) => {
                let mut out = false;
                for leg in legs {
                    out |= flow(leg, on, is_true, coils);
                }
                on = out;
            }
        }
    }
    on
}

fn logix(rung: &Rung) -> Vec<Vec<Part>> {
    fn series(text: &str, elements: &[Element]) -> Vec<Part> {
        let part = |element: &Element| match element {
            Element::Branch(legs) => {
                Part::Branch(legs.iter().map(|leg| series(text, leg)).collect())
            }
            Element::Signal(_) | Element::Opaque(..) => panic!("{text}"),
            Element::Part(it) => {
                let name = &text[it.name.range()];
                let operands: Vec<&str> = it.operands().map(|span| &text[span.range()]).collect();
                let symbol = |is_coil, mark: &str| Part::Symbol {
                    is_coil,
                    mark: mark.to_owned(),
                    operand: operands[0].to_owned(),
                };
                match name {
                    "XIC" => symbol(false, ""),
                    "XIO" => symbol(false, "/"),
                    "ONS" => symbol(false, "ONS"),
                    "OTE" => symbol(true, ""),
                    "OTL" => symbol(true, "L"),
                    "OTU" => symbol(true, "U"),
                    "RES" | "JMP" => symbol(true, name),
                    _ => {
                        // The value of the tag is displayed instead of a question mark.
                        let values = operands.iter().all(|it| !it.is_empty() && *it != "?");
                        let values = values.then(|| operands.concat());
                        Part::Box { title: name.to_owned(), values, flows: Vec::new() }
                    }
                }
            }
        };
        elements.iter().map(part).collect()
    }
    let ladder = network::Ladder::neutral(&rung.text);
    ladder.rungs.iter().map(|it| series(&rung.text, &it.elements)).collect()
}

fn siemens(rung: &Rung) -> Vec<Vec<Part>> {
    fn series(text: &str, elements: &[Element]) -> Vec<Part> {
        let part = |element: &Element| match element {
            Element::Branch(legs) => {
                Part::Branch(legs.iter().map(|leg| series(text, leg)).collect())
            }
            Element::Signal(span) | Element::Opaque(span, _) => Part::Symbol {
                is_coil: false,
                mark: String::new(),
                operand: text[span.range()].to_owned(),
            },
            Element::Part(it) => {
                let name = &text[it.name.range()];
                let plain: Vec<&str> = it
                    .pins
                    .iter()
                    .filter_map(|pin| match &pin.value {
                        network::PinValue::Operand(span) => Some(&text[span.range()]),
                        network::PinValue::Flow(_) => None,
                    })
                    .collect();
                let kind = name.strip_suffix("Contact").or_else(|| name.strip_suffix("Coil"));
                if let Some(kind) = kind.filter(|_| plain.len() == it.pins.len()) {
                    let negated = it.pins.first().is_some_and(|pin| pin.is_negated);
                    let mark = format!("{}{}", if negated { "/" } else { "" }, kind.to_uppercase());
                    let is_coil = name.ends_with("Coil");
                    return Part::Symbol { is_coil, mark, operand: plain.join("|") };
                }
                if name == "Not" {
                    let (mark, operand) = ("NOT".to_owned(), String::new());
                    return Part::Symbol { is_coil: false, mark, operand };
                }
                let flows = it.pins.iter().filter_map(|pin| match &pin.value {
                    network::PinValue::Flow(flow) => {
                        let mut flow = series(text, flow);
                        if pin.is_negated {
                            let (mark, operand) = ("NOT".to_owned(), String::new());
                            flow.push(Part::Symbol { is_coil: false, mark, operand });
                        }
                        Some(flow)
                    }
                    network::PinValue::Operand(_) => None,
                });
                let title = match name {
                    "Call" => plain[0].trim_matches('"').to_owned(),
                    name => name.to_uppercase(),
                };
                Part::Box { title, values: None, flows: flows.collect() }
            }
        };
        elements.iter().map(part).collect()
    }
    let rungs = rung.ladder.iter().flat_map(|ladder| &ladder.rungs);
    rungs.map(|it| series(&rung.text, &it.elements)).collect()
}

fn of_pieces(pieces: &[RungPiece]) -> Vec<Part> {
    let word = |mark: &Mark| match mark {
        Mark::None => String::new(),
        Mark::Negated => "/".to_owned(),
        Mark::Text(text) => text.clone(),
    };
    let part = |piece: &RungPiece| match piece {
        RungPiece::Contact { mark, operands, .. } => {
            Part::Symbol { is_coil: false, mark: word(mark), operand: operands.join("|") }
        }
        RungPiece::Coil { mark, operands } => {
            Part::Symbol { is_coil: true, mark: word(mark), operand: operands.join("|") }
        }
        RungPiece::Branch(legs) => Part::Branch(legs.iter().map(|leg| of_pieces(leg)).collect()),
        RungPiece::Block(block) => {
            let flows = block.rows.iter().filter_map(|row| match &row.value {
                PinAnnotation::Flow(flow) => Some(of_pieces(flow)),
                PinAnnotation::Text(_) => None,
            });
            let (title, flows) = (block.title.clone(), flows.collect());
            Part::Box { title, values: None, flows }
        }
    };
    pieces.iter().map(part).collect()
}

pub(crate) fn nothing_overlaps(scene: &Scene, fonts: &Fonts, place: &str) {
    let texts = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some((text, text.extent(fonts))),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    for (at, (text, (from, to))) in texts.iter().enumerate() {
        assert!(
            from.x > 0.0 && from.y > -0.01 && to.x < scene.width && to.y < scene.height + 0.01,
            "{place}: {text:?} is outside of {} × {}",
            scene.width,
            scene.height
        );
        for (other, (low, high)) in &texts[at + 1..] {
            let apart = to.x <= low.x + 1e-3
                || high.x <= from.x + 1e-3
                || to.y <= low.y + 1e-3
                || high.y <= from.y + 1e-3;
            assert!(apart, "{place}: {text:?} and {other:?}");
        }
        for shape in &scene.shapes {
            let Shape::Line { from: begin, to: end, pen: Pen::Wire } = shape else { continue };
            let inside = (begin.x - end.x).abs() < 1e-3
                && begin.x > from.x + 1e-3
                && begin.x < to.x - 1e-3
                && begin.y < to.y - 1e-3
                && end.y > from.y + 1e-3;
            assert!(!inside, "{place}: a wire goes through {text:?}");
        }
    }
}

#[test]
fn statements_of_codesys_are_contacts_coils_and_boxes() {
    let drawn = |text: &str, statements, expected: &str| {
        let mut project = codesys();
        project.routines.clear();
        let fonts = Fonts::default();
        let drawing = Drawing::new(&project, &fonts);
        let statements = Some(statements);
        let rung = Rung { number: 1, text: text.to_owned(), statements, ..Rung::default() };
        let pieces = drawing.pieces(&rung, "P");
        let shown = pieces.map(|all| all.iter().map(|it| show(it)).collect::<Vec<_>>().join(" "));
        assert_eq!(shown.as_deref().unwrap_or("-"), expected, "{text}");
    };
    let check = |text: &str, expected: &str| drawn(text, parse(text, Dialect::Codesys), expected);
    check("Run := (Start OR Run) AND NOT Stop;", "[Start,Run] /Stop (Run)");
    check("Lamp S= a;", "a (S Lamp)");
    check("NOT Lamp := TRUE;", "(/ Lamp)");
    check("x := y := NOT (a AND b);", "a b NOT [(x),(y)]");
    check("t1.TON(IN := a AND b, PT := T#1s);", "a b {TON t1 PT=T#1s}");
    check("Q := t1.TON(IN := a, PT := T#1s).Q;", "a {TON t1 PT=T#1s Q =>=} (Q)");
    check("y := ADD(a, b);", "{ADD =a =b =>=y}");
    check("Run := a > 5 AND b;", "{GT =a =5} b (Run)");
    check("sr.SR(SET1 := a, RESET := NOT b);", "a {SR sr RESET={/b}}");
    let mut jump = Sentence::default();
    jump.write("IF ");
    let condition = jump.term("a AND b");
    let begin = jump.write(" THEN ").range().end;
    jump.write("JUMP ");
    let label = jump.write("Down");
    jump.jumped(begin, condition, Some(label));
    let (text, statements) = jump.into_parts();
    drawn(&text, statements, "a b (JMP Down)");
    check("IF a THEN x := 1; END_IF", "-");
    check("(* Run := a; *)", "-");
}

fn codesys() -> Project {
    let file = "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous>\
                <pou name='P' pouType='program'><interface/><body><ST/></body></pou></pous></types>\
                </project>";
    let source = tagbridge_project::Source::of_bytes("a.xml", file.as_bytes().to_vec());
    tagbridge_project::read(&source.expect("a source")).expect("a project")
}

fn show(pieces: &[RungPiece]) -> String {
    let mark = |mark: &Mark| match mark {
        Mark::None => String::new(),
        Mark::Negated => "/".to_owned(),
        Mark::Text(text) => text.clone(),
    };
    let piece = |piece: &RungPiece| match piece {
        RungPiece::Contact { mark: it, operands, .. } => {
            format!("{}{}", mark(it), operands.join("|"))
        }
        RungPiece::Coil { mark: it, operands } => {
            format!("({})", format!("{} {}", mark(it), operands.join("|")).trim_start())
        }
        RungPiece::Branch(legs) => {
            format!("[{}]", legs.iter().map(|leg| show(leg)).collect::<Vec<_>>().join(","))
        }
        RungPiece::Block(block) => {
            let mut out = format!("{{{}", block.title);
            if let Some(word) = &block.instance {
                out.extend([" ", word]);
            }
            for row in &block.rows {
                let value = match &row.value {
                    PinAnnotation::Text(text) => text.clone(),
                    PinAnnotation::Flow(flow) => format!("{{{}}}", show(flow)),
                };
                out.extend([" ", &row.label, "=", &value]);
            }
            out + "}"
        }
    };
    pieces.iter().map(piece).collect::<Vec<_>>().join(" ")
}
