//! The users and passwords for controllers.

use tagbridge_bridge::status::SessionStatus;
use tagbridge_driver::{Endpoint as Address, Keyring, LinkOptions, Password};
use tagbridge_drivers::Protocol;
use url::form_urlencoded::byte_serialize;

use crate::{
    desk::Desk,
    failures::invalid,
    log_message::{LogMessage, event},
    problem::{Problem, Remedy},
    view::{Endpoint, Failure, KeyPlace, LogIn, Login, SessionName, StartSession},
};

/// The user name in an address.
const WHO: [&str; 3] = ["user=", "cert=", "key="];

impl Desk {
    /// The login for a controller; `None` if its protocol has no users.
    pub(crate) fn login(&self, at: &Endpoint) -> Result<Option<Login>, Failure> {
        let endpoint: Address = at.endpoint.parse()?;
        Ok(with_users(&endpoint).map(|_| self.login_at(&endpoint)))
    }

    /// Logs in once; stores the password if the controller accepts it, and restarts the sessions
    /// that need it.
    pub(crate) async fn log_in(&self, login: LogIn) -> Result<Login, Failure> {
        let LogIn { endpoint, user, password, keep } = login;
        let asked = endpoint.parse()?;
        let endpoint = with_user(&asked, user.trim())?;
        let Some(account) = account(&endpoint) else {
            return Err(invalid(&Problem::NoUser, &Remedy::EnterUser));
        };
        if password.is_empty() {
            return Err(invalid(&Problem::NoPassword, &Remedy::EnterPassword));
        }
        self.0.keychain.check(keep, &account)?;
        let password = Password::new(password);
        let keyring = Keyring { password: Some(password.clone()), ..self.keyring() };
        let driver = tagbridge_drivers::driver_with(&endpoint, &LinkOptions::default(), &keyring)?;
        driver.connect().await?.close().await;
        let before = self.password(&endpoint).ok().flatten();
        self.keep_login(&account, keep, &password)?;
        let is_another = before.is_some_and(|it| it != password);
        self.begin_again(&asked, &endpoint, is_another).await?;
        Ok(self.login_at(&endpoint))
    }

    /// Deletes a password. A running session has it until it ends.
    pub(crate) fn forget_login(&self, at: &Endpoint) -> Result<Login, Failure> {
        let endpoint: Address = at.endpoint.parse()?;
        if let Some(account) = account(&endpoint) {
            let place = self.0.keeper.read(|it| it.logins.get(&account).copied());
            let place = place.unwrap_or(KeyPlace::Nowhere);
            self.0.keychain.forget_password(place, &account)?;
            self.0.keeper.change(|kept| {
                kept.logins.remove(&account);
            })?;
        }
        Ok(self.login_at(&endpoint))
    }

    /// The credentials of this installation that the endpoint does not contain, with the password.
    pub(crate) fn keyring_for(&self, endpoint: &Address) -> Result<Keyring, Failure> {
        let keyring = self.keyring();
        let password = self.password(endpoint)?;
        Ok(Keyring { password: password.or(keyring.password.clone()), ..keyring })
    }

    /// The stored password for an endpoint's user.
    pub(crate) fn password(&self, endpoint: &Address) -> Result<Option<Password>, Failure> {
        let Some(account) = account(endpoint) else { return Ok(None) };
        match self.0.keeper.read(|it| it.logins.get(&account).copied()) {
            Some(place) => self.0.keychain.password(place, &account),
            None => Ok(None),
        }
    }

    fn login_at(&self, endpoint: &Address) -> Login {
        let place = account(endpoint)
            .and_then(|it| self.0.keeper.read(|kept| kept.logins.get(&it).copied()));
        Login {
            endpoint: endpoint.to_string(),
            user: user(endpoint),
            // A password that is not stored is lost when the run ends.
            keep: place.filter(|_| !matches!(self.password(endpoint), Ok(None))),
            no_keychain: self.0.keychain.trouble(),
        }
    }

    /// Stores a password at its new location before it is deleted from the old one.
    fn keep_login(
        &self,
        account: &str,
        keep: KeyPlace,
        password: &Password,
    ) -> Result<(), Failure> {
        let keychain = &self.0.keychain;
        let place = self.0.keeper.read(|it| it.logins.get(account).copied());
        let before = place.and_then(|it| keychain.password(it, account).ok().flatten());
        keychain.keep_password(keep, account, password)?;
        let told = self.0.keeper.change(|kept| {
            kept.logins.insert(account.to_owned(), keep);
        });
        if let Err(failure) = told {
            // Without this record, no screen could find the password.
            keychain.forget_password(keep, account)?;
            if let Some(before) = before {
                keychain.keep_password(KeyPlace::Nowhere, account, &before)?;
            }
            return Err(failure);
        }
        if let Some(place) = place.filter(|it| *it != keep)
            && let Err(failure) = keychain.clear(place, account)
        {
            event!(warn, LogMessage::OldPasswordStays, failure = ?failure.said());
        }
        Ok(())
    }

