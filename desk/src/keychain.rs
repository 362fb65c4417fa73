//! Storage of secrets: the keychain, a file if the user chooses so, or none.
//!
//! Passwords that are not stored, or were read once, are cached until the program ends.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
};

use tagbridge_driver::Password;
use tagbridge_system::write_private;
use tagbridge_texts::{Coded, Message};

use crate::{
    lock::lock,
    log_message::{LogMessage, event},
    problem::{NoKeychain, Problem, Remedy, SecretKind},
    view::{Failure, KeyPlace},
};

/// The keychain's name of the entries.
const SERVICE: &str = "tagbridge";
/// The files with the service's key and with controllers' passwords, in the data folder.
const KEY_FILE: &str = "service.key";
/// The token of the console.
pub const CONSOLE_TOKEN_FILE: &str = "console.key";
const PASSWORDS_FILE: &str = "controllers.key";

/// The storage locations of this computer.
pub(crate) struct Keychain {
    data: PathBuf,
    /// Whether the system's keychain may be used.
    system: bool,
    /// Cached passwords, by account.
    passwords: Mutex<BTreeMap<String, Password>>,
    /// The lock for changes of a file.
    writing: Mutex<()>,
}

/// A secret to store.
#[derive(Debug, Clone, Copy)]
enum Secret<'a> {
    /// The key of the service at this address.
    Key(&'a str),
    /// The password of this user at this controller.
    Password(&'a str),
}

impl Keychain {
    pub(crate) fn new(data: &Path, system: bool) -> Self {
        Self {
            data: data.to_owned(),
            system,
            passwords: Mutex::default(),
            writing: Mutex::default(),
        }
    }

    /// Why the keychain cannot be used; `None` if it can. Blocks for a moment.
    pub(crate) fn trouble(&self) -> Option<Message> {
        if !self.system {
            return Some(NoKeychain::NotUsed.message());
        }
        match keyring::Entry::store_status() {
            Ok(()) => None,
            Err(error) => Some(NoKeychain::NoAnswer { why: error.to_string() }.message()),
        }
    }

    /// Stores a service's key.
    pub(crate) fn keep(&self, place: KeyPlace, url: &str, key: &str) -> Result<(), Failure> {
        let secret = Secret::Key(url);
        match place {
            KeyPlace::Nowhere => Ok(()),
            KeyPlace::File => {
                let _turn = lock(&self.writing);
                write_private(&self.data.join(KEY_FILE), key.as_bytes())
                    .map_err(|error| self.no_file(secret, FileStep::Write, error))
            }
            KeyPlace::Keychain => self.entry(secret, |it| it.set_password(key)).map(drop),
        }
    }

    /// The stored key of a service; `None` if no key is stored.
    pub(crate) fn fetch(&self, place: KeyPlace, url: &str) -> Result<Option<String>, Failure> {
        let secret = Secret::Key(url);
        match place {
            KeyPlace::Nowhere => Ok(None),
            KeyPlace::File => self.read(secret),
            KeyPlace::Keychain => self.entry(secret, keyring::Entry::get_password),
        }
    }

    /// Returns an error if a secret could not be stored at this location.
    pub(crate) fn check(&self, place: KeyPlace, account: &str) -> Result<(), Failure> {
        match self.trouble().filter(|_| place == KeyPlace::Keychain) {
            Some(trouble) => Err(no_keychain(Secret::Password(account), &trouble)),
            None => Ok(()),
        }
    }

    /// Stores a controller's password.
    pub(crate) fn keep_password(
        &self,
        place: KeyPlace,
        account: &str,
        password: &Password,
    ) -> Result<(), Failure> {
        let secret = Secret::Password(account);
        match place {
            KeyPlace::Nowhere => {}
            KeyPlace::File => self.change_file(account, |all| {
                all.insert(account.to_owned(), password.expose().to_owned());
            })?,
            KeyPlace::Keychain => {
                self.entry(secret, |it| it.set_password(password.expose()))?;
            }
        }
        lock(&self.passwords).insert(account.to_owned(), password.clone());
        Ok(())
    }

    /// A controller's password; `None` if no password is known.
    pub(crate) fn password(
        &self,
        place: KeyPlace,
        account: &str,
    ) -> Result<Option<Password>, Failure> {
        if let Some(known) = lock(&self.passwords).get(account) {
            return Ok(Some(known.clone()));
        }
        let secret = Secret::Password(account);
        let found = match place {
            KeyPlace::Nowhere => None,
            KeyPlace::File => self.passwords_of_file(account)?.remove(account),
            KeyPlace::Keychain => self.entry(secret, keyring::Entry::get_password)?,
        };
        let found = found.map(Password::new);
        if let Some(password) = &found {
            lock(&self.passwords).insert(account.to_owned(), password.clone());
        }
        Ok(found)
    }

    /// Deletes a controller's password.
    pub(crate) fn forget_password(&self, place: KeyPlace, account: &str) -> Result<(), Failure> {
        self.clear(place, account)?;
        lock(&self.passwords).remove(account);
        Ok(())
    }

    /// Deletes a controller's stored password; this run still caches it.
    pub(crate) fn clear(&self, place: KeyPlace, account: &str) -> Result<(), Failure> {
        match place {
            KeyPlace::Nowhere => {}
            KeyPlace::File => self.change_file(account, |all| drop(all.remove(account)))?,
            KeyPlace::Keychain => {
                self.entry(Secret::Password(account), keyring::Entry::delete_credential)?;
            }
        }
        Ok(())
    }

    /// The cached passwords, which must not be in a bundle.
    pub(crate) fn known(&self) -> Vec<Password> {
        lock(&self.passwords).values().cloned().collect()
    }

    /// Reads the system's keychain; `None`: it has no such entry.
    fn entry<T>(
        &self,
        secret: Secret<'_>,
        ask: impl FnOnce(&keyring::Entry) -> keyring::Result<T>,
    ) -> Result<Option<T>, Failure> {
        if let Some(trouble) = self.trouble() {
            return Err(no_keychain(secret, &trouble));
        }
        match keyring::Entry::new(SERVICE, secret.account()).and_then(|it| ask(&it)) {
            Ok(found) => Ok(Some(found)),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(no_keychain(secret, &Message::verbatim(error.to_string()))),
        }
    }

    fn read(&self, secret: Secret<'_>) -> Result<Option<String>, Failure> {
        match fs::read_to_string(self.data.join(secret.file())) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.no_file(secret, FileStep::Read, error)),
        }
    }

    fn passwords_of_file(&self, account: &str) -> Result<BTreeMap<String, String>, Failure> {
        let secret = Secret::Password(account);
        let text = self.read(secret)?.unwrap_or_else(|| "{}".to_owned());
        passwords_of(&text).map_err(|_| {
            // The error may contain a part of the password.
            let (what, path) = (secret.what(), self.data.join(secret.file()));
            Failure::new(
                "disk",
                &Problem::SecretFileDamaged { what, path },
                &Remedy::FolderAndOwner,
            )
        })
    }

    fn change_file(
        &self,
        account: &str,
        change: impl FnOnce(&mut BTreeMap<String, String>),
    ) -> Result<(), Failure> {
        let secret = Secret::Password(account);
        let _turn = lock(&self.writing);
        let mut all = match self.read(secret)?.map(|it| passwords_of(&it)) {
            None => BTreeMap::new(),
            Some(Ok(all)) => all,
            Some(Err(_)) => {
                self.set_aside(secret)?;
                BTreeMap::new()
            }
        };
        change(&mut all);
        let text = serde_json::to_string(&all).map_err(io::Error::other);
        text.and_then(|text| write_private(&self.data.join(secret.file()), text.as_bytes()))
            .map_err(|error| self.no_file(secret, FileStep::Write, error))
    }

    /// Sets a damaged file aside, so that the user can still recover its contents.
    fn set_aside(&self, secret: Secret<'_>) -> Result<(), Failure> {
        let path = self.data.join(secret.file());
        let aside = path.with_extension("damaged");
        fs::rename(&path, &aside)
            .map_err(|error| self.no_file(secret, FileStep::SetAside, error))?;
        let file = aside.display();
        event!(warn, LogMessage::PasswordsDamaged, %file);
        Ok(())
    }

    fn no_file(&self, secret: Secret<'_>, step: FileStep, why: io::Error) -> Failure {
        let (what, path) = (secret.what(), self.data.join(secret.file()));
        let problem = match step {
            FileStep::Read => Problem::SecretFileNotRead { what, path, why },
            FileStep::Write => Problem::SecretFileNotWritten { what, path, why },
            FileStep::SetAside => Problem::SecretFileNotSetAside { what, path, why },
        };
        Failure::new("disk", &problem, &Remedy::FolderAndOwner)
    }
}

