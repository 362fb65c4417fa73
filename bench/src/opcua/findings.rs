//! Why goals are missed, as profiling has shown. A finding is printed where its goal is missed.

use crate::suite::Goal::{self, Cpu, Speed};

const CONTROLLER: &str = "the controller's part, in the last column, is the same whoever asks, and \
    takes two thirds or more of the time that the goal leaves; open62541's C client, where it takes \
    part, is held up by it as ours is";
const FIFTY: &str = "0.75 µs a value, from the socket to the snapshot; fifty requests take a fifth \
    more than one does";

pub(super) const FINDINGS: &[(&str, Goal, &str)] = &[
    ("open-500", Speed("asyncua"), CONTROLLER),
    ("open-500", Speed("node-opcua"), CONTROLLER),
    ("open-500-by-100", Speed("asyncua"), CONTROLLER),
    ("open-500-by-100", Speed("node-opcua"), CONTROLLER),
    ("open-5000", Speed("asyncua"), CONTROLLER),
    ("open-5000", Speed("node-opcua"), CONTROLLER),
    ("open-5000-by-100", Speed("asyncua"), CONTROLLER),
    ("open-5000-by-100", Speed("node-opcua"), CONTROLLER),
    ("open-5000-by-100", Cpu("node-opcua"), FIFTY),
    ("secret-500", Speed("asyncua"), CONTROLLER),
    ("secret-500", Speed("node-opcua"), CONTROLLER),
    ("secret-5000", Speed("asyncua"), CONTROLLER),
    ("secret-5000", Speed("node-opcua"), CONTROLLER),
    ("secret-5000-by-100", Speed("asyncua"), CONTROLLER),
    ("secret-5000-by-100", Speed("node-opcua"), CONTROLLER),
];
