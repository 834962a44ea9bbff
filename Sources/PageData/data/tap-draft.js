// The current session, kept in this browser until it is saved as a file. Data that is read back is always checked,
// because other files can write there.

const draftName = `a11y-tap-${plan.page}`;
const codeForm = /^[BCDFGHJKMNPQRTVWX23479]{6}$/;

// False if the browser cannot save data.
function storeDraft(sitting) {
  try {
    localStorage.setItem(draftName, JSON.stringify({ version: 1, sitting }));
    return true;
  } catch (problem) {
    return false;
  }
}

function deleteDraft() {
  try {
    localStorage.removeItem(draftName);
  } catch (problem) {
    // Without storage, there is nothing to delete.
  }
}

// The unsaved session; null without one.
function loadDraft() {
  try {
    const { version, sitting } = JSON.parse(localStorage.getItem(draftName));
    return version === 1 && isSitting(sitting) ? sitting : null;
  } catch (problem) {
    return null;
  }
}

function isSitting(sitting) {
  const isCount = (value) => Number.isInteger(value) && value >= 0;
  const isItem = (item) => ["practice", "scored"].includes(item.kind) && isCount(item.slot) && item.slot < 10000;
  const isTrial = ({ body, contacts, item, salts }) => typeof body === "object" && Array.isArray(contacts)
    && isItem(item) && isDigits(salts.trial) && isDigits(salts.contact);
  const isRemark = ({ topic, code, salt }) => ["frustration", "size"].includes(topic) && typeof code === "string"
    && isDigits(salt);
  const areSalts = ({ session, frustration, size, end }) => [session, frustration, end, ...size].every(isDigits)
    && size.length === boxes("said").length;
  return codeForm.test(sitting.code) && isDigits(sitting.subject) && areSalts(sitting.salts)
    && isCount(sitting.session.seed) && sitting.session.plan === plan.plan
    && Number.isFinite(sitting.scale) && sitting.scale > 0 && isCount(sitting.time)
    && /^[0-9a-hjkmnp-z]{12}$/.test(sitting.replica) && isCount(sitting.clock)
    && typeof sitting.ended === "string" && typeof sitting.hand === "string"
    && Array.isArray(sitting.breaks) && sitting.trials.every(isTrial) && sitting.queue.every(isItem)
    && sitting.remarks.every(isRemark) && (sitting.running === null || isItem(sitting.running.item));
}

// MARK: Codes

// The subject of a participant code. The code itself is in no fact, so a child with several sessions is recognized only
// with this mapping: here for every page of the tracker, and in the tracker itself.
const codesName = `a11y-codes-${plan.tracker}`;

function loadCodes() {
  try {
    const isSound = ([code, subject]) => codeForm.test(code) && isDigits(subject);
    return Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem(codesName))).filter(isSound));
  } catch (problem) {
    return {};
  }
}

// The subject of a code: that of its first session saved in this browser. Read when a session is saved,
// not when it begins: one that is deleted leaves no code here.
function subjectOf(code, own) {
  const codes = loadCodes();
  if (codes[code]) return codes[code];
  try {
    localStorage.setItem(codesName, JSON.stringify({ ...codes, [code]: own }));
  } catch (problem) {
    // Then a later session of the child has another subject; the tracker maps both by the code.
  }
  return own;
}
