"""A terminal's screen, as far as a line that is edited needs one."""

import re
import unicodedata

PART = re.compile("\x1b\\[([0-9]*)([A-Za-z])|\x1b\\[[0-9;?]*[A-Za-z]|\x1b\\].*?\x1b\\\\|[^\x1b]", re.DOTALL)


class Screen:
    """What is on a terminal after everything that a program sent; a full row wraps when more comes."""

    def __init__(self, columns: int):
        self.columns, self.rows, self.row, self.column = columns, [[]], 0, 0
        self.begun = ""

    def feed(self, text: str):
        """What is read may end inside a sequence: its begin waits for the rest of it."""
        text = self.begun + text
        self.begun = ""
        end = 0
        while part := PART.match(text, end):
            end = part.end()
            number, letter = int(part[1] or 1), part[2]
            if letter == "A":
                self.row = max(0, self.row - number)
            elif letter == "C":
                self.column = min(self.columns - 1, self.column + number)
            elif letter == "J":
                del self.rows[self.row + 1:], self.line[self.column:]
            elif part[0] == "\r":
                self.column = 0
            elif part[0] == "\n":
                self.below()
            elif letter is None and part[0] >= " ":
                self.put(part[0])
        self.begun = text[end:]

    @property
    def line(self):
        return self.rows[self.row]

    def below(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append([])

    def put(self, character: str):
        if unicodedata.combining(character):
            self.line[self.column - 1] += character
            return
        cells = [character, ""] if unicodedata.east_asian_width(character) in "WF" else [character]
        if self.column + len(cells) > self.columns:
            self.below()
            self.column = 0
        self.line.extend([" "] * (self.column - len(self.line)))
        self.line[self.column:self.column + len(cells)] = cells
        self.column += len(cells)

    @property
    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.rows)
