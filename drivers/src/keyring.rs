//! The drivers' settings of this installation: a password, a folder with certificates, and one for
//! cached answers about controllers' programs.

use std::{
    env,
    path::{Path, PathBuf},
};

use tagbridge_driver::{Keyring, Password};

/// Contains the password for the user in an endpoint.
const PASSWORD: &str = "TAGBRIDGE_PASSWORD";
/// Contains the path of the folder with certificates.
const PKI: &str = "TAGBRIDGE_PKI";

/// The settings of this installation: the password from `TAGBRIDGE_PASSWORD`, and the folder with
/// certificates, which is the given one, or that in `TAGBRIDGE_PKI`, or this user's own.
pub fn keyring(pki: Option<&Path>) -> Keyring {
    made_of(pki, |name| env::var(name).ok().filter(|it| !it.is_empty()))
}

fn made_of(pki: Option<&Path>, variable: impl Fn(&str) -> Option<String>) -> Keyring {
    let own = || {
        if cfg!(windows) {
            return variable("LOCALAPPDATA").map(|it| Path::new(&it).join("Tagbridge"));
        }
        let data = variable("XDG_DATA_HOME").map(PathBuf::from);
        let home = || variable("HOME").map(|it| Path::new(&it).join(".local/share"));
        data.or_else(home).map(|it| it.join("tagbridge"))
    };
    let pki = pki
        .map(Path::to_owned)
        .or_else(|| variable(PKI).map(PathBuf::from))
        .or_else(|| own().map(|it| it.join("pki")));
    let learnt = own().map(|it| it.join("learnt"));
    Keyring { password: variable(PASSWORD).map(Password::new), pki, learnt }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_nearest_folder_counts() {
        let check = |named: Option<&str>, set: &[(&str, &str)], expected: Option<&str>| {
            let variable =
                |name: &str| set.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
            let keyring = made_of(named.map(Path::new), variable);
            assert_eq!(keyring.pki.as_deref(), expected.map(Path::new), "{named:?} {set:?}");
        };
        let home = ("HOME", "/home/joe");
        check(Some("/a"), &[(PKI, "/b"), home], Some("/a"));
        check(None, &[(PKI, "/b"), home], Some("/b"));
        check(None, &[("XDG_DATA_HOME", "/d"), home], Some("/d/tagbridge/pki"));
        check(None, &[home], Some("/home/joe/.local/share/tagbridge/pki"));
        check(None, &[], None);
    }

    #[test]
    fn the_password_comes_from_the_environment() {
        let keyring = made_of(None, |name| (name == PASSWORD).then(|| "a b".to_owned()));
        assert_eq!(keyring.password, Some(Password::new("a b")));
    }
}
