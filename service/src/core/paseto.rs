//! Tokens that are signed but not encrypted: PASETO v4.public
//! (<https://github.com/paseto-standard/paseto-spec>, `docs/01-Protocol-Versions/Version4.md`),
//! which is Ed25519 over lengths and parts, in base64url. There is no choice of algorithms.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};

/// The prefix of such a token.
pub(super) const HEADER: &str = "v4.public.";
const SIGNATURE_BYTES: usize = 64;

/// Signs a payload, with a footer that names the key. `None` if the seed is invalid.
pub(super) fn sign(seed: &[u8; 32], payload: &[u8], footer: &[u8]) -> Option<String> {
    let key = Ed25519KeyPair::from_seed_unchecked(seed).ok()?;
    let signature = key.sign(&message(payload, footer));
    let body = [payload, signature.as_ref()].concat();
    Some(format!("{HEADER}{}.{}", BASE64.encode(body), BASE64.encode(footer)))
}

/// The footer of a token, before its signature is verified.
pub(super) fn footer(token: &str) -> Option<Vec<u8>> {
    let (_, footer) = token.strip_prefix(HEADER)?.split_once('.')?;
    BASE64.decode(footer).ok()
}

/// The payload of a token that was signed with the key of this seed.
pub(super) fn verify(seed: &[u8; 32], token: &str) -> Option<Vec<u8>> {
    use ring::signature::KeyPair;
    let (body, footer) = token.strip_prefix(HEADER)?.split_once('.')?;
    let (mut payload, footer) = (BASE64.decode(body).ok()?, BASE64.decode(footer).ok()?);
    let signature = payload.split_off(payload.len().checked_sub(SIGNATURE_BYTES)?);
    let key = Ed25519KeyPair::from_seed_unchecked(seed).ok()?;
    let key = UnparsedPublicKey::new(&ED25519, key.public_key().as_ref());
    key.verify(&message(&payload, &footer), &signature).ok()?;
    Some(payload)
}

/// Pre-authentication encoding: the number of parts, and each part after its length. The last one,
/// the implicit assertion, is empty.
fn message(payload: &[u8], footer: &[u8]) -> Vec<u8> {
    let parts = [HEADER.as_bytes(), payload, footer, &[]];
    let mut message = (parts.len() as u64).to_le_bytes().to_vec();
    for part in parts {
        message.extend((part.len() as u64).to_le_bytes());
        message.extend(part);
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4-S-2 of the specification's test vectors.
    #[test]
    fn a_token_is_the_one_that_the_specification_shows() {
        let mut seed = [0; 32];
        let digits = "b4cbfb43df4ce210727d953e4a713307fa19bb7d9f85041438d9e11b942a3774";
        for (byte, at) in seed.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        }
        let payload = br#"{"data":"this is a signed message","exp":"2022-01-01T00:00:00+00:00"}"#;
        let named = br#"{"kid":"zVhMiPBP9fRf2snEcT7gFTioeA9COcNy9DfgL1W60haN"}"#;
        let token = "v4.public.eyJkYXRhIjoidGhpcyBpcyBhIHNpZ25lZCBtZXNzYWdlIiwiZXhwIjoiMjAyMi0wMS0w\
                     MVQwMDowMDowMCswMDowMCJ9v3Jt8mx_TdM2ceTGoqwrh4yDFn0XsHvvV_D0DtwQxVrJEBMl0F2caA\
                     dgnpKlt4p7xBnx1HcO-SPo8FPp214HDw.eyJraWQiOiJ6VmhNaVBCUDlmUmYyc25FY1Q3Z0ZUaW9lQ\
                     TlDT2NOeTlEZmdMMVc2MGhhTiJ9";
        assert_eq!(sign(&seed, payload, named).as_deref(), Some(token));
        assert_eq!(verify(&seed, token).as_deref(), Some(&payload[..]));
        assert_eq!(footer(token).as_deref(), Some(&named[..]));
        assert_eq!(verify(&[7; 32], token), None);
        for other in ["", "v4.public.", "v4.public.AAAA.AAAA", &token.replace("v4", "v3")] {
            assert_eq!(verify(&seed, other), None, "{other}");
        }
    }
}
