// From answers to facts. A window is a separate machine: it numbers its facts and never changes them. What
// changed since the last file becomes new results; cleared answers are retracted.

// The saved facts per item: the current results, their pictures, the last one of each replica, and the meaning and
// the time of the last one.
function standing() {
  const items = sheet.items.map(() => ({ results: [], pictures: new Map(), last: {}, meaning: "", time: 0 }));
  // The result that each picture shows.
  const pictured = new Map();
  for (const { item, fact, identity } of savedEntries()) {
    const reference = referenceTo(identity);
    if (fact.kind === "result") {
      items[item].results.push({ reference, meaning: meaningOf(fact.body) });
      items[item].last[fact.r] = reference;
      items[item].time = Math.max(items[item].time, fact.body.time || fact.at[0]);
    } else if (fact.kind === "evidence") {
      items[item].pictures.set(pictureIdentity(fact.body), reference);
      pictured.set(reference, fact.body.of);
    } else {
      const taken = new Set(fact.body.targets);
      for (const one of items) {
        one.results = one.results.filter((result) => !taken.has(result.reference));
        // A picture belongs to its result.
        for (const [picture, shown] of one.pictures) {
          if (taken.has(shown) || taken.has(pictured.get(shown))) one.pictures.delete(picture);
        }
      }
    }
  }
  for (const item of items) if (item.results.length > 0) item.meaning = item.results[item.results.length - 1].meaning;
  return items;
}

function meaningOf(body) {
  return meaning({
    outcome: body.outcome, severity: body.severity ? String(body.severity) : "",
    value: body.value ? body.value.text : "", note: body.note || "", on: body.on,
  });
}

// The body of a result without its tester. Members without content are left out.
function resultBody(index, answer, surroundings, before) {
  const item = sheet.items[index];
  const body = {
    audit: sheet.audit, build: surroundings.build, check: item.check, component: item.component,
    condition: item.condition, device: surroundings.device, note: cleanNote(answer.note), os: surroundings.os,
    outcome: answer.outcome, source: item.source, text: item.text,
  };
  for (const name of Object.keys(body)) if (body[name] === "") delete body[name];
  if (answer.outcome === "fail" && answer.severity !== "") body.severity = Number(answer.severity);
  const on = failingComponents(answer);
  if (on.length > 0) body.on = on;
  const value = valueOf(index, answer.value);
  if (value !== null) body.value = value;
  // The creator of the sheet requested a retest, so that the answer counts next to those of others.
  // A reopened sheet retests its own answers, under another machine name.
  if (item.retest === true || Object.keys(before.last).some((replica) => replica !== ownReplica)) body.retest = true;
  // With a slow clock, the answer would be older than what it answers; then its place among the facts gives the order.
  if (answer.time > Math.max(item.after, sheet.made, before.time)) body.time = answer.time;
  return body;
}

// Known results are those on the sheet, and earlier answers on it, in any window.
function sawOf(index, before) {
  const earlier = Object.keys(before.last).filter((replica) => replica !== ownReplica);
  return sheet.items[index].saw.concat(earlier.map((replica) => before.last[replica])).sort();
}

// The time of the next file's facts: no two files share a millisecond, and the results on the sheet are earlier.
function nextTime() {
  const last = Math.max(0, ...savedEntries().map(({ fact }) => fact.at[0]));
  const now = Math.max(Date.now(), last + 1);
  const isNear = sheet.made >= now && sheet.made - now <= 600000;
  return isNear ? sheet.made + 1 : now;
}

// Adds facts for what changed since the last file. Returns their number.
function addFacts(tester, surroundings) {
  const before = standing();
  const time = nextTime();
  let count = 0;
  const append = (said, more) => {
    if (ownReplica === "") ownReplica = newReplica();
    const entries = saved[ownReplica] || [];
    const last = entries[entries.length - 1];
    const prev = last ? referenceTo(last.identity) : "";
    const fact = { ...said, at: [time, count], n: entries.length + 1, prev, r: ownReplica };
    saved[ownReplica] = [...entries, { ...more, fact, identity: identityOf(withTester(fact, tester)) }];
    count += 1;
  };
  const isShown = (index, picture) => picturesOf(answers[index]).some((one) => pictureIdentity(one) === picture);
  const targets = before.flatMap(({ results, pictures }, index) => {
    if (answers[index].outcome === "") return results.map(({ reference }) => reference);
    if (answers[index].outcome !== "fail") return [];
    return Array.from(pictures).filter(([picture]) => !isShown(index, picture)).map(([, reference]) => reference);
  });
  if (targets.length > 0) append({ kind: "retract", body: { targets }, saw: [] }, {});
  answers.forEach((answer, index) => {
    if (answer.outcome === "" || meaning(answer) === before[index].meaning) return;
    const body = resultBody(index, answer, surroundings, before[index]);
    append({ kind: "result", body, salt: randomDigits(), saw: sawOf(index, before[index]) }, { item: index });
  });
  standing().forEach(({ results, pictures }, index) => {
    picturesOf(answers[index]).forEach((picture, number) => {
      if (pictures.has(pictureIdentity(picture))) return;
      const body = evidenceBody(index, picture, results[results.length - 1].reference, number + 1);
      append({ kind: "evidence", body, salt: randomDigits(), saw: [] }, { item: index });
    });
  });
  return count;
}
