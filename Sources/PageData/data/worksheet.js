// The worksheet: keeps drafts while it is filled in, and saves the answers as a bundle.

const fieldNames = ["device", "os", "build"];
const fileStem = `worksheet-${sheet.worksheet.slice(0, 8)}.a11y`;
let fileName = `${fileStem}.json`;
let file = "";
let keepsDrafts = true;

// MARK: Status

let progressTimer = 0;

function progressWords() {
  return `${answeredCount()} of ${sheet.items.length} answered.${progressOfAll()}`;
}

// Announced after a pause: a count at every key would interrupt the screen reader.
function tellProgress() {
  clearTimeout(progressTimer);
  progressTimer = setTimeout(() => {
    element("progress").textContent = progressWords();
  }, 1200);
}

function showMarks() {
  standing().forEach((before, index) => {
    const now = meaning(answers[index]);
    const { mark } = controls[index];
    if (isSaved(before, index)) mark.textContent = now === "" ? "" : "Saved";
    else if (before.meaning === "") mark.textContent = keptWords(answers[index].time);
    else mark.textContent = now === "" ? "Cleared since last save" : "Changed since last save";
  });
  showKeptAll();
  showSame();
}

function isSaved(before, index) {
  return meaning(answers[index]) === before.meaning && hasSavedPictures(before, answers[index]);
}

function isUnsaved() {
  return !standing().every(isSaved);
}

function fields() {
  return Object.fromEntries(fieldNames.map((name) => [name, element(name).value]));
}

// MARK: Drafts

let draftTimer = 0;

function keepSoon() {
  clearTimeout(draftTimer);
  draftTimer = setTimeout(keep, 300);
}

// Pictures come later than their answers.
function showLoaded(places) {
  const pictured = places.filter((index) => answers[index].pictures.length > 0);
  if (pictured.length > 0) loadPictures().then(() => pictured.forEach(showPictures));
}

// The draft that another window of this worksheet has kept.
function hear() {
  const draft = loadDraft();
  const places = draft ? mergeDraft(draft) : [];
  for (const index of places) showAnswer(index);
  showLoaded(places);
}

function keep() {
  clearTimeout(draftTimer);
  draftTimer = 0;
  hear();
  keepsDrafts = storeDraft(fields());
  element("draft-kept").hidden = !keepsDrafts;
  element("draft-lost").hidden = keepsDrafts;
  showMarks();
}

function restore() {
  const draft = loadDraft();
  if (!draft) return;
  mergeDraft(draft);
  for (const name of fieldNames) element(name).value = draft.fields[name];
  element("progress").textContent = `${progressWords()} Draft restored.`;
}

// MARK: Saving

// Shows why the sheet cannot be saved and moves there; false if it can.
function isStopped(message) {
  const first = answers.findIndex((_, index) => valueProblemOf(index) !== "");
  if (first >= 0) {
    const count = answers.filter((_, index) => valueProblemOf(index) !== "").length;
    answers.forEach((_, index) => showProblem(index, true));
    message.textContent = `Not saved: ${count === 1 ? "a value" : `${count} values`} cannot be read.`;
    controls[first].value.focus();
    return true;
  }
  const elsewhere = elsewhereOf(element("device").value);
  if (elsewhere !== null) {
    message.textContent = `Not saved: ${elsewhere.why}. Correct the device, or clear the answers under ${elsewhere.condition}.`;
    element("device").focus();
    return true;
  }
  const tester = cleanLine(element("tester").value);
  hear();
  let problem = "";
  if (tester === "") problem = "Your tester code is missing.";
  else if (savedFacts(tester) === null) {
    problem = "Earlier answers of this worksheet have another tester code. Use that code, or delete the draft "
      + "to start again.";
  }
  element("tester-problem").textContent = problem;
  element("tester-problem").hidden = problem === "";
  if (problem === "") {
    element("tester").removeAttribute("aria-invalid");
    return false;
  }
  element("tester").setAttribute("aria-invalid", "true");
  message.textContent = `Not saved: ${problem}`;
  element("tester").focus();
  return true;
}

async function save(way = handOver) {
  const message = element("saved");
  if (isStopped(message)) return;
  const tester = cleanLine(element("tester").value);
  const surroundings = Object.fromEntries(fieldNames.map((name) => [name, cleanLine(element(name).value)]));
  const count = addFacts(tester, surroundings);
  if (savedEntries().length === 0) {
    message.textContent = "No answers to save yet.";
    return;
  }
  // First kept, then saved: if the file is lost, the next file contains the same answers.
  keep();
  showMarks();
  await makeFile(tester);
  element("file-ways").hidden = false;
  element("no-file").hidden = true;
  element("other-ways").hidden = false;
  element("share").hidden = !canShare(file, fileName);
  element("copy").hidden = !canCopy() || typeof file !== "string";
  element("show").hidden = typeof file !== "string";
  const open = answers.filter((answer) => answer.outcome === "" && cleanNote(answer.note + answer.value) !== "").length;
  const remark = open > 0 ? ` ${open === 1 ? "1 item has" : `${open} items have`} a note or value but no answer.` : "";
  const told = count === 0 ? "No changes since the last saved file." : `Saved: ${changes(count)}.`;
  message.textContent = `${told} ${await way(file, fileName)}${remark}`;
}

