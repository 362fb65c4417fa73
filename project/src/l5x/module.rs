//! Modules, and the tags that they define.

use super::{data, export::Export, tag, tree::Element, types::access};
use crate::{Module, Place, Tag, TypeUse};

/// Types of ports whose modules are not named by a slot.
const NETWORKS: [&str; 8] =
    ["Ethernet", "ControlNet", "DeviceNet", "RIO", "DHPlus", "DH+", "SERCOS", "RS232"];

/// Reads a `Module` element.
pub(super) fn read(export: &mut Export, element: Element<'_, '_>) {
    let name = element.owned("Name");
    if !export.is_new("module", &name) {
        return;
    }
    let upstream = element.within("Ports", "Port").find(|port| port.is("Upstream", "true"));
    let address = upstream.and_then(|port| port.attribute("Address")).map(String::from);
    let parent = element.owned("ParentModule");
    if parent == name {
        let rack = element.within("Ports", "Port").find_map(|port| port.attribute("Address"));
        if let Some(controller) = &mut export.project.controller {
            controller.slot = rack.and_then(|slot| slot.parse().ok());
        }
    }
    let network = upstream.and_then(|port| port.attribute("Type"));
    let slot = address
        .as_deref()
        .filter(|_| !network.is_some_and(|network| NETWORKS.contains(&&*network)))
        .filter(|address| address.parse::<u16>().is_ok());
    let base = match slot {
        Some(slot) => format!("{parent}:{slot}"),
        None => name.clone(),
    };
    for tag in tags(export, element, &base, &parent, slot) {
        export.add_tag(tag);
    }
    export.project.modules.push(Module {
        model: element.attribute("CatalogNumber").map(Into::into),
        parent: Some(parent).filter(|parent| !parent.is_empty() && *parent != name),
        address,
        comment: element.remark("Description"),
        name,
    });
}

/// The tags of a module: `<base>:C` for its configuration, `<base>:I` and `<base>:O` for its
/// connections, or with the suffix of the connection.
fn tags(
    export: &mut Export,
    module: Element<'_, '_>,
    base: &str,
    parent: &str,
    slot: Option<&str>,
) -> Vec<Tag> {
    let mut tags = Vec::new();
    let communications = module.child("Communications");
    for config in communications.iter().flat_map(|it| it.named("ConfigTag")) {
        tags.push(own(export, config, format!("{base}:C")));
    }
    let connections = communications.iter().flat_map(|it| it.named("Connections"));
    for connection in connections.flat_map(Element::children) {
        for found in connection.children() {
            let (suffix, default) = match found.name() {
                "InputTag" | "InAliasTag" => ("InputTagSuffix", "I"),
                "OutputTag" | "OutAliasTag" => ("OutputTagSuffix", "O"),
                _ => continue,
            };
            let suffix = connection.attribute(suffix).unwrap_or(default.into());
            let name = format!("{base}:{suffix}");
            match (found.name(), slot) {
                ("InputTag" | "OutputTag", _) => tags.push(own(export, found, name)),
                (_, Some(slot)) => tags.push(of_rack(export, found, name, parent, slot)),
                _ => {}
            }
        }
    }
    tags
}

fn own(export: &mut Export, element: Element<'_, '_>, name: String) -> Tag {
    let access = access(element, export.access_by_default());
    Tag {
        initial: data::initial(&mut export.seen, element, "Data"),
        ..tag::described(element, name, data::type_of(element), access)
    }
}

/// A module whose data is in that of its rack: an alias into the tag of the adapter.
fn of_rack(
    export: &mut Export,
    element: Element<'_, '_>,
    name: String,
    parent: &str,
    slot: &str,
) -> Tag {
    let suffix = name.rsplit(':').next().unwrap_or("I");
    let rack = format!("{parent}:{suffix}");
    export.in_racks.push(name.to_ascii_lowercase());
    let access = access(element, export.access_by_default());
    Tag {
        alias_for: Some(format!("{rack}.Data[{slot}]")),
        place: Place::Symbol,
        ..tag::described(element, name, TypeUse::default(), access)
    }
}
