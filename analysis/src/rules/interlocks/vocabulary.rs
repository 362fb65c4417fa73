//! Words in the names of commands and of permissives, in English and German.

/// Commands that exclude each other: pairs of words.
pub(super) const OPPOSITES: [(&str, &str); 20] = [
    ("fwd", "rev"),
    ("forward", "reverse"),
    ("fwd", "bwd"),
    ("forward", "backward"),
    ("open", "close"),
    ("opn", "cls"),
    ("up", "down"),
    ("raise", "lower"),
    ("extend", "retract"),
    ("ext", "ret"),
    ("heat", "cool"),
    ("heating", "cooling"),
    ("cw", "ccw"),
    ("left", "right"),
    ("advance", "return"),
    ("vor", "zurueck"),
    ("auf", "zu"),
    ("auf", "ab"),
    ("links", "rechts"),
    ("heben", "senken"),
];
/// Commands that only drives and valves have.
pub(super) const ACTS: &str =
    "fwd rev forward reverse bwd backward extend retract raise lower heben senken cw ccw";
/// Words in names of commands.
pub(super) const COMMANDS: &str = "out output cmd command run start on coil mtr motor valve vlv sol solenoid drive \
     contactor relay do q pump fan cyl cylinder ventil jalousie shutter gate damper door lift hoist flap \
     slide clamp brake blind cover conveyor axis klappe tor";
/// Words in names of signals that only report, and turn nothing on.
pub(super) const TELLS: &str = "lamp light led ind indicator limit ls sw switch sensor fb fbk feedback opened closed pb \
     button btn req request alarm alm fault flt count cnt timer tmr hmi disp msg perm \
     permissive ilk step state sts status stat done pos position dn memory mem os ons edge \
     trig old last prev error err";
pub(super) const MOTORS: &str = "motor mtr pump pmp fan conveyor conv agitator mixer compressor blower auger spindle \
     pumpe antrieb luefter vfd drive crusher";
pub(super) const RUNS: &str = "run start cmd command out output on fwd rev contactor coil ein";
/// Words in names of signals that permit or prevent an operation.
pub(super) const LEAVE: &str = "stop perm permissive permit permitted ilk interlock interlocks ilock ok ready rdy fault \
     faulted flt fail failed estop es emergency safe safety guard ol overload trip tripped \
     thermal alarm alm auto man manual mode enable enabled en healthy inhibit block blocked \
     limit jam level low high lo hi freigabe stoerung halt error err release active state \
     step maint lock locked press temp flow running";
pub(super) const BYPASSES: &str = "bypass byp override ovrd defeat jumper ueberbrueckung muted";
