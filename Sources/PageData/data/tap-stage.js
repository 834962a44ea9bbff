// The stage: shows one target after the other and records the touches. Nothing on it shows a child
// whether it hit: every touch gets the same soft ring, and when a trial is over the next one comes.

const restTime = 700;
const longestTrial = 15000;
const mostAttempts = 5;
const holdTime = 1000;
const wantedPointer = plan.input === "stylus" ? "pen" : "touch";

let sitting = null;
let stage = { width: 0, height: 0 };
let startedAt = 0;
// The current trial: {item, scene, contacts}; null between trials.
let trial = null;
// Contacts that are down, by their number in the browser.
const open = new Map();
let timers = [];
let isPlaying = false;
// The callbacks when the stage stops by itself: finished(), breakDue(name), interrupted(reason).
let told = {};

function clockAt(time) {
  return Math.max(0, Math.min(86400000, Math.round(time - startedAt)));
}

function later(action, delay) {
  timers.push(setTimeout(action, delay));
}

// MARK: Trials

// Continues the session. The stage has the current size.
function play(whose, outcomes) {
  sitting = whose;
  told = outcomes;
  const bounds = element("stage").getBoundingClientRect();
  stage = { width: bounds.width, height: bounds.height };
  startedAt = performance.now() - sitting.clock;
  isPlaying = true;
  showDots();
  next();
}

function pause() {
  isPlaying = false;
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  if (trial) conclude("interrupted");
  clearStage();
  open.clear();
}

function next() {
  if (sitting.queue.length === 0) return stop(() => told.finished());
  const due = breakBefore(sitting.queue[0]);
  if (due) {
    sitting.breaks.push(due);
    return stop(() => told.breakDue(due));
  }
  showCue(shapeOf(sitting.queue[0].slot));
  later(begin, restTime);
}

function stop(tell) {
  isPlaying = false;
  tell();
}

// At fixed points the adult can enter observations: after practice, and halfway.
function breakBefore(item) {
  const held = sitting.trials.filter(({ body }) => body.kind === "scored").length;
  const isAfterPractice = item.kind === "scored" && held === 0 && sitting.trials.length > 0;
  if (isAfterPractice && !sitting.breaks.includes("practice")) return "practice";
  const isHalfWay = plan.taps >= 6 && held === Math.floor(plan.taps / 2) && item.kind === "scored";
  return isHalfWay && !sitting.breaks.includes("half") ? "half" : "";
}

function begin() {
  const [item] = sitting.queue;
  const places = boxesOf(item.slot, stage, sitting.scale);
  showBoxes(item, places);
  const scene = sceneOf(places, stage, sitting.scale, clockAt(performance.now()));
  trial = { item, scene, contacts: [...open.values()] };
  sitting.running = { item };
  keepSitting();
  later(() => conclude("timeout"), longestTrial);
}

function conclude(recorded) {
  const { item } = trial;
  const done = trialOf(
    { ...trial, contacts: trial.contacts.map(measured) }, recorded, sitting.trials.length + 1, sitting.hand,
    sitting.speaks === true);
  trial = null;
  sitting.running = null;
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  finishTrial(sitting, done, item);
  clearStage();
  showDots();
  keepSitting();
  if (isPlaying) next();
}

// Interrupted trials are repeated at the end, up to a limit.
function finishTrial(whose, done, item) {
  whose.trials.push(done);
  whose.queue.shift();
  whose.clock = clockAt(performance.now());
  const again = whose.trials.filter(({ body }) => body.outcome === "interrupted").length;
  if (done.body.outcome === "interrupted" && again <= plan.taps + plan.practice) {
    const place = item.kind === "practice" ? 0 : whose.queue.length;
    whose.queue.splice(place, 0, item);
  }
}

// MARK: Contacts

// A contact in tenths of a point.
function measured(contact) {
  const { scale } = sitting;
  return {
    down: clockAt(contact.at), up: contact.up, x: tenths(contact.x, scale), y: tenths(contact.y, scale),
    endX: tenths(contact.endX, scale), endY: tenths(contact.endY, scale), moved: tenths(contact.moved, scale),
    area: tenths(contact.area, scale), isForeign: contact.isForeign,
  };
}

function pointOf(event) {
  const bounds = element("stage").getBoundingClientRect();
  return [event.clientX - bounds.left, event.clientY - bounds.top];
}

// Also between trials and before the first: a touch that is still down when a target appears was not meant for it.
function pointerDown(event) {
  const [x, y] = pointOf(event);
  const contact = {
    at: event.timeStamp, up: null, x, y, endX: x, endY: y, moved: 0, area: Math.max(event.width, event.height),
    isForeign: event.pointerType !== wantedPointer,
  };
  open.set(event.pointerId, contact);
  // Touches are tracked beyond the edge; not on the adult's control, which would lose its click.
  if (!event.target.closest("button")) event.target.setPointerCapture(event.pointerId);
  if (trial) trial.contacts.push(contact);
  if (isPlaying) showRing(x, y);
}

