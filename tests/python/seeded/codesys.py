"""CODESYS: PLCopen XML, and the export of its own."""

import re
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

from plant import Body, NoPlace, Plant

XHTML = "http://www.w3.org/1999/xhtml"
LEFT = '<leftPowerRail localId="{0}" height="20" width="10"><position x="0" y="{1}"/><connectionPointOut formalParameter="none"/></leftPowerRail>'


class Codesys(Plant):
    vendor = "codesys"
    is_whole = True
    # Whether what is nowhere in the file is nowhere: an export of CODESYS tells no tasks.
    knows_all = True

    @staticmethod
    def use(name):
        return name


def kind_of(kind):
    return {"TIMER": "TON"}.get(kind, re.sub(r"^array\[(.*?)\] of (\w+)$", r"ARRAY[\1] OF \2", kind))


class PlcOpen(Codesys):
    def __init__(self, path, rng):
        raw = path.read_text(encoding="utf-8-sig")
        super().__init__(rng, re.findall(r"\w+", raw))
        self.root = ET.fromstring(raw)
        self.ns = self.root.tag.split("}")[0] + "}"
        ET.register_namespace("", self.ns[1:-1])
        ET.register_namespace("xhtml", XHTML)
        self.lists = None
        self.new = []

    def save(self, folder):
        out = folder / "mutant.xml"
        ET.ElementTree(self.root).write(out, encoding="utf-8", xml_declaration=True)
        return out

    def can_run(self):
        return self.root.find(f"{self.ns}types/{self.ns}pous") is not None

    def pous(self):
        return self.root.findall(f"{self.ns}types/{self.ns}pous/{self.ns}pou")

    def texts(self):
        found = []
        for pou in self.pous():
            found += self.text_of(pou, pou.get("name"))
            for method in pou.iter(f"{self.ns}Method"):
                found += self.text_of(method, f"{pou.get('name')}.{method.get('name')}")
        return found

    def text_of(self, pou, path):
        content = pou.find(f"{self.ns}body/{self.ns}ST/{{{XHTML}}}xhtml")
        if content is None or pou.find(f"{self.ns}interface") is None:
            return []

        def write(text):
            content.text = text

        return [Body(self, path, pou, write, content.text or "")]

    def new_pou(self, kind, body, said=True):
        name = self.fresh("Seed_Pou_")
        ns = self.ns[1:-1]
        remark = f'<documentation><xhtml xmlns="{XHTML}">Seeded</xhtml></documentation>' if said else ""
        pou = ET.fromstring(f'<pou xmlns="{ns}" name="{name}" pouType="{kind}"><interface>{remark}</interface>'
                            f"<body>{body}</body></pou>")
        self.root.find(f"{self.ns}types/{self.ns}pous").append(pou)
        self.new.append(name)
        return pou, name

    def new_text(self, kind="program", called=True, said=True):
        pou, name = self.new_pou(kind, f'<ST><xhtml xmlns="{XHTML}"></xhtml></ST>', said)
        if called and kind == "program":
            self.run(name)
        return self.text_of(pou, name)[0]

    def run(self, program):
        """The first task executes it."""
        task = next(self.root.iter(f"{self.ns}task"))
        ET.SubElement(task, f"{self.ns}pouInstance", name=program, typeName=program)

    def declare(self, scope, name, kind, comment="Seeded", constant=False, section="local", init=None,
                shared=False, access=None):
        ns = self.ns[1:-1]
        kind = kind_of(kind)
        array = re.match(r"ARRAY\[(\d+)\.\.(\d+)\] OF (\w+)", kind)
        if array:
            what = (f'<array><dimension lower="{array[1]}" upper="{array[2]}"/><baseType><{array[3]}/></baseType></array>')
        elif kind in {"BOOL", "INT", "DINT", "REAL", "TIME", "WORD"}:
            what = f"<{kind}/>"
        else:
            what = f'<derived name="{kind}"/>'
        start = "" if init is None else f'<initialValue><simpleValue value="{init}"/></initialValue>'
        remark = f'<documentation><xhtml xmlns="{XHTML}">{comment}</xhtml></documentation>' if comment else ""
        variable = ET.fromstring(f'<variable xmlns="{ns}" name="{name}"><type>{what}</type>{start}{remark}</variable>')
        if shared:
            self.list().append(variable)
            return
        interface = scope.find(f"{self.ns}interface")
        part = {"input": "inputVars"}.get(section, "localVars")
        found = [p for p in interface.findall(f"{self.ns}{part}") if (p.get("constant") == "true") == constant
                 and not set(p.keys()) - {"constant"}]
        if not found:
            found = [ET.Element(f"{self.ns}{part}", {"constant": "true"} if constant else {})]
            after = [n for n, child in enumerate(interface) if child.tag.endswith(("Vars", "returnType"))]
            interface.insert(after[-1] + 1 if after else 0, found[0])
        found[0].append(variable)

    def list(self):
        if self.lists is None:
            data = self.root.find(f"{self.ns}addData")
            if data is None:
                data = ET.SubElement(self.root, f"{self.ns}addData")
            data = ET.SubElement(data, f"{self.ns}data", name="http://www.3s-software.com/plcopenxml/globalvars",
                                 handleUnknown="implementation")
            self.lists = ET.SubElement(data, f"{self.ns}globalVars", name="Seed_List")
        return self.lists

    def seen(self, name):
        return f"Seed_List.{name}"

    def open_to_all(self, name):
        """A variable that is published for reading and writing."""
        self.declare(None, name, "DINT", shared=True)
        variable = next(it for it in self.list() if it.get("name") == name)
        variable.append(ET.fromstring(
            f'<addData xmlns="{self.ns[1:-1]}"><data name="http://www.3s-software.com/plcopenxml/attributes" '
            'handleUnknown="implementation"><Attributes><Attribute Name="symbol" Value="readwrite"/></Attributes>'
            "</data></addData>"))

    def make_whole(self):
        has_task = next(self.root.iter(f"{self.ns}task"), None) is not None
        if self.can_run() and not has_task:
            programs = [pou.get("name") for pou in self.pous() if pou.get("pouType") == "program"]
            if not programs:
                pou, name = self.new_pou("program", f'<ST><xhtml xmlns="{XHTML}">;</xhtml></ST>')
                pou.set("name", "Seed_Frame")
                self.new.remove(name)
                programs = ["Seed_Frame"]
            name = self.task(*programs)
            next(self.root.iter(f"{self.ns}task")).set("name", "Seed_Frame_Task")
            self.new.remove(name)

    def task(self, *programs):
        """A task that executes these, in a resource that is made where there is none."""
        at = self.root
        for name in ("instances", "configurations", "configuration", "resource"):
            found = at.find(f"{self.ns}{name}")
            if found is None:
                found = ET.SubElement(at, f"{self.ns}{name}")
                if name in {"configuration", "resource"}:
                    found.set("name", f"Seed_Frame_{name}")
            at = found
        task = ET.SubElement(at, f"{self.ns}task", name=self.fresh("Seed_Task_"), interval="PT0.01S", priority="1")
        for program in programs:
            ET.SubElement(task, f"{self.ns}pouInstance", name=program, typeName=program)
        self.new.append(task.get("name"))
        return task.get("name")

    # Ladder.

    def ladders(self):
        pou, name = self.new_pou("program", "<LD></LD>")
        self.run(name)
        body = Body(self, name, pou, rungs=pou.find(f"{self.ns}body/{self.ns}LD"))
        self.nets, self.next_id = [], 1
        return [body]

    def net(self, body, contacts, coils, branch=False):
        """Networks are kept, and written in a random order when the number is asked for."""
        self.nets.insert(self.rng.randint(0, len(self.nets)), net := (contacts, coils))
        self.draw(body)
        return net

    def draw(self, body):
        for child in list(body.rungs):
            body.rungs.remove(child)
        at = 1
        for row, (contacts, coils) in enumerate(self.nets):
            y = 100 * (row + 1)
            self.add(body, LEFT.format(at, y))
            before, x, at = at, 50, at + 1
            for contact in contacts:
                negated = str(contact[0] == "!").lower()
                self.add(body, self.box("contact", at, x, y, before, contact.lstrip("!"), f'negated="{negated}"'))
                before, x, at = at, x + 50, at + 1
            for n, (name, kind) in enumerate(coils):
                kinds = {"": "none", "set": "set", "reset": "reset"}
                self.add(body, self.box("coil", at, x, y + 30 * n, before, name, f'negated="false" storage="{kinds[kind]}"'))
                at += 1

    def box(self, what, at, x, y, before, name, extra):
        return (f'<{what} localId="{at}" height="20" width="20" {extra}><position x="{x}" y="{y}"/><connectionPointIn>'
                f'<connection refLocalId="{before}"/></connectionPointIn><connectionPointOut/>'
                f"<variable>{self.seen(name)}</variable></{what}>")

    def add(self, body, source):
        body.rungs.append(ET.fromstring(source.replace(" ", f' xmlns="{self.ns[1:-1]}" ', 1)))

    def number(self, net):
        return 1 + next(n for n, it in enumerate(self.nets) if it is net)


