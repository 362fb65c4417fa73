//! The nodes are those of the crate that this one replaces.

use opcua_core_namespace::{CoreNamespace, written};
use sha2::{Digest, Sha256};

/// The hash of the output of `written` for the nodes of the public crate, version 0.19.0.
const THEIRS: &str = "d59689c2a8e7d4041a30f8cdbbd6df6a27bac728920a14b73d751b2d35bb1c66";

#[test]
fn every_node_is_as_in_the_crate() {
    let nodes = written(&CoreNamespace).expect("the nodes are encoded");
    let digits: Vec<String> = Sha256::digest(nodes).iter().map(|it| format!("{it:02x}")).collect();
    assert_eq!(digits.concat(), THEIRS);
}
