// The report: filters, sorts and folds the findings, and opens what a link leads to. The page is complete without it.

/** The finding at an address that pages of earlier versions had, made of its component, check, and condition. */
let former = () => null;

/** The element that the URL names: also the only finding whose ID begins so, or has the mark of a ticket. */
function target() {
  try {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name.startsWith('f-')) return former(name);
    const letters = name.toLowerCase().replace(/^a11y-/, '');
    if (find(name) || !/^[g-z]{4,12}$/.test(letters)) return name ? find(name) : null;
    const found = document.querySelectorAll(`#findings li[id^="${letters.slice(0, 8)}"]`);
    return found.length === 1 ? found[0] : null;
  } catch {
    return null;
  }
}

const form = find('q');
let reveal = () => {};

if (form) {
  // With more findings than these, what is not at the top of the list is closed; of a check this many are shown at first.
  const [mostOpen, mostRows, mostGroups] = [25, 10, isNarrow ? 15 : 25];
  const data = JSON.parse(find('findings-data').textContent);
  const lines = Array.from(document.querySelectorAll('#findings .g ol > li[id]'));
  // Where the page leaves rows out, a part of them is none of all findings.
  const onPage = data.left ? ' on this page' : '';
  const components = data.components.map(([names, title, kind, profile, screens, source, tags]) =>
    ({ names, title, kind, profile, screens, source: source && data.folder + source, tags }));
  const checks = data.checks.map(([id, title, fails, category, impact = '', criteria = [], levels = [], method = '', platforms, mark = '']) =>
    ({ id, title, fails, category, impact, criteria, levels, method, mark, platforms: platforms ?? (method ? data.fields.platform : []) }));
  const severityWords = ['critical', 'serious', 'moderate', 'minor'];
  const findings = data.findings.map((row, place) => {
    const [component, check, texts, since, severity, mark, marks = '', state = 'open', tickets = [], ticketState = null, statuses = [], stale = [], seen = null] = row;
    const [condition, build, audit, note, owner, remark = ''] = texts.map((text) => data.texts[text]);
    const severities = severity ? [String(severity), severityWords[severity - 1]] : [];
    const finding = {
      component: components[component], check: checks[check], condition, build, audit, since, severities, mark, statuses: ['fail', ...statuses],
      seenUnder: seen === null ? condition : data.texts[seen], stale, state, tickets, ticketState, owner, isDefault: marks.includes('d'), isWaived: marks.includes('w'), marks,
    };
    finding.texts = lower([
      ...finding.component.names, finding.component.title, ...finding.component.screens, finding.check.id, finding.check.title,
      finding.check.fails, ...finding.check.criteria, severities[1] ?? '', note, remark, ...tickets,
    ].join('\n'));
    return finding;
  });
  const escaped = (text) => Array.from(new TextEncoder().encode(text), (byte) => {
    const sign = String.fromCharCode(byte);
    return /[A-Za-z0-9.-]/.test(sign) ? sign : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  former = (name) => lines[findings.findIndex(({ component, check, condition }) => component.names.some((key) =>
    name === ['f', key, check.id, condition].filter((part) => part).map(escaped).join('-')))] ?? null;
  const numbers = new Map(lines.map((line, number) => [line, number]));
  const groups = Array.from(document.querySelectorAll('#findings .g'), (article) => {
    const heading = article.querySelector('h3');
    const toggle = make('button', heading.textContent, { type: 'button' });
    heading.replaceChildren(toggle);
    const list = article.querySelector('ol.rows');
    const group = {
      article, toggle, list, lines: Array.from(list?.children ?? []), count: article.querySelector('.count'),
      more: make('button', '', { type: 'button', class: 'more' }),
    };
    list?.after(group.more);
    toggle.addEventListener('click', () => {
      group.isOpen = article.classList.contains('shut');
      fold();
    });
    group.more.addEventListener('click', () => {
      const first = group.lines.find((line) => line.classList.contains('over'));
      group.isWhole = 'long';
      fold();
      first?.querySelector('a').focus();
    });
    return group;
  });
  const moreGroups = make('button', '', { type: 'button', class: 'more' });
  let isLong = false;
  moreGroups.addEventListener('click', () => {
    const first = groups.find(({ article }) => article.classList.contains('over'));
    isLong = true;
    fold();
    first?.toggle.focus();
  });
  find('groups').after(moreGroups);
  const state = { only: new Set(), sort: '' };
  const text = find('qt');
  let timer;
  let known;

  /** Which findings are shown, and with what in the way of each other. */
  const matching = (terms) => findings.map((finding) =>
    terms.every((term) => holds(finding, term)) && Array.from(state.only).every((mark) => finding.marks.includes(mark)));

  /** Groups and rows beyond what is read at once are closed, unless their reader opened them. */
  function fold() {
    let open = 0;
    let isFull = false;
    const total = lines.filter((line) => !line.hidden).length;
    for (const group of groups) {
      const shown = group.lines.filter((line) => !line.hidden);
      const most = group.isWhole ? Infinity : mostRows;
      // A button for one or two rows would take their room.
      const rows = shown.length < most + fewest ? shown.length : most;
      const counts = Math.min(rows, most);
      // Behind the first closed one all are closed: an open one between them is not at the top of the list.
      const isOpen = group.isOpen ?? (total <= mostOpen || (counts > 0 && (!open || (!isFull && open + counts <= mostOpen))));
      if (isOpen) open += counts;
      else isFull ||= group.isOpen === undefined;
      group.article.classList.toggle('shut', !isOpen);
      group.toggle.setAttribute('aria-expanded', isOpen);
      // Heights that are only estimated would move what a link leads to.
      group.list?.classList.toggle('all', group.isWhole === 'long');
      const left = shown.length - rows;
      group.lines.forEach((line) => line.classList.remove('over'));
      shown.slice(rows).forEach((line) => line.classList.add('over'));
      group.more.hidden = !left;
      group.more.textContent = `Show ${digits(left)} more`;
    }
    const named = groups.filter(({ article }) => !article.hidden);
    const most = isLong || named.length < mostGroups + fewest ? named.length : mostGroups;
    named.forEach((group, place) => group.article.classList.toggle('over', place >= most && !group.isNamed));
    const rest = named.filter(({ article }) => article.classList.contains('over')).length;
    moreGroups.hidden = !rest;
    moreGroups.textContent = `Show ${digits(rest)} more checks`;
  }

  function order() {
    const key = {
      age: (line) => findings[numbers.get(line)].since,
      // A number by its value: c-2 before c-10.
      place: (line) => findings[numbers.get(line)].component.names[0].replace(/\d+/g, (number) => number.padStart(15, '0')),
    }[state.sort] ?? ((line) => numbers.get(line));
    const compare = (one, other) => {
      const [first, second] = [key(one), key(other)];
      return first < second ? -1 : first > second ? 1 : numbers.get(one) - numbers.get(other);
    };
    for (const group of groups) {
      group.lines.sort(compare);
      group.list?.append(...group.lines);
    }
    const sorted = groups.filter((group) => group.lines.length).sort((one, other) => compare(one.lines[0], other.lines[0]));
    find('groups').append(...sorted.map((group) => group.article));
    groups.sort((one, other) => sorted.indexOf(one) - sorted.indexOf(other));
  }

  const words = () => pieces(text.value, (character) => /\s/u.test(character));
  const quoted = (value) => (/[\s,"]/u.test(value) ? `"${value.replaceAll('"', '')}"` : value);

  /** Puts a term in the place of those of its field, or takes them away. */
  function put(field, value) {
    const rest = words().filter((word) => !word.toLowerCase().startsWith(`${field}:`));
    text.value = [...rest, ...(value ? [`${field}:${value}`] : [])].join(' ');
    filter();
  }

  // Rules that are only proposed block nothing.
  const isProposed = Array.from(document.querySelectorAll('.rows .t')).some((tag) => tag.textContent === 'WOULD BLOCK');
  const chips = [
    [isProposed ? 'Would block' : 'Blocks', 'b'], ['Critical', 'severity:1'], ['Regressed', 'r'], ['New', 'n'], ['Stale', 'stale:yes'],
    ['Waived', 'waived:yes'], ['Without ticket', 'ticket:none'],
  ].map(([name, term]) => {
    const isMarked = term.length === 1;
    const [parsed] = isMarked ? [] : parse(term, data.fields).terms;
    const has = (finding) => (isMarked ? finding.marks.includes(term) : holds(finding, parsed));
    const chip = { term, isMarked, has, name, button: make('button', '', { type: 'button' }) };
    chip.button.addEventListener('click', () => {
      if (isMarked) {
        if (!state.only.delete(term)) state.only.add(term);
        filter();
      } else {
        put(term.split(':')[0], words().includes(term) ? '' : term.split(':')[1]);
      }
    });
    return chip;
  }).filter((chip) => findings.some(chip.has));
  find('qc').append(...chips.map((chip) => chip.button));

  /** What a query without a match may be without. */
  function excluding(terms) {
    const without = terms.map((term) => [term.word, matching(terms.filter((other) => other !== term)).filter(Boolean).length])
      .filter(([, count]) => count);
    const rest = without.map(([word, count]) => ` Without ${word}: ${counted(count, 'finding')}.`).join('');
    return `No finding matches.${rest || (terms.length > 1 ? ' No single word excludes them all.' : '')}`;
  }

  function filter() {
    const { terms, problem } = parse(text.value, data.fields);
    const shown = matching(terms);
    const total = shown.filter(Boolean).length;
    const isFiltered = terms.length > 0 || state.only.size > 0;
    lines.forEach((line, number) => { line.hidden = !shown[number]; });
    isLong = false;
    for (const group of groups) {
      const count = group.lines.filter((line) => !line.hidden).length;
      group.isOpen = group.isWhole = group.isNamed = undefined;
      group.article.hidden = isFiltered && !count;
      group.count.textContent = isFiltered ? `${digits(count)} of ${counted(group.lines.length, 'finding')} shown` : '';
    }
    fold();
    for (const { button, name, has, isMarked, term } of chips) {
      button.textContent = `${name} ${digits(findings.filter((finding, number) => shown[number] && has(finding)).length)}`;
      button.setAttribute('aria-pressed', isMarked ? state.only.has(term) : words().includes(term));
    }
    for (const [id, field] of [['qo', 'owner'], ['qr', 'screen'], ['qs', 'severity']]) {
      const [value, other] = words().filter((word) => word.toLowerCase().startsWith(`${field}:`)).map((word) => word.slice(field.length + 1));
      const option = Array.from(find(id).options).find((one) => quoted(one.value) === value || one.value === value);
      find(id).value = option && other === undefined ? option.value : '';
    }
    find('qf').textContent = isFiltered ? `: ${digits(total)} of ${digits(lines.length)}${onPage || ' shown'}` : '';
    const only = chips.filter((chip) => state.only.has(chip.term)).map((chip) => chip.name.toLowerCase());
    const asked = terms.map(({ field, values, isNegated }) =>
      `${isNegated ? 'not ' : ''}${field === 'text' ? 'words' : field} ${values.join(' or ')}`);
    find('qp').textContent = isFiltered ? `Only ${[...asked, ...only].join(', ')}: ${digits(total)} of ${counted(lines.length, 'finding')}${onPage}` : '';
    // Announced after a pause, not for every letter.
    clearTimeout(timer);
    timer = setTimeout(() => {
      const result = !isFiltered ? '' : total ? `${digits(total)} of ${counted(lines.length, 'finding')}${onPage} shown.` : excluding(terms);
      find('qn').textContent = [problem, result].filter(Boolean).join(' ');
      keep();
    }, 300);
  }

  /** The URL has the query, so that it can be sent and comes back with the page. One that came meanwhile is read first. */
  function keep() {
    if (location.hash !== known) return;
    const kept = new URLSearchParams();
    if (text.value.trim()) kept.set('q', text.value.trim());
    if (state.only.size) kept.set('only', Array.from(state.only).join(''));
    if (state.sort) kept.set('sort', state.sort);
    const hash = String(kept) ? `#?${kept}` : location.hash.startsWith('#?') ? '#' : location.hash;
    if (hash !== location.hash && (String(kept) || location.hash.startsWith('#?'))) history.replaceState(null, '', hash);
    known = location.hash;
  }

  function read() {
    known = location.hash;
    if (!location.hash.startsWith('#?')) return false;
    const kept = new URLSearchParams(location.hash.slice(2));
    text.value = kept.get('q') ?? '';
    state.only = new Set(kept.get('only') ?? '');
    state.sort = find('qz').value = kept.get('sort') ?? '';
    if (find('qz').selectedIndex < 0) state.sort = find('qz').value = '';
    order();
    filter();
    return true;
  }

  function reset() {
    text.value = '';
    state.only.clear();
    state.sort = find('qz').value = '';
    order();
    filter();
  }

  reveal = (line) => {
    const group = groups.find(({ article }) => article.contains(line));
    if (!group) return;
    if (line.closest('[hidden]')) reset();
    group.isOpen = group.isNamed = true;
    if (line.matches('li.over')) group.isWhole = true;
    fold();
  };

  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  text.addEventListener('input', filter);
  for (const [id, field] of [['qo', 'owner'], ['qr', 'screen']]) {
    find(id).addEventListener('change', (event) => put(field, event.target.value && quoted(event.target.value)));
  }
  find('qs').addEventListener('change', (event) => put('severity', event.target.value));
  find('qz').addEventListener('change', (event) => {
    state.sort = event.target.value;
    order();
    filter();
  });
  find('qx').addEventListener('click', () => {
    reset();
    text.focus();
  });
  // The rows of the summary lead to their findings.
  for (const cell of document.querySelectorAll('#owners th[data-q]')) {
    const link = make('a', '', { href: `#?${new URLSearchParams({ q: cell.dataset.q })}` });
    link.append(...cell.childNodes);
    cell.append(link);
  }
  addEventListener('hashchange', () => {
    if (read()) find('findings').scrollIntoView();
  });
  if (!read()) filter();
}

/** Opens what hides the element that the URL names, and scrolls to what the browser itself does not find. */
function unfold() {
  const found = target();
  if (!found) return;
  const isShown = found.checkVisibility();
  reveal(found);
  opening.get(found.closest('.over'))?.();
  for (let folded = found.closest('details'); folded; folded = folded.parentElement.closest('details')) folded.open = true;
  if (!isShown || found.id !== location.hash.slice(1)) found.scrollIntoView();
}

// The screens of the map, or its components where it has none.
const map = document.querySelector('table.map');
if (map) {
  const rows = map.tBodies.length > 1 ? Array.from(map.tBodies) : Array.from(map.tBodies[0].rows);
  shorten(rows, isNarrow ? 6 : 12, map, map.querySelector('.sc') ? 'screens' : 'components');
}
for (const [tables, name] of [['#owners table', 'rows'], ['#coverage table', 'rows'], ['#criteria details[open] table', 'criteria']]) {
  for (const table of document.querySelectorAll(tables)) shorten(Array.from(table.tBodies[0]?.rows ?? []), 10, table, name);
}
for (const list of document.querySelectorAll('#changes ul.li')) shorten(Array.from(list.children), 10, list, 'findings');

addEventListener('hashchange', unfold);
unfold();

// A remedy can be copied as text, and a picture looked at in its size.
for (const remedy of document.querySelectorAll('.do')) {
  const button = make('button', 'Copy', { type: 'button', class: 'copy' });
  button.addEventListener('click', async () => {
    const range = document.createRange();
    range.setStartAfter(button);
    range.setEndAfter(remedy.lastChild);
    try {
      await navigator.clipboard.writeText(range.toString().trim());
      button.textContent = 'Copied';
    } catch {
      // Where a browser does not let a page copy, the text is selected for its reader to copy.
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
  });
  remedy.querySelector('h4').after(button);
}

for (const image of document.querySelectorAll('figure img')) {
  const button = make('button', '', { type: 'button', class: 'zoom', 'aria-label': `Enlarge: ${image.alt}` });
  image.replaceWith(button);
  button.append(image);
  button.addEventListener('click', () => {
    const dialog = make('dialog', '', { 'aria-label': image.alt });
    const close = make('button', 'Close', { type: 'button' });
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    dialog.append(make('img', '', { src: image.src, alt: image.alt }), make('p', image.alt), close);
    document.body.append(dialog);
    dialog.showModal();
  });
}

// What goes to paper is what its reader chooses: the summary for who decides, or all.
const prints = make('p', '', { class: 'prints' });
for (const [name, isSummary] of [['Print summary', true], ['Print all', false]]) {
  const button = make('button', name, { type: 'button' });
  button.addEventListener('click', () => {
    const before = document.body.className;
    document.body.classList.toggle('summary', isSummary);
    addEventListener('afterprint', () => { document.body.className = before; }, { once: true });
    print();
  });
  prints.append(button);
}
document.querySelector('header').append(prints);

// Paper shows everything; browsers that do not print closed parts need them open.
let folded = [];
addEventListener('beforeprint', () => {
  folded = Array.from(document.querySelectorAll('details:not([open])'));
  for (const fold of folded) fold.open = true;
});
addEventListener('afterprint', () => {
  for (const fold of folded) fold.open = false;
});

// A screen of the map opens to its components.
for (const row of document.querySelectorAll('.map .sc')) {
  const rows = Array.from(row.parentElement.rows).slice(1);
  if (!rows.length) continue;
  const heading = row.cells[0];
  const toggle = make('button', '', { type: 'button', 'aria-expanded': 'false' });
  toggle.append(...heading.childNodes);
  heading.append(toggle);
  const fold = (isOpen) => {
    toggle.setAttribute('aria-expanded', String(isOpen));
    for (const one of rows) one.hidden = !isOpen;
  };
  toggle.addEventListener('click', () => fold(toggle.getAttribute('aria-expanded') !== 'true'));
  fold(false);
}
