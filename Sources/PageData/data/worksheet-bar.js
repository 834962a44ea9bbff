// The bar at the foot of the screen, and ways to answer faster: moving between items, single keys, one answer for many
// items, and steps that fold once they are known.

const element = (id) => document.getElementById(id);
const cards = Array.from(document.querySelectorAll(".item"));
const outcomeKeys = { p: "pass", f: "fail", n: "na", c: "cant-tell" };
const keysName = "a11y-worksheet-keys";
// The item that last had the focus; -1 before any had.
let lastItem = -1;

// MARK: What is kept

function clock(time) {
  const two = (number) => String(number).padStart(2, "0");
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function keptWords(time) {
  return keepsDrafts ? `Kept in this browser ${clock(time)}` : "Not kept. Save before you close this page.";
}

// What the browser or the last file has of all answers.
function showKeptAll() {
  const times = answers.map(({ time }) => time);
  const last = Math.max(0, ...times);
  const files = savedEntries().map(({ fact }) => fact.at[0]);
  if (answeredCount() === 0 && files.length === 0) element("kept").textContent = "";
  else element("kept").textContent = isUnsaved() ? keptWords(last) : `Saved ${clock(Math.max(...files))}`;
}

// MARK: Parts

// The answers that this browser keeps of another part.
function answeredIn(worksheet) {
  try {
    const kept = JSON.parse(localStorage.getItem(`a11y-worksheet-${worksheet}`)).answers;
    return kept.filter(({ outcome }) => typeof outcome === "string" && outcome !== "").length;
  } catch (problem) {
    return 0;
  }
}

// Empty where this is the only part.
function progressOfAll() {
  if (sheet.parts.length < 2) return "";
  const counts = sheet.parts.map(({ worksheet }) => (worksheet === sheet.worksheet ? answeredCount() : answeredIn(worksheet)));
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  counts.forEach((count, place) => {
    element(`part-${place}`).textContent = `${count} of ${sheet.parts[place].items} answered`;
  });
  const text = `${sum(counts)} of ${sum(sheet.parts.map(({ items }) => items))} in all parts.`;
  element("in-all").textContent = text;
  return ` ${text}`;
}

// MARK: Moving

function isInView(card) {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

// The item that a reader is at: the one that had the focus, unless it was scrolled away. `isLast` tells which.
function place() {
  if (lastItem >= 0 && isInView(cards[lastItem])) return { index: lastItem, isLast: true };
  const index = cards.findIndex((card) => card.getBoundingClientRect().bottom > 80);
  return { index: index < 0 ? cards.length - 1 : index, isLast: false };
}

// Its beginning is at the top where there is room, so that what is asked is read before it is answered.
function moveTo(index) {
  const { radios } = controls[index];
  cards[index].scrollIntoView({ block: "start" });
  (radios.find((radio) => radio.checked) || firstOf(radios)).focus();
}

// A pass is not always to be had.
function firstOf(radios) {
  return radios.find(({ disabled }) => !disabled);
}

function moveToNext() {
  const { index, isLast } = place();
  const order = answers.map((_, step) => (index + step + (isLast ? 1 : 0)) % answers.length);
  const next = order.find((one) => answers[one].outcome === "");
  if (next !== undefined) moveTo(next); else element("progress").textContent = `All ${sheet.items.length} answered.`;
}

function moveBack() {
  moveTo(Math.max(0, place().index - 1));
}

// MARK: Many items

function openOfCheck(index) {
  const { check } = sheet.items[index];
  return answers.map((_, other) => other)
    .filter((other) => other !== index && sheet.items[other].check === check && answers[other].outcome === ""
      && !(answers[index].outcome === "pass" && sheet.items[other].noPass));
}

function showSame() {
  const [open, passing] = [new Map(), new Map()];
  answers.forEach(({ outcome }, index) => {
    const { check, noPass } = sheet.items[index];
    if (outcome !== "") return;
    open.set(check, (open.get(check) || 0) + 1);
    if (!noPass) passing.set(check, (passing.get(check) || 0) + 1);
  });
  answers.forEach(({ outcome }, index) => {
    const { same } = controls[index];
    const count = outcome === "" ? 0 : (outcome === "pass" ? passing : open).get(sheet.items[index].check) || 0;
    same.hidden = count === 0;
    same.textContent = `Same answer for the rest of this check (${count})`;
  });
}

// Copies the outcome, the severity, and the note of an item to those without an answer. Values and pictures are of
// one item alone.
function answerSame(index) {
  const others = openOfCheck(index);
  const { outcome, severity, note } = answers[index];
  const { nextSibling } = controls[index].radios.find((radio) => radio.value === outcome);
  const items = others.length === 1 ? "1 more item" : `${others.length} more items`;
  if (!window.confirm(`Answer ${nextSibling.data.trim()} for ${items} of this check, under all settings?`)) return;
  for (const other of others) {
    answers[other] = { ...answers[other], outcome, severity, note: answers[other].note || note, time: Date.now() };
    showAnswer(other);
  }
  showMarks();
  tellProgress();
  keepSoon();
  // The button disappears; focus stays with the item.
  controls[index].radios.find((radio) => radio.checked).focus();
}

// Once an item of a check is answered, its steps are known: they fold at the other items. What is on the screen stays
// where it is.
function foldSteps(index) {
  const { check } = sheet.items[index];
  const card = cards[index];
  const before = card.getBoundingClientRect().top;
  const { scrollY } = window;
  for (const how of document.querySelectorAll(".how[open]")) {
    if (how.dataset.check === check && !card.contains(how)) how.open = false;
  }
  // A page that was scrolled by the next frame stays there: the browser itself holds the place, or the reader went on.
  requestAnimationFrame(() => {
    if (window.scrollY === scrollY) window.scrollBy(0, card.getBoundingClientRect().top - before);
  });
}

// The steps of all checks that have an answer already.
function foldAnswered() {
  const known = new Set(sheet.items.filter((_, index) => answers[index].outcome !== "").map(({ check }) => check));
  for (const how of document.querySelectorAll(".how[open]")) if (known.has(how.dataset.check)) how.open = false;
}

// MARK: Keys

// Off for those whose speech or switch control types letters (WCAG 2.1.4).
function restoreKeys() {
  try {
    element("keys").checked = localStorage.getItem(keysName) !== "off";
  } catch (problem) {
    // Without storage, the keys are on.
  }
}

function keepKeys() {
  try {
    if (element("keys").checked) localStorage.removeItem(keysName); else localStorage.setItem(keysName, "off");
  } catch (problem) {
    // Without storage, the choice is that of this page.
  }
}

function answerByKey(event) {
  const outcome = outcomeKeys[event.key.toLowerCase()];
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.isComposing;
  // What cannot be turned off, since its setting is not shown, is off.
  if (outcome === undefined || !isPlain || !element("keys").checked || !element("keys").checkVisibility()) return;
  if (event.target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return;
  if (lastItem < 0 || !isInView(cards[lastItem])) return;
  event.preventDefault();
  const radio = controls[lastItem].radios.find(({ value }) => value === outcome);
  radio.focus();
  if (radio.disabled) return;
  radio.checked = true;
  changed(lastItem);
}

// MARK: Listening

function listenToBar() {
  document.addEventListener("focusin", ({ target }) => {
    const index = indexOf(target);
    if (index >= 0) lastItem = index;
  });
  document.addEventListener("keydown", answerByKey);
  element("keys").addEventListener("change", keepKeys);
  element("previous").addEventListener("click", moveBack);
  element("next").addEventListener("click", moveToNext);
  restoreKeys();
  // What has the focus is not behind the bar, and the end of the page is not below it.
  new ResizeObserver(() => {
    const isFixed = getComputedStyle(element("bar")).position === "fixed";
    const room = isFixed ? `${element("bar").offsetHeight + 12}px` : "";
    document.documentElement.style.scrollPaddingBottom = room;
    document.body.style.paddingBottom = room;
  }).observe(element("bar"));
}
