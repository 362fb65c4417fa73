//! The units of real projects that are not read completely, by vendor and reason.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::Index;

use crate::{samples, scans};

#[test]
fn units_of_real_projects_are_read_completely() {
    let Some(root) = samples::root() else { return };
    let mut units = 0;
    let mut unread: BTreeMap<(String, String), usize> = BTreeMap::new();
    for project in scans::projects(&root) {
        let index = Index::build(&project);
        units += index.units().count();
        let reasons = index.opaque().iter().map(|it| {
            let reason = format!("{:?}", it.reason);
            let reason = reason.split('(').next().unwrap_or_default().to_owned();
            (reason, it.unit.index())
        });
        for (reason, _) in reasons.collect::<BTreeSet<_>>() {
            *unread.entry((format!("{:?}", project.vendor), reason)).or_default() += 1;
        }
    }
    let said = unread.iter().map(|((vendor, why), count)| format!("{vendor} {why} {count}"));
    // One instruction is unknown. The other reasons are in the code: pointers, computed addresses, and
    // blocks of libraries, which the files do not contain.
    let expected = [
        "AllenBradley NotChosen 1",
        "AllenBradley UnknownInstruction 1",
        "Codesys AddressTaken 57",
        "Codesys Pointer 88",
        "Codesys Undeclared 87",
        "Codesys UnknownCallee 78",
        "Siemens ComputedAddress 1",
        "Siemens UnknownCallee 13",
    ];
    assert_eq!((units, said.collect::<Vec<_>>()), (931, expected.map(str::to_owned).to_vec()));
}
