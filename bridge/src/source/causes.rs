//! The tags that explain others. A session reads them in addition to the configured and requested
//! tags.

use tagbridge_cause::{alarm_bits, causal_slice};
use tagbridge_logic::{Index, Logic};
use tagbridge_naming::Names;

use crate::config::CauseSet;

/// The tags of a cause set that can be read, the nearest causes first. Takes a while for large projects.
pub(crate) fn causes(names: &Names, of: &CauseSet) -> Vec<String> {
    if *of == CauseSet::Off {
        return Vec::new();
    }
    let project = names.symbols.project();
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let effects = match of {
        CauseSet::Off => Vec::new(),
        CauseSet::Alarms => alarm_bits(logic),
        CauseSet::Of(tags) => tags.clone(),
    };
    let mut tags = causal_slice(logic, &effects);
    tags.retain(|name| {
        let symbol = names.symbols.find_without_hint(name);
        symbol.is_ok_and(|it| names.symbols.reads(&it, &names.target).is_ok())
    });
    tags
}
