// From answers to facts. A window is a machine of its own: it numbers its facts, and what it said stays said. What
// changed since the last file becomes new results; what was taken back is retracted.

// Per item what the saved files say of it: the results that stand, the last one of each replica, and the meaning and
// the time of what was said last.
function standing() {
  const items = sheet.items.map(() => ({ results: [], last: {}, meaning: "", time: 0 }));
  for (const { item, fact, identity } of savedEntries()) {
    const reference = referenceTo(identity);
    if (fact.kind === "result") {
      items[item].results.push({ reference, meaning: meaningOf(fact.body) });
      items[item].last[fact.r] = reference;
      items[item].time = Math.max(items[item].time, fact.body.time || fact.at[0]);
    } else {
      const taken = new Set(fact.body.targets);
      for (const one of items) one.results = one.results.filter((result) => !taken.has(result.reference));
    }
  }
  for (const item of items) if (item.results.length > 0) item.meaning = item.results[item.results.length - 1].meaning;
  return items;
}

function meaningOf(body) {
  return meaning({
    outcome: body.outcome, severity: body.severity ? String(body.severity) : "",
    value: body.value ? body.value.text : "", note: body.note || "",
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
  const value = cleanValue(answer.value);
  if (value !== "") body.value = parseValue(value, item.unit, item.parts, item.sum);
  // Who made the sheet asked for it to be looked at once more, so that the answer counts beside those of others.
  // Who reopens a sheet looks at their own answer again, under another name of the machine.
  if (item.retest === true || Object.keys(before.last).some((replica) => replica !== ownReplica)) body.retest = true;
  // A clock that lags would put the answer behind what it answers; then its place among the facts tells the order.
  if (answer.time > Math.max(item.after, sheet.made, before.time)) body.time = answer.time;
  return body;
}

// In view was what the sheet shows, and what was answered on it before, in whichever window.
function sawOf(index, before) {
  const earlier = Object.keys(before.last).filter((replica) => replica !== ownReplica);
  return sheet.items[index].saw.concat(earlier.map((replica) => before.last[replica])).sort();
}

// The time of the next file's facts: no two files share a millisecond, and what is on the sheet came before.
function nextTime() {
  const last = Math.max(0, ...savedEntries().map(({ fact }) => fact.at[0]));
  const now = Math.max(Date.now(), last + 1);
  const isNear = sheet.made >= now && sheet.made - now <= 600000;
  return isNear ? sheet.made + 1 : now;
}

// Adds facts for what changed since the last file. How many there were.
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
  const targets = before.flatMap((item, index) =>
    (answers[index].outcome === "" ? item.results.map(({ reference }) => reference) : []));
  if (targets.length > 0) append({ kind: "retract", body: { targets }, saw: [] }, {});
  answers.forEach((answer, index) => {
    if (answer.outcome === "" || meaning(answer) === before[index].meaning) return;
    const body = resultBody(index, answer, surroundings, before[index]);
    append({ kind: "result", body, salt: randomDigits(), saw: sawOf(index, before[index]) }, { item: index });
  });
  return count;
}
