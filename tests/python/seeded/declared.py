"""Faults of what is declared: blocks, types, interfaces."""

import xml.etree.ElementTree as ET

from plant import NoPlace
from seed import Fault, count, fault, named, pick, put, variable, whole


def logix_block(plant, name, parameters=1):
    blocks = plant.part(plant.controller, "AddOnInstructionDefinitions", ("Tags", "Programs", "Tasks"))
    block = ET.SubElement(blocks, "AddOnInstructionDefinition", Name=name, Revision="1.0", ExecutePrescan="false",
                          ExecutePostscan="false", ExecuteEnableInFalse="false", CreatedBy="x", EditedBy="x")
    ET.SubElement(block, "Description").text = "Seeded"
    own = ET.SubElement(block, "Parameters")
    for at in ("EnableIn", "EnableOut"):
        usage = "Input" if at == "EnableIn" else "Output"
        ET.SubElement(own, "Parameter", Name=at, TagType="Base", DataType="BOOL", Usage=usage, Required="false", Visible="false")
    names = [plant.fresh("Seed_Pin_") for _ in range(parameters)]
    for at in names:
        parameter = ET.SubElement(own, "Parameter", Name=at, TagType="Base", DataType="DINT", Usage="Input", Required="true", Visible="true")
        ET.SubElement(parameter, "Description").text = "Seeded"
    out = plant.fresh("Seed_Out_")
    parameter = ET.SubElement(own, "Parameter", Name=out, TagType="Base", DataType="DINT", Usage="Output", Required="false", Visible="true")
    ET.SubElement(parameter, "Description").text = "Seeded"
    ET.SubElement(block, "LocalTags")
    routine = ET.SubElement(ET.SubElement(block, "Routines"), "Routine", Name="Logic", Type="RLL")
    content = ET.SubElement(routine, "RLLContent")
    for number, at in enumerate(names):
        rung = ET.SubElement(content, "Rung", Number=str(number), Type="N")
        ET.SubElement(rung, "Comment").text = "Seeded"
        ET.SubElement(rung, "Text").text = f"ADD({at},{out},{out});"
    return names + [out, name]


@fault("X02")
def unused_block(plant):
    """A block that nothing calls."""
    if not plant.knows_all:
        raise NoPlace
    if plant.vendor == "allen-bradley":
        name = plant.fresh("Seed_Block_")
        names = logix_block(plant, name)
        return Fault([[named(name)], [("path", f"{name}/Logic")]], names, ("K01", "X01", "X04", "X05"))
    kind = {"siemens": ["FUNCTION", "FUNCTION_BLOCK"], "codesys": ["functionBlock"]}[plant.vendor]
    body = plant.new_text(plant.rng.choice(kind), called=False)
    _, counted, step = count(body)
    put(body, [step])
    return Fault([[whole(body)], [named(body.path)]], [counted, body.path], ("R01", "K01"))


@fault("X03")
def unused_type(plant):
    name, member = plant.fresh("Seed_Type_"), plant.fresh("Seed_Member_")
    if plant.vendor == "allen-bradley":
        types = plant.part(plant.controller, "DataTypes", ("Modules", "AddOnInstructionDefinitions", "Tags", "Programs"))
        kind = ET.SubElement(types, "DataType", Name=name, Family="NoFamily", Class="User")
        ET.SubElement(kind, "Description").text = "Seeded"
        members = ET.SubElement(kind, "Members")
        ET.SubElement(members, "Member", Name=member, DataType="DINT", Dimension="0", Radix="Decimal", Hidden="false",
                      ExternalAccess="Read/Write")
    elif plant.vendor == "siemens":
        plant.raw[f"{name}.udt"] = (
            f'TYPE "{name}"\nVERSION : 0.1\n   STRUCT\n      {member} : Int;   // Seeded\n   END_STRUCT;\n\nEND_TYPE\n').encode()
    elif not hasattr(plant, "ns"):
        raise NoPlace
    else:
        ns = plant.ns[1:-1]
        types = plant.root.find(f"{plant.ns}types/{plant.ns}dataTypes")
        types.append(ET.fromstring(f'<dataType xmlns="{ns}" name="{name}"><baseType><struct><variable name="{member}">'
                                   "<type><INT/></type></variable></struct></baseType></dataType>"))
    return Fault([[named(name)]], [name, member], ("K01", "X01"))


@fault("C04")
def many_parameters(plant):
    if plant.vendor == "allen-bradley":
        name = plant.fresh("Seed_Block_")
        names = logix_block(plant, name, 40)
        return Fault([[named(name)], [("path", f"{name}/Logic")]], names, ("K01", "X01", "X02", "X04", "X05", "C03"))
    kind = {"siemens": "FUNCTION_BLOCK", "codesys": "functionBlock"}[plant.vendor]
    body = plant.new_text(kind, called=False)
    shown, counted, _ = count(body)
    names = [plant.fresh("Seed_Pin_") for _ in range(40)]
    for name in names:
        plant.declare(body.scope, name, "DINT", section="input")
    put(body, [f"{shown} := {shown} + {plant.use(name)};" for name in names])
    return Fault([[whole(body)], [named(body.path)]], [counted, body.path] + names, ("R01", "X02", "K01", "C03"))


@fault("D02", "siemens")
def overlap(plant):
    """Two PLC tags of which one lies in the other."""
    names = [plant.fresh("Seed_Word_"), plant.fresh("Seed_Byte_")]
    at = 2 * plant.rng.randrange(2000, 3000)
    tags = "".join(
        f'<SW.Tags.PlcTag ID="{n}" CompositionName="Tags"><AttributeList><DataTypeName>{kind}</DataTypeName>'
        f"<LogicalAddress>{there}</LogicalAddress><Name>{name}</Name></AttributeList></SW.Tags.PlcTag>"
        for n, (name, kind, there) in enumerate(
            [(names[0], "DWord", f"%MD{at}"), (names[1], "Word", f"%MW{at + 2}")], 1))
    plant.raw["Seed_Tags.xml"] = (
        f'<?xml version="1.0" encoding="utf-8"?><Document><Engineering version="V17" /><SW.Tags.PlcTagTable ID="0">'
        f"<AttributeList><Name>Seed_Tags</Name></AttributeList><ObjectList>{tags}</ObjectList></SW.Tags.PlcTagTable></Document>"
    ).encode()
    return Fault([[named(names[0]), named(names[1])]], names, ("X01", "K01"))


@fault("Q04", "allen-bradley", "siemens")
def numbered_twice(plant):
    """Two states of one number, among constants."""
    body = plant.rng.choice(plant.ladders()) if plant.vendor == "allen-bradley" else pick(plant, instances=True)
    stem = plant.fresh("Seed_") + "_State_"
    names = [stem + state for state in ("Idle", "Filling", "Draining", "Done")]
    numbers = [0, 10, 20, plant.rng.choice([0, 10, 20])]
    for name, number in zip(names, numbers):
        plant.declare(body.scope, name, "DINT", constant=True, init=number)
    twins = [name for name, number in zip(names, numbers) if number == numbers[3]]
    places = [[named(name) for name in twins], [variable(body, name) for name in twins]]
    return Fault(places, names + [stem] + plant.new, ("X01", "K01", "X02", "R01", "G03"))
