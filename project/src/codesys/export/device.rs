//! The controller and its devices.

use super::{
    super::{archive::Item, object::Found},
    kind::Kind,
    tree::Tree,
};
use crate::model::{Controller, Module};

/// Reads the devices: the first one without a parent is the controller, the others are modules.
pub(super) fn read(tree: &Tree<'_, '_>, found: &mut Found) {
    for entry in tree.entries().filter(|entry| entry.kind == Kind::Device) {
        let Some(object) = entry.object else { continue };
        let parent = tree.device_above(entry).map(|above| above.name.clone());
        let info = info(object);
        if parent.is_none() && found.controller.is_none() {
            found.controller = Some(Controller {
                name: entry.name.clone(),
                model: info.model,
                revision: info.version,
                ..Controller::default()
            });
        } else {
            found.modules.push(Module {
                name: entry.name.clone(),
                model: info.model,
                parent,
                ..Module::default()
            });
        }
    }
}

struct Info {
    model: Option<String>,
    version: Option<String>,
}

/// Reads the device information. `DefaultDeviceInfo.Name` is the prefix of the runtime's node names.
fn info(object: Item<'_, '_>) -> Info {
    let find = |name: &str| object.descendants().find(|item| item.name() == Some(name));
    let model = find("DefaultDeviceInfo")
        .and_then(|info| info.scalar("Name").or_else(|| info.scalar("OrderNumber")));
    let version = object
        .descendants()
        .filter(|item| item.name().is_some_and(|name| name.ends_with("Id")))
        .find_map(|id| id.scalar("Version"));
    Info { model: model.map(Into::into), version: version.map(Into::into) }
}
