"""Rockwell's L5X, as XML alone."""

import re
import xml.etree.ElementTree as ET

from plant import Body, NoPlace, Plant


class L5x(Plant):
    vendor = "allen-bradley"
    knows_all = True

    def __init__(self, path, rng):
        raw = path.read_text(encoding="utf-8-sig")
        super().__init__(rng, re.findall(r"\w+", raw))
        self.root = ET.fromstring(raw)
        self.controller = self.root.find("Controller")
        whole = self.root.get("TargetType") == "Controller"
        self.is_whole = whole and self.controller is not None
        self.new = []

    def save(self, folder):
        out = folder / "mutant.L5X"
        ET.ElementTree(self.root).write(out, encoding="UTF-8", xml_declaration=True)
        return out

    def part(self, parent, name, before=()):
        """A child of this name, made where there is none; the schema has an order."""
        child = parent.find(name)
        if child is None:
            child = ET.Element(name)
            at = next((n for n, c in enumerate(parent) if c.tag in before), len(parent))
            parent.insert(at, child)
        return child

    def programs(self):
        return self.controller.findall("Programs/Program") if self.is_whole else []

    def can_run(self):
        return bool(self.programs())

    def ladders(self):
        """Routines of ladder, of programs that a task executes and that are entered."""
        found = self.entered()
        if not found:
            raise NoPlace
        return found

    def entered(self):
        found = []
        for program in self.programs():
            if not self.is_scheduled(program):
                continue
            for routine in program.findall("Routines/Routine"):
                content = routine.find("RLLContent")
                if routine.get("Type") != "RLL" or self.leaves(content):
                    continue
                if routine.get("Name") == program.get("MainRoutineName"):
                    path = f"{program.get('Name')}/{routine.get('Name')}"
                    content = self.part(routine, "RLLContent")
                    found.append(Body(self, path, program, rungs=content))
        return found

    def is_scheduled(self, program):
        names = [s.get("Name") for s in self.controller.findall("Tasks/Task/ScheduledPrograms/ScheduledProgram")]
        return program.get("Name") in names and program.get("Disabled") != "true"

    @staticmethod
    def leaves(content):
        """Whether something in it jumps, or ends it."""
        texts = [] if content is None else [r.findtext("Text") or "" for r in content]
        return any(re.search(r"\b(JMP|TND|RET|MCR|AFI|SBR)\(", text) for text in texts)

    def texts(self):
        found = []
        for program in self.programs():
            for routine in program.findall("Routines/Routine"):
                if routine.get("Type") == "ST" and self.is_scheduled(program):
                    if routine.get("Name") == program.get("MainRoutineName"):
                        found.append(self.text_body(program, routine))
        for add_on in self.controller.findall("AddOnInstructionDefinitions/*") if self.is_whole else []:
            if add_on.get("IsEncrypted") == "true":
                continue
            for routine in add_on.findall("Routines/Routine"):
                if routine.get("Type") == "ST" and routine.get("Name") == "Logic":
                    found.append(self.text_body(add_on, routine))
        return found

    def text_body(self, owner, routine):
        content = self.part(routine, "STContent")

        def write(text):
            for line in list(content):
                content.remove(line)
            for number, line in enumerate(text.split("\n")):
                ET.SubElement(content, "Line", Number=str(number)).text = line

        text = "\n".join(line.text or "" for line in content)
        return Body(self, f"{owner.get('Name')}/{routine.get('Name')}", owner, write, text)

    def new_text(self):
        """A routine of structured text, which the ladder of a program calls."""
        ladder = self.rng.choice(self.ladders())
        name = self.fresh("Seed_Text_")
        routine = ET.SubElement(self.part(ladder.scope, "Routines"), "Routine", Name=name, Type="ST")
        ET.SubElement(routine, "Description").text = "Seeded"
        self.rung(ladder, f"JSR({name},0);")
        self.new.append(name)
        return self.text_body(ladder.scope, routine)

    def new_ladder(self, called=True, program=None):
        ladder = self.rng.choice(self.ladders()) if program is None else None
        program = ladder.scope if program is None else program
        name = self.fresh("Seed_Ladder_")
        routine = ET.SubElement(self.part(program, "Routines"), "Routine", Name=name, Type="RLL")
        ET.SubElement(routine, "Description").text = "Seeded"
        if called:
            self.rung(ladder, f"JSR({name},0);")
        self.new.append(name)
        content = self.part(routine, "RLLContent")
        return Body(self, f"{program.get('Name')}/{name}", program, rungs=content)

    def new_program(self, task=None):
        """A program with an empty main routine, in a task: a new one, without."""
        name, routine = self.fresh("Seed_Program_"), self.fresh("Seed_Main_")
        programs = self.part(self.controller, "Programs", ("Tasks", "Trends"))
        program = ET.SubElement(programs, "Program", Name=name, MainRoutineName=routine, Disabled="false")
        ET.SubElement(program, "Description").text = "Seeded"
        ET.SubElement(program, "Tags")
        main = ET.SubElement(ET.SubElement(program, "Routines"), "Routine", Name=routine, Type="RLL")
        ET.SubElement(main, "Description").text = "Seeded"
        tasks = self.part(self.controller, "Tasks", ("Trends",))
        if task is None:
            task = ET.SubElement(tasks, "Task", Name=self.fresh("Seed_Task_"), Type="PERIODIC", Rate="10",
                                 Priority="10", Watchdog="500", InhibitTask="false")
            ET.SubElement(task, "Description").text = "Seeded"
        scheduled = self.part(task, "ScheduledPrograms")
        ET.SubElement(scheduled, "ScheduledProgram", Name=name)
        self.new += [name, routine]
        return Body(self, f"{name}/{routine}", program, rungs=self.part(main, "RLLContent")), task

    def rung(self, body, text, comment="Seeded"):
        """Puts a rung at some place, and says which number it has."""
        at = self.rng.randint(0, len(body.rungs))
        rung = ET.Element("Rung", Number=str(at), Type="N")
        if comment:
            ET.SubElement(rung, "Comment").text = comment
        ET.SubElement(rung, "Text").text = text
        body.rungs.insert(at, rung)
        for number, old in enumerate(body.rungs):
            old.set("Number", str(number))
        return rung

    def number(self, rung):
        return int(rung.get("Number"))

    def net(self, body, contacts, coils, branch=False):
        """A rung of contacts in a row and coils in a branch."""
        kinds = {"": "OTE", "set": "OTL", "reset": "OTU"}
        out = ["XIO({})".format(c[1:]) if c[0] == "!" else f"XIC({c})" for c in contacts]
        coils = [f"{kinds[kind]}({name})" for name, kind in coils]
        ends = coils[0] if len(coils) == 1 else "[" + " ,".join(coils) + " ]"
        return self.rung(body, "".join(out) + ends + ";")

    def declare(self, scope, name, kind, comment="Seeded", constant=False, section="local", init=None,
                shared=False, access="Read/Write"):
        """A tag of a program, a local of an add-on instruction, or a tag of the controller."""
        scope = self.controller if shared else scope
        kind, dimension = (kind[6:].split("]")[0], kind.split("of ")[1]) if kind.startswith("array[") else (None, kind)
        kind, dimension = dimension, kind
        kind = {"INT": "DINT"}.get(kind, kind)
        size = None if dimension is None else str(int(dimension.split("..")[1]) + 1)
        if scope.tag == "AddOnInstructionDefinition":
            if section == "input":
                tag = ET.SubElement(self.part(scope, "Parameters"), "Parameter", Name=name, TagType="Base",
                                    DataType=kind, Usage="Input", Required="false", Visible="false")
            else:
                tag = ET.SubElement(self.part(scope, "LocalTags", ("Routines",)), "LocalTag", Name=name, DataType=kind)
        else:
            tag = ET.SubElement(self.part(scope, "Tags", ("Routines", "Programs", "Tasks")), "Tag", Name=name,
                                TagType="Base", DataType=kind, Constant=str(constant).lower(),
                                ExternalAccess=access)
        if size:
            tag.set("Dimensions", size)
        if comment:
            ET.SubElement(tag, "Description").text = comment
        if init is not None:
            data = ET.SubElement(tag, "Data", Format="Decorated")
            ET.SubElement(data, "DataValue", DataType=kind, Radix="Decimal", Value=str(init))
        return tag

    @staticmethod
    def use(name):
        return name
