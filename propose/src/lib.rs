//! Changes of a controller's program, as people ask for them in English and German.
//!
//! Pure, and without any model. A request becomes a plan of steps, and splices into a *copy* of the
//! project's file. The copy is read again; it must differ from the original by exactly what the plan
//! says, and all that the plan does not name must be as it was, to the byte. Else nothing is
//! proposed. What is not served is refused in words, or asked back.

mod behaviour;
mod codesys;
mod condition;
mod context;
mod copy;
mod draft;
mod drafted;
mod element;
mod gate;
mod l5x;
mod locate;
mod meaning;
mod planned;
mod present;
mod propose;
mod recipe;
mod request;
mod risk;
mod says;
mod script;
mod siemens;
mod text;
mod units;
mod verify;
mod worded;

pub use drafted::{CONTENTS, TARGETS, drafted};
pub use planned::{Planned, digest};
pub use propose::{
    Proposed, Wish, draft_failed, is_free, is_understood, not_the_plan, of_draft, propose,
};
