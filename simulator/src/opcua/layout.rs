//! A model with resolved names: its variables, their types, and the location of each node's value.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use tagbridge_driver::{Access, Value};
use tagbridge_texts::Coded;

use super::{
    model::{Declaration, Model, UnitKind},
    types::{Arrayed, Enumerated, Member, Shape, Structured, Type},
    value,
};
use crate::rig::type_problem::TypeProblem;

/// Maximum length of an array whose elements have nodes; longer arrays have only their own node.
const MAX_ELEMENT_NODES: u64 = 256;
/// Maximum number of elements of an array.
const MAX_ELEMENTS: u64 = 1 << 20;

/// A checked model.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) device: String,
    pub(super) application: String,
    pub(super) enumerations: Vec<Arc<Enumerated>>,
    pub(super) structures: Vec<Arc<Structured>>,
    pub(super) units: Vec<UnitLayout>,
    pub(super) variables: Vec<Variable>,
    /// By name without the prefix: `PLC_PRG.Lanes[1].Speed`.
    places: HashMap<String, Location>,
}

#[derive(Debug)]
pub(super) struct UnitLayout {
    pub(super) name: String,
    pub(super) kind: UnitKind,
}

#[derive(Debug)]
pub(super) struct Variable {
    /// With its program or list: `PLC_PRG.Lanes`.
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) initial: Value,
    pub(super) comment: String,
    pub(super) access: Access,
}

/// The location of a node's value.
#[derive(Debug)]
pub(super) struct Location {
    /// An index of [`Layout::variables`].
    pub(super) variable: usize,
    /// The member or element, step by step.
    pub(super) path: Vec<usize>,
    pub(super) shape: Shape,
}

/// A member or an element with its own node.
pub(super) struct Part {
    /// The suffix of its name: `.Speed`, `[1]`.
    pub(super) suffix: String,
    /// Its name in the tree: `Speed`, `[1]`.
    pub(super) label: String,
    pub(super) steps: Vec<usize>,
    pub(super) shape: Shape,
    pub(super) comment: String,
}

impl Layout {
    pub(super) fn new(model: &Model) -> Result<Self, ModelError> {
        let mut types = Types::default();
        for it in &model.enumerations {
            check_name(&it.name)?;
            if it.values.is_empty() {
                return Err(ModelError::Empty { name: it.name.clone() });
            }
            let shape = Enumerated { name: it.name.clone(), values: it.values.clone() };
            types.add(&it.name, Shape::Enumeration(Arc::new(shape)))?;
        }
        for it in &model.structures {
            check_name(&it.name)?;
            let members = it.members.iter().map(|member| types.member(member));
            let members = members.collect::<Result<Vec<_>, _>>()?;
            unique(it.members.iter(), &it.name)?;
            if members.is_empty() {
                return Err(ModelError::Empty { name: it.name.clone() });
            }
            let shape = Structured { name: it.name.clone(), members };
            types.add(&it.name, Shape::Structure(Arc::new(shape)))?;
        }
        let mut layout = Self {
            device: model.device.clone(),
            application: model.application.clone(),
            enumerations: types.enumerations(),
            structures: types.structures(),
            units: Vec::new(),
            variables: Vec::new(),
            places: HashMap::new(),
        };
        let mut names = HashSet::new();
        for unit in &model.units {
            check_name(&unit.name)?;
            if !names.insert(unit.name.to_ascii_lowercase()) {
                return Err(ModelError::Duplicate { name: unit.name.clone() });
            }
            unique(unit.variables.iter(), &unit.name)?;
            for it in &unit.variables {
                layout.add(&unit.name, it, &types)?;
            }
            layout.units.push(UnitLayout { name: unit.name.clone(), kind: unit.kind });
        }
        Ok(layout)
    }

    /// The text between `|var|` and the name in the node ids of variables.
    pub(super) fn prefix(&self) -> String {
        format!("{}.{}", self.device, self.application)
    }

    /// The location of a variable, member or element by name without the prefix:
    /// `PLC_PRG.Lanes[1].Speed`.
    pub(super) fn place(&self, name: &str) -> Option<&Location> {
        self.places.get(name)
    }

