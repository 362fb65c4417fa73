"""Faults of values, structure and names in structured text, in the dialect of each vendor."""

from plant import NoPlace
from seed import Fault, count, fault, line, local, named, pick, put, shared, twin, variable, whole

TEXT = ("siemens", "codesys")
HELP = ("X04", "X05", "K01", "C01", "C03")


def in_new(body):
    return [n for n in body.plant.new] + [body.path]


@fault("S01")
def real_equal(plant):
    body = pick(plant)
    real, name = local(body, "Seed_Real_", "REAL")
    _, counted, step = count(body)
    test = plant.rng.choice(["=", "<>"])
    at = put(body, [f"IF {real} {test} {plant.rng.randrange(1, 99)}.5 THEN", f"\t{step}", "ELSE", f"\t{real} := {real} + 0.1;", "END_IF;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP)


@twin("S01")
def real_near(plant):
    body = pick(plant)
    real, name = local(body, "Seed_Real_", "REAL")
    _, counted, step = count(body)
    at = put(body, [f"IF {real} > 1.5 THEN", f"\t{step}", "ELSE", f"\t{real} := {real} + 0.1;", "END_IF;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP, twin=True)


@fault("S02", *TEXT)
def time_equal(plant):
    body = pick(plant)
    time, name = local(body, "Seed_Time_", "TIME")
    _, counted, step = count(body)
    at = put(body, [f"IF {time} = T#3s THEN", f"\t{step}", "ELSE", f"\t{time} := {time} + T#10ms;", "END_IF;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP)


@fault("S03")
def by_zero(plant):
    body = pick(plant)
    divisor, name = local(body, "Seed_Divisor_", "DINT")
    shown, counted, _ = count(body)
    at = put(body, [f"{shown} := {shown} / {divisor};", f"{divisor} := {divisor} - 1;"])
    return Fault([[line(body, at)]], [name, counted] + in_new(body), HELP)


@twin("S03")
def not_by_zero(plant):
    body = pick(plant)
    divisor, name = local(body, "Seed_Divisor_", "DINT")
    shown, counted, _ = count(body)
    at = put(body, [f"IF {divisor} <> 0 THEN", f"\t{shown} := {shown} / {divisor};", "ELSE",
                    f"\t{shown} := 0;", "END_IF;", f"{divisor} := {divisor} - 1;"])
    return Fault([[line(body, at + 1)]], [name, counted] + in_new(body), HELP, twin=True)


@fault("S04", *TEXT)
def any_index(plant):
    body = pick(plant, inputs=True)
    index, name = local(body, "Seed_Index_", "INT", section="input")
    array, kept = local(body, "Seed_Array_", "array[0..9] of INT")
    at = put(body, [f"{array}[{index}] := {array}[{index}] + 1;"])
    return Fault([[line(body, at)]], [name, kept] + in_new(body), HELP + ("C04",))


@twin("S04", *TEXT)
def bound_index(plant):
    body = pick(plant, inputs=True)
    index, name = local(body, "Seed_Index_", "INT", section="input")
    array, kept = local(body, "Seed_Array_", "array[0..9] of INT")
    at = put(body, [f"IF {index} >= 0 AND {index} <= 9 THEN", f"\t{array}[{index}] := {array}[{index}] + 1;", "END_IF;"])
    return Fault([[line(body, at + 1)]], [name, kept] + in_new(body), HELP + ("C04", "C05"), twin=True)


@fault("C01")
def many_ways(plant):
    body = pick(plant, routine=True)
    shown, counted, step = count(body)
    lines = []
    for n in range(60):
        lines += [f"IF {shown} > {n} AND {shown} < {n * 2 + 3} THEN", f"\t{step}", "ELSE", f"\t{shown} := {n};", "END_IF;"]
    put(body, lines)
    return Fault([[whole(body)]], [counted] + in_new(body), HELP + ("C02", "C03", "X02", "R01"))


@fault("C02")
def deep(plant):
    body = pick(plant)
    shown, counted, step = count(body)
    depth = 11
    lines = ["\t" * n + f"IF {shown} > {n} THEN" for n in range(depth)] + ["\t" * depth + step]
    for n in reversed(range(depth)):
        lines += ["\t" * n + "ELSE", "\t" * (n + 1) + f"{shown} := {n};", "\t" * n + "END_IF;"]
    at = put(body, lines)
    return Fault([[whole(body)], [line(body, at)]], [counted] + in_new(body), HELP + ("X02", "R01"))


@fault("C03")
def long(plant):
    body = pick(plant, routine=True)
    shown, counted, _ = count(body)
    put(body, [f"{shown} := {shown} + {n};" for n in range(2500)])
    return Fault([[whole(body)]], [counted] + in_new(body), HELP + ("X02", "R01"))


@fault("C05")
def no_else(plant):
    body = pick(plant)
    shown, counted, _ = count(body)
    if plant.rng.random() < 0.5:
        lines = [f"IF {shown} = 1 THEN", f"\t{shown} := 5;", f"ELSIF {shown} = 2 THEN", f"\t{shown} := 9;", "END_IF;"]
    else:
        lines = [f"CASE {shown} OF", f"\t1: {shown} := 5;", f"\t2: {shown} := 9;", "END_CASE;"]
    at = put(body, lines)
    return Fault([[line(body, at)]], [counted] + in_new(body), HELP + ("Q01", "Q02"))


@twin("C05")
def with_else(plant):
    body = pick(plant)
    shown, counted, step = count(body)
    at = put(body, [f"IF {shown} = 1 THEN", f"\t{shown} := 5;", f"ELSIF {shown} = 2 THEN", f"\t{shown} := 9;",
                    "ELSE", f"\t{step}", "END_IF;"])
    return Fault([[line(body, at)]], [counted] + in_new(body), HELP + ("Q01", "Q02"), twin=True)


@fault("C06", *TEXT)
def leaves(plant):
    # What there is in a routine already is told once for all.
    body = pick(plant, routine=True)
    shown, counted, step = count(body)
    if plant.rng.random() < 0.5:
        lines = [f"WHILE {shown} < 10 DO", f"\tIF {shown} = 7 THEN", "\t\tEXIT;", "\tEND_IF;", f"\t{step}", "END_WHILE;"]
    else:
        lines = [f"IF {shown} > 99 THEN", f"\t{step}", "\tRETURN;", "END_IF;"]
    at = put(body, lines)
    return Fault([[line(body, at + 2)]], [counted] + in_new(body), HELP + ("C05",))


@fault("X01")
def unused(plant):
    if plant.vendor == "allen-bradley" and len(plant.controller.findall("Tags/Tag")) > 200:
        # More of one rule are counted, and not listed.
        raise NoPlace
    body = pick(plant)
    _, name = local(body, "Seed_Idle_", "DINT")
    return Fault([[named(name)], [variable(body, name)]], [name] + in_new(body), ("K01", "G03", "X04"))


@twin("X01")
def used(plant):
    body = pick(plant)
    _, name, step = count(body)
    put(body, [step])
    return Fault([[named(name)]], [name] + in_new(body), HELP, twin=True)


@fault("X04", *TEXT)
def read_alone(plant):
    body = pick(plant)
    shown, name = local(body, "Seed_Read_", "DINT")
    to, counted, _ = count(body)
    at = put(body, [f"{to} := {to} + {shown};"])
    return Fault([[line(body, at)], [named(name)], [variable(body, name)]], [name, counted] + in_new(body), ("X05", "K01", "C01", "C03"))


@fault("X05", *TEXT)
def written_alone(plant):
    body = pick(plant)
    shown, name = local(body, "Seed_Written_", "DINT")
    at = put(body, [f"{shown} := {plant.rng.randrange(9)};"])
    return Fault([[line(body, at)], [named(name)], [variable(body, name)]], [name] + in_new(body), ("X04", "K01", "C01", "C03"))


@fault("X06", *TEXT)
def misspelt(plant):
    if not plant.knows_all:
        raise NoPlace
    body = pick(plant)
    shown, counted, _ = count(body)
    wrong = plant.fresh("Seed_Wrong_")
    at = put(body, [f"{shown} := {shown} + {plant.use(wrong)};"])
    return Fault([[line(body, at)]], [wrong, counted] + in_new(body), HELP)


@fault("X07", *TEXT)
def twice(plant):
    body = pick(plant)
    shown, name, step = count(body)
    plant.declare(body.scope, name, "DINT")
    put(body, [step])
    return Fault([[named(name)], [variable(body, name)]], [name] + in_new(body), HELP + ("X01",))


@fault("X07", "allen-bradley")
def shadows(plant):
    """A tag of a program with the name of one of the controller's."""
    body = plant.rng.choice(plant.ladders())
    name = shared(plant, "Seed_Twice_", "DINT")
    plant.declare(body.scope, name, "DINT")
    plant.rung(body, f"ADD({name},1,{name});")
    return Fault([[named(name)]], [name], ("X01", "X04", "X05", "K01", "G03"))
