//! The order of wired nodes.

use std::collections::BTreeSet;

/// The nodes from 0 to `count` in the order of the `wires` (from, to). A loop begins with its first
/// node; if several nodes can be next, the first one is.
pub fn in_order(count: usize, wires: &[(usize, usize)]) -> Vec<usize> {
    let mut waiting = vec![0_usize; count];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (from, to) in wires.iter().filter(|(from, to)| from != to) {
        waiting[*to] += 1;
        followers[*from].push(*to);
    }
    let mut ready: BTreeSet<usize> = (0..count).filter(|at| waiting[*at] == 0).collect();
    let mut left: BTreeSet<usize> = (0..count).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(at) = ready.pop_first().or_else(|| left.first().copied()) {
        left.remove(&at);
        ready.remove(&at);
        order.push(at);
        for follower in &followers[at] {
            waiting[*follower] = waiting[*follower].saturating_sub(1);
            if waiting[*follower] == 0 && left.contains(follower) {
                ready.insert(*follower);
            }
        }
    }
    order
}
