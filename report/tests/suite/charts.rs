//! All charts and function block diagrams of all samples, drawn.

use std::collections::BTreeMap;

use tagbridge_project::{Body, Language, Net, Project, Rung};
use tagbridge_report::{BoxStyle, Fonts, Pen, Point, Scene, Shape, draw::Drawing};

use crate::{drawing::nothing_overlaps, samples};

/// The texts in the boxes of a drawing, each with all its lines.
fn boxes(scene: &Scene) -> Vec<String> {
    let said = |shape: &Shape| match shape {
        Shape::Box { at, width, height, look: BoxStyle::Plain | BoxStyle::Double } => {
            let texts = scene.shapes.iter().filter_map(|shape| match shape {
                Shape::Text(text) => Some(text),
                _ => None,
            });
            let inside = texts.filter(|it| {
                (at.x..=at.x + width).contains(&it.at.x) && (at.y..at.y + height).contains(&it.at.y)
            });
            Some(inside.map(|it| it.text.as_str()).collect::<String>())
        }
        _ => None,
    };
    scene.shapes.iter().filter_map(said).collect()
}

fn dense(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace()).collect()
}

#[test]
fn steps_and_blocks_of_every_sample_are_drawn() {
    let fonts = Fonts::default();
    let (mut charts, mut sheets, mut placed, mut skipped) = (0, 0, 0, Vec::new());
    let projects = samples::projects();
    for (file, project) in &projects {
        let drawing = Drawing::new(project, &fonts);
        for routine in &project.routines {
            let place = format!("{file} {}", routine.name);
            if routine.language == Language::Sfc {
                let wanted = steps(&routine.body);
                let Some(scene) = drawing.chart(routine) else {
                    skipped.push(place);
                    continue;
                };
                charts += 1;
                let found: Vec<String> = boxes(&scene).iter().map(|it| dense(it)).collect();
                for step in wanted {
                    let count = found.iter().filter(|it| it.starts_with(&dense(&step))).count();
                    assert!(count > 0, "{place}: {step} {found:?}");
                }
                nothing_overlaps(&scene, &fonts, &place);
            }
            let Body::Rungs(rungs) = &routine.body else { continue };
            let is_sheet = |rung: &&Rung| {
                let language = rung.language.unwrap_or(routine.language);
                matches!(language, Language::Fbd | Language::Cfc)
            };
            for rung in rungs.iter().filter(is_sheet) {
                let (Some(net), scene) = (&rung.net, drawing.diagram(rung)) else { continue };
                let Some(scene) = scene else {
                    skipped.push(format!("{place} {}", rung.number));
                    continue;
                };
                sheets += 1;
                let found: String = boxes(&scene).iter().map(|it| dense(it)).collect();
                for node in &net.nodes {
                    for text in [&node.name, node.operand.as_ref().unwrap_or(&node.name)] {
                        assert!(found.contains(&dense(text)), "{place}: {text} {found}");
                    }
                }
                nothing_overlaps(&scene, &fonts, &place);
                placed += usize::from(stands_as_in_the_file(net, &scene, &place));
            }
        }
    }
    if !projects.is_empty() {
        assert!(charts > 0 && sheets > 2, "{charts} {sheets}; not drawn: {skipped:#?}");
        assert!(placed > 1, "{placed} of {sheets} stand as in the file");
    }
}

/// Whether the file contains the positions of all nodes: then the order from left to right, and
/// from top to bottom in one column, is the same in the drawing.
fn stands_as_in_the_file(net: &Net, scene: &Scene, place: &str) -> bool {
    let drawn: Option<Vec<(i32, i32)>> = net.nodes.iter().map(|node| node.drawn_at).collect();
    let Some(drawn) = drawn else { return false };
    let boxes = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Box { at, look: BoxStyle::Plain, .. } => Some(*at),
        _ => None,
    });
    let boxes: Vec<Point> = boxes.take(drawn.len()).collect();
    for (one, (x, y)) in drawn.iter().enumerate() {
        for (two, (right, below)) in drawn.iter().enumerate() {
            let (from, to) = (boxes[one], boxes[two]);
            // Four times the text height, with 20 units per row.
            assert!(x + 60 > *right || from.x < to.x, "{place}: {one} {from:?} {two} {to:?}");
            let is_column = (from.x - to.x).abs() < 0.01;
            assert!(
                !is_column || y >= below || from.y < to.y,
                "{place}: {one} {from:?} {two} {to:?}"
            );
        }
    }
    true
}