    /// The names of all variables, members and elements with a node.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    fn add(
        &mut self,
        unit: &str,
        declaration: &Declaration,
        types: &Types,
    ) -> Result<(), ModelError> {
        check_name(&declaration.name)?;
        let name = format!("{unit}.{}", declaration.name);
        let shape = types.shape(&declaration.type_text)?;
        let initial = declaration.initial.clone().unwrap_or_else(|| value::zero(&shape));
        if !value::fits(&shape, &initial) {
            return Err(ModelError::Initial { name, type_text: declaration.type_text.clone() });
        }
        self.index(&name, self.variables.len(), Vec::new(), &shape);
        self.variables.push(Variable {
            name,
            shape,
            initial,
            comment: declaration.comment.clone(),
            access: declaration.access,
        });
        Ok(())
    }

    fn index(&mut self, name: &str, variable: usize, path: Vec<usize>, shape: &Shape) {
        for part in parts(shape) {
            let mut inner = path.clone();
            inner.extend(&part.steps);
            self.index(&format!("{name}{}", part.suffix), variable, inner, &part.shape);
        }
        self.places.insert(name.to_owned(), Location { variable, path, shape: shape.clone() });
    }
}

/// The members or elements with their own nodes, in order.
pub(super) fn parts(shape: &Shape) -> Vec<Part> {
    match shape {
        Shape::Scalar(_) | Shape::Enumeration(_) => Vec::new(),
        Shape::Structure(it) => it
            .members
            .iter()
            .enumerate()
            .map(|(index, member)| Part {
                suffix: format!(".{}", member.name),
                label: member.name.to_string(),
                steps: vec![index],
                shape: member.shape.clone(),
                comment: member.comment.clone(),
            })
            .collect(),
        Shape::Array(it) if it.count() > MAX_ELEMENT_NODES => Vec::new(),
        Shape::Array(it) => elements(&it.bounds)
            .into_iter()
            .map(|indexes| {
                let written: Vec<_> = indexes.iter().map(ToString::to_string).collect();
                let suffix = format!("[{}]", written.join(","));
                let steps = indexes.iter().zip(&it.bounds);
                Part {
                    label: suffix.clone(),
                    suffix,
                    steps: steps.map(|(at, (low, _))| at.abs_diff(*low) as usize).collect(),
                    shape: it.element.clone(),
                    comment: String::new(),
                }
            })
            .collect(),
    }
}

/// The indexes of all elements, the last dimension fastest.
fn elements(bounds: &[(i32, i32)]) -> Vec<Vec<i32>> {
    bounds.iter().fold(vec![Vec::new()], |before, (low, high)| {
        let longer = before.iter().flat_map(|outer| {
            (*low..=*high).map(move |at| outer.iter().copied().chain([at]).collect())
        });
        longer.collect()
    })
}

/// The named types, in order of definition.
#[derive(Default)]
struct Types(Vec<(String, Shape)>);

impl Types {
    fn add(&mut self, name: &str, shape: Shape) -> Result<(), ModelError> {
        if self.named(name).is_some() || !matches!(name.parse(), Ok(Type::Named(_))) {
            return Err(ModelError::Duplicate { name: name.to_owned() });
        }
        self.0.push((name.to_owned(), shape));
        Ok(())
    }

    fn named(&self, name: &str) -> Option<&Shape> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, it)| it)
    }

    fn member(&self, declaration: &Declaration) -> Result<Member, ModelError> {
        check_name(&declaration.name)?;
        let shape = self.shape(&declaration.type_text)?;
        Ok(Member {
            name: declaration.name.as_str().into(),
            shape,
            comment: declaration.comment.clone(),
        })
    }

    fn shape(&self, text: &str) -> Result<Shape, ModelError> {
        let bad = |problem| ModelError::BadType { text: text.to_owned(), problem };
        let parsed = text.parse().map_err(bad)?;
        self.resolve(parsed).map_err(bad)
    }

    fn resolve(&self, kind: Type) -> Result<Shape, TypeProblem> {
        match kind {
            Type::Scalar(it) => Ok(Shape::Scalar(it)),
            Type::Named(name) => self.named(&name).cloned().ok_or(TypeProblem::Unknown),
            Type::Array { bounds, element } => {
                let element = match self.resolve(*element)? {
                    Shape::Array(_) => return Err(TypeProblem::ArrayOfArrays),
                    element => element,
                };
                let array = Arrayed { bounds, element };
                let is_small = array
                    .dimensions()
                    .into_iter()
                    .try_fold(1_u64, |count, it| count.checked_mul(it.into()))
                    .is_some_and(|count| count <= MAX_ELEMENTS);
                if !is_small {
                    return Err(TypeProblem::TooManyElements);
                }
                Ok(Shape::Array(Arc::new(array)))
            }
        }
    }

    fn enumerations(&self) -> Vec<Arc<Enumerated>> {
        let it = self.0.iter().filter_map(|(_, shape)| match shape {
            Shape::Enumeration(it) => Some(Arc::clone(it)),
            _ => None,
        });
        it.collect()
    }

    fn structures(&self) -> Vec<Arc<Structured>> {
        let it = self.0.iter().filter_map(|(_, shape)| match shape {
            Shape::Structure(it) => Some(Arc::clone(it)),
            _ => None,
        });
        it.collect()
    }
}

