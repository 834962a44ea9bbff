// What stays on the tablet from child to child: the fields of the device and the test setup, and the sessions that ended
// and are in no file yet. Other files can write there, so everything that is read back is checked.

const setupName = `a11y-setup-${plan.page}`;
const keptName = `a11y-children-${plan.page}`;
const setupFields = ["device", "density", "basis", "os", "hold", "seat", "scale", "moderator"];

// Sessions that ended on this page and are in no file; without storage, they are here alone.
let keptSittings = [];
// Sessions that are in files already.
let filedCount = 0;
let isKeeping = true;

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch (problem) {
    return null;
  }
}

function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch (problem) {
    return false;
  }
}

// MARK: Setup

function keepSetup() {
  const fields = Object.fromEntries(setupFields.map((name) => [name, element(name).value]));
  store(setupName, { version: 1, fields, zoom: densityZoom, speak: element("speak").checked, filed: filedCount });
}

// Whether the fields of an earlier session are back.
function restoreSetup() {
  const kept = stored(setupName);
  if (kept === null || kept.version !== 1 || typeof kept.fields !== "object" || kept.fields === null) return false;
  for (const name of setupFields) if (typeof kept.fields[name] === "string") element(name).value = kept.fields[name];
  densityZoom = Number.isFinite(kept.zoom) ? kept.zoom : 0;
  element("speak").checked = kept.speak === true;
  filedCount = Number.isInteger(kept.filed) && kept.filed > 0 ? kept.filed : 0;
  return true;
}

// The setup as one line where it is complete; the fields themselves else.
function foldSetup(isWanted) {
  const isFolded = isWanted && ["device", "density", "os", "scale", "moderator"].every((name) => fieldRules[name]() === "");
  element("always").hidden = isFolded;
  element("always-closed").hidden = !isFolded;
  if (!isFolded) return;
  const shown = (id) => element(id).selectedOptions[0].textContent;
  const density = typed("density") === "" ? [] : [`${typed("density")} points per inch`];
  element("always-is").textContent =
    [shown("device"), ...density, shown("hold"), shown("seat"), `moderator ${typed("moderator")}`].join(", ");
}

// MARK: Sessions

// Another window may have kept more, or saved them all.
function readKept() {
  if (!isKeeping) return;
  const kept = stored(keptName);
  keptSittings = [];
  if (kept === null || kept.version !== 1 || !Array.isArray(kept.sittings)) return;
  const isSound = (sitting) => {
    try {
      return isSitting(sitting) && sitting.ended !== "";
    } catch (problem) {
      return false;
    }
  };
  keptSittings = kept.sittings.filter(isSound);
  for (const { code, subject } of keptSittings) subjectOf(code, subject);
}

function keepEnded(sitting) {
  readKept();
  keptSittings = [...keptSittings.filter(({ replica }) => replica !== sitting.replica), sitting];
  isKeeping = store(keptName, { version: 1, sittings: keptSittings });
}

function dropKept(areFiled = true) {
  if (areFiled) filedCount += keptSittings.length;
  keptSittings = [];
  store(keptName, null);
  keepSetup();
}

// MARK: Words

function showChild() {
  const saved = keptSittings.length + filedCount;
  const number = saved + 1 > plan.children ? `${saved + 1} (planned: ${plan.children})` : `${saved + 1} of ${plan.children}`;
  element("child-title").textContent = `Child ${number}${saved === 0 ? "" : `, ${saved} saved`}`;
}

function showKept(isAtEnd) {
  const codes = keptSittings.map(({ code }) => code).join(", ");
  const count = keptSittings.length;
  const sessions = count === 1 ? "1 session" : `${count} sessions`;
  element("kept-text").textContent = count === 0 ? "" : `Kept in this browser, in no file yet: ${sessions} (${codes}).`;
  const all = count + (isAtEnd ? 1 : 0);
  element("save-all").hidden = count === 0;
  element("delete-kept").hidden = count === 0;
  element("save-all").textContent = all === 1 ? "Save the session" : `Save all ${all} sessions in one file`;
}
