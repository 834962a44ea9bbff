// The query of a terminal, `owner:qa-1 severity:1,2 icon button`, over the findings of the page: all terms must hold, the
// values within a term are alternatives, and a leading minus turns a term around.

/** The parts of a text between separators that are not in double quotes. */
function pieces(text, isSeparator) {
  const found = [];
  let current = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isSeparator(character) && !isQuoted) {
      if (current) found.push(current);
      current = '';
    } else {
      current += character;
    }
  }
  return current ? [...found, current] : found;
}

const unquoted = (text) => text.replaceAll('"', '');

/** A path pattern: `*` is any run within one part, `**` across parts, and all paths below it where it ends with a slash. */
function glob(pattern) {
  const runs = pattern.replace(/\*{2,}/g, '**').split(/(\*\*?)/);
  let source = '';
  runs.forEach((run, place) => {
    // A part of its own that is `**` may also be no part at all, without its slash.
    const isPart = (at) => runs[at] === '**' && (at === 1 && !runs[0] || runs[at - 1]?.endsWith('/'))
      && runs[at + 1]?.startsWith('/') && (runs[at + 1].length > 1 || Boolean(runs[at + 2]));
    const text = isPart(place - 1) ? run.slice(1) : run;
    if (isPart(place)) source += '(?:[^]*/)?';
    else if (run === '**') source += '[^]*';
    else if (run === '*') source += '[^/]*';
    else source += text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${source}${pattern.endsWith('/') ? '[^]*' : ''}$`, 'u');
}

const globs = new Map();

function matches(pattern, text) {
  if (!globs.has(pattern)) {
    if (globs.size > 200) globs.clear();
    globs.set(pattern, glob(pattern));
  }
  return globs.get(pattern).test(text);
}

/** The terms of a query, and what is wrong with it: the terms that are not understood are left out. */
function parse(query, fields) {
  const terms = [];
  let problem = '';
  for (const word of pieces(query, (character) => /\s/u.test(character))) {
    const isNegated = word.startsWith('-') && word.length > 1;
    const rest = isNegated ? word.slice(1) : word;
    const colon = rest.indexOf(':');
    const typed = rest.slice(0, Math.max(0, colon)).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    let field = typed === 'outcome' ? 'status' : typed;
    if (colon < 1 || !/^[a-z]+$/.test(typed)) {
      terms.push({ word, field: 'text', values: [unquoted(rest)], isNegated });
      continue;
    }
    const values = pieces(rest.slice(colon + 1), (character) => character === ',').map(unquoted);
    const choiceOf = (name, value) => fields[name]?.find((choice) => choice.toLowerCase() === value.toLowerCase());
    // What is open has a state; only items have a status.
    if (field === 'status' && values.length && values.every((value) => choiceOf('state', value) && !choiceOf('status', value))) {
      field = 'state';
    }
    const choices = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (choices === undefined) {
      problem = `This page does not know ${typed}:. Fields: ${Object.keys(fields).join(', ')}.`;
      continue;
    }
    const isSmall = ['kind', 'category', 'condition'].includes(field);
    const isTime = field === 'since' || field === 'until';
    const read = (value) => {
      if (choices) return choiceOf(field, value);
      if (isSmall) return value.toLowerCase();
      return isTime && !span(value) ? undefined : value;
    };
    const known = values.map(read);
    if (!values.length || values.includes('')) {
      problem = `Type a value after ${typed}:${choices ? `, such as ${choices[0]}` : ''}.`;
    } else if (known.includes(undefined)) {
      problem = choices ? `Values of ${typed}: ${choices.join(', ')}.`
        : `Type a date after ${typed}:, such as 2026-06-01, or a date and time, such as 2026-06-01T10:00.`;
    } else {
      terms.push({ word, field, values: known, isNegated });
    }
  }
  return { terms, problem };
}

const written = /^ *(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)? *$/;

/**
 * The first and the last moment that a date or a time means, as a terminal reads it: of a day all of it; without Z or an
 * offset, where the page is read. Null for what is none, such as 30 February, or a time that clocks skip.
 */
function span(text) {
  const [, date = '', time, second = '00', fraction = '', zone = ''] = written.exec(text) ?? [];
  const clock = `${date}T${time ?? '00:00'}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const utc = new Date(clock);
  if (date < '1970' || Number.isNaN(utc.getTime()) || utc.toISOString() !== clock) return null;
  if (zone) {
    const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(':', '')].map(Number);
    const ahead = hours * 60 + minutes;
    const moment = utc.getTime() + (zone[0] === '-' ? 1 : -1) * ahead * 60_000;
    return minutes < 60 && ahead <= 18 * 60 ? [moment, moment] : null;
  }
  const local = (days) => new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate() + days,
    utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds(), utc.getUTCMilliseconds());
  const start = local(0);
  // Not each day has 24 hours.
  if (time === undefined) return [start.getTime(), local(1).getTime() - 1];
  const isSkipped = start.getHours() !== utc.getUTCHours() || start.getMinutes() !== utc.getUTCMinutes();
  return isSkipped ? null : [start.getTime(), start.getTime()];
}

