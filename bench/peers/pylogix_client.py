"""pylogix in a contest."""

import pylogix

from client import members, take_part


def connect(job):
    plc = pylogix.PLC("127.0.0.1", port=job["port"])
    names = job["names"]

    def answers():
        if job["kind"] == "scalars":
            return plc.Read(names)
        if job["kind"] == "array":
            return [plc.Read(names[0], job["count"])]
        # In a list, 1.1.6 loses the first four bytes of each structure.
        return [plc.Read(name) for name in names]

    def snapshot():
        values = []
        for answer in answers():
            if answer.Status != "Success":
                raise RuntimeError(f"{answer.TagName}: {answer.Status}")
            values.append(answer.Value)
        return [members(value) for value in values] if job["kind"] == "structures" else values

    return snapshot, plc.Close


take_part(pylogix.__version__, connect)
