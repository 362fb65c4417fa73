"""Faults of a project as a whole: names, what outsiders may do, protection."""

from declared import logix_block
from plant import NoPlace
from seed import Fault, count, fault, named, pick, put, variable, whole
from words import HELP, TEXT, in_new


def name(plant, rule, stem, kind, settings):
    """Something that is called as the settings do not want it."""
    plant.settings = settings
    plant.remember()
    body = pick(plant)
    own = plant.fresh(stem)
    # Not by the mutator's own habit.
    own += plant.ending
    plant.declare(body.scope, own, kind)
    shown, counted, step = count(body)
    seen = plant.use(own)
    put(body, [f"{seen} := {seen} + 1;" if kind == "DINT" else f"{seen} := {seen} * 0.5;", step])
    return Fault([[named(own)], [variable(body, own)]], [own, counted] + in_new(body), HELP + (rule,))


@fault("N01")
def long_name(plant):
    plant.ending = "x" * 30
    return name(plant, "N01", "Seed_Long_", "DINT", "[naming]\nlongest = 36\n")


@fault("N02")
def odd_name(plant):
    plant.ending = "__x"
    return name(plant, "N02", "Seed_Odd_", "DINT", "[naming]\nplain = true\n")


@fault("N03")
def wrong_case(plant):
    plant.ending = "x"
    case = plant.rng.choice(["camel", "snake", "upper"])
    return name(plant, "N03", "Seed_Case_", "DINT", f'[naming]\ncase = "{case}"\n')


@fault("N04")
def no_prefix(plant):
    plant.ending = ""
    return name(plant, "N04", "Seed_Half_", "REAL", '[naming.prefixes]\nREAL = "r"\n')


@fault("G02")
def looks_no_more(plant):
    """The one statement that looks at the controller's state is lost."""
    looks = {"GSV", "FAULTLOG", "CONNECTIONFAULTED", "FAULTROUTINENAME", "ERROR", "DIAGNOSTIC", "XERROR", "ISACTIVE", "GETSTATE"}
    if looks & plant.words or any("COMMERROR" in word or "XERROR" in word or "ISACTIVE" in word for word in plant.words):
        # Another may be one.
        raise NoPlace
    if plant.vendor == "allen-bradley":
        body = plant.rng.choice(plant.ladders())
        seen = plant.fresh("Seed_Seen_")
        plant.declare(None, seen, "DINT", shared=True)
        plant.rung(body, f"ADD({seen},1,{seen});")
        net = plant.rung(body, f"GSV(FaultLog,,MajorEventBits,{seen});")
        plant.remember()
        body.rungs.remove(net)
        for number, old in enumerate(body.rungs):
            old.set("Number", str(number))
        return Fault([["any"]], [seen], ("X01", "X04", "X05", "G03"))
    body = pick(plant)
    shown, counted, step = count(body)
    before = body.text
    if plant.vendor == "siemens":
        put(body, [f"{shown} := {shown} + WORD_TO_INT(GET_ERR_ID());"])
    else:
        other = plant.fresh("Seed_Diagnostic_")
        plant.declare(body.scope, other, "DINT")
        put(body, [f"{other} := {other} + {shown};"])
    plant.remember()
    body.text = before
    put(body, [step])
    return Fault([["any"]], [counted, "Seed_Diagnostic_"] + in_new(body), HELP + ("X01",))


@fault("G03", *TEXT)
def open_for_nothing(plant):
    """Something that outsiders may write and no code names."""
    own = plant.fresh("Seed_Open_")
    plant.open_to_all(own)
    return Fault([[named(own)]], [own], ("X01", "K01"))


@fault("G04")
def unprotected(plant):
    """The one block that is protected is so no more."""
    if plant.vendor == "allen-bradley":
        others = plant.controller.findall("AddOnInstructionDefinitions/*")
        if any(it.tag == "EncodedData" or it.get("SignatureID") or it.find("SignatureHistory") is not None for it in others):
            # Another one stays protected.
            raise NoPlace
        own = plant.fresh("Seed_Block_")
        names = logix_block(plant, own)
        block = plant.controller.findall("AddOnInstructionDefinitions/AddOnInstructionDefinition")[-1]
        block.set("SignatureID", "16#1234")
        plant.remember()
        del block.attrib["SignatureID"]
        return Fault([[named(own)]], names, ("K01", "X01", "X02"))
    if plant.vendor != "siemens":
        raise NoPlace
    body = plant.new_text("FUNCTION_BLOCK")
    shown, counted, step = count(body)
    put(body, [step])
    file = f"{body.path}.scl"
    open_text = plant.files[file]
    plant.files[file] = open_text.replace("VERSION : 0.1\n", "VERSION : 0.1\nKNOW_HOW_PROTECT\n", 1)
    plant.remember()
    plant.files[file] = open_text
    return Fault([[whole(body)], [named(body.path)]], [counted] + plant.new, HELP + ("C01", "C03"))
