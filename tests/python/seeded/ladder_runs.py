"""Faults of timers, sequences and values in ladder."""

from ladder import BIT, start
from seed import Fault, fault, rung, shared, twin


@fault("T01", "allen-bradley")
def timer_again(plant):
    body, go = start(plant)
    stop, name, lamp = shared(plant, "Seed_Stop_", BIT), shared(plant, "Seed_Timer_", "TIMER"), shared(plant, "Seed_Lamp_", BIT)
    nets = [plant.rung(body, f"XIC({contact})TON({name},5000,0);") for contact in (go, stop)]
    plant.net(body, [f"{name}.DN"], [(lamp, "")])
    return Fault([[rung(body, net) for net in nets]], [name, go, stop, lamp], ("X04", "X05", "K01", "W06", "T02"))


@twin("T01", "allen-bradley")
def timers(plant):
    body, go = start(plant)
    names, lamp = [shared(plant, "Seed_Timer_", "TIMER") for _ in range(2)], shared(plant, "Seed_Lamp_", BIT)
    for name in names:
        net = plant.rung(body, f"XIC({go})TON({name},5000,0);")
    plant.net(body, [f"{name}.DN" for name in names], [(lamp, "")])
    return Fault([[rung(body, net)]], names + [go, lamp], ("X04", "X05", "K01", "T02"), twin=True)


@fault("T02", "allen-bradley")
def no_preset(plant):
    body, go = start(plant)
    name, lamp = shared(plant, "Seed_Timer_", "TIMER"), shared(plant, "Seed_Lamp_", BIT)
    net = plant.rung(body, f"XIC({go})TON({name},0,0);")
    plant.net(body, [f"{name}.DN"], [(lamp, "")])
    return Fault([[rung(body, net)]], [name, go, lamp], ("X04", "X05", "K01"))


@fault("T03", "allen-bradley")
def never_reset(plant):
    body, go = start(plant)
    name, lamp = shared(plant, "Seed_Counter_", "COUNTER"), shared(plant, "Seed_Lamp_", BIT)
    net = plant.rung(body, f"XIC({go})CTU({name},10,0);")
    plant.net(body, [f"{name}.DN"], [(lamp, "")])
    return Fault([[rung(body, net)]], [name, go, lamp], ("X04", "X05", "K01", "T02"))


@twin("T03", "allen-bradley")
def reset(plant):
    body, go = start(plant)
    name, lamp = shared(plant, "Seed_Counter_", "COUNTER"), shared(plant, "Seed_Lamp_", BIT)
    net = plant.rung(body, f"XIC({go})CTU({name},10,0);")
    plant.rung(body, f"XIC({name}.DN)RES({name});")
    plant.net(body, [f"{name}.DN"], [(lamp, "")])
    return Fault([[rung(body, net)]], [name, go, lamp], ("X04", "X05", "K01", "T02"), twin=True)


@fault("T04", "allen-bradley")
def for_nothing(plant):
    body, go = start(plant)
    name = shared(plant, "Seed_Timer_", "TIMER")
    net = plant.rung(body, f"XIC({go})TON({name},5000,0);")
    return Fault([[rung(body, net)]], [name, go], ("X04", "X05", "K01", "T02"))


def states(plant, steps, extra=()):
    """A sequence in a number: `steps` are (state, next) pairs."""
    body, go = start(plant)
    name = plant.fresh("Seed_") + "_State"
    plant.declare(None, name, "DINT", shared=True)
    nets = [plant.rung(body, f"EQU({name},{state})XIC({go})MOV({after},{name});") for state, after in steps]
    nets += [plant.rung(body, text.format(name=name, go=go)) for text in extra]
    return body, go, name, nets


ALSO = ("X04", "X05", "K01", "G01")


@fault("Q01", "allen-bradley")
def stays(plant):
    count = shared(plant, "Seed_Count_", "DINT")
    last = f"EQU({{name}},30)ADD({count},1,{count});"
    body, go, name, nets = states(plant, [(0, 10), (10, 20), (20, 30)], [last])
    return Fault([[rung(body, nets[3])], [rung(body, nets[2])]], [name, go, count], ALSO)