/// The failed operation on the file of a secret.
#[derive(Clone, Copy)]
enum FileStep {
    Read,
    Write,
    SetAside,
}

impl<'a> Secret<'a> {
    /// Its name for messages.
    fn what(self) -> SecretKind {
        match self {
            Self::Key(_) => SecretKind::Key,
            Self::Password(_) => SecretKind::Password,
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::Key(_) => KEY_FILE,
            Self::Password(_) => PASSWORDS_FILE,
        }
    }

    fn account(self) -> &'a str {
        match self {
            Self::Key(account) | Self::Password(account) => account,
        }
    }
}

/// The secrets in a data folder, by kind.
pub(crate) fn kept_in(data: &Path) -> Vec<(&'static str, String)> {
    let read = |name| fs::read_to_string(data.join(name)).ok();
    let passwords = read(PASSWORDS_FILE).and_then(|it| passwords_of(&it).ok()).unwrap_or_default();
    let passwords = passwords.into_values().map(|it| ("passwords", it));
    let keys = [KEY_FILE, CONSOLE_TOKEN_FILE].into_iter().filter_map(read);
    keys.map(|it| ("keys", it)).chain(passwords).collect()
}

fn passwords_of(text: &str) -> serde_json::Result<BTreeMap<String, String>> {
    serde_json::from_str(text)
}

