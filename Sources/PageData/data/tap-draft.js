// The session that is being held, in this browser, until it is saved as a file. What is read back is taken for nothing
// that it should be: other files can write there.

const draftName = `a11y-tap-${plan.page}`;

// False where the browser keeps nothing.
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
    // What cannot be kept need not be deleted.
  }
}

// The session that was left, null where there is none.
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
  const isTrial = (trial) => typeof trial.body === "object" && Array.isArray(trial.contacts) && isItem(trial.item);
  const isRemark = (remark) => ["frustration", "size"].includes(remark.topic) && typeof remark.code === "string";
  return /^[BCDFGHJKMNPQRTVWX23479]{6}$/.test(sitting.session.participant) && isCount(sitting.session.seed)
    && sitting.session.plan === plan.plan && Number.isFinite(sitting.scale) && sitting.scale > 0
    && isCount(sitting.time) && /^[0-9a-hjkmnp-z]{12}$/.test(sitting.replica) && isCount(sitting.clock)
    && typeof sitting.ended === "string" && typeof sitting.hand === "string"
    && Array.isArray(sitting.breaks) && sitting.trials.every(isTrial) && sitting.queue.every(isItem)
    && sitting.remarks.every(isRemark) && (sitting.running === null || isItem(sitting.running.item));
}
