//! Why goals are missed, as profiling has shown. A finding is printed where its goal is missed.

use crate::suite::Goal;

pub(super) const FINDINGS: &[(&str, Goal, &str)] = &[];
