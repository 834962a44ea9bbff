// The report: filters the findings, and opens what a link leads to. The page is complete without it.

const find = (id) => document.getElementById(id);

/** The element that the URL names: also the only finding whose ID begins so, or has the mark of a ticket. */
function target() {
  try {
    const name = decodeURIComponent(location.hash.slice(1));
    const letters = name.replace(/^a11y-/, '');
    if (find(name) || !/^[g-z]{4,12}$/.test(letters)) return name ? find(name) : null;
    const found = document.querySelectorAll(`#findings li[id^="${letters.slice(0, 8)}"]`);
    return found.length === 1 ? found[0] : null;
  } catch {
    return null;
  }
}

const form = find('q');

if (form) {
  const lines = Array.from(document.querySelectorAll('#findings .g ol > li'));
  const groups = Array.from(document.querySelectorAll('#findings .g'));
  const words = lines.map((line) => `${line.textContent} ${line.closest('.g').querySelector('h3').textContent}`.toLowerCase());
  let timer;

  const filter = () => {
    const text = find('qt').value.trim().toLowerCase();
    const owner = find('qo').value;
    const severity = Number(find('qs').value) || Infinity;
    let shown = 0;
    lines.forEach((line, index) => {
      const isShown = (!text || words[index].includes(text)) && (!owner || line.dataset.o === owner)
        && Number(line.dataset.s) <= severity;
      line.hidden = !isShown;
      if (isShown) shown += 1;
    });
    const isFiltered = shown < lines.length;
    for (const group of groups) {
      group.hidden = isFiltered && !group.querySelector('ol > li:not([hidden])');
      // What matches may stand in a part that is folded away.
      for (const fold of group.querySelectorAll('details')) {
        if (isFiltered && fold.querySelector('ol > li:not([hidden])')) fold.open = true;
      }
    }
    // Announced after a pause, not for every letter.
    clearTimeout(timer);
    timer = setTimeout(() => {
      find('qn').textContent = isFiltered ? `${shown} of ${lines.length} findings shown.` : '';
    }, 300);
  };

  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', () => {
    if (!target()?.closest('[hidden]')) return;
    form.reset();
    filter();
    target().scrollIntoView();
  });
}

/** Opens what hides the element that the URL names, and scrolls to what the browser itself does not find. */
function unfold() {
  const found = target();
  if (!found) return;
  const fold = found.closest('details');
  const isHidden = fold && !fold.open;
  if (isHidden) fold.open = true;
  if (isHidden || found.id !== location.hash.slice(1)) found.scrollIntoView();
}

addEventListener('hashchange', unfold);
unfold();

// Paper shows everything; browsers that do not print closed parts need them open.
let folded = [];
addEventListener('beforeprint', () => {
  folded = Array.from(document.querySelectorAll('details:not([open])'));
  for (const fold of folded) fold.open = true;
});
addEventListener('afterprint', () => {
  for (const fold of folded) fold.open = false;
});
