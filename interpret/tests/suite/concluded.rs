//! Questions whose answer is a conclusion from several places: its first lines.

use crate::spoken::{LINE, PACKER, TANKS, check};

#[test]
fn a_time_is_that_of_the_timer_that_the_words_mean() {
    check(&[
        (
            LINE,
            "How long does the horn sound and where is that set?",
            &["Horn_Time is set to 3000 ms (3 s)"],
        ),
        (
            TANKS,
            "how long may a valve take to open",
            &["ValveControl#Travel is set to 5000 ms (5 s)"],
        ),
        (
            PACKER,
            "wie lange wird gewickelt und wie lang läuft die Palette raus",
            &[
                "PLC_PRG.Wrap_Timer ist auf 4000 ms (4 s) eingestellt",
                "PLC_PRG.Out_Timer ist auf 2000 ms (2 s) eingestellt",
            ],
        ),
        (LINE, "After a few minutes the red lamp is on, why?", &["!is set to"]),
    ]);
}

#[test]
fn a_limit_is_told_with_its_value() {
    check(&[
        (PACKER, "ab wieviel Prozent Folie wird gewarnt?", &["PLC_PRG.Film kleiner als 5.0 ist"]),
        (
            LINE,
            "how many boxes go on a pallet, and who resets the count",
            &["Pallet_Counter counts to 48"],
        ),
    ]);
}

#[test]
fn a_terminal_is_told_with_its_module() {
    check(&[(
        LINE,
        "Auf welcher Karte und welchem Kanal hängt die Lichtschranke vor dem Füller?",
        &["PE_Filler_In liegt auf Local:1:I.Data.9", "DI_Line (1756-IB32/B), Steckplatz 1"],
    )]);
}

#[test]
fn what_is_latched_must_be_reset_and_what_follows_its_cause_need_not() {
    check(&[
        (
            LINE,
            "somebody opened the filler door, it's closed again but the red lamp is on. How do I get it running?",
            &[
                "Alarm_Word.3 stays on until it is reset",
                "Reset_Request is on while (PB_Reset or HMI_Reset) is on",
                "Line_Run must be started again",
                "!Alarm_Word.2 stays on",
            ],
        ),
        (
            PACKER,
            "Welche Störungen muss man quittieren und welche gehen von selber weg?",
            &[
                "bleiben ein, bis sie zurückgesetzt werden: GVL_Alarms.EmergencyStop",
                "von selbst aus:",
            ],
        ),
        (
            LINE,
            "The red lamp is on all the time, do I have to reset it or not?",
            &[
                "needs no reset itself",
                "Behind it, these stay on until they are reset: Alarm_Word.1",
            ],
        ),
        (
            TANKS,
            "Charge dauert zu lange: nach wie viel Minuten kommt das und stoppt die Anlage dann?",
            &["BatchSequence#Step_Time ist auf 120000 ms (2 min)", "hält \"Plant_Run\" nicht an"],
        ),
    ]);
}

#[test]
fn what_is_said_to_be_fulfilled_is_left_out_of_what_is_missing() {
    check(&[(
        LINE,
        "Die Linie läuft nicht an, obwohl der Schlüsselschalter auf Automatik steht und ich Start drücke. Was fehlt noch?",
        &["braucht Line_Run noch: NOT Program:Line.Stop_Request AND Safety_OK AND NOT Fault_Stop"],
    )]);
}

#[test]
fn the_last_write_and_what_nothing_reads_come_first() {
    check(&[
        (
            TANKS,
            "Hupe tut nichts bei Störung, nur beim Lampentest",
            &[
                "Der letzte Schreibzugriff entscheidet: Main Netzwerk 25",
                "\"Horn\" ist ein, solange \"Lamp_Test\" ein ist",
            ],
        ),
        (
            PACKER,
            "whats the key switch for? does it do anything",
            &["No code reads GVL_IO.Key_Auto: it has no effect"],
        ),
    ]);
}

#[test]
fn values_and_bits_mean_what_sets_them_and_what_a_display_shows() {
    check(&[
        (
            LINE,
            "What does Alarm_First = 5 mean?",
            &["Alarm_First = 5: “No compressed air”", "Alarm_Word.4 is on"],
        ),
        (
            LINE,
            "Welche Werte kann Alarm_First haben und was bedeuten sie?",
            &["Der Code nennt 6 Werte", "4: “Guard is open”"],
        ),
        (LINE, "What do the bits of Alarm_Word mean?", &["8 bits", "2: “Emergency stop"]),
        (
            LINE,
            "The yellow lamp blinks, what does that mean?",
            &["P_Yellow is on while Line_Blocked is on"],
        ),
    ]);
}

#[test]
fn a_value_that_only_goes_through_a_shared_block_reaches_no_output() {
    check(&[(
        LINE,
        "which outputs depend on Motor_Temp_mA",
        &["No output of the controller", "!Bowl_Level", "!Y_Clamp"],
    )]);
}
