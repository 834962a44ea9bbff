// The draft in this browser: answers, and the facts of the files that were saved, so that the next file goes on from
// the last one. It has no tester: the facts are kept without their tester and with their identities,
// which show whether the code typed at the next save is the same. Their salts are kept with them: with others, the next
// file would create all facts again.

const draftName = `a11y-worksheet-${sheet.worksheet}`;

// The saved facts, by the name of their replica: {name: [{item, identity, fact}]}. Each opening of the
// page is a replica of its own, so that two windows, which may not know of each other, cannot give one number to
// two facts.
let saved = {};

// The replica name of this opening; created at its first save.
let ownReplica = "";

// The stored draft; null without one or without storage. Other files can write to it, so everything in it
// is checked.
function loadDraft() {
  try {
    const draft = JSON.parse(localStorage.getItem(draftName));
    if (draft === null || draft.version !== 1 || draft.answers.length !== sheet.items.length) return null;
    const text = (value) => (typeof value === "string" ? value : "");
    const answer = ({ outcome, severity, value, note, time, on, pictures }, index) => ({
      outcome: text(outcome), severity: text(severity), value: text(value), note: text(note), time: Number(time) || 0,
      on: knownComponents(index, on), pictures: arePictures(pictures) ? pictures : [],
    });
    return {
      answers: draft.answers.map(answer),
      fields: Object.fromEntries(["device", "os", "build"].map((name) => [name, text(draft.fields[name])])),
      saved: areChains(draft.saved) ? draft.saved : {},
    };
  } catch (problem) {
    return null;
  }
}

// Whether these are facts of this sheet, one after the other. The next save checks that they are unchanged.
function areChains(chains) {
  const isItem = (index) => Number.isInteger(index) && index >= 0 && index < sheet.items.length;
  const areReferences = (list) => Array.isArray(list) && list.every(isDigits);
  const isEntry = ({ item, fact, identity }, replica, place) => {
    const isOurs = fact.r === replica && fact.n === place + 1 && /^[0-9a-f]{64}$/.test(identity);
    const isSound = ["result", "evidence"].includes(fact.kind) ? isItem(item) && isDigits(fact.salt)
      : areReferences(fact.body.targets) && fact.body.targets.length > 0;
    return isOurs && isSound && fact.at.every(Number.isInteger) && areReferences(fact.saw)
      && typeof fact.body === "object";
  };
  return Object.entries(chains).every(([replica, entries]) =>
    /^[a-z0-9]{12}$/.test(replica) && entries.length > 0
      && entries.every((entry, place) => isEntry(entry, replica, place)));
}

// False if the browser cannot save it.
function storeDraft(fields) {
  try {
    localStorage.setItem(draftName, JSON.stringify({ version: 1, fields, answers, saved }));
    return true;
  } catch (problem) {
    return false;
  }
}

function deleteDraft() {
  deletePictures();
  saved = {};
  ownReplica = "";
  try {
    localStorage.removeItem(draftName);
  } catch (problem) {
    // Without storage, there is nothing to delete.
  }
}

// Merges a draft: the later answer of each item, and the saved facts. Both at once, or an answer of
// another window would look like a cleared one here. Returns the places of new answers.
function mergeDraft(draft) {
  const places = answers.map((_, index) => index).filter((index) => draft.answers[index].time > answers[index].time);
  for (const index of places) answers[index] = draft.answers[index];
  for (const [replica, entries] of Object.entries(draft.saved)) {
    const known = saved[replica] || [];
    if (replica !== ownReplica && entries.length > known.length) saved[replica] = entries;
  }
  return places;
}

// All entries, in the order of creation.
function savedEntries() {
  const order = ({ fact }) => [fact.at[0], fact.at[1], fact.r];
  return Object.values(saved).flat().sort((one, other) => {
    const [left, right] = [order(one), order(other)];
    const place = left.findIndex((part, index) => part !== right[index]);
    return place < 0 ? 0 : left[place] < right[place] ? -1 : 1;
  });
}

// A retraction allows no name beyond 64 bytes, and does not need one: the results have the tester.
function withTester(fact, tester) {
  if (fact.kind === "result" || fact.kind === "evidence") return { ...fact, body: { ...fact.body, tester } };
  return utf8(tester).length > 64 ? fact : { ...fact, body: { ...fact.body, by: tester } };
}

// The unchanged facts of the saved files, in the order of a bundle; null if another tester saved them.
function savedFacts(tester) {
  const entries = Object.keys(saved).sort().flatMap((replica) => saved[replica]);
  const facts = entries.map(({ fact }) => withTester(fact, tester));
  return facts.every((fact, place) => identityOf(fact) === entries[place].identity) ? facts : null;
}