fn no_keychain(secret: Secret<'_>, why: &Message) -> Failure {
    let (what, why) = (secret.what(), why.to_owned());
    let remedy = &Remedy::Keychain { what };
    Failure::new("no_keychain", &Problem::NoKeychain { what, why }, remedy)
}

#[cfg(test)]
mod tests {
    use tagbridge_system::is_open_to_all;

    use super::*;

    const URL: &str = "https://a.example/api/v1";

    #[test]
    fn a_file_is_for_its_owner_alone_and_a_keychain_is_never_replaced_silently() {
        let folder = tempfile::tempdir().unwrap();
        let keychain = Keychain::new(folder.path(), false);
        assert_eq!(keychain.fetch(KeyPlace::File, URL), Ok(None));
        keychain.keep(KeyPlace::File, URL, "tb_1").expect("it is kept");
        keychain.keep(KeyPlace::File, URL, "tb_2").expect("it is replaced");
        assert_eq!(keychain.fetch(KeyPlace::File, URL), Ok(Some("tb_2".into())));
        assert!(!is_open_to_all(&folder.path().join(KEY_FILE)).unwrap());
        let error = keychain.keep(KeyPlace::Keychain, URL, "tb_3").unwrap_err();
        assert_eq!(error.error, "no_keychain");
        assert!(error.remedy.to_string().contains("store the key in a file"), "{error}");
        assert_eq!(keychain.fetch(KeyPlace::File, URL), Ok(Some("tb_2".into())));
        keychain.keep(KeyPlace::Nowhere, URL, "tb_4").expect("nothing is to be done");
        assert_eq!(keychain.fetch(KeyPlace::Nowhere, URL), Ok(None));
    }

    #[test]
    fn passwords_are_kept_each_for_its_account_and_forgotten_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Keychain::new(folder.path(), false);
        let keychain = open();
        let (joe, ann) = ("opc.tcp://10.0.0.7:4840?user=joe", "opc.tcp://10.0.0.7:4840?user=ann");
        let password = Password::new;
        keychain.keep_password(KeyPlace::File, joe, &password(" a \"b\" ")).expect("it is kept");
        keychain.keep_password(KeyPlace::File, ann, &password("c")).expect("it is kept");
        keychain.keep_password(KeyPlace::Nowhere, "x", &password("d")).expect("it is known");
        assert!(!is_open_to_all(&folder.path().join(PASSWORDS_FILE)).unwrap());
        assert_eq!(keychain.password(KeyPlace::Nowhere, "x"), Ok(Some(password("d"))));
        // The next run knows only the stored passwords.
        let next = open();
        assert_eq!(next.password(KeyPlace::File, joe), Ok(Some(password(" a \"b\" "))));
        assert_eq!(next.password(KeyPlace::Nowhere, "x"), Ok(None));
        assert_eq!(next.known(), [password(" a \"b\" ")]);
        next.forget_password(KeyPlace::File, joe).expect("it is forgotten");
        assert_eq!(next.password(KeyPlace::File, joe), Ok(None));
        assert_eq!(open().password(KeyPlace::File, ann), Ok(Some(password("c"))));
        let error = next.keep_password(KeyPlace::Keychain, joe, &password("e")).unwrap_err();
        assert!(
            error.message.to_string().starts_with("the password cannot be stored in the keychain"),
            "{error}"
        );
        // The error of a damaged file does not contain its contents; a new file is created next to
        // it.
        fs::write(folder.path().join(PASSWORDS_FILE), "canary").unwrap();
        let error = open().password(KeyPlace::File, ann).unwrap_err();
        assert_eq!(error.error, "disk");
        assert!(!format!("{error:?}").contains("canary"), "{error}");
        open().keep_password(KeyPlace::File, ann, &password("f")).expect("it starts again");
        assert_eq!(open().password(KeyPlace::File, ann), Ok(Some(password("f"))));
        let aside = fs::read_to_string(folder.path().join("controllers.damaged"));
        assert_eq!(aside.unwrap(), "canary");
    }

    #[test]
    fn passwords_that_are_kept_at_the_same_time_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let keychain = Keychain::new(folder.path(), false);
        let account = |it: usize| format!("opc.tcp://10.0.0.{it}?user=joe");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (keychain, account) = (&keychain, &account);
                scope.spawn(move || {
                    for it in 0..8 {
                        let account = account(writer * 8 + it);
                        let password = Password::new(account.as_str());
                        keychain.keep_password(KeyPlace::File, &account, &password).unwrap();
                    }
                });
            }
        });
        let next = Keychain::new(folder.path(), false);
        for account in (0..32).map(account) {
            let expected = Password::new(account.as_str());
            assert_eq!(next.password(KeyPlace::File, &account), Ok(Some(expected)));
        }
    }
}
