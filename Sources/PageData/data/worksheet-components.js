// The components that make a check of their screen fail. An answer holds their keys; none means the screen as a whole.

// Pairs of key and title; empty where the item does not ask for components.
function componentsOf(index) {
  const { asks, component } = sheet.items[index];
  return asks === true ? sheet.screens[component] : [];
}

const componentBoxes = (index) => Array.from(document.querySelectorAll(`#on-${index} input`));

function componentChoice(index, [key, title], number, isShared) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", id: `on-${index}-${number}`, value: key });
  const name = document.createElement("span");
  name.textContent = title === "" || isShared ? `${title} ${key}`.trim() : title;
  label.append(box, name);
  return label;
}

// Made with the first fail: a sheet can ask for the same components at many items.
function showComponents(index) {
  const list = componentsOf(index);
  if (list.length === 0) return;
  const { outcome, on } = answers[index];
  const row = document.getElementById(`on-row-${index}`);
  row.hidden = outcome !== "fail";
  if (row.hidden) return;
  const place = document.getElementById(`on-${index}`);
  if (place.children.length === 0) {
    const isShared = (title) => list.filter((other) => other[1] === title).length > 1;
    place.replaceChildren(...list.map((one, number) => componentChoice(index, one, number, isShared(one[1]))));
  }
  for (const box of componentBoxes(index)) box.checked = on.includes(box.value);
}

// What a failing item has: what is chosen, or, where it has just failed, what the finding has.
function readComponents(index, outcome) {
  const { on, outcome: before } = answers[index];
  if (outcome !== "fail") return on;
  if (before !== "fail") return on.length > 0 ? on : sheet.items[index].on || [];
  return componentBoxes(index).filter(({ checked }) => checked).map(({ value }) => value);
}

// The keys that an item can have, of what a draft holds.
function knownComponents(index, keys) {
  return Array.isArray(keys) ? componentsOf(index).map(([key]) => key).filter((key) => keys.includes(key)) : [];
}

// As a result has them.
const failingComponents = ({ outcome, on }) => (outcome === "fail" ? on || [] : []);
