//! What kind of thing a name is.

use tagbridge_cause::says_alarm;
use tagbridge_project::{Member, Place, Section, Tag, TypeUse};

/// A kind of thing; a name may be of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// A block.
    Block,
    /// A routine or a program.
    Routine,
    /// A structure, or an instance of a block.
    Instance,
    /// A timer.
    Timer,
    /// A counter.
    Counter,
    /// An input of the controller.
    Input,
    /// An output of the controller.
    Output,
    /// An alarm or a fault.
    Alarm,
    /// A number or a time that code reads and does not write.
    Setting,
    /// A bit.
    Bit,
    /// A number.
    Number,
    /// A time.
    Time,
    /// A text.
    Text,
    /// A value of an enumeration, or a constant.
    Constant,
    /// Code writes it.
    Written,
    /// Code reads it.
    Read,
    /// A variable of a block.
    OfBlock,
    /// An input of a block.
    BlockInput,
    /// An output of a block.
    BlockOutput,
    /// A temporary variable.
    Temporary,
    /// A part of a structure or an array.
    Element,
    /// It has a comment.
    Commented,
    /// It belongs to a simulation.
    Simulated,
    /// It has a start value.
    Given,
}

impl Role {
    /// Number of roles.
    pub(crate) const COUNT: usize = Self::Given as usize + 1;

    pub(crate) fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// The roles of a value by its type.
pub(crate) fn of_type(of: &TypeUse) -> u32 {
    let name = of.name.trim_matches('"').to_ascii_uppercase();
    let role = match name.as_str() {
        _ if is_timer(&name) => Role::Timer,
        _ if is_counter(&name) => Role::Counter,
        "BOOL" | "BIT" => Role::Bit,
        "TIME" | "LTIME" | "S5TIME" => Role::Time,
        "SINT" | "INT" | "DINT" | "LINT" | "USINT" | "UINT" | "UDINT" | "ULINT" | "REAL"
        | "LREAL" | "BYTE" | "WORD" | "DWORD" | "LWORD" => Role::Number,
        name if name.contains("STRING") => Role::Text,
        _ => Role::Instance,
    };
    role.bit()
}

/// The roles of a tag by its declaration.
pub(crate) fn of_tag(tag: &Tag) -> u32 {
    let place = match area(tag) {
        Some('I') => Role::Input.bit(),
        Some('Q') => Role::Output.bit(),
        _ => 0,
    };
    let constant = if tag.constant { Role::Constant.bit() } else { 0 };
    let comment = tag.comment.as_deref().unwrap_or_default();
    of_type(&tag.type_use) | place | constant | of_words(&tag.name, comment)
}

/// The roles of a variable of a block.
pub(crate) fn of_member(member: &Member) -> u32 {
    let section = match member.section {
        Some(Section::Input | Section::InOut) => Role::BlockInput.bit(),
        Some(Section::Output | Section::Return) => Role::BlockOutput.bit(),
        Some(Section::Temp) => Role::Temporary.bit(),
        Some(Section::Constant) => Role::Constant.bit(),
        _ => 0,
    };
    let comment = member.comment.as_deref().unwrap_or_default();
    of_type(&member.type_use) | section | Role::OfBlock.bit() | of_words(&member.name, comment)
}

fn of_words(name: &str, comment: &str) -> u32 {
    let is_alarm = says_alarm(name) || says_alarm(comment);
    let alarm = if is_alarm { Role::Alarm.bit() } else { 0 };
    alarm | if comment.is_empty() { 0 } else { Role::Commented.bit() }
}

/// The roles that follow from others: a number or a time that code does not write is a setting.
pub(crate) fn with_setting(roles: u32) -> u32 {
    let is = |any: u32| roles & any != 0;
    let is_value = is(Role::Number.bit() | Role::Time.bit());
    let is_wired = is(Role::Input.bit() | Role::Output.bit() | Role::Temporary.bit());
    let is_set = is_value && !is_wired && !is(Role::Written.bit());
    let is_given = is(Role::Read.bit() | Role::Given.bit());
    if is_set && is_given { roles | Role::Setting.bit() } else { roles }
}

/// The address of a tag.
pub fn address(tag: &Tag) -> Option<String> {
    match &tag.place {
        Place::Area { area: area @ ('T' | 'C'), bit } => Some(format!("%{area}{bit}")),
        Place::Area { area, bit } => Some(format!("%{area}{}.{}", bit / 8, bit % 8)),
        _ => tag.alias_for.clone(),
    }
}

/// Whether a tag is an input (`I`), an output (`Q`) or memory (`M`) of the controller.
pub fn area(tag: &Tag) -> Option<char> {
    if let Place::Area { area: area @ ('I' | 'Q' | 'M'), .. } = tag.place {
        return Some(area);
    }
    let alias = tag.alias_for.as_deref().unwrap_or(&tag.name);
    match alias.strip_prefix('%').and_then(|rest| rest.chars().next()) {
        Some(letter @ ('I' | 'Q' | 'M')) => Some(letter),
        Some(_) => None,
        None => module_area(alias),
    }
}

/// `Local:2:O.Data.3` is an output.
pub fn module_area(name: &str) -> Option<char> {
    let part = name.split(['.', '[']).next()?.rsplit_once(':')?.1;
    match part {
        "I" | "i" => Some('I'),
        "O" | "o" => Some('Q'),
        _ => None,
    }
}

/// Whether a type is that of a timer.
pub fn is_timer(name: &str) -> bool {
    let name = name.trim_matches('"').to_ascii_uppercase();
    matches!(
        name.as_str(),
        "TIMER"
            | "FBD_TIMER"
            | "TON"
            | "TOF"
            | "TP"
            | "RTO"
            | "TONR"
            | "TOFR"
            | "RTOR"
            | "IEC_TIMER"
            | "S_ODT"
            | "S_ODTS"
            | "S_OFFDT"
            | "S_PULSE"
            | "S_PEXT"
            | "LTON"
            | "LTOF"
            | "LTP"
    ) || ["TON_", "TOF_", "TP_", "TONR_", "IEC_TIMER", "IEC_LTIMER"]
        .iter()
        .any(|it| name.starts_with(it))
}

/// Whether a type is that of a counter.
pub fn is_counter(name: &str) -> bool {
    let name = name.trim_matches('"').to_ascii_uppercase();
    matches!(
        name.as_str(),
        "COUNTER" | "FBD_COUNTER" | "CTU" | "CTD" | "CTUD" | "S_CU" | "S_CD" | "S_CUD"
    ) || ["CTU_", "CTD_", "CTUD_", "IEC_COUNTER", "IEC_UCOUNTER", "IEC_DCOUNTER"]
        .iter()
        .any(|it| name.starts_with(it))
}
