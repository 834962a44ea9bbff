extension HelpTopic {
  static var privacy: HelpTopic {
    HelpTopic(
      name: "privacy", summary: "what is kept, where, and what never leaves the machine",
      sections: [
        .init(
          "Nothing is sent",
          [
            .paragraph(
              "There is no account, no server and no telemetry, and the program opens no network connection. The tracker "
                + "is one file in a folder that you choose.")
          ]),
        .init(
          "What a result says about you",
          [
            .paragraph(
              "A result keeps the tester, the time, the device, the system version and the build as you gave them. The "
                + "tester is --tester, else A11Y_TESTER, else the name in the configuration: never silently the name you "
                + "are logged in with. A code such as t1 does as well as a name."),
            .paragraph(
              "Facts are kept for good, and what is corrected or undone stays in the history. Do not put into a note what "
                + "should be forgotten some day."),
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
              "What is erased leaves a stub: that something was there, of what kind, from which machine and when. The "
                + "request travels with the next bundle. Machines follow at once where it comes from the machine that had "
                + "recorded it, and otherwise wait for a11y erase follow; a11y erase list shows what waits."),
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
              "A bundle holds testers, times, devices and notes of every machine whose facts are here. a11y export "
                + "--redact leaves out what people wrote in their own words, and evidence; testers and times stay in it. A "
                + "bundle is not encrypted: whoever has the file can read it."),
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
              "A session keeps the code, the age band, the week, the device, how it was held and where the child sat, a "
                + "moderator's and a consent's code, and each tap in words of closed lists: no field takes a name, a date "
                + "of birth or an exact age. There is no free text. Contacts that the tap page measured go 180 days after "
                + "a plan is closed: the next session, sync, import or backup at that machine destroys them, and a11y "
                + "doctor says where that is overdue."),
            .paragraph(
              "Sessions stay on the machine: a11y export and a11y sync leave them out. a11y export --full --recipient NAME "
                + "--reason TEXT hands on those whose guardians allow it, keeps in the journal who got it, and is refused "
                + "inside a git work tree. The order and number of facts, and when they were recorded, can still be seen "
                + "in the gaps of a bundle. a11y backup is a whole copy and holds them."),
            .paragraph(
              "Reports hide numbers of fewer than 5 children, and with --redact of fewer than 10; groups are shown all or "
                + "not at all, and a redacted report follows the looks of its plan, so that two of them do not tell what "
                + "one child did. Two plans are compared by the same children only where those who took part in one of "
                + "them could be told of as well. Hidden is shown as hidden."),
            .paragraph(
              "One child's trouble is a finding that says only that there was a child, of 5 at least. It is said of no "
                + "session from before an erasure any more, so that its end does not tell who it was."),
            .paragraph(
              "a11y erase participant CODE destroys all that is known of a child, here and, with the next bundle, on other "
                + "machines; what arrives later goes as well, verdicts are worked out anew, and those who were given "
                + "sessions are named."),
            .paragraph(
              "Say what the button did, not what the child is like: \"too small for the thumb\", not \"clumsy\"."),
          ]),
        .init(
          "What is written",
          [
            .entries([
              .init(
                ".a11y/", "the tracker: audit.db, the evidence files, and what SQLite and this program keep beside it"),
              .init("~/.config/a11y/config", "your settings"),
              .init("-o FILE, a11y backup FILE", "what you asked for, where you asked for it"),
              .init("a11y sync DIR", "bundles of your own in a folder that the team shares"),
            ])
          ]),
      ])
  }
}
