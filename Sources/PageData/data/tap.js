// The screens of the tap page: set up, the stage with its panels, and the end for the adult.

let held = null;
let keepsDrafts = true;
let file = "";

function show(screen) {
  for (const name of ["setup", "stage", "end"]) element(name).hidden = name !== screen;
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
  practice: ["A short break", "That was the practice. From now on it counts.", "Go on"],
  half: ["A short break", "Half is done.", "Go on"],
  paused: ["Paused", "", "Go on"],
  finished: ["That was all. Thank you!", "", "To the end, for the adult"],
};
let panel = "";

function openPanel(name, text = "") {
  panel = name;
  const [title, standard, button] = panels[name];
  element("panel-title").textContent = title;
  element("panel-text").textContent = text || standard;
  element("go-on").textContent = button;
  element("noted").hidden = name === "ready" || name === "finished";
  element("ending").hidden = name === "finished";
  element("frustration").value = "";
  element("severity").value = "1";
  if (!element("panel").open) element("panel").showModal();
  element("go-on").focus();
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
    element("panel-text").textContent =
      `This session was begun in ${held.session.orientation}. Turn the screen back to go on, or stop here.`;
    return;
  }
  if (!clusterOn({ width: innerWidth, height: innerHeight }, held.scale)) {
    element("panel-text").textContent = "The target does not fit on the screen as it is now.";
    return;
  }
  takeNoted("frustration", "severity");
  keepSitting();
  closePanel();
  // So that a key stops at once; a finger does not see that it has the focus.
  element("stop").focus();
  await fillScreen();
  play(held, {
    breakDue: (name) => { keepSitting(); openPanel(name); },
    finished: () => { held.ended = "complete"; keepSitting(); openPanel("finished"); },
    interrupted: (reason) => {
      keepSitting();
      openPanel("paused", `${reason} A tap that was asked for does not count and comes again.`.trim());
    },
  });
}

// The whole screen, where the browser gives it; the stage is measured once its size has settled.
async function fillScreen() {
  try {
    if (!document.fullscreenElement) await document.documentElement.requestFullscreen({ navigationUI: "hide" });
  } catch (problem) {
    // Then within the window.
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
  show("end");
  const counts = tally(held);
  element("end-who").textContent = held.code;
  for (const [name, count] of Object.entries(counts)) element(`count-${name}`).textContent = String(count);
  element("ended").value = held.ended;
  for (const box of boxes("said")) box.checked = false;
  lockEnd(false);
  element("saved").textContent = "";
  element("file-ways").hidden = true;
  element("file-text-row").hidden = true;
  file = "";
  element("end-title").focus();
}

function lockEnd(isLocked) {
  for (const id of ["ended", "frustration-end", "severity-end"]) element(id).disabled = isLocked;
  for (const box of boxes("said")) box.disabled = isLocked;
}

function fileName() {
  return `tap-${plan.page.slice(0, 8)}-${held.code}.a11y.json`;
}

// What the adult says once the session is over.
function takeEnd() {
  takeNoted("frustration-end", "severity-end", held.salts.frustration);
  boxes("said").forEach(({ checked, value }, place) => {
    if (checked) held.remarks.push({ topic: "size", code: value, salt: held.salts.size[place] });
  });
  held.ended = element("ended").value;
}

// The file of the session. Its header alone says whose code the subject is: the tracker learns that, and tells nobody.
function sessionFile() {
  const subject = subjectOf(held.code, held.subject);
  return bundleText(plan.tracker, plan.page, sittingFacts(held, subject), { codes: { [subject]: held.code } });
}

async function save() {
  if (file === "") {
    takeEnd();
    file = sessionFile();
    lockEnd(true);
  }
  element("file-ways").hidden = false;
  element("share").hidden = !canShare(file, fileName());
  element("copy").hidden = !canCopy();
  const said = await handOver(file, fileName());
  deleteDraft();
  const kept = keepsDrafts ? ", only the child’s code with a number for it" : "";
  element("saved").textContent = `${said} The session is no longer kept in this browser${kept}. As long as this page `
    + "is open, the same file can be saved again.";
}

function forget(message) {
  deleteDraft();
  held = null;
  file = "";
  nextChild();
  show("setup");
  element("left").hidden = true;
  element("start-message").textContent = message;
  element("child-title").focus();
}

// MARK: A session that was left

function showLeft() {
  const left = loadDraft();
  element("left").hidden = left === null;
  if (!left) return;
  held = left;
  if (held.running) {
    // The page was closed in the middle of it; where its target stood is not known any more.
    const target = { x: 0, y: 0, width: plan.width, height: plan.height };
    const scene = { width: 0, height: 0, shown: 0, target, neighbours: [] };
    const cut = { item: held.running.item, scene, contacts: [] };
    const done = trialOf(cut, "interrupted", held.trials.length + 1, held.hand);
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
    `Child ${held.code}: ${scored} of ${plan.taps} counted taps were held, and no file was saved.`;
  element("left-go-on").hidden = held.queue.length === 0 || held.ended !== "";
}

function listen() {
  element("go-on").addEventListener("click", goOn);
  element("end-now").addEventListener("click", endNow);
  // Only its buttons close a panel.
  element("panel").addEventListener("cancel", (event) => event.preventDefault());
  element("panel").addEventListener("close", () => { if (panel !== "") element("panel").showModal(); });
  element("save").addEventListener("click", save);
  element("share").addEventListener("click", () => share(file, fileName()).catch(() => {}));
  element("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(file);
      element("saved").textContent = "The text of the file is on the clipboard.";
    } catch (problem) {
      showText(file);
    }
  });
  element("show").addEventListener("click", () => showText(file));
  const isSure = () => window.confirm("Delete this session from this browser? What was not saved as a file is gone.");
  element("delete").addEventListener("click", () => { if (isSure()) forget("The session is deleted."); });
  element("left-delete").addEventListener("click", () => { if (isSure()) forget("The session is deleted."); });
  element("next-child").addEventListener("click", () => {
    const isSaved = file !== "";
    if (isSaved || isSure()) forget("");
  });
  element("left-go-on").addEventListener("click", () => {
    element("left").hidden = true;
    show("stage");
    openPanel("paused", "The session goes on where it was.");
  });
  element("left-end").addEventListener("click", () => {
    element("left").hidden = true;
    if (held.ended === "") held.ended = "technical";
    showEnd();
  });
  window.addEventListener("beforeunload", (event) => {
    if (held && file === "" && !keepsDrafts) event.preventDefault();
  });
}

listenToSetup((sitting) => {
  if (loadDraft()) {
    element("start-message").textContent = "Not started: another session is not saved yet. What becomes of it?";
    showLeft();
    element("left-end").focus();
    return;
  }
  held = sitting;
  keepSitting();
  show("stage");
  const practice = plan.practice === 0 ? "" : ` ${plan.practice} taps of practice come first.`;
  openPanel("ready", `Give the device to the child.${practice} Read out what the screen asks for, and do not point. `
    + "To stop, hold the control in the corner for a second, or press Escape.");
});
listenToStage();
listen();
for (const part of document.querySelectorAll(".live")) part.hidden = false;
show("setup");
showLeft();
