//! How instructions use the members of their instances.

use tagbridge_code::is_written_member;

use crate::logix::blocks::Block;

/// Whether an instruction writes a member of its instance.
pub(crate) fn writes_member(instruction: &str, member: &str) -> bool {
    Block::find(instruction).is_some_and(|block| block.writes(member))
        || is_written_member(instruction, member)
}
