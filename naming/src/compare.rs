//! Compares a controller's own reports with its project.

use tagbridge_driver::TagInfo;
use tagbridge_project::{Place, Symbol, Target};

use crate::{
    Names, TypeDiffers,
    types::{ExpectedType, ReportedType},
};

impl Names {
    /// Whether the controller's name should be the project's. A server's own name is not in a
    /// project.
    pub fn tells_project_name(&self) -> bool {
        !matches!(self.target, Target::OpcUa { .. })
    }

    /// Whether the values of a scan bear the controller's own types.
    pub fn tells_types(&self) -> bool {
        !matches!(self.target, Target::S7 { .. })
    }

    /// Returns the possible names of a tag in the controller's own list, in lower case; empty if
    /// they are not known.
    pub fn listed_as(&self, symbol: &Symbol<'_>) -> Vec<String> {
        match (&self.target, symbol.place()) {
            (Target::Logix, _) => vec![symbol.name().to_lowercase()],
            (Target::OpcUa { .. }, Place::Node { path, .. }) => {
                // Some servers leave out the application.
                let below = path.split_once('.').map(|(_, below)| below.to_lowercase());
                [path.to_lowercase()].into_iter().chain(below).collect()
            }
            _ => Vec::new(),
        }
    }

    /// How the controller's own description of a tag differs from the project's, if it does.
    pub fn differing_type(&self, symbol: &Symbol<'_>, info: &TagInfo) -> Option<TypeDiffers> {
        let reported = match self.target {
            Target::Logix => ReportedType::Name,
            Target::OpcUa { .. } => ReportedType::Carrier,
            Target::S7 { .. } => ReportedType::Nothing,
        };
        ExpectedType::of(&self.symbols, symbol, reported).difference_to(info)
    }

    /// Whether a tag is another name for one, or for a part of one. Where a variable lies (`%IX0.0`)
    /// is no name.
    pub fn is_alias(&self, symbol: &Symbol<'_>) -> bool {
        matches!(self.target, Target::Logix) && symbol.tag.alias_for.is_some()
    }

    /// Whether a name of the project can be requested from the controller.
    pub fn is_asked(&self, name: &str) -> bool {
        let symbol = self.symbols.find_without_hint(name);
        symbol.is_ok_and(|it| self.symbols.address(&it, &self.target).is_ok())
    }

    /// Whether a person entered the prefix of the server's node ids.
    pub fn has_prefix(&self) -> bool {
        matches!(self.target, Target::OpcUa { prefix: Some(_) })
    }
}
