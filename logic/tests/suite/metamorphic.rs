//! Real ladder with equivalent changes: the answers are the same, except for the changed text.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Index, Logic, PlaceId,
    expr::{Scalar, Truth},
    query::{Found, Turned},
    why::{Remark, Sample, Snapshot, why},
};
use tagbridge_project::{Body, Project, Source, read};

use crate::{random::Random, samples};

const SNAPSHOTS: usize = 25;

/// A program: tags with their types, aliases, and routines; the task executes the first one.
#[derive(Clone)]
struct Program {
    tags: Vec<(String, String)>,
    aliases: Vec<(String, String)>,
    routines: Vec<(&'static str, Vec<String>)>,
}

impl Program {
    /// The conveyor of the samples.
    fn conveyor() -> Option<Self> {
        let path = samples::root()?.join("allen-bradley/WEST77-tech__AOI-CONVEYOR-Studio5000");
        let source = Source::open(&path.join("CONVEYOR_AOI.L5X")).expect("a sample");
        let project = read(&source).expect("a project");
        let block = project.blocks.iter().find(|it| it.name == "CONVEYOR").expect("a block");
        let tags = block.members.iter();
        let tags = tags.map(|it| (it.name.clone(), it.type_use.name.clone())).collect();
        let routine = project.routines.iter().find(|it| it.name == "Logic").expect("a routine");
        let Body::Rungs(rungs) = &routine.body else { panic!("ladder") };
        let rungs = rungs.iter().map(|rung| rung.text.clone()).collect();
        Some(Self { tags, aliases: Vec::new(), routines: vec![("Main", rungs)] })
    }

    fn read(&self) -> Project {
        let tags = self.tags.iter().map(|(name, kind)| {
            format!("<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\"/>")
        });
        let aliases = self.aliases.iter().map(|(name, of)| {
            format!("<Tag Name=\"{name}\" TagType=\"Alias\" AliasFor=\"{of}\"/>")
        });
        let tags: String = tags.chain(aliases).collect();
        let mut routines = String::new();
        for (name, rungs) in &self.routines {
            let rungs = rungs.iter().enumerate().map(|(at, text)| {
                format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
            });
            let rungs: String = rungs.collect();
            routines += "<Routine Name=\"";
            routines += name;
            routines += "\" Type=\"RLL\"><RLLContent>";
            routines += &rungs;
            routines += "</RLLContent></Routine>";
        }
        let text = format!(
            "<?xml version=\"1.0\"?><RSLogix5000Content SchemaRevision=\"1.0\" \
             SoftwareRevision=\"33.00\" TargetName=\"C\" TargetType=\"Controller\"><Controller \
             Use=\"Target\" Name=\"C\"><Tags>{tags}</Tags><Programs><Program Name=\"Line\" \
             MainRoutineName=\"Main\"><Routines>{routines}</Routines></Program></Programs><Tasks>\
             <Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram \
             Name=\"Line\"/></ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>"
        );
        read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
    }

    /// Replaces a name in all code.
    fn with(mut self, from: &str, to: &str) -> Self {
        for text in self.routines.iter_mut().flat_map(|(_, rungs)| rungs) {
            *text = replaced(text, from, to);
        }
        self
    }
}

/// Replaces only whole words.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for char in text.chars().chain(['\n']) {
        if char.is_alphanumeric() || char == '_' {
            word.push(char);
            continue;
        }
        out.push_str(if word == from { to } else { &word });
        word.clear();
        out.push(char);
    }
    out.pop();
    out
}

/// The answers about every tag: the code that turns it on and off with the conditions, and why it
/// has its value.
type Answers = BTreeMap<String, BTreeSet<String>>;

fn answers(program: &Program, back: &dyn Fn(&str) -> String) -> Answers {
    let project = program.read();
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let mut found = Answers::new();
    for (tag, kind) in &program.tags {
        let Found::One(place) = logic.find(tag) else { continue };
        let said = found.entry(back(tag)).or_default();
        for wanted in [Turned::On, Turned::Off] {
            for row in logic.turned(place, wanted).rows {
                let value = row.value.map(|value| logic.expression(value));
                let condition = logic.expression(row.condition);
                let quote = &row.citation.quote;
                said.insert(back(&format!("{wanted:?} {quote} {condition} {value:?}")));
            }
        }
        if kind == "BOOL" {
            said.extend(reasons(logic, place, program, back));
        }
    }
    found
}

/// Why a bit is not on, for some values.
fn reasons(
    logic: Logic<'_>,
    place: PlaceId,
    program: &Program,
    back: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let mut random = Random(5);
    let mut said = Vec::new();
    for at in 0..SNAPSHOTS {
        let mut now = Snapshot::new(1);
        for (name, _) in &program.tags {
            for part in ["", ".DN", ".TT", ".EN"] {
                let value = Scalar::Bool(random.below(2) == 1);
                now.insert(&format!("{name}{part}"), Sample::Good(value));
            }
        }
        let answer = why(logic, place, true, &now, &[]);
        let sets: BTreeSet<BTreeSet<String>> = answer
            .blocking
            .iter()
            .map(|set| set.iter().map(|it| back(&it.name)).collect())
            .collect();
        said.push(format!("{at}: {:?} {:?} {sets:?}", answer.verdict, answer.by_logic));
    }
    said
}

#[test]
fn answers_follow_what_is_written_in_another_way() {
    let Some(program) = Program::conveyor() else { return };
    let same = |text: &str| text.to_owned();
    let expected = answers(&program, &same);
    assert!(expected.len() > 20, "only {} tags", expected.len());

    let mut renamed = program.clone().with("RUN_CMD", "Run_Command");
    renamed
        .tags
        .iter_mut()
        .filter(|it| it.0 == "RUN_CMD")
        .for_each(|it| "Run_Command".clone_into(&mut it.0));
    let back = |text: &str| replaced(text, "Run_Command", "RUN_CMD");
    assert_eq!(answers(&renamed, &back), expected, "a renamed tag");

    let mut aliased = program.clone().with("STRT", "Start_Button");
    aliased.aliases.push(("Start_Button".to_owned(), "STRT".to_owned()));
    let back = |text: &str| replaced(text, "Start_Button", "STRT");
    assert_eq!(answers(&aliased, &back), expected, "an alias");

    // The only writer of its output.
    let mut moved = program.clone();
    let rung = moved.routines[0].1.remove(0);
    moved.routines[0].1.push(rung);
    assert_eq!(answers(&moved, &same), expected, "a moved rung");

    let mut wrapped = program.clone();
    let rungs = std::mem::replace(&mut wrapped.routines[0].1, vec!["JSR(Sub,0);".to_owned()]);
    wrapped.routines.push(("Sub", rungs));
    assert_eq!(answers(&wrapped, &same), expected, "a subroutine");

    // Under a condition that does not hold, all values are unchanged.
    wrapped.routines[0].1 = vec!["XIC(Gate)JSR(Sub,0);".to_owned()];
    wrapped.tags.push(("Gate".to_owned(), "BOOL".to_owned()));
    let project = wrapped.read();
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(ready) = logic.find("RDY") else { panic!("a tag") };
    for is in [false, true] {
        let mut now = Snapshot::new(1);
        for (name, _) in &wrapped.tags {
            let value = name == "RDY" && is;
            now.insert(name, Sample::Good(Scalar::Bool(value)));
        }
        let answer = why(logic, ready, true, &now, &[]);
        assert_eq!(answer.by_logic, Truth::from(is));
        assert!(answer.remarks.contains(&Remark::Kept), "{:?}", answer.remarks);
    }
}
