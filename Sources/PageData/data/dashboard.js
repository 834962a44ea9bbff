// The dashboard: filters and sorts its lists, keeps the view in the URL, and saves its data.
// The page is complete without it.

const lists = new Map();

/** A list of rows with the tools above it. */
class List {
  constructor(tools) {
    this.name = tools.dataset.list;
    this.noun = tools.dataset.noun;
    const rows = document.getElementById(`${this.name}-rows`);
    this.parent = rows.tBodies ? rows.tBodies[0] : rows;
    this.rows = Array.from(this.parent.children);
    this.words = tools.querySelector('input[type="text"]');
    this.boxes = Array.from(tools.querySelectorAll('input[type="checkbox"]'));
    this.orders = Array.from(tools.querySelectorAll('[data-order]'));
    this.status = tools.querySelector('[role="status"]');
    this.order = '';
    this.texts = null;
    this.words.addEventListener('input', () => this.changed());
    for (const box of this.boxes) box.addEventListener('change', () => this.changed());
    for (const button of this.orders) {
      button.addEventListener('click', () => {
        this.sort(button.dataset.order);
        remember();
      });
    }
  }

  changed() {
    this.filter();
    remember();
  }

  filter() {
    this.texts ??= new Map(this.rows.map((row) => [row, row.textContent.toLowerCase()]));
    const words = this.words.value.toLowerCase().split(/\s+/).filter((word) => word);
    const states = new Set(this.boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    for (const row of this.rows) {
      const isIn = !this.boxes.length || states.has(row.dataset.s);
      row.hidden = !isIn || !words.every((word) => this.texts.get(row).includes(word));
      if (!row.hidden) shown += 1;
    }
    // Announced after a pause, not for every letter.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.status.textContent = `${shown} of ${this.rows.length} ${this.noun} shown.`;
    }, 400);
  }

  /** By the number or the name that the letter of an order means; a hyphen reverses it. */
  sort(order) {
    this.order = this.orders.some((button) => button.dataset.order === order) ? order : '';
    const [sign, letter] = this.order.startsWith('-') ? [-1, this.order.slice(1)] : [1, this.order];
    const rows = this.rows.slice();
    if (letter === 'n') {
      // A component has it in its row header, a finding in its second line: the first line has the check.
      const place = 'th code, div > p:nth-of-type(2) code';
      const names = new Map(rows.map((row) => [row, row.querySelector(place).textContent]));
      rows.sort((one, other) => sign * (names.get(one) < names.get(other) ? -1 : names.get(one) > names.get(other) ? 1 : 0));
    } else if (letter) {
      rows.sort((one, other) => sign * (Number(one.dataset[letter]) - Number(other.dataset[letter])));
    }
    this.parent.append(...rows);
    for (const button of this.orders) {
      button.setAttribute('aria-pressed', String(button.dataset.order === this.order));
    }
  }

  /** The differences from the initial page. */
  get view() {
    const unchecked = this.boxes.some((box) => !box.checked);
    const states = this.boxes.filter((box) => box.checked).map((box) => box.value);
    return [
      this.words.value && ['words', this.words.value], unchecked && ['states', states.join(',')],
      this.order && ['order', this.order],
    ].filter(Boolean).map(([key, value]) => `${this.name}.${key}=${encodeURIComponent(value)}`);
  }

  /** Shows a view; everything else is as in the initial page. */
  show(view) {
    const states = view.get(`${this.name}.states`)?.split(',');
    this.words.value = view.get(`${this.name}.words`) ?? '';
    for (const box of this.boxes) box.checked = !states || states.includes(box.value);
    this.sort(view.get(`${this.name}.order`) ?? '');
    this.filter();
    const fold = this.parent.closest('details');
    if (fold && this.view.length) fold.open = true;
  }
}

/** The place on the page in the URL, without the view. */
function place() {
  const first = location.hash.slice(1).split('&')[0];
  return first.includes('=') ? '' : first;
}

/** Writes the view to the URL. */
function remember() {
  const parts = [place(), ...Array.from(lists.values()).flatMap((list) => list.view)].filter(Boolean);
  history.replaceState(null, '', parts.length ? `#${parts.join('&')}` : location.pathname + location.search);
}

function read(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shows the view of the URL. */
function recall() {
  const parts = location.hash.slice(1).split('&').filter((part) => part.includes('='));
  const view = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), read(part.slice(part.indexOf('=') + 1))]));
  for (const list of lists.values()) list.show(view);
  if (parts.length && place()) document.getElementById(place())?.scrollIntoView();
}

// A link within the page keeps the view; another URL shows its own view.
addEventListener('hashchange', () => (location.hash.includes('=') ? recall() : remember()));

// MARK: Data

const hazards = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A field of RFC 4180: text that a spreadsheet would run gets an apostrophe, hazards become visible. */
function field(value) {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const joined = Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : value;
  const seen = joined.replace(hazards, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
  const text = /^'*[=+\-@\t\r]/.test(seen) ? `'${seen}` : seen;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function save(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  document.getElementById('saved').textContent = `${name} was downloaded.`;
}

function offer(id, make) {
  document.getElementById(id).addEventListener('click', () => {
    save(...make(JSON.parse(document.getElementById('report').textContent)));
  });
}

/** A packed table, in which repeated values appear once, as rows. */
function rows({ count, columns }) {
  const value = (column, row) => column.each?.[row] ?? (column.at ? column.of[column.at[row]] : column.same ?? null);
  return Array.from({ length: count }, (_, row) => columns.map((column) => value(column, row)));
}

/** The same as objects. */
function objects(table) {
  return rows(table).map((row) => Object.fromEntries(table.members.map((member, index) => [member, row[index]])));
}

offer('save-json', ({ name, report }) => {
  const parts = Object.entries(report).map(([key, part]) => [key, part?.members ? objects(part) : part]);
  return [`${name}.json`, 'application/json', `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`];
});
offer('save-figures', ({ name, figures }) => [`${name}-figures.csv`, 'text/csv', figures]);
offer('save-findings', ({ name, report: { findings } }) => [
  `${name}-findings.csv`, 'text/csv',
  [findings.members, ...rows(findings)].map((row) => `${row.map(field).join(',')}\r\n`).join(''),
]);

// MARK: Start

// A window that shows its whole table needs no Tab stop and is not a landmark.
const windows = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const moves = target.scrollWidth > target.clientWidth;
    target.setAttribute('role', moves ? 'region' : 'group');
    if (moves) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const element of document.querySelectorAll('.window')) windows.observe(element);

for (const tools of document.querySelectorAll('.tools')) {
  tools.hidden = false;
  lists.set(tools.dataset.list, new List(tools));
}
for (const element of document.querySelectorAll('.live')) element.hidden = false;
if (location.hash.includes('=')) recall();
