"""Faults of coils, contacts and calls in ladder."""

import re

from declared import logix_block
from seed import Fault, fault, named, rung, shared, twin

BIT = "BOOL"


def start(plant):
    """Somewhere to draw, a contact, and the names of it."""
    body = plant.rng.choice(plant.ladders())
    return body, shared(plant, "Seed_Go_", BIT)


@fault("W02")
def second_coil(plant):
    body, go = start(plant)
    also = ("X04", "X05", "K01")
    if plant.vendor == "allen-bradley" and plant.rng.random() < 0.5:
        coils = [(r, t) for r in body.rungs for t in re.findall(r"OTE\((\w+)\)", r.findtext("Text") or "")]
        if coils:
            old, name = plant.rng.choice(coils)
            again = plant.net(body, [go], [(name, "")])
            return Fault([[rung(body, old), rung(body, again)]], [name, go], also)
    name = shared(plant, "Seed_Coil_", BIT)
    first = plant.net(body, [go], [(name, "")])
    second = plant.net(body, ["!" + go], [(name, "")])
    return Fault([[rung(body, first), rung(body, second)]], [name, go], also)


@twin("W02")
def two_coils(plant):
    """Two coils of two names, in one branch."""
    body, go = start(plant)
    names = [shared(plant, "Seed_Coil_", BIT) for _ in range(2)]
    net = plant.net(body, [go], [(name, "") for name in names])
    return Fault([[rung(body, net)]], names + [go], ("X04", "X05", "K01"), twin=True)


@fault("W03")
def latch_alone(plant):
    body, go = start(plant)
    kind = plant.rng.choice(["set", "reset"] if plant.vendor == "allen-bradley" else ["set"])
    name = shared(plant, "Seed_Kept_", BIT)
    other = shared(plant, "Seed_Lamp_", BIT)
    net = plant.net(body, [go], [(name, kind)])
    plant.net(body, [name], [(other, "")])
    return Fault([[rung(body, net)], [named(name)]], [name, go, other], ("X04", "X05", "K01"))


@twin("W03")
def latch_and_unlatch(plant):
    body, go = start(plant)
    name, stop = shared(plant, "Seed_Kept_", BIT), shared(plant, "Seed_Stop_", BIT)
    plant.net(body, [go], [(name, "set")])
    net = plant.net(body, [stop], [(name, "reset")])
    return Fault([[rung(body, net)]], [name, go, stop], ("X04", "X05", "K01"), twin=True)


@fault("X04", "allen-bradley")
def read_alone(plant):
    body = plant.rng.choice(plant.ladders())
    name = plant.fresh("Seed_Read_")
    plant.declare(body.scope, name, BIT, access="Read Only")
    lamp = shared(plant, "Seed_Lamp_", BIT)
    net = plant.net(body, [name], [(lamp, "")])
    return Fault([[rung(body, net)], [named(name)]], [name, lamp], ("X01", "X05", "K01", "G03"))


@fault("X05", "allen-bradley")
def written_alone(plant):
    body, go = start(plant)
    name = plant.fresh("Seed_Written_")
    plant.declare(body.scope, name, BIT, access="None")
    net = plant.net(body, [go], [(name, "")])
    return Fault([[rung(body, net)], [named(name)]], [name, go], ("X04", "K01", "G03"))


@fault("X06", "allen-bradley")
def misspelt(plant):
    """One use of a name in a rung of the file's, written otherwise."""
    body = plant.rng.choice(plant.ladders())
    uses = [(r, m) for r in body.rungs for m in re.finditer(r"(?:XIC|XIO|OTE|OTL)\((\w+)\)", r.findtext("Text") or "")]
    wrong = plant.fresh("Seed_Wrong_")
    if uses and plant.rng.random() < 0.7:
        net, use = plant.rng.choice(uses)
        text = net.find("Text")
        text.text = text.text[: use.start(1)] + wrong + text.text[use.end(1) :]
        # The tag that lost a use may have lost its last one.
        return Fault([[rung(body, net)]], [wrong, use[1]], ("X01", "X04", "X05", "W03", "G03", "I01", "I02"))
    go = shared(plant, "Seed_Go_", BIT)
    net = plant.net(body, [go], [(wrong, "")])
    return Fault([[rung(body, net)]], [wrong, go], ("X04", "K01"))


