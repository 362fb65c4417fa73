//! The tags of the bottling line and their locations.

use std::array;

use crate::logix::{Memory, Model, ModelError, Scalar, Slot, TagError};

const TAGS: [(&str, &str); 40] = [
    ("Line_Name", "STRING"),
    ("Line_State", "DINT"),
    ("Line_StateText", "STRING"),
    ("Line_Running", "BOOL"),
    ("Line_Speed", "REAL"),
    ("Line_SpeedSetpoint", "REAL"),
    ("Line_Uptime", "UDINT"),
    ("Recipe_Name", "STRING"),
    ("Recipe_Number", "INT"),
    ("Motor_Temperature", "REAL"),
    ("Motor_Current", "REAL"),
    ("Motor_Starts", "DINT"),
    ("PE_Infeed", "BOOL"),
    ("PE_Outfeed", "BOOL"),
    ("PE_Reject", "BOOL"),
    ("Bottles_In", "DINT"),
    ("Bottles_Rejected", "DINT"),
    ("Boxes_Packed", "DINT"),
    ("Reject_Rate", "REAL"),
    ("Lane_Count", "DINT[8]"),
    ("Lane_Full", "BOOL[32]"),
    ("Shift_Number", "SINT"),
    ("Shift_Total", "LINT"),
    ("Shift_Target", "DINT"),
    ("Alarm_Word", "DINT"),
    ("Alarm_Text", "STRING"),
    ("Alarm_Count", "INT"),
    ("Oven_Temperature", "REAL[6]"),
    ("Oven_Setpoint", "REAL[6]"),
    ("Oven_Map", "REAL[2,3,4]"),
    ("Energy_Total", "LREAL"),
    ("Scan_Count", "ULINT"),
    ("Valve_Position", "USINT"),
    ("Batch_Number", "UINT"),
    ("Filler", "Motor"),
    ("Capper", "Motor"),
    ("Conveyors", "Motor[3]"),
    ("Program:Packing.Step", "DINT"),
    ("Program:Packing.Boxes_Open", "INT"),
    ("Program:Packing.Label", "STRING"),
];

/// Returns the tags of the line.
pub(in crate::logix) fn bottling_line() -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.add_structure(
        "Motor",
        &[
            ("Running", "BOOL"),
            ("Overload", "BOOL"),
            ("Speed", "REAL"),
            ("Current", "REAL"),
            ("Starts", "DINT"),
        ],
    )?;
    for (name, type_text) in TAGS {
        model.add(name, type_text)?;
    }
    Ok(model)
}

/// The locations of all tags except the texts, which rarely change and are written by name.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) state: Slot<i32>,
    pub(super) running: Slot<bool>,
    pub(super) speed: Slot<f32>,
    pub(super) setpoint: Slot<f32>,
    pub(super) uptime: Slot<u32>,
    pub(super) motor_temperature: Slot<f32>,
    pub(super) motor_current: Slot<f32>,
    pub(super) motor_starts: Slot<i32>,
    pub(super) infeed: Slot<bool>,
    pub(super) outfeed: Slot<bool>,
    pub(super) reject: Slot<bool>,
    pub(super) bottles: Slot<i32>,
    pub(super) rejected: Slot<i32>,
    pub(super) boxes: Slot<i32>,
    pub(super) reject_rate: Slot<f32>,
    pub(super) lanes: [Slot<i32>; 8],
    pub(super) lanes_full: [Slot<bool>; 8],
    pub(super) shift_total: Slot<i64>,
    pub(super) alarm_word: Slot<i32>,
    pub(super) alarm_count: Slot<i16>,
    pub(super) oven: [Slot<f32>; 6],
    pub(super) energy: Slot<f64>,
    pub(super) scans: Slot<u64>,
    pub(super) valve: Slot<u8>,
    pub(super) step: Slot<i32>,
    pub(super) boxes_open: Slot<i16>,
    pub(super) motors: [MotorSlots; 5],
}

#[derive(Debug, Clone, Copy)]
pub(super) struct MotorSlots {
    pub(super) running: Slot<bool>,
    pub(super) overload: Slot<bool>,
    pub(super) speed: Slot<f32>,
    pub(super) current: Slot<f32>,
    pub(super) starts: Slot<i32>,
}

impl Slots {
    pub(super) fn find(memory: &Memory) -> Result<Self, TagError> {
        Ok(Self {
            state: memory.slot("Line_State")?,
            running: memory.slot("Line_Running")?,
            speed: memory.slot("Line_Speed")?,
            setpoint: memory.slot("Line_SpeedSetpoint")?,
            uptime: memory.slot("Line_Uptime")?,
            motor_temperature: memory.slot("Motor_Temperature")?,
            motor_current: memory.slot("Motor_Current")?,
            motor_starts: memory.slot("Motor_Starts")?,
            infeed: memory.slot("PE_Infeed")?,
            outfeed: memory.slot("PE_Outfeed")?,
            reject: memory.slot("PE_Reject")?,
            bottles: memory.slot("Bottles_In")?,
            rejected: memory.slot("Bottles_Rejected")?,
            boxes: memory.slot("Boxes_Packed")?,
            reject_rate: memory.slot("Reject_Rate")?,
            lanes: elements(memory, "Lane_Count")?,
            lanes_full: elements(memory, "Lane_Full")?,
            shift_total: memory.slot("Shift_Total")?,
            alarm_word: memory.slot("Alarm_Word")?,
            alarm_count: memory.slot("Alarm_Count")?,
            oven: elements(memory, "Oven_Temperature")?,
            energy: memory.slot("Energy_Total")?,
            scans: memory.slot("Scan_Count")?,
            valve: memory.slot("Valve_Position")?,
            step: memory.slot("Program:Packing.Step")?,
            boxes_open: memory.slot("Program:Packing.Boxes_Open")?,
            motors: [
                MotorSlots::find(memory, "Filler")?,
                MotorSlots::find(memory, "Capper")?,
                MotorSlots::find(memory, "Conveyors[0]")?,
                MotorSlots::find(memory, "Conveyors[1]")?,
                MotorSlots::find(memory, "Conveyors[2]")?,
            ],
        })
    }
}

impl MotorSlots {
    fn find(memory: &Memory, name: &str) -> Result<Self, TagError> {
        Ok(Self {
            running: memory.slot(&format!("{name}.Running"))?,
            overload: memory.slot(&format!("{name}.Overload"))?,
            speed: memory.slot(&format!("{name}.Speed"))?,
            current: memory.slot(&format!("{name}.Current"))?,
            starts: memory.slot(&format!("{name}.Starts"))?,
        })
    }
}

/// The first `N` elements of an array.
fn elements<T: Scalar, const N: usize>(
    memory: &Memory,
    name: &str,
) -> Result<[Slot<T>; N], TagError> {
    let first = memory.slot(&format!("{name}[0]"))?;
    let mut all = array::from_fn(|_| first);
    for (place, slot) in all.iter_mut().enumerate() {
        *slot = memory.slot(&format!("{name}[{place}]"))?;
    }
    Ok(all)
}
