//! The methods and functions that the CODESYS runtime calls by name (CODESYS help, "`FB_Init`,
//! `FB_Reinit`, `FB_Exit`" and "Implicit checks").

/// Methods that are called when an instance is created, kept and deleted.
const METHODS: [&str; 3] = ["FB_INIT", "FB_REINIT", "FB_EXIT"];

/// Whether the runtime calls a block or a method with this name, with or without its owner.
pub(crate) fn calls(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name).to_ascii_uppercase();
    METHODS.contains(&name.as_str())
        || ["CHECKBOUNDS", "CHECKPOINTER"].contains(&name.as_str())
        || ["CHECKDIV", "CHECKRANGE", "CHECKLRANGE"].iter().any(|it| name.starts_with(it))
}

#[cfg(test)]
mod tests {
    #[test]
    fn blocks_of_the_runtime_are_known_by_name() {
        assert!(super::calls("FB_Motor.FB_Init") && super::calls("CheckDivReal"));
        assert!(!super::calls("FB_Initial") && !super::calls("Check"));
    }
}
