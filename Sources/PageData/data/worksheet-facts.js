// From answers to facts. A browser is a machine of its own: it numbers its facts, and what it said stays said. What
// changed since the last file becomes new results; what was taken back is retracted.

// Per item what the saved files say of it: the results that stand, and the meaning and time of the last one.
function standing() {
  const items = sheet.items.map(() => ({ results: [], meaning: "", time: 0 }));
  for (const { item, retracts, fact, digest } of saved.facts) {
    if (fact.kind === "result") {
      const { body } = fact;
      items[item].results.push([fact.r, fact.n, digest.slice(0, 16)]);
      items[item].time = body.time || fact.at[0];
      items[item].meaning = meaning({
        outcome: body.outcome, severity: body.severity ? String(body.severity) : "",
        value: body.value ? body.value.text : "", note: body.note || "",
      });
    } else {
      for (const index of retracts) items[index] = { results: [], meaning: "", time: items[index].time };
    }
  }
  return items;
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
  if (value !== "") body.value = parseValue(value, item.unit);
  if (item.saw.length > 0) body.saw = item.saw;
  // A clock that lags would put the answer behind what it answers; then its place among the facts tells the order.
  if (answer.time > Math.max(item.after, sheet.made, before.time)) body.time = answer.time;
  return body;
}

// The time of the next file's facts: no two files share a millisecond, and what is on the sheet came before.
function nextTime() {
  const last = saved.facts.length > 0 ? saved.facts[saved.facts.length - 1].fact.at[0] : 0;
  const now = Math.max(Date.now(), last + 1);
  const isNear = sheet.made >= now && sheet.made - now <= 600000;
  return isNear ? sheet.made + 1 : now;
}

// Adds facts for what changed since the last file. How many there were.
function addFacts(tester, surroundings) {
  if (saved.replica === "") saved = { replica: newReplica(), facts: [] };
  const before = standing();
  const time = nextTime();
  let count = 0;
  const append = (kind, body, more) => {
    const last = saved.facts[saved.facts.length - 1];
    const fact = {
      at: [time, count], body, kind, n: last ? last.fact.n + 1 : 1, prev: last ? last.digest.slice(0, 16) : "",
      r: saved.replica,
    };
    const entry = { ...more, fact, digest: hex(digestOf(withTester(fact, tester))) };
    saved = { ...saved, facts: [...saved.facts, entry] };
    count += 1;
  };
  const retracts = before.map((_, index) => index)
    .filter((index) => answers[index].outcome === "" && before[index].results.length > 0);
  if (retracts.length > 0) {
    append("retract", { targets: retracts.flatMap((index) => before[index].results) }, { retracts });
  }
  answers.forEach((answer, index) => {
    const isNew = answer.outcome !== "" && meaning(answer) !== before[index].meaning;
    if (isNew) append("result", resultBody(index, answer, surroundings, before[index]), { item: index });
  });
  return count;
}
