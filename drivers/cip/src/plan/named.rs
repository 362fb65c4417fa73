//! The tags of reads whose path does not contain a name.

use super::{Plan, ValueSource};
use crate::{codec::Segment, dissect::path_text};

impl Plan {
    /// The tags of each read by symbol instance, by its path in a frame; `names` are those of the
    /// plan.
    pub(crate) fn tags_by_path(&self, names: &[String]) -> Vec<(String, Vec<String>)> {
        let mut tags: Vec<Vec<String>> = vec![Vec::new(); self.reads.len()];
        for (name, answering) in names.iter().zip(&self.takes) {
            match answering {
                Ok(ValueSource::Taken(takes)) => {
                    for it in takes {
                        tags[it.read].push(name.clone());
                    }
                }
                Ok(ValueSource::Aimed(aim)) => {
                    for it in &aim.chunks {
                        tags[it.read].push(name.clone());
                    }
                }
                Err(_) => {}
            }
        }
        let is_nameless = |it: &Segment| matches!(it, Segment::Class(_));
        self.reads
            .iter()
            .zip(tags)
            .filter(|(read, _)| read.path.0.iter().any(is_nameless))
            .map(|(read, tags)| (path_text(&read.path), tags))
            .collect()
    }
}
