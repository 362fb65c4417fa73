//! The path of the power flow to each part: series and parallel elements.

use std::rc::Rc;

use crate::network::{Network, Signal};

/// Steps from the rail to an element; common steps are shared. `None` represents the rail.
pub(crate) type Path = Option<Rc<Step>>;

/// One step, and all previous ones.
pub(crate) struct Step {
    pub(crate) before: Path,
    pub(crate) length: usize,
    pub(crate) element: Element,
}

pub(crate) enum Element {
    /// A part by its index in the list.
    Part(usize),
    /// Branches with a common start, which are joined again.
    Parallel { from: Path, branches: Vec<Path> },
    /// A signal without power flow: an operand at a gate.
    Operand(String),
    /// An inverted signal.
    Not,
}

/// The paths to all parts without a next part, in the order of the file; parts in a cycle are
/// separate, at the end.
pub(crate) fn ends(net: &Network, paths: &[Path]) -> Vec<Path> {
    let alone = |at: usize| step(None, Element::Part(at));
    let mut ends: Vec<Path> = Vec::new();
    for (part, path) in net.parts.iter().zip(paths) {
        if part.exits.is_empty() && path.is_some() {
            ends.push(path.clone());
        }
    }
    let circular = paths.iter().enumerate().filter(|(_, path)| path.is_none());
    ends.extend(circular.map(|(at, _)| alone(at)));
    ends
}

/// The path to each part, itself included; `None` for parts in a cycle.
pub(crate) fn paths(net: &Network) -> Vec<Path> {
    let mut paths: Vec<Path> = vec![None; net.parts.len()];
    let mut waiting: Vec<usize> = vec![0; net.parts.len()];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); net.parts.len()];
    for (at, part) in net.parts.iter().enumerate() {
        for (_, signal) in &part.inputs {
            if let Signal::Part(from, _) = signal {
                waiting[at] += 1;
                followers[*from].push(at);
            }
        }
    }
    let mut ready: Vec<usize> = (0..waiting.len()).filter(|&at| waiting[at] == 0).collect();
    while let Some(at) = ready.pop() {
        paths[at] = path(net, at, &paths);
        for &follower in &followers[at] {
            waiting[follower] -= 1;
            if waiting[follower] == 0 {
                ready.push(follower);
            }
        }
    }
    paths
}

fn path(net: &Network, at: usize, paths: &[Path]) -> Path {
    let part = &net.parts[at];
    let branch = |pin: &str, signal: &Signal| {
        let path = match signal {
            Signal::Rail => None,
            Signal::Part(from, _) => paths[*from].clone(),
            Signal::Operand(text) => step(None, Element::Operand(text.clone())),
        };
        if part.is_negated(pin) { step(path, Element::Not) } else { path }
    };
    if part.joins() {
        let branches: Vec<Path> =
            part.inputs.iter().map(|(pin, signal)| branch(pin, signal)).collect();
        let from = common(&branches);
        return step(from.clone(), Element::Parallel { from, branches });
    }
    let main = part.main_pin();
    let main = part.inputs.iter().find(|(pin, _)| Some(pin.as_str()) == main);
    step(main.and_then(|(pin, signal)| branch(pin, signal)), Element::Part(at))
}

#[expect(clippy::unnecessary_wraps, reason = "a path with a step is a path")]
fn step(before: Path, element: Element) -> Path {
    let length = before.as_ref().map_or(0, |step| step.length) + 1;
    Some(Rc::new(Step { before, length, element }))
}

/// The common steps of paths.
fn common(paths: &[Path]) -> Path {
    let mut paths = paths.iter();
    let mut shared = paths.next()?.clone();
    for path in paths {
        let mut other = path.clone();
        loop {
            let lengths = (length(&shared), length(&other));
            if lengths.0 > lengths.1 {
                shared = before(&shared);
            } else if lengths.1 > lengths.0 {
                other = before(&other);
            } else if same(&shared, &other) {
                break;
            } else {
                shared = before(&shared);
                other = before(&other);
            }
        }
    }
    shared
}

/// The steps of a path after one of its initial parts.
pub(crate) fn steps(path: &Path, from: &Path) -> Vec<Rc<Step>> {
    let mut steps = Vec::new();
    let mut at = path.as_ref();
    while let Some(step) = at {
        if from.as_ref().is_some_and(|from| Rc::ptr_eq(from, step)) {
            break;
        }
        at = step.before.as_ref();
        steps.push(Rc::clone(step));
    }
    steps.reverse();
    steps
}

fn length(path: &Path) -> usize {
    path.as_ref().map_or(0, |step| step.length)
}

fn before(path: &Path) -> Path {
    path.as_ref()?.before.clone()
}

fn same(one: &Path, two: &Path) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => Rc::ptr_eq(one, two),
        _ => false,
    }
}