@fault("Q02", "allen-bradley")
def unreached(plant):
    body, go, name, nets = states(plant, [(0, 10), (10, 20), (20, 0), (70, 0)])
    return Fault([[rung(body, nets[3])]], [name, go], ALSO)


@twin("Q02", "allen-bradley")
def reached(plant):
    body, go, name, nets = states(plant, [(0, 10), (10, 20), (20, 70), (70, 0)])
    return Fault([[rung(body, nets[3])]], [name, go], ALSO, twin=True)


@twin("Q01", "allen-bradley")
def left(plant):
    body, go, name, nets = states(plant, [(0, 10), (10, 20), (20, 30), (30, 0)])
    return Fault([[rung(body, nets[3])]], [name, go], ALSO, twin=True)


@fault("S01", "allen-bradley")
def real_equal(plant):
    body, go = start(plant)
    name, lamp = shared(plant, "Seed_Real_", "REAL"), shared(plant, "Seed_Lamp_", BIT)
    test = plant.rng.choice(["EQU", "NEQ"])
    net = plant.rung(body, f"{test}({name},{plant.rng.randrange(1, 99)}.5)OTE({lamp});")
    plant.rung(body, f"XIC({go})ADD({name},0.1,{name});")
    return Fault([[rung(body, net)]], [name, go, lamp], ("X04", "X05", "K01"))


@fault("S03", "allen-bradley")
def by_zero(plant):
    body, go = start(plant)
    name, to = shared(plant, "Seed_Divisor_", "DINT"), shared(plant, "Seed_Result_", "DINT")
    net = plant.rung(body, f"XIC({go})DIV(1000,{name},{to});")
    plant.rung(body, f"XIC({go})SUB({name},1,{name});")
    return Fault([[rung(body, net)]], [name, go, to], ("X04", "X05", "K01"))


@twin("S03", "allen-bradley")
def not_by_zero(plant):
    body, go = start(plant)
    name, to = shared(plant, "Seed_Divisor_", "DINT"), shared(plant, "Seed_Result_", "DINT")
    net = plant.rung(body, f"NEQ({name},0)DIV(1000,{name},{to});")
    plant.rung(body, f"XIC({go})SUB({name},1,{name});")
    return Fault([[rung(body, net)]], [name, go, to], ("X04", "X05", "K01"), twin=True)


@fault("S04", "allen-bradley")
def any_index(plant):
    body, go = start(plant)
    name, array = shared(plant, "Seed_Index_", "DINT"), shared(plant, "Seed_Array_", "array[0..9] of DINT")
    net = plant.rung(body, f"XIC({go})ADD({array}[{name}],1,{array}[{name}]);")
    return Fault([[rung(body, net)]], [name, go, array], ("X04", "X05", "K01", "G01"))


@fault("C06", "allen-bradley")
def leaves(plant):
    body = plant.new_ladder()
    go = shared(plant, "Seed_Go_", BIT)
    end = plant.rng.choice(["TND()", "RET()"])
    net = plant.rung(body, f"XIC({go}){end};")
    return Fault([[rung(body, net)]], [go, body.path.split("/")[1]], ("X04", "K01"))


@fault("S02", "allen-bradley")
def time_equal(plant):
    body, go = start(plant)
    name, lamp = shared(plant, "Seed_Timer_", "TIMER"), shared(plant, "Seed_Lamp_", BIT)
    plant.rung(body, f"XIC({go})TON({name},5000,0);")
    net = plant.rung(body, f"{plant.rng.choice(['EQU', 'NEQ'])}({name}.ACC,{plant.rng.randrange(100, 4000)})OTE({lamp});")
    return Fault([[rung(body, net)]], [name, go, lamp], ("X04", "X05", "K01", "T02", "T04"))


@fault("Q03", "allen-bradley")
def two_writers(plant):
    """A state that another routine leads too."""
    body, go, name, nets = states(plant, [(0, 10), (10, 20), (20, 0)])
    other = plant.new_ladder()
    net = plant.rung(other, f"EQU({name},10)XIC({go})MOV(20,{name});")
    return Fault([[rung(other, net)]], [name, go, other.path.split("/")[1]], ALSO + ("C03", "W01", "W04"))
