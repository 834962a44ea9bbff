import CommandLine

extension HelpTopic {
  static let privacy = HelpTopic(
    "privacy", "data storage, sharing, and privacy",
    """
    # Network

    The program has no account, no server, and no telemetry, and it opens no network connection. The tracker is one file
    in a folder that you choose. The program starts only ssh-keygen, to sign and verify bundles, xcrun, to read an
    .xcresult on a Mac, and your editor, for notes in a walk.

    # Data about you in results

    A result contains the tester, the time, the device, the system version, and the build as you specified them. The
    tester is --tester, else A11Y_TESTER, else the name in the configuration, but never your login name. You can use a
    code such as t1 instead of a name.

    Entries are permanent. Corrected and undone entries stay in the history. Do not write sensitive data in a note.

    The signature of a bundle contains your public key. A reader who knows the key sees your name. The signature proves
    to anyone with the bundle that you recorded these entries.

    # Data about you in evidence

    a11y log --evidence stores a copy of the file. Copies of png, jpeg, and webp omit place, time, camera, comments, and
    thumbnails. The original file is not changed. heic, mp4, and pdf are stored unchanged and may contain place, time,
    and names: attach a screenshot of them instead, or export them without metadata. Visible and audible content is
    always in the copy, including names, messages, and faces on a screen.

    The file name is stored and shared with the entry. Files are in .a11y/evidence. They leave the machine only with
    a11y sync, a11y export --with-evidence, and a11y backup.

    # Removing data

    a11y undo | the entry no longer counts; it stays readable in the history
    a11y edit | the new value applies; the earlier one stays in the history
    a11y erase | the content is destroyed in this tracker, and an old bundle cannot restore it

    An erased entry leaves a header: its kind, its machine, its time, and the earlier entries that it refers to. Its
    random salt is destroyed with the content, so a guess at the content cannot be tested. The reason of --reason is a
    word from a fixed list, and stays.

    The next bundle contains the request to erase. On other machines the request waits: it is in a11y waiting, and a11y
    erase follow destroys the content there. If one person signed both the entries and the request, the content is
    destroyed at once. Until then other machines keep the content and can share it. To see requests and their state on
    this machine, run a11y erase list.

    Erasing a result erases its evidence. a11y erase fact ID erases evidence alone; its ID is in a11y list evidence.
    The file is deleted when no other entry refers to it: here, in your part of a shared folder, and on machines that
    follow the request. The file is not overwritten: a disk may keep its content until the space is used again.

    Other copies are not changed: backups, bundles that you sent, and the history of a git repository. a11y list bundles
    shows the bundles that this machine wrote. Delete those files if necessary.

    # Sharing data

    A bundle contains testers, times, devices, and notes of every machine whose entries are in this tracker. a11y export
    --redact omits free text and evidence; testers and times stay. A bundle is not encrypted: anyone with the file can
    read it.

    A worksheet shows the notes, values, builds, and devices of its items, and no tester. The browser keeps a draft of
    the worksheet, without the tester. Other files that are opened in that browser can read the draft. Images of a fail
    are drawn again before they are kept, without place, time, and camera.

    # Children

    Never write a child's name, initials, birthday, exact age, school, diagnosis, voice, or image into a note, a key, or
    a tag. A participating child is only a random code and an age band (6-8, 9-10, 11-12). A child takes part only with
    the guardian's consent and the child's assent.

    A session contains a random number for the child, the age band, the week, the device, the grip, the seat, a
    moderator's and a consent's code, and each tap in words of fixed lists. No field takes a name, a date of birth, or
    an exact age, and no field takes free text. Contacts that the tap page measured expire 180 days after a plan is
    closed on this machine: the next session or backup there destroys them, and a11y doctor reports overdue ones. What
    another machine closes destroys nothing here.

    A table of this machine maps codes to random numbers. No bundle of this program contains the table. Only the file
    that the tap page saves has the code, for the machine that imports it.

    Sessions stay on the machine: a11y export and a11y sync omit all of them, also the rest after an undo or an erasure.
    Each session is a separate chain, and no other entry refers to it. a11y export --full --to NAME shares the sessions
    whose guardians consent to it (--full-consent of a11y tap run, or the column full), records the recipient, and is
    refused inside a git work tree. a11y backup is a complete copy and contains the sessions.

    Reports hide numbers of fewer than 5 children, and with --redact of fewer than 10. Either all groups are shown or
    none. A redacted report changes only at the looks of its plan, so that two reports do not reveal one child's taps.
    Two plans are compared by the same children only if the children who took part in just one of them are also numerous
    enough to report. Hidden numbers are marked as hidden.

    A finding about difficulty states only that a child had difficulty, and only with at least 5 children. It is not
    repeated for sessions from before an erasure, so that its end does not reveal the child.

    a11y erase participant CODE destroys all data about a child on this machine, also data of these sessions that
    arrives later, and verdicts are calculated again. For each recipient of a session it writes a file that the
    recipient must import. The recipient's machine then hides the child at once, and destroys the sessions with a11y
    erase follow. Recipients who have no file yet are in a11y erase list, until you run a11y erase handed-over NAME.

    What an erased session leaves are the headers of its entries, on the machines that had them: their kinds, their
    order, and the day. They tell about how many taps there were, and after which tap a remark was recorded, but no time
    of day and no duration. Sessions recorded by a version before 0.2 leave their times as well.

    Describe the button, not the child: "too small for the thumb", not "clumsy".

    # Files

    .a11y/ | the tracker: audit.db, the evidence files, and the files of SQLite and this program
    allowed_signers | next to the tracker, if you use signatures: names and public keys
    ~/.config/a11y/config | your settings
    -o FILE, a11y backup FILE | the output of a command
    a11y sync DIR | your bundles and their signatures, in a folder that the team shares
    """)
}
