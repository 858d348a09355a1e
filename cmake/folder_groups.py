"""Which sources can be compiled as one: prints a line of sources for each group; all are of one folder.

Two files cannot share a group when both define a name outside of classes, as helpers in unnamed namespaces may, or when one
defines or imports what the other imports with `using` from elsewhere.

usage: folder_groups.py SOURCE...
"""

import os
import re
import sys

# What starts at the first column: types and aliases, then functions and constants, by the word before their "(", "=", "{"...
TYPE = re.compile(r"^(?:(?:class|struct|union|enum|enum class|#define) (\w+)|using (\w+) =)", re.MULTILINE)
VALUE = re.compile(r"^(?!namespace|using|template|TEST|RC_GTEST|class|struct|union|enum)[A-Za-z][^\n(={;]*?[ &*>](\w+) *"
                   r"(?:\[[^\n\]]*\] *)?[(={;]", re.MULTILINE)
IMPORT = re.compile(r"^using ([\w:]+::(\w+));", re.MULTILINE)


class Group:
    def __init__(self):
        self.sources, self.defined, self.imported = [], set(), {}

    def accepts(self, defined, imported):
        return (not self.defined & (defined | imported.keys()) and not self.imported.keys() & defined
                and all(self.imported.get(name, origin) == origin for name, origin in imported.items()))

    def add(self, source, defined, imported):
        self.sources.append(source)
        self.defined |= defined
        self.imported |= imported


def groups_of(sources):
    folders = {}
    for source in sources:
        with open(source, encoding="utf-8") as file:
            text = file.read()
        defined = {kind or alias for kind, alias in TYPE.findall(text)} | set(VALUE.findall(text))
        imported = {name: origin for origin, name in IMPORT.findall(text)}
        groups = folders.setdefault(os.path.dirname(source), [])
        group = next((group for group in groups if group.accepts(defined, imported)), None)
        if group is None:
            group = Group()
            groups.append(group)
        group.add(source, defined, imported)
    return [group.sources for groups in folders.values() for group in groups]


if __name__ == "__main__":
    for group in groups_of(sys.argv[1:]):
        print(*group)
