//! Changes of a controller's program that people request in English and German.
//!
//! Pure functions, without a model. A request becomes a plan of steps, and splices into a *copy* of
//! the project's file. The copy is parsed again; it must differ from the original exactly as
//! planned, and the rest must have the same bytes. Otherwise, there is no proposal. For requests
//! that are not supported, a message is returned, or a question.

mod behaviour;
mod blocks;
mod codesys;
mod complete;
mod context;
mod copy;
mod draft;
mod drafted;
mod exchange;
mod expand;
mod feed;
mod gate;
mod l5x;
mod locate;
mod meaning;
mod planned;
mod present;
mod propose;
mod questions;
mod recipe;
mod risk;
mod says;
mod seek;
mod siemens;
mod text;
mod verify;
mod worded;

use tagbridge_request as request;

mod element {
    //! Elements of an XML file.

    pub(crate) use tagbridge_forms::element::{
        XmlElement as Element, attribute, child, children, end_tag, escaped, name_of, section,
        start_tag, with_blanks,
    };
}

mod script {
    //! Scripts of rungs.

    pub(crate) use tagbridge_forms::script::{RungEdit as Edit, assignment, edits};
}

mod condition {
    //! Conditions of requests.

    pub(crate) use tagbridge_forms::condition::{
        Comparator as Relation, SwitchCondition as Condition,
    };
}

pub use drafted::drafted;
pub use planned::{Planned, digest};
pub use propose::{
    Proposed, Wish, draft_failed, is_free, is_understood, not_the_plan, of_draft, propose,
};
pub use tagbridge_forms::script::{CONTENTS, TARGETS};
