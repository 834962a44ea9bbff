// Measured values as the program reads them (Audit, MeasuredValue.parse): `40x40`, `44 pt`, `3.2:1`, `165%`. What
// is read here is what `a11y log --value` would read; a test checks that.

const valueWanted = "Examples: 40x40, 44 pt, 6.9 mm, 3.2:1, 165%, 0.3 s, 4 tabs.";
// Black on white, in millionths.
const highestContrast = 21000000n;
const lengthUnits = ["pt", "mm"];
const knownUnits = ["pt", "mm", "cm", "px", "percent", "ratio", "s", "ms"];
const unitSpellings = {
  pts: "pt", point: "pt", points: "pt", millimetre: "mm", millimetres: "mm", millimeter: "mm", millimeters: "mm",
  centimetre: "cm", centimetres: "cm", centimeter: "cm", centimeters: "cm", pixel: "px", pixels: "px",
  "css px": "px", "%": "percent", "per cent": "percent", pct: "percent", sec: "s", secs: "s", second: "s",
  seconds: "s", msec: "ms", millisecond: "ms", milliseconds: "ms",
};

// Why a value cannot be read: a sentence to show.
class ValueProblem extends Error {}

function shapeProblem(text) {
  return new ValueProblem(`“${text}” is not a measurement. ${valueWanted}`);
}

function canonicalUnit(typed) {
  const lower = typed.toLowerCase();
  return Object.prototype.hasOwnProperty.call(unitSpellings, lower) ? unitSpellings[lower] : lower;
}

