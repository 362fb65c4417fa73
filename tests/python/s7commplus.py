"""Decodes recordings of S7CommPlus (S7-1200 and S7-1500) and compares them with the list of tags next to them.

    s7commplus.py CAPTURES_FOLDER

This program is evidence for `docs/decisions/s7commplus-is-not-built.md` and no part of Tagbridge. It knows the layout from
recordings and from the public dissector of Thomas Wiens. It exits with 1 if a message does not decode to its last byte.
"""

import pathlib
import struct
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict

FUNCTIONS = {
    0x04BB: "Explore", 0x04CA: "CreateObject", 0x04D4: "DeleteObject", 0x04F2: "SetVariable", 0x0524: "GetLink",
    0x0542: "SetMultiVariables", 0x054C: "GetMultiVariables", 0x0586: "GetVarSubStreamed",
}
REQUEST, RESPONSE, NOTIFICATION = 0x31, 0x32, 0x33
FIXED = {1: ">B", 2: ">B", 3: ">H", 6: ">b", 7: ">h", 0x0A: ">B", 0x0B: ">H", 0x0C: ">I", 0x0D: ">Q", 0x0E: ">f",
         0x0F: ">d", 0x10: ">Q", 0x12: ">I"}
NAMES = {0: "Null", 1: "Bool", 2: "USInt", 3: "UInt", 4: "UDInt", 5: "ULInt", 6: "SInt", 7: "Int", 8: "DInt", 9: "LInt",
         0x0A: "Byte", 0x0B: "Word", 0x0C: "DWord", 0x0D: "LWord", 0x0E: "Real", 0x0F: "LReal", 0x10: "Timestamp",
         0x11: "Timespan", 0x12: "RID", 0x13: "AID", 0x14: "Blob", 0x15: "WString", 0x17: "Struct"}