@twin("X06", "allen-bradley")
def renamed(plant):
    """A tag of the controller and all its uses, renamed alike."""
    names = [t.get("Name") for t in plant.controller.findall("Tags/Tag") if re.fullmatch(r"\w+", t.get("Name"))]
    uses = [n for n in names if any(re.search(rf"\b{n}\b", r.text or "") for r in plant.root.iter("Text"))]
    if not uses:
        return None
    old, new = plant.rng.choice(uses), plant.fresh("Seed_Named_")
    for tag in plant.controller.findall("Tags/Tag"):
        if tag.get("Name") == old:
            tag.set("Name", new)
        if re.match(rf"{old}\b", tag.get("AliasFor") or ""):
            tag.set("AliasFor", new + tag.get("AliasFor")[len(old) :])
    for node in plant.root.iter():
        if node.tag in {"Text", "Line"} and node.text:
            node.text = re.sub(rf"(?<![.\w\\]){old}\b", new, node.text)
        for key in ("Operand", "Argument", "Arguments"):
            if node.get(key):
                node.set(key, re.sub(rf"(?<![.\w\\]){old}\b", new, node.get(key)))
    return Fault([[named(new)]], [new, old], None, twin=True)


@fault("W01", "allen-bradley")
def two_tasks(plant):
    first, go = start(plant)
    second, _ = plant.new_program()
    name = shared(plant, "Seed_Raced_", BIT)
    nets = [plant.net(body, [go], [(name, "set")]) for body in (first, second)]
    return Fault([[rung(first, nets[0]), rung(second, nets[1])]], [name, go], ("W02", "W03", "W04", "X04", "X05", "K01"))


@fault("W04", "allen-bradley")
def two_programs(plant):
    first, go = start(plant)
    task = next(t for t in plant.controller.findall("Tasks/Task")
                if first.scope.get("Name") in [s.get("Name") for s in t.iter("ScheduledProgram")])
    second, _ = plant.new_program(task)
    name = shared(plant, "Seed_Global_", "DINT")
    nets = [plant.rung(body, f"XIC({go})ADD({name},{n + 1},{name});") for n, body in enumerate((first, second))]
    return Fault([[rung(first, nets[0]), rung(second, nets[1])]], [name, go], ("X04", "X05", "K01"))


@fault("W05", "allen-bradley")
def constant_written(plant):
    body, go = start(plant)
    name = shared(plant, "Seed_Fixed_", "DINT", constant=True, init=7)
    net = plant.rung(body, f"XIC({go})ADD({name},1,{name});")
    return Fault([[rung(body, net)]], [name, go], ("X04", "X05", "K01"))


@fault("R01", "allen-bradley")
def unhooked(plant):
    """A routine that nothing calls: a new one, or one whose only call is taken away."""
    body = plant.new_ladder(called=False, program=plant.rng.choice(plant.ladders()).scope)
    counted = shared(plant, "Seed_Count_", "DINT")
    net = plant.rung(body, f"ADD({counted},1,{counted});")
    return Fault([[whole_of(body)], [rung(body, net)]], [body.path.split("/")[1], counted], ("K01", "X05", "X04", "X01"))


def whole_of(body):
    return ("path", body.path)


@twin("R01", "allen-bradley")
def hooked(plant):
    body = plant.new_ladder()
    counted = shared(plant, "Seed_Count_", "DINT")
    plant.rung(body, f"ADD({counted},1,{counted});")
    return Fault([[whole_of(body)]], [body.path.split("/")[1], counted], ("K01", "X05", "X04", "C03"), twin=True)


@fault("R02", "allen-bradley")
def inhibited(plant):
    if plant.rng.random() < 0.5:
        body, task = plant.new_program()
        task.set("InhibitTask", "true")
        names = [task.get("Name"), *body.path.split("/")]
    else:
        body, task = plant.new_program()
        body.scope.set("Disabled", "true")
        names = list(body.path.split("/"))
    counted = shared(plant, "Seed_Count_", "DINT")
    plant.rung(body, f"ADD({counted},1,{counted});")
    places = [[named(name)] for name in names] + [[whole_of(body)]]
    return Fault(places, names + [counted], ("K01", "X05", "X04", "R01"))


