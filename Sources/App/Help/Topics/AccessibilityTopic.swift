import CommandLine

extension HelpTopic {
  static let accessibility = HelpTopic(
    "accessibility", "screen readers, braille displays, and large text",
    """
    # Plain output

    --plain writes one statement per line in sentence order, without columns, boxes, or drawings. Bars become words,
    such as "83 percent", and no line is drawn again. To turn it on permanently, set A11Y_PLAIN=1 or run a11y config
    plain yes. ACCESSIBLE=1 and TERM=dumb turn it on too.

    # Color and width

    Color never carries meaning alone: PASS, FAIL, N/A, CAN'T TELL, and UNTESTED are always printed as words. Output
    uses only the 16 colors of the terminal, so a high-contrast theme keeps its contrast. --no-color or NO_COLOR=1 turns
    color off.

    Text is wrapped to the width of the terminal. Where the columns of a table do not fit, the longest are below their
    row, each after its label; a list of findings at a terminal has one line for each, and --wrap shows the rest. Below
    60 columns, tables become records of one line per field. IDs are never cut, so you can copy them and search for
    them.

    # Line-based output

    The program has no full-screen mode. Printed text stays in place and can be read again. Help, messages, and prompts
    are lines of text. An error is one sentence, and the next step is on a line that begins with "hint:". To send long
    text to a file, use -o FILE.

    # A walk

    a11y walk prints each item once, below the earlier output, and then waits for one key. Plain output begins each item
    with its number, check, and component (with --by check, the component comes first), and the details follow, each
    after its label. How to test a check is read once; r repeats the item with it. Nothing depends on your speed.
    Arrows, function keys, pasted text, and Enter alone do nothing. w shows your position, u undoes the last answer, and
    ? lists the keys. At a text prompt, the terminal itself edits the line, so that a screen reader can follow.

    \(WalkTranscripts.keys)

    With --keys line every answer is a line, which some screen readers and Voice Control prefer:

    \(WalkTranscripts.lines)

    # A day by ear

    Plain output begins with the answer. In a list, each line begins with "Item 1 of 55.", where 55 is the number of all
    rows, also with --limit. Titles come before details, and IDs come last. In the tracker of a11y demo:

    \(DayTranscripts.all)

    # The accessibility specification for command lines

    Some criteria of the CLI Accessibility Conformance Specification (CLI-ACS) v1.0 can be tested automatically. These
    pass, and the tests of this program check them; EC-1 and EC-2 repeat CV-2 and CV-5:

    \(entries(ConformanceList.passed))

    These do not pass:

    \(entries(ConformanceList.missed))

    These do not apply:

    \(entries(ConformanceList.unfit))

    This list makes no claim about criteria that require human evaluation.

    # Feedback

    If something is hard to use, report it as a bug. Describe what you tried, what you heard or felt, and what you
    expected.
    """)
}
