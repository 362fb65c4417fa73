"""A folder of Siemens sources, SimaticML and SCL, as the ZIP that an export is."""

import re
import xml.etree.ElementTree as ET
import zipfile

from plant import Body, NoPlace, Plant

HEAD = re.compile(r'^(FUNCTION_BLOCK|FUNCTION|ORGANIZATION_BLOCK)\s+"([^"]+)"', re.MULTILINE | re.IGNORECASE)
BEGIN = re.compile(r"^BEGIN[ \t]*$", re.MULTILINE | re.IGNORECASE)
END = re.compile(r"^END_(FUNCTION_BLOCK|FUNCTION|ORGANIZATION_BLOCK)", re.MULTILINE | re.IGNORECASE)
FLGNET = "http://www.siemens.com/automation/Openness/SW/NetworkSource/FlgNet/v4"
UNIT = """<SW.Blocks.CompileUnit ID="{id}" CompositionName="CompileUnits"><AttributeList><NetworkSource>
<FlgNet xmlns="{ns}"><Parts>{parts}</Parts><Wires>{wires}</Wires></FlgNet></NetworkSource>
<ProgrammingLanguage>LAD</ProgrammingLanguage></AttributeList><ObjectList>
<MultilingualText ID="{id}1" CompositionName="Title"><ObjectList>
<MultilingualTextItem ID="{id}2" CompositionName="Items"><AttributeList><Culture>en-US</Culture><Text>Seeded</Text>
</AttributeList></MultilingualTextItem></ObjectList></MultilingualText></ObjectList></SW.Blocks.CompileUnit>"""


class Source:
    """One block of an SCL file."""

    def __init__(self, file, start, begin, end, kind, name):
        self.file, self.start, self.begin, self.end = file, start, begin, end
        self.kind, self.name = kind, name


