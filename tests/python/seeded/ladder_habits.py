"""Faults of interlocks, alarms, access and comments in ladder."""

from ladder import BIT, start
from seed import Fault, fault, named, pick, rung, shared, twin, variable


@fault("I01")
def both_ways(plant):
    body, go = start(plant)
    back = shared(plant, "Seed_Back_", BIT)
    one, other = plant.rng.choice([("Forward", "Reverse"), ("Open", "Close"), ("Up", "Down"), ("Left", "Right")])
    base = plant.fresh("Seed_Gate_") + "_Cmd"
    names = [f"{base}_{one}", f"{base}_{other}"]
    for name in names:
        plant.declare(None, name, BIT, shared=True)
    nets = [plant.net(body, [contact], [(name, "")]) for contact, name in zip((go, back), names)]
    places = [rung(body, net) for net in nets]
    return Fault([[places[0], places[1]]], names + [go, back], ("X04", "X05", "K01", "I02"))


@twin("I01")
def one_way(plant):
    body, go = start(plant)
    back = shared(plant, "Seed_Back_", BIT)
    base = plant.fresh("Seed_Gate_") + "_Cmd"
    names = [f"{base}_Forward", f"{base}_Reverse"]
    for name in names:
        plant.declare(None, name, BIT, shared=True)
    first = plant.net(body, [go, "!" + names[1]], [(names[0], "")])
    plant.net(body, [back, "!" + names[0]], [(names[1], "")])
    return Fault([[rung(body, first)]], names + [go, back], ("X04", "X05", "K01", "I02"), twin=True)


@fault("I02")
def motor_alone(plant):
    body, go = start(plant)
    name = plant.fresh("Seed_Pump_")
    name = f"{name}_Motor_Run"
    plant.declare(None, name, BIT, shared=True)
    net = plant.net(body, [go], [(name, "")])
    return Fault([[rung(body, net)]], [name, go], ("X04", "X05", "K01"))


@twin("I02")
def motor_permitted(plant):
    body, go = start(plant)
    name = plant.fresh("Seed_Pump_") + "_Motor_Run"
    ready, fault_bit = plant.fresh("Seed_Ready_") + "_Permissive", plant.fresh("Seed_") + "_Fault"
    for it in (name, ready, fault_bit):
        plant.declare(None, it, BIT, shared=True)
    net = plant.net(body, [go, ready, "!" + fault_bit], [(name, "")])
    return Fault([[rung(body, net)]], [name, go, ready, fault_bit], ("X04", "X05", "K01"), twin=True)


@fault("I03")
def bypass_for_ever(plant):
    body, go = start(plant)
    name = plant.fresh("Seed_Guard_") + "_Bypass"
    lamp = shared(plant, "Seed_Lamp_", BIT)
    plant.declare(None, name, BIT, shared=True)
    net = plant.net(body, [go], [(name, "set")])
    plant.net(body, [name], [(lamp, "")])
    return Fault([[rung(body, net)], [named(name)]], [name, go, lamp], ("X04", "X05", "K01", "W03"))


@fault("K01", "allen-bradley")
def unsaid(plant):
    """A program of which nothing is said, nor of its routine and its rungs."""
    task = plant.rng.choice(plant.controller.findall("Tasks/Task"))
    body, _ = plant.new_program(task)
    for said in [body.scope, *body.scope.findall("Routines/Routine")]:
        said.remove(said.find("Description"))
    counted = shared(plant, "Seed_Count_", "DINT")
    net = plant.rung(body, f"ADD({counted},1,{counted});", comment="")
    names = body.path.split("/")
    return Fault([[("path", body.path)], [named(names[0])], [rung(body, net)]], names + [counted], ("X05",))


@fault("K02", "allen-bradley")
def old_rung(plant):
    """A rung that was made a comment of the next one."""
    body, go = start(plant)
    lamp = shared(plant, "Seed_Lamp_", BIT)
    net = plant.rung(body, f"XIC({go})OTE({lamp});", comment=f"XIC({go})OTL({lamp});")
    return Fault([[rung(body, net)]], [go, lamp], ("X04", "X05", "K01"))


