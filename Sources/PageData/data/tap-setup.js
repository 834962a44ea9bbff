// The form for the adult before a session. Codes have formats that cannot contain a name, date, or age.

const boxes = (name) => Array.from(document.getElementsByName(name));
const chosen = (name) => boxes(name).filter((box) => box.checked).map((box) => box.value);
const typed = (id) => element(id).value.trim();
// The zoom at which the points per inch were entered; another zoom makes them wrong.
let densityZoom = 0;

function decimal(text) {
  return /^\d{1,4}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : NaN;
}

function isWhole(text, least, most) {
  return /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

// The problem of each field; empty without one.
const fieldRules = {
  code: () => (codeForm.test(typed("code").toUpperCase()) ? ""
    : `A code has 6 of these characters: ${codeAlphabet}. The button creates one.`),
  age: () => (chosen("age").length === 1 ? "" : "Choose an age band."),
  consent: () => (/^[A-Za-z]{1,2}-?\d{1,5}$/.test(typed("consent")) ? ""
    : "Enter the consent form number, for example c-17: 1 or 2 letters, and digits."),
  guardian: () => (element("guardian").checked ? "" : "Guardian consent is required."),
  assent: () => (element("assent").checked ? "" : "Child assent is required."),
  device: () => (typed("device") === "" ? "Choose the device." : ""),
  density: () => {
    const density = decimal(typed("density"));
    if (typed("density") === "") {
      return typed("basis") === "" ? "" : "This number is required to show sizes for another device.";
    }
    if (!(density >= 40 && density <= 2000)) return "Enter a number from 40 to 2000, such as 132, or leave it empty.";
    return densityZoom === 0 || densityZoom === devicePixelRatio ? ""
      : "The page zoom has changed. Measure again.";
  },
  os: () => (typed("os") === "" || isWhole(typed("os"), 0, 999) ? ""
    : "Enter the major version, for example 18."),
  orientation: () => (typed("orientation") === orientationNow() ? ""
    : `The screen is in ${orientationNow()}. Rotate it, or choose that orientation.`),
  scale: () => (isWhole(typed("scale"), 10, 1000) ? "" : "Enter a percentage from 10 to 1000 (default: 100)."),
  moderator: () => (/^[A-Za-z]{1,2}-?\d{1,3}$/.test(typed("moderator")) ? ""
    : "Enter your code, for example m1: 1 or 2 letters, and digits. Do not use a name."),
};

function orientationNow() {
  return window.matchMedia("(orientation: landscape)").matches ? "landscape" : "portrait";
}

function showFieldProblem(name) {
  const problem = fieldRules[name]();
  const place = element(`${name}-problem`);
  place.textContent = problem;
  place.hidden = problem === "";
  const field = element(name);
  if (problem === "") field.removeAttribute("aria-invalid"); else field.setAttribute("aria-invalid", "true");
  return problem !== "";
}

// Whether the page told that fields are missing: from then on every repair counts down.
let isCounting = false;

function tellMissing(count) {
  isCounting = count > 0;
  element("start-message").textContent = count === 0 ? ""
    : `Not started: ${count === 1 ? "1 field is" : `${count} fields are`} missing or invalid.`;
}

// Clears the problem of a field as soon as it is repaired, and at last that of all.
function repaired(name) {
  if (!element(`${name}-problem`).hidden) showFieldProblem(name);
  if (isCounting) tellMissing(Object.keys(fieldRules).filter((one) => fieldRules[one]() !== "").length);
}

// Shows the problems and moves to the first one; true without any.
function isSetUp() {
  const wrong = Object.keys(fieldRules).filter(showFieldProblem);
  tellMissing(wrong.length);
  if (wrong.length > 0) {
    if (wrong.some((name) => element("always").contains(element(name)))) foldSetup(false);
    (wrong[0] === "age" ? boxes("age")[0] : element(wrong[0])).focus();
    return false;
  }
  const problem = stageProblem();
  element("start-message").textContent = problem;
  return problem === "";
}

// Why the targets cannot be shown; empty if they can.
function stageProblem() {
  if (window.visualViewport && window.visualViewport.scale > 1.01) {
    return "Not started: the page is zoomed in. Zoom out with two fingers first.";
  }
  return clusterOn({ width: innerWidth, height: innerHeight }, screenScale()) ? ""
    : "Not started: the target and its neighbors do not fit on this screen at their true size.";
}

// Pixels of the page per point of the plan.
function screenScale() {
  const [density, basis] = [decimal(typed("density")), decimal(typed("basis"))];
  return density > 0 && basis > 0 ? density / basis : 1;
}

// Displayed points per inch, in hundredths; null if unknown.
function shownDensity() {
  const density = decimal(typed("basis") === "" ? typed("density") : typed("basis"));
  return density >= 40 && density <= 2000 ? Math.round(density * 100) : null;
}

function showSize() {
  const density = shownDensity();
  const size = `Target size: ${pointText(plan.width)}x${pointText(plan.height)} pt`;
  const side = (length) => ((length / 10) * millimetresPerInch * 100 / density).toFixed(1);
  element("size").textContent = density === null
    ? `${size}. Enter the points per inch of this screen to see the size in mm.`
    : `${size}, on this screen ${side(plan.width)}x${side(plan.height)} mm.`;
}

// MARK: The card

// The short edge of a bank card (ISO/IEC 7810 ID-1): it also fits on the screen of a phone.
const cardEdge = 53.98;

function showCard() {
  const length = Number(element("card").value);
  element("bar").style.height = `${length}px`;
  const density = (length * millimetresPerInch / cardEdge).toFixed(1);
  element("card").setAttribute("aria-valuetext", `${density} points per inch`);
}

function takeCard() {
  element("density").value = (Number(element("card").value) * millimetresPerInch / cardEdge).toFixed(1);
  densityZoom = devicePixelRatio;
  showFieldProblem("density");
  repaired("density");
  showSize();
  element("card-taken").textContent = `Entered: ${element("density").value} points per inch.`;
}

function takeDevice() {
  const { density } = element("device").selectedOptions[0].dataset;
  element("density").value = density || "";
  densityZoom = density ? devicePixelRatio : 0;
  showSize();
}

// MARK: The session

function isoWeek(date) {
  const day = new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
  // The year of a week is the year of its Thursday.
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const week = Math.ceil(((day - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86400000 + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

// The plan is earlier, even if this clock is a little behind.
function isNearlyNow(time) {
  return time - Date.now() <= 600000;
}

function newSitting() {
  const seed = newSeed();
  const consent = { assent: true, guardian: true, reference: typed("consent") };
  if (element("full").checked) consent.full = true;
  const items = (kind, slots) => slots.map((slot) => ({ kind, slot }));
  return {
    session: {
      age: chosen("age")[0], assistive: chosen("assistive"), by: typed("moderator"), consent, device: typed("device"),
      hold: typed("hold"), input: plan.input, orientation: typed("orientation"), os: Number(typed("os")),
      plan: plan.plan, ppi: shownDensity(), scale: Number(typed("scale")), seat: typed("seat"), seed,
      week: isoWeek(new Date()),
    },
    // The subject is this one only if the code has none yet.
    code: typed("code").toUpperCase(), subject: randomDigits(), salts: newSalts(boxes("said").length),
    replica: newReplica(), time: Math.max(Date.now(), isNearlyNow(plan.made) ? plan.made + 1 : 0),
    scale: screenScale(), hand: typed("hand"), speaks: element("speak").checked && canSpeak(), clock: 0, breaks: [], running: null, ended: "", trials: [], remarks: [],
    queue: items("practice", Array.from({ length: plan.practice }, (_, slot) => slot))
      .concat(items("scored", slotOrder(plan.taps, seed))),
  };
}

// Clears the fields of a child; device, seat, and moderator stay.
function nextChild() {
  for (const box of boxes("assistive")) box.checked = false;
  element("code").value = newCode();
  for (const box of boxes("age")) box.checked = false;
  for (const id of ["guardian", "assent", "full"]) element(id).checked = false;
  element("consent").value = "";
  element("hand").value = "unknown";
  isCounting = false;
  element("start-message").textContent = "";
  element("orientation").value = orientationNow();
  showChild();
}

function listenToSetup(start) {
  const setup = element("setup");
  setup.addEventListener("input", (event) => {
    showSize();
    const name = event.target.name === "age" ? "age" : event.target.id;
    if (fieldRules[name]) repaired(name);
  });
  setup.addEventListener("change", (event) => {
    if (fieldRules[event.target.id]) showFieldProblem(event.target.id);
    if (event.target.name === "age") showFieldProblem("age");
    if (event.target.id === "device") repaired("density");
  });
  element("device").addEventListener("change", takeDevice);
  element("density").addEventListener("input", () => { densityZoom = devicePixelRatio; });
  element("card").addEventListener("input", showCard);
  element("card-take").addEventListener("click", takeCard);
  element("code-new").addEventListener("click", () => {
    element("code").value = newCode();
    showFieldProblem("code");
    repaired("code");
  });
  element("change").addEventListener("click", () => {
    foldSetup(false);
    element("device").focus();
  });
  element("start").addEventListener("click", () => { if (isSetUp()) start(newSitting()); });
  element("code").value = newCode();
  element("orientation").value = orientationNow();
  element("speak-row").hidden = !canSpeak();
  foldSetup(restoreSetup());
  showCard();
  showSize();
}
