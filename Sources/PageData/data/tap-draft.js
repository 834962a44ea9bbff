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

// The subjects of participant codes. A code is in no fact, so a child with several sessions is recognized only with this
// mapping: here while the page is open, and in the tracker itself. A tablet is handed around: it keeps no code.
const subjects = new Map();

// The subject of a code: that of its first session saved on this page. Read when a session is saved, not when it begins:
// one that is deleted leaves no code here. A later session elsewhere has another subject; the tracker maps both by the code.
function subjectOf(code, own) {
  if (!subjects.has(code)) subjects.set(code, own);
  return subjects.get(code);
}

// Earlier pages of the tracker kept the mapping in the browser.
function forgetCodes() {
  const codesName = `a11y-codes-${plan.tracker}`;
  try {
    localStorage.removeItem(codesName);
  } catch (problem) {
    // Without storage, there is nothing to delete.
  }
}
