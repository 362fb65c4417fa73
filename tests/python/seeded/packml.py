"""Faults of PackML in ladder: a sound machine is put in, and held against the same with one fault."""

import xml.etree.ElementTree as ET

from seed import Fault, fault, named, rung

TAGS = {
    "Command": ["UnitMode", "UnitModeChangeRequest", "CntrlCmd", "CmdChangeRequest"],
    "Status": ["UnitModeCurrent", "StateCurrent", "MachSpeed", "CurMachSpeed"],
    "Admin": ["ProdProcessedCount", "ProdDefectiveCount", "StopReason"],
}
# What a machine does that knows Reset, Start, Stop, Abort and Clear.
WAYS = [(2, 15), (15, 4), (4, 3), (3, 6), (6, 16), (16, 17), (17, 15), (6, 7), (7, 2), (6, 8), (8, 9), (9, 1), (1, 2)]
COMMANDS = {1: "Reset", 2: "Start", 3: "Stop", 8: "Abort", 9: "Clear"}


class Machine:
    """A machine with PackTags."""

    def __init__(self, plant):
        self.plant = plant
        self.body = plant.new_ladder()
        types = plant.part(plant.controller, "DataTypes", ("Modules", "AddOnInstructionDefinitions", "Tags", "Programs"))
        self.types, self.tags, self.kinds, self.orders = {}, {}, [], []
        for part, members in TAGS.items():
            name = plant.fresh(f"Seed_PackTags{part}_")
            kind = ET.SubElement(types, "DataType", Name=name, Family="NoFamily", Class="User")
            ET.SubElement(kind, "Description").text = "Seeded"
            self.types[part] = ET.SubElement(kind, "Members")
            self.kinds.append(name)
            for member in members:
                self.add(part, member)
            self.tags[part] = plant.fresh(f"Seed_{part}_")
            plant.declare(None, self.tags[part], name, shared=True, access="None")
        self.state, self.command = f"{self.tags['Status']}.StateCurrent", f"{self.tags['Command']}.CntrlCmd"
        self.go = plant.fresh("Seed_Go_")
        plant.declare(None, self.go, "BOOL", shared=True)
        self.ways = {way: self.way(*way) for way in WAYS}
        self.commands = {number: self.order(number) for number in COMMANDS}
        self.mode = plant.rung(self.body, f"XIC({self.go})MOV(3,{self.tags['Status']}.UnitModeCurrent);")

    def add(self, part, member):
        ET.SubElement(self.types[part], "Member", Name=member, DataType="DINT", Dimension="0", Radix="Decimal",
                      Hidden="false", ExternalAccess="None")

    def way(self, at, to):
        return self.plant.rung(self.body, f"EQU({self.state},{at})XIC({self.go})MOV({to},{self.state});")

    def order(self, number):
        name = self.plant.fresh("Seed_Order_")
        self.plant.declare(None, name, "BOOL", shared=True, access="Read Only")
        self.orders.append(name)
        return self.plant.rung(self.body, f"EQU({self.command},{number})OTE({name});")

    def lose(self, net):
        """Takes a rung away."""
        self.body.rungs.remove(net)
        for number, old in enumerate(self.body.rungs):
            old.set("Number", str(number))

    def fault(self, at, also=()):
        names = self.kinds + self.orders + list(self.tags.values()) + [self.state, self.command, self.body.path.split("/")[1]]
        return Fault(at, names, ("X01", "X04", "X05", "K01", "Q01", "Q02", "X06") + also)


def made(plant):
    machine = Machine(plant)
    plant.remember()
    return machine


def lacks(plant, part, mark):
    machine = made(plant)
    lost = plant.rng.choice([it for it in TAGS[part] if it != mark])
    members = machine.types[part]
    members.remove(next(it for it in members if it.get("Name") == lost))
    kind = machine.kinds[list(TAGS).index(part)]
    return machine.fault([[named(kind)]])


@fault("P01", "allen-bradley")
def no_command(plant):
    return lacks(plant, "Command", "CntrlCmd")


@fault("P02", "allen-bradley")
def no_status(plant):
    return lacks(plant, "Status", "StateCurrent")


@fault("P03", "allen-bradley")
def no_count(plant):
    return lacks(plant, "Admin", "ProdProcessedCount")


@fault("P04", "allen-bradley")
def wrong_mode(plant):
    machine = made(plant)
    machine.mode.find("Text").text = f"XIC({machine.go})MOV({plant.rng.randrange(32, 99)},{machine.tags['Status']}.UnitModeCurrent);"
    return machine.fault([[rung(machine.body, machine.mode)]])


@fault("P05", "allen-bradley")
def wrong_state(plant):
    machine = made(plant)
    net = plant.rung(machine.body, f"XIC({machine.go})MOV({plant.rng.randrange(18, 99)},{machine.state});")
    return machine.fault([[rung(machine.body, net)]], ("P06",))


@fault("P06", "allen-bradley")
def wrong_way(plant):
    machine = made(plant)
    net = machine.way(*plant.rng.choice([(4, 6), (2, 6), (9, 6), (17, 6), (15, 6), (2, 3), (9, 2)]))
    return machine.fault([[rung(machine.body, net)]])


@fault("P07", "allen-bradley")
def unheard(plant):
    machine = made(plant)
    machine.lose(machine.commands.pop(plant.rng.choice(list(COMMANDS))))
    return machine.fault([[rung(machine.body, net)] for net in machine.commands.values()])


@fault("P08", "allen-bradley")
def stays(plant):
    """An acting state of which the way out is lost; where it is entered is told."""
    machine = made(plant)
    at, to = plant.rng.choice([(3, 6), (16, 17), (7, 2), (8, 9), (1, 2)])
    machine.lose(machine.ways.pop((at, to)))
    return machine.fault([[rung(machine.body, net)] for way, net in machine.ways.items() if way[1] == at])
