// Facts and bundles as the program writes them (AuditSync.docc/Bundles.md).

// JSON with sorted keys, without white space: what digests are of. Keys are ASCII here, numbers are integers.
function canonical(value) {
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (value !== null && typeof value === "object") {
    const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ":" + canonical(value[key]));
    return "{" + members.join(",") + "}";
  }
  return JSON.stringify(value);
}

function digestOf(value) {
  return sha256(new TextEncoder().encode(canonical(value)));
}

// What other facts call a fact: the first 16 digits of its digest.
function shortDigest(fact) {
  return hex(digestOf(fact)).slice(0, 16);
}

// A name for this window as a machine of its own: twelve characters, 60 random bits.
function newReplica() {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => alphabet[byte & 31]).join("");
}

// Well-formed Unicode: a half of a surrogate pair, which a paste can bring, becomes a replacement character.
function wellFormed(text) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

// A bundle of all facts of some replicas, in the order of their names and numbers.
function bundleText(tracker, worksheet, facts) {
  const upto = {};
  for (const fact of facts) upto[fact.r] = [fact.n, shortDigest(fact)];
  const opening = {
    bundle: "a11y", version: 1, min_reader: 1, tracker, scope: "full", worksheet, since: {},
  };
  const ending = { count: facts.length, upto, evidence: [] };
  const digests = facts.map(digestOf);
  digests.push(digestOf({ ...opening, ...ending }));
  const whole = new Uint8Array(digests.length * 32);
  digests.forEach((digest, place) => whole.set(digest, place * 32));
  ending.digest = hex(sha256(whole));
  const lines = facts.map(canonical).join(",\n");
  return `${JSON.stringify(opening).slice(0, -1)},"facts":[\n${lines}\n],${JSON.stringify(ending).slice(1)}\n`;
}
