//! The units of a project, each as one text: a unit that a change must not affect has the same
//! text.

use std::collections::BTreeMap;

use tagbridge_project::{Body, Project};

/// All tags, types, blocks, routines, programs, tasks, modules, connections and notes, by their
/// kind and name in lower case. The positions of code in its file are left out.
pub fn units(project: &Project) -> BTreeMap<String, String> {
    let mut units = Units::default();
    for tag in &project.tags {
        units.add("tag", &tag.name, format!("{tag:?}"));
    }
    for it in &project.data_types {
        units.add("type", &it.name, format!("{it:?}"));
    }
    for block in &project.blocks {
        units.add("block", &block.name, format!("{block:?}"));
    }
    for program in &project.programs {
        units.add("program", &program.name, format!("{program:?}"));
    }
    for task in &project.tasks {
        units.add("task", &task.name, format!("{task:?}"));
    }
    for module in &project.modules {
        units.add("module", &module.name, format!("{module:?}"));
    }
    for connection in &project.connections {
        units.add("connection", &connection.from, format!("{connection:?}"));
    }
    for note in &project.notes {
        let text = format!("{:?} {:?} {:?}", note.kind, note.subject, note.what);
        units.add("note", &text, String::new());
    }
    units.add("controller", "", format!("{:?} {}", project.controller, project.name));
    for routine in &project.routines {
        let body = match &routine.body {
            Body::Rungs(rungs) => rungs
                .iter()
                .map(|it| {
                    format!("{:?}", (it.number, it.language, &it.title, &it.comment, &it.text))
                })
                .collect::<Vec<_>>()
                .join("\n"),
            other => format!("{other:?}"),
        };
        let text = format!("{:?} {:?}\n{body}", routine.language, routine.comment);
        units.add("routine", &format!("{}/{}", routine.owner, routine.name), text);
    }
    units.0
}

/// The key of a unit.
pub fn key(what: &str, name: &str) -> String {
    format!("{what} {}", name.to_lowercase())
}

#[derive(Default)]
struct Units(BTreeMap<String, String>);

impl Units {
    fn add(&mut self, what: &str, name: &str, text: String) {
        let mut unit = key(what, name);
        while self.0.contains_key(&unit) {
            unit.push('\'');
        }
        self.0.insert(unit, text);
    }
}
