//! Why goals are missed, as profiling has shown. A finding is printed where its goal is missed.

use crate::suite::Goal::{self, Cpu, RoundTrips, Speed};

const BY_NAME: &str = "tags are asked for by name, 20 bytes of request each, where a symbol \
    instance takes 10";
const NO_STRUCTURES: &str = "the driver knows no structures but STRING";
const COPIES: &str = "of 5,000 values half of the CPU time goes into memory: pieces are decoded, \
    copied into slices and joined, and the heap grows and shrinks by 160 kB with every snapshot \
    (without its trimming, two fifths less CPU); libplctag leaves the bytes as they came";
const LOOPBACK: &str = "hardly within reach: a bare echo of packets of this size takes 13 µs here, \
    and the controller's part 14 µs, so that six trips take 0.16 ms before a client has looked at \
    a byte";
const WAITING: &str = "trips are waited for one after the other, and the controller's part of each \
    is the same for all clients; fewer trips are what helps";

pub(super) const FINDINGS: &[(&str, Goal, &str)] = &[
    ("scattered-500", RoundTrips, BY_NAME),
    ("scattered-500-small", RoundTrips, BY_NAME),
    ("scattered-5000", RoundTrips, BY_NAME),
    ("structures-200", RoundTrips, NO_STRUCTURES),
    ("scattered-500", Speed("pycomm3"), WAITING),
    ("scattered-500", Speed("pylogix"), WAITING),
    ("scattered-500-small", Speed("pycomm3"), WAITING),
    ("scattered-500-small", Speed("pylogix"), WAITING),
    ("scattered-5000", Speed("pycomm3"), WAITING),
    ("scattered-5000", Speed("pylogix"), WAITING),
    ("array-5000", Speed("libplctag"), COPIES),
    ("array-5000", Cpu("libplctag"), COPIES),
    ("array-5000", Speed("pycomm3"), LOOPBACK),
    ("array-5000", Speed("pylogix"), LOOPBACK),
];
