//! Who logs in at a controller, and with which password.

use tagbridge_bridge::status::SessionStatus;
use tagbridge_driver::{Endpoint as Address, Keyring, LinkOptions, Password};
use url::form_urlencoded::byte_serialize;

use crate::{
    desk::Desk,
    failures::invalid,
    view::{Endpoint, Failure, KeyPlace, LogIn, Login, SessionName},
};

/// The protocol whose servers know users.
const KNOWS_USERS: &str = "opc.tcp";
/// What an address says of who logs in.
const WHO: [&str; 3] = ["user=", "cert=", "key="];

impl Desk {
    /// How one logs in at a controller; `None`: its protocol knows no users.
    pub(crate) fn login(&self, it: &Endpoint) -> Result<Option<Login>, Failure> {
        let endpoint: Address = it.endpoint.parse()?;
        Ok((endpoint.scheme() == KNOWS_USERS).then(|| self.login_at(&endpoint)))
    }

    /// Logs in once; keeps the password when the controller takes it, and begins the sessions again
    /// that need it.
    pub(crate) async fn log_in(&self, it: LogIn) -> Result<Login, Failure> {
        let LogIn { endpoint, user, password, keep } = it;
        let endpoint = with_user(&endpoint.parse()?, user.trim())?;
        let Some(account) = account(&endpoint) else {
            let remedy = "enter the name that the controller's administrator gave you";
            return Err(invalid("no user was entered", remedy));
        };
        if password.is_empty() {
            return Err(invalid("no password was entered", "enter the user's password"));
        }
        self.0.keychain.check(keep, &account)?;
        let password = Password::new(password);
        let keyring = Keyring { password: Some(password.clone()), ..self.keyring() };
        let driver = tagbridge_drivers::driver_with(&endpoint, &LinkOptions::default(), &keyring)?;
        driver.connect().await?.close().await;
        let before = self.password(&endpoint).ok().flatten();
        let place = self.0.keeper.read(|it| it.logins.get(&account).copied());
        if let Some(place) = place.filter(|it| *it != keep)
            && let Err(failure) = self.0.keychain.forget_password(place, &account)
        {
            tracing::warn!(%failure, "a password that was replaced stays where it was kept");
        }
        self.0.keychain.keep_password(keep, &account, &password)?;
        self.0.keeper.change(|kept| {
            kept.logins.insert(account.clone(), keep);
        })?;
        let is_another = before.is_some_and(|it| it != password);
        self.begin_again(&account, is_another).await;
        Ok(self.login_at(&endpoint))
    }

    /// Forgets a password. A session that runs has it until it ends.
    pub(crate) fn forget_login(&self, it: &Endpoint) -> Result<Login, Failure> {
        let endpoint: Address = it.endpoint.parse()?;
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

    /// What this installation knows that the endpoint does not hold, its password included.
    pub(crate) fn keyring_for(&self, endpoint: &Address) -> Result<Keyring, Failure> {
        let keyring = self.keyring();
        let password = self.password(endpoint)?;
        Ok(Keyring { password: password.or(keyring.password), pki: keyring.pki })
    }

    /// The password that is kept for the user that an endpoint names.
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
            // What is kept nowhere is gone with the run that knew it.
            keep: place.filter(|_| matches!(self.password(endpoint), Ok(Some(_)))),
            no_keychain: self.0.keychain.trouble(),
        }
    }

    /// Begins the sessions again that log in with this account: those that wait for it, and with
    /// another password than before all of them.
    async fn begin_again(&self, account: &str, is_another: bool) {
        let all = self.sessions();
        let waiting: Vec<(SessionName, bool)> = {
            let rooms = self.rooms();
            let own = all.into_iter().filter_map(|it| {
                let room = rooms.get(&it.name).filter(|it| !it.is_configured && it.is_running())?;
                let endpoint: Address = room.start.endpoint.parse().ok()?;
                let is_live = matches!(room.last.status, SessionStatus::Live { .. });
                let begins = self::account(&endpoint)? == account && (is_another || !is_live);
                begins.then(|| (SessionName { session: it.name }, room.paused_since.is_some()))
            });
            own.collect()
        };
        for (session, is_paused) in waiting {
            let name = session.session.clone();
            let mut begun = self.start_again(session.clone()).await;
            if is_paused && begun.is_ok() {
                begun = self.pause(session).await;
            }
            if let Err(failure) = begun {
                tracing::warn!(session = name, %failure, "a session does not go on with its password");
            }
        }
    }
}

fn user(endpoint: &Address) -> Option<String> {
    endpoint.parameter("user").filter(|it| !it.is_empty())
}

/// Under what a password is kept: the server's address with the user alone. `None`: nobody is named.
fn account(endpoint: &Address) -> Option<String> {
    let user = user(endpoint).filter(|_| endpoint.scheme() == KNOWS_USERS)?;
    let text = endpoint.to_string();
    let place = text.split('?').next().unwrap_or_default().trim_end_matches('/');
    Some(format!("{place}?user={}", encoded(&user)))
}

/// The same address for this user.
fn with_user(endpoint: &Address, user: &str) -> Result<Address, Failure> {
    if endpoint.scheme() != KNOWS_USERS {
        let what = format!("a controller over {}:// knows no users", endpoint.scheme());
        return Err(invalid(what, "check it without a user"));
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
                "opc.tcp://10.0.0.7:4840?user=joe",
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
        for endpoint in ["opc.tcp://plc", "opc.tcp://plc?user=", "logix://plc?user=joe"] {
            assert_eq!(account(&endpoint.parse().unwrap()), None, "{endpoint}");
        }
        assert!(with_user(&"logix://10.0.0.5".parse().unwrap(), "joe").is_err());
    }
}