class Bytes:
    """A cursor over one message."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise ValueError(f"{count} bytes wanted at {self.at} of {len(self.data)}")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, layout):
        return struct.unpack(layout, self.take(struct.calcsize(layout)))[0]

    def variable(self, signed=False, longest=5):
        """A number in groups of seven bits; a ninth byte of a 64-bit number has eight."""
        value = 0
        for index in range(longest):
            byte = self.number(">B")
            if index == 8:
                return value << 8 | byte
            if index == 0 and signed and byte & 0x40:
                value = -1 << 6 | byte & 0x3F
            else:
                value = value << 7 | byte & (0x3F if index == 0 and signed else 0x7F)
            if not byte & 0x80:
                return value
        raise ValueError(f"a number without an end at {self.at}")

    def value(self):
        flags, kind = self.number(">B"), self.number(">B")
        if flags & 0x40:
            entries = {}
            while key := self.variable():
                entries[key] = self.scalar(kind)
            return NAMES[kind], entries
        if flags & 0x30:
            return NAMES[kind], [self.scalar(kind) for _ in range(self.variable())]
        return NAMES[kind], self.scalar(kind)

    def scalar(self, kind):
        if kind in FIXED:
            return self.number(FIXED[kind])
        if kind == 0:
            return None
        if kind in (4, 0x13):
            return self.variable()
        if kind == 5:
            return self.variable(longest=9)
        if kind == 8:
            return self.variable(signed=True)
        if kind in (9, 0x11):
            return self.variable(signed=True, longest=9)
        if kind == 0x14:
            self.variable()
            return self.take(self.variable())
        if kind == 0x15:
            return self.take(self.variable()).decode(errors="replace")
        if kind == 0x17:
            return self.structure()
        raise ValueError(f"type {kind:#04x} at {self.at}")

    def structure(self):
        number, members = self.number(">I"), {}
        if 0x90000000 < number < 0x9FFFFFFF or 0x02000000 < number < 0x02FFFFFF:
            self.number(">Q")
            flags, count = self.variable(), self.variable()
            return number, self.take(count if not flags & 0x400 else count + 0)
        while key := self.variable():
            members[key] = self.value()
        return number, members

    def objects(self):
        """The objects that begin here, each with its attributes and its objects."""
        found = []
        while self.at < len(self.data) and self.data[self.at] == 0xA1:
            self.at += 1
            item = {"relation": self.number(">I"), "class": self.variable(), "flags": self.variable(),
                    "attribute": self.variable(), "attributes": {}, "objects": []}
            while (tag := self.number(">B")) != 0xA2:
                if tag == 0xA3:
                    key = self.variable()
                    item["attributes"][key] = self.value()
                elif tag == 0xA4:
                    self.variable()
                    self.number(">I")
                elif tag == 0xA1:
                    self.at -= 1
                    item["objects"] += self.objects()
                else:
                    raise ValueError(f"tag {tag:#04x} at {self.at}")
            found.append(item)
        return found


def frames(data):
    """The frames of a recording, in the form of `pcap` or of `pcapng`."""
    if data[:4] != b"\x0a\x0d\x0d\x0a":
        order, at = "<" if data[:4] == b"\xd4\xc3\xb2\xa1" else ">", 24
        while at + 16 <= len(data):
            size = struct.unpack_from(order + "I", data, at + 8)[0]
            yield data[at + 16 : at + 16 + size]
            at += 16 + size
        return
    at = 0
    while at + 12 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:  # Enhanced Packet Block
            length = struct.unpack_from("<I", data, at + 20)[0]
            yield data[at + 28 : at + 28 + length]
        at += size


def segments(path):
    """The payloads of each direction of each connection, in their order, without repetitions."""
    next_number = {}
    for frame in frames(path.read_bytes()):
        if frame[12:14] != b"\x08\x00" or frame[23] != 6:
            continue
        packet = frame[14 : 14 + struct.unpack_from(">H", frame, 16)[0]]
        tcp = packet[(packet[0] & 15) * 4 :]
        key = (packet[12:16], packet[16:20], tcp[:4])
        number, payload = struct.unpack_from(">I", tcp, 4)[0], tcp[(tcp[12] >> 4) * 4 :]
        if payload and next_number.get(key, number) == number:
            next_number[key] = (number + len(payload)) & 0xFFFFFFFF
            yield key, payload


def messages(path):
    """The S7CommPlus messages of a recording: the version and the joined fragments."""
    waiting, joined = defaultdict(bytes), defaultdict(bytes)
    for key, payload in segments(path):
        waiting[key] += payload
        while len(waiting[key]) >= 4:
            size = struct.unpack_from(">H", waiting[key], 2)[0]
            if len(waiting[key]) < size:
                break
            frame, waiting[key] = waiting[key][:size], waiting[key][size:]
            if frame[5] != 0xF0 or len(frame) < 11 or frame[7] != 0x72:
                continue
            version, count = frame[8], struct.unpack_from(">H", frame, 9)[0]
            joined[key] += frame[11 : 11 + count]
            if len(frame) > 11 + count:  # the trailer of the last fragment
                yield version, joined.pop(key)


class Decoder:
    """What one recording said."""

    def __init__(self):
        self.functions, self.wanted, self.values, self.refused = Counter(), [], [], []
        self.sessions, self.failed, self.open, self.digests = [], [], {}, 0
        self.written = []

    def message(self, version, data):
        source = Bytes(data)
        if version == 0xFE:
            self.functions["KeepAlive"] += 1
            return
        if version == 3:
            source.take(source.number(">B"))
        opcode = source.number(">B")
        if opcode == NOTIFICATION:
            self.functions["Notification"] += 1
            return
        source.take(2)
        function = source.number(">H")
        source.take(2)
        sequence = source.number(">H")
        name = f"{FUNCTIONS.get(function, hex(function))} {'request' if opcode == REQUEST else 'response'}"
        self.functions[name] += 1
        if opcode == REQUEST:
            source.number(">I")
        source.number(">B")
        reader = getattr(self, name.replace(" ", "_").lower(), None)
        if reader is None:
            self.failed.append((name, "not read", len(data)))
            return
        reader(source, sequence)
        # Behind it: the number of the message (not at the end of a session), zero bytes, and a digest.
        rest = source.data[source.at :].rstrip(b"\0")
        digest = len(rest) > 30 and rest.find(b"\x20")
        if version > 1 and digest is not False and 0 <= digest <= 2:
            self.digests += 1
        elif version > 1 and rest:
            source.variable()
            if any(source.data[source.at :]):
                self.failed.append((name, "left", source.data[source.at :].hex()))

    def createobject_request(self, source, _):
        source.number(">I")
        source.value()
        source.number(">I")
        self.sessions.append(source.objects())

    def createobject_response(self, source, _):
        self.result(source)
        [source.variable() for _ in range(source.number(">B"))]
        self.sessions.append(source.objects())

    def deleteobject_request(self, source, _):
        source.number(">I")
        source.number(">B")
        self.qualifier(source)

    def deleteobject_response(self, source, _):
        self.result(source)
        source.number(">I")

    def getvarsubstreamed_request(self, source, _):
        source.number(">I")
        source.value()
        self.qualifier(source)
        source.take(2)

    def getvarsubstreamed_response(self, source, _):
        self.result(source)
        source.number(">B")
        self.values.append((None, source.value()))

    def setmultivariables_request(self, source, _):
        link = source.number(">I")
        count, fields = source.variable(), source.variable()
        if link:
            [source.variable() for _ in range(fields)]
        else:
            [self.address(source) for _ in range(count)]
        for _ in range(count):
            self.written.append((source.variable(), source.value()))
        source.number(">B")
        self.qualifier(source)

    def setmultivariables_response(self, source, _):
        self.result(source)
        self.errors(source, {})

    def getmultivariables_request(self, source, sequence):
        link, count = source.number(">I"), source.variable()
        fields = source.variable()
        if link:
            self.open[sequence] = [("link", source.variable()) for _ in range(fields)]
        else:
            self.open[sequence] = [self.address(source) for _ in range(count)]
            self.wanted += self.open[sequence]
        self.qualifier(source)

    def getmultivariables_response(self, source, sequence):
        self.result(source)
        asked = dict(enumerate(self.open.pop(sequence, []), 1))
        while number := source.variable():
            self.values.append((asked.get(number), source.value()))
        self.errors(source, asked)

    def errors(self, source, asked):
        while number := source.variable():
            self.refused.append((asked.get(number), source.variable(signed=True, longest=9)))

    @staticmethod
    def address(source):
        crc, area = source.variable(), source.variable()
        count, sub_area = source.variable(), source.variable()
        return crc, area, sub_area, tuple(source.variable() for _ in range(count - 1))

    @staticmethod
    def qualifier(source):
        source.number(">I")
        while key := source.variable():
            key, source.value()

    @staticmethod
    def result(source):
        if (code := source.variable(signed=True, longest=9)) < 0:
            raise ValueError(f"refused with {code}")


def tags(path):
    """The tags of the list next to a recording: (block, local number) with name and type."""
    known = {}
    text = path.read_text(encoding="utf-8-sig")
    for block in ElementTree.fromstring(f"<all>{text}</all>").iter("dataBlock"):
        number = int(block.get("logicalAddress").removeprefix("%DB"))
        for tag in block.iter("dataTag"):
            known[number, int(tag.get("lid"))] = f"{block.get('name')}.{tag.get('name')}", tag.get("datatype")
    return known


def main(folder):
    failed = 0
    for path in sorted(pathlib.Path(folder).glob("*commplus*.pcap")):
        decoder = Decoder()
        count = 0
        for version, data in messages(path):
            count += 1
            try:
                decoder.message(version, data)
            except (ValueError, struct.error, KeyError) as error:
                decoder.failed.append((data[:8].hex(), str(error), data.hex()))
        failed += len(decoder.failed)
        print(f"{path.name}: {count} messages, {len(decoder.failed)} not decoded, {decoder.digests} with a digest")
        print(f"  {dict(decoder.functions)}")
        for item in (item for items in decoder.sessions for item in items):
            if 306 in item["attributes"]:  # what the controller says of itself
                print("  session:", item["attributes"][306][1][1].get(319))
        print(f"  {len(decoder.wanted)} variables asked for, {len(decoder.values)} values, {len(decoder.refused)} refused")
        listed = path.with_name("s7-1511-commplus-all-types.xml")
        known = tags(listed) if listed.exists() and "1511" in path.name else {}
        types = defaultdict(set)
        for address, (kind, value) in decoder.values:
            if address and address[1] >> 16 == 0x8A0E and address[3]:
                name, declared = known.get((address[1] & 0xFFFF, address[3][0]), ("", "not listed"))
                member = "a member: " if len(address[3]) > 1 else ""
                types[declared].add(f"{member}{kind}{'[]' if isinstance(value, list) else ''}")
        for declared, kinds in sorted(types.items()):
            print(f"    {declared}: {', '.join(sorted(kinds))}")
        for failure in decoder.failed:
            print("  NOT DECODED", *failure)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
