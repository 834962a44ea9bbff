// Facts and bundles as the program writes them (Exchange.docc/Bundles.md).

// JSON with sorted keys, without white space: the input of digests. Keys are ASCII here, numbers are integers.
function canonical(value) {
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (value !== null && typeof value === "object") {
    const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ":" + canonical(value[key]));
    return "{" + members.join(",") + "}";
  }
  return JSON.stringify(value);
}

function utf8(text) {
  return new TextEncoder().encode(text);
}

function digestOf(value) {
  return sha256(utf8(canonical(value)));
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((count, part) => count + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
}

// 128 random bits as 32 hex digits: the salt of a fact, or the subject of a child.
function randomDigits() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

function isDigits(value) {
  return typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

// The commitment in a header to the salt and the body. The salt is destroyed with the body; without it, an erased body
// cannot be guessed. Retractions have no salt: they contain nothing to erase.
function commitmentOf({ salt = "", body }) {
  return hex(sha256(joined([bytesOf(salt), utf8(canonical(body))])));
}

// A fact's identity: the digest of its header, as 64 hex digits.
function identityOf(fact) {
  const { body, salt, ...header } = fact;
  return hex(digestOf({ ...header, c: commitmentOf(fact) }));
}

// The reference of other facts to a fact.
function referenceTo(identity) {
  return identity.slice(0, 32);
}

// A replica name for this window: 12 characters, 60 random bits.
function newReplica() {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => alphabet[byte & 31]).join("");
}

// Well-formed Unicode: half of a surrogate pair, which can come from a paste, becomes a replacement character.
function wellFormed(text) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

// A bundle of all facts of some replicas, in the order of their names and numbers. `more` are members of its header,
// `evidence` the files next to it.
function bundleText(tracker, worksheet, facts, more = {}, evidence = []) {
  const identities = facts.map(identityOf);
  const upto = {};
  facts.forEach((fact, place) => { upto[fact.r] = [fact.n, referenceTo(identities[place])]; });
  const opening = {
    bundle: "a11y", version: 1, min_reader: 1, tracker, scope: "full", worksheet, ...more, since: {},
  };
  const ending = { count: facts.length, upto, evidence };
  ending.digest = hex(sha256(joined([...identities.map(bytesOf), digestOf({ ...opening, ...ending })])));
  const lines = facts.map(canonical).join(",\n");
  return `${JSON.stringify(opening).slice(0, -1)},"facts":[\n${lines}\n],${JSON.stringify(ending).slice(1)}\n`;
}
