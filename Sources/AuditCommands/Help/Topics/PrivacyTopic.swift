import Arguments

extension HelpTopic {
  static var privacy: HelpTopic {
    HelpTopic(
      name: "privacy", summary: "what is kept, where, and what never leaves the machine",
      sections: [
        .init(
          "Nothing is sent",
          [
            .paragraph(
              "There is no account, no server and no telemetry, and the program opens no network connection. The "
                + "tracker is one file in a folder that you choose. The only programs that it starts are ssh-keygen, "
                + "to sign and verify bundles, xcrun, to read an .xcresult on a Mac, and your editor, for notes in a "
                + "walk.")
          ]),
        .init(
          "What a result says about you",
          [
            .paragraph(
              "A result keeps the tester, the time, the device, the system version and the build as you gave them. The "
                + "tester is --tester, else A11Y_TESTER, else the name in the configuration: never silently the name you "
                + "are logged in with. A code such as t1 does as well as a name."),
            .paragraph(
              "Entries are kept for good, and what is corrected or undone stays in the history. Do not put into a note "
                + "what should be forgotten some day."),
            .paragraph(
              "A signature beside a bundle shows its readers your public key, and your name where they know the key. "
                + "It proves to anyone who gets the bundle that you recorded these entries."),
          ]),
        .init(
          "What a picture says about you",
          [
            .paragraph(
              "a11y log --evidence keeps a copy. Place, time, camera, comments and thumbnails are left out of the copies of "
                + "png, jpeg and webp; the file you named stays as it is. heic, mp4 and pdf are kept as they are and may "
                + "hold place, time and names: take a screenshot of them, or export them without. What can be seen or "
                + "heard in a file is in the copy: names, messages and faces on a screen as well."),
            .paragraph(
              "The name of the file is kept and travels with the fact. Files lie in .a11y/evidence, and leave the machine "
                + "only with a11y sync, a11y export --with-evidence and a11y backup."),
          ]),
        .init(
          "Taking something out again",
          [
            .entries([
              .init("a11y undo", "it does not count any more; it can still be read in the history"),
              .init("a11y edit", "another value is shown; the earlier one stays in the history"),
              .init("a11y erase", "its content is destroyed in this tracker, and an old bundle cannot bring it back"),
            ]),
            .paragraph(
              "What is erased leaves a header: that an entry was there, of what kind, from which machine and when, and "
                + "what its author had in view. The random salt of the entry is destroyed with the content, so a guess "
                + "at the content cannot be tested. The reason that you give with --reason is a word of a list, and "
                + "stays."),
            .paragraph(
              "The request travels with the next bundle. On other machines it waits: a11y waiting shows it, and a11y "
                + "erase follow destroys the content there. Only where one person signed both the entries and the "
                + "request does it happen at once. Until then other machines keep the content and can share it; a11y "
                + "erase list shows requests and what became of them here."),
            .paragraph(
              "A result that is erased takes its evidence with it, and a11y erase fact ID takes evidence alone; the ids are in "
                + "a11y list evidence. The file is deleted once nothing else refers to it, here, in your part of a shared "
                + "folder, and on the machines that follow. It is deleted, not overwritten: a disk may keep what it held "
                + "until the room is used again."),
            .paragraph(
              "Copies that nobody tells stay as they are: backups, bundles that were sent, the history of a git "
                + "repository. a11y list bundles shows what was written here. Delete those files where it matters."),
          ]),
        .init(
          "What you pass on",
          [
            .paragraph(
              "A bundle holds testers, times, devices and notes of every machine whose entries are here. a11y export "
                + "--redact leaves out what people wrote in their own words, and evidence; testers and times stay in "
                + "it. A bundle is not encrypted: whoever has the file can read it."),
            .paragraph(
              "A worksheet shows the notes, values, builds and devices of its items, and no tester. The browser in which it "
                + "is filled in keeps a draft, without the tester, that other files opened in that browser can read."),
          ]),
        .init(
          "Children",
          [
            .paragraph(
              "Never write a child's name, initials, birthday, exact age, school, diagnosis, voice or picture into a "
                + "note, a key or a tag. A child who takes part is a random code, an age band (6-8, 9-10, 11-12) and "
                + "nothing else, and takes part only with the guardian's permission and the child's own agreement."),
            .paragraph(
              "A session keeps a random number for the child, the age band, the week, the device, how it was held and "
                + "where the child sat, a moderator's and a consent's code, and each tap in words of closed lists: no "
                + "field takes a name, a date of birth or an exact age. There is no free text. Contacts that the tap "
                + "page measured go 180 days after a plan is closed: the next session, sync, import or backup at that "
                + "machine destroys them, and a11y doctor says where that is overdue."),
            .paragraph(
              "Which code belongs to that number is in a table of this machine that no bundle of this program holds. "
                + "Only the file that the tap page saves has the code, for the machine that imports it."),
            .paragraph(
              "Sessions stay on the machine: a11y export and a11y sync leave out all of them, also what is left after "
                + "an undo or an erasure. Each session is a chain of its own, which no other entry names. "
                + "a11y export --full --to NAME shares those whose guardians allow it, remembers who got them, "
                + "and is refused inside a git work tree. a11y backup is a whole copy and holds them."),
            .paragraph(
              "Reports hide numbers of fewer than 5 children, and with --redact of fewer than 10; groups are shown all or "
                + "not at all, and a redacted report follows the looks of its plan, so that two of them do not tell what "
                + "one child did. Two plans are compared by the same children only where those who took part in one of "
                + "them could be told of as well. Hidden is shown as hidden."),
            .paragraph(
              "One child's trouble is a finding that says only that there was a child, of 5 at least. It is said of no "
                + "session from before an erasure any more, so that its end does not tell who it was."),
            .paragraph(
              "a11y erase participant CODE destroys all that is known of a child here, also what arrives later of "
                + "these sessions, and verdicts are worked out again. For each recipient of a session it writes a file "
                + "that they have to import: their machine shows the child no more at once, and destroys the sessions "
                + "with a11y erase follow. a11y erase list names recipients who were not told yet, until a11y erase "
                + "handed-over NAME."),
            .paragraph(
              "Say what the button did, not what the child is like: \"too small for the thumb\", not \"clumsy\"."),
          ]),
        .init(
          "What is written",
          [
            .entries([
              .init(
                ".a11y/", "the tracker: audit.db, the evidence files, and what SQLite and this program keep beside it"),
              .init("allowed_signers", "beside the tracker, where you use signatures: names and public keys"),
              .init("~/.config/a11y/config", "your settings"),
              .init("-o FILE, a11y backup FILE", "what you asked for, where you asked for it"),
              .init("a11y sync DIR", "bundles of your own in a folder that the team shares, and their signatures"),
            ])
          ]),
      ])
  }
}
