// Whether a value misses what its check requires, as the program judges it (Audit, Judging). A page has limits only
// where figures alone decide; of all other values it says nothing.

// Numbers in the unit of the check; null if they cannot be compared.
function numbersIn(unit, value) {
  const [given, wanted] = [canonicalUnit(value.unit), canonicalUnit(unit)];
  if (given === "" || unitsAgree(given, wanted)) return value.n;
  const divided = (by) => value.n.map((number) => Math.sign(number) * Math.round(Math.abs(number) / by));
  if (given === "percent" && fractionUnits.includes(wanted)) return divided(100);
  if (given === "mm" && wanted === "cm") return divided(10);
  return given === "s" && wanted === "ms" ? value.n.map((number) => number * 1000) : null;
}

function meets(numbers, { comparison, figures, excludesZero }) {
  const [first, last] = [figures[0], figures[figures.length - 1]];
  const [smallest, largest] = [Math.min(...numbers), Math.max(...numbers)];
  if (comparison === ">=") return smallest >= first;
  if (comparison === "<=") return largest <= first;
  if (comparison === "=") return smallest === first && largest === first;
  if (comparison === "between") {
    return smallest >= first && largest <= last && !(excludesZero && numbers.includes(0));
  }
  return numbers.every((number) => figures.some((step) => number % step === 0));
}

// Whether one named part misses what is required of it; a number of members is as `partCount` has it.
function partMisses({ parts, partLimits = [] }, name, number) {
  if (parts.wanted === "figure") {
    const known = partLimits.find(({ names }) => names.includes(asciiSmall(name)));
    return known !== undefined && !meets([number], known.limit);
  }
  const count = number / 1000000;
  return parts.wanted === "all" ? count < parts.members.length : count > 1;
}

function missesRequirement(item, value) {
  const isList = item.parts !== null && /[:;]/.test(value.text);
  if (isList) {
    return partPieces(value.text).some(({ name }, place) => partMisses(item, name, value.n[place]));
  }
  const numbers = item.limit ? numbersIn(item.unit, value) : null;
  return numbers !== null && !meets(numbers, item.limit);
}

// What to say of a pass that its value contradicts; empty otherwise.
function missOf(index) {
  if (answers[index].outcome !== "pass" || valueProblemOf(index) !== "") return "";
  const value = valueOf(index);
  if (value === null || !missesRequirement(sheet.items[index], value)) return "";
  return `${value.text} misses the requirement (${sheet.items[index].wanted}). With this value, a pass counts as a fail. Correct the value, or `
    + "choose Fail.";
}

// Why the named device cannot have been used for answers that no file has yet: a condition that it does not have; null
// where it can.
function elsewhereOf(device) {
  const [, family] = sheet.deviceNames.find(([word]) => asciiSmall(device).includes(word)) || [];
  const before = standing();
  const index = answers.findIndex((answer, place) => answer.outcome !== "" && meaning(answer) !== before[place].meaning
    && family !== undefined && (sheet.elsewhere[sheet.items[place].condition] || {})[family]);
  if (index < 0) return null;
  const { condition } = sheet.items[index];
  return { condition, why: sheet.elsewhere[condition][family] };
}
