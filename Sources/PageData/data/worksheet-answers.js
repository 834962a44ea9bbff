// The answers, by item: an answer is {outcome, severity, value, note, time, on, pictures}, all texts except the time, the
// keys of components, and the pictures; the empty outcome means no answer. The page shows and edits them.

const sheet = JSON.parse(document.getElementById("sheet").textContent);

const emptyAnswer = { outcome: "", severity: "", value: "", note: "", time: 0, on: [], pictures: [] };
let answers = sheet.items.map(() => ({ ...emptyAnswer }));

function itemControls(index) {
  const find = (name) => document.getElementById(`${name}-${index}`);
  return {
    radios: Array.from(document.getElementsByName(`outcome-${index}`)),
    severity: find("severity"), severityRow: find("severity-row"), picturesRow: find("pictures-row"), value: find("value"), valueProblem: find("problem"),
    miss: find("miss"), note: find("note"), clear: find("clear"), same: find("same"), mark: find("mark"),
  };
}

const controls = sheet.items.map((_, index) => itemControls(index));

function readAnswer(index) {
  const { radios, severity, value, note } = controls[index];
  const chosen = radios.find((radio) => radio.checked);
  const outcome = chosen ? chosen.value : "";
  showKept(index, outcome);
  return {
    outcome, on: readComponents(index, outcome), severity: severity.value, value: value ? value.value : "", note: note.value,
    time: Date.now(), pictures: readPictures(index),
  };
}

// A fail that is answered again begins with the severity of the finding.
function showKept(index, outcome) {
  const { kept } = sheet.items[index];
  const { severity } = controls[index];
  if (kept && outcome === "fail" && answers[index].outcome !== "fail" && severity.value === "") severity.value = kept;
}

function showAnswer(index) {
  const answer = answers[index];
  const { radios, severity, value, note } = controls[index];
  for (const radio of radios) radio.checked = radio.value === answer.outcome;
  severity.value = answer.severity;
  if (value) value.value = answer.value;
  note.value = answer.note;
  showPictures(index);
  showParts(index);
  showProblem(index, true);
}

// Shows the fields that an answer needs.
function showParts(index) {
  const { outcome } = answers[index];
  const { severityRow, picturesRow, clear, miss } = controls[index];
  severityRow.hidden = outcome !== "fail";
  picturesRow.hidden = outcome !== "fail";
  showComponents(index);
  clear.hidden = outcome === "";
  if (miss) miss.textContent = missOf(index);
}

// Shows the problem of a value: after leaving the field, and from then on at every key until it is valid.
function showProblem(index, isLeft) {
  const { value, valueProblem } = controls[index];
  if (!value || (!isLeft && valueProblem.hidden)) return;
  const problem = valueProblemOf(index);
  valueProblem.textContent = problem;
  valueProblem.hidden = problem === "";
  if (problem === "") value.removeAttribute("aria-invalid"); else value.setAttribute("aria-invalid", "true");
}

// The value of an answer as a fact has it; null without one. The one place that reads what was typed.
function valueOf(index, typed = answers[index].value) {
  const { unit, parts, sum } = sheet.items[index];
  const value = cleanValue(typed);
  return value === "" ? null : parseValue(value, unit, parts, sum);
}

// Empty if the value is valid or missing.
function valueProblemOf(index) {
  try {
    valueOf(index);
    return "";
  } catch (problem) {
    if (problem instanceof ValueProblem) return problem.message;
    throw problem;
  }
}

function answeredCount() {
  return answers.filter((answer) => answer.outcome !== "").length;
}

// The content of a result, in a comparable form; empty without an answer.
function meaning(answer) {
  if (answer.outcome === "") return "";
  const note = cleanNote(answer.note);
  const severity = answer.outcome === "fail" ? answer.severity : "";
  return JSON.stringify([answer.outcome, severity, cleanValue(answer.value), note, failingComponents(answer)]);
}

function cleanNote(text) {
  return wellFormed(text).replace(/\r\n?/g, "\n").replace(/\u0000/g, "").trim();
}

function cleanValue(text) {
  return wellFormed(text).replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}

// One line of plain text.
function cleanLine(text) {
  return wellFormed(text).replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}
