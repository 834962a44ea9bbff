// From a session to facts (Store.docc/Facts.md, Tests with children). Each session is a machine of its own, with
// the facts of this session and no others. `at` has the day alone, since it stays when a child is erased; the time is in
// the body. The session's name and time are drawn when it begins, so that a session that is saved from two windows is
// the same one; so are the salts, each at the latest when what it belongs to is kept.

// Default values are left out of a body.
function without(body, usual) {
  const kept = Object.entries(body).filter(([name, value]) =>
    value !== null && value !== "" && value !== usual[name] && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(kept);
}

// The salts of the facts of every session, and of possible facts at its end, which the draft does not contain.
function newSalts(sizeCount) {
  return {
    session: randomDigits(), frustration: randomDigits(), size: Array.from({ length: sizeCount }, () => randomDigits()),
    end: randomDigits(),
  };
}

function sessionBody({ session, time }, subject) {
  return without({ ...session, moment: time, record: "device", subject }, {
    input: "finger", os: 0, scale: 100,
  });
}

// The facts of a session. They contain the subject of the child, but not the code.
function sittingFacts(sitting, subject) {
  const facts = [];
  let prev = "";
  const append = (kind, salt, body) => {
    const fact = {
      at: [sitting.time - sitting.time % 86400000, facts.length], body, kind, n: facts.length + 1, prev, r: sitting.replica, salt, saw: [],
    };
    facts.push(fact);
    prev = referenceTo(identityOf(fact));
    return prev;
  };
  const session = append("session", sitting.salts.session, sessionBody(sitting, subject));
  for (const { body, contacts, salts } of sitting.trials) {
    const trial = append("trial", salts.trial, { ...body, session });
    if (contacts.length > 0) append("contact", salts.contact, { contacts, session, trial });
  }
  for (const { salt, ...remark } of sitting.remarks) append("remark", salt, { ...remark, session });
  append("remark", sitting.salts.end, { topic: "end", code: sitting.ended, session });
  return facts;
}

// A trial as a record, from the contacts on the stage.
function trialOf({ item, scene, contacts }, recorded, number, hand, speaks = false) {
  const classes = contactClasses(contacts, scene);
  const { outcome, first, retries, filtered } = trialScore(classes, recorded);
  const body = without({
    centre: [scene.target.x, scene.target.y], component: plan.component, edge: edgeGap(scene),
    filtered: filtered === outcome ? "" : filtered, first, gap: plan.gap, hand, height: plan.height, kind: item.kind,
    n: number, outcome, part: partOf(item.slot), prompt: speaks ? "spoken" : "shown", retries, scoring: scoringVersion, width: plan.width,
  }, { hand: "unknown", prompt: "spoken", retries: 0 });
  const kept = contacts.map((contact, place) => without({
    class: classes[place], down: contact.down, hand, up: contact.up, x: contact.x, y: contact.y,
  }, { hand: "unknown" }));
  return { item, body, contacts: kept, salts: { trial: randomDigits(), contact: randomDigits() } };
}

// The counts of the scored trials, for the adult.
function tally(sitting) {
  const scored = sitting.trials.filter(({ body }) => body.kind === "scored").map(({ body }) => body);
  const count = (of) => scored.filter(of).length;
  return {
    held: count(({ outcome }) => !["interrupted", "no_attempt"].includes(outcome)),
    first: count(({ outcome }) => outcome === "first_tap"),
    later: count(({ outcome }) => outcome === "retry_success"),
    filtered: count((body) => (body.filtered || body.outcome) === "first_tap"),
    untried: count(({ outcome }) => outcome === "no_attempt"),
    interrupted: count(({ outcome }) => outcome === "interrupted"),
  };
}