fn steps(body: &Body) -> Vec<String> {
    let lines: Vec<&str> = match body {
        Body::Text(text) => text.lines().collect(),
        Body::Rungs(rungs) => rungs.iter().map(|rung| rung.text.as_str()).collect(),
        Body::Protected | Body::Absent => Vec::new(),
    };
    let step = |line: &&str| {
        let (word, rest) = line.trim_end_matches(';').split_once(' ')?;
        let name = rest.split(':').next().unwrap_or(rest).trim().to_owned();
        matches!(word, "STEP" | "INITIAL_STEP").then_some(name)
    };
    lines.iter().filter_map(step).collect()
}

#[test]
fn wires_lead_from_step_to_step_as_the_chart_says() {
    let fonts = Fonts::default();
    let step = |id: u32, name: &str, inner: &str| {
        let first = id == 0;
        format!("<Step ID=\"{id}\" Operand=\"{name}\" InitialStep=\"{first}\">{inner}</Step>")
    };
    let code =
        |text: &str| format!("<STContent><Line Number=\"0\"><![CDATA[{text}]]></Line></STContent>");
    let transition = |id: u32, name: &str, condition: &str| {
        let condition = code(condition);
        format!(
            "<Transition ID=\"{id}\" Operand=\"{name}\"><Condition>{condition}</Condition></Transition>"
        )
    };
    let action = format!(
        "<Action ID=\"9\" Operand=\"Open\" Qualifier=\"NonStored\"><Body>{}</Body></Action>",
        code("x := 1;")
    );
    let links = [(0, 3), (3, 1), (1, 4), (4, 2), (2, 5), (5, 0)]
        .map(|(from, to)| format!("<DirectedLink FromID=\"{from}\" ToID=\"{to}\"/>"));
    let content = [
        step(0, "Idle", ""),
        transition(3, "Start", "a"),
        step(1, "Fill", &action),
        transition(4, "Full", "b"),
        step(2, "Mix", ""),
        transition(5, "Done", "c"),
        links.concat(),
    ];
    let project = project(&content.concat());
    let drawing = Drawing::new(&project, &fonts);
    let scene = drawing.chart(&project.routines[0]).expect("a chart");
    nothing_overlaps(&scene, &fonts, "a chart");
    let mut tops: BTreeMap<String, (Point, f32, f32)> = BTreeMap::new();
    for (shape, said) in
        scene.shapes.iter().filter(|it| matches!(it, Shape::Box { .. })).zip(boxes(&scene))
    {
        if let Shape::Box { at, width, height, .. } = shape {
            tops.insert(said, (*at, *width, *height));
        }
    }
    let names: Vec<&str> = tops.keys().map(String::as_str).collect();
    assert_eq!(names, ["FillN Open", "Idle", "Mix"]);
    let starts = |at: Point| {
        scene.shapes.iter().any(|shape| match shape {
            Shape::Line { from, pen: Pen::Wire, .. } => {
                (from.x - at.x).abs() < 0.01 && (from.y - at.y).abs() < 0.01
            }
            _ => false,
        })
    };
    for (at, width, height) in tops.values() {
        assert!(starts(Point::new(at.x + width / 2.0, at.y + height)), "{at:?}");
    }
    let jumps = scene.shapes.iter().any(|it| matches!(it, Shape::Text(it) if it.text == "→ Idle"));
    assert!(jumps, "the loop is a jump");
    let (fill, mix) = (tops["FillN Open"].0, tops["Mix"].0);
    assert!(tops["Idle"].0.y < fill.y && fill.y < mix.y);
    let empty = self::project("<DirectedLink FromID=\"1\" ToID=\"2\"/>");
    assert!(drawing.chart(&empty.routines[0]).is_none());
}

/// A routine with this chart.
fn project(content: &str) -> Project {
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Programs><Program Name=\"P\"><Routines>\
         <Routine Name=\"S\" Type=\"SFC\"><SFCContent>{content}</SFCContent></Routine></Routines>\
         </Program></Programs></Controller></RSLogix5000Content>"
    );
    let source = tagbridge_project::Source::of_bytes("a.L5X", text.as_bytes().to_vec());
    tagbridge_project::read(&source.expect("a source")).expect("a project")
}
