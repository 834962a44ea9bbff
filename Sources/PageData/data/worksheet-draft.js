// The draft in this browser: answers, and the facts of the files that were saved, so that the next file goes on from
// the last one. Whoever tests is no part of it: the facts are kept without their tester and with their digests, which
// tell whether the name typed at the next save is the same.

const draftName = `a11y-worksheet-${sheet.worksheet}`;

// {replica, facts: [{items, digest, fact}]}: what was saved, the same whether or not the browser keeps drafts.
let saved = { replica: "", facts: [] };

// The draft as it is kept; null where there is none or none can be kept. Other files can write to it, so nothing in it
// is taken for what it should be.
function loadDraft() {
  try {
    const draft = JSON.parse(localStorage.getItem(draftName));
    if (draft === null || draft.version !== 1 || draft.answers.length !== sheet.items.length) return null;
    const text = (value) => (typeof value === "string" ? value : "");
    const answer = ({ outcome, severity, value, note, time }) => ({
      outcome: text(outcome), severity: text(severity), value: text(value), note: text(note), time: Number(time) || 0,
    });
    return {
      answers: draft.answers.map(answer),
      fields: Object.fromEntries(["device", "os", "build"].map((name) => [name, text(draft.fields[name])])),
      saved: isChain(draft.saved) ? draft.saved : { replica: "", facts: [] },
    };
  } catch (problem) {
    return null;
  }
}

// Whether these are facts of this sheet, one after the other. That they are as they were shows at the next save.
function isChain({ replica, facts }) {
  const isItem = (index) => Number.isInteger(index) && index >= 0 && index < sheet.items.length;
  return typeof replica === "string" && facts.every(({ item, retracts, fact, digest }, place) => {
    const isOurs = fact.r === replica && fact.n === place + 1 && /^[0-9a-f]{64}$/.test(digest);
    const isSound = fact.kind === "result" ? isItem(item) : retracts.every(isItem);
    return isOurs && isSound && fact.at.every(Number.isInteger) && typeof fact.body === "object";
  });
}

// False where the browser does not keep it.
function storeDraft(fields) {
  try {
    localStorage.setItem(draftName, JSON.stringify({ version: 1, fields, answers, saved }));
    return true;
  } catch (problem) {
    return false;
  }
}

function deleteDraft() {
  try {
    localStorage.removeItem(draftName);
  } catch (problem) {
    // What cannot be kept need not be deleted.
  }
}

// Another window may have saved meanwhile: its file and ours must not give one number to two facts.
function refreshSaved() {
  const draft = loadDraft();
  if (draft && draft.saved.facts.length >= saved.facts.length) saved = draft.saved;
}

function withTester(fact, tester) {
  const whose = fact.kind === "result" ? "tester" : "by";
  return { ...fact, body: { ...fact.body, [whose]: tester } };
}

// The facts of the files that were saved, as they were; null where another tester saved them.
function savedFacts(tester) {
  const facts = saved.facts.map((entry) => withTester(entry.fact, tester));
  return facts.every((fact, place) => hex(digestOf(fact)) === saved.facts[place].digest) ? facts : null;
}