@fault("R03", "allen-bradley")
def never_true(plant):
    body, go = start(plant)
    name = shared(plant, "Seed_Dead_", BIT)
    count = shared(plant, "Seed_Count_", "DINT")
    plant.rung(body, f"ADD({count},1,{count});")
    never = plant.rng.choice([f"XIC({go})XIO({go})", f"XIC({go})GRT({count},5)LES({count},3)"])
    net = plant.rung(body, f"{never}OTE({name});")
    return Fault([[rung(body, net)]], [name, go, count], ("X04", "X05", "X01", "K01"))


@fault("R04", "allen-bradley")
def jump_nowhere(plant):
    go, label = shared(plant, "Seed_Go_", BIT), plant.fresh("Seed_Label_")
    # In a routine of its own: what is jumped over is none of the file's.
    body = plant.new_ladder()
    net = plant.rung(body, f"XIC({go})JMP({label});")
    return Fault([[rung(body, net)]], [label, go, body.path.split("/")[1]], ("X04", "C06", "K01"))


@twin("R04", "allen-bradley")
def jump_somewhere(plant):
    go, label = shared(plant, "Seed_Go_", BIT), plant.fresh("Seed_Label_")
    body = plant.new_ladder()
    net = plant.rung(body, f"XIC({go})JMP({label});")
    end = plant.rung(body, f"LBL({label})NOP();")
    if plant.number(end) < plant.number(net):
        body.rungs.remove(end)
        body.rungs.append(end)
        for number, it in enumerate(body.rungs):
            it.set("Number", str(number))
    return Fault([[rung(body, net)]], [label, go, body.path.split("/")[1]], ("X04", "C06", "K01"), twin=True)


@fault("R05", "allen-bradley")
def calls_itself(plant):
    body = plant.new_ladder()
    name = body.path.split("/")[1]
    go = shared(plant, "Seed_Go_", BIT)
    net = plant.rung(body, f"XIC({go})JSR({name},0);")
    return Fault([[rung(body, net)], [whole_of(body)]], [name, go], ("X04", "K01"))


@fault("R01", "allen-bradley")
def unhooked_call(plant):
    """The only call of a routine is taken away: one of the file's, or a new one."""
    calls = [(b, r, m[1]) for b in plant.ladders() for r in b.rungs
             for m in re.finditer(r"JSR\((\w+)", r.findtext("Text") or "")]
    once = [it for it in calls if [c[2] for c in calls].count(it[2]) == 1]
    if once and plant.rng.random() < 0.5:
        body, net, name = plant.rng.choice(once)
        path = f"{body.path.split('/')[0]}/{name}"
    else:
        new = plant.new_ladder()
        name, path = new.path.split("/")[1], new.path
        counted = shared(plant, "Seed_Count_", "DINT")
        plant.rung(new, f"ADD({counted},1,{counted});")
        body, net = next((b, r) for b in plant.ladders() for r in b.rungs if f"JSR({name}," in (r.findtext("Text") or ""))
    plant.remember()
    # What it is given is used there alone, perhaps.
    given = re.findall(r"\w+", net.findtext("Text"))
    net.find("Text").text = "NOP();"
    return Fault([[("path", path)]], [name, path.split("/")[0]] + given, ("X01", "X04", "X05", "R03", "G03", "G01"))


@fault("W06", "allen-bradley")
def instance_twice(plant):
    """One instance of an add-on instruction, executed twice or never."""
    body, go = start(plant)
    name, kind, lamp = plant.fresh("Seed_Made_"), plant.fresh("Seed_Block_"), shared(plant, "Seed_Out_", "DINT")
    inside = logix_block(plant, kind)
    plant.declare(None, name, kind, shared=True)
    names, also = [name, kind, go, lamp] + inside, ("R01", "X01", "X02", "X04", "X05", "K01", "G03")
    if plant.rng.random() < 0.4:
        # Its result is used all the same.
        plant.rung(body, f"XIC({go})MOV({name}.{inside[-2]},{lamp});")
        return Fault([[named(name)]], names, also)
    nets = [plant.rung(body, f"{kind}({name},{n});") for n in range(2)]
    return Fault([[rung(body, net) for net in nets]], names, also)
