"""Faults of writes, calls, timers and sequences in structured text."""

import xml.etree.ElementTree as ET

from plant import NoPlace
from seed import Fault, count, fault, line, local, named, pick, put, shared, shared_use, twin, variable, whole
from words import HELP, TEXT, in_new


def writer(plant, in_task=False):
    """A program, or an organization block."""
    if plant.vendor == "siemens":
        return plant.call("")
    if in_task and not hasattr(plant, "task"):
        raise NoPlace
    body = plant.new_text(called=not in_task)
    if in_task:
        plant.task(body.path)
    return body


@fault("W05", *TEXT)
def input_written(plant):
    # What writes a constant no compiler of these platforms takes.
    body = pick(plant, inputs=True)
    shown, name = local(body, "Seed_Given_", "DINT", section="input")
    at = put(body, [f"{shown} := {shown} + 1;"])
    return Fault([[line(body, at)]], [name] + in_new(body), HELP + ("C04",))


@fault("W04", *TEXT)
def two_programs(plant):
    bodies = [writer(plant) for _ in range(2)]
    name = shared(plant, "Seed_Global_", "DINT")
    seen = shared_use(plant, name)
    ats = [put(body, [f"{seen} := {seen} + {n + 1};"]) for n, body in enumerate(bodies)]
    return Fault([[line(b, at) for b, at in zip(bodies, ats)]], [name] + plant.new,
                 ("X02", "R01", "K01", "W01", "X05"))


@fault("W01", "codesys")
def two_tasks(plant):
    bodies = [writer(plant, in_task=True) for _ in range(2)]
    name = shared(plant, "Seed_Raced_", "DINT")
    seen = shared_use(plant, name)
    ats = [put(body, [f"{seen} := {seen} + {n + 1};"]) for n, body in enumerate(bodies)]
    return Fault([[line(b, at) for b, at in zip(bodies, ats)]], [name] + plant.new, ("W04", "X02", "R01", "K01"))


@fault("W01", "siemens")
def two_blocks(plant):
    """A cyclic interrupt beside the main program."""
    bodies = [writer(plant) for _ in range(2)]
    name = shared(plant, "Seed_Raced_", "DINT")
    seen = shared_use(plant, name)
    ats = [put(body, [f"{seen} := {seen} + {n + 1};"]) for n, body in enumerate(bodies)]
    return Fault([[line(b, at) for b, at in zip(bodies, ats)]], [name] + plant.new, ("W04", "X02", "R01", "K01"))


@fault("R06", "codesys")
def task_of_a_block(plant):
    """A task that executes a function block, and no program."""
    if not hasattr(plant, "task"):
        raise NoPlace
    body = plant.new_text("functionBlock", called=False)
    _, counted, step = count(body)
    put(body, [step])
    task = plant.task(body.path)
    return Fault([[whole(body)], [named(task)], [named(body.path)]], [counted] + plant.new, ("X02", "R01", "K01"))


@fault("W06", *TEXT)
def instance_twice(plant):
    """One instance of a function block of the project's, called twice or never."""
    kinds = {"siemens": "FUNCTION_BLOCK", "codesys": "functionBlock"}
    block = plant.new_text(kinds[plant.vendor], called=False)
    _, inside, tick = count(block)
    put(block, [tick])
    body = pick(plant, instances=True)
    if body.path == block.path:
        body = plant.new_text()
    kind = f'"{block.path}"' if plant.vendor == "siemens" else block.path
    instance, name = local(body, "Seed_Made_", kind)
    shown, counted, step = count(body)
    names = [name, counted, inside] + in_new(body)
    if plant.rng.random() < 0.4:
        put(body, [step])
        return Fault([[named(name)], [variable(body, name)]], names, HELP + ("X01", "X02"))
    at = put(body, [f"{instance}();", step, f"{instance}();"])
    return Fault([[line(body, at), line(body, at + 2)]], names, HELP + ("X02",))


