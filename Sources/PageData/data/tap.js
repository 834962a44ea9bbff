// The screens of the tap page: setup, the stage with its panels, and the end for the adult.

let held = null;
let keepsDrafts = true;
let file = "";
// The code of the one child of the file; empty for one of all.
let fileOf = "";

function show(screen) {
  for (const name of ["setup", "stage", "end"]) element(name).hidden = name !== screen;
  readKept();
  const isAtEnd = screen === "end";
  element("send").hidden = screen === "stage" || (!isAtEnd && keptSittings.length === 0 && file === "");
  element("of-session").hidden = !isAtEnd;
  showKept(isAtEnd && file === "");
  showChild();
  document.body.classList.toggle("playing", screen === "stage");
  window.scrollTo(0, 0);
}

function keepSitting() {
  keepsDrafts = storeDraft(held);
  element("draft-kept").hidden = !keepsDrafts;
  element("draft-lost").hidden = keepsDrafts;
}

// MARK: Panels over the stage

const panels = {
  ready: ["Ready?", "", "Begin"],
  practice: ["Short break", "Practice is over. Scoring starts now.", "Continue"],
  half: ["Short break", "Halfway there.", "Continue"],
  paused: ["Paused", "", "Continue"],
  finished: ["All done. Thank you!", "", "Hand back"],
};
let panel = "";

// The child holds the device: what is for the adult comes once it was handed back, unless the adult has it already.
function openPanel(name, text = "", isAdult = false) {
  panel = name;
  const [title, standard, button] = panels[name];
  element("panel-title").textContent = title;
  element("panel-text").textContent = text || standard;
  element("go-on").textContent = button;
  element("frustration").value = "";
  element("severity").value = "1";
  showAdult(isAdult);
  if (!element("panel").open) element("panel").showModal();
  element("go-on").focus();
}

function showAdult(isAdult) {
  const isPause = panel !== "ready" && panel !== "finished";
  element("panel-text").hidden = !isAdult;
  element("noted").hidden = !isAdult || !isPause;
  element("ending").hidden = !isAdult || panel === "finished";
  element("hand-back").hidden = isAdult || panel === "finished";
}

function closePanel() {
  panel = "";
  element("panel").close();
}

function takeNoted(code, severity, salt = randomDigits()) {
  if (element(code).value === "") return;
  const frustration = element(code).value;
  const remark = {
    topic: "frustration", code: frustration, severity: frustration === "none" ? 0 : Number(element(severity).value),
    salt,
  };
  if (held.trials.length > 0) remark.trial = held.trials.length;
  held.remarks.push(remark);
  element(code).value = "";
}

async function goOn() {
  if (panel === "finished") {
    closePanel();
    showEnd();
    return;
  }
  if (orientationNow() !== held.session.orientation) {
    element("panel-text").hidden = false;
    element("panel-text").textContent =
      `This session started in ${held.session.orientation}. Rotate the screen back to continue, or stop here.`;
    return;
  }
  if (!clusterOn({ width: innerWidth, height: innerHeight }, held.scale)) {
    element("panel-text").hidden = false;
    element("panel-text").textContent = "The target does not fit on the current screen.";
    return;
  }
  takeNoted("frustration", "severity");
  keepSitting();
  closePanel();
  // So that a key stops at once; for a finger the focus is invisible.
  element("stop").focus();
  await fillScreen();
  play(held, {
    breakDue: (name) => { keepSitting(); openPanel(name); },
    finished: () => { held.ended = "complete"; keepSitting(); openPanel("finished"); },
    interrupted: (reason) => {
      keepSitting();
      openPanel("paused", `${reason} The interrupted tap does not count and is repeated.`.trim());
    },
  });
}

// Full screen, if the browser supports it; the stage is measured after its size has settled.
async function fillScreen() {
  try {
    if (!document.fullscreenElement) await document.documentElement.requestFullscreen({ navigationUI: "hide" });
  } catch (problem) {
    // Then the window is used.
  }
  await new Promise((done) => { setTimeout(done, 300); });
}

