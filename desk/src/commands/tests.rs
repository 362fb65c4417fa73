use std::{any::TypeId, collections::BTreeMap, fs, path::Path};

use ts_rs::{Config, TS, TypeVisitor};

use super::described;
use crate::view::Push;

/// Updated by `cargo xtask bless`.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/bindings/desk.ts");

/// The declarations of all used types, by name.
struct Declarations<'a> {
    cfg: &'a Config,
    seen: Vec<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = format!("{docs}export {}\n", T::decl(self.cfg));
            self.texts.insert(T::ident(self.cfg), text);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[test]
fn the_bindings_are_current() {
    let cfg = Config::new().with_large_int("number");
    let mut met = Declarations { cfg: &cfg, seen: Vec::new(), texts: BTreeMap::new() };
    let commands = described(&cfg, &mut met);
    met.visit::<Push>();
    let types: Vec<String> = met.texts.into_values().collect();
    let text = format!(
        "// Made of desk/src/view by `cargo xtask bless`; not to be edited.\n\n\
         /** The commands that a face may give: what they take, and what they answer. */\n{}\n{}",
        commands,
        types.join("\n")
    );
    assert!(!text.contains("bigint"), "a number would arrive as something else");
    let file = Path::new(FILE);
    if std::env::var_os("TAGBRIDGE_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, &text).unwrap();
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(kept, text, "run `cargo xtask bless`");
}