@fault("T01", *TEXT)
def timer_again(plant):
    body = pick(plant, instances=True)
    timer, name = local(body, "Seed_Timer_", "TON")
    shown, counted, step = count(body)
    at = put(body, [f"{timer}(IN := {shown} > 5, PT := T#3s);", f"{timer}(IN := {shown} > 9, PT := T#3s);",
                    f"IF {timer}.Q THEN", f"\t{step}", "END_IF;"])
    return Fault([[line(body, at), line(body, at + 1)]], [name, counted] + in_new(body), HELP + ("W06", "C05"))


@twin("T01", *TEXT)
def timer_once(plant):
    body = pick(plant, instances=True)
    timer, name = local(body, "Seed_Timer_", "TON")
    shown, counted, step = count(body)
    at = put(body, [f"{timer}(IN := {shown} > 5, PT := T#3s);", f"IF {timer}.Q THEN", f"\t{step}", "END_IF;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP + ("C05",), twin=True)


@fault("T02", *TEXT)
def no_preset(plant):
    body = pick(plant, instances=True)
    timer, name = local(body, "Seed_Timer_", "TON")
    shown, counted, step = count(body)
    at = put(body, [f"{timer}(IN := {shown} > 5, PT := T#0s);", f"IF {timer}.Q THEN", f"\t{step}", "END_IF;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP + ("C05",))


@fault("T03", *TEXT)
def never_reset(plant):
    body = pick(plant, instances=True)
    counter, name = local(body, "Seed_Counter_", "CTU")
    # A member of CTU_INT, as TIA Portal has it.
    done = "QU" if plant.vendor == "siemens" else "Q"
    shown, counted, step = count(body)
    at = put(body, [f"{counter}(CU := {shown} > 5, PV := 10);", f"IF {counter}.{done} THEN", f"\t{step}", "END_IF;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP + ("C05",))


@fault("T04", *TEXT)
def for_nothing(plant):
    body = pick(plant, instances=True)
    timer, name = local(body, "Seed_Timer_", "TON")
    shown, counted, step = count(body)
    at = put(body, [f"{timer}(IN := {shown} > 5, PT := T#3s);", step])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP)


@fault("R03")
def never(plant):
    body = pick(plant)
    shown, counted, step = count(body)
    test = plant.rng.choice([f"({shown} > 5) AND ({shown} < 3)", f"({shown} = 5) AND ({shown} = 6)"])
    if plant.vendor != "allen-bradley" and plant.rng.random() < 0.4:
        test = f"({shown} > 5) AND FALSE"
    at = put(body, [f"IF {test} THEN", f"\t{step}", "ELSE", f"\t{shown} := {shown} - 1;", "END_IF;"])
    return Fault([[line(body, at)], [line(body, at + 1)]], [counted] + in_new(body), HELP)


@fault("R04", *TEXT)
def jump_nowhere(plant):
    body = pick(plant)
    label = plant.fresh("Seed_Label_")
    shown, counted, step = count(body)
    jump = f"GOTO {label};" if plant.vendor == "siemens" else f"JMP {label};"
    at = put(body, [f"IF {shown} > 5 THEN", f"\t{jump}", "END_IF;", step])
    return Fault([[line(body, at + 1)]], [label, counted] + in_new(body), HELP + ("C06", "C05"))


@fault("R05", *TEXT)
def calls_itself(plant):
    body = plant.new_text() if plant.vendor == "codesys" else plant.new_text("FUNCTION")
    shown, counted, step = count(body)
    call = f'"{body.path}"();' if plant.vendor == "siemens" else f"{body.path}();"
    at = put(body, [f"IF {shown} > 5 THEN", f"\t{call}", "END_IF;", step])
    return Fault([[line(body, at + 1)], [whole(body)]], [counted] + in_new(body), HELP + ("X02", "R01", "C05"))


@fault("R01", "codesys")
def uncalled(plant):
    """A program that no task executes."""
    if not hasattr(plant, "task"):
        raise NoPlace
    body = plant.new_text(called=False)
    _, counted, step = count(body)
    put(body, [step])
    return Fault([[whole(body)]], [counted] + in_new(body), HELP + ("X02",))


def case(plant, steps, last=None, doubled=False):
    body = pick(plant)
    name = plant.fresh("Seed_") + "_State"
    plant.declare(body.scope, name, "INT")
    state = plant.use(name)
    shown, counted, step = count(body)
    lines = [f"CASE {state} OF"]
    for now, after in steps:
        lines += [f"\t{now}:", f"\t\tIF {shown} > {now} THEN", f"\t\t\t{state} := {after};", "\t\tEND_IF;"]
    if last is not None:
        lines += [f"\t{last}:", f"\t\t{step}"]
    lines += ["ELSE", f"\t{state} := 0;" if last is None and not doubled else f"\t{shown} := 0;", "END_CASE;", step]
    at = put(body, lines)
    return body, at, [name, counted] + in_new(body)


SEQUENCE = HELP + ("C05",)


@fault("Q01")
def stays(plant):
    body, at, names = case(plant, [(0, 10), (10, 20), (20, 30)], last=30)
    return Fault([[line(body, at + 11)], [line(body, at + 13)]], names, SEQUENCE)


@fault("Q02")
def unreached(plant):
    body, at, names = case(plant, [(0, 10), (10, 20), (20, 0), (70, 0)])
    return Fault([[line(body, at + 13)], [line(body, at + 15)]], names, SEQUENCE)


@twin("Q02")
def reached(plant):
    body, at, names = case(plant, [(0, 10), (10, 20), (20, 70), (70, 0)])
    return Fault([[line(body, at + 13)]], names, SEQUENCE, twin=True)


@fault("Q03", *TEXT)
def two_writers(plant):
    """A state that another program writes too."""
    body, other = writer(plant), writer(plant)
    name = shared(plant, "Seed_State_", "INT")
    state = shared_use(plant, name)
    shown, counted, step = count(body)
    lines = [f"CASE {state} OF"]
    for now, after in [(0, 10), (10, 20), (20, 0)]:
        lines += [f"\t{now}:", f"\t\tIF {shown} > {now} THEN", f"\t\t\t{state} := {after};", "\t\tEND_IF;"]
    at = put(body, lines + ["ELSE", f"\t{state} := 0;", "END_CASE;", step])
    there = put(other, [f"IF {state} = 10 THEN", f"\t{state} := 20;", "END_IF;"])
    return Fault([[line(other, there + 1)]], [name, counted] + plant.new, SEQUENCE + ("W01", "W04", "X02", "R01"))


@fault("Q04", "codesys")
def doubled(plant):
    """Two names of one number in an enumeration."""
    if not hasattr(plant, "ns"):
        raise NoPlace
    name = plant.fresh("Seed_States_")
    values = [plant.fresh("Seed_State_") for _ in range(4)]
    numbers = [0, 10, 20, 10]
    ns = plant.ns[1:-1]
    inside = "".join(f'<value name="{v}" value="{n}"/>' for v, n in zip(values, numbers))
    types = plant.root.find(f"{plant.ns}types/{plant.ns}dataTypes")
    types.append(ET.fromstring(
        f'<dataType xmlns="{ns}" name="{name}"><baseType><enum><values>{inside}</values></enum></baseType></dataType>'))
    return Fault([[named(name)]], [name] + values, ("X03", "X01", "K01"))


@fault("R01", "siemens")
def kept_and_uncalled(plant):
    """A function block with an instance, which nothing calls."""
    body = plant.new_text(called=False)
    _, counted, step = count(body)
    put(body, [step])
    plant.instance(body.path)
    return Fault([[whole(body)]], [counted] + plant.new, HELP + ("X02", "W06"))
