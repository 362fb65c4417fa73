//! The cross-reference of structured text, compared with an independent one.

use crate::golden::check;

#[test]
fn logix_structured_text_is_as_in_the_golden_files() {
    check(&["ST"], ".L5X", 1_500);
}

#[test]
fn scl_is_as_in_the_golden_files() {
    check(&["SCL"], "", 600);
}

#[test]
fn codesys_structured_text_is_as_in_the_golden_files() {
    check(&["ST"], ".export", 2_200);
    check(&["ST"], ".xml", 2_900);
}
