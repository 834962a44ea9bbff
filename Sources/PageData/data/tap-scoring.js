// From contacts to the outcome of a trial, as the program has it (TapScoring): whole numbers only, tenths of a point
// and milliseconds. A test runs the same contacts through both, and through a second sorting of contacts in Swift.

const scoringVersion = 1;
const soonest = 100;
const together = 100;
const longest = 500;
const slop = 100;
const palm = 800;
const edge = 40;

// The distance of a point from a box {x, y, width, height}, doubled.
function excess(box, x, y) {
  return [Math.max(0, Math.abs(2 * (x - box.x)) - box.width), Math.max(0, Math.abs(2 * (y - box.y)) - box.height)];
}

function contains(box, x, y) {
  return excess(box, x, y).every((side) => side === 0);
}

function isWithin(distance, box, x, y) {
  const [dx, dy] = excess(box, x, y);
  return dx * dx + dy * dy <= 4 * distance * distance;
}

// The class of a contact that is not an attempt; empty for an attempt.
function noAttempt(contact, scene) {
  const { x, y } = contact;
  if (contact.isForeign) return "experimenter";
  if (contact.down < scene.shown + soonest) return "holdover";
  const isAtEdge = Math.min(x, y) < edge || x > scene.width - edge || y > scene.height - edge;
  return contact.area > palm || (isAtEdge && !contains(scene.target, x, y)) ? "palm_edge" : "";
}

// Whether the other contact was down when this one came, or came down with it.
function isWith(other, contact) {
  const isBefore = other.up === null || other.up >= contact.down;
  const isAfter = contact.up === null || contact.up >= other.down;
  return isBefore && isAfter && other.down <= contact.down + together;
}

function attemptClass(contact, scene) {
  const { target } = scene;
  const isOnTarget = contains(target, contact.x, contact.y);
  if (isOnTarget && contact.up !== null && !contains(target, contact.endX, contact.endY)) return "slip";
  if (contact.moved > slop) return "drag";
  if (isOnTarget) return contact.up !== null && contact.up - contact.down <= longest ? "hit" : "long_press";
  if (scene.neighbours.some((box) => contains(box, contact.x, contact.y))) return "neighbour";
  return isWithin(slop, target, contact.x, contact.y) ? "near" : "far";
}

// The class of each contact of a trial.
function contactClasses(contacts, scene) {
  const alone = contacts.map((contact) => noAttempt(contact, scene));
  const attempts = contacts.filter((_, place) => alone[place] === "");
  return contacts.map((contact, place) => {
    if (alone[place] !== "") return alone[place];
    const isAccompanied = attempts.some((other) => other !== contact && isWith(other, contact));
    return isAccompanied ? "multi_touch" : attemptClass(contact, scene);
  });
}

function score(classes, recorded) {
  if (recorded === "interrupted") return { outcome: "interrupted", first: "", retries: 0 };
  if (classes.length === 0) return { outcome: "no_attempt", first: "", retries: 0 };
  const [first] = classes;
  const hit = classes.indexOf("hit");
  if (hit === 0) return { outcome: "first_tap", first, retries: 0 };
  if (hit > 0) return { outcome: "retry_success", first, retries: hit };
  const isTold = recorded === "gave_up" || recorded === "timeout";
  return { outcome: isTold ? recorded : "missed", first, retries: classes.length - 1 };
}

// The strict score, and the outcome without contacts that are not attempts.
function trialScore(classes, recorded) {
  const attempts = classes.filter((kind) => !["holdover", "palm_edge", "experimenter"].includes(kind));
  return { ...score(classes, recorded), filtered: score(attempts, recorded).outcome };
}
