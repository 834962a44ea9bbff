// What the parts of a report share: elements, numbers, and lists that are closed behind their first rows.

const find = (id) => document.getElementById(id);

function make(name, text, attributes = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// As the rest of the page has them: with a comma between the thousands.
const digits = (count) => count.toLocaleString('en-US');
const counted = (count, one) => `${digits(count)} ${one}${count === 1 ? '' : 's'}`;

// A button for one or two rows would take their room.
const fewest = 3;
// A list of a phone takes several times the height.
const isNarrow = matchMedia('(max-width: 46rem)').matches;

/** What a link to a row does that is closed. */
const opening = new Map();

/** Closes what is behind the first rows of a long list; a button below it, or a link to one of them, shows them all. */
function shorten(rows, most, list, name) {
  if (rows.length < most + fewest) return;
  const rest = rows.slice(most);
  const more = make('button', `Show ${digits(rest.length)} more ${name}`, { type: 'button', class: 'more' });
  const open = () => {
    more.remove();
    for (const row of rest) row.classList.remove('over');
  };
  for (const row of rest) {
    row.classList.add('over');
    opening.set(row, open);
  }
  more.addEventListener('click', () => {
    open();
    rest[0].tabIndex = -1;
    rest[0].focus();
  });
  list.after(more);
}