function pointerMove(event) {
  const contact = open.get(event.pointerId);
  if (!contact) return;
  const [x, y] = pointOf(event);
  contact.endX = x;
  contact.endY = y;
  contact.moved = Math.max(contact.moved, Math.hypot(x - contact.x, y - contact.y));
}

function pointerUp(event) {
  const contact = open.get(event.pointerId);
  if (!contact) return;
  pointerMove(event);
  contact.up = clockAt(event.timeStamp);
  open.delete(event.pointerId);
  if (!trial) return;
  const classes = contactClasses(trial.contacts.map(measured), trial.scene);
  const attempts = classes.filter((kind) => !["holdover", "palm_edge", "experimenter"].includes(kind));
  if (classes.includes("hit") || (attempts.length >= mostAttempts && open.size === 0)) conclude("missed");
}

// The system intercepted the contact; the intention of the child is unknown.
function pointerCancel(event) {
  if (!open.delete(event.pointerId) || !trial) return;
  interrupt("The system intercepted a touch, for example as a system gesture.");
}

function interrupt(reason) {
  if (!isPlaying) return;
  pause();
  told.interrupted(reason);
}

// MARK: Drawing

function drawing(shape) {
  const names = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(names, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(names, "use");
  use.setAttribute("href", `#shape-${shape}`);
  picture.append(use);
  return picture;
}

function showBoxes(item, places) {
  const wanted = shapeOf(item.slot);
  const others = shapes.filter((shape) => shape !== wanted);
  const things = places.map((box, place) => {
    const thing = document.createElement("div");
    thing.className = "thing";
    thing.dataset.role = place === 0 ? "target" : "neighbour";
    thing.style.left = `${box.x - box.width / 2}px`;
    thing.style.top = `${box.y - box.height / 2}px`;
    thing.style.width = `${box.width}px`;
    thing.style.height = `${box.height}px`;
    thing.append(drawing(place === 0 ? wanted : others[(item.slot + place) % others.length]));
    return thing;
  });
  element("cue").replaceChildren();
  element("play").replaceChildren(...things);
  element("asked").replaceChildren(`Tap the ${wanted}`, drawing(wanted));
}

function clearStage() {
  element("play").replaceChildren();
  element("asked").replaceChildren();
  element("cue").replaceChildren();
  if (canSpeak()) speechSynthesis.cancel();
}

// In the rest before the targets: what comes, large and in the middle, and aloud if the adult chose that.
function showCue(shape) {
  element("cue").replaceChildren(drawing(shape), `Tap the ${shape}`);
  if (sitting.speaks !== true || !canSpeak()) return;
  const said = new SpeechSynthesisUtterance(`Tap the ${shape}`);
  said.lang = document.documentElement.lang;
  speechSynthesis.speak(said);
}

function canSpeak() {
  return "speechSynthesis" in window && typeof SpeechSynthesisUtterance === "function";
}

// How far the session is, in eighths: the same after a hit and after a miss, and of no interest to a child.
function showDots() {
  const done = sitting.trials.filter(({ body }) => body.outcome !== "interrupted").length;
  const full = Math.floor((8 * done) / (plan.practice + plan.taps));
  Array.from(element("dots").children).forEach((dot, place) => dot.classList.toggle("full", place < full));
}

function showRing(x, y) {
  const ring = document.createElement("div");
  ring.className = "ring";
  ring.style.left = `${x}px`;
  ring.style.top = `${y}px`;
  element("rings").append(ring);
  setTimeout(() => ring.remove(), 600);
}

// MARK: Listening

function listenToStage() {
  const whole = element("stage");
  whole.addEventListener("pointerdown", pointerDown);
  whole.addEventListener("pointermove", pointerMove);
  whole.addEventListener("pointerup", pointerUp);
  whole.addEventListener("pointercancel", pointerCancel);
  for (const name of ["contextmenu", "selectstart", "dragstart", "gesturestart", "dblclick"]) {
    whole.addEventListener(name, (event) => event.preventDefault());
  }
  // Some browsers zoom and scroll anyway, unless the touch itself is prevented.
  whole.addEventListener("touchstart", (event) => {
    if (event.cancelable && !event.target.closest("button")) event.preventDefault();
  }, { passive: false });
  let hold = 0;
  const control = element("stop");
  control.addEventListener("pointerdown", (event) => {
    hold = setTimeout(() => {
      const contact = open.get(event.pointerId);
      if (contact) contact.isForeign = true;
      interrupt("");
    }, holdTime);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    control.addEventListener(name, () => clearTimeout(hold));
  }
  // A key or a screen reader clicks without a pointer, and does so on purpose.
  control.addEventListener("click", (event) => { if (event.detail === 0) interrupt(""); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") interrupt(""); });
  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) interrupt(""); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) interrupt("You left the page."); });
  window.addEventListener("resize", () => {
    const bounds = element("stage").getBoundingClientRect();
    const isSame = Math.abs(bounds.width - stage.width) < 1 && Math.abs(bounds.height - stage.height) < 1;
    if (!isSame) interrupt("The screen was rotated or resized.");
  });
}