function endNow() {
  takeNoted("frustration", "severity");
  held.ended = element("end-code").value;
  closePanel();
  showEnd();
}

// MARK: The end

function showEnd() {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  keepSitting();
  clearFile();
  show("end");
  const counts = tally(held);
  element("end-who").textContent = held.code;
  for (const [name, count] of Object.entries(counts)) element(`count-${name}`).textContent = String(count);
  element("ended").value = held.ended;
  for (const box of boxes("said")) box.checked = false;
  lockEnd(false);
  element("of-one").hidden = false;
  element("next-child").textContent = "Keep and next child";
  element("end-title").focus();
}

function clearFile() {
  element("saved").textContent = "";
  element("file-ways").hidden = true;
  element("file-text-row").hidden = true;
  file = "";
}

function lockEnd(isLocked) {
  for (const id of ["ended", "frustration-end", "severity-end"]) element(id).disabled = isLocked;
  for (const box of boxes("said")) box.disabled = isLocked;
}

// A file of one child has the code in its name, as on the consent form.
function fileName() {
  return `tap-${plan.page.slice(0, 8)}${fileOf === "" ? "" : `-${fileOf}`}.a11y.json`;
}

// What the adult enters after the session.
function takeEnd() {
  takeNoted("frustration-end", "severity-end", held.salts.frustration);
  boxes("said").forEach(({ checked, value }, place) => {
    if (checked) held.remarks.push({ topic: "size", code: value, salt: held.salts.size[place] });
  });
  held.ended = element("ended").value;
}

// The file of some sessions. Only its header has the codes of the subjects: the tracker stores and never outputs them.
function fileText(sittings) {
  const codes = {};
  const facts = sittings.slice().sort((one, other) => (one.replica < other.replica ? -1 : 1)).flatMap((sitting) => {
    const subject = subjectOf(sitting.code, sitting.subject);
    codes[subject] = sitting.code;
    return sittingFacts(sitting, subject);
  });
  return bundleText(plan.tracker, plan.page, facts, { codes });
}

async function handFile(isOne) {
  element("file-ways").hidden = false;
  element("share").hidden = !canShare(file, fileName());
  element("copy").hidden = !canCopy();
  const said = await handOver(file, fileName());
  const whose = isOne ? "the session" : "these sessions";
  element("saved").textContent = `${said} This browser no longer keeps ${whose}. While this page is open, `
    + "you can save the same file again.";
}

// The session that has just ended, in a file of its own.
async function save() {
  if (file === "") {
    takeEnd();
    fileOf = held.code;
    file = fileText([held]);
    lockEnd(true);
    filedCount += 1;
    keepSetup();
  }
  showKept(false);
  element("next-child").textContent = "Next child";
  await handFile(true);
  deleteDraft();
}

// All sessions that this browser keeps, and the one that has just ended, in one file.
async function saveAll() {
  if (!element("end").hidden && file === "") {
    takeEnd();
    lockEnd(true);
    keepEnded(held);
    deleteDraft();
  }
  readKept();
  if (keptSittings.length > 0) {
    fileOf = "";
    file = fileText(keptSittings);
  }
  element("of-one").hidden = true;
  element("next-child").textContent = "Next child";
  await handFile(false);
  dropKept();
  element("kept-text").textContent = "";
  element("delete-kept").hidden = true;
}

// The session stays in this browser for the file of all.
function keepAndGoOn() {
  if (file === "") {
    takeEnd();
    held.subject = subjectOf(held.code, held.subject);
    keepEnded(held);
  }
  forget("");
}

function forget(message) {
  deleteDraft();
  held = null;
  clearFile();
  nextChild();
  foldSetup(true);
  show("setup");
  element("left").hidden = true;
  element("start-message").textContent = message;
  element("child-title").focus();
}