LINE = '<Single Type="{{a5de0b0b-1cb5-4913-ac21-9d70293ec00d}}" Method="IArchivable"><Single Name="Id" Type="long">{0}</Single><Null Name="Tag" /><Single Name="Text" Type="string">{1}</Single></Single>'

DOCUMENT = '<Single Name="{0}"><Single Name="TextDocument"><Array Name="TextLines">{1}</Array></Single></Single>'


class Export(Codesys):
    """Of its text as little is changed as can be: the lines of one document."""

    knows_all = False

    def __init__(self, path, rng):
        self.raw = path.read_text(encoding="utf-8-sig")
        super().__init__(rng, re.findall(r"\w+", self.raw))
        self.root = ET.fromstring(self.raw)
        self.lists = None
        self.new = []

    def can_run(self):
        return bool(self.texts())

    def save(self, folder):
        out = folder / "mutant.export"
        ET.ElementTree(self.root).write(out, encoding="utf-8")
        return out

    def entries(self):
        """Objects by their id, with the id of what they are in and their name."""
        found = {}
        for single in self.root.iter("Single"):
            meta = next((c for c in single if c.get("Name") == "MetaObject"), None)
            body = next((c for c in single if c.get("Name") == "Object"), None)
            if meta is None or body is None:
                continue
            of = {c.get("Name"): c.text for c in meta}
            found[of["Guid"]] = (of.get("ParentGuid"), of.get("Name"), body)
        return found

    def texts(self):
        entries, found = self.entries(), []
        for parent, name, thing in entries.values():
            parts = {c.get("Name"): c for c in thing}
            if not {"Implementation", "Interface"} <= set(parts):
                continue
            code, interface = self.lines(parts["Implementation"]), self.lines(parts["Interface"])
            if code is None or interface is None:
                continue
            head = self.read(interface).upper()
            if re.search(r"^\s*(PROPERTY|INTERFACE)\b", head, re.MULTILINE):
                continue
            path = f"{entries[parent][1]}.{name}" if "METHOD" in head and parent in entries else name
            if re.search(r"^\s*(METHOD|FUNCTION|FUNCTION_BLOCK|PROGRAM)\b", head, re.MULTILINE):
                write = lambda text, code=code: self.put(code, text)
                found.append(Body(self, path, interface, write, self.read(code)))
        return found

    def ladders(self):
        raise NoPlace

    def open_to_all(self, name):
        raise NoPlace

    def new_text(self, kind="program", called=True, said=True):
        name = self.fresh("Seed_Pou_")
        remark = LINE.format(1, "// Seeded") if said else ""
        head = {"program": "PROGRAM", "functionBlock": "FUNCTION_BLOCK"}[kind]
        self.entry(name, "6f9dac99-8de1-4efc-8465-68ac443b7d08", DOCUMENT.format("Implementation", "")
                   + DOCUMENT.format("Interface", remark + LINE.format(2, f"{head} {name}")))
        self.new.append(name)
        return next(body for body in self.texts() if body.path == name)

    def entry(self, name, kind, inside):
        """Another object, beside the others."""
        entries = next(node for node in self.root.iter() if node.get("Name") == "EntryList")
        guid = f"{self.rng.getrandbits(32):08x}-0000-4000-8000-{self.rng.getrandbits(48):012x}"
        entries.append(ET.fromstring(
            f'<Single Method="IArchivable"><Single Name="IsRoot" Type="bool">True</Single><Single Name="MetaObject">'
            f'<Single Name="Guid">{guid}</Single><Single Name="ParentGuid">00000000-0000-0000-0000-000000000000</Single>'
            f'<Single Name="Name">{name}</Single><Single Name="TypeGuid">{kind}</Single></Single>'
            f'<Single Name="Object" Type="{{{kind}}}">{inside}</Single></Single>'))

    @staticmethod
    def lines(part):
        found = [a for a in part.iter("Array") if a.get("Name") == "TextLines"]
        return found[0] if len(found) == 1 else None

    @staticmethod
    def read(lines):
        return "\n".join((s.text or "") for s in lines.iter("Single") if s.get("Name") == "Text")

    @staticmethod
    def put(lines, text):
        for child in list(lines):
            lines.remove(child)
        for number, line in enumerate(text.split("\n")):
            lines.append(ET.fromstring(LINE.format(number + 1, escape(line))))

    def declare(self, scope, name, kind, comment="Seeded", constant=False, section="local", init=None,
                shared=False, access=None):
        if shared:
            raise NoPlace
        start = "" if init is None else f" := {init}"
        remark = f" // {comment}" if comment else ""
        var = {"input": "VAR_INPUT"}.get(section, "VAR CONSTANT" if constant else "VAR")
        self.put(scope, f"{self.read(scope)}\n{var}\n\t{name} : {kind_of(kind)}{start};{remark}\nEND_VAR")