@fault("G03", "allen-bradley")
def open_for_nothing(plant):
    task = plant.rng.choice(plant.controller.findall("Tasks/Task"))
    body, _ = plant.new_program(task)
    name = plant.fresh("Seed_Open_")
    plant.declare(body.scope, name, "DINT")
    return Fault([[named(name)]], [name, body.scope.get("Name")], ("X01", "K01"))


@fault("G01", "allen-bradley")
def set_from_outside(plant):
    body = plant.rng.choice(plant.ladders())
    name = plant.fresh("Seed_HMI_Speed_") + "_Setpoint"
    plant.declare(None, name, "REAL", shared=True)
    total = shared(plant, "Seed_Sum_", "REAL")
    net = plant.rung(body, f"ADD({total},{name},{total});")
    return Fault([[rung(body, net)], [named(name)]], [name, total], ("X04", "X05", "K01"))


def alarm(plant, texts, also):
    body = plant.rng.choice(plant.ladders())
    name = plant.fresh("Seed_Tank_") + "_Level_Alarm"
    plant.declare(None, name, BIT, shared=True)
    level = shared(plant, "Seed_Level_", "REAL")
    go = shared(plant, "Seed_Go_", BIT) if any("{2}" in text for text in texts) else name
    nets = [plant.rung(body, text.format(name, level, go)) for text in texts]
    return Fault([[rung(body, net)] for net in nets] + [[named(name)]], [name, level, go], ("X04", "X05", "K01") + also)


@fault("A01", "allen-bradley")
def alarm_at_once(plant):
    return alarm(plant, ["GRT({1},80.0)OTE({0});"], ("A02", "A03", "A04"))


@fault("A02", "allen-bradley")
def alarm_without_deadband(plant):
    return alarm(plant, ["GRT({1},80.0)OTE({0});"], ("A01", "A03", "A04"))


@fault("A03", "allen-bradley")
def alarm_for_ever(plant):
    return alarm(plant, ["GRT({1},80.0)OTL({0});"], ("A01", "A02", "A04", "W03"))


@twin("A03", "allen-bradley")
def alarm_reset(plant):
    made = alarm(plant, ["GRT({1},80.0)OTL({0});", "XIC({2})OTU({0});"], ("A01", "A02", "A04"))
    made.twin = True
    return made


@fault("A04", "allen-bradley")
def one_that_does_not_stay(plant):
    body, go = start(plant)
    names = [plant.fresh("Seed_Pump_") + "_Alarm" for _ in range(2)]
    for name in names:
        plant.declare(None, name, BIT, shared=True)
    trip, reset_bit = shared(plant, "Seed_Trip_", BIT), shared(plant, "Seed_Reset_", BIT)
    plant.net(body, [trip], [(names[0], "set")])
    plant.net(body, [reset_bit], [(names[0], "reset")])
    net = plant.net(body, [go], [(names[1], "")])
    return Fault([[rung(body, net)], [named(names[1])]], names + [trip, reset_bit, go],
                 ("X04", "X05", "K01", "A01", "A02", "A03"))


@fault("A05")
def limits_crossed(plant):
    """Four limits of one measurement, of which two are swapped."""
    body = None if plant.vendor == "allen-bradley" else pick(plant, instances=True)
    base = plant.fresh("Seed_Tank_")
    values = {"LL": 5.0, "L": 10.0, "H": 80.0, "HH": 90.0}
    one, other = plant.rng.choice([("LL", "L"), ("L", "H"), ("H", "HH")])
    values[one], values[other] = values[other], values[one]
    names = []
    for limit, value in values.items():
        name = f"{base}_{limit}_Limit"
        names.append(name)
        plant.declare(body.scope if body else None, name, "REAL", init=value, **({} if body else {"shared": True}))
    places = [[named(name)] for name in names]
    if body:
        places += [[variable(body, name)] for name in names]
    return Fault(places, names, ("X01", "X04", "X05", "G03", "W05"))
