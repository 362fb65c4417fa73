//! Why goals are missed, as profiling has shown. A finding is printed where its goal is missed.

use crate::suite::Goal::{self, Cpu, Speed};

const VALUES: &str = "the 160 kB that hold 5,000 values are allocated again for every snapshot, and \
    libplctag leaves the bytes as they came";
const LOOPBACK: &str = "hardly within reach: a bare echo of packets of this size takes 13 µs here, \
    and the controller's part 14 µs, so that six trips take 0.16 ms before a client has looked at \
    a byte";
const WAITING: &str = "trips are waited for one after the other, and the controller's part of each \
    is the same for all clients; fewer trips are what helps";

pub(super) const FINDINGS: &[(&str, Goal, &str)] = &[
    ("scattered-500", Speed("pycomm3"), WAITING),
    ("scattered-500", Speed("pylogix"), WAITING),
    ("scattered-500-small", Speed("pycomm3"), WAITING),
    ("scattered-500-small", Speed("pylogix"), WAITING),
    ("scattered-5000", Speed("pycomm3"), WAITING),
    ("scattered-5000", Speed("pylogix"), WAITING),
    ("array-5000", Speed("libplctag"), VALUES),
    ("array-5000", Cpu("libplctag"), VALUES),
    ("array-5000", Speed("pycomm3"), LOOPBACK),
    ("array-5000", Speed("pylogix"), LOOPBACK),
];
