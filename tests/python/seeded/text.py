"""Structured text as far as a mutator must know it: between which lines a statement may stand."""

import re

OPENING = {"IF", "CASE", "FOR", "WHILE", "REPEAT", "REGION"}
CLOSING = {"END_IF", "END_CASE", "END_FOR", "END_WHILE", "END_REPEAT", "END_REGION"}
LEAVING = {"RETURN", "GOTO", "JMP", "EXIT"}
TOKEN = re.compile(
    r"\(\*.*?\*\)|/\*.*?\*/|//[^\n]*|\{[^}\n]*\}|'(?:\$.|[^'$\n])*'|\"[^\"\n]*\"|[A-Za-z_]\w*|\n|\S",
    re.DOTALL,
)


def gaps(text):
    """The numbers of lines, from 0, before which a statement may stand: no other is open there, nor
    has one left the routine. The number of lines too, where it may stand at the end."""
    depth = parens = line = 0
    whole = True
    found = [0]
    for token in TOKEN.findall(text + "\n"):
        word = token.upper()
        if token == "\n":
            line += 1
            if whole and depth == 0 and parens == 0:
                found.append(line)
            continue
        if token.startswith(("(*", "/*", "//", "{")):
            line += token.count("\n")
            continue
        if word in LEAVING and depth == 0:
            # What follows may never be executed.
            return [gap for gap in found if gap <= line]
        if word in OPENING:
            depth += 1
        elif word in CLOSING:
            depth -= 1
        elif token in "([":
            parens += 1
        elif token in ")]":
            parens -= 1
        # What a region is called ends with its line.
        whole = token == ";"
    return sorted(set(found))


def insert(text, at, lines):
    """The text with these lines before line `at`."""
    old = text.split("\n")
    return "\n".join(old[:at] + lines + old[at:])
