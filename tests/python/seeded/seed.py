"""What a mutation says of itself, and the steps that many of them share."""

import re
from dataclasses import dataclass, field

import text as st


@dataclass
class Fault:
    """What is to be found: `at` has alternatives, each the places that one finding must cite."""

    at: list
    names: list = field(default_factory=list)
    # Rules that may speak too, of these names or places, since the fault brings them with it.
    also: tuple = ()
    # Nearly the fault: the rule must not speak of it.
    twin: bool = False


def rung(body, net):
    return ("rung", body.path, body.plant.number(net))


def line(body, number):
    """A line as it is cited: Siemens' editors show a text without empty lines before it."""
    empty = 0
    if body.plant.vendor == "siemens":
        lines = body.text.split("\n")
        empty = next((n for n, text in enumerate(lines) if text.strip()), 0)
    return ("line", body.path, number - empty)


def whole(body):
    return ("path", body.path)


def named(name):
    return ("name", name)


def variable(body, name):
    """A variable of a block: none has a citation of its own, so the block is cited and it is named."""
    return ("said", body.path, name)


FAULTS, TWINS = {}, {}


def fault(rule, *vendors):
    """A mutation that seeds one fault of this rule, for all vendors where none is told."""

    def add(make):
        for vendor in vendors or ("allen-bradley", "siemens", "codesys"):
            FAULTS.setdefault((rule, vendor), []).append(make)
        return make

    return add


def twin(rule, *vendors):
    """A mutation that nearly does."""

    def add(make):
        for vendor in vendors or ("allen-bradley", "siemens", "codesys"):
            TWINS.setdefault((rule, vendor), []).append(make)
        return make

    return add


def pick(plant, instances=False, routine=False, inputs=False):
    """Some text to write in: one of the file's, else a new one."""
    found = plant.texts()
    if instances:
        found = [b for b in found if keeps(b)]
    if inputs and plant.vendor == "siemens":
        # Those of an organization block are the system's.
        found = [b for b in found if b.scope.kind != "ORGANIZATION_BLOCK"]
    if routine:
        found = []
    if found and plant.rng.random() < 0.6:
        return plant.rng.choice(found)
    return plant.new_text()


def keeps(body):
    """Whether instances may be declared in it: what it declares is kept from call to call."""
    scope = body.scope
    if body.plant.vendor == "siemens":
        return scope.kind == "FUNCTION_BLOCK"
    if body.plant.vendor == "codesys":
        kind = scope.get("pouType") if hasattr(scope, "get") and scope.get("pouType") else None
        if kind is None:
            head = body.plant.read(scope) if hasattr(body.plant, "read") else ""
            return bool(re.search(r"^\s*(FUNCTION_BLOCK|PROGRAM)\b", head, re.MULTILINE))
        return kind != "function"
    return scope.tag != "AddOnInstructionDefinition"


def put(body, lines):
    """Writes lines at some place, and says the number of the first."""
    at = body.plant.rng.choice(st.gaps(body.text))
    body.text = st.insert(body.text, at, lines)
    body.write(body.text)
    return at + 1


def local(body, stem, kind, **more):
    """Declares something for a body, and says how code names it, and its name."""
    name = body.plant.fresh(stem)
    body.plant.declare(body.scope, name, kind, **more)
    return body.plant.use(name), name


def count(body):
    """A number that is read and written by what counts it: of itself no finding."""
    shown, name = local(body, "Seed_Count_", "DINT")
    return shown, name, f"{shown} := {shown} + 1;"


def shared(plant, stem, kind, **more):
    """Something that all code may name."""
    name = plant.fresh(stem)
    plant.declare(None, name, kind, shared=True, **more)
    return name


def shared_use(plant, name):
    return name if plant.vendor == "allen-bradley" else plant.seen(name)
