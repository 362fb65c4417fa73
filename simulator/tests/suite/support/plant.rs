//! A controller with all kinds of tags.

use tagbridge_driver::Value;
use tagbridge_simulator::logix::{Model, VirtualLogix};

/// Structures and tags, for a project and for a controller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paper {
    pub(crate) types: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    pub(crate) tags: &'static [(&'static str, &'static str)],
}

impl Paper {
    pub(crate) fn model(self) -> Model {
        let mut model = Model::new();
        for (name, members) in self.types {
            model.add_structure(name, members).expect(name);
        }
        for (name, kind) in self.tags {
            model.add(name, kind).expect(name);
        }
        model
    }
}

/// All kinds of tags, and all ways to name their parts.
pub(crate) const PLANT: Paper = Paper {
    types: &[
        ("STRING_20", &[("LEN", "DINT"), ("DATA", "SINT[20]")]),
        (
            "Inner",
            &[("A", "BOOL"), ("B", "BOOL"), ("N", "INT"), ("L", "LINT"), ("Name", "STRING_20")],
        ),
        ("Outer", &[("On", "BOOL"), ("In", "Inner"), ("Ins", "Inner[3]"), ("Bits", "BOOL[64]")]),
    ],
    tags: &[
        ("Word", "DINT"),
        ("One", "DINT[1]"),
        ("Cube", "INT[3,4,5]"),
        ("Flags", "BOOL[96]"),
        ("Label", "STRING"),
        ("Short", "STRING_20"),
        ("Shorts", "STRING_20[30]"),
        ("Outer1", "Outer"),
        ("Outers", "Outer[12]"),
        ("Long", "LREAL[700]"),
        ("Local:1:I", "Inner"),
        ("Program:Main.Step", "DINT"),
        ("Program:Main.Outer", "Outer"),
    ],
};

/// A controller with these tags and a few distinctive values.
pub(crate) fn plant() -> VirtualLogix {
    let mut controller = VirtualLogix::builder(PLANT.model());
    for (name, value) in [
        ("Word", Value::Int(-77)),
        ("One[0]", Value::Int(5)),
        ("Cube[1,3,4]", Value::Int(134)),
        ("Cube[2,0,0]", Value::Int(200)),
        ("Flags[33]", Value::Bool(true)),
        ("Label", Value::Text("a label".into())),
        ("Short", Value::Text("twenty characters ok".into())),
        ("Shorts[29]", Value::Text("last".into())),
        ("Outer1.In.B", Value::Bool(true)),
        ("Outer1.Ins[2].L", Value::Int(i64::MIN)),
        ("Outer1.Bits[63]", Value::Bool(true)),
        ("Outers[11].Ins[1].Name", Value::Text("deep".into())),
        ("Outers[3].On", Value::Bool(true)),
        ("Long[699]", Value::LReal(0.1)),
        ("Local:1:I.N", Value::Int(3)),
        ("Program:Main.Step", Value::Int(9)),
        ("Program:Main.Outer.Ins[0].Name", Value::Text("in a program".into())),
    ] {
        controller = controller.set(name, &value).expect(name);
    }
    controller
}
