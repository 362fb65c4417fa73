"""What a mutation may do to a project's file, whatever its vendor."""

import tempfile
from pathlib import Path


class NoPlace(Exception):
    """The file has no place for this mutation."""


class Body:
    """Code that lines or rungs can be put into. `path` is what a citation of it says."""

    def __init__(self, plant, path, scope, write=None, text=None, rungs=None):
        self.plant, self.path, self.scope = plant, path, scope
        self.write, self.text, self.rungs = write, text, rungs


class Plant:
    """A project's file while it is changed. Each vendor's adds `bodies` and what is declared."""

    vendor = ""

    def __init__(self, rng, words):
        self.rng, self.words = rng, {word.upper() for word in words}
        # Of `tagbridge-analyse.toml`; what the mutant is held against, where it is not the file as it came.
        self.settings, self.before = None, None

    def save_with(self, folder):
        """Writes it, and its settings beside it."""
        if self.settings:
            (folder / "tagbridge-analyse.toml").write_text(self.settings)
        return self.save(folder)

    def remember(self):
        """What the file is now is what the mutant is held against."""
        self.folder = tempfile.TemporaryDirectory()
        self.before = self.save_with(Path(self.folder.name))

    def make_whole(self):
        """What a whole project has and this file may lack, so that all of its code is executed: done
        to the original, too."""

    def fresh(self, stem):
        """A name that nothing in the file has."""
        while True:
            name = f"{stem}{self.rng.randrange(100, 99999)}"
            if name.upper() not in self.words:
                self.words.add(name.upper())
                return name