// With pictures, the file is an archive of the bundle and its evidence.
async function makeFile(tester) {
  const evidence = standingEvidence();
  const bundle = bundleText(sheet.tracker, sheet.worksheet, savedFacts(tester), {}, evidence);
  await loadPictures();
  const pictures = evidence.filter(([sha256]) => pictureBytes.has(sha256)).map(([sha256]) => (
    { name: `${fileStem}.evidence/${sha256.slice(0, 2)}/${sha256}`, bytes: pictureBytes.get(sha256) }));
  fileName = `${fileStem}.${pictures.length > 0 ? "zip" : "json"}`;
  file = pictures.length > 0 ? archiveOf([{ name: `${fileStem}.json`, bytes: utf8(bundle) }, ...pictures]) : bundle;
}

function changes(count) {
  return count === 1 ? "1 change" : `${count} changes`;
}

// MARK: Input

function changed(index) {
  const isFirst = answers[index].outcome === "";
  answers[index] = readAnswer(index);
  if (isFirst && answers[index].outcome !== "") foldSteps(index);
  element("saved").textContent = "";
  element("other-ways").hidden = true;
  showParts(index);
  showProblem(index, false);
  showMarks();
  tellProgress();
  keepSoon();
}

function indexOf(target) {
  const item = target.closest("[data-item]");
  return item ? Number(item.dataset.item) : -1;
}

function listen() {
  document.addEventListener("input", (event) => {
    const index = indexOf(event.target);
    if (event.target.type === "file") return;
    if (index >= 0) changed(index); else if (fieldNames.includes(event.target.id)) keepSoon();
  });
  document.addEventListener("change", (event) => {
    const index = indexOf(event.target);
    if (event.target.type === "file") {
      addPictures(index, Array.from(event.target.files));
      event.target.value = "";
    } else if (index >= 0) showProblem(index, true);
  });
  document.addEventListener("click", (event) => {
    const index = indexOf(event.target);
    if (event.target.matches(".same")) answerSame(index);
    if (event.target.matches(".remove")) removePicture(index, event.target.dataset.sha256);
    if (!event.target.matches(".clear")) return;
    const { radios } = controls[index];
    for (const radio of radios) radio.checked = false;
    changed(index);
    // The button disappears; focus stays with the item.
    firstOf(radios).focus();
  });
  document.addEventListener("keydown", (event) => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
    if (!isSave) return;
    event.preventDefault();
    save();
  });
  element("save").addEventListener("click", () => save());
  element("share-now").addEventListener("click", () => save(shareOver));
  listenToBar();
  element("share").addEventListener("click", () => share(file, fileName).catch(() => {}));
  element("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(file);
      element("saved").textContent = "The file contents are on the clipboard.";
    } catch (problem) {
      showText(file);
    }
  });
  element("show").addEventListener("click", () => showText(file));
  element("delete").addEventListener("click", () => {
    const question = "Delete these answers from this browser? Saved files are kept. This cannot be undone.";
    if (!window.confirm(question)) return;
    clearTimeout(draftTimer);
    draftTimer = 0;
    deleteDraft();
    answers = answers.map(() => ({ ...emptyAnswer }));
    answers.forEach((_, index) => showAnswer(index));
    element("saved").textContent = "";
    element("other-ways").hidden = true;
    showMarks();
    element("deleted").textContent = "Deleted the draft.";
    tellProgress();
  });
  window.addEventListener("storage", (event) => {
    if (sheet.parts.some(({ worksheet }) => event.key === `a11y-worksheet-${worksheet}`)) tellProgress();
    if (event.key !== draftName) return;
    hear();
    showMarks();
    tellProgress();
  });
  window.addEventListener("pagehide", () => { if (draftTimer !== 0) keep(); });
  window.addEventListener("beforeunload", (event) => {
    if (draftTimer !== 0) keep();
    if (isUnsaved()) event.preventDefault();
  });
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll(".how")) details.open = true;
  });
}

restore();
progressOfAll();
answers.forEach((_, index) => showAnswer(index));
foldAnswered();
showMarks();
listen();
element("share-now").hidden = !canShare("{}", fileName);
showLoaded(answers.map((_, index) => index));
for (const part of document.querySelectorAll(".live")) part.hidden = false;