function singular(word) {
  const bytes = new TextEncoder().encode(word).length;
  if (bytes > 4 && word.endsWith("ies")) return word.slice(0, -3) + "y";
  if (bytes > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

// Whether a typed unit means the unit of a check: `tab` means `tabs`.
function unitsAgree(typed, wanted) {
  const [one, other] = [canonicalUnit(typed), canonicalUnit(wanted)];
  if (one === other) return true;
  const words = (text) => text.toLowerCase().split(" ").filter((word) => word !== "").map(singular);
  const [typedWords, wantedWords] = [words(one), words(other)];
  return typedWords.length > 0 && typedWords.every((word) => wantedWords.includes(word));
}

function isShift(unit) {
  return unit === "delta" || unit.endsWith(" delta");
}

// A decimal number in millionths, as a BigInt.
function parseMillionths(text, typed) {
  if (text.includes(",")) {
    throw new ValueProblem(`The comma in “${typed}” is ambiguous. Use a decimal point: 3.5.`);
  }
  const parts = /^([+-]?)(\d*)(?:\.(\d+))?$/.exec(text);
  if (text.length > 64 || !parts || (parts[2] === "" && parts[3] === undefined)) {
    throw new ValueProblem(`“${text}” is not a decimal number. Examples: 44, 4.5.`);
  }
  const decimals = parts[3] || "";
  if (/[^0]/.test(decimals.slice(6))) {
    throw new ValueProblem(`The number “${text}” has more than 6 decimals. Round it to 6 decimals or fewer.`);
  }
  const size = BigInt(parts[2] + decimals.slice(0, 6).padEnd(6, "0"));
  return parts[1] === "-" ? -size : size;
}

// Numbers, words, `%`, `:` and the `x` between two sides.
function valueTokens(typed) {
  const letters = Array.from(typed);
  const isDigit = (letter) => letter !== undefined && letter >= "0" && letter <= "9";
  const isLetter = (letter) => letter !== undefined && /^\p{Alphabetic}$/u.test(letter);
  const tokens = [];
  let at = 0;
  const startsNumber = () => {
    const [first, second, third] = letters.slice(at, at + 3);
    if (isDigit(first)) return true;
    if (first === ".") return isDigit(second);
    return (first === "+" || first === "-") && (isDigit(second) || (second === "." && isDigit(third)));
  };
  while (at < letters.length) {
    const letter = letters[at];
    if (/^[ \u00a0\u2009\u202f]$/.test(letter)) {
      at += 1;
    } else if (startsNumber()) {
      let digits = letters[at];
      at += 1;
      while (isDigit(letters[at]) || letters[at] === "." || letters[at] === ",") {
        digits += letters[at];
        at += 1;
      }
      tokens.push({ number: parseMillionths(digits, typed) });
    } else if (letter === "%" || letter === ":") {
      tokens.push({ mark: letter });
      at += 1;
    } else if (letter === "×" || letter === "*") {
      tokens.push({ mark: "x" });
      at += 1;
    } else if (isLetter(letter)) {
      let run = "";
      while (isLetter(letters[at]) || (run !== "" && (isDigit(letters[at]) || letters[at] === "-"))) {
        // `40x40` and `40ptx40pt`: this x begins the second side.
        const opensSide = (letters[at] === "x" || letters[at] === "X") && isDigit(letters[at + 1]);
        if (opensSide && (run === "" || lengthUnits.includes(canonicalUnit(run)))) break;
        run += letters[at];
        at += 1;
      }
      if (run === "") {
        tokens.push({ mark: "x" });
        at += 1;
      } else {
        tokens.push(["x", "by"].includes(run.toLowerCase()) ? { mark: "x" } : { word: run });
      }
    } else {
      throw new ValueProblem(`“${typed}” contains an invalid character. ${valueWanted}`);
    }
  }
  return tokens;
}

function takeUnit(tokens, typed) {
  if (tokens.length > 0 && tokens[0].mark === "%") {
    tokens.shift();
    return "percent";
  }
  const words = [];
  while (tokens.length > 0 && tokens[0].word !== undefined) words.push(tokens.shift().word);
  if (words.length === 0) return "";
  if (/[0-9]/.test(words[0])) throw shapeProblem(typed);
  return canonicalUnit(words.join(" "));
}

// Reads a value, without white space around it, in `unit` unless it has another unit: `{n, text, unit}`,
// as in a fact. `parts` is the rule for named parts, null if the check has no list; `isSum` means that
// the check requires a total, which can be typed as a sum.
function parseValue(typed, unit, parts = null, isSum = false) {
  const sum = isSum ? parseSum(typed, unit) : null;
  if (sum !== null) return sum;
  if (parts !== null && /[:;]/.test(typed)) return parseParts(typed, unit, parts);
  const contrasts = unit === "ratio" && parts === null ? parseContrasts(typed) : null;
  if (contrasts !== null) return contrasts;
  if (Array.from(typed).length > 80) throw new ValueProblem(`The value is longer than 80 characters. ${valueWanted}`);
  const share = canonicalUnit(unit || "") === "percent" ? parseShare(typed) : null;
  if (share !== null) return share;
  const value = readValue(typed, valueTokens(typed), unit);
  checkValue(value, typed, unit);
  checkDimension(value, typed, unit);
  if (parts !== null && parts.wanted === "figure") checkCount(value.numbers[0], value.unit, typed);
  return { n: value.numbers.map(Number), text: typed, unit: value.unit };
}

// `light: 5.1:1; dark: 4.6` (Audit, TextContrast): of several contrasts the lowest; null where it is one without a name.
function parseContrasts(typed) {
  const pieces = typed.split(";").filter((piece) => /[^ ]/.test(piece)).map((piece) => {
    const isNamed = /^ *\p{L}/u.test(piece) && piece.includes(":");
    return (isNamed ? piece.slice(piece.indexOf(":") + 1) : piece).replace(/^ +| +$/g, "");
  });
  if (pieces.length === 1 && pieces[0] === typed) return null;
  const problem = new ValueProblem(`“${typed}” is not a list of contrasts. Example: light: 5.1:1; dark: 4.6:1.`);
  if (pieces.length < 1 || pieces.length > 60 || Array.from(typed).length > 4000) throw problem;
  const values = pieces.map((piece) => {
    const value = readValue(piece, valueTokens(piece), "ratio");
    checkValue(value, piece, "ratio");
    if (value.unit !== "ratio" || value.numbers.length !== 1 || Array.from(piece).length > 80) throw problem;
    return Number(value.numbers[0]);
  });
  return { n: [Math.min(...values)], text: typed, unit: "ratio" };
}

// `9/10` as 90%; null where it is no share of a count.
function parseShare(typed) {
  const [, part, whole] = /^(\d{1,10})\/(\d{1,10})$/.exec(typed) || [];
  if (part === undefined || whole === undefined) return null;
  const [count, all] = [BigInt(part), BigInt(whole)];
  if (all < 1n || count > all || all > 1000000n) return null;
  return { n: [Number((count * 200000000n + all) / (2n * all))], text: typed, unit: "percent" };
}

const sumWanted = "Enter a sum, for example 24+2*12 or 30x24+2*10: the visual size, and the padding of both sides.";

// `24+2*12` and `30x24 + 2*10 pt` (Audit, MeasuredValue.sum); null if it is not a sum. A single figure is added to
// both sides of a pair.
function parseSum(typed, unit) {
  const terms = typed.split("+");
  if (terms.length < 2 || terms[0] === "") return null;
  const total = terms.map((term) => sumTerm(term, unit, typed)).reduce((sum, term) => {
    const side = (numbers, place) => numbers[Math.min(place, numbers.length - 1)];
    const sides = sum.length > term.length ? sum : term;
    return sides.map((_, place) => side(sum, place) + side(term, place));
  });
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  if (total.some((number) => number > largest)) throw new ValueProblem(`The sum “${typed}” is too large.`);
  return { n: total.map(Number), text: typed, unit };
}

// `2*12`, `12 pt` or `30x24`, in millionths.
function sumTerm(term, unit, typed) {
  const problem = new ValueProblem(`“${typed}” is not a sum of lengths. ${sumWanted}`);
  const trim = (text) => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
  const factors = term.split("*").map(trim);
  const last = factors[factors.length - 1];
  if (factors.length > 2 || factors[0] === "" || last === "") throw problem;
  const value = parseValue(last, unit);
  const count = factors.length === 2 ? parseMillionths(factors[0], typed) : 1000000n;
  if (value.unit !== unit || count < 0n) throw problem;
  return value.n.map((number) => {
    const product = BigInt(number) * count;
    const half = product < 0n ? -500000n : 500000n;
    return (product + half) / 1000000n;
  });
}

function readValue(typed, tokens, wanted) {
  if (tokens.length === 0 || tokens[0].number === undefined) throw shapeProblem(typed);
  const first = tokens.shift().number;
  const [second] = tokens;
  const isRatio = second !== undefined && (second.mark === ":" || (second.word === "to" && tokens.length === 2));
  if (isRatio) {
    if (tokens.length !== 2 || tokens[1].number !== 1000000n || first < 1000000n) {
      throw new ValueProblem(`“${typed}” is not a ratio to 1. Example: 3.2:1.`);
    }
    return { numbers: [first], unit: "ratio", isRatio };
  }
  const value = { numbers: [first], unit: takeUnit(tokens, typed) };
  if (tokens.length > 0 && tokens[0].mark === "x") {
    tokens.shift();
    if (tokens.length === 0 || tokens[0].number === undefined) throw shapeProblem(typed);
    value.numbers.push(tokens.shift().number);
    const other = takeUnit(tokens, typed);
    if (value.unit !== "" && other !== "" && value.unit !== other) {
      throw new ValueProblem(`The two sides of “${typed}” have different units. ${valueWanted}`);
    }
    value.unit = value.unit || other;
  }
  if (tokens.length > 0) throw shapeProblem(typed);
  nameUnit(value, typed, wanted);
  convertUnit(value, typed);
  return value;
}

// The unit of the check if none was typed or if the typed one means the same.
function nameUnit(value, typed, hint) {
  const wanted = hint === null ? "" : canonicalUnit(hint);
  const name = knownUnits.includes(wanted) ? wanted : hint || "";
  if (value.unit !== "") {
    if (hint !== null && unitsAgree(value.unit, hint)) value.unit = name;
    return;
  }
  if (value.numbers.length === 2) {
    value.unit = lengthUnits.includes(wanted) ? wanted : "pt";
    return;
  }
  value.unit = name;
  if (name === "percent" && value.numbers[0] > 0n && value.numbers[0] < 1000000n) {
    throw new ValueProblem(
      `“${typed}” could be a fraction or a percentage. Enter 50% for one half, 0.5% for half a percent.`);
  }
}

function convertUnit(value, typed) {
  if (value.unit === "px") {
    throw new ValueProblem(
      `“${typed}” is in pixels. Divide by the scale of the screen (2 or 3) and enter the result in pt.`);
  }
  if (value.unit === "ms") {
    if (value.numbers.some((number) => number % 1000n !== 0n)) {
      throw new ValueProblem(`“${typed}” is more precise than 0.000001 s. ${valueWanted}`);
    }
    value.numbers = value.numbers.map((number) => number / 1000n);
    value.unit = "s";
  }
  if (value.unit === "cm") {
    value.numbers = value.numbers.map((number) => number * 10n);
    value.unit = "mm";
  }
}

function checkValue(value, typed, hint) {
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  if (value.numbers.some((number) => number > largest || number < -largest)) {
    throw new ValueProblem(`The number in “${typed}” is too large.`);
  }
  if (value.unit === "ratio" && value.numbers[0] > highestContrast) {
    throw new ValueProblem(`“${typed}” is above 21:1, the contrast of black on white. Example: 3.2:1.`);
  }
  if (value.isRatio) return;
  const { unit, numbers } = value;
  if (numbers.length === 2 && !lengthUnits.includes(unit)) {
    throw new ValueProblem(`“${typed}” has two sides, but its unit is not a length. ${valueWanted}`);
  }
  if (unit === "ratio" && numbers[0] < 1000000n) {
    throw new ValueProblem(`“${typed}” is below 1; a ratio to 1 must be at least 1. Example: 3.2:1.`);
  }
  // A brightness can go down by 5%; a share cannot be below zero.
  const mayFall = unit === "" || unit === "pt" || isShift(unit) || (unit === "percent" && isShift(hint || ""));
  if (!(numbers.length === 1 && mayFall) && numbers.some((number) => number < 0n)) {
    throw new ValueProblem(`“${typed}” is below zero; this value must be zero or more. ${valueWanted}`);
  }
}

// Lowercase for A to Z and nothing else, as in the program.
// Units that can be converted to each other; lengths by the scale of the screen.
const unitWays = ["mm pt", "pt mm", "s ms", "ms s", "cm mm", "mm cm"];
const fractionUnits = ["scale factor", "damping fraction", "brightness delta", "intensity"];
const unitKinds = { ratio: "a ratio", percent: "a percentage", s: "a time", ms: "a time" };

// A value of another dimension than the measured one is rejected: a ratio is not a size.
function checkDimension(value, typed, hint) {
  const wanted = hint === null ? "" : canonicalUnit(hint);
  if (wanted === "" || !knownUnits.includes(value.unit) || unitsAgree(value.unit, wanted)) return;
  if (unitWays.includes(`${value.unit} ${wanted}`)) return;
  if (value.unit === "percent" && fractionUnits.includes(wanted)) return;
  throw new ValueProblem(`“${typed}” is ${unitKinds[value.unit] || "a length"}, but the check measures ${wanted}.`);
}

function asciiSmall(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// The pieces of a list of named parts, each with its name and what follows it; null where there is no colon.
function partPieces(typed) {
  const trim = (text) => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
  const pieces = typed.split(";").map(trim);
  if (pieces[pieces.length - 1] === "") pieces.pop();
  return pieces.map((piece) => {
    const colon = piece.indexOf(":");
    return { piece, name: colon < 0 ? null : trim(piece.slice(0, colon)), rest: trim(piece.slice(colon + 1)) };
  });
}

// A list of named parts (Audit, MeasuredParts): `brand: light dark; accent: light`.
function parseParts(typed, unit, parts) {
  const problem = (text) => new ValueProblem(`${text} Example: ${parts.example}.`);
  if (Array.from(typed).length > 4000) throw problem("The value is longer than 4000 characters.");
  const pieces = partPieces(typed);
  if (pieces.length > 60) throw problem("The list has more than 60 parts.");
  const names = new Set();
  const numbers = pieces.map(({ piece, name, rest }) => {
    if (name === null) throw problem(`“${piece}” has no colon after its name.`);
    if (name === "") throw problem(`A ${parts.of} has no name.`);
    if (Array.from(name).length > 60) throw problem(`The name “${name}” is longer than 60 characters.`);
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) throw problem("A name contains an invisible character.");
    const key = parts.wanted === "figure" ? asciiSmall(name) : name;
    if (parts.wanted === "figure" && !parts.names.includes(key)) throw problem(`Unknown ${parts.of} “${name}”.`);
    const number = parts.wanted === "figure" ? partFigure(rest, unit, problem) : partCount(name, rest, parts, problem);
    if (names.has(key)) throw problem(`The ${parts.of} “${name}” appears twice.`);
    names.add(key);
    return number;
  });
  if (numbers.length === 0) throw problem(`The list has no ${parts.of}.`);
  return { n: numbers, text: typed, unit: parts.wanted === "figure" ? `by ${parts.of}` : unit };
}

// The single number of a part, in millionths.
function partFigure(text, unit, problem) {
  if (text === "") throw problem("A number is missing.");
  const value = parseValue(text, unit);
  if (value.n.length !== 1 || !unitsAgree(value.unit, unit)) throw problem(`“${text}” is not a single number.`);
  checkCount(BigInt(value.n[0]), value.unit, text);
  return value.n[0];
}

// A counted part has a whole number of at least 1.
function checkCount(number, unit, text) {
  if (unit === "" || knownUnits.includes(unit) || fractionUnits.includes(unit) || isShift(unit)) return;
  if (number <= 0n || number % 1000000n !== 0n) {
    throw new ValueProblem(`“${text}” is not a whole number above zero. Example: 3.`);
  }
}

// The number of members of a part, in millionths.
function partCount(name, text, parts, problem) {
  const words = text.split(/[,\p{White_Space}]+/u).filter((word) => word !== "").map(asciiSmall);
  if (words.length === 0) throw problem(`“${name}” has no members.`);
  if (words.length === 1 && words[0] === "none") return 0;
  const members = words.map((word) => {
    if (parts.members.includes(word)) return word;
    if (Object.prototype.hasOwnProperty.call(parts.spellings, word)) return parts.spellings[word];
    throw problem(`Unknown word “${word}” in “${name}”.`);
  });
  return (parts.wanted === "all" ? new Set(members).size : members.length) * 1000000;
}
