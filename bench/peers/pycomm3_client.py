"""pycomm3 in a contest."""

import pycomm3

from client import take_part


def connect(job):
    driver = pycomm3.LogixDriver(f"127.0.0.1:{job['port']}/0")
    driver.open()
    count = job["count"]
    names = [f"{name}{{{count}}}" if count > 1 else name for name in job["names"]]

    def snapshot():
        answers = driver.read(*names)
        if len(names) == 1:
            answers = [answers]
        for answer in answers:
            if answer.error:
                raise RuntimeError(f"{answer.tag}: {answer.error}")
        return [answer.value for answer in answers]

    return snapshot, driver.close


take_part(pycomm3.__version__, connect)