// MARK: Unsaved session

function showLeft() {
  const left = loadDraft();
  element("left").hidden = left === null;
  if (!left) return;
  held = left;
  if (held.running) {
    // The page was closed during a trial; the place of its target is unknown.
    const target = { x: 0, y: 0, width: plan.width, height: plan.height };
    const scene = { width: 0, height: 0, shown: 0, target, neighbours: [] };
    const cut = { item: held.running.item, scene, contacts: [] };
    const done = trialOf(cut, "interrupted", held.trials.length + 1, held.hand, held.speaks === true);
    delete done.body.centre;
    delete done.body.edge;
    held.clock += 1000;
    startedAt = performance.now() - held.clock;
    finishTrial(held, done, held.running.item);
    held.running = null;
    keepSitting();
  }
  const scored = held.trials.filter(({ body }) => body.kind === "scored" && body.outcome !== "interrupted").length;
  element("left-text").textContent =
    `Participant ${held.code}: ${scored} of ${plan.taps} scored taps recorded, no file saved.`;
  element("left-go-on").hidden = held.queue.length === 0 || held.ended !== "";
}

function listen() {
  element("go-on").addEventListener("click", goOn);
  element("end-now").addEventListener("click", endNow);
  // Only the buttons close a panel.
  element("panel").addEventListener("cancel", (event) => event.preventDefault());
  element("panel").addEventListener("close", () => { if (panel !== "") element("panel").showModal(); });
  element("save").addEventListener("click", save);
  element("share").addEventListener("click", () => share(file, fileName()).catch(() => {}));
  element("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(file);
      element("saved").textContent = "The file contents are on the clipboard.";
    } catch (problem) {
      showText(file);
    }
  });
  element("show").addEventListener("click", () => showText(file));
  const isSure = () => window.confirm("Delete this session? Unsaved data is lost. This cannot be undone.");
  element("delete").addEventListener("click", () => { if (isSure()) forget("Deleted the session."); });
  element("left-delete").addEventListener("click", () => { if (isSure()) forget("Deleted the session."); });
  element("save-all").addEventListener("click", saveAll);
  element("delete-kept").addEventListener("click", () => {
    if (!window.confirm("Delete all sessions that this browser keeps? They are in no file. This cannot be undone.")) return;
    dropKept(false);
    show(element("end").hidden ? "setup" : "end");
    element("start-message").textContent = "Deleted the kept sessions.";
  });
  element("next-child").addEventListener("click", keepAndGoOn);
  element("hand-back").addEventListener("click", () => {
    showAdult(true);
    element("go-on").focus();
  });
  element("left-go-on").addEventListener("click", () => {
    element("left").hidden = true;
    show("stage");
    openPanel("paused", "The session continues where it stopped.", true);
  });
  element("left-end").addEventListener("click", () => {
    element("left").hidden = true;
    if (held.ended === "") held.ended = "technical";
    showEnd();
  });
  window.addEventListener("beforeunload", (event) => {
    if ((held && file === "" && !keepsDrafts) || (keptSittings.length > 0 && !isKeeping)) event.preventDefault();
  });
}

listenToSetup((sitting) => {
  if (loadDraft()) {
    element("start-message").textContent = "Not started: another session is unsaved. Save or delete it first.";
    showLeft();
    element("left-end").focus();
    return;
  }
  held = sitting;
  keepSetup();
  keepSitting();
  clearFile();
  show("stage");
  const practice = plan.practice === 0 ? "" : ` Practice taps first: ${plan.practice}.`;
  openPanel("ready", `Hand the device to the child.${practice} Read out the target on the screen, and do not point. `
    + "To stop, hold the control in the corner for 1 second, or press Escape.", true);
});
listenToStage();
listen();
for (const part of document.querySelectorAll(".live")) part.hidden = false;
show("setup");
forgetCodes();
showLeft();
