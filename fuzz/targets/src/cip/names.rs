//! Paths as controllers write them, names and routes as people do.

use tagbridge_cip::codec::{
    EPath, Incoming,
    epath::{MAX_PATH, parse_route},
    tag_name::TagName,
};

/// A path has the same meaning after it is encoded again, alone and in a request.
pub fn path(input: &[u8]) {
    if let Ok(path) = EPath::decode(input) {
        check(&path);
    }
    if let Ok(incoming) = Incoming::decode(input) {
        assert!(incoming.path.size() <= MAX_PATH);
        check(&incoming.path);
    }
}

/// A valid name or route can be sent, and its displayed text is parsed to the same value.
pub fn name(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    match TagName::parse(text) {
        Ok(name) => {
            assert!(name.path().size() <= MAX_PATH);
            check(&name.path());
            assert!(name.elements() > 0);
            assert_eq!(TagName::parse(&name.to_string()), Ok(name));
        }
        Err(error) => assert!(error.position <= text.len(), "{error}"),
    }
    if let Ok(route) = parse_route(text) {
        check(&route);
    }
}

fn check(path: &EPath) {
    let mut bytes = Vec::new();
    path.encode(&mut bytes);
    assert_eq!(bytes.len(), path.size());
    assert_eq!(EPath::decode(&bytes).as_ref(), Ok(path));
}