    /// Restarts the sessions with the login of `named`: those that wait for it, and all of them if
    /// the password has changed. A session that waits at exactly the `asked` address uses this
    /// login from now on. Returns the first failure; other sessions continue.
    async fn begin_again(
        &self,
        asked: &Address,
        named: &Address,
        is_another: bool,
    ) -> Result<(), Failure> {
        let mut outcome = Ok(());
        for (session, start, is_paused) in self.concerned(asked, named, is_another) {
            let begun = if is_paused {
                self.begin_later(&session, start)
            } else {
                self.begin_anew(&session, start).await
            };
            if let Err(failure) = begun {
                let name = session.session;
                event!(warn, LogMessage::PasswordNotResumed, session = name, failure = ?failure.said());
                outcome = outcome.and(Err(failure));
            }
        }
        outcome
    }

    /// The sessions of a login, with their new start commands, and whether they are paused.
    fn concerned(
        &self,
        asked: &Address,
        named: &Address,
        is_another: bool,
    ) -> Vec<(SessionName, StartSession, bool)> {
        let states = self.sessions();
        let rooms = self.rooms();
        let concerned = states.into_iter().filter_map(|it| {
            let room = rooms.get(&it.name).filter(|it| !it.is_configured && it.is_running())?;
            let endpoint: Address = room.start.endpoint.parse().ok()?;
            let is_paused = room.paused_since.is_some();
            let waits = !matches!(room.last.status, SessionStatus::Live { .. });
            let is_own = account(&endpoint) == account(named) && (is_another || waits);
            let is_asked = waits && !is_paused && endpoint.to_string() == asked.to_string();
            let mut start = room.start.clone();
            if !is_own {
                start.endpoint = named.to_string();
            }
            (is_own || is_asked).then_some((SessionName { session: it.name }, start, is_paused))
        });
        concerned.collect()
    }
}

/// The protocol of an endpoint, if its servers have users.
fn with_users(endpoint: &Address) -> Option<&'static Protocol> {
    tagbridge_drivers::of(endpoint).filter(|it| it.logs_in)
}

fn user(endpoint: &Address) -> Option<String> {
    endpoint.parameter("user").filter(|it| !it.is_empty())
}

/// The key of a stored password: the server's address with the user, in a normalized form. `None`
/// if the address has no user.
fn account(endpoint: &Address) -> Option<String> {
    let usual_port = format!(":{}", with_users(endpoint)?.default_port);
    let user = user(endpoint)?;
    let text = endpoint.to_string();
    let (scheme, place) = text.split('?').next()?.split_once("://")?;
    let (host, path) = place.find('/').map_or((place, ""), |it| place.split_at(it));
    let host = host.to_lowercase();
    let host = host.strip_suffix(&usual_port).unwrap_or(&host);
    let path = path.trim_end_matches('/');
    Some(format!("{scheme}://{host}{path}?user={}", encoded(&user)))
}

/// The same address for this user.
fn with_user(endpoint: &Address, user: &str) -> Result<Address, Failure> {
    if with_users(endpoint).is_none() {
        let what = &Problem::NoUsers { scheme: endpoint.scheme().to_owned() };
        return Err(invalid(what, &Remedy::WithoutUser));
    }
    let text = endpoint.to_string();
    let (place, query) = text.split_once('?').unwrap_or((&text, ""));
    let is_other = |it: &&str| !it.is_empty() && !WHO.iter().any(|who| it.starts_with(who));
    let mut query: Vec<String> = query.split('&').filter(is_other).map(str::to_owned).collect();
    query.push(format!("user={}", encoded(user)));
    Ok(format!("{place}?{}", query.join("&")).parse()?)
}

fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_takes_a_user_and_keeps_the_rest() {
        for (endpoint, user, expected, kept) in [
            (
                "opc.tcp://10.0.0.7:4840",
                "joe",
                "opc.tcp://10.0.0.7:4840?user=joe",
                "opc.tcp://10.0.0.7?user=joe",
            ),
            (
                "opc.tcp://plc/UA/?security=Basic256Sha256:Sign&user=ann",
                "joe & co",
                "opc.tcp://plc/UA/?security=Basic256Sha256:Sign&user=joe+%26+co",
                "opc.tcp://plc/UA?user=joe+%26+co",
            ),
            (
                "opc.tcp://plc?cert=a&key=b",
                "jö",
                "opc.tcp://plc?user=j%C3%B6",
                "opc.tcp://plc?user=j%C3%B6",
            ),
        ] {
            let named = with_user(&endpoint.parse().unwrap(), user).expect(endpoint);
            assert_eq!(named.to_string(), expected);
            assert_eq!(self::user(&named).as_deref(), Some(user));
            assert_eq!(account(&named).as_deref(), Some(kept));
        }
        for endpoint in ["opc.tcp://PLC", "opc.tcp://plc/", "opc.tcp://Plc:4840/"] {
            let endpoint = with_user(&endpoint.parse().unwrap(), "joe").unwrap();
            assert_eq!(account(&endpoint).as_deref(), Some("opc.tcp://plc?user=joe"), "{endpoint}");
        }
        for (endpoint, kept) in [
            ("opc.tcp://[::1]:4840?user=joe", "opc.tcp://[::1]?user=joe"),
            ("opc.tcp://plc:4841/UA?user=joe", "opc.tcp://plc:4841/UA?user=joe"),
        ] {
            assert_eq!(account(&endpoint.parse().unwrap()).as_deref(), Some(kept));
        }
        for endpoint in ["opc.tcp://plc", "opc.tcp://plc?user=", "logix://plc?user=joe"] {
            assert_eq!(account(&endpoint.parse().unwrap()), None, "{endpoint}");
        }
        assert!(with_user(&"logix://10.0.0.5".parse().unwrap(), "joe").is_err());
    }
}
