"""Faults of comments, addresses, alarms and access in structured text."""

from plant import NoPlace
from seed import Fault, count, fault, line, local, named, pick, put, shared, twin, variable, whole
from words import HELP, TEXT, in_new


@fault("K02")
def old_code(plant):
    body = pick(plant)
    shown, counted, step = count(body)
    some = [[f"// {shown} := {shown} + 5;"], [f"(* IF {shown} > 3 THEN", f"\t{shown} := 4;", "END_IF; *)"]]
    if plant.vendor == "siemens":
        some[1] = [f"// IF {shown} > 3 THEN", f"// \t{shown} := 4;", "// END_IF;"]
    at = put(body, plant.rng.choice(some) + [step])
    return Fault([[line(body, at)]], [counted] + in_new(body), HELP)


@twin("K02")
def a_remark(plant):
    body = pick(plant)
    _, counted, step = count(body)
    at = put(body, ["// Counts how often this is executed, for the service technician", step])
    return Fault([[line(body, at)]], [counted] + in_new(body), HELP, twin=True)


@fault("D02", "codesys")
def overlap(plant):
    """Two variables of which one lies in the other."""
    if not hasattr(plant, "pous"):
        raise NoPlace
    at = 4 * plant.rng.randrange(500, 900)
    names = [shared(plant, "Seed_Byte_", "WORD"), shared(plant, "Seed_Long_", "DINT")]
    for variable in plant.list():
        if variable.get("name") in names:
            long = variable.get("name") == names[1]
            variable.set("address", f"%MD{at // 4}" if long else f"%MW{at // 2 + 1}")
    return Fault([[named(name) for name in names]], names, ("X01", "K01", "D01"))


@fault("D01", *TEXT)
def address(plant):
    body = pick(plant)
    shown, counted, step = count(body)
    there = f"%M{plant.rng.randrange(3000, 4000)}.{plant.rng.randrange(8)}"
    if plant.vendor == "codesys":
        there = there.replace("%M", "%MX")
    at = put(body, [f"IF {there} THEN", f"\t{step}", "ELSE", f"\t{shown} := 0;", "END_IF;"])
    return Fault([[line(body, at)]], [counted, there] + in_new(body), HELP)


def alarm(plant, lines, also):
    """An alarm of a measurement: code in which `{0}` is the alarm and `{1}` what is measured."""
    body = pick(plant, routine=True)
    name = plant.fresh("Seed_Tank_") + "_Level_Alarm"
    plant.declare(body.scope, name, "BOOL")
    level, measured = local(body, "Seed_Level_", "REAL")
    names = [name, measured] + in_new(body)
    reset = ""
    if any("{2}" in text for text in lines):
        reset, wanted = local(body, "Seed_Reset_", "BOOL")
        names.append(wanted)
    at = put(body, [text.format(plant.use(name), level, reset) for text in lines])
    return Fault([[line(body, at + n)] for n in range(len(lines))] + [[named(name)]], names, HELP + also)


@fault("A01", *TEXT)
def alarm_at_once(plant):
    return alarm(plant, ["{0} := {1} > 80.0;"], ("A02", "A03", "A04", "X02", "R01"))


@fault("A02", *TEXT)
def alarm_without_deadband(plant):
    return alarm(plant, ["{0} := {1} > 80.0;"], ("A01", "A03", "A04", "X02", "R01"))


@fault("A03", *TEXT)
def alarm_for_ever(plant):
    return alarm(plant, ["IF {1} > 80.0 THEN", "\t{0} := TRUE;", "END_IF;"], ("A01", "A02", "A04", "W03", "X02", "R01"))


@twin("A03", *TEXT)
def alarm_reset(plant):
    made = alarm(plant, ["IF {1} > 80.0 THEN", "\t{0} := TRUE;", "ELSIF {2} THEN", "\t{0} := FALSE;", "END_IF;"],
                 ("A01", "A02", "A04", "C05", "X02", "R01"))
    made.twin = True
    return made


@fault("A04", *TEXT)
def one_that_does_not_stay(plant):
    """Of two alarms one stays until it is reset, the other follows what it is about."""
    body = pick(plant, routine=True)
    names = [plant.fresh("Seed_Pump_") + "_Alarm" for _ in range(2)]
    for name in names:
        plant.declare(body.scope, name, "BOOL")
    bits = [local(body, stem, "BOOL") for stem in ("Seed_Trip_", "Seed_Lost_", "Seed_Reset_")]
    one, other = (plant.use(name) for name in names)
    at = put(body, [f"IF {bits[0][0]} THEN", f"\t{one} := TRUE;", f"ELSIF {bits[2][0]} THEN", f"\t{one} := FALSE;",
                    "END_IF;", f"{other} := {bits[1][0]};"])
    names = names + [name for _, name in bits] + in_new(body)
    return Fault([[line(body, at + 5)], [named(names[1])]], names, HELP + ("A01", "A02", "A03", "C05", "X02", "R01"))


@fault("G01", *TEXT)
def set_from_outside(plant):
    """A number that an operator sets, and that the code uses as it is."""
    body = pick(plant)
    name = plant.fresh("Seed_HMI_Speed_") + "_Setpoint"
    if plant.vendor == "siemens":
        plant.declare(None, name, "Real", shared=True)
        seen = plant.seen(name)
    elif hasattr(plant, "list"):
        plant.declare(None, name, "REAL", shared=True)
        seen = plant.seen(name)
    else:
        raise NoPlace
    shown, counted = local(body, "Seed_Sum_", "REAL")
    at = put(body, [f"{shown} := {shown} + {seen} * 2.0;"])
    return Fault([[line(body, at)], [named(name)]], [name, counted] + in_new(body), HELP)


@fault("K01", *TEXT)
def unsaid(plant):
    """A block of which nothing is said."""
    kinds = {"siemens": "FUNCTION_BLOCK", "codesys": "functionBlock"}
    body = plant.new_text(kinds[plant.vendor], called=False, said=False)
    shown, counted = local(body, "Seed_Count_", "DINT", comment="")
    put(body, [f"{shown} := {shown} + 1;"])
    return Fault([[named(body.path)], [whole(body)]], [counted, body.path], ("X02", "R01"))