/** Whether a text is a mark of tickets, or as much of one as is typed for a finding. */
const isMark = (text) => /^(?:a11y-)?[ghjkmnpqrstvwxyz]{4,12}$/i.test(text);
const hasMark = (mark, typed) => isMark(typed) && mark.startsWith(typed.toLowerCase().replace(/^a11y-/, ''));

/** In small letters as a terminal makes them: of a sigma at the end of a word, too. */
const lower = (text) => text.replaceAll('Σ', 'σ').toLowerCase();

function ticketIs(finding, value) {
  if (value === 'none') return !finding.tickets.length;
  const typed = lower(value);
  if (typed === 'open' || typed === 'closed') return finding.ticketState === typed;
  const wanted = typed.replace(/^#/, '');
  return hasMark(finding.mark, value) || finding.check.mark === value.toLowerCase()
    || finding.tickets.some((ticket) => matches(typed, lower(ticket))
      || (wanted && lower(ticket).split('/').filter(Boolean).pop()?.replace(/^#/, '') === wanted));
}

const any = (of) => (finding, value) => of(finding).some((text) => matches(value, text));
const same = (of) => (finding, value) => of(finding).includes(value);
const yes = (of) => (finding, value) => of(finding) === (value === 'yes');

const tests = {
  // `sign-in/**` is all of sign-in, with the screen itself.
  component: (finding, value) => finding.component.names.some(
    (name) => matches(value, name) || value.endsWith('/**') && matches(value.slice(0, -3), name)),
  kind: any((finding) => [finding.component.kind]),
  profile: same((finding) => [finding.component.profile]),
  screen: any((finding) => finding.component.screens),
  // A file is named without the line that its component has in it.
  source: any(({ component: { source } }) => [source, source.replace(/(?::\d{1,9}){1,2}$/, '')]),
  tag: any((finding) => finding.component.tags),
  owner: any((finding) => [finding.owner]),
  check: any((finding) => [finding.check.id]),
  category: any((finding) => [finding.check.category]),
  impact: same((finding) => [finding.check.impact]),
  criterion: any((finding) => finding.check.criteria),
  level: same((finding) => finding.check.levels),
  method: same((finding) => [finding.check.method]),
  platform: same((finding) => finding.check.platforms),
  build: any((finding) => [finding.build]),
  audit: any((finding) => [finding.audit]),
  condition: (finding, value) => {
    const tokens = finding.seenUnder.split(',').filter(Boolean);
    return value === 'default' ? !tokens.length : value.split('+').filter(Boolean).every((token) => tokens.includes(token));
  },
  severity: (finding, value) => (value === 'default' ? finding.isDefault : finding.severities.includes(value)),
  status: same((finding) => finding.statuses),
  stale: (finding, value) =>
    value === 'yes' ? finding.stale.length > 0 : value === 'no' ? !finding.stale.length : finding.stale.includes(value),
  disputed: yes((finding) => finding.statuses.some((status) => status === 'disputed' || status === 'contradicted')),
  waived: yes((finding) => finding.isWaived),
  state: same((finding) => [finding.state, ...(finding.isWaived ? ['waived'] : [])]),
  ticket: ticketIs,
  since: (finding, value) => finding.since >= span(value)[0],
  until: (finding, value) => finding.since <= span(value)[1],
  text: (finding, value) => {
    const word = lower(value);
    return finding.texts.includes(word) || hasMark(finding.mark, value) || finding.check.mark === value.toLowerCase();
  },
};

/** Whether a finding is asked for by a term. */
const holds = (finding, term) => term.values.some((value) => tests[term.field](finding, value)) !== term.isNegated;