class Siemens(Plant):
    vendor = "siemens"
    is_whole = True
    knows_all = True

    def __init__(self, path, rng):
        self.files, self.raw = {}, {}
        words = []
        for file in sorted(path.rglob("*")):
            if not file.is_file():
                continue
            name, data = str(file.relative_to(path)), file.read_bytes()
            self.raw[name] = data
            if file.suffix.lower() in {".scl", ".xml", ".db", ".udt", ".awl", ".s7dcl"}:
                read = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
                words += re.findall(r"\w+", read)
                if file.suffix.lower() == ".scl":
                    self.files[name] = read
        super().__init__(rng, words)
        # Without one nothing tells what is executed.
        self.has_main = any(b"SW.Blocks.OB" in data or b"ORGANIZATION_BLOCK" in data for data in self.raw.values())
        self.changed = set()
        self.shared = {}
        self.trees = {}
        self.new, self.units = [], {}

    def save(self, folder):
        out = folder / "mutant.zip"
        if self.shared:
            members = "\n".join(self.shared.values())
            self.raw["Seed_Data.db"] = (
                f'DATA_BLOCK "Seed_Data"\n{{ S7_Optimized_Access := \'TRUE\' }}\nVERSION : 0.1\nNON_RETAIN\n'
                f"VAR\n{members}\nEND_VAR\n\nBEGIN\n\nEND_DATA_BLOCK\n"
            ).encode()
        for name in self.changed:
            self.raw[name] = b"\xef\xbb\xbf" + self.files[name].encode()
        for name, tree in self.trees.items():
            self.raw[name] = b"\xef\xbb\xbf" + ET.tostring(tree, encoding="utf-8", xml_declaration=True)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.raw.items():
                archive.writestr(name, data)
        return out

    def make_whole(self):
        if not self.has_main:
            self.has_main = True
            self.files["Seed_Frame.scl"] = (
                'ORGANIZATION_BLOCK "Seed_Frame"\nTITLE = Seeded\n{ S7_Optimized_Access := \'TRUE\' }\n'
                "VERSION : 0.1\n//Seeded\n\nBEGIN\n\t;\nEND_ORGANIZATION_BLOCK\n"
            )
            self.changed.add("Seed_Frame.scl")

    def sources(self):
        found = []
        for name, read in self.files.items():
            for head in HEAD.finditer(read):
                begin = BEGIN.search(read, head.end())
                end = begin and END.search(read, begin.end())
                if end:
                    found.append(Source(name, head.start(), begin, end, head[1].upper(), head[2]))
        return found

    def texts(self):
        return [self.text_body(source) for source in self.sources()]

    def text_body(self, source):
        name = source.name

        def write(text):
            now = next(s for s in self.sources() if s.name == name)
            read = self.files[now.file]
            self.files[now.file] = read[: now.begin.end()] + "\n" + text + "\n" + read[now.end.start() :]
            self.changed.add(now.file)

        body = self.files[source.file][source.begin.end() + 1 : source.end.start() - 1]
        return Body(self, name, source, write, body)

    def new_text(self, kind="FUNCTION_BLOCK", called=True, said=True):
        name = self.fresh("Seed_Text_")
        result = " : Void" if kind == "FUNCTION" else ""
        self.files[f"{name}.scl"] = (
            f'{kind} "{name}"{result}\n' + ("TITLE = Seeded\n" if said else "")
            + "{ S7_Optimized_Access := 'TRUE' }\nVERSION : 0.1\n" + ("//Seeded\n" if said else "")
            + f"\nBEGIN\n\nEND_{kind}\n"
        )
        self.changed.add(f"{name}.scl")
        self.new.append(name)
        if called and kind == "FUNCTION_BLOCK":
            self.call(f'"{self.instance(name)}"();')
        elif called:
            self.call(f'"{name}"();')
        return self.text_body(next(s for s in self.sources() if s.name == name))

    def instance(self, block):
        """A data block for a function block."""
        data = self.fresh("Seed_Instance_")
        self.new.append(data)
        self.raw[f"{data}.db"] = (
            f'DATA_BLOCK "{data}"\n{{ S7_Optimized_Access := \'TRUE\' }}\nVERSION : 0.1\nNON_RETAIN\n"{block}"\n\n'
            "BEGIN\n\nEND_DATA_BLOCK\n"
        ).encode()
        return data

    def open_to_all(self, name):
        """A PLC tag that outsiders may read and write."""
        at = self.rng.randrange(4000, 6000)
        self.raw["Seed_Open.xml"] = (
            f'<?xml version="1.0" encoding="utf-8"?><Document><Engineering version="V17" /><SW.Tags.PlcTagTable ID="0">'
            f"<AttributeList><Name>Seed_Open</Name></AttributeList><ObjectList>"
            f'<SW.Tags.PlcTag ID="1" CompositionName="Tags"><AttributeList><DataTypeName>Word</DataTypeName>'
            f"<ExternalAccessible>true</ExternalAccessible><ExternalVisible>true</ExternalVisible>"
            f"<ExternalWritable>true</ExternalWritable><LogicalAddress>%MW{2 * at}</LogicalAddress><Name>{name}</Name>"
            f"</AttributeList></SW.Tags.PlcTag></ObjectList></SW.Tags.PlcTagTable></Document>"
        ).encode()

    def call(self, line):
        """Calls it from a new organization block."""
        name = self.fresh("Seed_Main_")
        self.new.append(name)
        self.files[f"{name}.scl"] = (
            f'ORGANIZATION_BLOCK "{name}"\nTITLE = Seeded\n{{ S7_Optimized_Access := \'TRUE\' }}\nVERSION : 0.1\n\n'
            f"BEGIN\n\t{line}\nEND_ORGANIZATION_BLOCK\n"
        )
        self.changed.add(f"{name}.scl")
        return self.text_body(next(s for s in self.sources() if s.name == name))

    def declare(self, scope, name, kind, comment="Seeded", constant=False, section="local", init=None,
                shared=False, access=None):
        kind = {"DINT": "DInt", "TIMER": "TON_TIME", "TON": "TON_TIME", "CTU": "CTU_INT"}.get(kind, kind)
        kind = re.sub(r"^array\[(.*?)\] of (\w+)$", r"Array[\1] of \2", kind)
        start = "" if init is None else f" := {init}"
        remark = f"   // {comment}" if comment else ""
        line = f"      {name} : {kind}{start};{remark}"
        if shared:
            self.shared[name] = line
            return
        now = next(s for s in self.sources() if s.name == scope.name)
        var = {"input": "VAR_INPUT", "constant": "VAR CONSTANT"}.get("constant" if constant else section)
        if var is None:
            var = "VAR" if now.kind == "FUNCTION_BLOCK" else "VAR_TEMP"
        read = self.files[now.file]
        at = now.begin.start()
        self.files[now.file] = f"{read[:at]}   {var}\n{line}\n   END_VAR\n\n{read[at:]}"
        self.changed.add(now.file)

    @staticmethod
    def use(name):
        return f"#{name}"

    def seen(self, name):
        """What is shared, as code names it."""
        return f'"Seed_Data".{name}'

    # Ladder: SimaticML.

    def ladders(self):
        found = []
        for name, data in self.raw.items():
            if name.endswith(".xml") and b"CompileUnit" in data and b">LAD<" in data:
                tree = self.trees.get(name)
                if tree is None:
                    tree = ET.fromstring(data.decode("utf-8-sig"))
                block = next(child for child in tree if child.tag.startswith("SW.Blocks."))
                if block.findtext("AttributeList/ProgrammingLanguage") != "LAD":
                    continue
                path = block.findtext("AttributeList/Name")
                jumps = {p.get("Name") for p in block.iter() if p.tag.endswith("}Part")} & {"Jump", "Return", "JumpN"}
                if not jumps:
                    found.append(Body(self, path, (name, tree), rungs=block.find("ObjectList")))
        if not found:
            raise NoPlace
        return found

    def net(self, body, contacts, coils, branch=False):
        name, tree = body.scope
        self.trees[name] = tree
        parts, wires, uid = [], [], 21

        def place(of):
            nonlocal uid
            at, uid = uid, uid + 1
            steps = "".join(f'<Component Name="{step}" />' for step in ("Seed_Data", of))
            parts.append(f'<Access Scope="GlobalVariable" UId="{at}"><Symbol>{steps}</Symbol></Access>')
            return at

        def part(kind, extra=""):
            nonlocal uid
            at, uid = uid, uid + 1
            after.append(f'<Part Name="{kind}" UId="{at}">{extra}</Part>')
            return at

        after = []
        operands = [place(c.lstrip("!")) for c in contacts] + [place(c[0]) for c in coils]
        boxes = [part("Contact", '<Negated Name="operand" />' if c[0] == "!" else "") for c in contacts]
        kinds = {"": "Coil", "set": "SCoil", "reset": "RCoil"}
        ends = [part(kinds[kind]) for _, kind in coils]
        row = 200
        before = "<Powerrail />"
        for box in boxes:
            wires.append(f'<Wire UId="{row}">{before}<NameCon UId="{box}" Name="in" /></Wire>')
            before, row = f'<NameCon UId="{box}" Name="out" />', row + 1
        to = "".join(f'<NameCon UId="{end}" Name="in" />' for end in ends)
        wires.append(f'<Wire UId="{row}">{before}{to}</Wire>')
        for operand, box in zip(operands, boxes + ends):
            row += 1
            wires.append(f'<Wire UId="{row}"><IdentCon UId="{operand}" /><NameCon UId="{box}" Name="operand" /></Wire>')
        source = UNIT.format(id=f"F{self.rng.randrange(1000, 9999)}", ns=FLGNET,
                             parts="".join(parts + after), wires="".join(wires))
        unit = ET.fromstring(source)
        units = [n for n, child in enumerate(body.rungs) if child.tag == "SW.Blocks.CompileUnit"]
        body.rungs.insert(self.rng.choice(units + [units[-1] + 1]), unit)
        self.units[id(unit)] = body.rungs
        return unit

    def number(self, unit):
        units = [child for child in self.units[id(unit)] if child.tag == "SW.Blocks.CompileUnit"]
        return 1 + units.index(unit)