/// A dot or a bracket in a name would make node ids ambiguous.
fn check_name(name: &str) -> Result<(), ModelError> {
    if name.is_empty() || name.contains(['.', '[', ']']) {
        return Err(ModelError::BadName { name: name.to_owned() });
    }
    Ok(())
}

fn unique<'a>(all: impl Iterator<Item = &'a Declaration>, owner: &str) -> Result<(), ModelError> {
    let mut seen = HashSet::new();
    for it in all {
        if !seen.insert(it.name.to_ascii_lowercase()) {
            return Err(ModelError::Duplicate { name: format!("{owner}.{}", it.name) });
        }
    }
    Ok(())
}

/// Why a model is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "simulator-model")]
pub enum ModelError {
    /// The name is empty, or contains a dot or a bracket.
    BadName {
        name: String,
    },
    Duplicate {
        name: String,
    },
    Empty {
        name: String,
    },
    BadType {
        text: String,
        problem: TypeProblem,
    },
    Initial {
        name: String,
        type_text: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcua::ProgramUnit;

    fn model(variables: Vec<Declaration>) -> Model {
        Model::new("Device")
            .enumeration("State", [("Idle", 0), ("Busy", 1)])
            .structure("Motor", [Declaration::new("Speed", "REAL"), Declaration::new("S", "State")])
            .structure("Line", [Declaration::new("Motors", "ARRAY[1..2] OF Motor")])
            .unit(ProgramUnit::program("P", variables))
    }

    #[test]
    fn members_and_elements_have_places() {
        let layout = Layout::new(&model(vec![
            Declaration::new("Line", "Line"),
            Declaration::new("Grid", "ARRAY[-1..0, 0..1] OF INT"),
            Declaration::new("Long", "ARRAY[0..256] OF INT"),
        ]))
        .unwrap();
        for (name, path) in [
            ("P.Line", vec![]),
            ("P.Line.Motors", vec![0]),
            ("P.Line.Motors[2].S", vec![0, 1, 1]),
            ("P.Grid[-1,1]", vec![0, 1]),
            ("P.Grid[0,0]", vec![1, 0]),
            ("P.Long", vec![]),
        ] {
            assert_eq!(layout.place(name).map(|it| it.path.clone()), Some(path), "{name}");
        }
        for name in ["P", "P.Line.Motors[0]", "P.Grid[1,0]", "P.Long[0]"] {
            assert!(layout.place(name).is_none(), "{name}");
        }
    }

    #[test]
    fn refuses_what_no_controller_has() {
        let declared = |name: &str, type_text: &str| model(vec![Declaration::new(name, type_text)]);
        let twice = vec![Declaration::new("A", "INT"), Declaration::new("a", "INT")];
        let initial = Declaration::new("A", "INT").initial(Value::Bool(true));
        for (model, says) in [
            (declared("", "INT"), "not a valid name"),
            (declared("A.B", "INT"), "not a valid name"),
            (declared("A", "Moter"), "no such type"),
            (declared("A", "ARRAY[0..99999999] OF INT"), "too many"),
            (declared("A", "ARRAY[0..1] OF ARRAY[0..1] OF INT"), "[0..1, 0..2]"),
            (model(twice), "exists already"),
            (model(vec![initial]), "not a valid INT"),
            (Model::new("D").structure("Motor", []), "is empty"),
            (Model::new("D").enumeration("INT", [("A", 0)]), "exists already"),
        ] {
            let error = Layout::new(&model).expect_err(says).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
