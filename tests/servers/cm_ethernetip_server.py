"""The plant of the table of foreign servers, by cm-ethernetip's Logix server.

Of a tag that anybody may read it tells 3 as its external access, with which Logix says that nobody may.
Here it does as controllers before version 18, which do not know that attribute.

    cm_ethernetip_server.py PORT

Prints a line once it listens.
"""

import asyncio
import struct
import sys

from ethernetip.cip.identity_info import IdentityInfo
from ethernetip.cip.service import CipServiceResponse
from ethernetip.cip.status import CipStatus
from ethernetip.logix import logix_dispatcher
from ethernetip.logix.symbol_object import GET_INSTANCE_ATTRIBUTE_LIST, SymbolObject
from ethernetip.logix.tag_database import TagDatabase, TemplateMember
from ethernetip.protocol.eip_adapter import EipAdapter

SINT, DINT, REAL = 0xC2, 0xC4, 0xCA
ATTRIBUTE_NOT_SUPPORTED, ACCESS = 0x14, 10


class OldSymbols(SymbolObject):
    """A list of tags without their external access."""

    def _handle_browse(self, instance, request):
        attributes = struct.unpack_from(f"<{len(request.data) // 2 - 1}H", request.data, 2)
        if ACCESS in attributes:
            refusal = CipStatus.error(ATTRIBUTE_NOT_SUPPORTED)
            return CipServiceResponse.error(GET_INSTANCE_ATTRIBUTE_LIST, refusal)
        return super()._handle_browse(instance, request)


logix_dispatcher.SymbolObject = OldSymbols


def plant():
    tags = TagDatabase()
    string = tags.add_template("STRING", TemplateMember("LEN", DINT), TemplateMember("DATA", SINT, 82))
    point = tags.add_template("Point", *(TemplateMember(it, REAL) for it in "XYZ"))
    tags.add_tag("Speed", REAL).write_real(0, 12.5)
    count = tags.add_tag("Count", DINT, 10)
    for at in range(10):
        count.write_dint(4 * at, 10 * at)
    tags.add_struct_tag("Name", string).set_data(struct.pack("<i5s", 5, b"Lager"))
    tags.add_tag("Status", DINT).write_dint(0, 10)
    tags.add_struct_tag("Point", point).set_data(struct.pack("<3f", 1, 2, 3))
    return tags


async def main(port):
    identity = IdentityInfo(1, 0x0E, 166, 33, 11, 0xA1B2C3, "1756-L83E/B")
    dispatcher = logix_dispatcher.LogixDispatcher(plant(), identity)
    adapter = EipAdapter(dispatcher, identity)
    await adapter.listen("127.0.0.1", port)
    print("ok", flush=True)
    await asyncio.sleep(3600)


asyncio.run(main(int(sys.argv[1])))
