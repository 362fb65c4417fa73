//! Names of nodes outside of the programs.

use tagbridge_driver::LinkError;

use super::{FURTHER_AT_A_TIME, Knowledge, ResolvedNames, ask_for, pick};
use crate::{
    client::wire::Wire,
    fault::TagFault,
    name::{Candidate, Name},
};

impl Knowledge {
    /// Searches the names that are in no program among the server's other nodes. The names are
    /// sorted.
    pub(super) async fn find_among_others(
        &self,
        names: &[(String, Name)],
        wire: &mut Wire,
        sought: &mut ResolvedNames,
    ) -> Result<(), LinkError> {
        let missing = std::mem::take(&mut sought.missing).into_iter();
        let (missing, settled) = missing.partition(|it| it.1 == TagFault::NoNode);
        let missing: Vec<(String, TagFault)> = missing;
        sought.missing = settled;
        for some in missing.chunks(FURTHER_AT_A_TIME) {
            let candidates = some.iter().map(|(name, _)| {
                let at = names.binary_search_by(|it| it.0.cmp(name));
                at.map(|at| self.naming.others(&names[at].1)).unwrap_or_default()
            });
            let candidates: Vec<Vec<Candidate>> = candidates.collect();
            let answers = ask_for(candidates.iter().flatten(), wire).await?;
            for ((name, _), candidates) in some.iter().zip(&candidates) {
                let told = candidates.iter().map(|it| (it.clone(), answers[&it.node].clone()));
                sought.keep(name, pick(told.collect()));
            }
        }
        Ok(())
    }
}
